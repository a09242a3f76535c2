/* `harrier mutate`: a copy of the suite or of the project, built with mutants in it.
 *
 * Invariant: nothing of the user's is changed: neither his files nor what his build made of them, whatever the build names by absolute paths. */
#include "app/mutate_internal.h"

#include "app/programs.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "build/mutants.h"
#include "exec/confined.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUILD_SECONDS = 3600, BUILD_OUTPUT = 1 << 20 };

#define BUILD_FILE ((uint64_t)16 << 30)

static int judge(const struct hr_process_result *result, const char *what, struct hr_error *error)
{
	if (result->timed_out)
		return hr_fail(error, HR_ERROR_INPUT, "%s takes longer than an hour", what);
	if (!result->exit_code)
		return 0;
	hr_fail(error, HR_ERROR_INPUT, "%s fails with exit status %d", what, result->exit_code);
	hr_strbuf_addstr(&error->details, result->errors.length ? result->errors.data : result->output.data);
	return -1;
}

static int copy(const char *from, const char *to, struct hr_error *error)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_strbuf contents = HR_STRBUF_INIT;
	hr_strbuf_addf(&contents, "%s/.", from);
	const char *argv[] = { "cp", "-a", "--reflink=auto", "--", contents.data, to, NULL };
	struct hr_process process = { .argv = argv, .timeout_seconds = BUILD_SECONDS };
	int status = hr_process_run(&result, &process, error);
	if (!status)
		status = judge(&result, "copying", error);
	hr_process_result_release(&result);
	hr_strbuf_release(&contents);
	return status;
}

/* What the fence says to a build that wants more than it may, in the words of the C library. */
static bool is_kept_from_something(const char *said)
{
	static const int reasons[] = { EROFS, EACCES, EPERM };
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (strstr(said, strerror(reasons[i])))
			return true;
	return false;
}

