/*
 * What the witnesses of all three libraries share: a witness is a function that uses the library as its header allows, and ends normally
 * when the library is right. Run with its name as the argument. A wrong result, a report of a sanitizer, a leak at the end and a
 * second of work without an end all make the exit code other than 0.
 */
#ifndef WITNESS_H
#define WITNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct witness {
	const char *name; /* as in bugs.tsv */
	void (*run)(void);
};

/* All witnesses of one library, ended by one without a name. */
extern const struct witness witnesses[];

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

int main(int count, char **arguments)
{
	setrlimit(RLIMIT_CPU, &(struct rlimit){ 1, 2 });
	for (const struct witness *witness = witnesses; count == 2 && witness->name; witness++)
		if (strcmp(witness->name, arguments[1]) == 0) {
			witness->run();
			return 0;
		}
	fprintf(stderr, "usage: %s NAME, one of bugs.tsv\n", arguments[0]);
	return 2;
}

#endif
