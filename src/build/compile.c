/* From sources to object files.
 *
 * The search flavour goes through bitcode: clang makes it with the checks that only the front end can write (UBSan's) and without
 * optimising; here references to libc are renamed; clang then optimises, and adds the memory checks and the counters at the end. Everything is kept in
 * the cache under the hash of what went into it.
 *
 * Invariants: a name that some source defines for all to see is never renamed, in no source; so all sources are bitcode before the first is
 * renamed. Of each bitcode file the cache has a list of symbols, so that an unchanged source is not read again:
 *     D name      defined for all to see
 *     U name      a function that is only declared
 *     V name      a variable that is only declared
 *     R text      a stub that was left out, and why
 *     T asm       there is assembly in it
 *     T func      there are functions in it that are not to be instrumented */
#include "build/builder.h"

#include "base/file.h"
#include "base/text.h"
#include "ir/ir.h"
#include "wire/wire.h"

#include <stdio.h>
#include <string.h>

/* To be changed with what rename_references and finish_checked do to a module: objects in the cache are by the old ways. */
#define MODULE_CHANGES "branches, fences, trimmed by rows, work"

static struct hr_job *fresh_job(struct hr_builder *builder, size_t index)
{
	struct hr_job *job = &builder->jobs[index];

	hr_vec_clear(&job->command);
	job->exit_code = 0;
	job->output = hr_cache_scratch(&builder->cache, hr_arena_printf(&builder->arena, "%zu", index), ".log");
	return job;
}

static const char *scratch(struct hr_builder *builder, size_t index, const char *ending)
{
	return hr_cache_scratch(&builder->cache, hr_arena_printf(&builder->arena, "%zu", index), ending);
}

/* The command that compiles or preprocesses a source: what goes before the output. */
static void begin_command(hr_command *command, const struct hr_builder *builder, const struct hr_unit_source *source)
{
	hr_command_add(command, builder->compiler, NULL);
	hr_flags_of_source(command, builder, source);
}

/* Reads the diagnostics of a compiler that failed into the error. */
static int fail_to_compile(struct hr_builder *builder, size_t index, struct hr_error *error)
{
	struct hr_strbuf log = HR_STRBUF_INIT;
	struct hr_error unread = HR_ERROR_INIT;

	hr_file_read(&log, builder->jobs[index].output, &unread);
	hr_error_release(&unread);
	hr_fail(error, HR_ERROR_INPUT, "'%s' does not compile", builder->sources.data[index].shown);
	hr_strbuf_add(&error->details, log.data, log.length);
	if (!log.length)
		hr_hint_silent_compiler(builder, error);
	hr_strbuf_release(&log);
	return -1;
}

static int run_jobs(struct hr_builder *builder, int (*prepare)(void *, size_t, struct hr_error *),
		    int (*finished)(void *, size_t, struct hr_error *), struct hr_error *error)
{
	struct hr_jobs jobs = {
		.jobs = builder->jobs,
		.count = builder->sources.count,
		.limit = builder->limit,
		.environment = hr_builder_environment,
		.context = builder,
		.prepare = prepare,
		.finished = finished,
	};
	return hr_jobs_run(&jobs, error);
}

/* ---- keys: by what the preprocessor makes of a source ------------------------------------------------------------------------ */

static int prepare_key(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	const struct hr_unit_source *source = &builder->sources.data[index];
	hr_command *command = &fresh_job(builder, index)->command;
	(void)error;

	begin_command(command, builder, source);
	hr_command_add(command, "-Qunused-arguments", "-E", "-o", scratch(builder, index, ".i"), source->path, NULL);
	return 0;
}

static int finish_key(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_unit_source *source = &builder->sources.data[index];
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_command flags = HR_VEC_INIT;
	struct hr_hash hash;

	if (builder->jobs[index].exit_code)
		return fail_to_compile(builder, index, error);
	if (hr_file_read(&text, scratch(builder, index, ".i"), error))
		return -1;
	hr_hash_init(&hash);
	hr_hash_addstr(&hash, HR_BUILD_VERSION);
	hr_hash_addstr(&hash, builder->compiler_version);
	hr_hash_addstr(&hash, source->path); /* it is in the debug information */
	hr_flags_of_source(&flags, builder, source);
	for (size_t i = 0; i < flags.count; i++)
		hr_hash_addstr(&hash, flags.data[i]);
	hr_vec_release(&flags);
	hr_hash_add(&hash, text.data, text.length);
	hr_cache_key(&hash, source->key);
	hr_strbuf_release(&text);
	source->bitcode = hr_cache_path(&builder->cache, source->key, ".bc");
	source->symbols = hr_cache_path(&builder->cache, source->key, ".symbols");
	return 0;
}

int hr_compile_keys(struct hr_builder *builder, struct hr_error *error)
{
	return run_jobs(builder, prepare_key, finish_key, error);
}

/* ---- bitcode ----------------------------------------------------------------------------------------------------------------- */

void hr_compile_command(hr_command *command, struct hr_builder *builder, size_t index, const char *path)
{
	begin_command(command, builder, &builder->sources.data[index]);
	if (builder->sources.data[index].is_stubs)
		hr_vec_push(command, "-ferror-limit=0");
	hr_command_add(command, "-c", "-o", scratch(builder, index, ".bc"), path, NULL);
}

