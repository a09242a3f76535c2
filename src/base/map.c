/* A hash map from strings to numbers: open addressing, linear probing.
 *
 * Invariants: at most three quarters of the slots are taken, so that a probe always ends; a slot is taken when its key
 * is not NULL; nothing is ever removed, so that a free slot ends a probe. */
#include "base/map.h"

#include "base/bug.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 16

struct hr_map_slot {
	char *key;
	uint64_t hash;
	size_t value;
};

/* FNV-1a; its high bits are folded in because slots are chosen by the low ones. */
static uint64_t hash_of(const char *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* The slot that has the key, or the free one where it belongs. */
static struct hr_map_slot *find(const struct hr_map *map, const char *key, uint64_t hash)
{
	size_t at = hash & (map->capacity - 1);

	while (map->slots[at].key && (map->slots[at].hash != hash || strcmp(map->slots[at].key, key) != 0))
		at = (at + 1) & (map->capacity - 1);
	return &map->slots[at];
}

static void grow(struct hr_map *map)
{
	struct hr_map bigger = HR_MAP_INIT;

	if (map->capacity > SIZE_MAX / 2)
		HR_BUG("map of %zu slots cannot grow", map->capacity);
	bigger.count = map->count;
	bigger.capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY;
	bigger.slots = hr_calloc(bigger.capacity, sizeof *bigger.slots);
	for (size_t i = 0; i < map->capacity; i++)
		if (map->slots[i].key)
			*find(&bigger, map->slots[i].key, map->slots[i].hash) = map->slots[i];
	free(map->slots);
	*map = bigger;
}

bool hr_map_put(struct hr_map *map, const char *key, size_t value)
{
	uint64_t hash = hash_of(key);
	struct hr_map_slot *slot;

	if (map->count >= map->capacity / 4 * 3)
		grow(map);
	slot = find(map, key, hash);
	if (slot->key) {
		slot->value = value;
		return false;
	}
	slot->key = hr_strdup(key);
	slot->hash = hash;
	slot->value = value;
	map->count++;
	return true;
}

bool hr_map_get(const struct hr_map *map, const char *key, size_t *value)
{
	const struct hr_map_slot *slot;

	if (map->count == 0)
		return false;
	slot = find(map, key, hash_of(key));
	if (slot->key && value)
		*value = slot->value;
	return slot->key != NULL;
}

void hr_map_release(struct hr_map *map)
{
	for (size_t i = 0; i < map->capacity; i++)
		free(map->slots[i].key);
	free(map->slots);
	*map = (struct hr_map)HR_MAP_INIT;
}
