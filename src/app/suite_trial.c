/* Tests in a private directory.
 *
 * Invariant: a program that is there was made from the files as they were written last. */
#include "app/suite_trial.h"

#include "app/allowance.h"
#include "app/gen_suite.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "exec/confined.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMPILE_SECONDS = 600, TEST_SECONDS = HR_SUITE_TEST_SECONDS, MOST_OUTPUT = 4 << 20 };

int hr_suite_trial_open(struct hr_suite_trial *trial, const struct hr_app_unit *unit, struct hr_error *error)
{
	trial->unit = unit;
	if (hr_directory_temporary(&trial->directory, error))
		return -1;
	hr_vec_push(&trial->readable, "/proc/self"); /* about itself, or sanitizers do not know their own stack */
	hr_app_unit_readable(&trial->readable, unit, trial->directory, &trial->arena);
	return 0;
}

void hr_suite_trial_close(struct hr_suite_trial *trial)
{
	if (trial->directory)
		hr_directory_remove(trial->directory);
	free(trial->directory);
	trial->directory = NULL;
	hr_vec_release(&trial->readable);
	hr_arena_release(&trial->arena);
}

static bool is_over(const struct hr_suite_trial *trial)
{
	return hr_allowance_is_over(trial->until, hr_clock_seconds());
}

/* ---- compiling ---- */

static void forget(const char *directory, const char *program, const char *suffix)
{
	char *path = hr_path_join(directory, program);
	struct hr_strbuf whole = HR_STRBUF_INIT;
	hr_strbuf_addf(&whole, "%s%s", path, suffix);
	(void)unlink(whole.data);
	hr_strbuf_release(&whole);
	free(path);
}

static bool is_there(const char *path, const struct hr_output_file *file)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	bool is_same = hr_path_is_file(path) && !hr_file_read(&text, path, &error) && text.length == file->length &&
		       memcmp(text.data, file->text, file->length) == 0;
	hr_error_release(&error);
	hr_strbuf_release(&text);
	return is_same;
}

/* make does not see a source that changed within one tick of the clock: what was made from it has to go. */
static int write_file(const char *directory, const struct hr_output_file *file, struct hr_error *error)
{
	char *path = hr_path_join(directory, file->name);
	int status = 0;
	if (!is_there(path, file)) {
		size_t length = strlen(file->name);
		char *program = hr_strdup(file->name);
		if (length > 2 && strcmp(file->name + length - 2, ".c") == 0) {
			program[length - 2] = '\0';
			forget(directory, program, "");
			forget(directory, program, ".o");
		}
		free(program);
		status = hr_file_write(path, file->text, file->length, error);
	}
	free(path);
	return status;
}

int hr_suite_trial_write(struct hr_suite_trial *trial, const struct hr_test *tests, size_t count,
			 struct hr_error *error)
{
	struct hr_suite_files suite = HR_SUITE_FILES_INIT;
	hr_output_files files = HR_VEC_INIT;
	if (trial->framework)
		suite.framework = trial->framework;
	suite.is_flat = trial->is_flat;
	int status = hr_suite_files(&suite, tests, count, trial->unit, error);
	hr_suite_list(&files, &suite);
	for (size_t i = 0; i < files.count && !status; i++)
		status = write_file(trial->directory, &files.data[i], error);
	hr_vec_release(&files);
	hr_suite_files_release(&suite);
	return status;
}

int hr_suite_trial_make(bool *made, struct hr_strbuf *said, struct hr_suite_trial *trial, const char *target,
			struct hr_error *error)
{
	/* compilers leave their own files behind when we are killed: here somebody finds them */
	static const char *const environment[] = { "MAKEFLAGS=", "LC_ALL=C", "TMPDIR=.", NULL };
	const struct {
		const char *name;
		const char *value;
	} variables[] = { { "CC", trial->compiler },
			  { "CFLAGS", trial->flags },
			  { "LDFLAGS", trial->link_flags },
			  { "LIB", trial->library } };
	struct hr_arena arena = HR_ARENA_INIT;
	HR_VEC(const char *) argv = HR_VEC_INIT;
	hr_vec_push(&argv, "make");
	hr_vec_push(&argv, "-sk");
	hr_vec_push(&argv, hr_arena_printf(&arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN)));
	hr_vec_push(&argv, target);
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (variables[i].value)
			hr_vec_push(&argv, hr_arena_printf(&arena, "%s=%s", variables[i].name, variables[i].value));
	hr_vec_push(&argv, NULL);
	struct hr_process process = { .argv = argv.data,
				      .directory = trial->directory,
				      .environment = environment,
				      .timeout_seconds =
					      hr_allowance_left(trial->until, COMPILE_SECONDS, hr_clock_seconds()) };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	*made = !status && result.exit_code == 0 && !result.timed_out;
	trial->is_late = trial->is_late || (result.timed_out && is_over(trial));
	if (said)
		hr_strbuf_addstr(said, result.errors.data);
	hr_process_result_release(&result);
	hr_vec_release(&argv);
	hr_arena_release(&arena);
	return status;
}

/* ---- running ---- */

int hr_suite_trial_run(struct hr_process_result *out, struct hr_suite_trial *trial,
		       const struct hr_suite_trial_run *run, struct hr_error *error)
{
	HR_VEC(const char *) argv = HR_VEC_INIT;
	char *program = hr_path_join(trial->directory, run->program);
	char folder[32];
	snprintf(folder, sizeof folder, "private-%u", trial->number++);
	char *private = run->directory ? hr_strdup(run->directory) : hr_path_join(trial->directory, folder);
	for (size_t i = 0; run->before && run->before[i]; i++)
		hr_vec_push(&argv, run->before[i]);
	hr_vec_push(&argv, program);
	for (size_t i = 0; run->names && run->names[i]; i++)
		hr_vec_push(&argv, run->names[i]);
	hr_vec_push(&argv, NULL);
	struct hr_confined confined = { .argv = argv.data,
					.directory = private,
					.read_only = trial->readable.data,
					.seconds = hr_allowance_left(trial->until,
								     run->seconds ? run->seconds : TEST_SECONDS,
								     hr_clock_seconds()),
					.memory = run->is_unlimited ? HR_CONFINED_UNLIMITED : 0,
					.resident = run->is_unlimited ? HR_CONFINED_RESIDENT : 0,
					.environment = run->environment,
					.most_output = MOST_OUTPUT };
	int status = 0;
	if (!run->directory && mkdir(private, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", private,
				 strerror(errno));
	if (!status)
		status = hr_confined_run(out, &confined, error);
	trial->is_late = trial->is_late || (!status && out->timed_out && is_over(trial));
	if (!run->directory)
		hr_directory_remove(private);
	free(private);
	free(program);
	hr_vec_release(&argv);
	return status;
}
