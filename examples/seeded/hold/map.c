/*
 * A map is a hash table with chains. Invariants: there are always buckets; every entry is in the chain of its key's hash; `recent` is NULL or
 * an entry of the map: many programs ask for the same key again and again.
 */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 8

struct entry {
	struct entry *next;
	char *key;
	char *value;
};

struct hold_map {
	struct entry **buckets;
	size_t bucket_count;
	size_t count;
	struct entry *recent; /* what hold_map_get() found last */
	char *fallback;
};

static char *copy_text(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

static size_t hash_text(const char *text)
{
	size_t hash = 2166136261u;

	while (*text)
		hash = (hash ^ (unsigned char)*text++) * 16777619u;
	return hash;
}

static void entry_free(struct entry *entry)
{
	free(entry->key);
	free(entry->value);
	free(entry);
}

/* The place that points to the entry with this key, or to the end of the chain where it would be. */
static struct entry **find(const hold_map *map, const char *key)
{
	struct entry **link = &map->buckets[hash_text(key) % map->bucket_count];

	while (*link && strcmp((*link)->key, key) != 0)
		link = &(*link)->next;
	return link;
}

/* Twice as many buckets. Without memory the chains only get longer. */
static void grow(hold_map *map)
{
	size_t bucket_count = 2 * map->bucket_count;
	struct entry **buckets = calloc(bucket_count, sizeof(struct entry *));

	if (!buckets)
		return;
	for (size_t i = 0; i < map->bucket_count; i++)
		for (struct entry *entry = map->buckets[i], *next; entry; entry = next) {
			size_t place = hash_text(entry->key) % bucket_count;

			next = entry->next;
			entry->next = buckets[place];
			buckets[place] = entry;
		}
	free(map->buckets);
	map->buckets = buckets;
	map->bucket_count = bucket_count;
}

/* Takes the entry out of its chain; it is the caller's from now on. */
static struct entry *detach(hold_map *map, struct entry **link)
{
	struct entry *entry = *link;

	if (map->recent == entry)
		map->recent = NULL;
	*link = entry->next;
	return entry;
}

static void remove_all(hold_map *map)
{
	for (size_t i = 0; i < map->bucket_count; i++)
		while (map->buckets[i])
			entry_free(detach(map, &map->buckets[i]));
	map->count = 0;
}

hold_map *hold_map_new(void)
{
	hold_map *map = calloc(1, sizeof *map);

	if (!map)
		return NULL;
	map->bucket_count = FIRST_BUCKETS;
	map->buckets = calloc(map->bucket_count, sizeof(struct entry *));
	if (!map->buckets) {
		free(map);
		return NULL;
	}
	return map;
}

hold_map *hold_map_copy(const hold_map *map)
{
	hold_map *copy = map ? hold_map_new() : NULL;

	if (!copy)
		return NULL;
	if (hold_map_set_default(copy, map->fallback) != HOLD_OK)
		goto failed;
	for (size_t i = 0; i < map->bucket_count; i++)
		for (const struct entry *entry = map->buckets[i]; entry; entry = entry->next)
			if (hold_map_put(copy, entry->key, entry->value) != HOLD_OK)
				goto failed;
	return copy;

failed:
	hold_map_free(copy);
	return NULL;
}

void hold_map_free(hold_map *map)
{
	if (!map)
		return;
	remove_all(map);
	free(map->fallback);
	free(map->buckets);
	free(map);
}

size_t hold_map_count(const hold_map *map)
{
	return map ? map->count : 0;
}

/* Adds an entry that is not there yet. */
static enum hold_error add(hold_map *map, const char *key, char *value)
{
	struct entry *entry = calloc(1, sizeof *entry), **link;

	if (!entry)
		return HOLD_NO_MEMORY;
	entry->key = copy_text(key);
	if (!entry->key) {
		free(entry);
		return HOLD_NO_MEMORY;
	}
	entry->value = value;
	if (map->count >= map->bucket_count)
		grow(map);
	link = find(map, key);
	*link = entry;
	map->count++;
	return HOLD_OK;
}

enum hold_error hold_map_put(hold_map *map, const char *key, const char *value)
{
	struct entry *entry = *find(map, key);
	char *copy = copy_text(value);
	enum hold_error error;

	if (!copy)
		return HOLD_NO_MEMORY;
	if (entry) {
		free(entry->value);
		entry->value = copy;
		return HOLD_OK;
	}
	error = add(map, key, copy);
	if (error != HOLD_OK)
		free(copy);
	return error;
}

const char *hold_map_get(hold_map *map, const char *key)
{
	struct entry *entry = map->recent;

	if (!entry || strcmp(entry->key, key) != 0)
		entry = *find(map, key);
	if (!entry)
		return map->fallback;
	map->recent = entry;
	return entry->value;
}

bool hold_map_has(const hold_map *map, const char *key)
{
	return map && *find(map, key);
}

enum hold_error hold_map_remove(hold_map *map, const char *key)
{
	struct entry **link = find(map, key);

	if (!*link)
		return HOLD_MISSING;
	entry_free(detach(map, link));
	map->count--;
	return HOLD_OK;
}

char *hold_map_take(hold_map *map, const char *key)
{
	struct entry **link = find(map, key), *entry;
	char *value;

	if (!*link)
		return NULL;
	entry = detach(map, link);
	map->count--;
	value = entry->value;
	entry->value = NULL;
	entry_free(entry);
	return value;
}

enum hold_error hold_map_set_default(hold_map *map, const char *text)
{
	char *copy = text ? copy_text(text) : NULL;

	if (text && !copy)
		return HOLD_NO_MEMORY;
	free(map->fallback);
	map->fallback = copy;
	return HOLD_OK;
}

const char *hold_map_default(const hold_map *map)
{
	return map ? map->fallback : NULL;
}

void hold_map_clear(hold_map *map)
{
	remove_all(map);
	free(map->fallback);
	map->fallback = NULL;
}

size_t hold_map_each(const hold_map *map, hold_map_visitor *visitor, void *user_data)
{
	size_t visited = 0;

	for (size_t i = 0; map && i < map->bucket_count; i++)
		for (const struct entry *entry = map->buckets[i]; entry; entry = entry->next) {
			visited++;
			if (!visitor(entry->key, entry->value, user_data))
				return visited;
		}
	return visited;
}

/* NULL is equal to NULL alone. */
static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

bool hold_map_equal(const hold_map *a, const hold_map *b)
{
	if (!a || !b)
		return a == b;
	if (a->count != b->count || !same_text(a->fallback, b->fallback))
		return false;
	for (size_t i = 0; i < a->bucket_count; i++)
		for (const struct entry *entry = a->buckets[i]; entry; entry = entry->next) {
			const struct entry *other = *find(b, entry->key);

			if (!other || strcmp(entry->value, other->value) != 0)
				return false;
		}
	return true;
}
