/* What the sources tell: which functions they define, what hides behind opaque types, names and documentation of parameters. */
#include "base/file.h"
#include "frontend/reader.h"
#include "model/recipe.h"

#include <stdlib.h>
#include <string.h>

static void read_definition(struct hr_reader *reader, CXCursor function)
{
	CXString spelling = clang_getCursorSpelling(function);
	const char *name = clang_getCString(spelling);
	size_t index;
	bool external = clang_getCursorLinkage(function) == CXLinkage_External;
	if (external && hr_map_get(&reader->model->operation_by_name, name, &index) &&
	    reader->model->operations.data[index].form != HR_FORM_MACRO) {
		struct hr_operation *operation = &reader->model->operations.data[index];
		if (operation->definition != HR_DEFINED_HEADER) {
			operation->definition = HR_DEFINED_SOURCE;
			hr_reader_refine(reader, index, function);
		}
	}
	clang_disposeString(spelling);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct hr_reader *reader = data;
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		if (clang_isCursorDefinition(cursor))
			read_definition(reader, cursor);
		break;
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
		if (clang_isCursorDefinition(cursor))
			hr_reader_complete(reader, cursor);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

static const char *display_name(struct hr_reader *reader, CXTranslationUnit unit, const char *path)
{
	CXFile file = clang_getFile(unit, path);
	return file ? hr_reader_file_of(reader, file)->display : path;
}

/* The file that a diagnostic says is missing, in the arena; NULL: it says something else. */
static const char *missing_file(struct hr_reader *reader, CXDiagnostic diagnostic)
{
	CXString spelling = clang_getDiagnosticSpelling(diagnostic);
	const char *text = clang_getCString(spelling);
	const char *end = text[0] == '\'' ? strstr(text, "' file not found") : NULL;
	const char *name = end ? hr_arena_strndup(reader->arena, text + 1, (size_t)(end - text - 1)) : NULL;
	clang_disposeString(spelling);
	return name;
}

/* Adds the directory of `path` for all sources, behind all others, when `name` is there. */
static bool look_beside(struct hr_reader *reader, const char *path, const char *name)
{
	char *directory = hr_path_parent(path);
	char *candidate = hr_path_join(directory, name);
	bool is_there = hr_path_is_file(candidate);
	const char *copy = is_there ? hr_arena_strdup(reader->arena, directory) : NULL;
	for (size_t i = 0; i < reader->sources.count && is_there; i++) {
		hr_vec_push(&reader->sources.data[i].flags, "-idirafter");
		hr_vec_push(&reader->sources.data[i].flags, copy);
	}
	free(candidate);
	free(directory);
	return is_there;
}

/* `#include <list.h>` in a source that lies beside it, without the -I that its own build has: true when it is found now. */
static bool find_missing(struct hr_reader *reader, CXTranslationUnit unit, const char *source)
{
	bool is_found = false;
	unsigned count = clang_getNumDiagnostics(unit);
	for (unsigned i = 0; i < count && !is_found; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		const char *name = missing_file(reader, diagnostic);
		is_found = name && look_beside(reader, source, name);
		for (size_t k = 0; k < reader->headers.count && name && !is_found; k++)
			is_found = look_beside(reader, reader->headers.data[k], name);
		clang_disposeDiagnostic(diagnostic);
	}
	return is_found;
}

/* Parsed again with what was found, as long as something is missing and found. */
static int parse_source(CXTranslationUnit *out, struct hr_reader *reader, const struct hr_read_source *source,
			struct hr_error *error)
{
	enum { MOST = 4 };
	static const char *const old[] = { HR_OLD_C_FLAGS, NULL };
	for (int times = 0;; times++) {
		int status = hr_reader_parse(out, reader, source->path, NULL, &source->flags, old,
					     CXTranslationUnit_KeepGoing, error);
		if (status || times == MOST || !find_missing(reader, *out, source->path))
			return status;
		clang_disposeTranslationUnit(*out);
	}
}

int hr_reader_sources(struct hr_reader *reader, struct hr_error *error)
{
	int status = 0;
	reader->reading_sources = true;
	for (size_t i = 0; i < reader->sources.count && !status; i++) {
		const struct hr_read_source *source = &reader->sources.data[i];
		CXTranslationUnit unit;
		status = parse_source(&unit, reader, source, error);
		if (status)
			break;
		const char *name = display_name(reader, unit, source->path);
		status = hr_reader_check(reader, unit, hr_arena_printf(reader->arena, "'%s' does not compile", name),
					 error);
		if (!status)
			clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, reader);
		clang_disposeTranslationUnit(unit);
	}
	return status;
}
