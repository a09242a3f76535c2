/* One test as C text, for a file of them. */
#ifndef HR_SUITE_TEST_BODY_H
#define HR_SUITE_TEST_BODY_H

#include "suite/framework.h"
#include "suite/tables.h"

struct hr_test_body {
	const struct hr_framework *framework;
	struct hr_strbuf
		functions;        /* what stands in front of all tests: the test adds what it needs and is not there */
	struct hr_strbuf text;    /* statements, each indented by one tab. Set, and owned by the caller */
	unsigned needs;           /* HR_NEEDS_… are added */
	struct hr_c_slots *slots; /* NULL: literals are written as they are */
};

int hr_test_body_write(struct hr_test_body *out, const struct hr_test *test, struct hr_error *error);

#endif
