/* Declarations of the public headers → operations, types, variables, and the macros to be looked at later. */
#include "base/text.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <string.h>

/* The parameter as the callee sees it: an array is a pointer, and so is a function. */
static struct hr_item read_param(struct hr_reader *reader, CXCursor function, unsigned number)
{
	CXCursor cursor = clang_Cursor_getArgument(function, number);
	struct hr_type_ref written = hr_reader_type(reader, clang_getCursorType(cursor));
	struct hr_item item = hr_item_of(hr_reader_string(reader, clang_getCursorSpelling(cursor)), written);
	const struct hr_type *type = hr_model_type(reader->model, written);
	if (type && type->kind == HR_TYPE_ARRAY)
		item.array_count = type->count;
	item.is_truth = hr_reader_is_truth(reader, cursor, clang_getCursorType(cursor));
	item.type = hr_reader_decayed(reader, written, clang_getCursorType(function), number);
	return item;
}

static void place_params(struct hr_reader *reader, size_t operation, CXCursor function)
{
	int count = clang_Cursor_getNumArguments(function);
	for (int i = 0; i < count; i++) {
		struct hr_place place = { .kind = HR_PLACE_PARAM, .index = operation, .member = (size_t)i };
		if (hr_reader_place(&place, reader, clang_Cursor_getArgument(function, (unsigned)i)))
			hr_vec_push(&reader->places, place);
	}
}

/* A declaration that ends in a macro ends for clang where that macro begins; for comments it ends at its semicolon or brace. */
static void extend_to_end(struct hr_place *place, struct hr_reader *reader)
{
	size_t length;
	const char *text = hr_reader_text(reader, place->file, &length);
	unsigned line = place->end_line;
	for (size_t i = place->end; i < length; i++) {
		if (text[i] == '/' && text[i + 1] == '*') {
			const char *close = strstr(text + i + 2, "*/");
			for (; close && text + i < close; i++)
				line += text[i] == '\n';
		}
		if (text[i] == ';' || text[i] == '{' || text[i] == '#') {
			place->end = i;
			place->end_line = line;
			return;
		}
		line += text[i] == '\n';
	}
}

static void place_operation(struct hr_reader *reader, size_t operation, CXCursor function)
{
	struct hr_place place = { .kind = HR_PLACE_OPERATION, .index = operation };
	if (hr_reader_place(&place, reader, function)) {
		if (!clang_isCursorDefinition(function))
			extend_to_end(&place, reader);
		hr_vec_push(&reader->places, place);
	}
	place_params(reader, operation, function);
}

void hr_reader_refine(struct hr_reader *reader, size_t operation, CXCursor function)
{
	struct hr_operation *it = &reader->model->operations.data[operation];
	int count = clang_Cursor_getNumArguments(function);
	if (it->params.count == 0 && count > 0) {
		for (int i = 0; i < count; i++) {
			struct hr_item param = read_param(reader, function, (unsigned)i);
			hr_vec_push(&it->params, param);
		}
		it->has_prototype = true;
	}
	for (int i = 0; i < count && (size_t)i < it->params.count; i++)
		if (!*it->params.data[i].name)
			it->params.data[i].name = hr_reader_string(
				reader, clang_getCursorSpelling(clang_Cursor_getArgument(function, (unsigned)i)));
	if (clang_getCursorType(function).kind == CXType_FunctionProto || clang_isCursorDefinition(function))
		it->has_prototype = true;
	hr_reader_attributes(reader, it, function);
	place_operation(reader, operation, function);
}

static void note_definition(struct hr_operation *operation, CXCursor function)
{
	static const char no_body[] = "is static, and the headers have no body for it";
	bool is_static = clang_getCursorLinkage(function) == CXLinkage_Internal;
	if (is_static || clang_Cursor_isFunctionInlined(function))
		operation->form = HR_FORM_INLINE;
	if (clang_isCursorDefinition(function)) {
		operation->definition = HR_DEFINED_HEADER;
		operation->reason = NULL;
	} else if (is_static && operation->definition != HR_DEFINED_HEADER) {
		operation->reason = no_body;
	}
}

/* Where the linker knows the function by another name, notes that one. */
static void note_symbol(struct hr_reader *reader, const char *name, CXCursor function)
{
	const char *symbol = hr_reader_string(reader, clang_Cursor_getMangling(function));
	if (!*symbol || strcmp(symbol, name) == 0)
		return;
	hr_map_put(&reader->symbol_by_name, name, reader->symbols.count);
	hr_vec_push(&reader->symbols, symbol);
}

static void read_function(struct hr_reader *reader, CXCursor function)
{
	const char *name = hr_reader_string(reader, clang_getCursorSpelling(function));
	size_t index;
	note_symbol(reader, name, function);
	if (hr_map_get(&reader->model->operation_by_name, name, &index)) {
		hr_reader_refine(reader, index, function);
		note_definition(&reader->model->operations.data[index], function);
		return;
	}
	CXType type = clang_getCursorType(function);
	struct hr_operation it = { 0 };
	it.name = name;
	it.at = hr_reader_at(reader, function);
	it.form = HR_FORM_FUNCTION;
	it.result = hr_item_of("", hr_reader_type(reader, clang_getResultType(type)));
	it.result.is_truth = hr_reader_is_truth(reader, function, clang_getResultType(type));
	it.is_variadic = clang_isFunctionTypeVariadic(type) && clang_getNumArgTypes(type) > 0;
	it.has_prototype = clang_getCanonicalType(type).kind != CXType_FunctionNoProto;
	it.subject = HR_NO_TYPE;
	it.error_good = -1;
	int count = clang_Cursor_getNumArguments(function);
	for (int i = 0; i < count; i++) {
		struct hr_item param = read_param(reader, function, (unsigned)i);
		hr_vec_push(&it.params, param);
	}
	hr_reader_attributes(reader, &it, function);
	note_definition(&it, function);
	index = hr_model_add_operation(reader->model, &it);
	place_operation(reader, index, function);
}

