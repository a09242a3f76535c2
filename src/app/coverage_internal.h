/* The state of one measurement: coverage.c (programs, runs, totals) and coverage_tests.c (test by test). */
#ifndef HR_APP_COVERAGE_INTERNAL_H
#define HR_APP_COVERAGE_INTERNAL_H

#include "app/coverage.h"
#include "app/suite_trial.h"

/* A program of the suite: the tests of an area. */
struct hr_covered_program {
	const char *name, *path;
	size_t first, count; /* its tests */
};

struct hr_measuring {
	struct hr_coverage *out;
	struct hr_coverage_detail *detail; /* or NULL */
	struct hr_suite_trial trial;
	struct hr_arena arena;
	HR_VEC(struct hr_covered_program) programs;
	const char *ignored; /* the option for llvm-cov: files that do not count */
};

/* Runs one of LLVM's programs; `*fine` is false when it cannot be had, or fails: `out->why` says what is wrong. */
int hr_measuring_run_tool(bool *fine, struct hr_process_result *result, struct hr_measuring *measuring,
			  const char *const *argv, struct hr_error *error);

/* ---- coverage_tests.c ---- */

/* Changes what runs the tests, so that each of them leaves its counters in a directory of its own: in PROFILES/raw/PROGRAM, which is made. */
int hr_measuring_separate(struct hr_measuring *measuring, const char *profiles, struct hr_error *error);

/* Where a program is to leave them: a setting of its environment. In the arena. */
const char *hr_measuring_separate_setting(struct hr_measuring *measuring, const char *profiles,
					  const struct hr_covered_program *program);

/* Finds out what each test executes, until the clock says `end`. What cannot be read is not known: that is all. */
int hr_measuring_tests(struct hr_measuring *measuring, const struct hr_test *tests, const char *profiles, double end,
		       struct hr_error *error);

#endif
