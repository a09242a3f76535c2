/* Compilers, and whether their sanitizers work. */
#include "app/compilers.h"

#include "base/file.h"
#include "base/process.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_SECONDS = 60 };

/* Optimisation and built-in functions hide errors. */
#define SANITIZE                                                                                    \
	"-g -O0 -fno-omit-frame-pointer -fno-builtin -U_FORTIFY_SOURCE -fsanitize=address,undefined," \
	"float-cast-overflow -fno-sanitize-recover=undefined,float-cast-overflow -fsanitize-recover="
static const char gcc_flags[] = SANITIZE "alignment,pointer-overflow";
static const char clang_flags[] = SANITIZE "alignment,pointer-overflow,function";

const char *hr_sanitizer_flags(const struct hr_compiler *compiler)
{
	return strcmp(compiler->family, "clang") == 0 ? clang_flags : gcc_flags;
}

/* Runs a command; `*fine` when it succeeds. One that is not there does not. */
static int run_command(bool *fine, struct hr_process_result *result, const char *const *argv, const char *directory,
		       struct hr_error *error)
{
	const char *const environment[] = { "LC_ALL=C", directory ? "TMPDIR=." : NULL, NULL };
	struct hr_process process = {
		.argv = argv, .directory = directory, .environment = environment, .timeout_seconds = TRIAL_SECONDS
	};
	int status = hr_process_run(result, &process, error);
	*fine = !status && result->exit_code == 0 && !result->timed_out;
	if (status && error->kind != HR_ERROR_INTERRUPTED) {
		hr_error_release(error);
		status = 0;
	}
	return status;
}

static bool has_family(const struct hr_compilers *compilers, const char *family)
{
	for (size_t i = 0; i < compilers->count; i++)
		if (strcmp(compilers->list[i].family, family) == 0)
			return true;
	return false;
}

int hr_compilers_find(struct hr_compilers *out, struct hr_error *error)
{
	const char *own = getenv("CC");
	const char *const commands[] = { own && *own && !strchr(own, ' ') ? own : "cc", "cc", "gcc", "clang-19",
					 "clang" };
	int status = 0;
	out->count = 0;
	for (size_t i = 0; i < sizeof commands / sizeof *commands && out->count < HR_COMPILERS_MOST && !status; i++) {
		const char *argv[] = { commands[i], "--version", NULL };
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		bool fine;
		status = run_command(&fine, &result, argv, NULL, error);
		const char *family = fine && strstr(result.output.data, "clang") ? "clang" : "gcc";
		if (!status && fine && !has_family(out, family))
			out->list[out->count++] = (struct hr_compiler){ commands[i], family };
		hr_process_result_release(&result);
	}
	return status;
}

int hr_compiler_has_sanitizers(bool *has_them, const struct hr_compiler *compiler, const char *directory,
			       struct hr_error *error)
{
	static const char text[] = "int main(void)\n{\n\treturn 0;\n}\n";
	static const char *const rest[] = { "-o", "trial", "trial.c", NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_strbuf flags = HR_STRBUF_INIT;
	HR_VEC(const char *) argv = HR_VEC_INIT;
	char *source = hr_path_join(directory, "trial.c");
	char *program = hr_path_join(directory, "trial");
	const char *run[] = { program, NULL };
	hr_strbuf_addstr(&flags, hr_sanitizer_flags(compiler));
	hr_vec_push(&argv, compiler->command);
	char *place = NULL;
	for (char *word = strtok_r(flags.data, " ", &place); word; word = strtok_r(NULL, " ", &place))
		hr_vec_push(&argv, word);
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		hr_vec_push(&argv, rest[i]);
	int status = hr_file_write(source, text, strlen(text), error);
	*has_them = false;
	if (!status)
		status = run_command(has_them, &result, argv.data, directory, error);
	if (!status && *has_them)
		status = run_command(has_them, &result, run, directory, error);
	hr_process_result_release(&result);
	free(program);
	free(source);
	hr_vec_release(&argv);
	hr_strbuf_release(&flags);
	return status;
}
