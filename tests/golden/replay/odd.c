#include "odd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct pair *pair_new(int first, char letter)
{
	struct pair *pair = malloc(sizeof *pair);
	if (pair)
		*pair = (struct pair){ first, letter, first / 2.0 };
	return pair;
}

void pair_free(struct pair *pair)
{
	free(pair);
}

int pair_sum(const struct pair *left, const struct pair *right)
{
	return left->first + right->first;
}

int twice(int number)
{
	return number * 2;
}

int unaligned(const char *bytes)
{
	return *(const int *)(bytes + 1);
}

void spin(void)
{
	for (volatile int i = 0;; i = i ^ 1)
		;
}

void leave(int code)
{
	exit(code);
}

void start_shell(void)
{
	system("ls");
}

void check(int positive)
{
	assert(positive > 0);
}

void overrun(int index)
{
	int numbers[4] = { 0 };
	int *volatile first = numbers;
	first[index] = 1;
}

void say(const char *text)
{
	puts(text);
}
