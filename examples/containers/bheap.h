/**
 * @file bheap.h
 * A priority queue as a binomial heap. Numbers may occur several times.
 *
 *     bheap *heap = bheap_create();
 *     bheap_insert(heap, 7);
 *     bheap_insert(heap, 3);
 *     int smallest;
 *     bheap_extract_min(heap, &smallest);     // true, 3
 *     bheap_destroy(heap);
 *
 * Heaps are not NULL, except for bheap_destroy(). Out-parameters are untouched when a function returns false.
 */
#ifndef BHEAP_H
#define BHEAP_H

#include <stdbool.h>

/** A heap. Made by bheap_create(), ended by bheap_destroy(). */
typedef struct bheap bheap;

/** Makes an empty heap. @return NULL when there is no memory. */
bheap *bheap_create(void);

/** Ends a heap. NULL is fine. */
void bheap_destroy(bheap *self);

/** Adds a number. @return false when there is no memory */
bool bheap_insert(bheap *self, int key);

/** @param[out] key  the smallest number, which stays. @return false when the heap is empty */
bool bheap_find_min(const bheap *self, int *key);

/** Removes the smallest number. @param[out] key  that number. @return false when the heap is empty */
bool bheap_extract_min(bheap *self, int *key);

/** Makes one number smaller. @return false when the heap has no @p key, or @p smaller is not below it */
bool bheap_decrease_key(bheap *self, int key, int smaller);

/** Removes one number of this value. @return false when there is none */
bool bheap_remove(bheap *self, int key);

/** Moves all numbers of another heap, which is empty then, to this one. Nothing happens when both are the same. */
void bheap_merge(bheap *self, bheap *other);

/** Is the number in the heap? */
bool bheap_contains(const bheap *self, int key);

/** How many numbers are in the heap? */
int bheap_size(const bheap *self);

#endif
