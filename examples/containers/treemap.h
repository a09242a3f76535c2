/**
 * @file treemap.h
 * A map from numbers to numbers in the order of its keys, as a red-black tree, with operations of java.util.TreeMap.
 *
 *     treemap *squares = treemap_create();
 *     treemap_put(squares, 4, 16);
 *     int value;
 *     treemap_get(squares, 4, &value);     // true, 16
 *     treemap_destroy(squares);
 *
 * Maps are not NULL, except for treemap_destroy(). Out-parameters are untouched when a function returns false.
 */
#ifndef TREEMAP_H
#define TREEMAP_H

#include <stdbool.h>

/** A map. Made by treemap_create(), ended by treemap_destroy(). */
typedef struct treemap treemap;

/** Makes an empty map. @return NULL when there is no memory. */
treemap *treemap_create(void);

/** Ends a map. NULL is fine. */
void treemap_destroy(treemap *self);

/** Removes all entries. */
void treemap_clear(treemap *self);

/** Adds an entry, or changes its value. @return 1 when it is new, 0 when the key was there, -1 when there is no memory */
int treemap_put(treemap *self, int key, int value);

/** @param[out] value  the value of a key. @return false when the key is not there */
bool treemap_get(const treemap *self, int key, int *value);

/** Is there an entry with this key? */
bool treemap_contains_key(const treemap *self, int key);

/** Is there an entry with this value? */
bool treemap_contains_value(const treemap *self, int value);

/** Removes an entry. @return false when the key is not there */
bool treemap_remove(treemap *self, int key);

/** How many entries are there? */
int treemap_size(const treemap *self);

/** @param[out] key  the smallest key. @return false when the map is empty */
bool treemap_first_key(const treemap *self, int *key);

/** @param[out] key  the largest key. @return false when the map is empty */
bool treemap_last_key(const treemap *self, int *key);

/** @param[out] next  the smallest key above this one. @return false when there is none */
bool treemap_higher_key(const treemap *self, int key, int *next);

#endif
