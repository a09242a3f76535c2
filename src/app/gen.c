/* `harrier gen`: from a library to tests. Sequences are made naively for now, run with every check, and those that reach new
 * branches are written down as tests, each of which was compiled and has passed. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/gen_internal.h"
#include "base/bug.h"
#include "base/memory.h"
#include "search/naive.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: harrier gen [OPTION…] --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier gen [OPTION…] --header FILE.h… -p BUILD [-- FLAGS]\n"
	"\n"
	"Makes sequences of calls into the library, runs them with every check, and writes those that reach new\n"
	"branches down as unit tests in plain C: each is compiled with the system's compiler and has passed.\n"
	"\n"
	"input: --header FILE, --tree DIR, -p/--build DIR as for 'harrier inspect'\n"
	"\n"
	"options:\n"
	"  --out DIR         where the tests go; harrier-out by default; one run at a time\n"
	"  --sequences N     how many sequences to make; 2000 by default\n"
	"  --calls N         calls in each; 8 by default\n"
	"  --seed N          the same seed makes the same sequences; 1 by default\n"
	"  --tests N         at most so many tests; 50 by default\n"
	"  -h, --help        this text\n"
	"\n"
	"example:\n"
	"  harrier gen --header list.h list.c && make -C harrier-out/tests\n"
	"\n"
	"exit codes: 0 fine, 2 wrong command line, 3 the input cannot be used, 4 internal error\n";

enum { OPTION_OUT = HR_OPTION_OWN, OPTION_SEQUENCES, OPTION_CALLS, OPTION_SEED, OPTION_TESTS };

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "sequences", required_argument, NULL, OPTION_SEQUENCES },
	{ "calls", required_argument, NULL, OPTION_CALLS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "tests", required_argument, NULL, OPTION_TESTS },
	{ NULL, 0, NULL, 0 },
};

static bool take_option(void *context, int option, const char *argument)
{
	struct hr_gen *gen = context;
	switch (option) {
	case OPTION_OUT:
		gen->out = argument;
		return true;
	case OPTION_SEQUENCES:
		return hr_argument_number(&gen->sequence_count, "gen", "--sequences", argument, 1, 10000000);
	case OPTION_CALLS:
		return hr_argument_number(&gen->calls, "gen", "--calls", argument, 1, 1000);
	case OPTION_SEED:
		return hr_argument_number(&gen->seed, "gen", "--seed", argument, 0, LONG_MAX);
	case OPTION_TESTS:
		return hr_argument_number(&gen->most_tests, "gen", "--tests", argument, 1, 10000);
	default:
		HR_BUG("option %d has no meaning", option);
	}
}

static enum hr_parsed parse(struct hr_gen *gen, int argc, char **argv)
{
	struct hr_arguments arguments = {
		.command = "gen",
		.options = options,
		.input = &gen->input,
		.take = take_option,
		.context = gen,
	};
	enum hr_parsed result = hr_arguments_parse(&arguments, argc, argv);
	if (result == HR_PARSED && !gen->input.headers.count) {
		hr_usage_error("gen", "no header given: --header FILE names the public header");
		return HR_PARSED_WRONG;
	}
	return result;
}

/* One slice of the search: made, run, looked at, forgotten but for what reached something new. */
enum { SLICE = 256 };

struct slice {
	struct hr_gen *gen;
	struct hr_sequence *sequences[SLICE];
	struct hr_program *programs[SLICE];
	size_t count;
};

enum { TESTS_WITH_OPERATION = 5 };

/* A library without sources counts no branches: then what counts is an operation that is in few tests yet. */
static bool calls_something_new(struct hr_gen *gen, const struct hr_sequence *sequence)
{
	bool is_new = false;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (statement->kind == HR_STATEMENT_CALL && gen->called[statement->operation] < TESTS_WITH_OPERATION) {
			gen->called[statement->operation]++;
			is_new = true;
		}
	}
	return is_new;
}

static void look_at(void *context, size_t index, struct hr_outcome *outcome)
{
	struct slice *slice = context;
	struct hr_gen *gen = slice->gen;
	gen->outcomes[outcome->status]++;
	gen->calls_made += outcome->calls.count;
	if (outcome->status != HR_OUTCOME_NORMAL)
		return;
	bool is_new = false;
	for (size_t i = 0; i < outcome->edges.count; i++) {
		uint32_t edge = outcome->edges.data[i];
		if (edge >= gen->edge_count || gen->is_covered[edge])
			continue;
		gen->is_covered[edge] = true;
		gen->covered++;
		is_new = true;
	}
	if (!gen->edge_count)
		is_new = calls_something_new(gen, slice->sequences[index]);
	if (!is_new || gen->kept.count >= (size_t)gen->most_tests)
		return;
	hr_vec_push(&gen->kept, slice->sequences[index]);
	slice->sequences[index] = NULL;
}

