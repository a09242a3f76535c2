/* What the files of quill share: a text that grows. */
#ifndef QUILL_TEXT_H
#define QUILL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty text. Once there was no memory, nothing is added any more and text_take() gives NULL. */
struct text {
	char *bytes;
	size_t length;
	size_t room;
	bool failed;
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_add_char(struct text *text, char c);

/* The text with its NUL, the caller's from now on; NULL if there was no memory. The text is empty afterwards. */
char *text_take(struct text *text);

/* A copy of the first bytes of a string. */
char *text_copy(const char *bytes, size_t length);

#endif
