/* The mutants flavour: a source compiled with all its mutants, and what the switch does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/map.h"
#include "base/process.h"
#include "build/mutants.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char library[] = "static int total;\n"
			      "int less(int a, int b) { return a < b; }\n"
			      "int clamp(int x) {\n"
			      "	if (x > 9)\n"
			      "		x = 9;\n"
			      "	return x + 1;\n"
			      "}\n"
			      "void note(int x) { total = x; }\n"
			      "int noted(void) { return total; }\n"
			      "int count(int n) {\n"
			      "	int sum = 0;\n"
			      "	for (int i = 0; i < n; i++)\n"
			      "		sum += 2;\n"
			      "	note(sum);\n"
			      "	return noted();\n"
			      "}\n"
			      "const char *name(int n) {\n"
			      "	switch (n) {\n"
			      "	case 1: return \"one\";\n"
			      "	case 2: return \"two\";\n"
			      "	default: return 0;\n"
			      "	}\n"
			      "}\n"
			      "int is_last(long long x) { return x == 9223372036854775807; }\n"
			      "int is_largest(int x) { return x == 2147483647; }\n"
			      "int is_sum(int wanted, ...) {\n"
			      "	__builtin_va_list list;\n"
			      "	__builtin_va_start(list, wanted);\n"
			      "	return wanted == __builtin_va_arg(list, int);\n"
			      "}\n";

static const char program[] =
	"#define _GNU_SOURCE\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
	"#include <fcntl.h>\n#include <sys/stat.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
	"pid_t fork(void) { return getenv(\"NO_FORK\") ? -1 : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }\n"
	"int less(int, int); int clamp(int); int count(int); const char *name(int);\n"
	"int __harrier_mutants_rest;\n"
	"static int leave_something(void) {\n"
	"	char path[4096];\n"
	"	snprintf(path, sizeof path, \"%s/test-XXXXXX\", getenv(\"TMPDIR\"));\n"
	"	if (!mkdtemp(path) || chdir(path) != 0 || mkdir(\"left\", 0700) != 0) return 1;\n"
	"	if (getenv(\"HARRIER_MUTANT_ALONE\") && strcmp(path, getenv(\"TMPDIR\")) != 0) return 2;\n"
	"	return open(\"left/behind\", O_CREAT | O_WRONLY, 0600) < 0;\n"
	"}\n"
	"int main(int argc, char **argv) {\n"
	"	if (argc > 1 && strcmp(argv[1], \"leave\") == 0) return leave_something();\n"
	"	if (argc > 1 && strcmp(argv[1], \"remove\") == 0) return rmdir(getenv(\"TMPDIR\"));\n"
	"	if (argc > 1 && strcmp(argv[1], \"close\") == 0) return leave_something() || chmod(\"left\", 0) || chmod(\".\", 0);\n"
	"	if (argc > 1 && strcmp(argv[1], \"link\") == 0) return leave_something() || symlink(\"..\", \"up\");\n"
	"	if (argc > 1 && strcmp(argv[1], \"rest\") == 0) {\n"
	"		__harrier_mutants_rest = 1;\n"
	"		return less(1, 1) || clamp(1) != 2;\n"
	"	}\n"
	"	if (argc > 1 && strcmp(argv[1], \"fail\") == 0) return less(1, 1);\n"
	"	if (argc > 1 && strcmp(argv[1], \"pass\") == 0) return less(2, 1);\n"
	"	printf(\"%d %d %d %d %s %s\\n\", less(1, 1), clamp(9), clamp(20), count(3), name(1), name(2));\n"
	"	return 0;\n}\n";

struct built {
	char *directory;
	char *program;
	struct hr_mutants mutants;
	struct hr_error error;
};

static bool wants(void *context, const char *file)
{
	(void)context;
	return strcmp(hr_path_name(file), "library.c") == 0;
}

static char *put(struct built *built, const char *name, const char *text)
{
	char *path = hr_path_join(built->directory, name);
	if (text)
		assert_int_equal(hr_file_write(path, text, strlen(text), &built->error), 0);
	return path;
}

static int build(void **state)
{
	static struct built built;
	built = (struct built){ .mutants = HR_MUTANTS_INIT, .error = HR_ERROR_INIT };
	assert_int_equal(hr_directory_temporary(&built.directory, &built.error), 0);
	char *source = put(&built, "library.c", library);
	char *main_source = put(&built, "main.c", program);
	char *runtime = put(&built, "runtime.bc", NULL);
	char *object = put(&built, "library.o", NULL);
	built.program = put(&built, "program", NULL);
	assert_int_equal(hr_mutants_runtime(runtime, &built.error), 0);
	struct hr_mutants_source mutated = {
		.path = source,
		.flags = (const char *[]){ "-DX=1", NULL },
		.object = object,
		.scratch = built.program,
		.mutate = { wants, NULL, runtime },
	};
	if (hr_mutants_compile(&built.mutants, &mutated, &built.error))
		fail_msg("%s %s", built.error.message.data, built.error.details.data);
	const char *argv[] = { "cc", "-o", built.program, main_source, object, NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	assert_int_equal(hr_process_run(&result, &(struct hr_process){ .argv = argv }, &built.error), 0);
	if (result.exit_code)
		fail_msg("%s", result.errors.data);
	hr_process_result_release(&result);
	free(source);
	free(main_source);
	free(runtime);
	free(object);
	*state = &built;
	return 0;
}

static int drop(void **state)
{
	struct built *built = *state;
	hr_directory_remove(built->directory);
	free(built->directory);
	free(built->program);
	hr_mutants_release(&built->mutants);
	hr_error_release(&built->error);
	return 0;
}

/* The only one in the function that does this. */
static const struct hr_mutant *find(const struct built *built, const char *function, const char *what)
{
	const struct hr_mutant *found = NULL;
	for (size_t i = 0; i < built->mutants.list.count; i++) {
		const struct hr_mutant *mutant = &built->mutants.list.data[i];
		if (strcmp(mutant->function, function) != 0 || strcmp(mutant->what, what) != 0)
			continue;
		assert_null(found);
		found = mutant;
	}
	if (!found)
		fail_msg("%s: no '%s'", function, what);
	return found;
}

