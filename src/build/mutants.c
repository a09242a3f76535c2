/* The mutants flavour: clang makes bitcode as the source is written, mutants are put into it, clang makes an object of that. */
#include "build/mutants.h"

#include "base/file.h"
#include "base/map.h"
#include "build/builder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const common_flags[] = {
	"-w", HR_OLD_C_FLAGS, "-fPIC", "-fno-color-diagnostics", "-fno-crash-diagnostics", NULL
};

/* Variables that are not initialised are zero: a mutant that takes a store away does the same each time. */
static const char *const source_flags[] = {
	"-Qunused-arguments",
	"-Wno-error",
	"-U_FORTIFY_SOURCE",
	"-fno-stack-protector",
	"-fno-builtin",
	"-fno-strict-aliasing",
	"-fno-discard-value-names",
	"-ftrivial-auto-var-init=zero",
	"-gline-tables-only",
	"-O1", /* not 0: nothing could be optimised later */
	"-D__NO_INLINE__=1",
	"-Xclang",
	"-disable-llvm-passes",
	"-Xclang",
	"-disable-lifetime-markers",
	"-emit-llvm",
	"-c",
	NULL,
};

static void add_all(hr_command *command, const char *const *words)
{
	for (; *words; words++)
		hr_vec_push(command, *words);
}

static int run(hr_command *command, const char *directory, enum hr_error_kind kind, const char *what,
	       struct hr_error *error)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	hr_vec_push(command, NULL);
	struct hr_process process = { .argv = command->data,
				      .directory = directory,
				      .environment = hr_builder_environment };
	int status = hr_process_run(&result, &process, error);
	if (!status && result.exit_code) {
		status = hr_fail(error, kind, "'%s' does not compile", what);
		hr_strbuf_addstr(&error->details, result.errors.data);
	}
	hr_process_result_release(&result);
	return status;
}

static const char *compiler_of(const char *wanted)
{
	return wanted ? wanted : "clang-19";
}

int hr_mutants_runtime(const char *bitcode, const char *compiler, struct hr_error *error)
{
	struct hr_strbuf source = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	hr_command command = HR_VEC_INIT;

	hr_strbuf_addf(&source, "%s.c", bitcode);
	for (size_t i = 0; hr_mutants_runtime_text[i]; i++)
		hr_strbuf_addstr(&text, hr_mutants_runtime_text[i]);
	int status = hr_file_write(source.data, text.data, text.length, error);
	hr_command_add(&command, compiler_of(compiler), "-std=gnu11", "-O1", "-emit-llvm", "-c", NULL);
	add_all(&command, common_flags);
	hr_command_add(&command, "-o", bitcode, source.data, NULL);
	if (!status)
		status = run(&command, NULL, HR_ERROR_INTERNAL, source.data, error);
	hr_vec_release(&command);
	hr_strbuf_release(&text);
	hr_strbuf_release(&source);
	return status;
}

int hr_mutants_read_notes(struct hr_strbuf *out, const char *path, struct hr_error *error)
{
	struct hr_strbuf more = HR_STRBUF_INIT;
	struct hr_strbuf noted = HR_STRBUF_INIT;
	int status = hr_path_is_file(path) ? hr_file_read(&noted, path, error) : 0;

	hr_strbuf_addf(&more, "%s.more", path);
	if (noted.length > sizeof(uint64_t))
		hr_strbuf_addstr(out, noted.data + sizeof(uint64_t)); /* what is behind the lines is zero */
	if (!status && hr_path_is_file(more.data))
		status = hr_file_read(out, more.data, error);
	hr_strbuf_release(&noted);
	hr_strbuf_release(&more);
	return status;
}

static int compile_bitcode(const struct hr_mutants_source *source, const char *bitcode, struct hr_error *error)
{
	hr_command command = HR_VEC_INIT;

	hr_command_add(&command, compiler_of(source->compiler), NULL);
	for (size_t i = 0; source->flags[i]; i++)
		if (!hr_flag_is_unwanted(source->flags[i]))
			hr_vec_push(&command, source->flags[i]);
	add_all(&command, common_flags);
	add_all(&command, source_flags);
	hr_command_add(&command, "-o", bitcode, source->path, NULL);
	int status = run(&command, source->directory, HR_ERROR_INPUT, source->path, error);
	hr_vec_release(&command);
	return status;
}

