/* `harrier replay`: runs a sequence written as text and tells what each call did. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/replay_internal.h"
#include "base/bug.h"
#include "suite/program.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: harrier replay [OPTION…] FILE.seq --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier replay [OPTION…] FILE.seq --header FILE.h… -p BUILD [-- FLAGS]\n"
	"       harrier replay [OPTION…] NUMBER --header FILE.h… [SOURCE.c…] [-- FLAGS]\n"
	"\n"
	"Builds the library with every check, runs the calls of FILE.seq in a process of their own and prints each\n"
	"call with its result. The first call that goes wrong ends the run, with the reason and the place.\n"
	"\n"
	"    v0 = list_new()\n"
	"    v1 = list_add(v0, \"n\", 3.5)\n"
	"    list_free(v0)\n"
	"\n"
	"input: --header FILE, --tree DIR, -p/--build DIR, --with FILE.c as for 'harrier inspect'; FILE.seq may be given several\n"
	"times, '-' is standard input; NUMBER is that of a failure which 'harrier gen' found\n"
	"\n"
	"options:\n"
	"  --out DIR         output folder of the campaign that found failure NUMBER; harrier-out by default\n"
	"  --trace           also heap events, coverage and comparisons\n"
	"  --json            one JSON object for each sequence\n"
	"  --emit-c          print the equivalent plain C program instead of running anything\n"
	"  --leaks           memory that nothing points to at the end is a failure\n"
	"  --repeat N        run the sequences in turn, N runs in all, and print only how fast and how they ended\n"
	"  --fill BYTE       fill fresh memory with this byte (1 to 255) instead of 190\n"
	"  --timeout MS      CPU time of the whole sequence; 1000 by default\n"
	"  -h, --help        this text\n"
	"\n"
	"examples:\n"
	"  harrier replay parse.seq --header list.h list.c\n"
	"  harrier replay --emit-c parse.seq --header list.h list.c > parse.c && cc parse.c list.c\n"
	"  harrier replay 3 --header list.h list.c\n"
	"  echo 'v0 = list_new()' | harrier replay --trace - --header list.h list.c\n"
	"\n"
	"exit codes: 0 all calls returned normally, 1 a call failed, 2 wrong command line, 3 the sequence or the\n"
	"library cannot be used, 4 internal error\n";

struct request {
	struct hr_input input;
	const char *out;            /* folder of a campaign */
	HR_VEC(const char *) files; /* or numbers of failures */
	struct hr_run_wants wants;
	bool trace;
	bool json;
	bool emit_c;
	long repeat; /* 0: once, with all details */
};

enum {
	OPTION_OUT = HR_OPTION_OWN,
	OPTION_TRACE,
	OPTION_JSON,
	OPTION_EMIT_C,
	OPTION_LEAKS,
	OPTION_REPEAT,
	OPTION_FILL,
	OPTION_TIMEOUT
};

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "trace", no_argument, NULL, OPTION_TRACE },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "emit-c", no_argument, NULL, OPTION_EMIT_C },
	{ "leaks", no_argument, NULL, OPTION_LEAKS },
	{ "repeat", required_argument, NULL, OPTION_REPEAT },
	{ "fill", required_argument, NULL, OPTION_FILL },
	{ "timeout", required_argument, NULL, OPTION_TIMEOUT },
	{ NULL, 0, NULL, 0 },
};

static bool take_option(void *context, int option, const char *argument)
{
	struct request *request = context;
	long number;
	switch (option) {
	case OPTION_OUT:
		request->out = argument;
		break;
	case OPTION_TRACE:
		request->trace = true;
		break;
	case OPTION_JSON:
		request->json = true;
		break;
	case OPTION_EMIT_C:
		request->emit_c = true;
		break;
	case OPTION_LEAKS:
		request->wants.leaks = true;
		break;
	case OPTION_REPEAT:
		return hr_argument_number(&request->repeat, "replay", "--repeat", argument, 1, LONG_MAX);
	case OPTION_FILL:
		if (!hr_argument_number(&number, "replay", "--fill", argument, 1, 255))
			return false;
		request->wants.fill = (unsigned char)number;
		break;
	case OPTION_TIMEOUT:
		if (!hr_argument_number(&number, "replay", "--timeout", argument, 1, 3600000))
			return false;
		request->wants.cpu_ms = (unsigned)number;
		break;
	default:
		HR_BUG("option %d has no meaning", option);
	}
	return true;
}

