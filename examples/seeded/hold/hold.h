/**
 * @file hold.h
 * Four small containers: a list of numbers, a map of texts, a heap of jobs, a ring of bytes.
 *
 *     hold_map *colours = hold_map_new();
 *     hold_map_put(colours, "sky", "blue");
 *     puts(hold_map_get(colours, "sky"));
 *     hold_map_free(colours);
 *
 * Handles and texts are not NULL, with these exceptions: functions that only look at a container (they take it as const) take NULL for an
 * empty one, functions that free take NULL and do nothing, and some functions say more. Texts are NUL-terminated; containers keep copies.
 * What fails leaves the container and all out-parameters as they were. Containers know nothing of threads.
 */
#ifndef HOLD_H
#define HOLD_H

#include <stdbool.h>
#include <stddef.h>

/** How an operation went. */
enum hold_error {
	HOLD_OK = 0,
	HOLD_NO_MEMORY = -1,
	HOLD_RANGE = -2,  /**< an index or a size that cannot be */
	HOLD_MISSING = -3 /**< there is no such thing in the container */
};

/** The most that a list can reserve and a ring can hold. */
#define HOLD_MOST (1u << 20)

/** @name A list of numbers
 * Positions are counted from 0; negative ones from the end: -1 is the last item. A position where no item is gives HOLD_RANGE.
 */
/** @{ */
typedef struct hold_list hold_list;

/** Makes an empty list. @return NULL when there is no memory; to be freed with hold_list_free() */
hold_list *hold_list_new(void);

/**
 * A list of its own with the same items. It is cheap: items are copied only when one of the two lists changes.
 * @return NULL when there is no memory or @p list is NULL; to be freed with hold_list_free()
 */
hold_list *hold_list_copy(const hold_list *list);

/** Frees a list. */
void hold_list_free(hold_list *list);

/** @return the number of items */
size_t hold_list_count(const hold_list *list);

/** Makes room for so many items in all, so that adding them cannot fail. HOLD_RANGE above HOLD_MOST. */
enum hold_error hold_list_reserve(hold_list *list, size_t count);

/** Adds an item at the end. */
enum hold_error hold_list_append(hold_list *list, int value);

/** Adds an item in front of the one at @p position. */
enum hold_error hold_list_insert(hold_list *list, long position, int value);

/** Changes an item. */
enum hold_error hold_list_set(hold_list *list, long position, int value);

/** Reads an item. @param[out] value  the item */
enum hold_error hold_list_get(const hold_list *list, long position, int *value);

/** Removes an item; those behind it move up. */
enum hold_error hold_list_remove(hold_list *list, long position);

/** Removes all items. */
void hold_list_clear(hold_list *list);

/** @return the position of the first item with this value, or -1 */
long hold_list_find(const hold_list *list, int value);

/** Are both the same, item by item? NULL is equal to NULL alone. */
bool hold_list_equal(const hold_list *a, const hold_list *b);

/** The order of dictionaries: below 0, 0, or above 0, as @p a comes before, with or behind @p b. NULL comes before all lists. */
int hold_list_compare(const hold_list *a, const hold_list *b);

/** A number that is the same for equal lists. */
unsigned long hold_list_hash(const hold_list *list);
/** @} */

/** @name A map from texts to texts */
/** @{ */
typedef struct hold_map hold_map;

/** Called for each entry by hold_map_each(), which it must not change. @return true to go on */
typedef bool hold_map_visitor(const char *key, const char *value, void *user_data);

/** Makes an empty map. @return NULL when there is no memory; to be freed with hold_map_free() */
hold_map *hold_map_new(void);

/** A map of its own with the same entries and the same default. @return NULL when there is no memory or @p map is NULL */
hold_map *hold_map_copy(const hold_map *map);

/** Frees a map. */
void hold_map_free(hold_map *map);

/** @return the number of entries */
size_t hold_map_count(const hold_map *map);

/** Adds an entry, or changes its value if the key is there. */
enum hold_error hold_map_put(hold_map *map, const char *key, const char *value);

