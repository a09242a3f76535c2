/* What the files of certification share: certify.c (which steps, and how long), certify_compile.c (compilers, and whom they complain about), certify_run.c (how runs differ). */
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
	double until;    /* on the clock; 0: as long as it takes */
	double compiled; /* seconds that it took to compile everything with the first compiler */
	double ran;      /* seconds of one run of all tests */
	struct hr_compilers compilers;
	struct hr_suite_trial plain[HR_COMPILERS_MOST];
	bool is_plain_ready[HR_COMPILERS_MOST];
};

/* Leaves out the tests that are not `fine`; `why` may be an array by test, or NULL where `reason` is the same for all. */
void hr_certify_leave_out(struct hr_certifying *certifying, const bool *fine, const char *const *why,
			  const char *reason);

/* ---- certify_compile.c ---- */

/* Compiles the library and the tests; tests that do not compile, or not without a warning, are left out. `*ready` is false when the library does not compile: then `said` has what the compiler said. `with` is what to call the compiler
 * in reasons. */
int hr_certify_compile(bool *ready, struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
		       struct hr_strbuf *said, struct hr_error *error);

/* Marks the tests that compilers and linkers complain about, by lines and names of functions in what they said: errors, and warnings unless the library's own headers are the reason. Sets `*is_clean` when there is no complaint at all
 * about files of ours. `text` is the file of that name. */
void hr_certify_blame(bool *is_blamed, bool *is_clean, const struct hr_test *tests, size_t count, const char *said,
		      const char *file, const char *text);

/* ---- certify_run.c ---- */

/* One run of everything with a compiler's programs, the `number`th of all: order, layout, environment, time and contents of fresh memory depend on it. Leaves out what fails; `with` is part of the reason. */
int hr_certify_run(struct hr_certifying *certifying, struct hr_suite_trial *trial, unsigned number, const char *with,
		   struct hr_error *error);

/* The same under valgrind, by its path; and with sanitizers. */
int hr_certify_valgrind(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *valgrind,
			struct hr_error *error);
int hr_certify_sanitized(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
			 struct hr_error *error);

/* Why a test failed, from what it said. */
const char *hr_certify_reason(const struct hr_process_result *result);

#endif