static void run(struct built *built, const char *const *environment, const char *argument, int exit_code,
		const char *output)
{
	const char *argv[] = { built->program, argument, NULL };
	struct hr_process process = {
		.argv = argv, .environment = environment, .directory = built->directory, .timeout_seconds = 600
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	assert_int_equal(hr_process_run(&result, &process, &built->error), 0);
	assert_string_equal(result.output.data, output);
	assert_int_equal(result.exit_code, exit_code);
	hr_process_result_release(&result);
}

static void run_mutant(struct built *built, const char *function, const char *what, const char *output)
{
	char variable[64];
	snprintf(variable, sizeof variable, HR_MUTANT_VARIABLE "=%" PRIx64, find(built, function, what)->id);
	run(built, (const char *[]){ variable, NULL }, NULL, 0, output);
}

static void test_mutants__nothing_changes_without_one(void **state)
{
	run(*state, NULL, NULL, 0, "0 10 10 6 one two\n");
}

static void test_mutants__each_changes_one_thing(void **state)
{
	run_mutant(*state, "less", "< became <=", "1 10 10 6 one two\n");
	run_mutant(*state, "less", "returns 1", "1 10 10 6 one two\n");
	run_mutant(*state, "clamp", "> became >=", "0 10 10 6 one two\n");
	run_mutant(*state, "clamp", "condition is always false", "0 10 21 6 one two\n");
	run_mutant(*state, "clamp", "9 became 10", "0 10 11 6 one two\n");
	run_mutant(*state, "clamp", "store to x removed", "0 10 21 6 one two\n");
	run_mutant(*state, "clamp", "1 became 0", "0 9 9 6 one two\n");
	run_mutant(*state, "clamp", "+ became -", "0 8 8 6 one two\n");
	run_mutant(*state, "clamp", "returns 0", "0 0 0 6 one two\n");
	run_mutant(*state, "count", "call to note removed", "0 10 10 0 one two\n");
	run_mutant(*state, "note", "store to total removed", "0 10 10 0 one two\n");
	run_mutant(*state, "name", "case 2 is never taken", "0 10 10 6 one (null)\n");
}

static void test_mutants__the_largest_number_becomes_smaller(void **state)
{
	find(*state, "is_last", "9223372036854775807 became 9223372036854775806");
	find(*state, "is_largest", "2147483647 became 2147483646");
}

static void test_mutants__places_are_told(void **state)
{
	const struct hr_mutant *mutant = find(*state, "clamp", "> became >=");
	assert_string_equal(hr_path_name(mutant->file), "library.c");
	assert_int_equal(mutant->line, 4);
	assert_int_equal(mutant->column, 8);
	assert_int_equal(mutant->kind, HR_MUTANT_BOUNDARY);
}

static void test_mutants__what_nobody_wrote_stays(void **state)
{
	const struct built *built = *state;
	for (size_t i = 0; i < built->mutants.list.count; i++) {
		const struct hr_mutant *mutant = &built->mutants.list.data[i];
		/* where the next argument lies */
		assert_false(strcmp(mutant->function, "is_sum") == 0 && strstr(mutant->what, " became ") &&
			     strcmp(mutant->what, "== became !=") != 0);
		/* a parameter that is put on the stack, a declaration, a loop that would never end */
		assert_false(strcmp(mutant->what, "store to a removed") == 0);
		assert_false(strcmp(mutant->what, "store to i removed") == 0);
		assert_false(strcmp(mutant->function, "count") == 0 &&
			     strcmp(mutant->what, "condition is always true") == 0);
		for (size_t j = 0; j < i; j++)
			assert_true(mutant->id != built->mutants.list.data[j].id);
	}
}

static void test_mutants__they_rest_when_the_program_says_so(void **state)
{
	struct built *built = *state;
	char variable[64];
	snprintf(variable, sizeof variable, HR_MUTANT_VARIABLE "=%" PRIx64, find(built, "less", "< became <=")->id);
	run(built, (const char *[]){ variable, NULL }, "fail", 1, "");
	run(built, (const char *[]){ variable, NULL }, "rest", 0, "");

	char *path = hr_path_join(built->directory, "rested");
	struct hr_strbuf reached = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	hr_strbuf_addf(&reached, HR_MUTANT_REACHED_VARIABLE "=%s", path);
	run(built, (const char *[]){ reached.data, NULL }, "rest", 0, "");
	assert_int_equal(hr_mutants_read_notes(&text, path, &built->error), 0);
	assert_int_equal(text.length, 0);
	hr_strbuf_release(&text);
	hr_strbuf_release(&reached);
	free(path);
}

static void test_mutants__one_that_never_ends_is_ended(void **state)
{
	char variable[64];
	snprintf(variable, sizeof variable, HR_MUTANT_VARIABLE "=%" PRIx64, find(*state, "count", "++ became --")->id);
	run(*state, (const char *[]){ variable, HR_MUTANT_CPU_VARIABLE "=30", NULL }, NULL, 128 + 27, "");
}

static void test_mutants__points_are_noted(void **state)
{
	struct built *built = *state;
	char *path = hr_path_join(built->directory, "reached");
	struct hr_strbuf variable = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	char id[20];
	hr_strbuf_addf(&variable, HR_MUTANT_REACHED_VARIABLE "=%s", path);
	run(built, (const char *[]){ variable.data, NULL }, "pass", 0, "");
	assert_int_equal(hr_mutants_read_notes(&text, path, &built->error), 0);
	snprintf(id, sizeof id, "%016" PRIx64, find(built, "less", "< became <=")->point);
	assert_non_null(strstr(text.data, id));
	snprintf(id, sizeof id, "%016" PRIx64, find(built, "clamp", "> became >=")->point);
	assert_null(strstr(text.data, id));
	hr_strbuf_release(&text);
	hr_strbuf_release(&variable);
	free(path);
}

static void test_mutants__what_would_make_a_difference_is_noted(void **state)
{
	struct built *built = *state;
	char *path = hr_path_join(built->directory, "different");
	struct hr_strbuf variable = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	static const struct {
		const char *function, *what;
		bool differs;
	} expected[] = {
		{ "less", "< became <=", false }, /* of 2 and 1 */
		{ "less", "returns 0", false },
		{ "less", "returns 1", true },
		{ "clamp", "+ became -", false }, /* not called */
	};
	hr_strbuf_addf(&variable, HR_MUTANT_REACHED_VARIABLE "=%s", path);
	run(built, (const char *[]){ variable.data, NULL }, "pass", 0, "");
	assert_int_equal(hr_mutants_read_notes(&text, path, &built->error), 0);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		char line[24];
		snprintf(line, sizeof line, "+%016" PRIx64 "\n",
			 find(built, expected[i].function, expected[i].what)->id);
		assert_int_equal(strstr(text.data, line) != NULL, expected[i].differs);
	}
	hr_strbuf_clear(&text);
	run(built, (const char *[]){ variable.data, NULL }, NULL, 0, "0 10 10 6 one two\n");
	assert_int_equal(hr_mutants_read_notes(&text, path, &built->error), 0);
	for (size_t i = 0; i < built->mutants.list.count; i++) {
		const struct hr_mutant *mutant = &built->mutants.list.data[i];
		char line[24];
		bool is_called = strncmp(mutant->function, "is_", 3) != 0;
		bool is_other = strcmp(mutant->what, "returns 0") != 0 || strcmp(mutant->function, "less") != 0;
		snprintf(line, sizeof line, "+%016" PRIx64 "\n", mutant->id);
		if ((strstr(text.data, line) != NULL) != (is_called && is_other))
			fail_msg("%s: %s", mutant->function, mutant->what);
	}
	hr_strbuf_release(&text);
	hr_strbuf_release(&variable);
	free(path);
}

