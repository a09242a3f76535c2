/* Runs that differ in everything that a test must not depend on: the order of the tests, where memory lies, what is in fresh memory, the environment, the time.
 *
 * Invariant: what a run is like depends on its number alone. */
#include "app/certify_internal.h"

#include "app/gen_suite.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VALGRIND_SECONDS = 60, SANITIZED_SECONDS = 20 };

/* ---- why ---- */

const char *hr_certify_reason(const struct hr_process_result *result)
{
	static const struct {
		const char *said;
		const char *why;
	} signs[] = {
		{ "LeakCheck: detected memory leaks", "leaks" },
		{ "LeakSanitizer: detected memory leaks", "leaks" },
		{ " are definitely lost in loss record", "leaks" },
		{ "ERROR: AddressSanitizer", "invalid use of memory" },
		{ "== Invalid ", "invalid use of memory" },
		{ "uninitialised", "uses memory before anything is written there" },
		{ "runtime error: ", "undefined behaviour" },
		{ "Assertion `", "differs" },
	};
	if (result->timed_out)
		return "takes too long";
	if (result->is_too_large)
		return "takes too much memory";
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strstr(result->errors.data, signs[i].said) || strstr(result->output.data, signs[i].said))
			return signs[i].why;
	return result->exit_code ? "fails" : "differs now and then";
}

/* One run of the tests, and what comes of them. */
struct running {
	struct hr_certifying *certifying;
	struct hr_suite_trial *trial;
	const char *with; /* "under valgrind" */
	const char **why; /* by test */
	bool *is_changed; /* by test: it lost an assertion, and has another try */
	size_t changed;
};

/* Takes away the assertion that the test fails by. */
static bool drop_check(struct running *running, size_t index, const char *said)
{
	struct hr_test *tests = running->certifying->tests;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf file = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	size_t first = index, end = hr_tests_area_end(tests, running->certifying->count, index);
	while (first && strcmp(tests[first - 1].area, tests[index].area) == 0)
		first--;
	char *program = hr_suite_program_name(running->trial->unit, tests[index].area);
	hr_strbuf_addf(&file, "%s.c", program);
	char *path = hr_path_join(running->trial->directory, file.data);
	bool is_dropped = hr_file_read(&text, path, &error) == 0 &&
			  hr_certify_drop_check(tests + first, end - first, index - first, file.data, text.data, said);
	free(path);
	free(program);
	hr_strbuf_release(&file);
	hr_strbuf_release(&text);
	hr_error_release(&error);
	return is_dropped;
}

static void note_failed(void *context, size_t index, const struct hr_process_result *alone, enum hr_tap told)
{
	struct running *running = context;
	struct hr_arena *arena = &running->certifying->out->arena;
	if (alone && !alone->timed_out && drop_check(running, index, alone->errors.data)) {
		running->is_changed[index] = true;
		running->changed++;
	}
	const char *untold = told == HR_TAP_FAILED ? "fails" : "not seen to pass in time";
	running->why[index] = hr_arena_printf(arena, "%s %s", alone ? hr_certify_reason(alone) : untold, running->with);
}

/* Tests that lost an assertion are compiled and run once more, as often as they lose one. */
static int run_changed(bool *fine, struct running *running, const struct hr_suite_round *round, struct hr_error *error)
{
	struct hr_certifying *certifying = running->certifying;
	size_t count = certifying->count;
	bool *again = hr_calloc(count, sizeof *again);
	bool *passed = hr_calloc(count, sizeof *passed);
	bool made = true;
	int status = 0;
	while (running->changed && made && !status) {
		memcpy(again, running->is_changed, count * sizeof *again);
		memcpy(passed, running->is_changed, count * sizeof *passed);
		memset(running->is_changed, false, count * sizeof *running->is_changed);
		certifying->out->dropped_checks += running->changed;
		running->changed = 0;
		certifying->changes++;
		status = hr_certify_refresh(&made, certifying, running->trial, error);
		if (!status && made)
			status = hr_suite_trial_run_all(passed, running->trial, certifying->tests, count, round, error);
		for (size_t i = 0; i < count && !status && made; i++)
			fine[i] = again[i] ? passed[i] : fine[i];
	}
	free(again);
	free(passed);
	return status;
}

