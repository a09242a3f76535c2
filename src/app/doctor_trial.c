/* The trial: everything that gen does, on the smallest library there is; and whether the fence holds.
 *
 * What the library and the test try to remove is a file that was made for that, in a temporary directory of our own. */
#include "app/doctor_internal.h"
#include "app/unit.h"
#include "base/file.h"
#include "exec/confined.h"
#include "seq/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char header[] = "int trial_add(int a, int b);\nlong trial_remove(const char *path);\n";

/* Past libc, straight to the kernel: unlink(2). x86-64 only. */
static const char source[] =
	"#include \"trial.h\"\n"
	"int trial_add(int a, int b) { return a + b; }\n"
	"long trial_remove(const char *path)\n"
	"{\n"
	"\tlong result;\n"
	"\t__asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(87L), \"D\"(path) : \"rcx\", \"r11\", \"memory\");\n"
	"\treturn result;\n"
	"}\n";

/* Ends with 1 when it could remove the file, with 2 when it cannot write where it may. */
static const char test_source[] = "#include <stdio.h>\n"
				  "#include <unistd.h>\n"
				  "int main(int argc, char **argv)\n"
				  "{\n"
				  "\tif (argc != 2 || unlink(argv[1]) == 0)\n"
				  "\t\treturn 1;\n"
				  "\treturn fopen(\"own\", \"w\") ? 0 : 2;\n"
				  "}\n";

struct trial {
	struct hr_checkup *checkup;
	char *directory;
	char *canary;
	struct hr_app_unit unit;
	struct hr_error *error;
	/* of the sequence that ran last */
	enum hr_outcome_status status;
	char text[64];
	int64_t value;
};

static char *write_in(const struct trial *trial, const char *name, const char *text)
{
	char *path = hr_path_join(trial->directory, name);
	if (hr_file_write(path, text, strlen(text), trial->error) == 0)
		return path;
	free(path);
	return NULL;
}

static int build(struct trial *trial)
{
	char *header_path = write_in(trial, "trial.h", header);
	char *source_path = header_path ? write_in(trial, "trial.c", source) : NULL;
	struct hr_input input;
	memset(&input, 0, sizeof input);
	int status = source_path ? 0 : -1;
	if (!status) {
		hr_vec_push(&input.headers, header_path);
		hr_vec_push(&input.sources, source_path);
		status = hr_app_unit_read(&trial->unit, &input, trial->error);
	}
	if (!status) {
		/* not in the user's cache, where it would be of no use to anybody */
		char *cache = hr_path_join(trial->directory, "cache");
		struct hr_build_options options = { .flavour = HR_FLAVOUR_SEARCH, .cache = cache };
		struct hr_app_unit *unit = &trial->unit;
		status = hr_build(&unit->built, unit->model, &unit->recipe, &unit->callables, &options, trial->error);
		free(cache);
	}
	if (!status) {
		struct hr_workers_options options = { .unit = trial->unit.built.object, .count = 1 };
		status = hr_workers_start(&trial->unit.workers, &options, trial->error);
	}
	hr_vec_release(&input.headers);
	hr_vec_release(&input.sources);
	free(header_path);
	free(source_path);
	return status;
}

static void look(void *context, size_t index, struct hr_outcome *outcome)
{
	struct trial *trial = context;
	(void)index;
	trial->status = outcome->status;
	const unsigned char *bytes = outcome->slot_count ? hr_outcome_bytes(outcome, 0) : NULL;
	trial->value = bytes ? hr_bytes_integer(bytes, sizeof(int), true) : 0;
	snprintf(trial->text, sizeof trial->text, "%s",
		 outcome->fault.text && *outcome->fault.text ? outcome->fault.text : outcome->fault.function);
}

static int run(struct trial *trial, const char *text)
{
	static const struct hr_run_wants wants;
	struct hr_sequence *sequence = NULL;
	struct hr_program *program = NULL;
	struct hr_app_unit *unit = &trial->unit;
	int status = hr_sequence_read(&sequence, unit->model, text, strlen(text), "trial", trial->error);
	if (!status)
		status = hr_program_new(&program, sequence, &unit->callables, &wants, trial->error);
	if (!status)
		status = hr_workers_run(unit->workers, &program, 1, look, trial, trial->error);
	hr_program_free(program);
	hr_sequence_free(sequence);
	return status;
}

static const char cannot_work[] = "gen and replay do not work";
static const char no_protection[] = "code under test can change files of whoever runs harrier";

