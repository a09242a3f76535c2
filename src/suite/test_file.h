/* Tests as a C file for one of the frameworks: one function a test, or one for several that differ in literals alone, and a main() that runs them all. */
#ifndef HR_SUITE_TEST_FILE_H
#define HR_SUITE_TEST_FILE_H

#include "base/error.h"
#include "suite/framework.h"

struct hr_test_file {
	const struct hr_framework *framework;
	bool is_flat; /* no tables: each test is a function of its own */
};

/* The file. */
int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count,
		       const struct hr_test_file *options, struct hr_error *error);

/* The indices of a test's checks in the order in which they are written; returns how many are. `order` has room for all. */
size_t hr_suite_checks_order(size_t *order, const struct hr_test *test);

#endif
