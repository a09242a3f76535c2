/* The compiler shim of `harrier mutate`. Every source that the build compiles is compiled by clang first, to see whether there is
 * something in it to be changed: a test may include the very source that it tests. If so, that object is what the build gets, and in a suite
 * of ours in any case.
 *
 * Invariant: whatever goes wrong with mutants, the compiler that was called runs with its own arguments, and the build goes on. */
#include "app/mutate_shim.h"

#include "app/capture_internal.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "build/mutants.h"
#include "frontend/compiler_call.h"
#include "frontend/flag_scan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is to be changed ---- */

struct wants {
	struct hr_strbuf text;
};

static bool wants(void *context, const char *file)
{
	const struct wants *wants = context;
	bool is_wanted = false;
	size_t length = strlen(file);
	for (const char *line = wants->text.data; *line;) {
		size_t size = strcspn(line, "\n");
		size_t prefix = size - 1; /* of the path */
		if (size > 1 && prefix <= length && memcmp(line + 1, file, prefix) == 0 &&
		    (file[prefix] == '\0' || file[prefix] == '/' || line[prefix] == '/'))
			is_wanted = *line == '+';
		line += size + (line[size] == '\n');
	}
	return is_wanted;
}

/* ---- one call ---- */

struct call {
	const char *directory; /* of the shims */
	char *here;
	struct hr_arena arena;
	hr_strings argv; /* response files read */
	const char *output;
	bool stops_at_assembler;
	struct hr_compiler_call parts;
	struct wants wants;
};

static bool has_word(const hr_strings *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->data[i], word) == 0)
			return true;
	return false;
}

/* Where the list of what a source includes goes, and for which object: the build may depend on it. */
static void add_dependency_flags(hr_strings *out, struct call *call, const char *object)
{
	const hr_strings *words = &call->argv;
	for (size_t i = 1; i < words->count; i++) {
		const char *word = words->data[i];
		if (!hr_text_starts_with(word, "-M") || strcmp(word, "-M") == 0 || strcmp(word, "-MM") == 0)
			continue;
		hr_vec_push(out, word);
		bool has_value = strcmp(word, "-MF") == 0 || strcmp(word, "-MT") == 0 || strcmp(word, "-MQ") == 0;
		if (has_value && i + 1 < words->count)
			hr_vec_push(out, words->data[++i]);
	}
	if (!out->count)
		return;
	if (!has_word(out, "-MT") && !has_word(out, "-MQ")) {
		hr_vec_push(out, "-MT");
		hr_vec_push(out, object);
	}
	if (!has_word(out, "-MF")) {
		int length = (int)strlen(object) - (hr_text_ends_with(object, ".o") ? 2 : 0);
		hr_vec_push(out, "-MF");
		hr_vec_push(out, hr_arena_printf(&call->arena, "%.*s.d", length, object));
	}
}

static bool read_call(struct call *call, int argc, char **argv)
{
	const char *const *words = (const char *const *)argv;
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(call->directory, HR_MUTATE_WANTS);
	bool is_read = hr_file_read(&call->wants.text, path, &error) == 0;
	free(path);
	hr_error_release(&error);
	call->here = getcwd(NULL, 0);
	if (!is_read || !call->here)
		return false;
	hr_vec_push(&call->argv, argv[0]);
	hr_flags_expand(&call->argv, words + 1, (size_t)argc - 1, call->here, &call->arena);
	hr_compiler_call_read(&call->parts, call->argv.data, call->argv.count, call->here, &call->arena);
	for (size_t i = 1; i < call->argv.count; i++) {
		if (strcmp(call->argv.data[i], "-o") == 0 && i + 1 < call->argv.count)
			call->output = call->argv.data[i + 1];
		else if (hr_text_starts_with(call->argv.data[i], "-o") && call->argv.data[i][2])
			call->output = call->argv.data[i] + 2;
		call->stops_at_assembler |= strcmp(call->argv.data[i], "-S") == 0;
	}
	struct hr_capture_call as_captured = { call->here, call->argv, false };
	return call->parts.stage != HR_STAGE_NOTHING && call->parts.sources.count && !call->stops_at_assembler &&
	       !hr_capture_is_probe(&as_captured, &call->arena);
}

/* A name for files of this call and source. */
static const char *make_key(struct call *call, const char *source)
{
	struct hr_hash hash;
	char text[HR_HASH_TEXT];
	hr_hash_init(&hash);
	for (size_t i = 0; i < call->argv.count; i++)
		hr_hash_addstr(&hash, call->argv.data[i]);
	hr_hash_addstr(&hash, call->here);
	hr_hash_addstr(&hash, source);
	hr_hash_text(&hash, text);
	return hr_arena_printf(&call->arena, "%s/" HR_MUTATE_TABLES "/%.20s", call->directory, text);
}

static void note_refused(const struct call *call, const char *source)
{
	char *path = hr_path_join(call->directory, HR_MUTATE_REFUSED);
	int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	char *line = NULL;
	int length = asprintf(&line, "%s\n", source);
	if (file >= 0 && length > 0)
		(void)!write(file, line, (size_t)length);
	if (file >= 0)
		close(file);
	free(line);
	free(path);
}

