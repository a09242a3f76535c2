/* Allocation that cannot fail.
 *
 * Invariants: no function here returns NULL, whatever the count; a product that overflows is a bug, never a small
 * block. */
#include "base/memory.h"

#include "base/bug.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* How many bytes that is; 1 for nothing, because malloc and realloc may return NULL for it. */
static size_t total_size(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		HR_BUG("size overflow: %zu elements of %zu bytes", count, size);
	return count && size ? count * size : 1;
}

void *hr_calloc(size_t count, size_t size)
{
	size_t total = total_size(count, size);
	void *memory = calloc(total, 1);

	if (!memory)
		HR_BUG("out of memory: %zu bytes", total);
	return memory;
}

void *hr_calloc_large(size_t count, size_t size)
{
	const size_t page = (size_t)2 << 20; /* x86-64 */
	size_t total = total_size(count, size);

	if (total < page || total > SIZE_MAX - page)
		return hr_calloc(count, size);
	total = (total + page - 1) / page * page;
	void *memory = aligned_alloc(page, total);
	if (!memory)
		HR_BUG("out of memory: %zu bytes", total);
	(void)madvise(memory, total, MADV_HUGEPAGE); /* without them it is only slower */
	return memset(memory, 0, total);
}

void *hr_reallocarray(void *old, size_t count, size_t size)
{
	size_t total = total_size(count, size);
	void *memory = realloc(old, total);

	if (!memory)
		HR_BUG("out of memory: %zu bytes", total);
	return memory;
}

char *hr_strdup(const char *text)
{
	size_t length = strlen(text);

	return memcpy(hr_reallocarray(NULL, length + 1, 1), text, length + 1);
}

char *hr_strndup(const char *text, size_t length)
{
	char *copy;

	length = strnlen(text, length);
	copy = hr_reallocarray(NULL, length + 1, 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}
