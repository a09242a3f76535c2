/* Compilers with sanitizers, the library compiled with them, and programs that run with it behind the fence.
 *
 * Invariants: everything lies in one temporary directory, a folder for each compiler; the Makefile there is the one that the user gets, so that what is confirmed is what he can repeat. */
#include "app/confirm_internal.h"
#include "app/makefile.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "exec/confined.h"
#include "suite/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMPILE_SECONDS = 900, TRIAL_SECONDS = 60, RUN_SECONDS = 10, MOST_OUTPUT = 1 << 20 };

static int write_file(const char *directory, const char *name, const char *text, struct hr_error *error)
{
	char *path = hr_path_join(directory, name);
	int status = hr_file_write(path, text, strlen(text), error);
	free(path);
	return status;
}

/* Runs a command in the directory; `*fine` when it succeeds, else what it said is appended to `why`. */
static int run_command(bool *fine, const char *const *argv, const char *directory, unsigned seconds,
		       struct hr_strbuf *why, struct hr_error *error)
{
	/* compilers leave their own files behind when we are killed: here somebody finds them */
	static const char *const environment[] = { "MAKEFLAGS=", "LC_ALL=C", "TMPDIR=.", NULL };
	struct hr_process process = {
		.argv = argv, .directory = directory, .environment = environment, .timeout_seconds = seconds
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	if (status && error->kind != HR_ERROR_INTERRUPTED) { /* no such program */
		hr_error_release(error);
		status = 0;
		*fine = false;
	} else {
		*fine = !status && result.exit_code == 0 && !result.timed_out;
		if (why && !*fine)
			hr_strbuf_addstr(why, result.errors.data);
	}
	hr_process_result_release(&result);
	return status;
}

/* ---- compilers ---- */

static int add_compiler(struct hr_confirm *confirm, const struct hr_compiler *found, struct hr_error *error)
{
	struct hr_confirm_compiler compiler = { .is = *found, .library = HR_CONFIRM_UNTRIED };
	char name[32];
	snprintf(name, sizeof name, "with-%s", found->family);
	compiler.directory = hr_path_join(confirm->root, name);
	bool works = false;
	int status = 0;
	if (mkdir(compiler.directory, 0700) != 0 && errno != EEXIST)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", compiler.directory,
				 strerror(errno));
	if (!status)
		status = hr_compiler_has_sanitizers(&works, found, compiler.directory, error);
	if (works)
		confirm->compilers[confirm->compiler_count++] = compiler;
	else
		free(compiler.directory);
	return status;
}

int hr_confirm_look(struct hr_confirm *confirm, struct hr_error *error)
{
	struct hr_compilers found;
	if (confirm->has_looked)
		return 0;
	if (!confirm->root && hr_directory_temporary(&confirm->root, error))
		return -1;
	int status = hr_compilers_find(&found, error);
	for (size_t i = 0; !status && i < found.count; i++)
		status = add_compiler(confirm, &found.list[i], error);
	confirm->has_looked = !status;
	if (!status && !confirm->compiler_count)
		hr_strbuf_addstr(&confirm->trouble, "no compiler here has sanitizers");
	return status;
}

/* ---- the library and programs ---- */

static void write_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	hr_makefile_library(out, unit);
	hr_makefile_program(out, unit, "test", "test", " $(EXTRA)");
	hr_makefile_program(out, unit, "neighbour", "neighbour", " $(EXTRA)");
	hr_strbuf_addstr(out, "\nlibrary: $(library)\n\n.PHONY: library\n");
}

static int make(bool *made, const struct hr_confirm_compiler *compiler, const char *target, const char *extra,
		struct hr_strbuf *why, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const char *argv[] = { "make",
			       "-s",
			       hr_arena_printf(&arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN)),
			       hr_arena_printf(&arena, "CC=%s", compiler->is.command),
			       hr_arena_printf(&arena, "CFLAGS=%s", hr_sanitizer_flags(&compiler->is)),
			       hr_arena_printf(&arena, "EXTRA=%s", extra),
			       "LDFLAGS=",
			       target,
			       NULL };
	int status = run_command(made, argv, compiler->directory, COMPILE_SECONDS, why, error);
	hr_arena_release(&arena);
	return status;
}

/* The first complaint of a compiler. */
static void add_first_error(struct hr_strbuf *out, const char *said)
{
	const char *found = strstr(said, "error: ");
	if (!found)
		found = strstr(said, "undefined reference");
	if (found)
		hr_strbuf_addf(out, ": %.*s", (int)strcspn(found, "\n"), found);
}

