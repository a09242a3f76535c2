/* Earlier texts with small changes: one table of edits. Invariant: every edit leaves the text within its room, or as it was. */
#include "search/texts.h"

#include <ctype.h>
#include <string.h>

enum { PIECE = 128 };

struct editing {
	struct hr_text *text;
	const struct hr_text_source *source;
	const char *other;
	size_t other_length;
	bool is_binary;
};

static size_t below(const struct editing *editing, size_t count)
{
	return hr_random_below(editing->source->random, count);
}

bool hr_text_replace(struct hr_text *text, size_t at, size_t length, const char *more, size_t more_length)
{
	if (at > text->length || length > text->length - at || more_length > text->capacity - (text->length - length))
		return false;
	memmove(text->data + at + more_length, text->data + at + length, text->length - at - length);
	if (more_length)
		memcpy(text->data + at, more, more_length);
	text->length = text->length - length + more_length;
	return true;
}

static int class_of(char c)
{
	return isdigit((unsigned char)c)               ? 1
	       : isalpha((unsigned char)c) || c == '_' ? 2
	       : isspace((unsigned char)c)             ? 3
						       : 0;
}

static size_t closing(const struct hr_text *text, size_t at, char opener, char closer)
{
	size_t depth = 0;
	for (size_t i = at; i < text->length; i++) {
		if (text->data[i] == opener)
			depth++;
		else if (text->data[i] == closer && --depth == 0)
			return i + 1;
	}
	return at + 1;
}

size_t hr_text_span(const struct hr_text *text, size_t at)
{
	static const char pairs[][2] = { { '(', ')' }, { '[', ']' }, { '{', '}' }, { '<', '>' } };
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (text->data[at] == pairs[i][0])
			return closing(text, at, pairs[i][0], pairs[i][1]);
	if (text->data[at] == '"' || text->data[at] == '\'') {
		const char *end = memchr(text->data + at + 1, text->data[at], text->length - at - 1);
		return end ? (size_t)(end - text->data) + 1 : at + 1;
	}
	size_t end = at + 1;
	int class = class_of(text->data[at]);
	while (class && end < text->length && class_of(text->data[end]) == class)
		end++;
	return end;
}

/* Where a span begins: at random, moved to the beginning of the run that it is in. */
static size_t pick(const struct editing *editing)
{
	size_t at = below(editing, editing->text->length);
	int class = class_of(editing->text->data[at]);
	while (class && at > 0 && class_of(editing->text->data[at - 1]) == class)
		at--;
	return at;
}

/* A word, a number, a character or a small composition, at random. */
static size_t make_piece(const struct editing *editing, char room[PIECE])
{
	struct hr_text piece = { room, 0, PIECE };
	struct hr_dictionary_word token;
	int c;
	switch (below(editing, 8)) {
	case 0:
	case 1:
	case 2:
		if (hr_source_token(&token, editing->source)) {
			hr_text_add(&piece, token.text, token.length);
			break;
		}
		/* fall through */
	case 3:
		hr_text_number(&piece, editing->source);
		break;
	case 4:
	case 5:
		c = hr_source_character(editing->source);
		if (c > 0) {
			char character = (char)c;
			hr_text_add(&piece, &character, 1);
			break;
		}
		/* fall through */
	case 6:
		hr_text_plain(&piece, editing->source);
		break;
	default:
		hr_text_compose(&piece, editing->source);
		break;
	}
	return piece.length;
}

static void insert_piece(const struct editing *editing)
{
	char piece[PIECE];
	size_t length = make_piece(editing, piece);
	hr_text_replace(editing->text, below(editing, editing->text->length + 1), 0, piece, length);
}

static void replace_span(const struct editing *editing)
{
	char piece[PIECE];
	size_t length = make_piece(editing, piece);
	if (editing->text->length == 0)
		return;
	size_t at = pick(editing);
	hr_text_replace(editing->text, at, hr_text_span(editing->text, at) - at, piece, length);
}

