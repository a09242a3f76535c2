/* Rings of what was heard lately: numbers and words, each once, the oldest goes first. */
#ifndef HR_SEARCH_HEARD_H
#define HR_SEARCH_HEARD_H

#include <stddef.h>
#include <stdint.h>

enum { HR_HEARD_LONGEST = 32 };

struct hr_heard_token {
	unsigned char length;
	char text[HR_HEARD_LONGEST];
};

/* All zero but for the capacity is a valid, empty one. */
struct hr_heard {
	size_t capacity, number_count, number_next, token_count, token_next;
	int64_t *numbers;
	struct hr_heard_token *tokens;
};

void hr_heard_number(struct hr_heard *heard, int64_t number);
void hr_heard_token(struct hr_heard *heard, const char *text, size_t length); /* at most HR_HEARD_LONGEST bytes */
void hr_heard_release(struct hr_heard *heard);

#endif
