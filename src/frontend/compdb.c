/* Reading compile databases: files that some other tool wrote, or somebody by hand, so nothing about them is believed.
 *
 * Invariants: a command's strings live in the database's arena, its vector of flags is released with it; `seen` holds
 * every source that has been met, absent ones included, so that the first entry of a source counts. */
#include "frontend/compdb.h"

#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/compiler_call.h"
#include "frontend/flag_scan.h"
#include "frontend/shell_words.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct hr_compdb *out;
	const char *name;      /* what to call the text in messages */
	const char *directory; /* absolute */
	struct hr_map seen;
	struct hr_error *error;
};

static int fail_at(struct reading *reading, const struct hr_json *where, const char *problem)
{
	return hr_fail(reading->error, HR_ERROR_INPUT, "%s:%u:%u: %s", reading->name, where->line, where->column,
		       problem);
}

static int read_arguments(hr_strings *out, const struct hr_json *list, struct reading *reading)
{
	if (list->kind != HR_JSON_ARRAY)
		return fail_at(reading, list, "\"arguments\" is not a list");
	for (const struct hr_json *each = list->first; each != NULL; each = each->next) {
		if (each->kind != HR_JSON_STRING)
			return fail_at(reading, each, "\"arguments\" holds something other than a string");
		hr_vec_push(out, each->text);
	}
	return 0;
}

/* Appends the compiler's argv, from "arguments" or else from "command". */
static int read_argv(hr_strings *out, const struct hr_json *entry, struct reading *reading)
{
	const struct hr_json *arguments = hr_json_get(entry, "arguments");
	if (arguments != NULL)
		return read_arguments(out, arguments, reading);
	const struct hr_json *command = hr_json_get(entry, "command");
	if (command == NULL)
		return fail_at(reading, entry, "a compile command has neither \"arguments\" nor \"command\"");
	if (command->kind != HR_JSON_STRING)
		return fail_at(reading, command, "\"command\" is not a string");
	if (!hr_shell_words(out, command->text, strlen(command->text), &reading->out->arena))
		return fail_at(reading, command, "\"command\" ends inside quotes");
	return 0;
}

/* The language that -x names, which hr_flags_for_reading puts last; NULL when there is none. */
static const char *language_of(const hr_strings *flags)
{
	bool named = flags->count >= 2 && strcmp(flags->data[flags->count - 2], "-x") == 0;
	return named ? flags->data[flags->count - 1] : NULL;
}

static void add_command(const hr_strings *argv, const char *file, const char *directory, struct reading *reading)
{
	struct hr_compdb *out = reading->out;
	struct hr_compile_command command = { directory, file, HR_VEC_INIT };
	const char *compiler = argv->count > 0 ? argv->data[0] : "";
	if (argv->count > 1)
		hr_flags_for_reading(&command.flags, argv->data + 1, argv->count - 1, file, directory, &out->arena);

	bool is_c = hr_source_is_c(file, compiler, language_of(&command.flags));
	bool is_new = is_c && hr_map_put(&reading->seen, file, 0);
	if (is_new && hr_path_is_file(file)) {
		hr_vec_push(&out->commands, command);
		return;
	}
	if (is_new)
		hr_vec_push(&out->absent, file);
	hr_vec_release(&command.flags);
}

static int read_entry(const struct hr_json *entry, struct reading *reading)
{
	if (entry->kind != HR_JSON_OBJECT)
		return fail_at(reading, entry, "a compile command is not an object");
	const char *file = hr_json_get_string(entry, "file", NULL);
	if (file == NULL || file[0] == '\0')
		return fail_at(reading, entry, "a compile command has no \"file\"");
	const struct hr_json *where = hr_json_get(entry, "directory");
	if (where != NULL && where->kind != HR_JSON_STRING)
		return fail_at(reading, where, "\"directory\" is not a string");

	struct hr_arena *arena = &reading->out->arena;
	const char *directory = hr_flags_absolute(where != NULL ? where->text : ".", reading->directory, arena);
	hr_strings argv = HR_VEC_INIT;
	int result = read_argv(&argv, entry, reading);
	if (result == 0)
		add_command(&argv, hr_flags_absolute(file, directory, arena), directory, reading);
	hr_vec_release(&argv);
	return result;
}

