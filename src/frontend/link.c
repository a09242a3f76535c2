/* Would the operations link? What neither the headers nor the sources define is looked for in the libraries of the command line, by the
 * linker itself. */
#include "base/file.h"
#include "base/process.h"
#include "frontend/reader.h"

#include <string.h>

enum { LINK_SECONDS = 60 };

static bool needs_library(const struct hr_operation *operation)
{
	return operation->form != HR_FORM_MACRO && operation->definition == HR_DEFINED_UNKNOWN;
}

/* What the linker knows the operation by: its name, unless a declaration says otherwise (`__asm__("other")`). */
static const char *symbol_of(const struct hr_reader *reader, const struct hr_operation *operation)
{
	size_t index;
	bool renamed = hr_map_get(&reader->symbol_by_name, operation->name, &index);
	return renamed ? reader->symbols.data[index] : operation->name;
}

/* References to every symbol in question, without their types: assembler names cannot clash with declarations. */
static void write_references(struct hr_strbuf *out, const struct hr_reader *reader)
{
	const struct hr_model *model = reader->model;
	for (size_t i = 0; i < model->operations.count; i++)
		if (needs_library(&model->operations.data[i]))
			hr_strbuf_addf(out, "extern char s%zu[] __asm__(\"%s\");\n", i,
				       symbol_of(reader, &model->operations.data[i]));
	hr_strbuf_addstr(out, "__attribute__((used)) static void *__harrier_references[] = {\n");
	for (size_t i = 0; i < model->operations.count; i++)
		if (needs_library(&model->operations.data[i]))
			hr_strbuf_addf(out, "s%zu,\n", i);
	hr_strbuf_addstr(out, "0};\nint main(void) { return 0; }\n");
}

/* The linker says "undefined reference to `name'" (or 'name', or "undefined symbol: name"), once or more for each. */
static void collect_undefined(struct hr_map *out, const char *text)
{
	static const char *const phrases[] = { "undefined reference to `", "undefined reference to '",
					       "undefined symbol: " };
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
		for (const char *at = text; (at = strstr(at, phrases[i]));) {
			at += strlen(phrases[i]);
			char *name = strndup(at, strcspn(at, "'`\n"));
			if (name)
				hr_map_put(out, name, 1);
			free(name);
		}
	}
}

/* What a library needs itself counts as there: `--copy-dt-needed-entries` makes the linker look into it too. */
static int run_linker(struct hr_map *undefined, const char *directory, const hr_strings *link_flags,
		      struct hr_error *error)
{
	hr_strings argv = HR_VEC_INIT;
	char *source = hr_path_join(directory, "references.c");
	char *program = hr_path_join(directory, "program");
	const char *first[] = { "cc", "-w", "-o", program, source, "-Wl,--no-as-needed,--copy-dt-needed-entries" };
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		hr_vec_push(&argv, first[i]);
	for (size_t i = 0; i < link_flags->count; i++)
		hr_vec_push(&argv, link_flags->data[i]);
	hr_vec_push(&argv, NULL);
	static const char *const environment[] = { "LC_ALL=C", NULL };
	struct hr_process process = { .argv = argv.data, .environment = environment, .timeout_seconds = LINK_SECONDS };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_process_run(&result, &process, error);
	if (!status) {
		collect_undefined(undefined, result.errors.data);
		if (result.exit_code != 0 && !undefined->count) {
			status = hr_fail(error, HR_ERROR_INPUT, "the libraries named after '--' cannot be linked");
			hr_strbuf_addstr(&error->details, result.errors.data);
			if (strstr(result.errors.data, "cannot find -l"))
				hr_strbuf_addstr(&error->hint,
						 "name the library's directory with -L, or install the package that "
						 "provides it");
		}
	}
	hr_process_result_release(&result);
	hr_vec_release(&argv);
	free(source);
	free(program);
	return status;
}

static int ask_linker(struct hr_map *undefined, struct hr_reader *reader, struct hr_error *error)
{
	char *directory = NULL;
	if (hr_directory_temporary(&directory, error))
		return -1;
	struct hr_strbuf text = HR_STRBUF_INIT;
	write_references(&text, reader);
	char *path = hr_path_join(directory, "references.c");
	int status = hr_file_write(path, text.data, text.length, error);
	if (!status)
		status = run_linker(undefined, directory, &reader->link_flags, error);
	hr_directory_remove(directory);
	hr_strbuf_release(&text);
	free(path);
	free(directory);
	return status;
}

int hr_reader_try_link(struct hr_reader *reader, struct hr_error *error)
{
	struct hr_model *model = reader->model;
	bool has_libraries = reader->link_flags.count > 0;
	if (!has_libraries && !reader->sources.count)
		return 0; /* nothing to look in: not known */
	struct hr_map undefined = HR_MAP_INIT;
	size_t wanted = 0;
	for (size_t i = 0; i < model->operations.count; i++)
		wanted += needs_library(&model->operations.data[i]);
	int status = has_libraries && wanted ? ask_linker(&undefined, reader, error) : 0;
	for (size_t i = 0; i < model->operations.count && !status; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		if (!needs_library(operation))
			continue;
		bool found = has_libraries && !hr_map_get(&undefined, symbol_of(reader, operation), NULL);
		operation->definition = found ? HR_DEFINED_LIBRARY : HR_DEFINED_NOWHERE;
		if (found || operation->reason)
			continue;
		operation->callable = false;
		operation->reason = "is declared, but neither the given sources nor the given libraries define it";
	}
	hr_map_release(&undefined);
	return status;
}
