/* Allocation that cannot fail: running out of memory is an HR_BUG. The caller frees with free(). */
#ifndef HR_BASE_MEMORY_H
#define HR_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for `count` elements of `size` bytes; never NULL, also for a count of 0. */
void *hr_calloc(size_t count, size_t size);

/* As realloc, for `count` elements of `size` bytes, with the product checked for overflow. */
void *hr_reallocarray(void *old, size_t count, size_t size);

/* Zeroed memory that is used all over, at random: in large pages where the system has them, and it is large enough. */
void *hr_calloc_large(size_t count, size_t size);

char *hr_strdup(const char *text);
char *hr_strndup(const char *text, size_t length);

#endif
