/* From object files to the shared object that workers load.
 *
 * Invariant: what the result leaves undefined is found in the worker (the gate, the checker's entry points, what may pass), in a shared library that
 * the user named, or may be missing (weak). Everything else gets a definition here that refuses: so a unit can always be built. */
#include "build/builder.h"

#include "base/file.h"
#include "base/text.h"
#include "build/elf_symbols.h"
#include "wire/wire.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* How names begin that the worker defines for instrumented code. */
static const char *const worker_prefixes[] = { HR_GATE_PREFIX, "__asan_", "__ubsan_", "__sanitizer_", HR_WIRE_WORK };

/* Names that are there wherever a shared object can be loaded: the loader's own, and what stubs copy with (see sweep.c). */
static const char *const always_there[] = {
	HR_WIRE_CALLBACK_ENTRY, "__tls_get_addr", "__cxa_finalize", "memcpy", "memmove", "memset"
};

/* Libraries that bring libc itself: what they define is the gate's business. libm is not among them: it keeps no state but errno. */
static const char *const libc_files[] = { "libc.so", "libc-",   "ld-linux", "libpthread", "libdl",
					  "librt",   "libutil", "libanl",   "libresolv" };

/* How names begin that other checkers' runtimes would define for code that looks for them: here they do nothing. */
static const char *const quiet_prefixes[] = { "__lsan_", "__msan_",         "__tsan_",
					      "__gcov_", "__llvm_profile_", "AnnotateHappens" };

static bool begins_with_any(const char *name, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (hr_text_starts_with(name, prefixes[i]))
			return true;
	return false;
}

#define BEGINS_WITH_ANY(name, table) begins_with_any(name, table, sizeof(table) / sizeof *(table))

static bool is_always_there(const char *name)
{
	for (size_t i = 0; i < sizeof always_there / sizeof *always_there; i++)
		if (strcmp(always_there[i], name) == 0)
			return true;
	return false;
}

/* ---- the linker's command ---------------------------------------------------------------------------------------------------- */

/* Where a library was found when linking, it is found when loading. */
static void add_run_path(struct hr_builder *builder, hr_command *command, const char *flag, const char *next)
{
	const char *directory = NULL;

	if (strcmp(flag, "-L") == 0)
		directory = next;
	else if (hr_text_starts_with(flag, "-L"))
		directory = flag + 2;
	else if (*flag == '/' && strstr(hr_path_name(flag), ".so")) {
		char *parent = hr_path_parent(flag);
		directory = hr_arena_strdup(&builder->arena, parent);
		free(parent);
	}
	if (directory && *directory != '\0')
		hr_command_add(command, "-Xlinker", "-rpath", "-Xlinker", directory, NULL);
}

static void begin_command(struct hr_builder *builder, hr_command *command, const char *result)
{
	const hr_recipe_strings *flags = &builder->link_flags;

	hr_command_add(command, builder->compiler, "-shared", "-Wl,-Bsymbolic", "-Wl,-z,now", "-Wl,-z,relro", "-Wl,-t",
		       "-o", result, NULL);
	if (builder->traits)
		hr_vec_push(command, hr_arena_printf(&builder->arena, "-Wl,--defsym=" HR_WIRE_SYMBOL_TRAITS "=%u",
						     builder->traits));
	for (size_t i = 0; i < builder->sources.count; i++)
		hr_vec_push(command, builder->sources.data[i].object);
	for (size_t i = 0; i < flags->count; i++) {
		hr_vec_push(command, flags->data[i]);
		add_run_path(builder, command, flags->data[i], i + 1 < flags->count ? flags->data[i + 1] : NULL);
	}
}

/* Lists what is defined more than once, by what the linker said. */
static void note_repeated(struct hr_builder *builder, char *output)
{
	static const char said[] = "multiple definition of `";

	for (char *at = output; (at = strstr(at, said)); at++) {
		size_t length = strcspn(at + sizeof said - 1, "'");
		hr_vec_push(&builder->repeated,
			    hr_arena_printf(&builder->arena, "'%.*s': is defined more than once, the first one counts",
					    (int)length, at + sizeof said - 1));
	}
}

/* Runs the linker; `files` gets the names of the files that it read, one a line. Sources that do not belong together define the same names;
 * that is no reason to give up. */
static int run_linker(struct hr_builder *builder, const char *result, const char *refusing, struct hr_strbuf *files,
		      struct hr_error *error)
{
	hr_command command = HR_VEC_INIT;
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;

