/* A map from addresses to numbers: open addressing, never more than two thirds full. */
#include "ir/code_internal.h"

#include "base/memory.h"

#include <string.h>

static size_t slot_of(const struct hr_pointer_map *map, const void *key)
{
	uint64_t mixed = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
	size_t slot = (size_t)(mixed >> 20) & (map->capacity - 1);

	while (map->keys[slot] && map->keys[slot] != key)
		slot = (slot + 1) & (map->capacity - 1);
	return slot;
}

static void grow(struct hr_pointer_map *map)
{
	struct hr_pointer_map larger = { .capacity = map->capacity ? 2 * map->capacity : 64 };

	larger.keys = hr_calloc(larger.capacity, sizeof *larger.keys);
	larger.values = hr_calloc(larger.capacity, sizeof *larger.values);
	for (size_t i = 0; i < map->capacity; i++)
		if (map->keys[i])
			hr_pointer_map_put(&larger, map->keys[i], map->values[i]);
	hr_pointer_map_release(map);
	*map = larger;
}

void hr_pointer_map_put(struct hr_pointer_map *map, const void *key, uint32_t value)
{
	if (3 * (map->count + 1) > 2 * map->capacity)
		grow(map);
	size_t slot = slot_of(map, key);
	map->count += !map->keys[slot];
	map->keys[slot] = key;
	map->values[slot] = value;
}

bool hr_pointer_map_get(const struct hr_pointer_map *map, const void *key, uint32_t *value)
{
	if (!map->capacity)
		return false;
	size_t slot = slot_of(map, key);
	if (!map->keys[slot])
		return false;
	*value = map->values[slot];
	return true;
}

void hr_pointer_map_clear(struct hr_pointer_map *map)
{
	if (map->count)
		memset(map->keys, 0, map->capacity * sizeof *map->keys);
	map->count = 0;
}

void hr_pointer_map_release(struct hr_pointer_map *map)
{
	free(map->keys);
	free(map->values);
	memset(map, 0, sizeof *map);
}
