/* Numbers that are written as truth values, in C from before there was a type for them: `#define Bool int`, `Bool save(…)`. Types do not know it, the text does.
 *
 * Invariant: what says itself which type it is (`int BOOL_CALL run(void)`) is believed. */
#include "base/text.h"
#include "frontend/reader.h"

#include <ctype.h>
#include <string.h>

void hr_reader_note_truth(struct hr_reader *reader, CXCursor macro)
{
	CXString spelling = clang_getCursorSpelling(macro);
	const char *name = clang_getCString(spelling);
	if (name && hr_text_find_any_case(name, "bool") && !clang_Cursor_isMacroFunctionLike(macro))
		hr_map_put(&reader->truths, name, 1);
	clang_disposeString(spelling);
}

/* Of what integers there are; _Bool, which comes first, says it by itself. */
static bool is_number(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	return kind >= CXType_Char_U && kind <= CXType_Int128;
}

/* Does the word name a type that a number can have, by itself? */
static bool names_type(const char *word, const char *spelling)
{
	static const char *const types[] = { "int",    "char",  "short",      "long",    "unsigned",
					     "signed", "_Bool", "__signed__", "__int128" };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(word, types[i]) == 0)
			return true;
	return strcmp(word, spelling) == 0;
}

/* Behind the white space, comments and punctuation at `text`. */
static const char *skip_to_word(const char *text, const char *end)
{
	while (text < end && !isalnum((unsigned char)*text) && *text != '_') {
		bool is_comment = text + 1 < end && text[0] == '/' && (text[1] == '*' || text[1] == '/');
		const char *close = is_comment ? strstr(text + 2, text[1] == '*' ? "*/" : "\n") : text;
		text = close && close < end ? close + (is_comment && text[1] == '*' ? 2 : 1) : end;
	}
	return text;
}

bool hr_reader_is_truth(struct hr_reader *reader, CXCursor declaration, CXType type)
{
	struct hr_place place;
	CXFile file;
	unsigned name;
	if (!reader->truths.count || !is_number(type) || !hr_reader_place(&place, reader, declaration))
		return false;
	clang_getExpansionLocation(clang_getCursorLocation(declaration), &file, NULL, NULL, &name);
	if (!file || hr_reader_file(reader, file) != place.file)
		return false;
	size_t length;
	const char *text = hr_reader_text(reader, place.file, &length);
	const char *end = text + (name < length ? name : length);
	const char *spelling = hr_reader_string(reader, clang_getTypeSpelling(clang_getUnqualifiedType(type)));
	bool is_truth = false;
	for (const char *at = text + place.start; at < end && (at = skip_to_word(at, end)) < end;) {
		const char *start = at;
		while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
			at++;
		const char *word = hr_arena_strndup(reader->arena, start, (size_t)(at - start));
		if (names_type(word, spelling))
			return false;
		is_truth = is_truth || hr_map_get(&reader->truths, word, NULL);
	}
	return is_truth;
}
