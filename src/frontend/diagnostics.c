/* The compiler's diagnostics as our users see them, and what we can add to them: which include directory is missing, that the input
 * is C++, that two headers contradict each other. */
#include "frontend/diagnostics.h"

#include "base/file.h"
#include "base/text.h"

#include <dirent.h>
#include <string.h>

/* How far around a header we look for a file that it includes. */
enum { HINT_PARENTS = 4, HINT_DEPTH = 3, HINT_ENTRIES = 4000 };

void hr_diagnostic_describe(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic)
{
	CXFile file;
	unsigned line = 0, column = 0, offset = 0;
	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, &column, &offset);
	CXString text = clang_getDiagnosticSpelling(diagnostic);
	if (!file) {
		hr_strbuf_addf(out, "error: %s\n", clang_getCString(text));
		clang_disposeString(text);
		return;
	}
	size_t index = hr_reader_file(reader, file);
	hr_strbuf_addf(out, "%s:%u:%u: error: %s\n", reader->files.data[index].display, line, column,
		       clang_getCString(text));
	clang_disposeString(text);

	size_t length;
	const char *source = hr_reader_text(reader, index, &length);
	if (offset >= length)
		return;
	size_t start = offset, end = offset;
	while (start > 0 && source[start - 1] != '\n')
		start--;
	while (end < length && source[end] != '\n')
		end++;
	if (end - start <= 200)
		hr_strbuf_addf(out, "    %.*s\n", (int)(end - start), source + start);
}

struct hunt {
	const char *wanted; /* "foo/bar.h" */
	char *found;        /* the directory that makes it resolve */
	int entries;        /* left to look at */
};

static void hunt_below(struct hunt *hunt, const char *directory, int depth)
{
	char *candidate = hr_path_join(directory, hunt->wanted);
	if (hr_path_is_file(candidate))
		hunt->found = hr_path_absolute(directory);
	free(candidate);
	DIR *stream = hunt->found || depth == 0 ? NULL : opendir(directory);
	if (!stream)
		return;
	for (struct dirent *entry; !hunt->found && hunt->entries > 0 && (entry = readdir(stream));) {
		hunt->entries--;
		if (entry->d_name[0] == '.' || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN))
			continue;
		char *path = hr_path_join(directory, entry->d_name);
		if (hr_path_is_directory(path))
			hunt_below(hunt, path, depth - 1);
		free(path);
	}
	closedir(stream);
}

/* The directory to give with -I so that `wanted` resolves: around the headers first, then among the system's. */
static char *find_include_directory(struct hr_reader *reader, const char *wanted)
{
	struct hunt hunt = { wanted, NULL, HINT_ENTRIES };
	for (size_t i = 0; i < reader->headers.count && !hunt.found; i++) {
		char *directory = hr_path_parent(reader->headers.data[i]);
		for (int up = 0; up < HINT_PARENTS && !hunt.found && !hr_is_system_root(directory); up++) {
			hunt_below(&hunt, directory, HINT_DEPTH);
			char *parent = hr_path_parent(directory);
			free(directory);
			directory = parent;
		}
		free(directory);
	}
	if (!hunt.found) {
		hunt.entries = HINT_ENTRIES;
		hunt_below(&hunt, "/usr/include", 2);
	}
	return hunt.found;
}

static void hint_missing_file(struct hr_strbuf *out, struct hr_reader *reader, const char *text)
{
	const char *end = strchr(text + 1, '\'');
	if (!end)
		return;
	char *wanted = hr_arena_strndup(reader->arena, text + 1, (size_t)(end - text - 1));
	char *directory = find_include_directory(reader, wanted);
	if (directory)
		hr_strbuf_addf(out, "'%s' is found with: -- -I%s", wanted, directory);
	else
		hr_strbuf_addf(out, "name the directory of '%s' after '--' with -I, or install the package that provides it",
			       wanted);
	free(directory);
}

/* What only C++ writes. */
static bool looks_like_cplusplus(struct hr_reader *reader, CXDiagnostic diagnostic)
{
	static const char *const words[] = { "class", "namespace", "template", "public", "private", "virtual", "using", "constexpr",
					     "nullptr", "operator", "noexcept" };
	static const char *const standard[] = { "string", "vector", "cstdint", "cstddef", "memory", "iostream", "cstring",
						"map", "cstdlib", "cstdio", "utility", "functional", "algorithm" };
	CXString spelling = clang_getDiagnosticSpelling(diagnostic);
	const char *text = clang_getCString(spelling);
	bool found = false;
	for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++) {
		char *quoted = hr_arena_printf(reader->arena, "'%s'", words[i]);
		found = hr_text_starts_with(text, "unknown type name") && strstr(text, quoted);
	}
	for (size_t i = 0; i < sizeof standard / sizeof *standard && !found; i++) {
		char *missing = hr_arena_printf(reader->arena, "'%s' file not found", standard[i]);
		found = strcmp(text, missing) == 0;
	}
	clang_disposeString(spelling);
	return found;
}

void hr_diagnostic_hint(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic)
{
	if (looks_like_cplusplus(reader, diagnostic)) {
		hr_strbuf_addstr(out, "this looks like C++; Harrier reads C");
		return;
	}
	CXString spelling = clang_getDiagnosticSpelling(diagnostic);
	const char *text = clang_getCString(spelling);
	if (text[0] == '\'' && hr_text_ends_with(text, "file not found"))
		hint_missing_file(out, reader, text);
	else if (hr_text_starts_with(text, "conflicting types for") || hr_text_starts_with(text, "redefinition of") ||
		 hr_text_starts_with(text, "typedef redefinition"))
		hr_strbuf_addstr(out, "the declarations contradict each other; if they stand in two headers that are not meant "
				      "to be used together, inspect these one at a time");
	else if (hr_text_starts_with(text, "unknown type name") || hr_text_starts_with(text, "use of undeclared identifier"))
		hr_strbuf_addstr(out, "if another header has to come first, name it with --header before this one, or after "
				      "'--' with -include; a missing -D may also hide a declaration");
	else if (hr_text_starts_with(text, "unknown argument"))
		hr_strbuf_addstr(out, "flags after '--' are given to clang");
	clang_disposeString(spelling);
}
