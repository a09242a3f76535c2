/* `harrier minimize`: makes a failing sequence small, judges it, and confirms it in plain C with stock sanitizers. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/failures.h"
#include "app/replay_internal.h"
#include "app/runner.h"
#include "base/bug.h"
#include "base/memory.h"
#include "seq/text.h"
#include "suite/minimize.h"

#include <limits.h>
#include <stdlib.h>

static const char help[] =
	"usage: harrier minimize [OPTION…] FILE.seq --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier minimize [OPTION…] FILE.seq --header FILE.h… -p BUILD [-- FLAGS]\n"
	"       harrier minimize [OPTION…] NUMBER --header FILE.h… [SOURCE.c…] [-- FLAGS]\n"
	"\n"
	"Leaves out of a failing sequence of calls what it fails without, shrinks the rest, and prints it. With\n"
	"--confirm it is also written as a C program, which is compiled with the library's sources and the sanitizers\n"
	"of the system's compiler, and has to fail the same way.\n"
	"\n"
	"input: --header FILE, --tree DIR, -p/--build DIR as for 'harrier inspect'; FILE.seq may be given several\n"
	"times, '-' is standard input; NUMBER is that of a failure which 'harrier gen' found\n"
	"\n"
	"options:\n"
	"  --campaign DIR    output folder of the campaign that found failure NUMBER; harrier-out by default\n"
	"  --confirm         judge and confirm it; the verdict is printed as comments\n"
	"  --thorough        confirm it with gcc and with clang, where both are there\n"
	"  --out DIR         confirm it, and write a folder for each failure to DIR/failures\n"
	"  --runs N          run at most so many sequences for each; 400 by default\n"
	"  -h, --help        this text\n"
	"\n"
	"example:\n"
	"  harrier minimize --confirm crash.seq --header list.h list.c\n"
	"\n"
	"exit codes: 0 fine, 1 a sequence does not fail, or is not confirmed, 2 wrong command line, 3 the sequence or the\n"
	"library cannot be used, 4 internal error\n";

struct request {
	struct hr_input input;
	HR_VEC(const char *) files;
	bool confirms;
	bool is_thorough;
	const char *out;
	const char *campaign; /* folder */
	long runs;
};

enum { OPTION_CONFIRM = HR_OPTION_OWN, OPTION_THOROUGH, OPTION_OUT, OPTION_RUNS, OPTION_CAMPAIGN };

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "confirm", no_argument, NULL, OPTION_CONFIRM },
	{ "thorough", no_argument, NULL, OPTION_THOROUGH },
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "runs", required_argument, NULL, OPTION_RUNS },
	{ "campaign", required_argument, NULL, OPTION_CAMPAIGN },
	{ NULL, 0, NULL, 0 },
};

static bool take_option(void *context, int option, const char *argument)
{
	struct request *request = context;
	switch (option) {
	case OPTION_THOROUGH:
		request->is_thorough = true;
		request->confirms = true;
		return true;
	case OPTION_CONFIRM:
		request->confirms = true;
		return true;
	case OPTION_OUT:
		request->out = argument;
		request->confirms = true;
		return true;
	case OPTION_CAMPAIGN:
		request->campaign = argument;
		return true;
	case OPTION_RUNS:
		return hr_argument_number(&request->runs, "minimize", "--runs", argument, 1, INT_MAX);
	default:
		HR_BUG("option %d has no meaning", option);
	}
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
		.command = "minimize",
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
	if (wrong)
		hr_usage_error("minimize", "%s", wrong);
	return wrong ? HR_PARSED_WRONG : HR_PARSED;
}

/* ---- one sequence ---- */

/* All that is known of a failure; does not move, as its parts point to each other. */
struct found {
	struct hr_arena arena;
	struct hr_sequence *sequence; /* minimal */
	struct hr_judgement judgement;
	struct hr_failure failure;
	struct hr_confirmed confirmed;
	struct hr_failure_entry entry;
};