static int prepare_bitcode(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_unit_source *source = &builder->sources.data[index];
	struct hr_job *job = fresh_job(builder, index);
	(void)error;

	if (hr_cache_has(source->bitcode) && hr_cache_has(source->symbols)) {
		hr_builder_tell(builder, 1, source->shown);
		return 0;
	}
	source->is_compiled = true;
	hr_builder_tell(builder, 0, source->shown);
	hr_compile_command(&job->command, builder, index, source->path);
	return 0;
}

static int keep_text(const char *path, const struct hr_strbuf *text, struct hr_error *error)
{
	return hr_file_write(path, text->data, text->length, error);
}

/* Writes the list of symbols that the file's comment explains. */
static int keep_symbols(struct hr_builder *builder, const char *bitcode, const char *path, bool is_stubs,
			struct hr_error *error)
{
	struct hr_module *module;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_symbols symbols = HR_VEC_INIT;

	if (hr_module_read(&module, bitcode, error))
		return -1;
	hr_module_symbols(&symbols, module);
	for (size_t i = 0; i < symbols.count; i++) {
		const struct hr_symbol *symbol = &symbols.data[i];
		if (symbol->is_defined && !symbol->is_local)
			hr_strbuf_addf(&text, "D %s\n", symbol->name);
		if (!symbol->is_defined && !symbol->is_function)
			hr_strbuf_addf(&text, "V %s\n", symbol->name);
		if (!symbol->is_defined && symbol->is_function)
			hr_strbuf_addf(&text, "U %s\n", symbol->name);
	}
	struct hr_unchecked unchecked = hr_module_unchecked(module);
	if (unchecked.assembly)
		hr_strbuf_addstr(&text, "T asm\n");
	if (unchecked.functions && !is_stubs) /* the stubs themselves are not */
		hr_strbuf_addstr(&text, "T func\n");
	hr_module_free(module);
	hr_vec_release(&symbols);
	for (size_t i = 0; is_stubs && i < builder->dropped.count; i++)
		hr_strbuf_addf(&text, "R %s\n", builder->dropped.data[i]);
	hr_vec_clear(&builder->dropped);
	int status = keep_text(path, &text, error);
	hr_strbuf_release(&text);
	return status;
}

static int finish_bitcode(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_unit_source *source = &builder->sources.data[index];
	const char *made = scratch(builder, index, ".bc");

	if (builder->jobs[index].exit_code) {
		if (!source->is_stubs || builder->options->flavour == HR_FLAVOUR_ANALYSIS)
			return fail_to_compile(builder, index, error);
		if (hr_stubs_repair(builder, index, error))
			return -1;
	}
	hr_builder_tell(builder, 1, source->shown);
	if (keep_symbols(builder, made, source->symbols, source->is_stubs, error))
		return -1;
	return hr_cache_keep(made, source->bitcode, error);
}

/* Takes in the list of symbols of a source. */
static int read_symbols(struct hr_builder *builder, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	char gate[HR_GATE_NAME_MOST];

	if (hr_file_read(&text, path, error))
		return -1;
	for (char *line = text.data, *end; strlen(line) > 2 && (end = strchr(line, '\n'));) {
		*end = '\0';
		if (*line == 'T')
			builder->traits |= line[2] == 'a' ? HR_WIRE_TRAIT_ASSEMBLY : HR_WIRE_TRAIT_UNCHECKED;
		else if (*line == 'V')
			hr_map_put(&builder->variables, line + 2, 0);
		else if (*line == 'R')
			hr_vec_push(&builder->dropped, hr_arena_strdup(&builder->arena, line + 2));
		else if (*line == 'D' && hr_gate_names_find(&builder->gate, line + 2, gate) &&
			 hr_map_put(&builder->excluded, line + 2, 0))
			hr_vec_push(&builder->excluded_names, hr_arena_strdup(&builder->arena, line + 2));
		line = end + 1;
	}
	hr_strbuf_release(&text);
	return 0;
}

int hr_compile_bitcode(struct hr_builder *builder, struct hr_error *error)
{
	if (run_jobs(builder, prepare_bitcode, finish_bitcode, error) || hr_choose_sources(builder, error))
		return -1;
	for (size_t i = 0; i < builder->sources.count; i++)
		if (read_symbols(builder, builder->sources.data[i].symbols, error))
			return -1;
	return 0;
}

/* ---- objects ----------------------------------------------------------------------------------------------------------------- */

