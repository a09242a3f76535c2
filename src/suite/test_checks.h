/* What must hold, in the words of a framework. Private to this folder. */
#ifndef HR_SUITE_TEST_CHECKS_H
#define HR_SUITE_TEST_CHECKS_H

#include "suite/c_text.h"
#include "suite/framework.h"

/* Appends one check to the body; `subject` is what is compared, as an expression. */
void hr_check_write(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		    const struct hr_assertion *check, const char *subject);

#endif
