/* Compiler attributes as evidence.
 *
 * libclang does not tell the arguments of attributes, but its pretty printer writes them out with all macros expanded. Attributes that
 * clang ignores (gcc's `access`, `malloc` with a deallocator) are read from the text of the declaration itself. */
#include "base/memory.h"
#include "base/text.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <string.h>

/* Past the parenthesis that closes the one at `text`; NULL when it is never closed. */
static const char *past_closing(const char *text, const char *end)
{
	int depth = 0;
	for (; text < end && *text; text++) {
		if (*text == '(')
			depth++;
		else if (*text == ')' && --depth == 0)
			return text + 1;
	}
	return NULL;
}

static bool has_attribute(const struct hr_operation *operation, const char *name, const char *text)
{
	for (size_t i = 0; i < operation->attributes.count; i++) {
		const struct hr_attribute *it = &operation->attributes.data[i];
		if (strcmp(it->name, name) == 0 && strcmp(it->text, text) == 0)
			return true;
	}
	return false;
}

/* `__nonnull__`, `gnu::nonnull` and `nonnull` are the same. */
static const char *bare_name(struct hr_reader *reader, const char *start, size_t length)
{
	for (const char *c = start; c + 2 < start + length; c++) {
		if (c[0] == ':' && c[1] == ':') {
			length -= (size_t)(c + 2 - start);
			start = c + 2;
		}
	}
	if (length > 4 && memcmp(start, "__", 2) == 0 && memcmp(start + length - 2, "__", 2) == 0) {
		start += 2;
		length -= 4;
	}
	return hr_arena_strndup(reader->arena, start, length);
}

/* Reads "name(arguments), name, …" and enters each. */
static void enter_list(struct hr_reader *reader, struct hr_operation *operation, const char *text, const char *end)
{
	while (text < end) {
		while (text < end && !isalpha((unsigned char)*text) && *text != '_')
			text++;
		const char *start = text;
		while (text < end && (isalnum((unsigned char)*text) || *text == '_' || *text == ':'))
			text++;
		if (text == start)
			return;
		const char *name = bare_name(reader, start, (size_t)(text - start));
		const char *arguments = "";
		while (text < end && *text == ' ')
			text++;
		if (text < end && *text == '(') {
			const char *past = past_closing(text, end);
			if (!past)
				return;
			arguments = hr_arena_strndup(reader->arena, text + 1, (size_t)(past - text - 2));
			text = past;
		}
		if (strcmp(name, "deprecated") == 0)
			operation->is_deprecated = true;
		if (strcmp(name, "noreturn") == 0)
			operation->is_noreturn = true;
		if (!has_attribute(operation, name, arguments))
			hr_vec_push(&operation->attributes, (struct hr_attribute){ name, arguments });
	}
}

/* Past an attribute in one of its forms that begins at `text`, its list between `*list` and `*list_end`; NULL when none does. */
static const char *attribute_at(const char *text, const char *end, const char **list, const char **list_end)
{
	static const char gnu[] = "__attribute__", standard[] = "[[", keyword[] = "_Noreturn", noreturn[] = "noreturn";
	const char *past = NULL;
	if (strncmp(text, gnu, sizeof gnu - 1) == 0) {
		text += sizeof gnu - 1;
		while (text < end && isspace((unsigned char)*text))
			text++;
		past = past_closing(text, end);
		if (!past || past - text < 4)
			return NULL;
		*list = text + 2;
		*list_end = past - 2;
		return past;
	}
	if (strncmp(text, standard, sizeof standard - 1) == 0) {
		past = strstr(text, "]]");
		*list = text + 2;
		*list_end = past;
		return past && past + 2 <= end ? past + 2 : NULL;
	}
	*list = noreturn;
	*list_end = noreturn + sizeof noreturn - 1;
	past = text + sizeof keyword - 1;
	return strncmp(text, keyword, sizeof keyword - 1) == 0 && past <= end ? past : NULL;
}

/* Enters every attribute between `text` and `end` that is not inside the parameter list. */
static void scan(struct hr_reader *reader, struct hr_operation *operation, const char *text, const char *end)
{
	while (text < end) {
		const char *list, *list_end;
		const char *past = attribute_at(text, end, &list, &list_end);
		if (past)
			enter_list(reader, operation, list, list_end);
		text = past ? past : text + 1;
	}
}

/* In the pretty-printed declaration: where the parameter list starts and ends. */
static const char *parameter_list(const char *text, const char *name, const char **past)
{
	const char *end = text + strlen(text);
	for (const char *at = text; (at = hr_text_find_word(at, name, false)); at++) {
		const char *open = at + strlen(name);
		if (*open == '(' && (*past = past_closing(open, end)))
			return open;
	}
	return NULL;
}

/* nonnull at a parameter (as an attribute or as clang's _Nonnull) becomes nonnull(N). */
static void scan_parameters(struct hr_reader *reader, struct hr_operation *operation, const char *text, const char *end)
{
	unsigned number = 1;
	int depth = 0;
	for (; text < end; text++) {
		depth += (*text == '(') - (*text == ')');
		if (*text == ',' && depth == 1)
			number++;
		bool nonnull =
			hr_text_starts_with(text, "_Nonnull") || hr_text_starts_with(text, "__attribute__((nonnull))");
		bool nullable = hr_text_starts_with(text, "_Nullable");
		if (depth != 1 || (!nonnull && !nullable))
			continue;
		struct hr_attribute attribute = { nonnull ? "nonnull" : "nullable",
						  hr_arena_printf(reader->arena, "%u", number) };
		if (!has_attribute(operation, attribute.name, attribute.text))
			hr_vec_push(&operation->attributes, attribute);
	}
}

/* The text of a declaration, up to its semicolon or body. */
static void scan_declaration(struct hr_reader *reader, struct hr_operation *operation, const char *text)
{
	const char *end = text + strlen(text);
	for (const char *at = text; (at = hr_text_find_word(at, operation->name, false)); at++) {
		const char *list = at + strlen(operation->name);
		while (isspace((unsigned char)*list))
			list++;
		const char *rest = *list == '(' ? past_closing(list, end) : NULL;
		if (!rest)
			continue;
		scan(reader, operation, text, list);
		scan(reader, operation, rest, end);
		return;
	}
	scan(reader, operation, text, end);
}

static void scan_source(struct hr_reader *reader, struct hr_operation *operation, CXCursor function)
{
	struct hr_place place;
	size_t length;
	if (!hr_reader_place(&place, reader, function))
		return;
	const char *text = hr_reader_text(reader, place.file, &length);
	if (place.start >= length)
		return;
	/* A copy: a macro may have made the name, and looking for it must not lead through the rest of the file. */
	char *declaration = hr_strndup(text + place.start, strcspn(text + place.start, ";{"));
	scan_declaration(reader, operation, declaration);
	free(declaration);
}

void hr_reader_attributes(struct hr_reader *reader, struct hr_operation *operation, CXCursor function)
{
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	const char *text = hr_reader_string(reader, clang_getCursorPrettyPrinted(function, policy));
	clang_PrintingPolicy_dispose(policy);

	const char *past = NULL;
	const char *list = parameter_list(text, operation->name, &past);
	if (list) {
		scan(reader, operation, text, list);
		scan_parameters(reader, operation, list, past);
		scan(reader, operation, past, text + strlen(text));
	}
	scan_source(reader, operation, function);
}
