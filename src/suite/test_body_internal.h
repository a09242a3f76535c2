/* What the body of a test is put together from. */
#ifndef HR_SUITE_TEST_BODY_INTERNAL_H
#define HR_SUITE_TEST_BODY_INTERNAL_H

#include "suite/test_body.h"

/* A statement that looks, and what is compared there; one that nobody compares anything of is not written. */
int hr_look_write(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		  size_t statement, struct hr_error *error);

/* The checks that it writes, by number, in their order; returns how many. */
size_t hr_look_checks_order(size_t *order, const struct hr_test *test, size_t statement);

/* Whether a statement behind the looks gives back what a look yields that is not written, since nobody compares it. */
bool hr_gives_back_nothing(const struct hr_test *test, size_t statement);

#endif