int hr_compdb_parse(struct hr_compdb *out, const char *text, size_t length, const char *name, const char *directory,
		    struct hr_error *error)
{
	struct hr_json *root;
	struct reading reading = { out, name, NULL, HR_MAP_INIT, error };
	if (hr_json_read(&root, text, length, name, &out->arena, error) != 0)
		return -1;
	if (root->kind != HR_JSON_ARRAY)
		return fail_at(&reading, root, "not a list of compile commands");

	int result = 0;
	reading.directory = hr_flags_absolute(directory, NULL, &out->arena);
	for (const struct hr_json *entry = root->first; result == 0 && entry != NULL; entry = entry->next)
		result = read_entry(entry, &reading);
	hr_map_release(&reading.seen);
	return result;
}

/* What `harrier capture` noted about linking; without such a file there is nothing to add. */
static int read_link_file(struct hr_compdb *out, const char *directory, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_json *root;
	char *path = hr_path_join(directory, HR_LINK_FILE);
	struct reading reading = { out, path, directory, HR_MAP_INIT, error };
	int result = 0;
	if (!hr_path_is_file(path))
		goto out;
	result = hr_file_read(&text, path, error);
	if (result == 0)
		result = hr_json_read(&root, text.data, text.length, path, &out->arena, error);
	if (result != 0)
		goto out;
	const struct hr_json *flags = hr_json_get(root, "flags");
	if (!hr_text_equal(hr_json_get_string(root, "schema", NULL), HR_LINK_SCHEMA) || flags == NULL)
		result = fail_at(&reading, root, "not a list of link flags as \"harrier capture\" writes it");
	else
		result = read_arguments(&out->link_flags, flags, &reading);
out:
	free(path);
	hr_strbuf_release(&text);
	return result;
}

static int fail_missing(const char *path, bool is_directory, struct hr_error *error)
{
	if (is_directory)
		hr_fail(error, HR_ERROR_INPUT, "no " HR_COMPDB_FILE " in '%s'", path);
	else
		hr_fail(error, HR_ERROR_INPUT, "no such compile database: '%s'", path);
	hr_strbuf_addstr(&error->hint, "'harrier capture -- make' writes one; so do CMake with "
				       "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and meson in its build directory");
	return -1;
}

enum { ABSENT_SHOWN = 10 };

/* A database that was read is of use only when there is a source in it. */
static int check_sources(const struct hr_compdb *compdb, const char *path, struct hr_error *error)
{
	if (compdb->commands.count > 0)
		return 0;
	size_t absent = compdb->absent.count;
	if (absent == 0)
		return hr_fail(error, HR_ERROR_INPUT, "no C source in compile database '%s'", path);
	if (absent == 1)
		hr_fail(error, HR_ERROR_INPUT, "the only source in compile database '%s' does not exist", path);
	else
		hr_fail(error, HR_ERROR_INPUT, "none of the %zu sources in compile database '%s' exists", absent, path);
	for (size_t i = 0; i < absent && i < ABSENT_SHOWN; i++)
		hr_strbuf_addf(&error->details, "no such file: '%s'\n", compdb->absent.data[i]);
	if (absent > ABSENT_SHOWN)
		hr_strbuf_addf(&error->details, "and %zu more\n", absent - ABSENT_SHOWN);
	hr_strbuf_addstr(&error->hint, "was the project moved after the database was written? build it again");
	return -1;
}

int hr_compdb_read(struct hr_compdb *out, const char *path, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	bool is_directory = hr_path_is_directory(path);
	char *file = is_directory ? hr_path_join(path, HR_COMPDB_FILE) : hr_path_join(NULL, path);
	char *directory = hr_path_parent(file);
	int result;
	if (!hr_path_is_file(file))
		result = fail_missing(path, is_directory, error);
	else
		result = hr_file_read(&text, file, error);
	if (result == 0)
		result = hr_compdb_parse(out, text.data, text.length, file, directory, error);
	if (result == 0)
		result = check_sources(out, file, error);
	if (result == 0)
		result = read_link_file(out, directory, error);
	free(directory);
	free(file);
	hr_strbuf_release(&text);
	return result;
}

void hr_compdb_release(struct hr_compdb *compdb)
{
	for (size_t i = 0; i < compdb->commands.count; i++)
		hr_vec_release(&compdb->commands.data[i].flags);
	hr_vec_release(&compdb->commands);
	hr_vec_release(&compdb->absent);
	hr_vec_release(&compdb->link_flags);
	hr_arena_release(&compdb->arena);
}