	begin_command(builder, &command, result);
	if (builder->repeated.count)
		hr_vec_push(&command, "-Wl,-z,muldefs");
	if (refusing)
		hr_vec_push(&command, refusing);
	hr_command_add(&command, "-lm", NULL);
	int status = hr_builder_run(&run, &command, error);
	if (!status && run.exit_code && !builder->repeated.count) {
		note_repeated(builder, run.errors.data);
		if (builder->repeated.count) {
			hr_process_result_release(&run);
			hr_vec_release(&command);
			return run_linker(builder, result, refusing, files, error);
		}
	}
	if (!status && run.exit_code) {
		status = hr_fail(error, HR_ERROR_INPUT, "the unit cannot be linked");
		hr_strbuf_addstr(&error->details, run.errors.data);
	}
	hr_strbuf_clear(files);
	hr_strbuf_addstr(files, run.output.data);
	hr_process_result_release(&run);
	hr_vec_release(&command);
	return status;
}

/* ---- what is left undefined -------------------------------------------------------------------------------------------------- */

/* Enters what the user's shared libraries define. */
static void note_libraries(struct hr_builder *builder, struct hr_map *defined, char *files)
{
	for (char *rest = files, *line; (line = strtok_r(rest, "\n", &rest));) {
		hr_elf_symbols symbols = HR_VEC_INIT;
		struct hr_error unread = HR_ERROR_INIT;
		const char *name = hr_path_name(line);

		if (!strstr(name, ".so") || BEGINS_WITH_ANY(name, libc_files))
			continue;
		if (!hr_elf_symbols_read(&symbols, line, true, &builder->arena, &unread))
			for (size_t i = 0; i < symbols.count; i++)
				if (symbols.data[i].is_defined)
					hr_map_put(defined, symbols.data[i].name, 0);
		hr_error_release(&unread);
		hr_vec_release(&symbols);
	}
}

static bool is_provided(struct hr_builder *builder, const struct hr_map *defined, const struct hr_elf_symbol *symbol)
{
	return symbol->is_defined || symbol->is_weak || symbol->is_local || is_always_there(symbol->name) ||
	       BEGINS_WITH_ANY(symbol->name, worker_prefixes) || hr_gate_names_passes(&builder->gate, symbol->name) ||
	       hr_map_get(defined, symbol->name, NULL);
}

/* Appends to `out` what nobody provides. `files` is changed. */
static int find_missing(struct hr_builder *builder, const char *object, char *files, hr_recipe_strings *out,
			struct hr_error *error)
{
	hr_elf_symbols symbols = HR_VEC_INIT;
	struct hr_map defined = HR_MAP_INIT;

	note_libraries(builder, &defined, files);
	int status = hr_elf_symbols_read(&symbols, object, true, &builder->arena, error);
	for (size_t i = 0; !status && i < symbols.count; i++)
		if (!is_provided(builder, &defined, &symbols.data[i]))
			hr_vec_push(out, symbols.data[i].name);
	hr_map_release(&defined);
	hr_vec_release(&symbols);
	return status;
}

/* Appends hidden names that no object defines: the linker would not leave them to others, not even for a first look. */
static int find_hidden(struct hr_builder *builder, hr_recipe_strings *out, struct hr_error *error)
{
	hr_elf_symbols symbols = HR_VEC_INIT;
	struct hr_map defined = HR_MAP_INIT;
	int status = 0;

	for (size_t i = 0; i < builder->sources.count && !status; i++)
		status = hr_elf_symbols_read(&symbols, builder->sources.data[i].object, false, &builder->arena, error);
	for (size_t i = 0; i < symbols.count; i++)
		if (symbols.data[i].is_defined && !symbols.data[i].is_local)
			hr_map_put(&defined, symbols.data[i].name, 0);
	for (size_t i = 0; i < symbols.count; i++) {
		const struct hr_elf_symbol *symbol = &symbols.data[i];
		/* __start_SECTION and __stop_SECTION are made by the linker, which weak references to them leave to it */
		if (symbol->is_hidden && !symbol->is_defined && !symbol->is_weak &&
		    hr_map_put(&defined, symbol->name, 0))
			hr_vec_push(out, symbol->name);
	}
	hr_map_release(&defined);
	hr_vec_release(&symbols);
	return status;
}

/* Definitions that refuse: a function ends the sequence; a variable is there, and empty. */
static int compile_refusing(struct hr_builder *builder, const hr_recipe_strings *names, const char *object,
			    struct hr_error *error)
{
	const char *source = hr_cache_scratch(&builder->cache, "refused", ".c");
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;
	hr_command command = HR_VEC_INIT;

	hr_strbuf_addstr(&text, "_Noreturn void hr_gate_refused(const char *name);\n");
	for (size_t i = 0; i < names->count; i++) {
		const char *name = names->data[i];
		if (BEGINS_WITH_ANY(name, quiet_prefixes))
			hr_strbuf_addf(
				&text,
				"long long quiet_%zu(void) __asm__(\"%s\");\nlong long quiet_%zu(void) { return 0; }\n",
				i, name, i);
		else if (hr_map_get(&builder->variables, name, NULL))
			hr_strbuf_addf(&text, "long long refused_%zu[512] __asm__(\"%s\");\n", i, name);
		else
			hr_strbuf_addf(&text,
				       "void refused_%zu(void) __asm__(\"%s\");\n"
				       "void refused_%zu(void) { hr_gate_refused(\"%s\"); }\n",
				       i, name, i, name);
	}
	hr_command_add(&command, builder->compiler, "-w", "-fPIC", "-fno-omit-frame-pointer", "-fno-builtin", "-c",
		       "-o", object, source, NULL);
	int status = hr_file_write(source, text.data, text.length, error);
	if (!status)
		status = hr_builder_run(&run, &command, error);
	if (!status && run.exit_code) {
		status = hr_fail(error, HR_ERROR_INTERNAL, "the refusing functions do not compile");
		hr_strbuf_addstr(&error->details, run.errors.data);
	}
	hr_process_result_release(&run);
	hr_vec_release(&command);
	hr_strbuf_release(&text);
	return status;
}

