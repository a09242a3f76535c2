/* Questions about strings.
 *
 * Invariant: the answers do not depend on the locale; only ASCII letters have a case, and only they make words. */
#include "base/text.h"

#include <string.h>

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word_character(char c)
{
	return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool hr_text_equal(const char *a, const char *b)
{
	if (!a || !b)
		return a == b;
	return strcmp(a, b) == 0;
}

bool hr_text_starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool hr_text_ends_with(const char *text, const char *suffix)
{
	size_t text_length = strlen(text), suffix_length = strlen(suffix);

	return text_length >= suffix_length && memcmp(text + text_length - suffix_length, suffix, suffix_length) == 0;
}

static bool starts_with_any_case(const char *text, const char *prefix)
{
	while (*prefix && lower(*text) == lower(*prefix)) {
		text++;
		prefix++;
	}
	return *prefix == '\0';
}

const char *hr_text_find_any_case(const char *text, const char *needle)
{
	for (;; text++) {
		if (starts_with_any_case(text, needle))
			return text;
		if (!*text)
			return NULL;
	}
}

const char *hr_text_next_word(const char *text, size_t *length)
{
	while (*text && !is_word_character(*text))
		text++;
	for (*length = 0; is_word_character(text[*length]);)
		++*length;
	return *length ? text : NULL;
}

const char *hr_text_find_word(const char *text, const char *word, bool any_case)
{
	size_t length = strlen(word);
	const char *at = text;

	if (length == 0)
		return NULL;
	for (;; at++) {
		at = any_case ? hr_text_find_any_case(at, word) : strstr(at, word);
		if (!at)
			return NULL;
		if ((at == text || !is_word_character(at[-1])) && !is_word_character(at[length]))
			return at;
	}
}

/* The bounds of the second byte are what excludes overlong forms, surrogates and what lies beyond U+10FFFF
 * (Unicode, table 3-7). */
static size_t sequence_shape(unsigned char lead, unsigned char *low, unsigned char *high)
{
	*low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
	*high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
	if (lead < 0x80)
		return 1;
	if (lead >= 0xC2 && lead <= 0xDF)
		return 2;
	if (lead >= 0xE0 && lead <= 0xEF)
		return 3;
	return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

size_t hr_text_utf8_take(const char *bytes, size_t length, bool *valid)
{
	unsigned char low, high;
	size_t taken = 1, wanted;

	*valid = false;
	if (length == 0)
		return 0;
	wanted = sequence_shape((unsigned char)bytes[0], &low, &high);
	if (wanted == 0)
		return 1;
	for (; taken < wanted; taken++) {
		if (taken == length || (unsigned char)bytes[taken] < low || (unsigned char)bytes[taken] > high)
			return taken;
		low = 0x80;
		high = 0xBF;
	}
	*valid = true;
	return taken;
}