static bool take_word(void *context, const char *word)
{
	struct request *request = context;
	if (!hr_replay_is_input(word))
		return false;
	hr_vec_push(&request->files, word);
	return true;
}

static enum hr_parsed parse(struct request *request, int argc, char **argv)
{
	struct hr_arguments arguments = {
		.command = "replay",
		.options = options,
		.input = &request->input,
		.take = take_option,
		.take_word = take_word,
		.context = request,
	};
	enum hr_parsed result = hr_arguments_parse(&arguments, argc, argv);
	const char *wrong = NULL;
	if (result != HR_PARSED)
		return result;
	if (!request->files.count)
		wrong = HR_REPLAY_NO_INPUT;
	else if (!request->input.headers.count)
		wrong = "no header given: --header FILE names the public header";
	else if (request->emit_c && (request->json || request->trace || request->repeat))
		wrong = "--emit-c runs nothing: it goes without --json, --trace and --repeat";
	else if (request->repeat && (request->json || request->trace))
		wrong = "--repeat prints no details: it goes without --json and --trace";
	if (wrong)
		hr_usage_error("replay", "%s", wrong);
	return wrong ? HR_PARSED_WRONG : HR_PARSED;
}

/* `*wants` is set to what is wanted of this one: of a failure of a campaign also leaks, when that is what it is. */
static int read_input(struct hr_replay_input *out, struct hr_run_wants *wants, const struct request *request,
		      const struct hr_app_unit *unit, const char *word, struct hr_error *error)
{
	int status = hr_replay_read(out, unit->model, request->out, word, error);
	*wants = request->wants;
	if (status || !out->failure)
		return status;
	if (strcmp(out->way, "leak") == 0)
		wants->leaks = true;
	if (!request->json && !request->emit_c && !request->repeat)
		printf("failure %lld, %s: %s\n", (long long)out->failure, out->class, out->summary);
	return 0;
}

struct telling {
	const struct request *request;
	struct hr_replay_view view;
	struct hr_symbols *symbols;
	struct hr_strbuf out;
	struct hr_error *error;
	int status;
	bool is_fine;
};

static void tell(void *context, size_t index, struct hr_outcome *outcome)
{
	struct telling *telling = context;
	(void)index;
	telling->view.outcome = outcome;
	telling->is_fine = hr_replay_is_fine(outcome);
	/* A report without lines is better than none. */
	if (hr_symbols_apply(telling->symbols, outcome, telling->error)) {
		fflush(stdout);
		fprintf(stderr, "harrier: the places in the code are missing: %s\n", telling->error->message.data);
		hr_error_release(telling->error);
	}
	telling->status = telling->request->json ? hr_replay_json(&telling->out, &telling->view, telling->error)
						 : hr_replay_text(&telling->out, &telling->view, telling->error);
}

