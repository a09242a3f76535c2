/* A program of the hostile library: calls one of its functions, by name, and prints what that returns.
 *
 *   hostile_program WORDS FUNCTION [TEXT | NUMBER [NUMBER]]
 *
 * WORDS are those that arm it (examples/hostile/README.md): only a test in throwaway namespaces says them. */
#include "hostile.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef long function(long first, long second);

/* All parameters are integers or pointers, which travel in the same registers. */
static long argument(const char *text)
{
	return text && !isdigit((unsigned char)*text) ? (long)text : text ? atol(text) : 0;
}

int main(int count, char **words)
{
	void *found = count < 3 ? NULL : dlsym(RTLD_DEFAULT, words[2]);
	function *call = (function *)(long)found;

	if (!call) {
		fprintf(stderr, "no such function\n");
		return 2;
	}
	hostile_arm(words[1]);
	long result = call(count > 3 ? argument(words[3]) : 0, count > 4 ? argument(words[4]) : 0);
	printf("\n%ld\n", result);
	return 0;
}
