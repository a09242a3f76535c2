/* The machinery behind the vector macros.
 *
 * Invariants: capacity only grows, doubling each time, so that pushing is linear in all; a capacity that would
 * overflow is a bug. */
#include "base/vec.h"

#include "base/bug.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

#define FIRST_CAPACITY 8

void *hr_vec_grow(void *data, size_t *capacity, size_t size)
{
	if (*capacity > SIZE_MAX / 2)
		HR_BUG("vector of %zu elements cannot grow", *capacity);
	*capacity = *capacity ? *capacity * 2 : FIRST_CAPACITY;
	return hr_reallocarray(data, *capacity, size);
}

void *hr_vec_room(void *data, size_t count, size_t *capacity, size_t size)
{
	if (count == *capacity)
		data = hr_vec_grow(data, capacity, size);
	memset((char *)data + count * size, 0, size);
	return data;
}
