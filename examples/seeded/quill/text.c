/* A text that grows. Invariants: length <= room; bytes is NULL or has that much room. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

void text_add(struct text *text, const char *bytes, size_t length)
{
	if (text->failed || length == 0)
		return;
	if (text->room - text->length < length) {
		size_t room = 2 * (text->length + length);
		char *grown = realloc(text->bytes, room);

		if (!grown) {
			text->failed = true;
			return;
		}
		text->bytes = grown;
		text->room = room;
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void text_add_string(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

void text_add_char(struct text *text, char c)
{
	text_add(text, &c, 1);
}

char *text_take(struct text *text)
{
	char *bytes;

	text_add(text, "", 1);
	bytes = text->bytes;
	if (text->failed) {
		free(bytes);
		bytes = NULL;
	}
	memset(text, 0, sizeof *text);
	return bytes;
}

char *text_copy(const char *bytes, size_t length)
{
	char *copy = malloc(length + 1);

	if (!copy)
		return NULL;
	memcpy(copy, bytes, length);
	copy[length] = '\0';
	return copy;
}
