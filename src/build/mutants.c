/* The mutants flavour: clang makes bitcode as the source is written, mutants are put into it, clang makes an object of that, and later perhaps another one, optimised, in which functions stand twice. */
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

/* Behind the name of bitcode that is kept: what it was before mutants were put into it. */
#define AS_WRITTEN ".written"

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

int hr_mutants_runtime(const char *bitcode, struct hr_error *error)
{
	return hr_file_write(bitcode, hr_in_mutants, hr_in_mutants_length, error);
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

static void add_object_command(hr_command *out, const char *level, const char *object, const char *bitcode,
			       const char *compiler)
{
	hr_command_add(out, compiler_of(compiler), "-x", "ir", level, "-Qunused-arguments", "-c", NULL);
	add_all(out, common_flags);
	hr_command_add(out, "-o", object, bitcode, NULL);
}

void hr_mutants_optimise_command(hr_command *out, const char *object, const char *bitcode, const char *compiler)
{
	add_object_command(out, "-O2", object, bitcode, compiler);
}

static int compile_object(const struct hr_mutants_source *source, const char *bitcode, struct hr_error *error)
{
	hr_command command = HR_VEC_INIT;

	/* not optimised: that takes longer than it saves for most tests, which run for a moment */
	add_object_command(&command, "-O0", source->object, bitcode, source->compiler);
	int status = run(&command, source->directory, HR_ERROR_INTERNAL, source->path, error);
	hr_vec_release(&command);
	return status;
}

static int move(const char *from, const char *to, struct hr_error *error)
{
	if (rename(from, to) == 0)
		return 0;
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s': %s", to, strerror(errno));
}

/* The bitcode with mutants, and the one without beside it. */
static int keep(const struct hr_mutants_source *source, const char *changed, const char *plain, struct hr_error *error)
{
	struct hr_strbuf written = HR_STRBUF_INIT;

	hr_strbuf_addf(&written, "%s" AS_WRITTEN, source->kept);
	int status = move(plain, written.data, error);
	if (!status)
		status = move(changed, source->kept, error);
	hr_strbuf_release(&written);
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
	bool is_changed = !status && out->list.count > before;
	if (is_changed)
		status = hr_module_write(module, changed.data, error);
	if (!status && (is_changed || source->is_always))
		status = compile_object(source, is_changed ? changed.data : plain.data, error);
	if (!status && is_changed && source->kept)
		status = keep(source, changed.data, plain.data, error);
	hr_module_free(module);
	remove(plain.data);
	remove(changed.data);
	hr_strbuf_release(&plain);
	hr_strbuf_release(&changed);
	return status;
}

int hr_mutants_quicken(const char *kept, struct hr_error *error)
{
	struct hr_strbuf written = HR_STRBUF_INIT;
	struct hr_module *module = NULL;

	hr_strbuf_addf(&written, "%s" AS_WRITTEN, kept);
	int status = hr_module_read(&module, kept, error);
	if (!status) {
		hr_module_forget_differences(module);
		status = hr_module_keep_originals(module, written.data, error);
	}
	if (!status)
		status = hr_module_write(module, kept, error);
	hr_module_free(module);
	hr_strbuf_release(&written);
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
