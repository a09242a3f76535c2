/* Names of tests: the operation in focus, what is particular about the call, and what comes of it. */
#ifndef HR_SUITE_TEST_NAMES_H
#define HR_SUITE_TEST_NAMES_H

#include "suite/test.h"

/* Names all of them, each differently: test_list_pop__empty_list_returns_null. Names live in the tests' arenas and depend on the tests alone, in their order. */
void hr_test_names(struct hr_test *tests, size_t count);

#endif