/* Writes the bitcode with libc's names replaced. */
static int rename_references(struct hr_builder *builder, const char *from, const char *to, struct hr_error *error)
{
	struct hr_module *module;
	hr_symbols symbols = HR_VEC_INIT;
	HR_VEC(const char *) names = HR_VEC_INIT;
	char gate[HR_GATE_NAME_MOST], target[300];

	if (hr_module_read(&module, from, error))
		return -1;
	hr_module_symbols(&symbols, module);
	for (size_t i = 0; i < symbols.count; i++)
		if (!symbols.data[i].is_defined && !hr_map_get(&builder->excluded, symbols.data[i].name, NULL))
			hr_vec_push(&names, hr_arena_strdup(&builder->arena, symbols.data[i].name));
	hr_vec_release(&symbols);
	for (size_t i = 0; i < names.count; i++) {
		if (!hr_gate_names_find(&builder->gate, names.data[i], gate))
			continue;
		snprintf(target, sizeof target, HR_GATE_PREFIX "%s", gate);
		hr_module_rename(module, names.data[i], target);
	}
	hr_vec_release(&names);
	hr_module_keep_branches(module);
	hr_module_keep_conditions(module);
	hr_module_keep_lines(module);
	int status = hr_module_write(module, to, error);
	hr_module_free(module);
	return status;
}

static int by_text(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* In an order that does not depend on which source came first. */
static void hash_excluded(struct hr_hash *hash, struct hr_builder *builder)
{
	if (builder->excluded_names.count)
		qsort(builder->excluded_names.data, builder->excluded_names.count, sizeof(char *), by_text);
	for (size_t i = 0; i < builder->excluded_names.count; i++)
		hr_hash_addstr(hash, builder->excluded_names.data[i]);
}

static void find_object(struct hr_builder *builder, struct hr_unit_source *source)
{
	struct hr_hash hash;

	hr_hash_init(&hash);
	hr_hash_addstr(&hash, source->key);
	if (builder->options->flavour == HR_FLAVOUR_SEARCH) {
		hr_command flags = HR_VEC_INIT;
		hr_flags_of_object(&flags);
		for (size_t i = 0; i < flags.count; i++)
			hr_hash_addstr(&hash, flags.data[i]);
		hr_vec_release(&flags);
		hr_hash_addstr(&hash, MODULE_CHANGES);
		hr_gate_names_hash(&hash);
		hash_excluded(&hash, builder);
	}
	hr_cache_key(&hash, source->object_key);
	source->object = hr_cache_path(&builder->cache, source->object_key, ".o");
}

static int prepare_object(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_unit_source *source = &builder->sources.data[index];
	struct hr_job *job = fresh_job(builder, index);
	const char *made = scratch(builder, index, ".o");

	find_object(builder, source);
	if (hr_cache_has(source->object)) {
		hr_builder_tell(builder, 1, source->shown);
		return 0;
	}
	source->is_compiled = true;
	hr_builder_tell(builder, 0, source->shown);
	if (builder->options->flavour == HR_FLAVOUR_COVERAGE) {
		begin_command(&job->command, builder, source);
		hr_command_add(&job->command, "-c", "-o", made, source->path, NULL);
		return 0;
	}
	const char *renamed = scratch(builder, index, ".renamed.bc");
	if (rename_references(builder, source->bitcode, renamed, error))
		return -1;
	hr_command_add(&job->command, builder->compiler, "-x", "ir", NULL);
	hr_flags_of_object(&job->command);
	hr_command_add(&job->command, "-emit-llvm", "-c", "-o", scratch(builder, index, ".checked.bc"), renamed, NULL);
	return 0;
}

static int finish_object(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_unit_source *source = &builder->sources.data[index];
	const char *made = scratch(builder, index, ".o");

	if (builder->jobs[index].exit_code)
		return fail_to_compile(builder, index, error);
	if (builder->options->flavour == HR_FLAVOUR_SEARCH && hr_sweep_object(builder, made, source->is_stubs, error))
		return -1;
	hr_builder_tell(builder, 1, source->shown);
	return hr_cache_keep(made, source->object, error);
}

/* Between the checks and the machine's code: what coverage counts for nothing is taken out, and work is counted. */
static int finish_checked(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_module *module;

	if (builder->jobs[index].exit_code)
		return fail_to_compile(builder, index, error);
	if (builder->options->flavour != HR_FLAVOUR_SEARCH)
		return finish_object(context, index, error);
	if (hr_module_read(&module, scratch(builder, index, ".checked.bc"), error))
		return -1;
	hr_module_trim_coverage(module);
	hr_module_count_work(module, HR_WIRE_WORK);
	int status = hr_module_write(module, scratch(builder, index, ".trimmed.bc"), error);
	hr_module_free(module);
	return status;
}

static int prepare_code(void *context, size_t index, struct hr_error *error)
{
	struct hr_builder *builder = context;
	struct hr_job *job = fresh_job(builder, index);
	(void)error;

	if (builder->options->flavour != HR_FLAVOUR_SEARCH || hr_cache_has(builder->sources.data[index].object))
		return 0;
	hr_command_add(&job->command, builder->compiler, "-x", "ir", NULL);
	hr_flags_of_code(&job->command);
	hr_command_add(&job->command, "-c", "-o", scratch(builder, index, ".o"), scratch(builder, index, ".trimmed.bc"),
		       NULL);
	return 0;
}

int hr_compile_objects(struct hr_builder *builder, struct hr_error *error)
{
	return run_jobs(builder, prepare_object, finish_checked, error) ||
			       run_jobs(builder, prepare_code, finish_object, error)
		       ? -1
		       : 0;
}
