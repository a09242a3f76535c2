/* `harrier gen`: from a library to failures and tests. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/gen_internal.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* How much a sequence may do. Where the campaign has to repeat it is work that counts, some tens of milliseconds of it, and time only for what does none. */
enum { SEARCH_CPU_MS = 50, REPEATING_CPU_MS = 1000, REPEATING_WORK = 5000000 };

/* The library, with what its code proves. */
static int read_library(struct hr_gen *gen, struct hr_error *error)
{
	if (hr_app_library_read(&gen->library, &gen->input, true, error))
		return -1;
	hr_app_unit_take(&gen->unit, &gen->library);
	return 0;
}

/* Tests are compiled there: better to know that it cannot be before the search than after it. */
static int check_temporary(struct hr_error *error)
{
	char *directory = NULL;
	if (hr_directory_temporary(&directory, error))
		return -1;
	hr_directory_remove(directory);
	free(directory);
	return 0;
}

static int check_resumable(const struct hr_gen *gen, struct hr_error *error)
{
	char *path = hr_path_join(gen->out, "campaign.db");
	bool is_there = hr_path_is_file(path);
	free(path);
	if (is_there)
		return 0;
	hr_fail(error, HR_ERROR_INPUT, "there is no campaign in '%s' to go on with", gen->out);
	hr_strbuf_addstr(&error->hint, "leave out --resume to begin one, or name its folder with --out");
	return -1;
}

static int open_store(struct hr_gen *gen, struct hr_error *error)
{
	char *path = hr_path_join(gen->output.path, "campaign.db");
	int status = hr_store_open(&gen->store, path, false, error);
	if (!status && !gen->is_resumed)
		status = hr_store_clear(gen->store, error);
	free(path);
	return status;
}

/* Everything up to the search. */
static int prepare(struct hr_gen *gen, struct hr_error *error)
{
	/* each hang that is run again costs a second, and more where all has to repeat: one for a place is enough, the search avoids what hangs. Where hangs are not told anyway, what
	 * is only slow is not worth more than that either: whatever builds on it would be as slow. */
	bool repeats = !(gen->options.seconds > 0);
	struct hr_workers_options workers = { .cpu_ms = repeats ? REPEATING_CPU_MS : SEARCH_CPU_MS,
					      .work = repeats ? REPEATING_WORK : 0,
					      .count = (unsigned)gen->jobs,
					      .hang_factor = gen->options.hangs ? 0 : 1,
					      .hang_confirmations = 1 };
	double began = hr_clock_seconds();
	int status = gen->is_resumed ? check_resumable(gen, error) : 0;
	if (!status)
		status = read_library(gen, error);
	if (!status)
		status = check_temporary(error);
	gen->reading = hr_clock_seconds() - began;
	if (!status) /* better refused before the search than after it */
		status = hr_output_open(&gen->output, gen->out, error);
	began = hr_clock_seconds();
	if (!status)
		status = hr_app_unit_build(&gen->unit, error);
	if (!status)
		status = hr_app_unit_start(&gen->unit, &workers, error);
	gen->building = hr_clock_seconds() - began;
	return status;
}

/* ---- rules ---- */

static int read_contracts(struct hr_gen *gen, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = hr_file_read(&text, path, error);
	if (!status)
		status = hr_contracts_read(gen->campaign.rules, gen->unit.model, text.data, path, error);
	hr_strbuf_release(&text);
	return status;
}

/* What an earlier run learned and a person changed, then what the command line names. */
static int read_rules(struct hr_gen *gen, struct hr_error *error)
{
	char *path = hr_path_join(gen->out, "contracts.h");
	int status = hr_path_is_file(path) ? read_contracts(gen, path, error) : 0;
	if (!status && gen->contracts)
		status = read_contracts(gen, gen->contracts, error);
	free(path);
	return status;
}

static int write_rules(struct hr_gen *gen, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *path = hr_path_join(gen->output.path, "contracts.h");
	int status = 0;
	hr_contracts_write(&text, gen->unit.model, gen->campaign.rules);
	if (hr_rules_count(gen->campaign.rules))
		status = hr_file_write(path, text.data, text.length, error);
	free(path);
	hr_strbuf_release(&text);
	return status;
}

/* ---- tests ---- */

static int write_tests(struct hr_gen *gen, struct hr_error *error)
{
	hr_selection selection = HR_VEC_INIT;
	double began = hr_clock_seconds();
	hr_allowance_begin(&gen->allowance, gen->options.seconds, gen->campaign.spent[HR_PHASE_CONFIRM], began);
	int status = hr_gen_choose(&selection, gen, error);
	if (!status)
		status = hr_gen_write_tests(gen, &selection, error);
	hr_selection_release(&selection);
	gen->campaign.spent[HR_PHASE_TESTS] += hr_clock_seconds() - began;
	return status;
}

int hr_gen_run(struct hr_gen *gen, struct hr_error *error)
{
	if (prepare(gen, error))
		return -1;
	hr_live_init(&gen->live, false);
	hr_campaign_init(&gen->campaign, &gen->options, &gen->unit, gen->library.facts, &gen->live);
	int status = read_rules(gen, error);
	if (!status) /* from here on what an earlier campaign left is gone */
		status = open_store(gen, error);
	gen->campaign.store = gen->store;
	if (!status)
		status = hr_gen_store_input(gen, error);
	if (!status && gen->is_resumed)
		status = hr_campaign_resume(&gen->campaign, error);
	if (!status)
		status = hr_campaign_search(&gen->campaign, error);
	if (!status)
		status = write_rules(gen, error);
	if (!status)
		status = hr_gen_confirm(gen, error);
	if (!status)
		status = write_tests(gen, error);
	if (!status)
		status = hr_gen_store_times(gen, error);
	if (!status)
		status = hr_campaign_store_all(&gen->campaign, !gen->campaign.is_interrupted, error);
	return status ? status : hr_gen_write_report(gen, error);
}

void hr_gen_release(struct hr_gen *gen)
{
	hr_campaign_release(&gen->campaign);
	hr_store_close(gen->store);
	hr_app_unit_release(&gen->unit);
	hr_app_library_release(&gen->library);
	hr_output_close(&gen->output);
	hr_input_release(&gen->input);
	hr_strbuf_release(&gen->tests_problem);
	hr_strbuf_release(&gen->tests_edited);
	hr_vec_release(&gen->keeping.losing);
	free((char *)gen->test_file);
	hr_certificate_release(&gen->certificate);
	hr_coverage_release(&gen->coverage);
	hr_coverage_release(&gen->kept);
}

static int exit_code(const struct hr_gen *gen)
{
	if (gen->campaign.is_interrupted)
		return HR_EXIT_SIGNAL + hr_interrupt_postponed();
	return hr_campaign_failure_count(&gen->campaign, true) ? HR_EXIT_FAILURES : HR_EXIT_FINE;
}

int hr_command_gen(int argc, char **argv)
{
	struct hr_gen gen;
	struct hr_error error = HR_ERROR_INIT;
	int code = hr_gen_options(&gen, argc, argv);
	if (code) {
		code--;
	} else if (hr_gen_run(&gen, &error)) {
		code = hr_report_error(&error);
	} else {
		(gen.json ? hr_gen_tell_json : hr_gen_tell)(&gen);
		code = exit_code(&gen);
	}
	hr_error_release(&error);
	hr_gen_release(&gen);
	return code;
}
