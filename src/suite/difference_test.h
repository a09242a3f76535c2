/* A difference between two versions of a library as a C program that anybody can compile with either: nothing of ours is in it. */
#ifndef HR_SUITE_DIFFERENCE_TEST_H
#define HR_SUITE_DIFFERENCE_TEST_H

#include "base/error.h"
#include "suite/behaviour.h"

struct hr_difference_test {
	const struct hr_sequence *sequence; /* of the old version; borrowed, as everything here */
	const struct hr_difference *difference;
	const char *before, *after; /* what each version did, a line each */
};

/* Writes the program: what the old version did is asserted, so that it passes there and fails with the new one; one that is fixed fails with the old version only. Variables are
 * named by what they are for. Fails with HR_ERROR_INPUT for what plain C has no words for. */
int hr_difference_test_write(struct hr_strbuf *out, const struct hr_difference_test *test, struct hr_error *error);

/* A copy of the sequence with the names that its variables have in the program. */
struct hr_sequence *hr_difference_rename(const struct hr_sequence *sequence, const struct hr_difference *difference);

#endif
