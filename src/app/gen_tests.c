/* From sequences worth keeping to tests that have passed: recorded twice with different fill bytes, compiled with the system's compiler (by
 * the Makefile that the user gets), run one by one behind the fence; what fails is left out. */
#include "app/gen_internal.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "exec/confined.h"
#include "suite/program.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECOND_FILL = 0x5a, TEST_SECONDS = 10, COMPILE_SECONDS = 600 };

struct recording {
	const hr_selection *selection;
	struct hr_test *tests;
	bool *is_good;
	bool again;
};

static void record(void *context, size_t index, struct hr_outcome *outcome)
{
	struct recording *recording = context;
	struct hr_test *test = &recording->tests[index];
	const struct hr_selected *selected = &recording->selection->data[index];
	if (!recording->again)
		hr_test_record(test, selected->sequence, selected->focus, selected->looks, outcome);
	else if (recording->is_good[index])
		hr_test_keep_stable(test, outcome);
	recording->is_good[index] =
		(!recording->again || recording->is_good[index]) && outcome->status == HR_OUTCOME_NORMAL;
}

static int record_all(struct recording *recording, const struct hr_runner *runner, struct hr_error *error)
{
	size_t count = recording->selection->count;
	const struct hr_sequence **sequences = hr_calloc(count, sizeof *sequences);
	int status = 0;
	for (size_t i = 0; i < count; i++)
		sequences[i] = recording->selection->data[i].sequence;
	for (int pass = 0; pass < 2 && !status; pass++) {
		struct hr_run_wants wants = { .descriptions = true, .fresh_stack = pass == 1 };
		wants.fill = pass ? SECOND_FILL : 0;
		recording->again = pass == 1;
		status = runner->run(runner->context, sequences, count, &wants, record, recording, error);
	}
	free(sequences);
	return status;
}

/* The files of a suite. */
struct suite_text {
	char name[256]; /* test_UNIT */
	char file[258]; /* test_UNIT.c */
	struct hr_strbuf tests;
	struct hr_strbuf makefile;
};

static int suite_text(struct suite_text *out, const struct hr_test *tests, size_t count, const struct hr_app_unit *unit,
		      struct hr_error *error)
{
	*out = (struct suite_text){ .tests = HR_STRBUF_INIT, .makefile = HR_STRBUF_INIT };
	snprintf(out->name, sizeof out->name, "test_%s", unit->model->unit);
	snprintf(out->file, sizeof out->file, "%s.c", out->name);
	int status = hr_suite_test_file(&out->tests, tests, count, error);
	hr_gen_makefile(&out->makefile, unit, out->name, hr_suite_link_flags(out->tests.data));
	return status;
}

static void suite_text_release(struct suite_text *text)
{
	hr_strbuf_release(&text->tests);
	hr_strbuf_release(&text->makefile);
}

static int write_file(const char *directory, const char *name, const struct hr_strbuf *text, struct hr_error *error)
{
	char *path = hr_path_join(directory, name);
	int status = hr_file_write(path, text->data, text->length, error);
	free(path);
	return status;
}

/* Into a directory of our own, to be compiled there. */
static int write_tests(const char *directory, const struct hr_test *tests, size_t count, const struct hr_app_unit *unit,
		       struct hr_error *error)
{
	struct suite_text text;
	int status = suite_text(&text, tests, count, unit, error);
	if (!status)
		status = write_file(directory, text.file, &text.tests, error);
	if (!status)
		status = write_file(directory, "Makefile", &text.makefile, error);
	suite_text_release(&text);
	return status;
}

