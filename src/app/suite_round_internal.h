/* What the files about rounds share: programs that are started with some of their tests, side by side. */
#ifndef HR_APP_SUITE_ROUND_INTERNAL_H
#define HR_APP_SUITE_ROUND_INTERNAL_H

#include "app/suite_trial.h"

/* One start of a program, with some of its tests. */
struct hr_start {
	struct hr_suite_trial trial; /* a copy: what changes is its own */
	struct hr_suite_trial_run run;
	HR_VEC(size_t) tests;
	HR_VEC(const char *) names; /* of them, in the same order; NULL-terminated once it was run */
	struct hr_process_result result;
	struct hr_error error;
	int status;
};

typedef HR_VEC(struct hr_start *) hr_starts;

/* What tests of an operation failed by, as far as it was not an assertion of theirs. */
struct hr_known_failure {
	size_t operation;
	unsigned times;
	struct hr_process_result result; /* of the first */
};

struct hr_running {
	struct hr_suite_trial *trial;
	const struct hr_test *tests;
	size_t count;
	const struct hr_suite_round *round;
	bool *passed; /* by test: it is wanted, and nothing is known against it yet */
	HR_VEC(struct hr_known_failure) known;
};

bool hr_round_is_over(const struct hr_running *running);

/* Starts for the tests that passed so far, those of an area in the order of the round. */
void hr_starts_add_areas(hr_starts *starts, const struct hr_running *running);

/* Runs them all. The first that could not be run is what this fails with. */
int hr_starts_run(hr_starts *starts, struct hr_running *running, struct hr_error *error);
void hr_starts_release(hr_starts *starts);

/* The test was seen to pass. */
void hr_round_note_seen(struct hr_running *running, size_t test);

/* ---- suite_together.c ---- */

/* Tests in one process, which is many times quicker where each process begins slowly; `told` gets what is known after it of the tests that passed so far. `apart` is set for those that have to be run in processes
 * of their own, because nothing can be said of them. */
int hr_round_run_together(enum hr_tap *told, bool *apart, struct hr_running *running, struct hr_error *error);

#endif