/* `wanted`: the tests that are run; NULL: all. */
static int run_round(struct hr_certifying *certifying, struct hr_suite_trial *trial, struct hr_suite_round *round,
		     const char *with, const bool *wanted, struct hr_error *error)
{
	size_t count = certifying->count;
	bool *fine = hr_calloc(count, sizeof *fine);
	struct running running = { certifying,
				   trial,
				   with,
				   hr_calloc(count, sizeof *running.why),
				   hr_calloc(count, sizeof *running.is_changed),
				   0 };
	bool made = true;
	bool *is_seen = hr_calloc(count, sizeof *is_seen);
	for (size_t i = 0; i < count; i++)
		fine[i] = !wanted || wanted[i];
	round->failed = note_failed;
	round->context = &running;
	round->is_seen = is_seen;
	round->is_first = certifying->is_first;
	int status = trial->written != certifying->changes ? hr_certify_refresh(&made, certifying, trial, error) : 0;
	if (!status && made)
		status = hr_suite_trial_run_all(fine, trial, certifying->tests, count, round, error);
	if (!status && running.changed)
		status = run_changed(fine, &running, round, error);
	for (size_t i = 0; i < count; i++) {
		certifying->tests[i].is_seen = fine[i] && is_seen[i];
		fine[i] = fine[i] || (wanted && !wanted[i]);
	}
	if (!status)
		hr_certify_leave_out(certifying, fine, running.why, "fails");
	round->failed = NULL; /* it is about this round */
	round->context = NULL;
	round->is_seen = NULL;
	trial->is_late = trial->is_late || !made;
	certifying->is_first = false;
	free(is_seen);
	free(running.is_changed);
	free(running.why);
	free(fine);
	return status;
}

/* ---- plain runs ---- */

/* Compiled once for a compiler: what tells the time is another time. */
static const char shifted_clock[] = "#define _GNU_SOURCE\n"
				    "#include <stdlib.h>\n"
				    "#include <sys/syscall.h>\n"
				    "#include <sys/time.h>\n"
				    "#include <time.h>\n"
				    "#include <unistd.h>\n\n"
				    "static long shift(void)\n"
				    "{\n"
				    "\tconst char *text = getenv(\"CERTIFY_SHIFT\");\n"
				    "\treturn text ? atol(text) : 0;\n"
				    "}\n\n"
				    "int clock_gettime(clockid_t clock, struct timespec *out)\n"
				    "{\n"
				    "\tint status = (int)syscall(SYS_clock_gettime, clock, out);\n"
				    "\tif (!status && clock == CLOCK_REALTIME)\n"
				    "\t\tout->tv_sec += shift();\n"
				    "\treturn status;\n"
				    "}\n\n"
				    "int gettimeofday(struct timeval *restrict out, void *restrict zone)\n"
				    "{\n"
				    "\t(void)zone;\n"
				    "\tint status = (int)syscall(SYS_gettimeofday, out, NULL);\n"
				    "\tif (!status && out)\n"
				    "\t\tout->tv_sec += shift();\n"
				    "\treturn status;\n"
				    "}\n\n"
				    "time_t time(time_t *out)\n"
				    "{\n"
				    "\tstruct timespec now = { 0, 0 };\n"
				    "\tclock_gettime(CLOCK_REALTIME, &now);\n"
				    "\tif (out)\n"
				    "\t\t*out = now.tv_sec;\n"
				    "\treturn now.tv_sec;\n"
				    "}\n";

/* The path of the library; NULL: it cannot be had here, and the time is what it is. */
static const char *make_clock(struct hr_suite_trial *trial, const char *compiler, struct hr_error *error)
{
	char *source = hr_path_join(trial->directory, "shifted-clock.c");
	char *library = hr_path_join(trial->directory, "shifted-clock.so");
	const char *argv[] = { compiler, "-w", "-O1", "-fPIC", "-shared", "-o", library, source, NULL };
	static const char *const environment[] = { "TMPDIR=.", NULL };
	struct hr_process process = { .argv = argv,
				      .directory = trial->directory,
				      .environment = environment,
				      .timeout_seconds = SANITIZED_SECONDS };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	const char *made = NULL;
	if (!hr_path_is_file(library) && !hr_file_write(source, shifted_clock, strlen(shifted_clock), error))
		(void)hr_process_run(&result, &process, error);
	if (error->kind != HR_ERROR_INTERRUPTED)
		hr_error_release(error);
	if (hr_path_is_file(library))
		made = hr_arena_strdup(&trial->arena, library);
	hr_process_result_release(&result);
	free(source);
	free(library);
	return made;
}