/** @return the value, or the default where there is none; the map's own, valid until the entry or the default changes */
const char *hold_map_get(hold_map *map, const char *key);

/** Is there such an entry? */
bool hold_map_has(const hold_map *map, const char *key);

/** Removes an entry. HOLD_MISSING if there is none. */
enum hold_error hold_map_remove(hold_map *map, const char *key);

/** Removes an entry and hands its value over. @return the value, to be freed with free(); NULL if there is none */
char *hold_map_take(hold_map *map, const char *key);

/** What hold_map_get() gives for a key that is not there. @param text  NULL, as at the beginning, for NULL */
enum hold_error hold_map_set_default(hold_map *map, const char *text);

/** @return the default, the map's own, valid until it changes; NULL if there is none */
const char *hold_map_default(const hold_map *map);

/** Makes the map as it was when it was new: no entries, no default. */
void hold_map_clear(hold_map *map);

/** Visits all entries, in no particular order but always the same. @return the number of entries visited */
size_t hold_map_each(const hold_map *map, hold_map_visitor *visitor, void *user_data);

/** Have both the same entries and the same default? NULL is equal to NULL alone. */
bool hold_map_equal(const hold_map *a, const hold_map *b);
/** @} */

/** @name A heap of jobs
 * The job with the smallest priority comes first; among equals it is any of them.
 */
/** @{ */
typedef struct hold_heap hold_heap;

/** Makes an empty heap. @return NULL when there is no memory; to be freed with hold_heap_free() */
hold_heap *hold_heap_new(void);

/** Frees a heap. */
void hold_heap_free(hold_heap *heap);

/** @return the number of jobs */
size_t hold_heap_count(const hold_heap *heap);

/** Adds a job. */
enum hold_error hold_heap_push(hold_heap *heap, int priority, int job);

/** Reads the first job. HOLD_MISSING if the heap is empty. @param[out] job  the job; NULL if it is not wanted */
enum hold_error hold_heap_peek(const hold_heap *heap, int *job);

/** Removes the first job. HOLD_MISSING if the heap is empty. @param[out] job  the job; NULL if it is not wanted */
enum hold_error hold_heap_pop(hold_heap *heap, int *job);

/** Gives the heap a name for logs. @param label  NULL for none, as at the beginning */
enum hold_error hold_heap_set_label(hold_heap *heap, const char *label);

/** @return the heap's label, its own; NULL if it has none */
const char *hold_heap_label(const hold_heap *heap);

/** Removes all jobs; the label stays. */
void hold_heap_clear(hold_heap *heap);
/** @} */

/** @name A ring of bytes: first in, first out */
/** @{ */
typedef struct hold_ring hold_ring;

/** Makes an empty ring. @param capacity  at most HOLD_MOST; a ring for 0 bytes is always full. @return NULL when that is too much */
hold_ring *hold_ring_new(size_t capacity);

/** Frees a ring. */
void hold_ring_free(hold_ring *ring);

/** @return how many bytes the ring can hold */
size_t hold_ring_capacity(const hold_ring *ring);

/** @return how many bytes are in it */
size_t hold_ring_used(const hold_ring *ring);

/** @return how full it is, in per cent, rounded down; a ring that can hold nothing is full */
unsigned hold_ring_percent(const hold_ring *ring);

/** Adds one byte. @return false when the ring is full */
bool hold_ring_put(hold_ring *ring, unsigned char byte);

/** Adds bytes, as many as there is room for. @param bytes  may be NULL when @p length is 0. @return how many were added */
size_t hold_ring_write(hold_ring *ring, const void *bytes, size_t length);

/** Takes bytes out, as many as there are. @param buffer  with room for @p capacity bytes; may be NULL when that is 0. @return how many */
size_t hold_ring_read(hold_ring *ring, void *buffer, size_t capacity);

/** Takes bytes out unseen, as many as there are. @return how many */
size_t hold_ring_skip(hold_ring *ring, size_t count);
/** @} */

#endif
