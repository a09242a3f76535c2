/* A failing sequence, or the neighbour that passes, as a C program that anybody can compile and run: nothing of ours is in it. */
#ifndef HR_SUITE_FAILURE_TEST_H
#define HR_SUITE_FAILURE_TEST_H

#include "oracle/idioms.h"

struct hr_failure_test {
	const struct hr_sequence *sequence; /* borrowed, as everything here */
	enum hr_way way;
	const char *class_name;     /* hr_class_name */
	const char *summary;        /* one line: what happens; NULL: the way and the operation say it */
	const char *const *reasons; /* a sentence each */
	size_t reason_count;
	const char *compile; /* how to compile it, a line or more; NULL: nothing is said */

	const struct hr_contract *contract; /* HR_WAY_PROPERTY: what must hold at the end, and does not; else NULL */
	size_t value; /* HR_WAY_UNSTABLE: what differs from run to run, and is printed; else HR_NO_VALUE */

	const char *difference; /* the neighbour, which passes: what it has instead; NULL: this one fails */
};

/* A copy of the sequence whose values are named by what they are for: by type, by the parameter that they are for, by the field. Names that somebody chose stay. */
struct hr_sequence *hr_failure_rename(const struct hr_sequence *sequence);

/* The same when it is known which values a reader gets to see, by value: these are named first, so that their numbers have no gaps. */
struct hr_sequence *hr_rename_values(const struct hr_sequence *sequence, const bool *has_variable);

/* Writes the program. Variables are named by what they are for. Fails with HR_ERROR_INPUT for what plain C has no words for. */
int hr_failure_test_write(struct hr_strbuf *out, const struct hr_failure_test *test, struct hr_error *error);

#endif