static int link_all(struct hr_builder *builder, const char *result, hr_recipe_strings *missing, struct hr_error *error)
{
	const char *refusing = hr_cache_scratch(&builder->cache, "refused", ".o");
	struct hr_strbuf files = HR_STRBUF_INIT;

	int status = hr_link_flags_take(builder, error);
	if (!status)
		status = find_hidden(builder, missing, error);
	size_t hidden = missing->count;
	if (!status && hidden)
		status = compile_refusing(builder, missing, refusing, error);
	if (!status)
		status = run_linker(builder, result, hidden ? refusing : NULL, &files, error);
	if (!status)
		status = find_missing(builder, result, files.data, missing, error);
	if (!status && missing->count > hidden) {
		status = compile_refusing(builder, missing, refusing, error);
		if (!status)
			status = run_linker(builder, result, refusing, &files, error);
	}
	hr_strbuf_release(&files);
	return status;
}

/* ---- the cache --------------------------------------------------------------------------------------------------------------- */

/* A file that the user names counts by its size and time. */
static void hash_file(struct hr_hash *hash, const char *path)
{
	struct stat info;

	if (!path || *path != '/' || stat(path, &info) < 0)
		return;
	hr_hash_add(hash, &info.st_size, sizeof info.st_size);
	hr_hash_add(hash, &info.st_mtim, sizeof info.st_mtim);
}

static void unit_key(struct hr_builder *builder, char key[HR_KEY_TEXT])
{
	struct hr_hash hash;

	hr_hash_init(&hash);
	hr_hash_addstr(&hash, "unit" HR_BUILD_VERSION);
	hr_hash_addstr(&hash, builder->compiler_version);
	hr_gate_names_hash(&hash);
	for (size_t i = 0; i < builder->sources.count; i++)
		hr_hash_addstr(&hash, builder->sources.data[i].object_key);
	for (size_t i = 0; i < builder->recipe->link_flags.count; i++) {
		hr_hash_addstr(&hash, builder->recipe->link_flags.data[i]);
		hash_file(&hash, builder->recipe->link_flags.data[i]);
		hash_file(&hash, hr_link_archive(builder, builder->recipe->link_flags.data[i]));
	}
	hr_cache_key(&hash, key);
}

static int read_refused(struct hr_builder *builder, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (hr_file_read(&text, path, error))
		return -1;
	for (char *rest = text.data, *line; (line = strtok_r(rest, "\n", &rest));)
		hr_vec_push(&builder->out->refused, hr_arena_strdup(&builder->out->arena, line));
	hr_strbuf_release(&text);
	return 0;
}

static int write_refused(const struct hr_builder *builder, const char *path, const hr_recipe_strings *names,
			 struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	for (size_t i = 0; i < builder->repeated.count; i++)
		hr_strbuf_addf(&text, "%s\n", builder->repeated.data[i]);
	for (size_t i = 0; i < names->count; i++)
		if (!BEGINS_WITH_ANY(names->data[i], quiet_prefixes))
			hr_strbuf_addf(&text, "%s\n", names->data[i]);
	int status = hr_file_write(path, text.data, text.length, error);
	hr_strbuf_release(&text);
	return status;
}

int hr_link_unit(struct hr_builder *builder, struct hr_error *error)
{
	char key[HR_KEY_TEXT];
	hr_recipe_strings missing = HR_VEC_INIT;

	unit_key(builder, key);
	const char *object = hr_cache_path(&builder->cache, key, ".so");
	const char *refused = hr_cache_path(&builder->cache, key, ".refused");
	builder->out->object = hr_arena_strdup(&builder->out->arena, object);
	if (!hr_cache_has(object) || !hr_cache_has(refused)) {
		const char *made = hr_cache_scratch(&builder->cache, "unit", ".so");
		hr_builder_tell(builder, 0, "linking");
		int status = link_all(builder, made, &missing, error);
		if (!status)
			status = write_refused(builder, refused, &missing, error);
		if (!status)
			status = hr_cache_keep(made, object, error);
		hr_vec_release(&missing);
		if (status)
			return -1;
	}
	hr_builder_tell(builder, 1, "linking");
	return read_refused(builder, refused, error);
}
