/* Tests that passed as plain programs, tried once more as the user gets them: with his framework. Where that runs all tests in one process, what one leaves in the library can
 * make another fail; such a test is left out. */
#include "app/gen_suite.h"
#include "app/suite_trial.h"
#include "base/memory.h"
#include "suite/areas.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 4, SECONDS = 30 };

/* Runs the programs of all areas; `told` gets what they print. True when all ended well. */
static int run_programs(bool *all, struct hr_strbuf *told, struct hr_suite_trial *trial, const struct hr_test *tests,
			size_t count, struct hr_error *error)
{
	const char *const environment[] = { trial->framework->environment, NULL };
	int status = 0;
	*all = true;
	for (size_t i = 0; i < count && !status; i++) {
		if (i && strcmp(tests[i].area, tests[i - 1].area) == 0)
			continue;
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		char *program = hr_suite_program_name(trial->unit, tests[i].area);
		struct hr_suite_trial_run run = { .program = program, .environment = environment, .seconds = SECONDS };
		status = hr_suite_trial_run(&result, trial, &run, error);
		*all = *all && !status && result.exit_code == 0 && !result.timed_out;
		hr_strbuf_addf(told, "%s\n%s\n", result.output.data, result.errors.data);
		hr_process_result_release(&result);
		free(program);
	}
	return status;
}

/* Written, compiled, run. */
static int try(bool *made, bool *all, struct hr_strbuf *told, struct hr_suite_trial *trial, const struct hr_test *tests,
	       size_t count, struct hr_error *error)
{
	*all = false;
	int status = hr_suite_trial_write(trial, tests, count, error);
	if (!status)
		status = hr_suite_trial_make(made, told, trial, "tests", error);
	if (!status && *made && trial->framework->needs_freedom)
		*all = true; /* each test has its own process there, as when it was tried before */
	else if (!status && *made)
		status = run_programs(all, told, trial, tests, count, error);
	return status;
}

static size_t keep_told(struct hr_test *tests, size_t count, const char *told)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (hr_framework_tells_passed(told, tests[i].name))
			hr_tests_swap(tests, kept++, i);
	return kept;
}

int hr_suite_fit(struct hr_suite_fit *out, struct hr_test *tests, size_t *count, const struct hr_app_unit *unit,
		 const struct hr_framework *framework, double until, struct hr_error *error)
{
	struct hr_suite_trial trial = HR_SUITE_TRIAL_INIT;
	bool made = false, all = false;
	size_t kept = *count;
	*out = (struct hr_suite_fit){ .told = HR_STRBUF_INIT };
	int status = hr_suite_trial_open(&trial, unit, error);
	trial.framework = framework;
	trial.until = until;
	if (!status)
		status = try(&made, &all, &out->told, &trial, tests, kept, error);
	out->is_tried = made;
	trial.is_flat = true; /* so that each test is told by its name */
	for (int i = 0; i < MOST_ROUNDS && !status && made && !all && kept && !trial.is_late; i++) {
		hr_strbuf_clear(&out->told);
		status = try(&made, &all, &out->told, &trial, tests, kept, error);
		if (!status && made && !all && !trial.is_late)
			kept = keep_told(tests, kept, out->told.data);
		out->is_flat = true;
	}
	if (!kept || trial.is_late) /* it is not the tests' fault, then */
		out->is_tried = false;
	else
		*count = kept;
	if (trial.is_late) {
		hr_strbuf_clear(&out->told);
		hr_strbuf_addstr(&out->told, "there was no time for it");
	}
	hr_suite_trial_close(&trial);
	return status;
}