static void fail(struct trial *trial, const char *name, enum hr_finding_state state, const char *meaning)
{
	struct hr_error *error = trial->error;
	size_t length = strcspn(error->details.data, "\n");
	hr_checkup_note(trial->checkup, "trial", name, state, meaning, "%s%s%.*s", error->message.data,
			length ? ": " : "", (int)length, error->details.data);
	hr_error_release(error);
}

static bool try_call(struct trial *trial)
{
	static const char name[] = "a call";
	if (run(trial, "sum = trial_add(2, 3)\n")) {
		fail(trial, name, HR_FINDING_FATAL, cannot_work);
		return false;
	}
	bool fine = trial->status == HR_OUTCOME_NORMAL && trial->value == 5;
	hr_checkup_note(trial->checkup, "trial", name, fine ? HR_FINDING_FINE : HR_FINDING_FATAL, cannot_work,
			"2 + 3 is %lld (%s)", (long long)trial->value, hr_outcome_status_name(trial->status));
	return fine;
}

/* Whether the file is still there; if not, it is made again for who tries next. */
static bool canary_lives(struct trial *trial)
{
	if (hr_path_is_file(trial->canary))
		return true;
	(void)hr_file_write(trial->canary, "", 0, trial->error);
	hr_error_release(trial->error);
	return false;
}

static void try_system_call(struct trial *trial)
{
	static const char name[] = "a system call of the library";
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strbuf_addstr(&text, "trial_remove(\"");
	for (const char *at = trial->canary; *at; at++)
		hr_strbuf_addf(&text, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at);
	hr_strbuf_addstr(&text, "\")\n");
	if (run(trial, text.data))
		fail(trial, name, HR_FINDING_MISSING, no_protection);
	else if (!canary_lives(trial))
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_MISSING, no_protection, "it removed a file");
	else if (trial->status == HR_OUTCOME_REFUSED)
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_FINE, "", "refused: %s", trial->text);
	else
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_MISSING,
				"the file was kept, but the call is not told as what it is", "%s",
				hr_outcome_status_name(trial->status));
	hr_strbuf_release(&text);
}

static int compile_test(const struct trial *trial, const char *program)
{
	char *path = write_in(trial, "test.c", test_source);
	const char *const argv[] = { "cc", "-w", "-o", program, path, NULL };
	struct hr_process process = { .argv = argv, .timeout_seconds = 60 };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = path ? hr_process_run(&result, &process, trial->error) : -1;
	if (!status && result.exit_code) {
		status = hr_fail(trial->error, HR_ERROR_INTERNAL, "the system's compiler fails");
		hr_strbuf_addstr(&trial->error->details, result.errors.data);
	}
	hr_process_result_release(&result);
	free(path);
	return status;
}

static void try_test(struct trial *trial)
{
	static const char name[] = "a test behind the fence";
	char *program = hr_path_join(trial->directory, "test");
	char *private = hr_path_join(trial->directory, "private");
	const char *argv[] = { program, trial->canary, NULL };
	const char *readable[] = { program, NULL };
	struct hr_confined confined = { .argv = argv, .directory = private, .read_only = readable };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	(void)mkdir(private, 0700);
	if (compile_test(trial, program) || hr_confined_run(&result, &confined, trial->error))
		fail(trial, name, HR_FINDING_FATAL, "gen cannot run tests");
	else if (!canary_lives(trial))
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_MISSING, no_protection, "it removed a file");
	else if (result.exit_code == 2)
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_MISSING,
				"tests that write files are left out", "it cannot write in its own directory");
	else if (result.exit_code)
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_FATAL, "gen cannot run tests",
				"it ended with %d", result.exit_code);
	else
		hr_checkup_note(trial->checkup, "trial", name, HR_FINDING_FINE, "", "it ran, and was kept from a file");
	hr_process_result_release(&result);
	free(private);
	free(program);
}

void hr_checkup_trial(struct hr_checkup *checkup)
{
	struct hr_error error = HR_ERROR_INIT;
	struct trial trial = { .checkup = checkup, .error = &error };
	if (hr_directory_temporary(&trial.directory, &error)) {
		fail(&trial, "a directory", HR_FINDING_FATAL, cannot_work);
		return;
	}
	trial.canary = write_in(&trial, "canary", "");
	if (!trial.canary || build(&trial)) {
		fail(&trial, "a library", HR_FINDING_FATAL, cannot_work);
	} else {
		hr_checkup_note(checkup, "trial", "a library", HR_FINDING_FINE, "", "built and loaded");
		if (try_call(&trial))
			try_system_call(&trial);
	}
	if (trial.canary)
		try_test(&trial);
	hr_app_unit_release(&trial.unit);
	hr_directory_remove(trial.directory);
	free(trial.canary);
	free(trial.directory);
	hr_error_release(&error);
}
