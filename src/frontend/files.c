/* The files that clang opens: which of them are the public API, and where things stand in them.
 *
 * A file is public when it is a header that the user named, or lies in one of the home trees (the directories of the named headers, and
 * those that the user adds), or is a companion: included with quotes by a public header in a directory that it shares with the system,
 * or named after it. A named header in a system root (<stdio.h>'s neighbourhood) has no home tree: its directory is everybody's. */
#include "base/file.h"
#include "base/text.h"
#include "frontend/reader.h"

#include <string.h>
#include <unistd.h>

static const char *const system_roots[] = { "/usr/include", "/usr/local/include", "/include",
					    "/usr/lib",     "/usr/lib64",         "/" };

bool hr_is_system_root(const char *directory)
{
	for (size_t i = 0; i < sizeof system_roots / sizeof *system_roots; i++)
		if (strcmp(directory, system_roots[i]) == 0)
			return true;
	/* /usr/include/TRIPLE, as Debian's multiarch has it */
	const char *prefix = "/usr/include/";
	if (!hr_text_starts_with(directory, prefix))
		return false;
	const char *rest = directory + strlen(prefix);
	return !strchr(rest, '/') && strstr(rest, "-linux-");
}

static bool is_below_any(const char *path, const hr_strings *directories)
{
	for (size_t i = 0; i < directories->count; i++)
		if (hr_path_is_below(path, directories->data[i]))
			return true;
	return false;
}

static bool is_named_header(const struct hr_reader *reader, const char *path)
{
	for (size_t i = 0; i < reader->real_headers.count; i++)
		if (strcmp(reader->real_headers.data[i], path) == 0)
			return true;
	return false;
}

const char *hr_reader_display(struct hr_reader *reader, const char *path)
{
	char *here = getcwd(NULL, 0);
	const char *display = path;
	if (here && hr_path_is_below(path, here))
		display = hr_arena_strdup(reader->arena, path + strlen(here) + (strcmp(here, "/") != 0));
	free(here);
	return display;
}

size_t hr_reader_file_named(struct hr_reader *reader, const char *name)
{
	size_t index;
	if (hr_map_get(&reader->file_by_name, name, &index))
		return index;
	char *real = hr_path_real(name);
	struct hr_read_file file = { 0 };
	file.path = hr_arena_strdup(reader->arena, real ? real : name);
	file.display = hr_reader_display(reader, file.path);
	file.is_public = real && !reader->reading_sources &&
			 (is_named_header(reader, real) || is_below_any(real, &reader->home_trees));
	char *parent = hr_path_parent(file.path);
	file.is_system = !file.is_public && (hr_text_starts_with(file.path, "/usr/") || hr_is_system_root(parent));
	free(parent);
	free(real);
	index = reader->files.count;
	hr_vec_push(&reader->files, file);
	hr_map_put(&reader->file_by_name, name, index);
	return index;
}

size_t hr_reader_file(struct hr_reader *reader, CXFile file)
{
	CXString name = clang_getFileName(file);
	size_t index = hr_reader_file_named(reader, clang_getCString(name));
	clang_disposeString(name);
	return index;
}

const struct hr_read_file *hr_reader_file_of(struct hr_reader *reader, CXFile file)
{
	size_t index = hr_reader_file(reader, file); /* first: the vector may move */
	return &reader->files.data[index];
}

const char *hr_reader_text(struct hr_reader *reader, size_t file, size_t *length)
{
	struct hr_read_file *it = &reader->files.data[file];
	if (!it->text) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		if (hr_file_read(&text, it->path, &error))
			hr_strbuf_clear(&text);
		/* NUL bytes are white space to a compiler; here they would end the text early. */
		char *copy = hr_arena_alloc(reader->arena, text.length + 1);
		for (size_t i = 0; i < text.length; i++)
			copy[i] = text.data[i] ? text.data[i] : ' ';
		it->text = copy;
		it->length = text.length;
		hr_strbuf_release(&text);
		hr_error_release(&error);
	}
	*length = it->length;
	return it->text;
}

/* True when the directive is written with quotes. */
static bool is_quoted(struct hr_reader *reader, CXCursor directive)
{
	struct hr_place place;
	if (!hr_reader_place(&place, reader, directive))
		return false;
	size_t length;
	const char *text = hr_reader_text(reader, place.file, &length);
	for (size_t i = place.start; i < length && text[i] != '\n'; i++) {
		if (text[i] == '"')
			return true;
		if (text[i] == '<')
			return false;
	}
	return false;
}

/* "reader_config.h" and "reader2/util.h" are named after "reader.h". */
static bool is_named_after(const char *path, const char *header)
{
	const char *stem = hr_path_name(header);
	size_t stem_length = strlen(stem) - (hr_text_ends_with(stem, ".h") ? 2 : 0);
	if (stem_length < 3)
		return false;
	char *home = hr_path_parent(header);
	bool after = hr_path_is_below(path, home) && strncmp(path + strlen(home) + 1, stem, stem_length) == 0;
	free(home);
	return after;
}

void hr_reader_note_inclusion(struct hr_reader *reader, CXCursor directive)
{
	CXFile included = clang_getIncludedFile(directive);
	struct hr_place place;
	if (!included || !hr_reader_place(&place, reader, directive))
		return;
	size_t target = hr_reader_file(reader, included);
	const struct hr_read_file *from = &reader->files.data[place.file];
	struct hr_read_file *to = &reader->files.data[target];
	if (!from->is_public || to->is_public)
		return;
	char *home = hr_path_parent(from->path);
	char *there = hr_path_parent(to->path);
	bool shared = hr_is_system_root(home);
	bool companion = (is_quoted(reader, directive) &&
			  (!shared || hr_is_system_root(there) || hr_path_is_below(there, home))) ||
			 (shared && is_named_after(to->path, from->path));
	if (companion) {
		to->is_public = true;
		to->is_system = false;
	}
	free(home);
	free(there);
}

bool hr_reader_place(struct hr_place *place, struct hr_reader *reader, CXCursor cursor)
{
	CXSourceRange extent = clang_getCursorExtent(cursor);
	CXFile file;
	unsigned start, end;
	clang_getExpansionLocation(clang_getRangeStart(extent), &file, &place->start_line, NULL, &start);
	if (!file)
		return false;
	CXFile end_file;
	clang_getExpansionLocation(clang_getRangeEnd(extent), &end_file, &place->end_line, NULL, &end);
	if (!end_file || !clang_File_isEqual(file, end_file)) {
		end = start;
		place->end_line = place->start_line;
	}
	place->file = hr_reader_file(reader, file);
	place->start = start;
	place->end = end;
	return true;
}

const char *hr_reader_at(struct hr_reader *reader, CXCursor cursor)
{
	CXFile file;
	unsigned line;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &line, NULL, NULL);
	if (!file)
		return NULL;
	return hr_arena_printf(reader->arena, "%s:%u", hr_reader_file_of(reader, file)->display, line);
}
