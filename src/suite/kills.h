/* Which assertions of a test are worth their line: those that notice mutants which the others do not. */
#ifndef HR_SUITE_KILLS_H
#define HR_SUITE_KILLS_H

#include "suite/test.h"

/* What came of a test with one mutant. */
struct hr_kill {
	uint64_t id;     /* of the mutant */
	uint64_t failed; /* by bit: the check of that index does not hold */
	bool is_noticed; /* it crashes, or does not end: whatever is asserted */
};

typedef HR_VEC(struct hr_kill) hr_kills;

enum { HR_KILLS_CHECKS = 64, HR_KILLS_LEAST = 8 };

/* The checks to keep, by bit. All of them where there are more than HR_KILLS_CHECKS, or where too few mutants (HR_KILLS_LEAST) were noticed by checks alone to tell. Always there: what the focus returned, where that is checked, and at
 * least one; else those that together fail for every mutant that any fails for, as few as can be found quickly, the earlier of two
 * that are worth the same. */
uint64_t hr_kills_choose(const struct hr_test *test, const hr_kills *kills);

/* Takes away the checks that are not among those to keep; returns how many. */
size_t hr_kills_apply(struct hr_test *test, uint64_t keep);

/* Where the text of tests for hr_framework_recorder has checks: for each the line, and which check of which test it is; in the order of lines. */
struct hr_check_place {
	unsigned line;
	size_t test;
	size_t check;
};

typedef HR_VEC(struct hr_check_place) hr_check_places;

/* Tests whose checks cannot be told apart in the text are left out. `tests` are those of the file, in their order. */
void hr_kills_places(hr_check_places *out, const struct hr_test *tests, size_t count, const char *text);

/* The same of tests for hr_framework_plain, without tables. */
void hr_plain_places(hr_check_places *out, const struct hr_test *tests, size_t count, const char *text);

/* The place that a line is at: the last one that does not begin behind it; NULL when there is none. */
const struct hr_check_place *hr_kills_place(const hr_check_places *places, unsigned line);

#endif
