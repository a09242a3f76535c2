/* Confirming failures: what counts as the same, and what is told.
 *
 * Invariant: a failure is confirmed only when every compiler that is asked sees it the same way, and none finds anything wrong with its neighbour. */
#include "app/confirm_internal.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/failure_test.h"

#include <stdlib.h>
#include <string.h>

/* The first is what workers fill memory with. The address sanitizer's blocks lie at the same places in every run: unless they have to be larger. */
enum { FILL = 0xbe, OTHER_FILL = 0x5a, REDZONE = 16, OTHER_REDZONE = 512, DEFAULT_SECONDS = 10 };

struct hr_confirm *hr_confirm_new(const struct hr_app_unit *unit, const struct hr_confirm_options *options)
{
	struct hr_confirm *confirm = hr_calloc(1, sizeof *confirm);
	confirm->unit = unit;
	if (options)
		confirm->options = *options;
	hr_strbuf_init(&confirm->trouble);
	return confirm;
}

void hr_confirm_free(struct hr_confirm *confirm)
{
	if (!confirm)
		return;
	for (size_t i = 0; i < confirm->compiler_count; i++)
		free(confirm->compilers[i].directory);
	if (confirm->root)
		hr_directory_remove(confirm->root);
	free(confirm->root);
	hr_strbuf_release(&confirm->trouble);
	free(confirm);
}

void hr_confirmed_release(struct hr_confirmed *confirmed)
{
	hr_strbuf_release(&confirmed->why);
	hr_strbuf_release(&confirmed->report);
	hr_strbuf_release(&confirmed->test);
	hr_strbuf_release(&confirmed->neighbour);
	*confirmed = (struct hr_confirmed)HR_CONFIRMED_INIT;
}

/* ---- texts ---- */

/* How to compile it by hand, where that is a command that a person would type; else by the Makefile. */
static void add_command(struct hr_strbuf *out, const struct hr_app_unit *unit, bool is_leak, bool fails_alloc)
{
	enum { MOST_SOURCES = 6, MOST_LENGTH = 400 };
	size_t begin = out->length;
	const struct hr_recipe *recipe = &unit->recipe;
	hr_strbuf_addstr(out, "cc -g -fsanitize=address,undefined");
	for (size_t i = 0; i < recipe->header_flags.count; i++)
		hr_strbuf_addf(out, " %s", recipe->header_flags.data[i]);
	hr_strbuf_addstr(out, " test.c");
	for (size_t i = 0; i < unit->built.sources.count; i++)
		hr_strbuf_addf(out, " %s", recipe->sources.data[unit->built.sources.data[i].index].path);
	for (size_t i = 0; i < recipe->link_flags.count; i++)
		hr_strbuf_addf(out, " %s", recipe->link_flags.data[i]);
	if (fails_alloc || unit->built.sources.count > MOST_SOURCES || out->length - begin > MOST_LENGTH) {
		hr_strbuf_truncate(out, begin);
		hr_strbuf_addstr(out, "make test");
	}
	hr_strbuf_addf(out, "\n%s%s", is_leak ? "ASAN_OPTIONS=detect_leaks=1 " : "",
		       strcmp(out->data + begin, "make test") == 0 ? "./test" : "./a.out");
}

static bool has_sources(const struct hr_confirm *confirm)
{
	return confirm->unit->built.sources.count > 0;
}

/* As it will be shown: what shows as a crash only, as there are no sources to check, is less than certain. */
static enum hr_class class_of(const struct hr_confirm *confirm, const struct hr_failure *failure)
{
	return failure->class == HR_CLASS_CERTAIN && !has_sources(confirm) ? HR_CLASS_LIKELY : failure->class;
}

static int write_texts(struct hr_confirmed *out, const struct hr_confirm *confirm, const struct hr_failure *failure,
		       struct hr_error *error)
{
	struct hr_strbuf command = HR_STRBUF_INIT;
	add_command(&command, confirm->unit, failure->way == HR_WAY_LEAK, hr_sequence_fails_alloc(failure->sequence));
	struct hr_failure_test test = {
		.sequence = failure->sequence,
		.way = failure->way,
		.class_name = hr_class_name(class_of(confirm, failure)),
		.summary = failure->summary,
		.reasons = failure->reasons,
		.reason_count = failure->reason_count,
		.compile = command.data,
		.contract = failure->contract,
		.value = failure->value,
	};
	int status = hr_failure_test_write(&out->test, &test, error);
	if (!status && failure->neighbour) {
		test.sequence = failure->neighbour;
		test.difference = failure->difference ? failure->difference : "";
		test.value = HR_NO_VALUE; /* numbered otherwise there */
		test.contract = NULL;
		test.compile = NULL;
		status = hr_failure_test_write(&out->neighbour, &test, error);
	}
	if (status && error->kind == HR_ERROR_INPUT) { /* no words for it in plain C */
		hr_strbuf_addstr(&out->why, error->message.data);
		hr_error_release(error);
		status = 0;
		hr_strbuf_clear(&out->test);
	}
	hr_strbuf_release(&command);
	return status;
}