/* Where the bitcode of an object is kept, by the object's path: the last that is compiled to it counts. NULL: nobody asked for it, or the object is only a step to a program. */
static const char *keep(struct call *call, const char *object)
{
	char *folder = hr_path_join(call->directory, HR_MUTATE_KEPT);
	const char *kept = NULL;
	if (call->parts.stage == HR_STAGE_COMPILE && hr_path_is_directory(folder)) {
		struct hr_hash hash;
		char text[HR_HASH_TEXT];
		hr_hash_init(&hash);
		hr_hash_addstr(&hash, hr_flags_absolute(object, call->here, &call->arena));
		hr_hash_text(&hash, text);
		kept = hr_arena_printf(&call->arena, "%s/%.20s.bc", folder, text);
	}
	free(folder);
	return kept;
}

/* The file that tells which object a file of bitcode is for. */
static const char *object_note(struct call *call, const char *kept)
{
	return hr_arena_printf(&call->arena, "%.*s.object", (int)(strlen(kept) - strlen(".bc")), kept);
}

static bool note_object(struct call *call, const char *kept, const char *object)
{
	struct hr_error error = HR_ERROR_INIT;
	const char *path = object_note(call, kept);
	const char *absolute = hr_flags_absolute(object, call->here, &call->arena);
	bool is_noted = hr_file_write(path, absolute, strlen(absolute), &error) == 0;
	hr_error_release(&error);
	return is_noted;
}

/* Compiles a source with its mutants to `object`; false when it cannot be, or has none and is not one of a suite of ours, which either compiler may compile. */
static bool compile(struct call *call, const char *source, const char *object)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_mutants mutants = HR_MUTANTS_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_strings flags = HR_VEC_INIT;
	const char *key = make_key(call, source);
	if (call->parts.stage == HR_STAGE_COMPILE)
		add_dependency_flags(&flags, call, object);
	hr_flags_for_reading(&flags, call->argv.data + 1, call->argv.count - 1, source, call->here, &call->arena);
	hr_vec_push(&flags, NULL);
	char *runtime = hr_path_join(call->directory, HR_MUTATE_RUNTIME);
	struct hr_mutants_source wanted = {
		.path = source,
		.flags = flags.data,
		.object = object,
		.scratch = key,
		.kept = keep(call, object),
		.mutate = { wants, &call->wants, runtime },
	};
	wanted.is_always = wanted.kept != NULL;
	if (wanted.kept) /* of an earlier call for the same object */
		(void)unlink(object_note(call, wanted.kept));
	bool is_compiled = hr_mutants_compile(&mutants, &wanted, &error) == 0;
	if (!is_compiled && wants(&call->wants, source))
		note_refused(call, source);
	is_compiled = is_compiled && (mutants.list.count || wanted.is_always);
	if (is_compiled && wanted.kept && mutants.list.count)
		is_compiled = note_object(call, wanted.kept, object);
	hr_mutants_write(&text, &mutants);
	if (is_compiled && mutants.list.count &&
	    hr_file_write(hr_arena_printf(&call->arena, "%s.mutants", key), text.data, text.length, &error))
		is_compiled = false;
	free(runtime);
	hr_vec_release(&flags);
	hr_strbuf_release(&text);
	hr_mutants_release(&mutants);
	hr_error_release(&error);
	return is_compiled;
}

/* NAME.o in the current directory, as compilers do without -o. */
static const char *default_object(struct call *call, const char *source)
{
	const char *name = hr_path_name(source);
	const char *dot = strrchr(name, '.');
	return hr_arena_printf(&call->arena, "%.*s.o", (int)(dot ? dot - name : (long)strlen(name)), name);
}

/* The source that a word of the call is, by its absolute path; NULL: it is none. */
static const char *source_at(struct call *call, size_t index)
{
	const char *path = index ? hr_flags_absolute(call->argv.data[index], call->here, &call->arena) : "";
	for (size_t i = 0; i < call->parts.sources.count; i++)
		if (strcmp(call->parts.sources.data[i], path) == 0)
			return call->parts.sources.data[i];
	return NULL;
}

/* Sources to objects; ends the process when that was all that there was to do. Else the arguments without those that are objects now; NULL: there are
 * none. */
static char **compile_only(struct call *call)
{
	char **argv = hr_arena_alloc(&call->arena, (call->argv.count + 1) * sizeof *argv);
	size_t count = 0, made = 0;
	bool is_alone = call->parts.sources.count == 1, is_more = false;
	for (size_t i = 0; i < call->argv.count; i++) {
		const char *word = call->argv.data[i], *source = source_at(call, i);
		if (source &&
		    compile(call, source, call->output && is_alone ? call->output : default_object(call, source))) {
			made++;
			continue;
		}
		is_more |= source || hr_text_ends_with(word, ".s") || hr_text_ends_with(word, ".S");
		argv[count++] = (char *)word;
	}
	argv[count] = NULL;
	if (made && !is_more)
		exit(0);
	return made ? argv : NULL;
}

