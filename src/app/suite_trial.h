/* Tests in a private directory: written as the user gets them, compiled by the Makefile that he gets, with a compiler and flags of our choice, and run behind the fence. What certifies tests, counts what they
 * cover and finds out what their assertions are good for stands on this. */
#ifndef HR_APP_SUITE_TRIAL_H
#define HR_APP_SUITE_TRIAL_H

#include "app/unit.h"
#include "base/process.h"
#include "suite/framework.h"

/* One compiler with its flags: object files of two of them do not go together. */
struct hr_suite_trial {
	const struct hr_app_unit *unit; /* borrowed, as the next four */
	const char *compiler;           /* NULL: what the Makefile takes by itself */
	const char *flags;              /* CFLAGS; NULL: none */
	const char *link_flags;         /* LDFLAGS; NULL: none */
	const char *library;            /* LIB, to be linked instead of the sources; NULL: the sources */
	const struct hr_framework
		*framework; /* NULL: plain, the only one whose programs hr_suite_trial_run_all() understands */
	bool is_flat;       /* without tables */
	/* On the clock: what is not over by then is ended, and nothing more is begun but what has been asked for; 0: only by limits of its own, of minutes. */
	double until;
	bool is_late;     /* something was ended by that: what came of it is not known */
	unsigned written; /* the caller's: which state of the tests was written last */
	char *directory;
	struct hr_arena arena;
	hr_recipe_strings readable; /* where programs may read, NULL-terminated */
	unsigned
		number; /* of the next run: names its directory, so that what one left there, and could not be removed, is not in the way of the next */
};

#define HR_SUITE_TRIAL_INIT { .arena = HR_ARENA_INIT, .readable = HR_VEC_INIT }

/* Makes the directory; compiler and flags may be set before or after it. The caller closes the trial, whatever comes of it. */
int hr_suite_trial_open(struct hr_suite_trial *trial, const struct hr_app_unit *unit, struct hr_error *error);
void hr_suite_trial_close(struct hr_suite_trial *trial); /* also one that was not opened */

/* Writes the files of a suite, in place of those that were there. The tests of one area must stand together (hr_tests_sort). What was made from files that change is gone. */
int hr_suite_trial_write(struct hr_suite_trial *trial, const struct hr_test *tests, size_t count,
			 struct hr_error *error);

/* Makes a target of the Makefile ("library", "tests", a program); `said` (unless NULL) gets what the compiler said, warnings too. */
int hr_suite_trial_make(bool *made, struct hr_strbuf *said, struct hr_suite_trial *trial, const char *target,
			struct hr_error *error);

enum { HR_SUITE_TEST_SECONDS = 10 };

/* One run of a program. */
struct hr_suite_trial_run {
	const char *program;            /* name of the file in the directory */
	const char *const *names;       /* of tests, NULL-terminated; NULL: all */
	const char *const *before;      /* a command that runs it, by its absolute path, NULL-terminated; NULL: none */
	const char *const *environment; /* "NAME=value", NULL-terminated; NULL: none */
	const char *directory; /* of its own, for its files: must be there, and stays; NULL: one that goes with it */
	unsigned seconds;      /* 0: HR_SUITE_TEST_SECONDS */
	bool is_unlimited;     /* in its use of memory: sanitizers and valgrind reserve terabytes */
};

/* What the Test Anything Protocol tells of a test: "ok NUMBER - NAME", "not ok NUMBER - NAME", or nothing. */
enum hr_tap { HR_TAP_NOTHING, HR_TAP_PASSED, HR_TAP_FAILED };
enum hr_tap hr_tap_tells(const char *output, const char *name);

/* The same of all tests of a start, in their order. When it was ended (`is_ended`), the test that ran at that moment seems to have failed: of the last one that did nothing is known. */
void hr_tap_take(enum hr_tap *told, const char *output, const char *const *names, size_t count, bool is_ended);

/* How all tests are run. */
struct hr_suite_round {
	struct hr_suite_trial_run
		run;    /* program and names are not looked at; seconds are for one test, all of them get more */
	uint64_t order; /* 0: as they are in the files; else a seed to shuffle them with */
	bool is_first;  /* what nothing is told of has not passed */
	bool is_slow; /* where several tests of an operation have failed, and not by an assertion, further ones are not asked for their reason */
	bool is_together; /* first all in one process: a test that passes so, and for which a checker (valgrind) says nothing, is not run again. The environment is not looked at then */
	/* Called with each test that fails, and with the result of running it alone; NULL: there was no time for that. `told` is what the test came to beside others: HR_TAP_NOTHING is not heard of but where it counts as failed (is_first). May be NULL. */
	void (*failed)(void *context, size_t index, const struct hr_process_result *alone, enum hr_tap told);
	void *context;
	bool *is_seen; /* by test: set where it was seen to pass, not only not to fail. NULL: nobody wants to know */
};

/* Runs it to its end. `out` is released by the caller, whatever comes of it. */
int hr_suite_trial_run(struct hr_process_result *out, struct hr_suite_trial *trial,
		       const struct hr_suite_trial_run *run, struct hr_error *error);

/* ---- suite_round.c ---- */

/* Runs the tests of all areas that have passed so far, several programs at a time, and takes away `passed` from those that fail; `round->failed` is called in the order of the tests. What ended without a word about a test, because
 * another ended everything, is run again, each test alone; unless the time is over by then: such a test stays as it is, or, where nobody has ever heard of it (`round->is_first`), has not passed. */
int hr_suite_trial_run_all(bool *passed, struct hr_suite_trial *trial, const struct hr_test *tests, size_t count,
			   const struct hr_suite_round *round, struct hr_error *error);

#endif