static int run_one(bool *is_fine, const struct request *request, struct hr_app_unit *unit, struct hr_symbols *symbols,
		   const char *word, struct hr_error *error)
{
	struct hr_replay_input input;
	struct hr_program *program = NULL;
	struct hr_run_wants wants;
	struct telling telling = { .request = request, .symbols = symbols, .out = HR_STRBUF_INIT, .error = error };
	int status = read_input(&input, &wants, request, unit, word, error);
	telling.view = (struct hr_replay_view){ unit, input.sequence, NULL, word, request->trace };
	if (!status && request->emit_c) {
		status = hr_suite_program(&telling.out, input.sequence, error);
		telling.is_fine = true;
	} else if (!status) {
		wants.descriptions = true;
		wants.output = true;
		wants.heap = true; /* with it come the stacks of allocations */
		wants.comparisons = wants.edges = wants.places = request->trace;
		status = hr_program_new(&program, input.sequence, &unit->callables, &wants, error);
		if (!status)
			status = hr_workers_run(unit->workers, &program, 1, tell, &telling, error);
		if (!status)
			status = telling.status;
	}
	if (!status)
		fwrite(telling.out.data, 1, telling.out.length, stdout);
	*is_fine = *is_fine && telling.is_fine;
	hr_program_free(program);
	hr_replay_input_release(&input);
	hr_strbuf_release(&telling.out);
	return status;
}

static int repeat(bool *is_fine, const struct request *request, struct hr_app_unit *unit, struct hr_error *error)
{
	HR_VEC(struct hr_replay_input) inputs = HR_VEC_INIT;
	HR_VEC(struct hr_program *) programs = HR_VEC_INIT;
	int status = 0;
	for (size_t i = 0; i < request->files.count && !status; i++) {
		struct hr_replay_input input;
		struct hr_program *program = NULL;
		struct hr_run_wants wants;
		status = read_input(&input, &wants, request, unit, request->files.data[i], error);
		if (!status)
			status = hr_program_new(&program, input.sequence, &unit->callables, &wants, error);
		hr_vec_push(&inputs, input);
		hr_vec_push(&programs, program);
	}
	if (!status)
		status = hr_replay_repeat(is_fine, unit, programs.data, programs.count, (size_t)request->repeat, error);
	for (size_t i = 0; i < programs.count; i++) {
		hr_program_free(programs.data[i]);
		hr_replay_input_release(&inputs.data[i]);
	}
	hr_vec_release(&programs);
	hr_vec_release(&inputs);
	return status;
}

static int replay(bool *is_fine, struct request *request, struct hr_error *error)
{
	struct hr_app_unit unit;
	memset(&unit, 0, sizeof unit);
	struct hr_workers_options workers = { .count = 1, .cpu_ms = request->wants.cpu_ms, .confirm_all = true };
	struct hr_symbols *symbols = NULL; /* one for all files: its start takes longer than most sequences */
	int status = hr_app_unit_read(&unit, &request->input, error);
	if (!status && !request->emit_c)
		status = hr_app_unit_build(&unit, error);
	if (!status && !request->emit_c)
		status = hr_app_unit_start(&unit, &workers, error);
	if (!status && request->repeat)
		status = repeat(is_fine, request, &unit, error);
	if (!status && !request->emit_c)
		symbols = hr_symbols_new(unit.built.object);
	for (size_t i = 0; i < request->files.count && !status && !request->repeat; i++) {
		if (request->files.count > 1 && !request->json)
			printf("%s== %s\n", i ? "\n" : "", request->files.data[i]);
		status = run_one(is_fine, request, &unit, symbols, request->files.data[i], error);
	}
	hr_symbols_free(symbols);
	hr_app_unit_release(&unit);
	return status;
}

int hr_command_replay(int argc, char **argv)
{
	struct request request;
	memset(&request, 0, sizeof request);
	request.out = "harrier-out";
	struct hr_error error = HR_ERROR_INIT;
	bool is_fine = true;
	int code = HR_EXIT_FINE;
	switch (parse(&request, argc, argv)) {
	case HR_PARSED_HELP:
		fputs(help, stdout);
		break;
	case HR_PARSED_WRONG:
		code = HR_EXIT_USAGE;
		break;
	case HR_PARSED:
		if (replay(&is_fine, &request, &error))
			code = hr_report_error(&error);
		else if (!is_fine)
			code = HR_EXIT_FAILURES;
		break;
	}
	hr_error_release(&error);
	hr_vec_release(&request.files);
	hr_input_release(&request.input);
	return code;
}