/* A program from sources: the sources that can be changed are given as objects. */
static char **compile_for_linking(struct call *call)
{
	char **argv = hr_arena_alloc(&call->arena, (call->argv.count + 1) * sizeof *argv);
	size_t count = 0;
	for (size_t i = 0; i < call->argv.count; i++) {
		const char *source = source_at(call, i);
		const char *object = source ? hr_arena_printf(&call->arena, "%s.o", make_key(call, source)) : NULL;
		bool is_object = source && compile(call, source, object);
		argv[count++] = (char *)(is_object ? object : call->argv.data[i]);
	}
	argv[count] = NULL;
	return argv;
}

/* ---- the shim ---- */

/* The directory of the shims that we are one of; NULL: we are none. The caller frees it. */
static char *find_directory(void)
{
	const char *directory = getenv(HR_MUTATE_VARIABLE);
	if (directory)
		return hr_path_join(NULL, directory);
	const char *started_by = (const char *)getauxval(AT_EXECFN);
	if (!started_by)
		return NULL;
	char *bin = hr_path_parent(started_by);
	char *parent = hr_path_parent(bin);
	free(bin);
	return parent;
}

void hr_mutate_shim(int argc, char **argv)
{
	const char *name = argc ? hr_path_name(argv[0]) : "";
	if (!*name || hr_text_starts_with(name, "harrier"))
		return;
	struct call call = { .directory = find_directory(),
			     .arena = HR_ARENA_INIT,
			     .parts = HR_COMPILER_CALL_INIT,
			     .wants = { HR_STRBUF_INIT } };
	if (!call.directory)
		return;
	char *runtime = hr_path_join(call.directory, HR_MUTATE_RUNTIME);
	bool is_ours = hr_path_is_file(runtime);
	free(runtime);
	if (!is_ours) {
		free((char *)call.directory);
		return;
	}
	if (hr_capture_is_launcher(name)) {
		int first = 1;
		while (first < argc && strchr(argv[first], '='))
			first++;
		if (first < argc && argv[first][0] != '-') { /* without the launcher, which would remember */
			execvp(argv[first], argv + first);
			exit(127);
		}
	}
	hr_capture_leave_links(name); /* compilers that are wrappers of others do not come here again */
	unsetenv(HR_MUTATE_VARIABLE);
	if (read_call(&call, argc, argv)) {
		char **left = (call.parts.stage == HR_STAGE_LINK ? compile_for_linking : compile_only)(&call);
		if (left)
			hr_capture_become_compiler(name, left);
	}
	hr_capture_become_compiler(name, argv);
}

/* ---- around a build ---- */

int hr_mutate_prepare(const char *directory, const char *wanted, struct hr_error *error)
{
	char *program = hr_path_real("/proc/self/exe");
	char *runtime = hr_path_join(directory, HR_MUTATE_RUNTIME);
	char *tables = hr_path_join(directory, HR_MUTATE_TABLES);
	char *list = hr_path_join(directory, HR_MUTATE_WANTS);
	int status = 0;
	if (!program)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot find my own program: %s", strerror(errno));
	else if (mkdir(tables, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", tables, strerror(errno));
	if (!status)
		status = hr_file_write(list, wanted, strlen(wanted), error);
	if (!status)
		status = hr_mutants_runtime(runtime, error);
	if (!status)
		status = hr_capture_link_compilers(directory, program, error);
	free(program);
	free(runtime);
	free(tables);
	free(list);
	return status;
}

void hr_mutate_environment(hr_strings *out, const char *directory, struct hr_arena *arena)
{
	hr_vec_push(out, hr_arena_printf(arena, "PATH=%s/" HR_CAPTURE_BIN ":%s", directory, hr_capture_search_path()));
	hr_vec_push(out, hr_arena_printf(arena, HR_MUTATE_VARIABLE "=%s", directory));
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
	return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_table(const struct dirent *entry)
{
	return hr_text_ends_with(entry->d_name, ".mutants");
}

int hr_mutate_tables(struct hr_mutants *out, struct hr_strbuf *refused, const char *directory, struct hr_error *error)
{
	struct hr_map seen = HR_MAP_INIT;
	struct dirent **entries = NULL;
	char *tables = hr_path_join(directory, HR_MUTATE_TABLES);
	char *list = hr_path_join(directory, HR_MUTATE_REFUSED);
	int count = scandir(tables, &entries, is_table, by_name);
	int status = count < 0 ? hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': %s", tables, strerror(errno)) : 0;
	for (int i = 0; i < count; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		char *path = hr_path_join(tables, entries[i]->d_name);
		if (!status)
			status = hr_file_read(&text, path, error);
		if (!status)
			hr_mutants_read(out, &seen, text.data);
		hr_strbuf_release(&text);
		free(path);
		free(entries[i]);
	}
	if (!status && hr_path_is_file(list))
		status = hr_file_read(refused, list, error);
	free(entries);
	free(tables);
	free(list);
	hr_map_release(&seen);
	return status;
}