/* Everything lies where it always does; else where the kernel puts it this time. */
static const char *const lie_still[] = { "/usr/bin/setarch", "-R", NULL };
/* Descriptors that somebody left open, as make -j does: those that the library gets have other numbers. */
static const char *const open_more[] = { "/bin/sh", "-c", "exec 3</dev/null 4</dev/null; exec \"$@\"", "sh", NULL };

static const struct variation {
	unsigned char fill; /* of memory that is allocated and freed; 0: as it comes */
	unsigned padding;   /* bytes more in the environment: the stack begins elsewhere */
	const char *zone;
	const char *locale;
	long shift; /* of the clock, in seconds */
	const char *const *before;
} variations[] = {
	{ 0, 0, "UTC0", "C", 0, NULL },
	{ 0x5a, 1000, "A-9", "C.UTF-8", 3601, open_more },
	{ 0xff, 77, "B5C,M3.2.0,M11.1.0", "C", 86400L * 200, lie_still },
	{ 0x01, 4096, "UTC0", "C", -86400L * 400, NULL },
	{ 0x80, 13, "D-5:45", "C.UTF-8", 45678, open_more },
	{ 0, 2048, "E12", "C", 86400L * 31, NULL },
	{ 0xaa, 512, "UTC0", "C", 86400L * 3650, lie_still },
	{ 0x7f, 31, "F-14", "C.UTF-8", 59, open_more },
	{ 0x33, 9000, "G3", "C", -3600, NULL },
	{ 0xfe, 5, "UTC0", "C", 86400L * 7, NULL },
};

int hr_certify_run(struct hr_certifying *certifying, struct hr_suite_trial *trial, unsigned number, const char *with,
		   struct hr_error *error)
{
	const struct variation *way = &variations[number % (sizeof variations / sizeof *variations)];
	struct hr_arena arena = HR_ARENA_INIT;
	HR_VEC(const char *) environment = HR_VEC_INIT;
	struct hr_suite_round round = { .order = number };
	char *padding = hr_arena_alloc(&arena, way->padding + 1);
	const char *clock = way->shift ? make_clock(trial, trial->compiler ? trial->compiler : "cc", error) : NULL;
	memset(padding, 'x', way->padding);
	hr_vec_push(&environment, hr_arena_printf(&arena, "TZ=%s", way->zone));
	hr_vec_push(&environment, hr_arena_printf(&arena, "LC_ALL=%s", way->locale));
	hr_vec_push(&environment, hr_arena_printf(&arena, "PADDING=%s", padding));
	if (way->fill)
		hr_vec_push(&environment, hr_arena_printf(&arena, "MALLOC_PERTURB_=%u", way->fill));
	if (clock) {
		hr_vec_push(&environment, hr_arena_printf(&arena, "LD_PRELOAD=%s", clock));
		hr_vec_push(&environment, hr_arena_printf(&arena, "CERTIFY_SHIFT=%ld", way->shift));
	}
	hr_vec_push(&environment, NULL);
	round.run.environment = environment.data;
	if (way->before && access(way->before[0], X_OK) == 0)
		round.run.before = way->before;
	double began = hr_clock_seconds();
	int status = error->kind == HR_ERROR_INTERRUPTED ? -1 : run_round(certifying, trial, &round, with, NULL, error);
	certifying->ran = hr_clock_seconds() - began;
	hr_vec_release(&environment);
	hr_arena_release(&arena);
	return status;
}

/* ---- with somebody looking on ---- */

int hr_certify_valgrind(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *valgrind,
			const bool *wanted, struct hr_error *error)
{
	const char *before[] = { valgrind,
				 "--quiet",
				 "--vgdb=no",
				 "--error-exitcode=99",
				 "--leak-check=full",
				 "--show-leak-kinds=definite",
				 "--errors-for-leak-kinds=definite",
				 NULL };
	struct hr_suite_round round = {
		.run = { .before = before, .seconds = VALGRIND_SECONDS, .is_unlimited = true },
		.is_slow = true,
		.is_together = true,
	};
	return run_round(certifying, trial, &round, "under valgrind", wanted, error);
}

int hr_certify_sanitized(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
			 struct hr_error *error)
{
	static const char *const environment[] = {
		"ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_abort=0:detect_stack_use_after_return=1:"
		"max_allocation_size_mb=1024:strict_string_checks=0",
		"UBSAN_OPTIONS=print_stacktrace=0", NULL
	};
	struct hr_suite_round round = {
		.run = { .environment = environment, .seconds = SANITIZED_SECONDS, .is_unlimited = true },
		.is_slow = true,
	};
	return run_round(certifying, trial, &round, with, NULL, error);
}
