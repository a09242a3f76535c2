/* What tells a test from others of the same operation, in words for its name. Private to this folder. */
#ifndef HR_SUITE_TEST_DETAILS_H
#define HR_SUITE_TEST_DETAILS_H

#include "base/strbuf.h"
#include "suite/test.h"

/* Appends letters in lower case, digits, and single underscores for everything else, set off from what is there. */
void hr_name_part(struct hr_strbuf *out, const char *text);

/* The check on what the focus returned; NULL: there is none. */
const struct hr_assertion *hr_result_check(const struct hr_test *test);

/* Whether that is what the test compares: the call was given a stream, and nothing stands in it. */
bool hr_writes_nothing(const struct hr_test *test);

/* Each appends a part, or nothing. */
void hr_detail_errno(struct hr_strbuf *out, const struct hr_test *test); /* "with_erange" */
void hr_detail_returned(struct hr_strbuf *out,
			const struct hr_test *test); /* "returns_not_found": the text or number itself */
void hr_detail_history(struct hr_strbuf *out, const struct hr_test *test); /* "after_list_add" */
void hr_detail_memory(struct hr_strbuf *out, const struct hr_test *test);  /* "when_allocation_2_fails" */
void hr_detail_calls(struct hr_strbuf *out, const struct hr_test *test);   /* "calls_visit_a_1" */
void hr_detail_fields(struct hr_strbuf *out, const struct hr_test *test);  /* "with_state_3" */

/* Literals of the focus in which it differs from one of the others at least: "digits_65536". */
void hr_detail_literals(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
			size_t count);

#endif
