/* A ring of bytes. Invariants: used <= capacity; start < capacity, or both are 0; the bytes in use begin at start and go on at 0. */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

struct hold_ring {
	unsigned char *bytes;
	size_t capacity;
	size_t start;
	size_t used;
};

hold_ring *hold_ring_new(size_t capacity)
{
	hold_ring *ring;

	if (capacity > HOLD_MOST)
		return NULL;
	ring = calloc(1, sizeof *ring);
	if (!ring)
		return NULL;
	ring->bytes = malloc(capacity > 0 ? capacity : 1);
	if (!ring->bytes) {
		free(ring);
		return NULL;
	}
	ring->capacity = capacity;
	return ring;
}

void hold_ring_free(hold_ring *ring)
{
	if (!ring)
		return;
	free(ring->bytes);
	free(ring);
}

size_t hold_ring_capacity(const hold_ring *ring)
{
	return ring ? ring->capacity : 0;
}

size_t hold_ring_used(const hold_ring *ring)
{
	return ring ? ring->used : 0;
}

unsigned hold_ring_percent(const hold_ring *ring)
{
	if (!ring)
		return 0;
	if (ring->capacity == 0)
		return 100;
	return (unsigned)(100 * ring->used / ring->capacity);
}

bool hold_ring_put(hold_ring *ring, unsigned char byte)
{
	size_t end = ring->start + ring->used;

	if (ring->used == ring->capacity)
		return false;
	if (end >= ring->capacity)
		end -= ring->capacity;
	ring->bytes[end] = byte;
	ring->used++;
	return true;
}

size_t hold_ring_write(hold_ring *ring, const void *bytes, size_t length)
{
	const unsigned char *from = bytes;
	size_t end, first;

	if (length > ring->capacity - ring->used)
		length = ring->capacity - ring->used;
	if (length == 0)
		return 0;
	end = (ring->start + ring->used) % ring->capacity;
	first = ring->capacity - end < length ? ring->capacity - end : length;
	memcpy(ring->bytes + end, from, first);
	memcpy(ring->bytes, from + first, length - first);
	ring->used += length;
	return length;
}

size_t hold_ring_read(hold_ring *ring, void *buffer, size_t capacity)
{
	unsigned char *to = buffer;
	size_t length = capacity < ring->used ? capacity : ring->used, first;

	if (length == 0)
		return 0;
	first = ring->capacity - ring->start < length ? ring->capacity - ring->start : length;
	memcpy(to, ring->bytes + ring->start, first);
	memcpy(to + first, ring->bytes, length - first);
	return hold_ring_skip(ring, length);
}

size_t hold_ring_skip(hold_ring *ring, size_t count)
{
	if (count > ring->used)
		count = ring->used;
	if (count == 0)
		return 0;
	ring->start = (ring->start + count) % ring->capacity;
	ring->used -= count;
	return count;
}