struct session {
	const struct request *request;
	struct hr_app_unit unit;
	struct hr_app_runner runner;
	struct hr_rules *rules;
	struct hr_confirm *confirm;
	struct hr_output output;
	HR_VEC(struct found *) found;
	bool is_fine;
};

static void found_free(struct found *found)
{
	hr_confirmed_release(&found->confirmed);
	hr_judgement_release(&found->judgement);
	hr_sequence_free(found->sequence);
	hr_arena_release(&found->arena);
	free(found);
}

static const char *take_text(struct hr_arena *arena, struct hr_strbuf *text)
{
	const char *copy = hr_arena_strdup(arena, text->data);
	hr_strbuf_clear(text);
	return copy;
}

/* Fills in what is told of the failure, from its outcome and its judgement. */
static void describe(struct found *found, const struct hr_outcome *outcome)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_failure *failure = &found->failure;
	const struct hr_sequence *sequence = found->sequence;
	uint32_t statement = hr_failing_statement(outcome);
	hr_cause(&text, sequence, outcome);
	found->entry.cause = take_text(&found->arena, &text);
	hr_cause_group(&text, sequence, outcome);
	found->entry.group = take_text(&found->arena, &text);
	found->entry.operation = "";
	found->entry.file = hr_arena_strdup(&found->arena, hr_failing_place(&found->entry.line, outcome));
	if (statement < sequence->statements.count && sequence->statements.data[statement].kind == HR_STATEMENT_CALL)
		found->entry.operation =
			sequence->model->operations.data[sequence->statements.data[statement].operation].name;
	*failure = (struct hr_failure){
		.sequence = sequence,
		.neighbour = found->judgement.neighbour,
		.difference = found->judgement.difference,
		.way = hr_way_of(outcome),
		.class = found->judgement.class,
		.function = hr_arena_strdup(&found->arena, hr_failing_function(outcome)),
		.reasons = found->judgement.reasons.data,
		.reason_count = found->judgement.reasons.count,
		.value = HR_NO_VALUE,
	};
	hr_strbuf_addf(&text, "%s: ", *found->entry.operation ? found->entry.operation : hr_way_name(failure->way));
	if (outcome->status == HR_OUTCOME_FAULT)
		hr_fault_describe(&text, sequence, outcome, &outcome->fault);
	else
		hr_strbuf_addstr(&text, hr_way_name(failure->way));
	failure->summary = take_text(&found->arena, &text);
	found->entry.failure = failure;
	found->entry.confirmed = &found->confirmed;
	hr_strbuf_release(&text);
}

static int judge(struct session *session, struct found *found, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .leaks = true, .heap = true };
	const struct hr_runner *runner = &session->runner.runner;
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, runner, found->sequence, &wants, error);
	if (!status && hr_way_of(&outcome) == HR_WAY_NONE) {
		printf("# does not fail: there is nothing to be made small; 'harrier replay' shows what each call does\n");
		session->is_fine = false;
	} else if (!status && session->request->confirms) {
		status = hr_investigate(&found->judgement, session->rules, NULL, found->sequence, &outcome, runner,
					error);
		if (!status)
			describe(found, &outcome);
	}
	hr_outcome_release(&outcome);
	return status;
}

static void tell_verdict(const struct found *found)
{
	const struct hr_failure *failure = &found->failure;
	printf("# %s\n# cause: %s\n# class: %s\n", failure->summary, found->entry.cause, hr_class_name(failure->class));
	for (size_t i = 0; i < failure->reason_count; i++)
		printf("# - %s\n", failure->reasons[i]);
	if (found->confirmed.neighbour.length)
		printf("# neighbour: %s\n", failure->difference ? failure->difference : "");
	printf("# %s%s\n", found->confirmed.is_confirmed ? "" : "not confirmed: ", found->confirmed.why.data);
}

