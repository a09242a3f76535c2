/* What we can add to the compiler's words: which include directory or -D is missing, that the input is C++, that two headers
 * contradict each other. All of it is guessed from texts, and said as a hint only. */
#include "base/file.h"
#include "base/text.h"
#include "frontend/diagnostics.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>

/* How far around a header we look for a file that it includes. */
enum { HINT_PARENTS = 4, HINT_DEPTH = 3, HINT_ENTRIES = 4000, CONDITIONS = 3 };

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

/* The directory around the headers that has `wanted`; NULL: none has. */
static char *hunt_around(struct hr_reader *reader, const char *wanted)
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
	return hunt.found;
}

/* The directory to give with -I so that `wanted` resolves: around the headers first, then among the system's. But each project has a config.h of its own. */
static char *find_include_directory(struct hr_reader *reader, const char *wanted)
{
	struct hunt hunt = { wanted, hunt_around(reader, wanted), HINT_ENTRIES };
	if (!hunt.found && strcmp(hr_path_name(wanted), "config.h") != 0)
		hunt_below(&hunt, "/usr/include", 2);
	return hunt.found;
}

/* What a build makes from a file that is there: config.h from config.h.in. */
static const char *find_template(struct hr_reader *reader, const char *wanted)
{
	static const char *const endings[] = { ".in", ".cmake", ".cmake.in", ".meson" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const char *name = hr_arena_printf(reader->arena, "%s%s", wanted, endings[i]);
		char *directory = hunt_around(reader, name);
		free(directory);
		if (directory)
			return name;
	}
	return NULL;
}

static void hint_missing_file(struct hr_strbuf *out, struct hr_reader *reader, const char *text)
{
	const char *end = strchr(text + 1, '\'');
	if (!end)
		return;
	char *wanted = hr_arena_strndup(reader->arena, text + 1, (size_t)(end - text - 1));
	char *directory = hunt_around(reader, wanted);
	const char *template = directory ? NULL : find_template(reader, wanted);
	if (template) {
		hr_strbuf_addf(
			out,
			"the library's build makes '%s' from '%s': run its configure script, cmake or meson first; 'harrier capture' takes all flags from the build",
			wanted, template);
		return;
	}
	if (!directory)
		directory = find_include_directory(reader, wanted);
	if (directory)
		hr_strbuf_addf(out, "'%s' is found with: -- -I%s", wanted, hr_reader_display(reader, directory));
	else
		hr_strbuf_addf(out,
			       "name the directory of '%s' after '--' with -I, or install the package that provides it",
			       wanted);
	free(directory);
}

/* What only C++ writes. */
static bool looks_like_cplusplus(const char *text, const struct hr_diagnosed *place)
{
	static const char *const words[] = { "class", "namespace", "template", "public",   "private", "virtual",
					     "using", "constexpr", "nullptr",  "operator", "noexcept" };
	static const char *const standard[] = { "string",   "vector",     "cstdint",  "cstddef", "memory",
						"iostream", "cstring",    "map",      "cstdlib", "cstdio",
						"utility",  "functional", "algorithm" };
	static const char unknown[] = "unknown type name '";
	char at = place->offset < place->length ? place->text[place->offset] : '\0';
	if (hr_text_starts_with(text, unknown))
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if (hr_text_starts_with(text + sizeof unknown - 1, words[i]) &&
			    text[sizeof unknown - 1 + strlen(words[i])] == '\'')
				return true;
	for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
		if (text[0] == '\'' && hr_text_starts_with(text + 1, standard[i]) &&
		    strcmp(text + 1 + strlen(standard[i]), "' file not found") == 0)
			return true;
	/* `int &x`, `extern "C"` */
	return (at == '&' && hr_text_starts_with(text, "expected ')'")) ||
	       (at == '"' && hr_text_starts_with(text, "expected identifier or '('"));
}

/* The name that a conditional directive asks for: of `ifdef NAME`, `if defined(NAME)`, `if !defined NAME`, `if NAME`. `directive`
 * points behind the '#'. NULL when it is no such directive. */
static const char *name_asked_for(struct hr_reader *reader, const char *directive)
{
	while (*directive == ' ' || *directive == '\t')
		directive++;
	if (!hr_text_starts_with(directive, "if"))
		return NULL;
	for (directive += 2; isalpha((unsigned char)*directive); directive++) {
	}
	for (;;) {
		while (*directive == ' ' || *directive == '\t' || *directive == '(' || *directive == '!')
			directive++;
		const char *end = directive;
		while (isalnum((unsigned char)*end) || *end == '_')
			end++;
		size_t length = (size_t)(end - directive);
		if (length == 0 || isdigit((unsigned char)*directive))
			return NULL;
		if (length != strlen("defined") || strncmp(directive, "defined", length) != 0)
			return hr_arena_strndup(reader->arena, directive, length);
		directive = end;
	}
}

static const char *start_of_line(const char *text, const char *at)
{
	while (at > text && at[-1] != '\n')
		at--;
	return at;
}

/* Behind the '#' when the line is a directive; NULL otherwise. */
static const char *directive_of(const char *line)
{
	while (*line == ' ' || *line == '\t')
		line++;
	return *line == '#' ? line + 1 : NULL;
}

