/* What the sources tell: which functions they define, what hides behind opaque types, names and documentation of parameters. */
#include "frontend/reader.h"

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

int hr_reader_sources(struct hr_reader *reader, struct hr_error *error)
{
	int status = 0;
	reader->reading_sources = true;
	for (size_t i = 0; i < reader->sources.count && !status; i++) {
		const struct hr_read_source *source = &reader->sources.data[i];
		CXTranslationUnit unit;
		status = hr_reader_parse(&unit, reader, source->path, NULL, &source->flags, NULL,
					 CXTranslationUnit_KeepGoing, error);
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
