/* Which files the loader will need to load the unit, so that the fence lets it. */
#ifndef HR_RUNTIME_LIBRARIES_H
#define HR_RUNTIME_LIBRARIES_H

#include <stddef.h>

enum { HR_LIBRARIES_MOST = 256 };

struct hr_libraries {
	const char *paths[HR_LIBRARIES_MOST + 1]; /* NULL-terminated; files and directories */
	size_t count;
	char text[1 << 16]; /* what they are made of */
	size_t used;
};

/* The unit, the libraries it is linked with that are not among the system's own, theirs, and the directories that these are looked for in. What
 * cannot be read, or does not fit, is left out: the loader will say what it misses. */
void hr_libraries_find(struct hr_libraries *out, const char *unit);

#endif