void hr_mutants_object_command(hr_command *out, const char *object, const char *bitcode, const char *compiler,
			       bool is_optimised)
{
	hr_command_add(out, compiler_of(compiler), "-x", "ir", is_optimised ? "-O2" : "-O0", "-Qunused-arguments", "-c",
		       NULL);
	add_all(out, common_flags);
	hr_command_add(out, "-o", object, bitcode, NULL);
}

static int compile_object(const struct hr_mutants_source *source, const char *bitcode, struct hr_error *error)
{
	hr_command command = HR_VEC_INIT;

	/* not optimised: that takes longer than it saves for most tests, which run for a moment */
	hr_mutants_object_command(&command, source->object, bitcode, source->compiler, false);
	int status = run(&command, source->directory, HR_ERROR_INTERNAL, source->path, error);
	hr_vec_release(&command);
	return status;
}

int hr_mutants_compile(struct hr_mutants *out, const struct hr_mutants_source *source, struct hr_error *error)
{
	struct hr_strbuf plain = HR_STRBUF_INIT, changed = HR_STRBUF_INIT;
	struct hr_module *module = NULL;
	size_t before = out->list.count;

	hr_strbuf_addf(&plain, "%s.bc", source->scratch);
	hr_strbuf_addf(&changed, "%s.mutants.bc", source->scratch);
	int status = compile_bitcode(source, plain.data, error);
	if (!status)
		status = hr_module_read(&module, plain.data, error);
	if (!status)
		status = hr_module_mutate(module, &source->mutate, out, error);
	if (!status && out->list.count > before) {
		status = hr_module_write(module, changed.data, error);
		if (!status)
			status = compile_object(source, changed.data, error);
		if (!status && source->kept) {
			hr_module_forget_differences(module);
			status = hr_module_write(module, source->kept, error);
		}
	} else if (!status && source->is_always) {
		status = compile_object(source, plain.data, error);
	}
	hr_module_free(module);
	remove(plain.data);
	remove(changed.data);
	hr_strbuf_release(&plain);
	hr_strbuf_release(&changed);
	return status;
}

/* ---- tables: fields with tabs between them ---- */

enum { FIELD_ID, FIELD_POINT, FIELD_KIND, FIELD_LINE, FIELD_COLUMN, FIELD_FUNCTION, FIELD_WHAT, FIELD_FILE, FIELDS };

void hr_mutants_write(struct hr_strbuf *out, const struct hr_mutants *mutants)
{
	for (size_t i = 0; i < mutants->list.count; i++) {
		const struct hr_mutant *mutant = &mutants->list.data[i];
		if (strpbrk(mutant->file, "\t\n"))
			continue;
		hr_strbuf_addf(out, "%016" PRIx64 "\t%016" PRIx64 "\t%s\t%u\t%u\t%s\t%s\t%s\n", mutant->id,
			       mutant->point, hr_mutant_kind_name(mutant->kind), mutant->line, mutant->column,
			       mutant->function, mutant->what, mutant->file);
	}
}

static void read_line(struct hr_mutants *out, struct hr_map *seen, char *line)
{
	char *fields[FIELDS];
	struct hr_mutant mutant;

	for (size_t i = 0; i < FIELDS; i++) {
		fields[i] = line;
		line += strcspn(line, "\t");
		if (*line)
			*line++ = '\0';
		else if (i + 1 < FIELDS)
			return;
	}
	if (!hr_mutant_kind_find(&mutant.kind, fields[FIELD_KIND]) || !hr_map_put(seen, fields[FIELD_ID], 0))
		return;
	mutant.id = strtoull(fields[FIELD_ID], NULL, 16);
	mutant.point = strtoull(fields[FIELD_POINT], NULL, 16);
	mutant.line = (unsigned)strtoul(fields[FIELD_LINE], NULL, 10);
	mutant.column = (unsigned)strtoul(fields[FIELD_COLUMN], NULL, 10);
	mutant.function = hr_arena_strdup(&out->arena, fields[FIELD_FUNCTION]);
	mutant.what = hr_arena_strdup(&out->arena, fields[FIELD_WHAT]);
	mutant.file = hr_arena_strdup(&out->arena, fields[FIELD_FILE]);
	hr_vec_push(&out->list, mutant);
}

void hr_mutants_read(struct hr_mutants *out, struct hr_map *seen, const char *text)
{
	struct hr_strbuf copy = HR_STRBUF_INIT;

	hr_strbuf_addstr(&copy, text);
	for (char *line = copy.data, *end; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		read_line(out, seen, line);
	}
	hr_strbuf_release(&copy);
}
