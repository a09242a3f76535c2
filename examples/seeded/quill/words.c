/* Searching, replacing and comparing texts; escapes and codes. */
#include "quill.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const char hexadecimal[] = "0123456789ABCDEF";

size_t quill_count(const char *text, const char *part)
{
	size_t count = 0, length = strlen(part);

	if (length == 0)
		return 0;
	while ((text = strstr(text, part))) {
		count++;
		text += length;
	}
	return count;
}

char *quill_replace(const char *text, const char *part, const char *with)
{
	struct text result = { 0 };
	size_t length = strlen(part);
	const char *found;

	while (length > 0 && (found = strstr(text, part))) {
		text_add(&result, text, (size_t)(found - text));
		text_add_string(&result, with);
		text = found + length;
	}
	text_add_string(&result, text);
	return text_take(&result);
}

static bool is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789")] == '\0';
}

/* Numbers of any length: without the zeros in front, the longer one is greater. */
static int compare_numbers(const char *a, const char *b)
{
	size_t length, other;

	a += strspn(a, "0");
	b += strspn(b, "0");
	length = strlen(a);
	other = strlen(b);
	return length == other ? strcmp(a, b) : length < other ? -1 : 1;
}

int quill_compare(const char *a, const char *b)
{
	bool number = is_number(a), other = is_number(b);
	int order = 0;

	if (number != other)
		return number ? -1 : 1;
	if (number)
		order = compare_numbers(a, b);
	return order != 0 ? order : strcmp(a, b);
}

/* The letters after a backslash, and what they stand for. */
static const char escape_letters[] = "ntr\"\\";
static const char escaped[] = "\n\t\r\"\\";

char *quill_escape(const char *text)
{
	struct text result = { 0 };

	for (; *text; text++) {
		const char *found = strchr(escaped, *text);
		unsigned char c = (unsigned char)*text;

		if (found) {
			text_add_char(&result, '\\');
			text_add_char(&result, escape_letters[found - escaped]);
		} else if (c < ' ' || c > '~') {
			text_add_string(&result, "\\x");
			text_add_char(&result, hexadecimal[c >> 4]);
			text_add_char(&result, hexadecimal[c & 15]);
		} else {
			text_add_char(&result, *text);
		}
	}
	return text_take(&result);
}

/* The value of a hexadecimal digit, or -1. */
static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Adds the byte that two hexadecimal digits stand for. Returns false if that is not what they are, or the byte is 0. */
static bool add_byte(struct text *result, const char *digits)
{
	int high = digit_value(digits[0]), low = high < 0 ? -1 : digit_value(digits[1]);

	if (low < 0 || high + low == 0)
		return false;
	text_add_char(result, (char)(16 * high + low));
	return true;
}

char *quill_unescape(const char *text)
{
	struct text result = { 0 };

	for (; *text; text++) {
		const char *letter;

		if (*text != '\\') {
			text_add_char(&result, *text);
			continue;
		}
		text++;
		letter = *text ? strchr(escape_letters, *text) : NULL;
		if (letter) {
			text_add_char(&result, escaped[letter - escape_letters]);
		} else if (*text == 'x' && add_byte(&result, text + 1)) {
			text += 2;
		} else {
			free(text_take(&result));
			return NULL;
		}
	}
	return text_take(&result);
}

static bool is_unreserved(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.~", c);
}

char *quill_percent_encode(const char *text)
{
	struct text result = { 0 };

	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == ' ') {
			text_add_char(&result, '+');
		} else if (is_unreserved(*text)) {
			text_add_char(&result, *text);
		} else {
			text_add_char(&result, '%');
			text_add_char(&result, hexadecimal[c >> 4]);
			text_add_char(&result, hexadecimal[c & 15]);
		}
	}
	return text_take(&result);
}

char *quill_percent_decode(const char *text)
{
	struct text result = { 0 };

	for (; *text; text++) {
		if (*text == '+') {
			text_add_char(&result, ' ');
		} else if (*text != '%') {
			text_add_char(&result, *text);
		} else if (add_byte(&result, text + 1)) {
			text += 2;
		} else {
			free(text_take(&result));
			return NULL;
		}
	}
	return text_take(&result);
}
