/* Trying tests before anybody else does: compiled with the system's compiler by the Makefile that the user gets, run several times behind the fence, each time in fresh processes; what
 * fails is left out. */
#include "app/gen_suite.h"
#include "app/suite_trial.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 };

/* Keeps the tests that compile and link when they are alone. */
static int keep_compiling(struct hr_test *tests, size_t *count, struct hr_suite_trial *trial, struct hr_error *error)
{
	size_t kept = 0;
	int status = 0;
	for (size_t i = 0; i < *count && !status; i++) {
		bool made = false;
		status = hr_suite_trial_write(trial, &tests[i], 1, error);
		if (!status)
			status = hr_suite_trial_make(&made, NULL, trial, "tests", error);
		if (made)
			hr_tests_swap(tests, kept++, i);
	}
	*count = kept;
	return status ? status : hr_suite_trial_write(trial, tests, kept, error);
}

/* Compilers have words for a full disk, unless there is no room for them. Fails when that is what is wrong: tests are not to blame. */
static int check_disk(const struct hr_suite_trial *trial, const struct hr_strbuf *details, struct hr_error *error)
{
	const char *full = strerror(ENOSPC);
	if (!strstr(details->data, full) && (details->length || hr_path_has_room(trial->directory)))
		return 0;
	hr_fail(error, HR_ERROR_INTERNAL, "cannot compile the tests in '%s': %s", trial->directory, full);
	hr_strbuf_addstr(&error->details, details->data);
	hr_strbuf_addstr(&error->hint, "TMPDIR names another place for temporary files");
	return -1;
}

/* Compiles the tests; those that keep the others from compiling are left out. */
static int compile(struct hr_test *tests, size_t *count, struct hr_suite_trial *trial, struct hr_error *error)
{
	struct hr_strbuf details = HR_STRBUF_INIT;
	bool made = false;
	const char *what = "the library does not compile with the system's compiler";
	int status = hr_suite_trial_write(trial, tests, *count, error);
	if (!status)
		status = hr_suite_trial_make(&made, &details, trial, "library", error);
	if (!status && !made)
		status = check_disk(trial, &details, error);
	if (!status && made) {
		what = "the tests do not compile";
		status = hr_suite_trial_make(&made, &details, trial, "tests", error);
		if (!status && !made)
			status = check_disk(trial, &details, error);
		if (!status && !made)
			status = keep_compiling(tests, count, trial, error);
		if (!status && !made && *count) {
			hr_strbuf_clear(&details);
			status = hr_suite_trial_make(&made, &details, trial, "tests", error);
		}
	}
	if (!status && !made) {
		status = hr_fail(error, HR_ERROR_INPUT, "%s", what);
		hr_strbuf_addstr(&error->details, details.data);
	}
	hr_strbuf_release(&details);
	return status;
}

static int keep_running(struct hr_test *tests, size_t *count, struct hr_suite_trial *trial, struct hr_error *error)
{
	const struct hr_suite_round round = { .order = 0 };
	bool *passed = hr_calloc(*count, sizeof *passed);
	size_t kept = 0;
	int status = 0;
	memset(passed, true, *count * sizeof *passed);
	for (int i = 0; i < ROUNDS && !status; i++)
		status = hr_suite_trial_run_all(passed, trial, tests, *count, &round, error);
	for (size_t i = 0; i < *count && !status; i++)
		if (passed[i])
			hr_tests_swap(tests, kept++, i);
	*count = kept;
	free(passed);
	return status;
}

int hr_suite_certify(struct hr_test *tests, size_t *count, const struct hr_app_unit *unit, struct hr_error *error)
{
	struct hr_suite_trial trial = HR_SUITE_TRIAL_INIT;
	int status = hr_suite_trial_open(&trial, unit, error);
	if (!status)
		status = compile(tests, count, &trial, error);
	if (!status)
		status = keep_running(tests, count, &trial, error);
	hr_suite_trial_close(&trial);
	return status;
}