/* A line of results. */
struct line {
	uint64_t id;
	unsigned number, status;
};

/* Runs jobs; returns how many lines came of them. */
static size_t run_jobs_with(struct built *built, struct line *lines, size_t size, const char *text,
			    const char *const *more, int exit_code)
{
	struct hr_strbuf first = HR_STRBUF_INIT, second = HR_STRBUF_INIT, told = HR_STRBUF_INIT;
	char *results = hr_path_join(built->directory, "results"), *jobs = put(built, "jobs", text);
	size_t count = 0;
	remove(results);
	hr_strbuf_addf(&first, HR_MUTANT_JOBS_VARIABLE "=%s", jobs);
	hr_strbuf_addf(&second, HR_MUTANT_RESULTS_VARIABLE "=%s", results);
	const char *environment[] = { first.data, second.data, more[0], more[0] ? more[1] : NULL, NULL };
	run(built, environment, "x", exit_code, "");
	if (hr_path_is_file(results))
		assert_int_equal(hr_file_read(&told, results, &built->error), 0);
	for (char *line = told.data ? told.data : ""; *line; line = strchr(line, '\n') + 1, count++) {
		assert_true(count < size);
		assert_int_equal(
			sscanf(line, "%" SCNx64 " %u %u", &lines[count].id, &lines[count].number, &lines[count].status),
			3);
	}
	hr_strbuf_release(&first);
	hr_strbuf_release(&second);
	hr_strbuf_release(&told);
	free(results);
	free(jobs);
	return count;
}

