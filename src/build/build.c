/* The build of a flavour, step by step. */
#include "build/build.h"

#include "base/file.h"
#include "base/memory.h"
#include "build/builder.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_MOST (2ull << 30) /* bytes */

const char *const hr_builder_environment[] = { "LC_ALL=C", "SOURCE_DATE_EPOCH=315532800", NULL };

void hr_builder_tell(struct hr_builder *builder, size_t steps, const char *what)
{
	builder->done += steps;
	if (builder->options->progress)
		builder->options->progress(builder->options->progress_context, builder->done, builder->total, what);
}

void hr_command_add(hr_command *command, ...)
{
	va_list words;

	va_start(words, command);
	for (const char *word; (word = va_arg(words, const char *));)
		hr_vec_push(command, word);
	va_end(words);
}

int hr_builder_run(struct hr_process_result *out, hr_command *command, struct hr_error *error)
{
	hr_vec_push(command, NULL);
	struct hr_process process = { .argv = command->data, .environment = hr_builder_environment };
	return hr_process_run(out, &process, error);
}

void hr_hint_silent_compiler(const struct hr_builder *builder, struct hr_error *error)
{
	hr_strbuf_clear(&error->hint);
	hr_strbuf_addf(&error->hint,
		       "the compiler does not say why; is there space left in '%s' and for temporary files?",
		       builder->cache.directory);
}

static int find_compiler(struct hr_builder *builder, struct hr_error *error)
{
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;
	hr_command command = HR_VEC_INIT;

	builder->compiler = builder->options->compiler ? builder->options->compiler : "clang-19";
	builder->objcopy = "llvm-objcopy-19";
	hr_command_add(&command, builder->compiler, "--version", NULL);
	int status = hr_builder_run(&run, &command, error);
	if (!status && run.exit_code)
		status = hr_fail(error, HR_ERROR_INTERNAL, "'%s --version' fails", builder->compiler);
	builder->compiler_version = hr_arena_strdup(&builder->arena, run.output.data);
	hr_process_result_release(&run);
	hr_vec_release(&command);
	return status;
}

/* A source of ours, kept in the cache under the hash of its text: debug information points to it. */
static int add_own_source(struct hr_builder *builder, const char *shown, const struct hr_strbuf *text,
			  struct hr_error *error)
{
	struct hr_hash hash;
	char key[HR_KEY_TEXT];

	hr_hash_init(&hash);
	hr_hash_add(&hash, text->data, text->length);
	hr_cache_key(&hash, key);
	struct hr_unit_source *source = hr_vec_add(&builder->sources);
	source->path = hr_cache_path(&builder->cache, key, ".c");
	source->shown = shown;
	source->flags = &builder->recipe->header_flags;
	source->is_stubs = true;
	return hr_cache_has(source->path) ? 0 : hr_file_write(source->path, text->data, text->length, error);
}

/* The headers, and a function that names what has its code in them: a compiler writes out what is named, and what that calls. It compares, and stores nothing: whom
 * pointers to functions lead to stays as it is, and it belongs to no file. To have all code written out, also that of the compiler's own headers, fails where these want another processor. */
static void write_headers(struct hr_strbuf *out, const struct hr_builder *builder)
{
	const struct hr_model *model = builder->model;
	bool has_code = false;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->form == HR_FORM_MACRO ||
		    (operation->form != HR_FORM_INLINE && operation->definition != HR_DEFINED_HEADER))
			continue;
		if (!has_code)
			hr_strbuf_addf(out, "%s\n__attribute__((nodebug)) int harrier_headers(void *at)\n{\n",
				       builder->recipe->prologue ? builder->recipe->prologue : "");
		has_code = true;
		hr_strbuf_addf(out, "#undef %s\n\tif (at == (void *)%s)\n\t\treturn 1;\n", operation->name,
			       operation->name);
	}
	hr_strbuf_addstr(out, has_code ? "\treturn 0;\n}\n" : "\n");
}

/* What stands for the API: calls of it, or the headers for the code in them. */
static int add_api(struct hr_builder *builder, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	bool is_searched = builder->options->flavour == HR_FLAVOUR_SEARCH;

	if (is_searched)
		hr_stubs_write(&text, builder->model, builder->recipe, builder->callables);
	else
		write_headers(&text, builder);
	int status = add_own_source(builder, is_searched ? "the calls of the unit" : "the headers", &text, error);
	hr_strbuf_release(&text);
	return status;
}

static int add_sources(struct hr_builder *builder, struct hr_error *error)
{
	for (size_t i = 0; i < builder->recipe->sources.count; i++) {
		struct hr_unit_source *source = hr_vec_add(&builder->sources);
		source->path = builder->recipe->sources.data[i].path;
		source->shown = hr_path_name(source->path);
		source->flags = &builder->recipe->sources.data[i].flags;
	}
	builder->out->total = builder->recipe->sources.count;
	if (builder->options->flavour != HR_FLAVOUR_COVERAGE && add_api(builder, error))
		return -1;
	builder->job_count = builder->sources.count;
	builder->jobs = hr_calloc(builder->job_count, sizeof *builder->jobs);
	/* of each source the bitcode and the object, then the link; or the object alone */
	builder->total = builder->options->flavour == HR_FLAVOUR_SEARCH ? 2 * builder->sources.count + 1
									: builder->sources.count;
	return 0;
}

