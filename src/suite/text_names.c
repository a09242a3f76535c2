/* Texts in words, for names.
 *
 * Invariant: what is left of a text never reads as something that is no text: NULL, a number, a truth. */
#include "suite/text_names.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LENGTH = 24, MOST_SIGNS = 3, MOST_PAIRS = 2 };

void hr_name_part(struct hr_strbuf *out, const char *text)
{
	bool is_open = out->length && out->data[out->length - 1] != '_';
	for (; *text; text++) {
		unsigned char letter = (unsigned char)*text;
		if (!isalnum(letter)) {
			is_open = out->length > 0;
			continue;
		}
		if (is_open && out->data[out->length - 1] != '_')
			hr_strbuf_addch(out, '_');
		is_open = false;
		hr_strbuf_addch(out, (char)tolower(letter));
	}
}

void hr_name_words(struct hr_strbuf *out, const char *name)
{
	struct hr_strbuf words = HR_STRBUF_INIT;
	for (size_t i = 0; name[i]; i++) {
		/* "addItem" and "JSONItem" have two words, "CS" and "UTF8" one */
		bool is_begin = i && isupper((unsigned char)name[i]) &&
				(islower((unsigned char)name[i - 1]) ||
				 (isupper((unsigned char)name[i - 1]) && islower((unsigned char)name[i + 1])));
		if (is_begin)
			hr_strbuf_addch(&words, ' ');
		hr_strbuf_addch(&words, name[i]);
	}
	hr_name_part(out, words.length ? words.data : "");
	hr_strbuf_release(&words);
}

static const char *sign_word(char sign)
{
	static const struct {
		char sign;
		const char *word;
	} words[] = { { ' ', "space" },      { '!', "exclamation" },   { '"', "quote" },     { '#', "hash" },
		      { '$', "dollar" },     { '%', "percent" },       { '&', "ampersand" }, { '\'', "apostrophe" },
		      { '(', "open" },       { ')', "close" },         { '*', "star" },      { '+', "plus" },
		      { ',', "comma" },      { '-', "dash" },          { '.', "dot" },       { '/', "slash" },
		      { ':', "colon" },      { ';', "semicolon" },     { '<', "less" },      { '=', "equals" },
		      { '>', "greater" },    { '?', "question" },      { '@', "at" },        { '[', "open bracket" },
		      { '\\', "backslash" }, { ']', "close bracket" }, { '^', "caret" },     { '_', "underscore" },
		      { '`', "backtick" },   { '{', "open brace" },    { '|', "bar" },       { '}', "close brace" },
		      { '~', "tilde" },      { '\n', "newline" },      { '\t', "tab" },      { '\0', "nul" } };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].sign == sign)
			return words[i].word;
	return NULL;
}

/* What stands around the whole text, as one of the pairs; NULL: nothing does. */
static const char *pair_word(const char *bytes, size_t length)
{
	static const struct {
		char open, close;
		const char *word;
	} pairs[] = { { '[', ']', "brackets" },
		      { '{', '}', "braces" },
		      { '(', ')', "parentheses" },
		      { '<', '>', "angles" },
		      { '"', '"', "quotes" } };
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs && length >= 2; i++) {
		if (bytes[0] != pairs[i].open || bytes[length - 1] != pairs[i].close)
			continue;
		for (size_t k = 1; k < length - 1; k++) /* "[1][2]" has two of them */
			if (bytes[k] == pairs[i].close)
				return NULL;
		return pairs[i].word;
	}
	return NULL;
}

/* Whether a name that begins like this would be taken for something else. */
static bool is_misread(const char *words)
{
	static const char *const others[] = { "null",     "true", "false", "empty",   "negative",
					      "positive", "zero", "nan",   "missing", "nothing" };
	size_t length = strcspn(words, "_");
	char *end = NULL;
	if (isdigit((unsigned char)*words) && (strtod(words, &end), end == words + length))
		return true;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strlen(others[i]) == length && memcmp(others[i], words, length) == 0)
			return true;
	return false;
}

static bool is_word(char letter)
{
	return isalnum((unsigned char)letter);
}

/* Whether a sign does no more than to keep two words apart. */
static bool is_separator(const char *bytes, size_t length, size_t at)
{
	return (bytes[at] == ' ' || bytes[at] == '_' || bytes[at] == '-') && at && at + 1 < length &&
	       isalpha((unsigned char)bytes[at - 1]) && isalpha((unsigned char)bytes[at + 1]);
}

/* Letters, digits, and signs by their names; false when there are too many of these. */
static bool add_words(struct hr_strbuf *out, const char *bytes, size_t length)
{
	unsigned signs = 0;
	for (size_t i = 0; i < length;) {
		char word[MOST_LENGTH + 1];
		size_t count = 0;
		for (; i < length && is_word(bytes[i]); i++)
			word[count++] = bytes[i];
		word[count] = '\0';
		hr_name_part(out, word);
		if (i == length)
			break;
		const char *sign = sign_word(bytes[i]);
		if (!is_separator(bytes, length, i) && (!sign || signs++ == MOST_SIGNS))
			return false;
		if (!is_separator(bytes, length, i))
			hr_name_part(out, sign);
		i++;
	}
	return true;
}

bool hr_name_text(struct hr_strbuf *out, const char *bytes, size_t length)
{
	struct hr_strbuf words = HR_STRBUF_INIT;
	const char *around[MOST_PAIRS];
	size_t pairs = 0;
	if (length > 1 && bytes[length - 1] == '\n') /* the end of a line is the end */
		length--;
	if (!length || length > MOST_LENGTH)
		return false;
	while (pairs < MOST_PAIRS && (around[pairs] = pair_word(bytes, length))) {
		bytes++;
		length -= 2;
		pairs++;
	}
	bool is_fine = add_words(&words, bytes, length);
	if (is_fine && !length) {
		hr_name_part(out, "empty");
		hr_name_part(out, around[--pairs]);
	} else if (is_fine) {
		hr_name_part(out, is_misread(words.data) ? "text" : "");
		hr_name_part(out, words.data);
	}
	while (is_fine && pairs) {
		hr_name_part(out, "in");
		hr_name_part(out, around[--pairs]);
	}
	hr_strbuf_release(&words);
	return is_fine;
}

void hr_name_real(struct hr_strbuf *out, double real)
{
	struct hr_strbuf words = HR_STRBUF_INIT;
	char text[64];
	double size = fabs(real);
	bool is_whole = size < 1e15 && floor(size) == size;
	snprintf(text, sizeof text, is_whole ? "%.0f" : "%g", size);
	hr_strbuf_addstr(&words, real < 0 ? "minus " : "");
	for (const char *at = text; *at; at++) /* 1.5e-05, 1e+30 */
		if (*at == '.')
			hr_strbuf_addstr(&words, " point ");
		else if (*at == '-')
			hr_strbuf_addstr(&words, " minus ");
		else if (*at != '+')
			hr_strbuf_addch(&words, *at);
	hr_name_part(out, words.data);
	hr_strbuf_release(&words);
}