/* ---- what a run showed ---- */

struct run {
	struct hr_process_result result;
	enum hr_way way;
	struct hr_report_place place;
};

static void look_at(struct run *run, const char *own)
{
	int code = run->result.exit_code;
	if (run->result.timed_out || run->result.is_too_large) {
		run->way = run->result.timed_out ? HR_WAY_HANG : HR_WAY_NONE;
		run->place = (struct hr_report_place){ NULL, 0, 0 };
		return;
	}
	run->way = hr_way_of_report(&run->place, run->result.errors.data, own, code > 128 ? 0 : code,
				    code > 128 ? code - 128 : 0);
}

/* An assertion of the test's own. */
static bool is_own_assertion(const struct run *run, const char *own)
{
	struct hr_strbuf file = HR_STRBUF_INIT;
	hr_strbuf_addf(&file, "%s:", own);
	bool found = run->way == HR_WAY_ABORT && strstr(run->result.errors.data, file.data) &&
		     strstr(run->result.errors.data, "Assertion");
	hr_strbuf_release(&file);
	return found;
}

static bool is_same_place(const struct hr_failure *failure, const struct run *run)
{
	const char *function = failure->function;
	if (!hr_way_has_place(failure->way) || !function || !*function)
		return true;
	if (!run->place.function)
		return failure->way == run->way;
	return strlen(function) == run->place.function_length &&
	       memcmp(function, run->place.function, run->place.function_length) == 0;
}

/* Fails the same way; else `why` tells what happened instead. */
static bool is_same(const struct hr_failure *failure, const struct run *run, const char *command, struct hr_strbuf *why)
{
	enum hr_way way = failure->way;
	if (run->result.is_too_large) {
		hr_strbuf_addf(why, "takes too much memory with %s", command);
	} else if (way == HR_WAY_PROPERTY) {
		if (is_own_assertion(run, "test.c"))
			return true;
		if (run->way == HR_WAY_NONE)
			hr_strbuf_addf(why, "the assertion holds with %s", command);
	} else if (way == HR_WAY_EXIT && run->way == HR_WAY_EXIT) {
		return true;
	} else if (hr_way_agrees(way, run->way) && is_same_place(failure, run)) {
		return true;
	} else if (run->way == HR_WAY_NONE) {
		hr_strbuf_addf(why, "passes with %s", command);
	}
	if (!why->length && run->place.function)
		hr_strbuf_addf(why, "fails another way with %s: %s in %.*s", command, hr_way_name(run->way),
			       (int)run->place.function_length, run->place.function);
	else if (!why->length)
		hr_strbuf_addf(why, "fails another way with %s: %s", command, hr_way_name(run->way));
	return false;
}

/* ---- one compiler ---- */

struct trial {
	struct hr_confirm *confirm;
	struct hr_confirm_compiler *compiler;
	const struct hr_failure *failure;
	struct hr_confirmed *out;
	bool has_leaks;
};

/* Prints something else when fresh memory holds something else, or simply every time. */
static int try_unstable(bool *same, const struct trial *trial, struct hr_error *error)
{
	static const struct hr_confirm_memory runs[] = { { FILL, REDZONE, false },
							 { OTHER_FILL, REDZONE, false },
							 { FILL, OTHER_REDZONE, false },
							 { 0, REDZONE, false } };
	struct hr_strbuf first = HR_STRBUF_INIT;
	int status = 0;
	for (size_t i = 0; i < sizeof runs / sizeof *runs && !status && !*same; i++) {
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		status = hr_confirm_run(&result, trial->confirm, trial->compiler, "test", runs[i], error);
		if (!status && i == 0)
			hr_strbuf_addstr(&first, result.output.data);
		else if (!status && strcmp(first.data, result.output.data) != 0)
			*same = true;
		hr_process_result_release(&result);
	}
	if (!status && *same)
		hr_strbuf_addf(&trial->out->report, "with %s: what the program prints is different from run to run\n",
			       trial->compiler->is.family);
	else if (!status)
		hr_strbuf_addf(&trial->out->why, "prints the same in every run with %s", trial->compiler->is.command);
	hr_strbuf_release(&first);
	return status;
}

/* Runs a program. One that should end and does not, and has something to do, is given more time: the machine may be busy, and a verdict must not depend on that. */
static int run_program(struct run *run, const struct trial *trial, const char *name, const char *own,
		       struct hr_error *error)
{
	enum { MORE = 6 };
	static const struct hr_confirm_memory memory = { FILL, REDZONE, true };
	struct hr_confirm *confirm = trial->confirm;
	int status = hr_confirm_run(&run->result, confirm, trial->compiler, name, memory, error);
	if (!status && run->result.timed_out && !run->result.was_idle && trial->failure->way != HR_WAY_HANG) {
		unsigned seconds = confirm->options.seconds;
		confirm->options.seconds = (seconds ? seconds : DEFAULT_SECONDS) * MORE;
		status = hr_confirm_run(&run->result, confirm, trial->compiler, name, memory, error);
		confirm->options.seconds = seconds;
	}
	if (!status)
		look_at(run, own);
	return status;
}

