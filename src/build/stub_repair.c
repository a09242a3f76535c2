/* Stubs that do not compile: finding the guilty lines, and doing without them.
 *
 * Invariant: every round leaves out at least one entry more than the one before, or is the last. */
#include "build/builder.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 16 };

struct repair {
	struct hr_builder *builder;
	const char *file; /* that the compiler saw last, and its text */
	struct hr_stub_text text;
	bool *dropped;        /* by entry */
	const char **reasons; /* by entry; NULL: not dropped */
};

/* Takes "FILE:LINE:COLUMN: error: TEXT" of our file; true when one more entry is dropped. */
static bool take_line(struct repair *repair, const char *line)
{
	size_t length = strlen(repair->file);
	const char *message = strstr(line, "error: ");

	if (!message || strncmp(line, repair->file, length) != 0 || line[length] != ':')
		return false;
	unsigned long number = strtoul(line + length + 1, NULL, 10);
	if (!number || number > repair->text.entries.count)
		return false;
	size_t entry = repair->text.entries.data[number - 1];
	if (entry == HR_NO_ENTRY || repair->dropped[entry])
		return false;
	repair->dropped[entry] = true;
	repair->reasons[entry] = hr_arena_strdup(&repair->builder->arena, message + strlen("error: "));
	return true;
}

static bool take_diagnostics(struct repair *repair, char *output)
{
	bool any = false;

	for (char *rest = output, *line; (line = strtok_r(rest, "\n", &rest));)
		any |= take_line(repair, line);
	return any;
}

static void write_text(struct repair *repair, const bool *dropped)
{
	const struct hr_builder *builder = repair->builder;

	hr_stub_text_release(&repair->text);
	hr_stub_text_write(&repair->text, builder->model, builder->recipe, builder->callables, dropped);
}

static int fail_for_good(const struct hr_builder *builder, const char *output, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INPUT, "the calls of the unit do not compile");
	hr_strbuf_addstr(&error->details, output);
	if (!*output)
		hr_hint_silent_compiler(builder, error);
	return -1;
}

/* Compiles what is left; `output` gets the diagnostics. Returns 1 when there are some. */
static int compile_rest(struct repair *repair, size_t index, struct hr_strbuf *output, struct hr_error *error)
{
	struct hr_builder *builder = repair->builder;
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;
	hr_command command = HR_VEC_INIT;

	repair->file = hr_cache_scratch(&builder->cache, "stubs", ".c");
	write_text(repair, repair->dropped);
	if (hr_file_write(repair->file, repair->text.text.data, repair->text.text.length, error))
		return -1;
	hr_compile_command(&command, builder, index, repair->file);
	int status = hr_builder_run(&run, &command, error);
	if (!status && run.exit_code) {
		hr_strbuf_clear(output);
		hr_strbuf_addstr(output, run.errors.data);
		status = 1;
	}
	hr_process_result_release(&run);
	hr_vec_release(&command);
	return status;
}

static int leave_out(struct repair *repair, size_t index, struct hr_strbuf *output, struct hr_error *error)
{
	int status = 1;

	for (int round = 0; status > 0 && round < ROUNDS; round++) {
		struct hr_strbuf lines = HR_STRBUF_INIT;
		hr_strbuf_add(&lines, output->data, output->length);
		bool any = take_diagnostics(repair, lines.data);
		hr_strbuf_release(&lines);
		if (!any)
			break;
		status = compile_rest(repair, index, output, error);
	}
	return status > 0 ? fail_for_good(repair->builder, output->data, error) : status;
}

int hr_stubs_repair(struct hr_builder *builder, size_t index, struct hr_error *error)
{
	size_t count = hr_stub_entry_count(builder->callables);
	struct hr_strbuf output = HR_STRBUF_INIT;
	struct repair repair = {
		.builder = builder,
		.file = builder->sources.data[index].path,
		.text = { HR_STRBUF_INIT, HR_VEC_INIT },
		.dropped = hr_calloc(count, sizeof *repair.dropped),
		.reasons = hr_calloc(count, sizeof *repair.reasons),
	};

	write_text(&repair, NULL);
	int status = hr_file_read(&output, builder->jobs[index].output, error);
	if (!status)
		status = leave_out(&repair, index, &output, error);
	for (size_t i = 0; !status && i < count; i++)
		if (repair.dropped[i])
			hr_vec_push(&builder->dropped,
				    hr_arena_printf(
					    &builder->arena, "%s: %s",
					    hr_stub_entry_name(builder->model, builder->callables, i, &builder->arena),
					    repair.reasons[i]));
	hr_stub_text_release(&repair.text);
	hr_strbuf_release(&output);
	free(repair.dropped);
	free(repair.reasons);
	return status;
}
