/* Rings of what was heard. Invariant: the first `count` places are in use, each with another value. */
#include "search/heard.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void hr_heard_number(struct hr_heard *heard, int64_t number)
{
	if (!heard->numbers)
		heard->numbers = hr_calloc(heard->capacity, sizeof *heard->numbers);
	for (size_t i = 0; i < heard->number_count; i++)
		if (heard->numbers[i] == number)
			return;
	heard->numbers[heard->number_next] = number;
	heard->number_next = (heard->number_next + 1) % heard->capacity;
	if (heard->number_count < heard->capacity)
		heard->number_count++;
}

void hr_heard_token(struct hr_heard *heard, const char *text, size_t length)
{
	if (!heard->tokens)
		heard->tokens = hr_calloc(heard->capacity, sizeof *heard->tokens);
	for (size_t i = 0; i < heard->token_count; i++)
		if (heard->tokens[i].length == length && memcmp(heard->tokens[i].text, text, length) == 0)
			return;
	heard->tokens[heard->token_next].length = (unsigned char)length;
	memcpy(heard->tokens[heard->token_next].text, text, length);
	heard->token_next = (heard->token_next + 1) % heard->capacity;
	if (heard->token_count < heard->capacity)
		heard->token_count++;
}

void hr_heard_release(struct hr_heard *heard)
{
	free(heard->numbers);
	free(heard->tokens);
	heard->numbers = NULL;
	heard->tokens = NULL;
	heard->number_count = heard->number_next = heard->token_count = heard->token_next = 0;
}
