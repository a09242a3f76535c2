/* Texts made afresh. Invariant: `length` never exceeds `capacity`, and nothing made here holds a NUL. */
#include "search/texts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DEPTH = 4, MOST_ITEMS = 3, MOST_PUNCTUATION = 24 };

static const char *const words[] = { "a",  "b",   "c",     "x",    "ab",    "abc",   "key",  "name",
				     "id", "foo", "hello", "test", "value", "item1", "true", "null" };
static const char *const numerals[] = { "0",
					"1",
					"-1",
					"2",
					"10",
					"42",
					"255",
					"256",
					"65536",
					"2147483647",
					"-2147483648",
					"4294967295",
					"1.5",
					"-0.25",
					"1e3",
					"1E-5",
					"0x1f",
					"007",
					"12345",
					"2147483648",
					"99999999999999999999",
					"9223372036854775807",
					"3.14",
					"1e400" };
static const char *const foreign[] = { "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\xc3", "\xed\xa0\x80",
				       "\x7f",     "\x01",         "\xc0\x80" };
static const char *const blanks[] = { " ", "\n", "\t", "\r\n", "  " };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static size_t below(const struct hr_text_source *source, size_t count)
{
	return hr_random_below(source->random, count);
}

void hr_text_add(struct hr_text *text, const char *more, size_t length)
{
	if (length > text->capacity - text->length)
		length = text->capacity - text->length;
	memcpy(text->data + text->length, more, length);
	text->length += length;
}

static void add_string(struct hr_text *text, const char *more)
{
	hr_text_add(text, more, strlen(more));
}

static void add_character(struct hr_text *text, char c)
{
	hr_text_add(text, &c, 1);
}

void hr_text_number(struct hr_text *text, const struct hr_text_source *source)
{
	char digits[32];
	int64_t number;
	switch (below(source, 4)) {
	case 0:
		add_string(text, numerals[below(source, COUNT(numerals))]);
		return;
	case 1:
		if (hr_source_number(&number, source))
			break;
		/* fall through */
	default:
		number = (int64_t)below(source, below(source, 4) ? 10 : 1000);
		break;
	}
	hr_text_add(text, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)number));
}

static void add_word(struct hr_text *text, const struct hr_text_source *source)
{
	struct hr_dictionary_word token;
	if (below(source, 2) && hr_source_token(&token, source))
		hr_text_add(text, token.text, token.length);
	else
		add_string(text, words[below(source, COUNT(words))]);
}

static void add_printable(struct hr_text *text, const struct hr_text_source *source)
{
	int c = below(source, 3) ? hr_source_character(source) : -1;
	add_character(text, (char)(c > 0 ? c : ' ' + (int)below(source, 95)));
}

static void add_long(struct hr_text *text, const struct hr_text_source *source)
{
	static const size_t lengths[] = { 64, 127, 128, 255, 256, 257, 300, 1024, 4096 };
	size_t wanted = lengths[below(source, COUNT(lengths) - (below(source, 4) ? 2 : 0))];
	size_t begin = text->length, end = begin + wanted;
	if (below(source, 2))
		add_printable(text, source);
	else
		add_word(text, source);
	size_t unit = text->length - begin;
	if (unit == 0)
		return;
	while (text->length < end && text->length < text->capacity)
		hr_text_add(text, text->data + begin, unit < end - text->length ? unit : end - text->length);
}

void hr_text_plain(struct hr_text *text, const struct hr_text_source *source)
{
	switch (below(source, 16)) {
	case 0:
	case 1:
		return;
	case 2:
	case 3:
	case 4:
		add_printable(text, source);
		return;
	case 5:
	case 6:
	case 7:
		hr_text_number(text, source);
		return;
	case 8:
		for (size_t i = below(source, 12) + 1; i > 0; i--)
			add_printable(text, source);
		return;
	case 9:
		for (size_t i = below(source, 4) + 2; i > 0; i--) {
			add_word(text, source);
			add_string(text, i > 1 ? blanks[below(source, COUNT(blanks))] : "");
		}
		return;
	case 10:
		if (below(source, 3) == 0) {
			add_long(text, source);
			return;
		}
		if (below(source, 2) == 0) {
			add_word(text, source);
			add_string(text, foreign[below(source, COUNT(foreign))]);
			return;
		}
		/* fall through */
	default:
		add_word(text, source);
	}
}

/* ---- composition ---- */

/* Of the characters that code compares with: which open something, and which stand between. */
struct grammar {
	const struct hr_text_source *source;
	char openers[MOST_PUNCTUATION], quotes[MOST_PUNCTUATION], separators[MOST_PUNCTUATION];
	size_t opener_count, quote_count, separator_count;
	char between, inside; /* chosen for this text: between items of a list, and inside of one */
};