static size_t run_jobs(struct built *built, struct line *lines, size_t size, const char *text, const char *more,
		       int exit_code)
{
	return run_jobs_with(built, lines, size, text, (const char *[]){ more, NULL }, exit_code);
}

static void test_mutants__jobs_run_in_one_process(void **state)
{
	struct built *built = *state;
	struct line lines[5];
	uint64_t id = find(built, "less", "< became <=")->id;
	char text[200];
	snprintf(text, sizeof text, "0 0 5000 1 pass fail\n%016" PRIx64 " 100 5000 0 pass =200 fail pass\n", id);
	/* the third test of the mutant is not run: the second one fails */
	assert_int_equal(run_jobs(built, lines, 5, text, NULL, 0), 4);
	assert_true(lines[0].id == 0 && lines[1].id == 0 && lines[2].id == id && lines[3].id == id);
	assert_true(lines[1].number == 1 && lines[0].status == 0 && lines[1].status == 0);
	assert_true(lines[3].number == 1 && lines[2].status == 0 && lines[3].status != 0);
}

static void test_mutants__jobs_run_several_at_a_time(void **state)
{
	enum { JOBS = 9 };
	struct built *built = *state;
	struct line lines[2 * JOBS];
	uint64_t id = find(built, "less", "< became <=")->id;
	struct hr_strbuf text = HR_STRBUF_INIT;
	unsigned passed = 0, failed = 0;
	for (unsigned i = 0; i < JOBS; i++)
		hr_strbuf_addf(&text, "%016" PRIx64 " 100 5000 0 pass fail\n", id);
	assert_int_equal(run_jobs(built, lines, 2 * JOBS, text.data, HR_MUTANT_LANES_VARIABLE "=3", 0), 2 * JOBS);
	for (unsigned i = 0; i < 2 * JOBS; i++) {
		assert_true(lines[i].id == id);
		passed += lines[i].number == 0 && lines[i].status == 0;
		failed += lines[i].number == 1 && lines[i].status != 0;
	}
	assert_int_equal(passed, JOBS);
	assert_int_equal(failed, JOBS);
	hr_strbuf_release(&text);
}

