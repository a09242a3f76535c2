/* Splitting a line into words the way a POSIX shell does: for the "command" of compile databases and for response
 * files.
 *
 * Invariants: reads no byte at or after `length`; a word exists once a character or a pair of quotes was seen, so that
 * '' is an empty word and white space alone is none. */
#include "frontend/shell_words.h"

#include "base/strbuf.h"

#include <string.h>

struct reader {
	const char *text;
	size_t length;
	size_t at;
	struct hr_strbuf word;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Behind a backslash: the next character as it is; a newline joins the lines; at the end of the text the backslash
 * stays. */
static void read_escaped(struct reader *reader)
{
	if (reader->at == reader->length) {
		hr_strbuf_addch(&reader->word, '\\');
		return;
	}
	char c = reader->text[reader->at++];
	if (c != '\n')
		hr_strbuf_addch(&reader->word, c);
}

static bool read_single_quoted(struct reader *reader)
{
	while (reader->at < reader->length) {
		char c = reader->text[reader->at++];
		if (c == '\'')
			return true;
		hr_strbuf_addch(&reader->word, c);
	}
	return false;
}

/* Inside double quotes a backslash is special only before these. */
static bool is_escapable(char c)
{
	return c == '"' || c == '\\' || c == '$' || c == '`' || c == '\n';
}

static bool read_double_quoted(struct reader *reader)
{
	while (reader->at < reader->length) {
		char c = reader->text[reader->at++];
		if (c == '"')
			return true;
		if (c == '\\' && reader->at < reader->length && is_escapable(reader->text[reader->at]))
			read_escaped(reader);
		else
			hr_strbuf_addch(&reader->word, c);
	}
	return false;
}

/* Reads up to the white space behind the word. Returns false when quotes stay open. */
static bool read_word(struct reader *reader)
{
	bool closed = true;
	while (closed && reader->at < reader->length && !is_space(reader->text[reader->at])) {
		char c = reader->text[reader->at++];
		if (c == '\'')
			closed = read_single_quoted(reader);
		else if (c == '"')
			closed = read_double_quoted(reader);
		else if (c == '\\')
			read_escaped(reader);
		else
			hr_strbuf_addch(&reader->word, c);
	}
	return closed;
}

/* White space, and lines that a backslash joins. */
static void skip_space(struct reader *reader)
{
	while (reader->at < reader->length) {
		if (is_space(reader->text[reader->at]))
			reader->at++;
		else if (reader->length - reader->at >= 2 && memcmp(reader->text + reader->at, "\\\n", 2) == 0)
			reader->at += 2;
		else
			break;
	}
}

bool hr_shell_words(hr_strings *out, const char *text, size_t length, struct hr_arena *arena)
{
	struct reader reader = { text, length, 0, HR_STRBUF_INIT };
	bool closed = true;
	for (skip_space(&reader); closed && reader.at < length; skip_space(&reader)) {
		hr_strbuf_clear(&reader.word);
		closed = read_word(&reader);
		hr_vec_push(out, hr_arena_strndup(arena, reader.word.data, reader.word.length));
	}
	hr_strbuf_release(&reader.word);
	return closed;
}
