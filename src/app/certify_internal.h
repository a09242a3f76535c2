/* What the files of certification share: certify.c (which steps, and how long), certify_compile.c (compilers, and whom they complain about), certify_run.c (how runs differ),
 * certify_watch.c (what valgrind says), certify_checks.c (assertions that do not hold). */
#ifndef HR_APP_CERTIFY_INTERNAL_H
#define HR_APP_CERTIFY_INTERNAL_H

#include "app/certify.h"
#include "app/compilers.h"
#include "app/suite_trial.h"

struct hr_certifying {
	struct hr_test *tests;
	size_t count; /* that hold so far */
	const struct hr_app_unit *unit;
	struct hr_certify_options options;
	struct hr_certificate *out;
	double until;     /* on the clock; 0: as long as it takes */
	double must;      /* the same for what no test goes without */
	bool is_first;    /* nothing was run yet */
	unsigned changes; /* so many times tests have lost an assertion: programs from before are not theirs any more */
	double compiled;  /* seconds that it took to compile everything once, with the first compiler */
	double ran;       /* seconds of one run of all tests */
	unsigned runs;    /* of all tests, each in another way */
	struct hr_compilers compilers;
	struct hr_suite_trial plain[HR_COMPILERS_MOST];
	bool is_plain_ready[HR_COMPILERS_MOST];
};

/* Whether there is no time left. */
bool hr_certify_is_over(const struct hr_certifying *certifying);

/* Whether something of so many seconds will be over in time. */
bool hr_certify_has_time(const struct hr_certifying *certifying, double seconds);

/* At the end all is compiled and run as it will be written: for everything else there are so many seconds less. */
double hr_certify_whole(const struct hr_certifying *certifying);

/* From now on what takes longer than there is time is ended. Returns the trial. */
struct hr_suite_trial *hr_certify_limit(const struct hr_certifying *certifying, struct hr_suite_trial *trial);

/* The programs that runs are made of: those of the first compiler that will do; NULL: none does. */
struct hr_suite_trial *hr_certify_first_ready(struct hr_certifying *certifying);

/* What was tried, and what was not, and why, for the summary. */
extern const char hr_certify_no_time[];
void hr_certify_done(struct hr_certifying *certifying, const char *what);
void hr_certify_not_done(struct hr_certifying *certifying, const char *what, const char *why);

/* The same of a step that `seen` of the tests have passed; there was no time for the others. */
void hr_certify_tell(struct hr_certifying *certifying, const char *what, size_t seen);

/* Leaves out the tests that are not `fine`; `why` may be an array by test, or NULL where `reason` is the same for all. */
void hr_certify_leave_out(struct hr_certifying *certifying, const bool *fine, const char *const *why,
			  const char *reason);

/* ---- certify_compile.c ---- */

/* Compiles the library and the tests; tests that do not compile, or not without a warning, are left out. `*ready` is false when the library does not compile: then `said` has what the compiler said; or not in time (trial->is_late). `with` is what to
 * call the compiler in reasons. */
int hr_certify_compile(bool *ready, struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
		       struct hr_strbuf *said, struct hr_error *error);

/* Marks the tests that compilers and linkers complain about, by lines and names of functions in what they said: errors, and warnings unless the library's own headers are the reason. Sets `*is_clean` when there is no complaint at all
 * about files of ours. `text` is the file of that name. */
void hr_certify_blame(bool *is_blamed, bool *is_clean, const struct hr_test *tests, size_t count, const char *said,
		      const char *file, const char *text);

/* Whether compilers have nothing to say of the files of these tests, as they were written last: but for what the library's own headers are the reason for. */
int hr_certify_is_clean(bool *is_clean, const struct hr_test *tests, size_t count, const struct hr_suite_trial *trial,
			const char *said, struct hr_error *error);

/* Writes the tests as they are now, and compiles them; `*made` is false when that fails, is not clean, or takes too long. */
int hr_certify_refresh(bool *made, struct hr_certifying *certifying, struct hr_suite_trial *trial,
		       struct hr_error *error);

/* ---- certify_checks.c ---- */

/* Takes away the assertion that a test fails by, as `said` tells: its `index` among those of a file, which has that `text`. False: none is told, or nothing would be left to assert. */
bool hr_certify_drop_check(struct hr_test *tests, size_t count, size_t index, const char *file, const char *text,
			   const char *said);

/* ---- certify_run.c ---- */

/* One run of everything with a compiler's programs, the `number`th of all: order, layout, environment, time and contents of fresh memory depend on it. Leaves out what fails; `with` is part of the reason. A test that
 * fails by an assertion loses that first. */
int hr_certify_run(struct hr_certifying *certifying, struct hr_suite_trial *trial, unsigned number, const char *with,
		   struct hr_error *error);

/* The same under valgrind, by its path, of the tests that are `wanted` (by test; NULL: all); and with sanitizers. */
int hr_certify_valgrind(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *valgrind,
			const bool *wanted, struct hr_error *error);
int hr_certify_sanitized(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
			 struct hr_error *error);

/* ---- certify_watch.c ---- */

/* Under valgrind: all tests, or as many as there is time for, those that lose memory first. */
int hr_certify_watch(struct hr_certifying *certifying, struct hr_error *error);

/* Marks the next tests to be looked at, at most so many: those that lose memory first, then the others in their order. Returns how many. */
size_t hr_certify_next(bool *wanted, const struct hr_certifying *certifying, size_t most);

/* Leaves out the tests that lose memory, as far as we know, and that nobody has looked at. */
void hr_certify_leave_untidy(struct hr_certifying *certifying);

/* Why a test failed, from what it said. */
const char *hr_certify_reason(const struct hr_process_result *result);

#endif