static void remove_span(const struct editing *editing)
{
	if (editing->text->length == 0)
		return;
	size_t at = pick(editing);
	hr_text_replace(editing->text, at, hr_text_span(editing->text, at) - at, NULL, 0);
}

static void remove_character(const struct editing *editing)
{
	if (editing->text->length)
		hr_text_replace(editing->text, below(editing, editing->text->length), 1, NULL, 0);
}

static void double_span(const struct editing *editing)
{
	char copy[PIECE];
	if (editing->text->length == 0)
		return;
	size_t at = pick(editing);
	size_t end = hr_text_span(editing->text, at);
	/* what separates it from the next goes with it */
	if (end < editing->text->length && below(editing, 2))
		end++;
	if (end - at > PIECE)
		return;
	memcpy(copy, editing->text->data + at, end - at);
	hr_text_replace(editing->text, end, 0, copy, end - at);
}

static void change_character(const struct editing *editing)
{
	if (editing->text->length == 0)
		return;
	char *place = &editing->text->data[below(editing, editing->text->length)];
	int c = hr_source_character(editing->source);
	switch (below(editing, 4)) {
	case 0:
		c = ' ' + (int)below(editing, 95);
		break;
	case 1:
		c = (unsigned char)*place ^ 1 << below(editing, 8);
		break;
	default:
		break;
	}
	if (c >= 0 && (c & 0xff || editing->is_binary))
		*place = (char)c;
}

static void wrap_span(const struct editing *editing)
{
	static const char pairs[][2] = { { '(', ')' }, { '[', ']' }, { '{', '}' },
					 { '<', '>' }, { '"', '"' }, { '\'', '\'' } };
	char known[24];
	size_t count = hr_source_punctuation(known, sizeof known, editing->source);
	size_t pair = below(editing, sizeof pairs / sizeof *pairs);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
			if (known[i] == pairs[k][0] && below(editing, 2))
				pair = k;
	size_t at = editing->text->length ? pick(editing) : 0;
	size_t end = editing->text->length ? hr_text_span(editing->text, at) : 0;
	if (editing->text->capacity - editing->text->length < 2)
		return;
	hr_text_replace(editing->text, end, 0, &pairs[pair][1], 1);
	hr_text_replace(editing->text, at, 0, &pairs[pair][0], 1);
}

static void splice(const struct editing *editing)
{
	if (!editing->other || editing->other_length == 0)
		return;
	size_t keep = below(editing, editing->text->length + 1);
	size_t from = below(editing, editing->other_length);
	editing->text->length = keep;
	hr_text_add(editing->text, editing->other + from, editing->other_length - from);
}

static void cut(const struct editing *editing)
{
	if (editing->text->length)
		editing->text->length = below(editing, editing->text->length);
}

/* Something begins at the very end, and its rest is missing: escapes, marks, characters of several bytes. */
static void begin_at_end(const struct editing *editing)
{
	static const unsigned char leads[] = {
		0x00, 0x01, 0x7f, 0x80, 0xbf, 0xc2, 0xe1, 0xf0, 0xff, '\\', '%', '&', '"'
	};
	int c = below(editing, 2) ? hr_source_character(editing->source) : leads[below(editing, sizeof leads)];
	char byte = (char)c;
	if (c >= 0 && (byte || editing->is_binary))
		hr_text_replace(editing->text, editing->text->length, 0, &byte, 1);
}

void hr_text_edit(struct hr_text *text, const struct hr_text_source *source, const char *other, size_t other_length,
		  bool is_binary)
{
	static void (*const edits[])(const struct editing *) = {
		insert_piece,     insert_piece, replace_span, replace_span,     remove_span,
		remove_character, double_span,  wrap_span,    change_character, change_character,
		splice,           cut,          begin_at_end, begin_at_end,
	};
	const struct editing editing = { text, source, other, other_length, is_binary };
	size_t count = 1;
	while (count < 3 && below(&editing, 3) == 0)
		count++;
	for (size_t i = 0; i < count; i++)
		edits[below(&editing, sizeof edits / sizeof *edits)](&editing);
}
