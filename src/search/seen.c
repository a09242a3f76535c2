/* Sets of hashes, by open addressing.
 *
 * Invariants: 0 stands for an empty place (the hash 0 is kept as 1); a table is at most half full; the older generation never changes. */
#include "search/seen.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024, DEFAULT_MOST = 4 << 20 };

void hr_seen_init(struct hr_seen *seen, size_t most)
{
	*seen = (struct hr_seen){ .most = most ? most : DEFAULT_MOST };
}

void hr_seen_release(struct hr_seen *seen)
{
	free(seen->younger);
	free(seen->older);
	*seen = (struct hr_seen){ .most = seen->most };
}

static size_t place_of(size_t capacity, uint64_t hash)
{
	return (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (capacity - 1);
}

/* The place of the hash, or the empty one where it belongs. */
static size_t find(const uint64_t *table, size_t capacity, uint64_t hash)
{
	size_t at = place_of(capacity, hash);

	while (table[at] != 0 && table[at] != hash)
		at = (at + 1) & (capacity - 1);
	return at;
}

static void make_room(struct hr_seen *seen)
{
	size_t capacity = seen->capacity ? seen->capacity * 2 : FIRST_CAPACITY;

	if (seen->count >= seen->most) {
		free(seen->older);
		seen->older = seen->younger;
		seen->younger = hr_calloc_large(seen->capacity, sizeof *seen->younger);
		seen->count = 0;
		return;
	}
	uint64_t *grown = hr_calloc_large(capacity, sizeof *grown);
	for (size_t i = 0; i < seen->capacity; i++)
		if (seen->younger[i])
			grown[find(grown, capacity, seen->younger[i])] = seen->younger[i];
	free(seen->younger);
	seen->younger = grown;
	seen->capacity = capacity;
}

bool hr_seen_has(const struct hr_seen *seen, uint64_t hash)
{
	hash = hash ? hash : 1;
	if (seen->older) /* out of the cache, as the other: both at once */
		__builtin_prefetch(&seen->older[place_of(seen->capacity, hash)]);
	if (seen->younger && seen->younger[find(seen->younger, seen->capacity, hash)])
		return true;
	return seen->older && seen->older[find(seen->older, seen->capacity, hash)];
}

bool hr_seen_add(struct hr_seen *seen, uint64_t hash)
{
	hash = hash ? hash : 1;
	if (hr_seen_has(seen, hash))
		return false;
	if (seen->count * 2 >= seen->capacity || seen->count >= seen->most)
		make_room(seen);
	seen->younger[find(seen->younger, seen->capacity, hash)] = hash;
	seen->count++;
	return true;
}
