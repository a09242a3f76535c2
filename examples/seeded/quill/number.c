/* Numbers in texts. */
#include "quill.h"
#include "text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

enum quill_error quill_parse_int(const char *text, int *value)
{
	bool negative = *text == '-';
	int result = 0;

	if (*text == '-' || *text == '+')
		text++;
	if (!is_digit(*text))
		return QUILL_SYNTAX;
	for (; is_digit(*text); text++) { /* below zero there is room for one more */
		int digit = *text - '0';

		if (result < (INT_MIN + digit) / 10)
			return QUILL_RANGE;
		result = 10 * result - digit;
	}
	if (*text)
		return QUILL_SYNTAX;
	if (!negative && result == INT_MIN)
		return QUILL_RANGE;
	*value = negative ? result : -result;
	return QUILL_OK;
}

char *quill_print_int(int value)
{
	char buffer[3 * sizeof value + 2];
	int length = snprintf(buffer, sizeof buffer, "%d", value);

	return length < 0 ? NULL : text_copy(buffer, (size_t)length);
}

enum quill_error quill_parse_size(const char *text, unsigned long long *bytes)
{
	static const char letters[] = "KMGTPE";
	unsigned long long result = 0;
	unsigned shift = 0;

	if (!is_digit(*text))
		return QUILL_SYNTAX;
	for (; is_digit(*text); text++) {
		unsigned digit = (unsigned)(*text - '0');

		if (result > (ULLONG_MAX - digit) / 10)
			return QUILL_RANGE;
		result = 10 * result + digit;
	}
	if (*text) {
		const char *letter = strchr(letters, *text);

		if (!letter || text[1])
			return QUILL_SYNTAX;
		shift = 10 * (unsigned)(letter - letters + 1);
	}
	if (result > ULLONG_MAX >> shift)
		return QUILL_RANGE;
	*bytes = result << shift;
	return QUILL_OK;
}
