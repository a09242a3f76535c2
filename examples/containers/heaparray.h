/**
 * @file heaparray.h
 * A priority queue as a binary heap in an array: the largest number comes first. Numbers may occur several times.
 *
 *     heaparray *heap = heaparray_create(10);
 *     heaparray_insert(heap, 7);
 *     int largest;
 *     heaparray_extract_max(heap, &largest);     // true, 7
 *     heaparray_destroy(heap);
 *
 * Heaps are not NULL, except for heaparray_destroy(). Out-parameters are untouched when a function returns false.
 */
#ifndef HEAPARRAY_H
#define HEAPARRAY_H

#include <stdbool.h>

/** A heap. Made by heaparray_create(), ended by heaparray_destroy(). */
typedef struct heaparray heaparray;

/** Makes an empty heap. @param room  numbers that it can hold, 1 to 1000000. @return NULL for others, and when there is no memory */
heaparray *heaparray_create(int room);

/** Ends a heap. NULL is fine. */
void heaparray_destroy(heaparray *self);

/** Adds a number. @return false when the heap is full */
bool heaparray_insert(heaparray *self, int key);

/** @param[out] key  the largest number, which stays. @return false when the heap is empty */
bool heaparray_find_max(const heaparray *self, int *key);

/** Removes the largest number. @param[out] key  that number. @return false when the heap is empty */
bool heaparray_extract_max(heaparray *self, int *key);

/** Makes one number larger. @return false when the heap has no @p key, or @p larger is not above it */
bool heaparray_increase_key(heaparray *self, int key, int larger);

/** How many numbers are in the heap? */
int heaparray_size(const heaparray *self);

/** Removes all numbers. */
void heaparray_clear(heaparray *self);

#endif