/* Builds a target of the Makefile; `details` gets what the compiler says, when it is not NULL. */
static int make(bool *made, const char *directory, const char *target, struct hr_strbuf *details,
		struct hr_error *error)
{
	static const char *const environment[] = { "MAKEFLAGS=", "LC_ALL=C", NULL };
	char jobs[32];
	snprintf(jobs, sizeof jobs, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	const char *argv[] = { "make", "-s", jobs, target, NULL };
	struct hr_process process = {
		.argv = argv, .directory = directory, .environment = environment, .timeout_seconds = COMPILE_SECONDS
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	*made = !status && result.exit_code == 0 && !result.timed_out;
	if (details && !*made)
		hr_strbuf_addstr(details, result.errors.data);
	hr_process_result_release(&result);
	return status;
}

static void swap_tests(struct hr_test *tests, size_t a, size_t b)
{
	struct hr_test test = tests[a];
	tests[a] = tests[b];
	tests[b] = test; /* the caller releases all of them */
}

/* Keeps the tests that compile and link when they are alone. */
static int keep_compiling(struct hr_test *tests, size_t *count, const char *directory, const struct hr_app_unit *unit,
			  struct hr_error *error)
{
	char object[256];
	snprintf(object, sizeof object, "test_%s.o", unit->model->unit);
	char *path = hr_path_join(directory, object);
	size_t kept = 0;
	int status = 0;
	for (size_t i = 0; i < *count && !status; i++) {
		bool made = false;
		(void)unlink(path); /* make does not see a source that changed within one tick of the clock */
		status = write_tests(directory, &tests[i], 1, unit, error);
		if (!status)
			status = make(&made, directory, "tests", NULL, error);
		if (made)
			swap_tests(tests, kept++, i);
	}
	(void)unlink(path);
	free(path);
	*count = kept;
	return status ? status : write_tests(directory, tests, kept, unit, error);
}

/* Compilers have words for a full disk, unless there is no room for them. Fails when that is what is wrong: tests are not to blame. */
static int check_disk(const char *directory, const struct hr_strbuf *details, struct hr_error *error)
{
	const char *full = strerror(ENOSPC);
	if (!strstr(details->data, full) && (details->length || hr_path_has_room(directory)))
		return 0;
	hr_fail(error, HR_ERROR_INTERNAL, "cannot compile the tests in '%s': %s", directory, full);
	hr_strbuf_addstr(&error->details, details->data);
	hr_strbuf_addstr(&error->hint, "TMPDIR names another place for temporary files");
	return -1;
}

/* Compiles the tests; those that keep the others from compiling are left out. */
static int compile(struct hr_test *tests, size_t *count, const char *directory, const struct hr_app_unit *unit,
		   struct hr_error *error)
{
	struct hr_strbuf details = HR_STRBUF_INIT;
	bool made = false;
	const char *what = "the library does not compile with the system's compiler";
	int status = write_tests(directory, tests, *count, unit, error);
	if (!status)
		status = make(&made, directory, "library", &details, error);
	if (!status && !made)
		status = check_disk(directory, &details, error);
	if (!status && made) {
		what = "the tests do not compile";
		status = make(&made, directory, "tests", &details, error);
		if (!status && !made)
			status = check_disk(directory, &details, error);
		if (!status && !made)
			status = keep_compiling(tests, count, directory, unit, error);
		if (!status && !made && *count) {
			hr_strbuf_clear(&details);
			status = make(&made, directory, "tests", &details, error);
		}
	}
	if (!status && !made) {
		status = hr_fail(error, HR_ERROR_INTERNAL, "%s", what);
		hr_strbuf_addstr(&error->details, details.data);
	}
	hr_strbuf_release(&details);
	return status;
}

/* Runs one test behind the fence, in a directory of its own that goes with it. Its number names it: what a test left there, and could not be removed,
 * is not in the way of the next one. */
static int try_test(bool *passed, const char *program, const struct hr_test *test, size_t number, const char *directory,
		    const hr_recipe_strings *readable, struct hr_error *error)
{
	const char *argv[] = { program, test->name, NULL };
	char folder[32];
	snprintf(folder, sizeof folder, "private-%zu", number);
	char *private = hr_path_join(directory, folder);
	struct hr_confined confined = {
		.argv = argv, .directory = private, .read_only = readable->data, .seconds = TEST_SECONDS
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = 0;
	if (mkdir(private, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", private,
				 strerror(errno));
	if (!status)
		status = hr_confined_run(&result, &confined, error);
	*passed = !status && result.exit_code == 0 && !result.timed_out;
	hr_process_result_release(&result);
	hr_directory_remove(private);
	free(private);
	return status;
}

static int keep_running(struct hr_test *tests, size_t *count, const char *directory, const struct hr_app_unit *unit,
			struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings readable = HR_VEC_INIT;
	char *program = hr_path_join(directory, "tests");
	size_t kept = 0;
	int status = 0;
	hr_app_unit_readable(&readable, unit, directory, &arena);
	for (size_t i = 0; i < *count && !status; i++) {
		bool passed = false;
		status = try_test(&passed, program, &tests[i], i, directory, &readable, error);
		if (passed)
			swap_tests(tests, kept++, i);
	}
	*count = kept;
	free(program);
	hr_vec_release(&readable);
	hr_arena_release(&arena);
	return status;
}

/* Compiles the tests in a private directory and keeps those that pass, in their order. */
static int keep_passing(struct hr_test *tests, size_t *count, const struct hr_app_unit *unit, struct hr_error *error)
{
	char *directory = NULL;
	if (hr_directory_temporary(&directory, error))
		return -1;
	int status = compile(tests, count, directory, unit, error);
	if (!status)
		status = keep_running(tests, count, directory, unit, error);
	hr_directory_remove(directory);
	free(directory);
	return status;
}

static int write_suite(struct hr_gen *gen, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct suite_text text;
	int status = suite_text(&text, tests, count, &gen->unit, error);
	struct hr_output_file files[] = {
		{ text.file, text.tests.data, text.tests.length },
		{ "Makefile", text.makefile.data, text.makefile.length },
	};
	if (!status)
		status = hr_output_replace(&gen->output, "tests", files, sizeof files / sizeof *files, error);
	if (!status) {
		char *directory = hr_path_join(gen->out, "tests");
		gen->test_file = hr_path_join(directory, text.file);
		gen->test_count = count;
		free(directory);
	}
	suite_text_release(&text);
	return status;
}

int hr_gen_write_tests(struct hr_gen *gen, const hr_selection *selection, struct hr_error *error)
{
	size_t total = selection->count;
	struct recording recording = { selection, hr_calloc(total, sizeof *recording.tests),
				       hr_calloc(total, sizeof *recording.is_good), false };
	int status = total ? record_all(&recording, &gen->campaign.runner.runner, error) : 0;
	size_t count = 0;
	for (size_t i = 0; i < total && !status; i++)
		if (recording.is_good[i])
			swap_tests(recording.tests, count++, i);
	hr_tests_sort(recording.tests, count);
	hr_test_names(recording.tests, count);
	size_t tried = count;
	if (!status && count)
		status = keep_passing(recording.tests, &count, &gen->unit, error);
	if (!status && count)
		status = write_suite(gen, recording.tests, count, error);
	gen->tests_left_out = tried - count;
	for (size_t i = 0; i < total; i++)
		hr_test_release(&recording.tests[i]);
	free(recording.tests);
	free(recording.is_good);
	return status;
}
