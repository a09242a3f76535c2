/* From sequences worth keeping to tests that have passed: recorded twice with different fill bytes, compiled with the system's compiler, run
 * one by one in processes of their own; what fails is left out. */
#include "app/gen_internal.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "suite/test_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SECOND_FILL = 0x5a, TEST_SECONDS = 10, COMPILE_SECONDS = 600 };

struct recording {
	struct hr_gen *gen;
	struct hr_test *tests;
	bool *is_good;
	bool again;
};

static void record(void *context, size_t index, struct hr_outcome *outcome)
{
	struct recording *recording = context;
	struct hr_test *test = &recording->tests[index];
	if (!recording->again)
		hr_test_record(test, recording->gen->kept.data[index], outcome);
	else if (recording->is_good[index])
		hr_test_keep_stable(test, outcome);
	recording->is_good[index] =
		(!recording->again || recording->is_good[index]) && outcome->status == HR_OUTCOME_NORMAL;
}

static int record_all(struct recording *recording, struct hr_error *error)
{
	struct hr_gen *gen = recording->gen;
	size_t count = gen->kept.count;
	struct hr_program **programs = hr_calloc(count, sizeof *programs);
	int status = 0;
	for (int pass = 0; pass < 2 && !status; pass++) {
		struct hr_run_wants wants = { .descriptions = true, .fresh_stack = pass == 1 };
		wants.fill = pass ? SECOND_FILL : 0;
		recording->again = pass == 1;
		for (size_t i = 0; i < count && !status; i++)
			status = hr_program_new(&programs[i], gen->kept.data[i], &gen->unit.callables, &wants, error);
		if (!status)
			status = hr_workers_run(gen->unit.workers, programs, count, record, recording, error);
		for (size_t i = 0; i < count; i++) {
			hr_program_free(programs[i]);
			programs[i] = NULL;
		}
	}
	free(programs);
	return status;
}

/* The operation that a test is about: the last one that is called before things are destroyed. */
static const char *focus_of(const struct hr_sequence *sequence)
{
	const struct hr_model *model = sequence->model;
	for (size_t i = sequence->statements.count; i-- > 0;) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (statement->kind == HR_STATEMENT_CALL &&
		    model->operations.data[statement->operation].kind != HR_KIND_DESTROYER)
			return model->operations.data[statement->operation].name;
	}
	return "nothing";
}

static int make_directory(const char *path, struct hr_error *error)
{
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return hr_fail(error, HR_ERROR_INPUT, "cannot make the directory '%s': %s", path, strerror(errno));
	return 0;
}

static int write_file(const char *directory, const char *name, const char *text, struct hr_error *error)
{
	char *path = hr_path_join(directory, name);
	int status = hr_file_write(path, text, strlen(text), error);
	free(path);
	return status;
}

/* cc with the user's own flags; the library's sources are compiled with the tests. */
static void compiler_arguments(struct hr_arena *arena, hr_recipe_strings *out, const struct hr_app_unit *unit,
			       const char *test, const char *program)
{
	static const char *const first[] = { "cc", "-w", "-O1", "-I." };
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		hr_vec_push(out, first[i]);
	for (size_t i = 0; i < unit->recipe.header_flags.count; i++)
		hr_vec_push(out, unit->recipe.header_flags.data[i]);
	hr_vec_push(out, "-o");
	hr_vec_push(out, hr_arena_strdup(arena, program));
	hr_vec_push(out, hr_arena_strdup(arena, test));
	for (size_t i = 0; i < unit->recipe.sources.count; i++)
		hr_vec_push(out, unit->recipe.sources.data[i].path);
	for (size_t i = 0; i < unit->recipe.link_flags.count; i++)
		hr_vec_push(out, unit->recipe.link_flags.data[i]);
}

static int compile(const struct hr_app_unit *unit, const char *test, const char *program, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings argv = HR_VEC_INIT;
	compiler_arguments(&arena, &argv, unit, test, program);
	hr_vec_push(&argv, NULL);
	struct hr_process process = { .argv = argv.data, .timeout_seconds = COMPILE_SECONDS };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	if (!status && result.exit_code != 0) {
		status = hr_fail(error, HR_ERROR_INTERNAL, "the tests do not compile");
		hr_strbuf_addstr(&error->details, result.errors.data);
	}
	hr_process_result_release(&result);
	hr_vec_release(&argv);
	hr_arena_release(&arena);
	return status;
}

