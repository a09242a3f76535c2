/* Tests as a C file that needs nothing but a compiler and suite/harness.h: one function a test, asserts, and a main() that runs them all. */
#ifndef HR_SUITE_TEST_FILE_H
#define HR_SUITE_TEST_FILE_H

#include "base/error.h"
#include "suite/test.h"

/* The file. */
int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count, struct hr_error *error);

#endif