static int run_slice(struct slice *slice, struct hr_random *random, struct hr_error *error)
{
	struct hr_gen *gen = slice->gen;
	static const struct hr_run_wants wants = { .edges = true };
	size_t made = 0;
	for (size_t i = 0; i < slice->count; i++) {
		slice->sequences[made] = hr_naive_sequence(gen->unit.model, random, (size_t)gen->calls);
		slice->programs[made] = NULL;
		/* One that cannot be encoded is no reason to stop: there are others. */
		if (hr_program_new(&slice->programs[made], slice->sequences[made], &gen->unit.callables, &wants,
				   error)) {
			hr_error_release(error);
			hr_sequence_free(slice->sequences[made]);
			gen->passed_over++;
		} else {
			made++;
		}
	}
	int status = made ? hr_workers_run(gen->unit.workers, slice->programs, made, look_at, slice, error) : 0;
	for (size_t i = 0; i < made; i++) {
		hr_program_free(slice->programs[i]);
		hr_sequence_free(slice->sequences[i]);
	}
	return status;
}

static int search(struct hr_gen *gen, struct hr_error *error)
{
	struct hr_random random;
	struct slice slice = { .gen = gen };
	int status = 0;
	hr_random_seed(&random, (uint64_t)gen->seed);
	gen->edge_count = hr_workers_edge_count(gen->unit.workers);
	gen->is_covered = hr_calloc(gen->edge_count, sizeof *gen->is_covered);
	gen->called = hr_calloc(gen->unit.model->operations.count, sizeof *gen->called);
	for (long done = 0; done < gen->sequence_count && !status; done += SLICE) {
		long left = gen->sequence_count - done;
		slice.count = left < SLICE ? (size_t)left : SLICE;
		status = run_slice(&slice, &random, error);
	}
	return status;
}

static void tell_search(const struct hr_gen *gen)
{
	const struct hr_model *model = gen->unit.model;
	printf("%s: %zu operations; %ld sequences, %zu calls, %zu of %u edges\n", model->unit, model->operations.count,
	       gen->sequence_count, gen->calls_made, gen->covered, gen->edge_count);
	printf("  outcomes:");
	const char *separator = "";
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++) {
		if (!gen->outcomes[i])
			continue;
		printf("%s %zu %s", separator, gen->outcomes[i], hr_outcome_status_name((enum hr_outcome_status)i));
		separator = ",";
	}
	printf("\n");
	if (gen->passed_over)
		printf("  %zu sequences could not be run: they need what no sequence can have\n", gen->passed_over);
}

static int generate(struct hr_gen *gen, struct hr_error *error)
{
	struct hr_workers_options workers = { .cpu_ms = 50 };
	int status = hr_app_unit_read(&gen->unit, &gen->input, error);
	if (!status) /* better refused before the search than after it */
		status = hr_output_open(&gen->output, gen->out, error);
	if (!status)
		status = hr_app_unit_build(&gen->unit, error);
	if (!status)
		status = hr_app_unit_start(&gen->unit, &workers, error);
	if (!status)
		status = search(gen, error);
	if (!status)
		tell_search(gen);
	return status ? status : hr_gen_write_tests(gen, error);
}

static void release(struct hr_gen *gen)
{
	for (size_t i = 0; i < gen->kept.count; i++)
		hr_sequence_free(gen->kept.data[i]);
	hr_vec_release(&gen->kept);
	free(gen->is_covered);
	free(gen->called);
	hr_app_unit_release(&gen->unit);
	hr_output_close(&gen->output);
	hr_input_release(&gen->input);
}

int hr_command_gen(int argc, char **argv)
{
	struct hr_gen gen;
	memset(&gen, 0, sizeof gen);
	gen.out = "harrier-out";
	gen.sequence_count = 2000;
	gen.calls = 8;
	gen.seed = 1;
	gen.most_tests = 50;
	struct hr_error error = HR_ERROR_INIT;
	int code = HR_EXIT_FINE;
	switch (parse(&gen, argc, argv)) {
	case HR_PARSED_HELP:
		fputs(help, stdout);
		break;
	case HR_PARSED_WRONG:
		code = HR_EXIT_USAGE;
		break;
	case HR_PARSED:
		if (generate(&gen, &error))
			code = hr_report_error(&error);
		break;
	}
	hr_error_release(&error);
	release(&gen);
	return code;
}
