/* The compiler's diagnostics as our users see them.
 *
 * Invariant: what comes from a file goes to the terminal in printable form and in bounded length, whatever the file holds. */
#include "frontend/diagnostics.h"

#include <string.h>

enum { TEXT_SHOWN = 400, LINE_SHOWN = 200, NOTES_SHOWN = 2 };

/* Appends one line, control characters as question marks, cut off after `most` bytes. */
static void add_printable(struct hr_strbuf *out, const char *text, size_t length, size_t most)
{
	for (size_t i = 0; i < length && i < most; i++) {
		bool control = (unsigned char)text[i] < ' ' || text[i] == 0x7f;
		hr_strbuf_addch(out, control && text[i] != '\t' ? '?' : text[i]);
	}
	if (length > most)
		hr_strbuf_addstr(out, "…");
}

/* The header that line `line` of our own file includes: at its end when clang found the next token, or none, behind it. */
static void move_into_header(struct hr_diagnosed *place, struct hr_reader *reader)
{
	size_t lines = 0;
	for (const char *c = reader->prologue; *c; c++)
		lines += *c == '\n';
	size_t prelude = lines - reader->headers.count;
	size_t header = place->line > prelude ? place->line - prelude - 1 : 0;
	if (header >= reader->headers.count)
		header = reader->headers.count - 1;
	bool at_end = place->column > sizeof "#include \"" - 1 + 1;
	size_t index = hr_reader_file_named(reader, reader->headers.data[header]);
	place->text = hr_reader_text(reader, index, &place->length);
	place->file = &reader->files.data[index];
	place->line = place->column = 1;
	place->offset = 0;
	if (!at_end)
		return;
	place->offset = place->length;
	while (place->offset > 0 && strchr(" \t\r\n", place->text[place->offset - 1]))
		place->offset--;
	for (size_t i = 0; i < place->offset; i++) {
		place->column = place->text[i] == '\n' ? 1 : place->column + 1;
		place->line += place->text[i] == '\n';
	}
}

struct hr_diagnosed hr_diagnostic_place(struct hr_reader *reader, CXDiagnostic diagnostic)
{
	struct hr_diagnosed place = { .text = "" };
	CXFile file;
	unsigned offset = 0;
	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &place.line, &place.column, &offset);
	if (!file)
		return place;
	size_t index = hr_reader_file(reader, file);
	if (strcmp(reader->files.data[index].path, hr_api_name) == 0) {
		move_into_header(&place, reader);
		return place;
	}
	place.text = hr_reader_text(reader, index, &place.length);
	place.file = &reader->files.data[index];
	place.offset = offset < place.length ? offset : place.length;
	return place;
}

static void describe_one(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic, const char *severity)
{
	struct hr_diagnosed place = hr_diagnostic_place(reader, diagnostic);
	CXString text = clang_getDiagnosticSpelling(diagnostic);
	const char *words = clang_getCString(text);
	if (place.file)
		hr_strbuf_addf(out, "%s:%u:%u: ", place.file->display, place.line, place.column);
	hr_strbuf_addf(out, "%s: ", severity);
	add_printable(out, words, strlen(words), TEXT_SHOWN);
	hr_strbuf_addch(out, '\n');
	clang_disposeString(text);

	size_t start = place.offset, end = place.offset;
	while (start > 0 && place.text[start - 1] != '\n')
		start--;
	while (end < place.length && place.text[end] != '\n')
		end++;
	if (end > start && end - start <= LINE_SHOWN) {
		hr_strbuf_addstr(out, "    ");
		add_printable(out, place.text + start, end - start - (place.text[end - 1] == '\r'), LINE_SHOWN);
		hr_strbuf_addch(out, '\n');
	}
}

/* That a header was included from a file of ours is no news to anybody. */
static bool is_about_us(CXDiagnostic note)
{
	CXString text = clang_getDiagnosticSpelling(note);
	const char *words = clang_getCString(text);
	bool about_us = strstr(words, "included from") && strstr(words, hr_api_name);
	clang_disposeString(text);
	return about_us;
}

void hr_diagnostic_describe(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic)
{
	describe_one(out, reader, diagnostic, "error");
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	unsigned count = clang_getNumDiagnosticsInSet(notes);
	for (unsigned i = 0, shown = 0; i < count && shown < NOTES_SHOWN; i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		if (!is_about_us(note)) {
			describe_one(out, reader, note, "note");
			shown++;
		}
		clang_disposeDiagnostic(note);
	}
}