int hr_confirm_library(bool *ready, struct hr_confirm *confirm, struct hr_confirm_compiler *compiler,
		       struct hr_error *error)
{
	int status = 0;
	if (compiler->library == HR_CONFIRM_UNTRIED) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_strbuf said = HR_STRBUF_INIT;
		bool made = false;
		write_makefile(&text, confirm->unit);
		status = write_file(compiler->directory, "Makefile", text.data, error);
		if (!status)
			status = make(&made, compiler, "library", "", &said, error);
		if (!status && made)
			status = hr_leak_check_compile(&made, compiler->is.command, compiler->directory, &said, error);
		if (!status)
			compiler->library = made ? HR_CONFIRM_READY : HR_CONFIRM_USELESS;
		if (!status && !made) {
			hr_strbuf_addf(&confirm->trouble, "%sthe library does not compile with %s and sanitizers",
				       confirm->trouble.length ? "; " : "", compiler->is.command);
			add_first_error(&confirm->trouble, said.data);
		}
		hr_strbuf_release(&said);
		hr_strbuf_release(&text);
	}
	*ready = compiler->library == HR_CONFIRM_READY;
	return status;
}

static void forget(const struct hr_confirm_compiler *compiler, const char *name, const char *suffix)
{
	char *path = hr_path_join(compiler->directory, name);
	struct hr_strbuf whole = HR_STRBUF_INIT;
	hr_strbuf_addf(&whole, "%s%s", path, suffix);
	(void)unlink(whole.data);
	hr_strbuf_release(&whole);
	free(path);
}

int hr_confirm_program(bool *made, const struct hr_confirm *confirm, const struct hr_confirm_compiler *compiler,
		       const char *name, const char *text, bool has_leaks, struct hr_strbuf *why,
		       struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	struct hr_strbuf file = HR_STRBUF_INIT;
	struct hr_strbuf extra = HR_STRBUF_INIT;
	(void)confirm;
	/* make does not see a source that changed within one tick of the clock */
	forget(compiler, name, "");
	forget(compiler, name, ".o");
	hr_strbuf_addf(&file, "%s.c", name);
	hr_strbuf_addf(&extra, "%s%s", has_leaks ? "leak-check.o" : "", hr_suite_link_flags(text));
	int status = write_file(compiler->directory, file.data, text, error);
	if (!status)
		status = make(made, compiler, name, extra.data, &said, error);
	if (!status && !*made) {
		hr_strbuf_addf(why, "%s does not compile with %s", file.data, compiler->is.command);
		add_first_error(why, said.data);
	}
	hr_strbuf_release(&file);
	hr_strbuf_release(&extra);
	hr_strbuf_release(&said);
	return status;
}

/* ---- running ---- */

int hr_confirm_run(struct hr_process_result *out, struct hr_confirm *confirm,
		   const struct hr_confirm_compiler *compiler, const char *name, struct hr_confirm_memory memory,
		   struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings readable = HR_VEC_INIT;
	hr_vec_push(&readable, "/proc/self"); /* about itself, or sanitizers do not know their own stack */
	hr_app_unit_readable(&readable, confirm->unit, compiler->directory, &arena);
	char *program = hr_path_join(compiler->directory, name);
	char *private = hr_path_join(confirm->root, hr_arena_printf(&arena, "private-%zu", ++confirm->tried));
	const char *argv[] = { program, NULL };
	const char *environment[] = {
		hr_arena_printf(&arena,
				"ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_abort=1:"
				"detect_stack_use_after_return=1:max_allocation_size_mb=1024:strict_string_checks=0:"
				"max_malloc_fill_size=1048576:malloc_fill_byte=%u:malloc_context_size=20:redzone=%u",
				memory.fill, memory.redzone),
		"UBSAN_OPTIONS=print_stacktrace=1", "LC_ALL=C", NULL
	};
	struct hr_confined confined = {
		.argv = argv,
		.directory = private,
		.read_only = readable.data,
		.has_fixed_layout = memory.has_fixed_layout,
		.seconds = confirm->options.seconds ? confirm->options.seconds : RUN_SECONDS,
		.memory = HR_CONFINED_UNLIMITED,
		.resident = HR_CONFINED_RESIDENT,
		.most_output = MOST_OUTPUT,
		.environment = environment,
	};
	int status = 0;
	if (mkdir(private, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", private,
				 strerror(errno));
	if (!status)
		status = hr_confined_run(out, &confined, error);
	hr_directory_remove(private);
	free(private);
	free(program);
	hr_vec_release(&readable);
	hr_arena_release(&arena);
	return status;
}