static int try_test(bool *passed, const char *program, const char *name, const char *directory, struct hr_error *error)
{
	const char *argv[] = { program, name, NULL };
	struct hr_process process = { .argv = argv, .directory = directory, .timeout_seconds = TEST_SECONDS };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	*passed = !status && result.exit_code == 0 && !result.timed_out;
	hr_process_result_release(&result);
	return status;
}

static void write_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings words = HR_VEC_INIT;
	char *here = hr_path_real(".");
	compiler_arguments(&arena, &words, unit, "$<", "$@");
	hr_strbuf_addstr(out,
			 "# Builds the tests with the library's sources and runs them.\ncheck: tests\n\t./tests\n\n");
	hr_strbuf_addf(out, "tests: test_%s.c\n\t", unit->model->unit);
	for (size_t i = 0; i < words.count; i++) {
		if (strcmp(words.data[i], "-I.") == 0)
			hr_strbuf_addf(out, "%s-I'%s'", i ? " " : "", here ? here : ".");
		else if (words.data[i][0] == '$' || !strpbrk(words.data[i], " \"'\\$()"))
			hr_strbuf_addf(out, "%s%s", i ? " " : "", i == 0 ? "$(CC)" : words.data[i]);
		else
			hr_strbuf_addf(out, " '%s'", words.data[i]);
	}
	hr_strbuf_addstr(out, "\n\n.PHONY: check\n");
	free(here);
	hr_vec_release(&words);
	hr_arena_release(&arena);
}

/* Compiles the tests in a private directory and keeps those that pass, in their order. */
static int keep_passing(struct hr_test *tests, size_t *count, const struct hr_app_unit *unit, struct hr_error *error)
{
	char *directory = NULL;
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (hr_directory_temporary(&directory, error))
		return -1;
	char *source = hr_path_join(directory, "test.c");
	char *program = hr_path_join(directory, "test");
	int status = hr_suite_test_file(&text, tests, *count, error);
	if (!status)
		status = hr_file_write(source, text.data, text.length, error);
	if (!status)
		status = compile(unit, source, program, error);
	size_t kept = 0;
	for (size_t i = 0; i < *count && !status; i++) {
		bool passed = false;
		status = try_test(&passed, program, tests[i].name, directory, error);
		if (passed) {
			struct hr_test test = tests[kept];
			tests[kept++] = tests[i];
			tests[i] = test; /* the caller releases all of them */
		}
	}
	*count = kept;
	hr_directory_remove(directory);
	hr_strbuf_release(&text);
	free(source);
	free(program);
	free(directory);
	return status;
}

static int write_suite(const struct hr_gen *gen, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_strbuf makefile = HR_STRBUF_INIT;
	char *directory = hr_path_join(gen->out, "tests");
	char name[256];
	snprintf(name, sizeof name, "test_%s.c", gen->unit.model->unit);
	int status = make_directory(gen->out, error);
	if (!status)
		status = make_directory(directory, error);
	if (!status)
		status = hr_suite_test_file(&text, tests, count, error);
	if (!status)
		status = write_file(directory, name, text.data, error);
	write_makefile(&makefile, &gen->unit);
	if (!status)
		status = write_file(directory, "Makefile", makefile.data, error);
	if (!status)
		printf("  tests: %zu in %s/%s\n", count, directory, name);
	free(directory);
	hr_strbuf_release(&text);
	hr_strbuf_release(&makefile);
	return status;
}

int hr_gen_write_tests(struct hr_gen *gen, struct hr_error *error)
{
	size_t total = gen->kept.count;
	struct recording recording = { gen, hr_calloc(total, sizeof *recording.tests),
				       hr_calloc(total, sizeof *recording.is_good), false };
	int status = total ? record_all(&recording, error) : 0;
	size_t count = 0;
	for (size_t i = 0; i < total && !status; i++) {
		if (!recording.is_good[i])
			continue;
		struct hr_test test = recording.tests[count];
		recording.tests[count] = recording.tests[i];
		recording.tests[i] = test;
		test = recording.tests[count];
		recording.tests[count].name = hr_arena_printf(&recording.tests[count].arena, "test_%s_%zu",
							      focus_of(test.sequence), count + 1);
		count++;
	}
	if (!status && count)
		status = keep_passing(recording.tests, &count, &gen->unit, error);
	if (!status && count)
		status = write_suite(gen, recording.tests, count, error);
	else if (!status)
		printf("  no sequence was worth a test\n");
	for (size_t i = 0; i < total; i++)
		hr_test_release(&recording.tests[i]);
	free(recording.tests);
	free(recording.is_good);
	return status;
}