/* A step of the build, in the copy and behind the fence: nothing is written but in the private directory, which the copy is in, and the shims' tables. */
static int build(const char *const *argv, const struct hr_mutation *mutation, const char *const *environment,
		 const char *what, struct hr_error *error)
{
	static const char *const everything[] = { "/", NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	char *directory = hr_path_parent(mutation->work);
	struct hr_confined confined = {
		.argv = argv,
		.directory = directory,
		.here = mutation->work,
		.builds = true,
		.read_only = everything,
		.seconds = BUILD_SECONDS,
		.memory = HR_CONFINED_UNLIMITED,
		.file_size = BUILD_FILE,
		.most_output = BUILD_OUTPUT,
		.environment = environment,
	};
	int status = hr_confined_run(&result, &confined, error);
	if (!status)
		status = judge(&result, what, error);
	if (status && error->kind == HR_ERROR_INPUT && is_kept_from_something(error->details.data))
		hr_strbuf_addstr(&error->hint,
				 "it runs behind a fence, in a copy of the project: it can write nowhere else, by no "
				 "absolute path, and has no network");
	hr_process_result_release(&result);
	free(directory);
	return status;
}

/* ---- what is to be changed ---- */

/* Headers and sources of the system are nobody's to test here. */
static const char system_places[] = "-/usr/include\n-/usr/lib\n-/usr/local/include\n-/usr/share\n";

static void want(struct hr_strbuf *out, char sign, const char *path)
{
	hr_strbuf_addf(out, "%c%s\n", sign, path);
}

void hr_mutation_want_all(struct hr_strbuf *out, const char *directory)
{
	want(out, '+', "/");
	hr_strbuf_addstr(out, system_places);
	want(out, '-', directory);
}

/* Of a suite of ours: all that is compiled with it. Of another: what the user names, in the copy. */
static int list_wants(struct hr_strbuf *out, struct hr_mutation *mutation, struct hr_error *error)
{
	if (mutation->suite)
		hr_mutation_want_all(out, mutation->work);
	for (size_t i = 0; i < mutation->sources.count; i++) {
		const char *named = mutation->sources.data[i];
		char *absolute = hr_path_real(named);
		char *project = hr_path_real(mutation->suite ? mutation->suite : mutation->project);
		int status = 0;
		if (!absolute)
			status = hr_fail(error, HR_ERROR_INPUT, "no such file: '%s'", named);
		else if (!mutation->suite && project && !hr_path_is_below(absolute, project) &&
			 strcmp(absolute, project) != 0)
			status = hr_fail(error, HR_ERROR_INPUT, "'%s' is not in the project '%s'", named,
					 mutation->project);
		if (!status && mutation->suite) {
			if (!i) /* no more than what is named */
				hr_strbuf_clear(out);
			want(out, '+', absolute);
		} else if (!status && project) {
			const char *rest = absolute + strlen(project);
			want(out, '+', hr_arena_printf(&mutation->arena, "%s%s", mutation->work, rest));
		}
		free(absolute);
		free(project);
		if (status)
			return status;
	}
	return 0;
}

const char *hr_mutation_shown(struct hr_mutation *mutation, const char *path)
{
	char *here = hr_path_real(".");
	const char *shown = path;
	if (hr_path_is_below(path, mutation->work))
		shown = path + strlen(mutation->work) + 1;
	else if (here && hr_path_is_below(path, here))
		shown = path + strlen(here) + 1;
	shown = hr_arena_strdup(&mutation->arena, shown);
	free(here);
	return shown;
}

/* ---- the build ---- */

/* The Makefile of a suite names the library's files by their way from where it is: "root = ../..". From a copy that way is another one. NULL: it says
 * nothing of the kind. */
static const char *root_of(struct hr_mutation *mutation)
{
	static const char name[] = "root = ";
	struct hr_error unread = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *root = NULL;
	char *path = hr_path_join(mutation->suite, "Makefile");
	hr_file_read(&text, path, &unread);
	const char *line = text.data ? strstr(text.data, name) : NULL;
	if (line && (line == text.data || line[-1] == '\n')) {
		line += strlen(name);
		char *way = hr_path_join(mutation->suite,
					 hr_arena_printf(&mutation->arena, "%.*s", (int)strcspn(line, "\n"), line));
		char *real = hr_path_real(way);
		if (real)
			root = hr_arena_printf(&mutation->arena, "root=%s", real);
		free(real);
		free(way);
	}
	free(path);
	hr_strbuf_release(&text);
	hr_error_release(&unread);
	return root;
}

static int make_suite(struct hr_mutation *mutation, const char *target, const char *const *environment,
		      struct hr_error *error)
{
	const char *jobs = hr_arena_printf(&mutation->arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	const char *what = hr_arena_printf(&mutation->arena, "'make %s' in a copy of the suite", target);
	char *make = hr_find_program("make");
	const char *argv[] = { make, "-s", jobs, target, root_of(mutation), NULL };
	int status = make ? build(argv, mutation, environment, what, error)
			  : hr_fail(error, HR_ERROR_INTERNAL, "there is no make here to build the suite with");
	free(make);
	return status;
}

static int build_suite(struct hr_mutation *mutation, const char *const *environment, struct hr_error *error)
{
	char *kept = hr_path_join(mutation->directory, HR_MUTATE_KEPT);
	int status = 0;
	if (mkdir(kept, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", kept, strerror(errno));
	if (!status)
		status = make_suite(mutation, "clean", environment, error);
	if (!status)
		status = make_suite(mutation, "tests", environment, error);
	free(kept);
	return status;
}

static int build_project(struct hr_mutation *mutation, const char *const *environment, struct hr_error *error)
{
	const char *argv[] = { "/bin/sh", "-c", mutation->build, NULL };
	return build(argv, mutation, environment, "the build command", error);
}

static int by_place(const void *left, const void *right)
{
	const struct hr_mutant *a = left, *b = right;
	int order = strcmp(a->file, b->file);
	if (!order)
		order = a->line < b->line ? -1 : a->line > b->line;
	if (!order)
		order = a->column < b->column ? -1 : a->column > b->column;
	if (!order)
		order = a->kind < b->kind ? -1 : a->kind > b->kind;
	return order ? order : strcmp(a->what, b->what);
}

static int fail_without_mutants(const struct hr_mutation *mutation, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INPUT, "the build compiles nothing that is to be changed");
	hr_strbuf_addstr(
		&error->hint,
		mutation->suite
			? "does its Makefile compile the library's sources? LIB= must not be set"
			: "is all up to date already? begin with 'make clean && …': the build runs in a copy; and "
			  "call the compiler by its name, as in CC=cc");
	return -1;
}

int hr_mutation_read(struct hr_mutation *mutation, struct hr_error *error)
{
	if (hr_mutate_tables(&mutation->mutants, &mutation->refused, mutation->directory, error))
		return -1;
	if (!mutation->mutants.list.count)
		return 0;
	qsort(mutation->mutants.list.data, mutation->mutants.list.count, sizeof *mutation->mutants.list.data, by_place);
	for (size_t i = 0; i < mutation->mutants.list.count; i++)
		hr_vec_add(&mutation->results);
	return 0;
}

/* What the build finds in its environment; the last entry is NULL. */
static void list_environment(hr_strings *out, struct hr_mutation *mutation)
{
	hr_mutate_environment(out, mutation->directory, &mutation->arena);
	hr_vec_push(out, "MAKEFLAGS=");
	/* tools of the build that look for leaks of their own cannot do so behind the fence */
	hr_vec_push(out, "ASAN_OPTIONS=detect_leaks=0");
	hr_vec_push(out, NULL);
}

int hr_mutation_link(struct hr_mutation *mutation, struct hr_error *error)
{
	hr_strings environment = HR_VEC_INIT;
	list_environment(&environment, mutation);
	int status = make_suite(mutation, "tests", environment.data, error);
	hr_vec_release(&environment);
	return status;
}

int hr_mutation_build(struct hr_mutation *mutation, struct hr_error *error)
{
	struct hr_strbuf wants = HR_STRBUF_INIT;
	hr_strings environment = HR_VEC_INIT;
	double began = hr_clock_seconds();
	if (hr_directory_temporary(&mutation->directory, error))
		return -1;
	char *real = hr_path_real(mutation->directory);
	mutation->work = hr_path_join(real ? real : mutation->directory, "copy");
	free(real);
	int status = 0;
	if (mkdir(mutation->work, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", mutation->work, strerror(errno));
	if (!status)
		status = list_wants(&wants, mutation, error);
	if (!status)
		status = copy(mutation->suite ? mutation->suite : mutation->project, mutation->work, error);
	if (!status)
		status = hr_mutate_prepare(mutation->directory, wants.data, error);
	list_environment(&environment, mutation);
	if (!status)
		status = (mutation->suite ? build_suite : build_project)(mutation, environment.data, error);
	if (!status)
		status = hr_mutation_read(mutation, error);
	if (!status && !mutation->mutants.list.count)
		status = fail_without_mutants(mutation, error);
	mutation->building = hr_clock_seconds() - began;
	hr_vec_release(&environment);
	hr_strbuf_release(&wants);
	return status;
}