static void report(struct hr_builder *builder)
{
	struct hr_built *out = builder->out;

	for (size_t i = 0; i < builder->sources.count; i++) {
		const struct hr_unit_source *source = &builder->sources.data[i];
		out->compiled += source->is_compiled && !source->is_stubs;
		if (builder->options->flavour == HR_FLAVOUR_COVERAGE)
			hr_vec_push(&out->objects, hr_arena_strdup(&out->arena, source->object));
		/* the headers first: of all that follows only what somebody calls is taken */
		source = &builder->sources.data[i ? i - 1 : builder->sources.count - 1];
		if (builder->options->flavour == HR_FLAVOUR_ANALYSIS)
			hr_vec_push(&out->bitcode, hr_arena_strdup(&out->arena, source->bitcode));
	}
	for (size_t i = 0; i < builder->dropped.count; i++)
		hr_vec_push(&out->refused, hr_arena_strdup(&out->arena, builder->dropped.data[i]));
}

static int build_flavour(struct hr_builder *builder, struct hr_error *error)
{
	enum hr_flavour flavour = builder->options->flavour;

	if (find_compiler(builder, error) || add_sources(builder, error) || hr_compile_keys(builder, error))
		return -1;
	if (flavour != HR_FLAVOUR_COVERAGE && hr_compile_bitcode(builder, error))
		return -1;
	if (flavour != HR_FLAVOUR_ANALYSIS && hr_compile_objects(builder, error))
		return -1;
	if (flavour == HR_FLAVOUR_SEARCH && hr_link_unit(builder, error))
		return -1;
	report(builder);
	hr_cache_trim(&builder->cache, CACHE_MOST);
	return 0;
}

/* A full disk makes compilers and linkers fail in many words, or, when there is no room for those either, in none. */
static void explain_full_disk(const struct hr_builder *builder, struct hr_error *error)
{
	const char *full = strerror(ENOSPC);
	bool is_said = strstr(error->details.data, full) || strstr(error->message.data, full);
	bool is_silent = !error->details.length && !hr_path_has_room(builder->cache.directory);

	if (error->kind == HR_ERROR_INTERRUPTED || (!is_said && !is_silent))
		return;
	char *details = hr_strbuf_detach(&error->details);
	hr_fail(error, HR_ERROR_INTERNAL, "cannot build in '%s': %s", builder->cache.directory, full);
	hr_strbuf_addstr(&error->details, details);
	hr_strbuf_addstr(&error->hint,
			 "XDG_CACHE_HOME names another place for what is built, TMPDIR one for temporary files");
	free(details);
}

static void release(struct hr_builder *builder)
{
	for (size_t i = 0; builder->jobs && i < builder->job_count; i++)
		hr_vec_release(&builder->jobs[i].command);
	free(builder->jobs);
	hr_vec_release(&builder->sources);
	hr_vec_release(&builder->excluded_names);
	hr_vec_release(&builder->link_flags);
	hr_vec_release(&builder->dropped);
	hr_vec_release(&builder->repeated);
	hr_map_release(&builder->excluded);
	hr_map_release(&builder->variables);
	hr_gate_names_release(&builder->gate);
	hr_cache_close(&builder->cache);
	hr_arena_release(&builder->arena);
}

int hr_build(struct hr_built *out, const struct hr_model *model, const struct hr_recipe *recipe,
	     const struct hr_callables *callables, const struct hr_build_options *options, struct hr_error *error)
{
	struct hr_builder builder = {
		.model = model,
		.recipe = recipe,
		.callables = callables,
		.options = options,
		.limit = options->jobs ? options->jobs : hr_jobs_default(),
		.arena = HR_ARENA_INIT,
		.out = out,
	};

	memset(out, 0, sizeof *out);
	if (hr_cache_open(&builder.cache, options->cache, error))
		return -1;
	if (builder.cache.is_temporary)
		out->temporary = hr_arena_strdup(&out->arena, builder.cache.directory);
	hr_gate_names_init(&builder.gate);
	int status = build_flavour(&builder, error);
	if (status)
		explain_full_disk(&builder, error);
	release(&builder);
	if (status)
		hr_built_release(out);
	return status;
}

void hr_built_release(struct hr_built *built)
{
	if (built->temporary)
		hr_directory_remove(built->temporary);
	hr_vec_release(&built->objects);
	hr_vec_release(&built->bitcode);
	hr_vec_release(&built->refused);
	hr_vec_release(&built->sources);
	hr_vec_release(&built->left_out);
	hr_arena_release(&built->arena);
	memset(built, 0, sizeof *built);
}
