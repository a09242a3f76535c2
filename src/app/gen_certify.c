/* Trying tests before anybody else does: compiled with the system's compiler by the Makefile that the user gets, run several times behind the fence, each time in fresh processes; what
 * fails is left out. */
#include "app/gen_suite.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "exec/confined.h"
#include "suite/areas.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEST_SECONDS = 10, COMPILE_SECONDS = 600, ROUNDS = 3, MOST_OUTPUT = 4 << 20 };

/* Into a directory of our own, to be compiled there. */
static int write_tests(const char *directory, const struct hr_test *tests, size_t count, const struct hr_app_unit *unit,
		       struct hr_error *error)
{
	struct hr_suite_files suite = HR_SUITE_FILES_INIT;
	hr_output_files files = HR_VEC_INIT;
	int status = hr_suite_files(&suite, tests, count, unit, error);
	hr_suite_list(&files, &suite);
	for (size_t i = 0; i < files.count && !status; i++) {
		char *path = hr_path_join(directory, files.data[i].name);
		status = hr_file_write(path, files.data[i].text, files.data[i].length, error);
		free(path);
	}
	hr_vec_release(&files);
	hr_suite_files_release(&suite);
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

/* make does not see a source that changed within one tick of the clock: what was made from it has to go. */
static void remove_program(const char *directory, const struct hr_test *test, const struct hr_app_unit *unit)
{
	char *program = hr_suite_program_name(unit, test->area);
	char *path = hr_path_join(directory, program);
	struct hr_strbuf object = HR_STRBUF_INIT;
	hr_strbuf_addf(&object, "%s.o", path);
	(void)unlink(path);
	(void)unlink(object.data);
	hr_strbuf_release(&object);
	free(path);
	free(program);
}

/* Keeps the tests that compile and link when they are alone. */
static int keep_compiling(struct hr_test *tests, size_t *count, const char *directory, const struct hr_app_unit *unit,
			  struct hr_error *error)
{
	size_t kept = 0;
	int status = 0;
	for (size_t i = 0; i < *count && !status; i++) {
		bool made = false;
		remove_program(directory, &tests[i], unit);
		status = write_tests(directory, &tests[i], 1, unit, error);
		if (!status)
			status = make(&made, directory, "tests", NULL, error);
		if (made)
			hr_tests_swap(tests, kept++, i);
	}
	for (size_t i = 0; i < kept; i++)
		remove_program(directory, &tests[i], unit);
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

/* ---- running ---- */

/* What is needed to run programs behind the fence. */
struct trial {
	const char *directory;
	hr_recipe_strings readable;
	unsigned
		number; /* of the next run: it names its directory, so that what one left there, and could not be removed, is not in the way of the next */
};

/* Runs a program in a directory of its own that goes with it; with a name only that test. `output` gets what it prints. */
static int run_program(bool *passed, struct hr_strbuf *output, struct trial *trial, const char *program,
		       const char *name, unsigned seconds, struct hr_error *error)
{
	char *path = hr_path_join(trial->directory, program);
	const char *argv[] = { path, name, NULL };
	char folder[32];
	snprintf(folder, sizeof folder, "private-%u", trial->number++);
	char *private = hr_path_join(trial->directory, folder);
	struct hr_confined confined = { .argv = argv,
					.directory = private,
					.read_only = trial->readable.data,
					.seconds = seconds,
					.most_output = MOST_OUTPUT };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = 0;
	if (mkdir(private, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", private,
				 strerror(errno));
	if (!status)
		status = hr_confined_run(&result, &confined, error);
	*passed = !status && result.exit_code == 0 && !result.timed_out;
	hr_strbuf_add(output, result.output.data, result.output.length);
	hr_process_result_release(&result);
	hr_directory_remove(private);
	free(private);
	free(path);
	return status;
}

/* Whether the line "ok NUMBER - NAME" is there. */
static bool tells_passed(const char *output, const char *name)
{
	size_t length = strlen(name);
	for (const char *line = output; *line;) {
		size_t size = strcspn(line, "\n");
		if (strncmp(line, "ok ", 3) == 0 && size > length + 3 &&
		    memcmp(line + size - length, name, length) == 0 && memcmp(line + size - length - 3, " - ", 3) == 0)
			return true;
		line += size + (line[size] == '\n');
	}
	return false;
}

/* Runs the tests of one area, all at once; those that did not pass once more, each alone: they may have failed only because one of them ended everything. */
static int run_area(bool *passed, struct trial *trial, const struct hr_test *tests, size_t count, const char *program,
		    struct hr_error *error)
{
	struct hr_strbuf output = HR_STRBUF_INIT;
	bool all = false;
	int status = run_program(&all, &output, trial, program, NULL, TEST_SECONDS + (unsigned)count / 10, error);
	for (size_t i = 0; i < count && !status; i++) {
		bool now = all || tells_passed(output.data, tests[i].name);
		struct hr_strbuf alone = HR_STRBUF_INIT;
		if (!now && passed[i])
			status = run_program(&now, &alone, trial, program, tests[i].name, TEST_SECONDS, error);
		hr_strbuf_release(&alone);
		passed[i] = passed[i] && now;
	}
	hr_strbuf_release(&output);
	return status;
}

static int run_all(bool *passed, struct trial *trial, const struct hr_test *tests, size_t count,
		   const struct hr_app_unit *unit, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < count && !status;) {
		char *program = hr_suite_program_name(unit, tests[first].area);
		size_t end = first + 1;
		while (end < count && strcmp(tests[end].area, tests[first].area) == 0)
			end++;
		status = run_area(passed + first, trial, tests + first, end - first, program, error);
		first = end;
		free(program);
	}
	return status;
}

static int keep_running(struct hr_test *tests, size_t *count, const char *directory, const struct hr_app_unit *unit,
			struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct trial trial = { .directory = directory, .readable = HR_VEC_INIT };
	bool *passed = hr_calloc(*count, sizeof *passed);
	size_t kept = 0;
	int status = 0;
	hr_app_unit_readable(&trial.readable, unit, directory, &arena);
	memset(passed, true, *count * sizeof *passed);
	for (int round = 0; round < ROUNDS && !status; round++)
		status = run_all(passed, &trial, tests, *count, unit, error);
	for (size_t i = 0; i < *count && !status; i++)
		if (passed[i])
			hr_tests_swap(tests, kept++, i);
	*count = kept;
	free(passed);
	hr_vec_release(&trial.readable);
	hr_arena_release(&arena);
	return status;
}

int hr_suite_certify(struct hr_test *tests, size_t *count, const struct hr_app_unit *unit, struct hr_error *error)
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