static int minimize_one(struct session *session, const char *word, struct hr_error *error)
{
	struct hr_minimize_options wanted = { .most_runs = (unsigned)session->request->runs };
	struct hr_replay_input input;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct found *found = hr_calloc(1, sizeof *found);
	found->judgement = (struct hr_judgement)HR_JUDGEMENT_INIT;
	found->confirmed = (struct hr_confirmed)HR_CONFIRMED_INIT;
	int status = hr_replay_read(&input, session->unit.model, session->request->campaign, word, error);
	if (!status)
		status = hr_minimize(&found->sequence, input.sequence, &session->runner.runner, &wanted, error);
	if (!status) {
		hr_sequence_write(&text, found->sequence);
		if (session->request->files.count > 1)
			printf("== %s\n", word);
		fputs(text.data, stdout);
		status = judge(session, found, error);
	}
	if (!status && found->failure.sequence) {
		status = hr_confirm_failure(&found->confirmed, session->confirm, &found->failure, error);
		if (!status)
			tell_verdict(found);
		session->is_fine = session->is_fine && found->confirmed.is_confirmed;
	}
	hr_vec_push(&session->found, found);
	hr_strbuf_release(&text);
	hr_replay_input_release(&input);
	return status;
}

/* ---- all of them ---- */

static int write_failures(struct session *session, struct hr_error *error)
{
	HR_VEC(struct hr_failure_entry) entries = HR_VEC_INIT;
	size_t written = 0;
	for (size_t i = 0; i < session->found.count; i++)
		if (session->found.data[i]->failure.sequence)
			hr_vec_push(&entries, session->found.data[i]->entry);
	int status = hr_failures_write(&session->output, &session->unit, entries.data, entries.count, &written, error);
	if (!status)
		printf("# failures: %zu in %s/failures\n", written, session->output.shown);
	hr_vec_release(&entries);
	return status;
}

static int minimize_all(struct session *session, struct hr_error *error)
{
	const struct request *request = session->request;
	struct hr_workers_options workers = { .count = 0 };
	struct hr_confirm_options confirm = { .is_thorough = request->is_thorough };
	int status = 0;
	if (request->out)
		status = hr_output_open(&session->output, request->out, error);
	if (!status)
		status = hr_app_unit_build(&session->unit, error);
	if (!status)
		status = hr_app_unit_start(&session->unit, &workers, error);
	if (status)
		return status;
	hr_app_runner_init(&session->runner, &session->unit);
	session->rules = hr_rules_new(session->unit.model);
	session->confirm = hr_confirm_new(&session->unit, &confirm);
	for (size_t i = 0; i < request->files.count && !status; i++)
		status = minimize_one(session, request->files.data[i], error);
	if (!status && request->out)
		status = write_failures(session, error);
	for (size_t i = 0; i < session->found.count; i++)
		found_free(session->found.data[i]);
	hr_vec_release(&session->found);
	hr_confirm_free(session->confirm);
	hr_rules_free(session->rules);
	hr_app_runner_release(&session->runner);
	return status;
}

static int run(struct request *request)
{
	struct session session = { .request = request, .output = HR_OUTPUT_INIT, .is_fine = true };
	struct hr_error error = HR_ERROR_INIT;
	int code = HR_EXIT_FINE;
	int status = hr_app_unit_read(&session.unit, &request->input, &error);
	if (!status)
		status = minimize_all(&session, &error);
	if (status)
		code = hr_report_error(&error);
	else if (!session.is_fine)
		code = HR_EXIT_FAILURES;
	hr_error_release(&error);
	hr_app_unit_release(&session.unit);
	hr_output_close(&session.output);
	return code;
}

int hr_command_minimize(int argc, char **argv)
{
	struct request request = { .campaign = "harrier-out" };
	int code = HR_EXIT_FINE;
	switch (parse(&request, argc, argv)) {
	case HR_PARSED_HELP:
		fputs(help, stdout);
		break;
	case HR_PARSED_WRONG:
		code = HR_EXIT_USAGE;
		break;
	case HR_PARSED:
		code = run(&request);
		break;
	}
	hr_vec_release(&request.files);
	hr_input_release(&request.input);
	return code;
}