/* An #error stands in a condition: what the condition asks for is what is missing. */
static void hint_error_directive(struct hr_strbuf *out, struct hr_reader *reader, const struct hr_diagnosed *place)
{
	const char *line = start_of_line(place->text, place->text + place->offset);
	int depth = 0;
	while (line > place->text) {
		line = start_of_line(place->text, line - 1);
		const char *directive = directive_of(line);
		if (!directive)
			continue;
		directive += strspn(directive, " \t");
		depth += hr_text_starts_with(directive, "endif");
		if (!hr_text_starts_with(directive, "if") || depth-- > 0)
			continue;
		const char *name = name_asked_for(reader, directive);
		if (name)
			hr_strbuf_addf(
				out,
				"the condition around it asks for '%s': -- -D%s may be missing, or be one too many",
				name, name);
		return;
	}
}

static void hint_include_depth(struct hr_strbuf *out, const struct hr_diagnosed *place)
{
	if (place->file)
		hr_strbuf_addf(out, "'%s' includes itself, directly or through others, and has no include guard",
			       place->file->display);
}

void hr_diagnostic_hint(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic)
{
	struct hr_diagnosed place = hr_diagnostic_place(reader, diagnostic);
	CXString spelling = clang_getDiagnosticSpelling(diagnostic);
	const char *text = clang_getCString(spelling);
	const char *directive = directive_of(start_of_line(place.text, place.text + place.offset));
	if (looks_like_cplusplus(text, &place))
		hr_strbuf_addstr(
			out,
			"this looks like C++; Harrier reads C. In a header for both, #ifdef __cplusplus stands around it");
	else if (text[0] == '\'' && strstr(text, "' file not found")) /* "with <angled> include; use …" may follow */
		hint_missing_file(out, reader, text);
	else if (hr_text_starts_with(text, "conflicting types for") || hr_text_starts_with(text, "redefinition of") ||
		 hr_text_starts_with(text, "typedef redefinition"))
		hr_strbuf_addstr(
			out, "the declarations contradict each other; if they stand in two headers that are not meant "
			     "to be used together, inspect these one at a time");
	else if (hr_text_starts_with(text, "unknown type name") ||
		 hr_text_starts_with(text, "a parameter list without types") ||
		 hr_text_starts_with(text, "use of undeclared identifier"))
		hr_strbuf_addstr(out,
				 "if another header has to come first, name it with --header before this one, or after "
				 "'--' with -include; a missing -D may also hide a declaration");
	else if (hr_text_starts_with(text, "call to undeclared function"))
		hr_strbuf_addstr(
			out, "if it is spelt right, the library's own build may define something for it, such as -- "
			     "-D_GNU_SOURCE; 'harrier capture' takes all flags from the build");
	else if (strstr(text, "nested too deeply") && directive)
		hint_include_depth(out, &place);
	else if (directive && hr_text_starts_with(directive + strspn(directive, " \t"), "error"))
		hint_error_directive(out, reader, &place);
	else if (hr_text_starts_with(text, "UTF-16"))
		hr_strbuf_addstr(out, "convert it first, for example with: iconv -f UTF-16 -t UTF-8");
	else if (hr_text_starts_with(text, "unknown argument"))
		hr_strbuf_addstr(out, "flags after '--' are given to clang");
	clang_disposeString(spelling);
}

/* Names that conditions of the headers ask for and that nobody defined, include guards and language questions aside. */
static void list_conditions(hr_strings *out, struct hr_reader *reader)
{
	for (size_t i = 0; i < reader->headers.count; i++) {
		size_t length;
		const char *text =
			hr_reader_text(reader, hr_reader_file_named(reader, reader->headers.data[i]), &length);
		for (const char *line = text; line && *line && out->count < CONDITIONS; line = strchr(line, '\n')) {
			line += *line == '\n';
			const char *directive = directive_of(line);
			const char *name = directive ? name_asked_for(reader, directive) : NULL;
			bool is_new = name && name[0] != '_' && !hr_map_get(&reader->macro_by_name, name, NULL);
			for (size_t k = 0; k < out->count && is_new; k++)
				is_new = strcmp(out->data[k], name) != 0;
			if (is_new)
				hr_vec_push(out, name);
		}
	}
}

/* The file among those that were included that declares the most; those of the system come last. NULL: there is none. */
static const struct hr_read_file *richest_file(const struct hr_reader *reader)
{
	const struct hr_read_file *best = NULL;
	for (size_t i = 0; i < reader->files.count; i++) {
		const struct hr_read_file *file = &reader->files.data[i];
		if (file->is_public || file->functions == 0)
			continue;
		if (!best || (best->is_system && !file->is_system) ||
		    (best->is_system == file->is_system && file->functions > best->functions))
			best = file;
	}
	return best;
}

void hr_hint_no_function(struct hr_strbuf *out, struct hr_reader *reader)
{
	hr_strings names = HR_VEC_INIT;
	list_conditions(&names, reader);
	const struct hr_read_file *file = richest_file(reader);
	if (file && !(file->is_system && names.count)) {
		hr_strbuf_addf(
			out,
			"'%s', which %s include%s, declares %zu function%s; name it with --header, or its directory with --tree",
			file->display, reader->headers.count == 1 ? "it" : "they",
			reader->headers.count == 1 ? "s" : "", file->functions, file->functions == 1 ? "" : "s");
	} else if (names.count) {
		hr_strbuf_addstr(out, "declarations may be hidden by a missing definition; conditions ask for:");
		for (size_t i = 0; i < names.count; i++)
			hr_strbuf_addf(out, " -D%s", names.data[i]);
	} else {
		hr_strbuf_addstr(out, "a missing -D after '--' may hide its declarations");
	}
	hr_vec_release(&names);
}