static char closer_of(char opener)
{
	switch (opener) {
	case '(':
		return ')';
	case '[':
		return ']';
	case '{':
		return '}';
	case '<':
		return '>';
	default:
		return '\0';
	}
}

/* Of the separators that code looks for, mostly one that is usual there. */
static char choose_separator(const struct grammar *grammar, const char *usual)
{
	enum { TRIES = 16 };
	char chosen = grammar->separators[below(grammar->source, grammar->separator_count)];
	size_t tries = below(grammar->source, 4) ? TRIES : 0;
	for (; tries > 0 && !strchr(usual, chosen); tries--)
		chosen = grammar->separators[below(grammar->source, grammar->separator_count)];
	return chosen;
}

static void learn_grammar(struct grammar *grammar, const struct hr_text_source *source)
{
	char known[MOST_PUNCTUATION];
	size_t count = hr_source_punctuation(known, sizeof known, source);
	memset(grammar, 0, sizeof *grammar);
	grammar->source = source;
	for (size_t i = 0; i < count; i++) {
		if (closer_of(known[i]))
			grammar->openers[grammar->opener_count++] = known[i];
		else if (known[i] == '"' || known[i] == '\'' || known[i] == '`')
			grammar->quotes[grammar->quote_count++] = known[i];
		else if (!strchr(")]}>", known[i]))
			grammar->separators[grammar->separator_count++] = known[i];
	}
	if (grammar->separator_count == 0)
		for (const char *c = ",:=;"; *c; c++)
			grammar->separators[grammar->separator_count++] = *c;
	grammar->between = choose_separator(grammar, ",;|&\n");
	grammar->inside = choose_separator(grammar, ":=");
}

static void add_item(struct grammar *grammar, struct hr_text *text, int depth);

static void add_quoted(struct grammar *grammar, struct hr_text *text)
{
	char quote = grammar->quotes[below(grammar->source, grammar->quote_count)];
	add_character(text, quote);
	if (below(grammar->source, 5))
		add_word(text, grammar->source);
	if (below(grammar->source, 6) == 0)
		add_printable(text, grammar->source);
	add_character(text, quote);
}

/* A character that opens and closes nothing, mostly: edits bring in those that do. */
static void add_beside(struct hr_text *text, const struct hr_text_source *source)
{
	size_t before = text->length;
	add_printable(text, source);
	if (text->length > before && strchr("()[]{}<>\"'`", text->data[before]) && below(source, 8))
		text->length = before;
}

static void add_atom(struct grammar *grammar, struct hr_text *text)
{
	size_t turn = below(grammar->source, 8);
	if (turn < 3 && grammar->quote_count)
		add_quoted(grammar, text);
	else if (turn < 5)
		hr_text_number(text, grammar->source);
	else if (turn < 6)
		add_beside(text, grammar->source);
	else
		add_word(text, grammar->source);
}

/* Braces mostly hold pairs, brackets and parentheses single items. */
static void add_items(struct grammar *grammar, struct hr_text *text, char opener, int depth)
{
	const struct hr_text_source *source = grammar->source;
	size_t count = below(source, MOST_ITEMS + 1);
	bool in_pairs = below(source, 8) < (opener == '{' ? 6 : opener ? 2 : 4);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			add_character(text, grammar->between);
		if (in_pairs) {
			if (grammar->quote_count && below(source, 4))
				add_quoted(grammar, text);
			else
				add_atom(grammar, text);
			add_character(text, grammar->inside);
		}
		add_item(grammar, text, depth + 1);
	}
}

static void add_item(struct grammar *grammar, struct hr_text *text, int depth)
{
	const struct hr_text_source *source = grammar->source;
	if (grammar->opener_count && depth < MOST_DEPTH && below(source, 3) == 0) {
		char opener = grammar->openers[below(source, grammar->opener_count)];
		add_character(text, opener);
		add_items(grammar, text, opener, depth + 1);
		add_character(text, closer_of(opener));
	} else {
		add_atom(grammar, text);
	}
}

void hr_text_compose(struct hr_text *text, const struct hr_text_source *source)
{
	struct grammar grammar;
	learn_grammar(&grammar, source);
	if (below(source, 3)) {
		add_item(&grammar, text, 0);
		return;
	}
	/* lines, or several beside each other */
	const char *blank = blanks[below(source, COUNT(blanks))];
	for (size_t i = below(source, 4) + 1; i > 0; i--) {
		if (below(source, 2))
			add_item(&grammar, text, 1);
		else
			add_items(&grammar, text, '\0', 1);
		if (i > 1 || below(source, 2))
			add_string(text, blank);
	}
}