static int try_failing(bool *same, const struct trial *trial, struct hr_error *error)
{
	struct run run = { .result = HR_PROCESS_RESULT_INIT };
	if (trial->failure->way == HR_WAY_UNSTABLE)
		return try_unstable(same, trial, error);
	int status = run_program(&run, trial, "test", "test.c", error);
	if (!status) {
		*same = is_same(trial->failure, &run, trial->compiler->is.command, &trial->out->why);
		hr_strbuf_addf(&trial->out->report, "%swith %s:\n", trial->out->report.length ? "\n" : "",
			       trial->compiler->is.family);
		if (run.result.timed_out)
			hr_strbuf_addstr(&trial->out->report, "does not end\n");
		hr_confirm_normalise(&trial->out->report, run.result.errors.data, trial->confirm->root);
	}
	hr_process_result_release(&run.result);
	return status;
}

static int try_neighbour(bool *passes, const struct trial *trial, struct hr_error *error)
{
	struct run run = { .result = HR_PROCESS_RESULT_INIT };
	int status = run_program(&run, trial, "neighbour", "neighbour.c", error);
	if (!status) {
		*passes = run.result.exit_code == 0 && !run.result.timed_out;
		if (!*passes)
			hr_strbuf_addf(&trial->out->why, "the neighbour fails, too, with %s: %s",
				       trial->compiler->is.command,
				       run.result.is_too_large ? "it takes too much memory" : hr_way_name(run.way));
	}
	hr_process_result_release(&run.result);
	return status;
}

static int try_with(bool *confirmed, const struct trial *trial, struct hr_error *error)
{
	struct hr_confirmed *out = trial->out;
	bool fine = false;
	*confirmed = false;
	int status = hr_confirm_program(&fine, trial->confirm, trial->compiler, "test", out->test.data,
					trial->has_leaks, &out->why, error);
	if (!status && fine) {
		fine = false;
		status = try_failing(&fine, trial, error);
	}
	if (!status && fine && out->neighbour.length) {
		status = hr_confirm_program(&fine, trial->confirm, trial->compiler, "neighbour", out->neighbour.data,
					    trial->has_leaks, &out->why, error);
		if (!status && fine) {
			fine = false;
			status = try_neighbour(&fine, trial, error);
		}
	}
	*confirmed = !status && fine;
	return status;
}

/* ---- all of it ---- */

/* Without sources nothing is checked but what comes from the test and goes to the C library. */
static void tell_confirmed(struct hr_confirmed *out, const struct trial *trial, const struct hr_strbuf *compilers)
{
	hr_strbuf_addf(&out->why, "confirmed with %s", compilers->data);
	if (trial->has_leaks)
		hr_strbuf_addstr(&out->why,
				 "; leaks by what cannot be reached at the end, as LeakSanitizer does not work "
				 "behind the fence");
	if (out->is_lowered)
		hr_strbuf_addstr(&out->why, "; as a crash only, as there are no sources to check");
}

/* With the first compiler that the library compiles with, or with all of them. */
static int try_all(struct hr_confirmed *out, struct hr_confirm *confirm, struct trial *trial, struct hr_error *error)
{
	struct hr_strbuf compilers = HR_STRBUF_INIT;
	bool confirmed = true;
	int status = 0;
	for (size_t i = 0; i < confirm->compiler_count && confirmed && !status; i++) {
		bool ready = false;
		if (compilers.length && !confirm->options.is_thorough)
			break;
		trial->compiler = &confirm->compilers[i];
		status = hr_confirm_library(&ready, confirm, trial->compiler, error);
		if (status || !ready)
			continue;
		status = try_with(&confirmed, trial, error);
		if (!compilers.length && i > 0)
			out->compiler = trial->compiler->is.command;
		hr_strbuf_addf(&compilers, "%s%s", compilers.length ? " and " : "", trial->compiler->is.family);
	}
	out->is_confirmed = !status && confirmed && compilers.length;
	out->is_lowered = out->is_confirmed && !has_sources(confirm);
	if (out->is_confirmed)
		tell_confirmed(out, trial, &compilers);
	else if (!status && !compilers.length)
		hr_strbuf_addstr(&out->why, confirm->trouble.data);
	hr_strbuf_release(&compilers);
	return status;
}

int hr_confirm_failure(struct hr_confirmed *out, struct hr_confirm *confirm, const struct hr_failure *failure,
		       struct hr_error *error)
{
	hr_confirmed_release(out);
	int status = write_texts(out, confirm, failure, error);
	if (status || !out->test.length)
		return status;
	status = hr_confirm_look(confirm, error);
	if (status)
		return status;
	struct trial trial = { .confirm = confirm, .failure = failure, .out = out };
	trial.has_leaks = failure->way == HR_WAY_LEAK;
	return try_all(out, confirm, &trial, error);
}
