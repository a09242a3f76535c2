/* A hash map from strings to numbers (indices into vectors, mostly). The map copies its keys. */
#ifndef HR_BASE_MAP_H
#define HR_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct hr_map_slot;

struct hr_map {
	struct hr_map_slot *slots;
	size_t count;
	size_t capacity; /* 0 or a power of two */
};

#define HR_MAP_INIT { NULL, 0, 0 }

/* Sets `key` to `value`; returns true when the key is new. */
bool hr_map_put(struct hr_map *map, const char *key, size_t value);

/* True, and `*value` set (unless NULL), when the key is there. */
bool hr_map_get(const struct hr_map *map, const char *key, size_t *value);

void hr_map_release(struct hr_map *map); /* the map is empty and usable again */

#endif