static void read_variable(struct hr_reader *reader, CXCursor cursor)
{
	struct hr_variable it = { 0 };
	it.name = hr_reader_string(reader, clang_getCursorSpelling(cursor));
	if (!hr_map_put(&reader->variable_by_name, it.name, reader->model->variables.count))
		return;
	it.type = hr_reader_type(reader, clang_getCursorType(cursor));
	it.at = hr_reader_at(reader, cursor);
	struct hr_place place = { .kind = HR_PLACE_VARIABLE, .index = reader->model->variables.count };
	if (hr_reader_place(&place, reader, cursor))
		hr_vec_push(&reader->places, place);
	hr_vec_push(&reader->model->variables, it);
}

/* Without continuation lines and comments, white space folded. */
static const char *tidy_body(struct hr_reader *reader, const char *text, const char *end)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	char quote = '\0'; /* that of the literal we are in */
	for (; text < end; text++) {
		if (!quote && text + 1 < end && text[0] == '/' && text[1] == '*') {
			const char *close = strstr(text + 2, "*/");
			text = close && close < end ? close + 1 : end;
			if (out.length && out.data[out.length - 1] != ' ')
				hr_strbuf_addch(&out, ' ');
			continue;
		}
		if (!quote && text + 1 < end && text[0] == '/' && text[1] == '/')
			break;
		if (*text == '\\' && text + 1 < end && (text[1] == '\n' || text[1] == '\r'))
			continue;
		if (quote && *text == '\\' && text + 1 < end)
			hr_strbuf_addch(&out, *text++);
		else if (*text == quote)
			quote = '\0';
		else if (!quote && (*text == '"' || *text == '\''))
			quote = *text;
		char c = isspace((unsigned char)*text) ? ' ' : *text;
		if (c != ' ' || quote || (out.length && out.data[out.length - 1] != ' '))
			hr_strbuf_addch(&out, c);
	}
	while (out.length && out.data[out.length - 1] == ' ')
		hr_strbuf_truncate(&out, out.length - 1);
	const char *body = hr_arena_strdup(reader->arena, out.data);
	hr_strbuf_release(&out);
	return body;
}

/* The names between the parentheses at `text`; returns where the body starts. */
static const char *read_macro_params(struct hr_reader *reader, struct hr_read_macro *macro, const char *text,
				     const char *end)
{
	text++;
	while (text < end && *text != ')') {
		const char *start = text;
		while (text < end && (isalnum((unsigned char)*text) || *text == '_'))
			text++;
		if (text > start)
			hr_vec_push(&macro->params, hr_arena_strndup(reader->arena, start, (size_t)(text - start)));
		else if (*text++ == '.')
			macro->is_variadic = true;
	}
	return text < end ? text + 1 : end;
}

static void read_macro(struct hr_reader *reader, CXCursor cursor)
{
	struct hr_read_macro macro = { 0 };
	if (!hr_reader_place(&macro.place, reader, cursor) || !reader->files.data[macro.place.file].is_public)
		return;
	macro.name = hr_reader_string(reader, clang_getCursorSpelling(cursor));
	size_t length;
	const char *text = hr_reader_text(reader, macro.place.file, &length);
	if (macro.place.end > length || macro.name[0] == '_')
		return;
	const char *start = text + macro.place.start + strlen(macro.name);
	const char *end = text + macro.place.end;
	macro.is_function_like = clang_Cursor_isMacroFunctionLike(cursor);
	if (macro.is_function_like && start < end)
		start = read_macro_params(reader, &macro, start, end);
	macro.body = start < end ? tidy_body(reader, start, end) : "";
	macro.at = hr_reader_at(reader, cursor);
	size_t index = reader->macros.count;
	if (hr_map_get(&reader->macro_by_name, macro.name, &index)) {
		hr_vec_release(&reader->macros.data[index].params);
		reader->macros.data[index] = macro; /* redefined: the last one counts */
		return;
	}
	hr_vec_push(&reader->macros, macro);
	hr_map_put(&reader->macro_by_name, macro.name, index);
}

/* The file that the declaration stands in; NULL when it is in none. */
static struct hr_read_file *file_of(struct hr_reader *reader, CXCursor cursor)
{
	CXFile file;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
	if (!file)
		return NULL;
	size_t index = hr_reader_file(reader, file); /* first: the vector may move */
	return &reader->files.data[index];
}

static void read_public(struct hr_reader *reader, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
		read_function(reader, cursor);
		break;
	case CXCursor_StructDecl:
	case CXCursor_UnionDecl:
	case CXCursor_EnumDecl:
	case CXCursor_TypedefDecl:
		hr_reader_type(reader, clang_getCursorType(cursor));
		break;
	case CXCursor_VarDecl:
		read_variable(reader, cursor);
		break;
	default:
		break;
	}
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct hr_reader *reader = data;
	struct hr_read_file *file;
	(void)parent;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_InclusionDirective:
		hr_reader_note_inclusion(reader, cursor);
		break;
	case CXCursor_MacroDefinition:
		hr_reader_note_truth(reader, cursor);
		read_macro(reader, cursor);
		break;
	default:
		file = file_of(reader, cursor);
		if (file && file->is_public)
			read_public(reader, cursor);
		else if (file && clang_getCursorKind(cursor) == CXCursor_FunctionDecl)
			file->functions++;
		break;
	}
	return CXChildVisit_Continue;
}

void hr_reader_declarations(struct hr_reader *reader, CXTranslationUnit unit)
{
	clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, reader);
}
