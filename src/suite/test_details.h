/* What tells a test from others of the same operation, in words for its name. Private to this folder. */
#ifndef HR_SUITE_TEST_DETAILS_H
#define HR_SUITE_TEST_DETAILS_H

#include "base/strbuf.h"
#include "suite/test.h"

/* The check on what the focus returned; NULL: there is none. */
const struct hr_assertion *hr_result_check(const struct hr_test *test);

/* Whether that is what the test compares: the call was given a stream, and nothing stands in it. */
bool hr_writes_nothing(const struct hr_test *test);

/* A name without the words that it shares with the operation at its beginning: these are told already. */
const char *hr_own_words(const char *name, const char *operation);

/* The parameter for the buffer that was too short, as far as it seems: the call refused, and others that had more room did not, or the buffer was nearly full. The
 * number of parameters when it is none. `tests`: all that there are. */
size_t hr_short_buffer(const struct hr_test *test, const struct hr_test *tests, size_t count);

/* Each appends a part, or nothing. */
void hr_detail_errno(struct hr_strbuf *out, const struct hr_test *test); /* "with_erange" */
/* "returns_not_found": the text or the number with a fraction itself; `is_long`: a text that cannot be told by its length. */
void hr_detail_returned(struct hr_strbuf *out, const struct hr_test *test, bool is_long);
void hr_detail_history(struct hr_strbuf *out, const struct hr_test *test);  /* "after_list_add" */
void hr_detail_memory(struct hr_strbuf *out, const struct hr_test *test);   /* "when_allocation_2_fails" */
void hr_detail_calls(struct hr_strbuf *out, const struct hr_test *test);    /* "calls_visit_a_1" */
void hr_detail_fields(struct hr_strbuf *out, const struct hr_test *test);   /* "with_state_3", "with_list_size_2" */
void hr_detail_contents(struct hr_strbuf *out, const struct hr_test *test); /* "leaves_a_b": a text beside the result */

/* Literals of the focus in which it differs from one of the others at least: "digits_65536". */
void hr_detail_literals(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
			size_t count);

/* Who made its arguments, where that differs from one of the others: "list_from_parse"; with the first literal that it was made of: "list_from_parse_a". `most`: so many
 * arguments. */
void hr_detail_makers(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
		      size_t count, unsigned most, bool with_literals);

#endif