static size_t entries_in(const char *path)
{
	struct dirent **entries = NULL;
	int count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
	return count < 2 ? (size_t)-1 : (size_t)count - 2;
}

/* Each test finds its directory empty, whatever became of the one before; with the harness of ours it is the same one for all tests of a lane, as long as it can be. */
static void test_mutants__directories_are_empty_for_each_test(void **state)
{
	struct built *built = *state;
	struct line lines[9];
	struct hr_strbuf variable = HR_STRBUF_INIT, lane = HR_STRBUF_INIT;
	assert_int_equal(run_jobs(built, lines, 9, "0 0 5000 1 leave link leave\n", HR_MUTANT_ALONE_VARIABLE "=1", 0),
			 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(lines[i].status, 0);
	hr_strbuf_addf(&lane, "%s/lane-0-0", built->directory);
	assert_int_equal(entries_in(lane.data), 0);
	assert_true(hr_path_is_file(built->program)); /* nobody went up */
	assert_int_equal(run_jobs(built, lines, 9, "0 0 5000 1 leave remove leave close leave leave\n",
				  HR_MUTANT_ALONE_VARIABLE "=1", 0),
			 6);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(lines[i].status, 0);
	hr_strbuf_addf(&variable, "TMPDIR=%s", built->directory);
	assert_int_equal(run_jobs(built, lines, 9, "0 0 5000 1 leave leave\n", variable.data, 0), 2);
	assert_int_equal(lines[0].status, 0);
	assert_int_equal(lines[1].status, 0);
	hr_strbuf_release(&variable);
	hr_strbuf_release(&lane);
}

static void test_mutants__each_lane_has_a_directory(void **state)
{
	enum { JOBS = 12 };
	struct built *built = *state;
	struct line lines[2 * JOBS];
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *environment[] = { HR_MUTANT_ALONE_VARIABLE "=1", HR_MUTANT_LANES_VARIABLE "=3", NULL };
	for (unsigned i = 0; i < JOBS; i++)
		hr_strbuf_addstr(&text, "0 0 5000 1 leave remove\n");
	assert_int_equal(run_jobs_with(built, lines, 2 * JOBS, text.data, environment, 0), 2 * JOBS);
	for (unsigned i = 0; i < 2 * JOBS; i++)
		assert_int_equal(lines[i].status, 0);
	hr_strbuf_release(&text);
}

static void test_mutants__a_test_that_cannot_be_started_has_not_passed(void **state)
{
	struct line lines[2];
	assert_int_equal(run_jobs(*state, lines, 2, "0 0 5000 1 pass\n", "NO_FORK=1", HR_MUTANT_NO_PROCESS), 0);
}

static bool wants_nothing(void *context, const char *file)
{
	(void)context;
	(void)file;
	return false;
}

static void test_mutants__an_object_without_any_only_where_it_is_wanted(void **state)
{
	struct built *built = *state;
	struct hr_mutants none = HR_MUTANTS_INIT;
	char *source = put(built, "library.c", NULL), *runtime = put(built, "runtime.bc", NULL);
	char *object = put(built, "plain.o", NULL);
	struct hr_mutants_source plain = { .path = source,
					   .flags = (const char *[]){ NULL },
					   .object = object,
					   .scratch = built->program,
					   .mutate = { wants_nothing, NULL, runtime } };
	assert_int_equal(hr_mutants_compile(&none, &plain, &built->error), 0);
	assert_false(hr_path_is_file(object));
	plain.is_always = true;
	assert_int_equal(hr_mutants_compile(&none, &plain, &built->error), 0);
	assert_true(hr_path_is_file(object));
	assert_int_equal(none.list.count, 0);
	free(source);
	free(runtime);
	free(object);
	hr_mutants_release(&none);
}

static void test_mutants__tables_can_be_read_again(void **state)
{
	const struct built *built = *state;
	struct hr_mutants again = HR_MUTANTS_INIT;
	struct hr_map seen = HR_MAP_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_mutants_write(&text, &built->mutants);
	hr_mutants_read(&again, &seen, text.data);
	hr_mutants_read(&again, &seen, text.data); /* the same from another object */
	hr_mutants_read(&again, &seen, "damaged\n\tx\n");
	assert_int_equal(again.list.count, built->mutants.list.count);
	for (size_t i = 0; i < again.list.count; i++) {
		assert_true(again.list.data[i].id == built->mutants.list.data[i].id);
		assert_true(again.list.data[i].point == built->mutants.list.data[i].point);
		assert_string_equal(again.list.data[i].what, built->mutants.list.data[i].what);
		assert_string_equal(again.list.data[i].file, built->mutants.list.data[i].file);
	}
	hr_strbuf_release(&text);
	hr_map_release(&seen);
	hr_mutants_release(&again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mutants__nothing_changes_without_one),
		cmocka_unit_test(test_mutants__each_changes_one_thing),
		cmocka_unit_test(test_mutants__the_largest_number_becomes_smaller),
		cmocka_unit_test(test_mutants__places_are_told),
		cmocka_unit_test(test_mutants__what_nobody_wrote_stays),
		cmocka_unit_test(test_mutants__they_rest_when_the_program_says_so),
		cmocka_unit_test(test_mutants__one_that_never_ends_is_ended),
		cmocka_unit_test(test_mutants__points_are_noted),
		cmocka_unit_test(test_mutants__what_would_make_a_difference_is_noted),
		cmocka_unit_test(test_mutants__jobs_run_in_one_process),
		cmocka_unit_test(test_mutants__jobs_run_several_at_a_time),
		cmocka_unit_test(test_mutants__directories_are_empty_for_each_test),
		cmocka_unit_test(test_mutants__each_lane_has_a_directory),
		cmocka_unit_test(test_mutants__a_test_that_cannot_be_started_has_not_passed),
		cmocka_unit_test(test_mutants__an_object_without_any_only_where_it_is_wanted),
		cmocka_unit_test(test_mutants__tables_can_be_read_again),
	};
	return cmocka_run_group_tests(tests, build, drop);
}
