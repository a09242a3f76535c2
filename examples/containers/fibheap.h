/**
 * @file fibheap.h
 * A priority queue as a Fibonacci heap. Numbers may occur several times.
 *
 *     fibheap *heap = fibheap_create();
 *     fibheap_insert(heap, 7);
 *     fibheap_insert(heap, 3);
 *     int smallest;
 *     fibheap_extract_min(heap, &smallest);     // true, 3
 *     fibheap_destroy(heap);
 *
 * Heaps are not NULL, except for fibheap_destroy(). Out-parameters are untouched when a function returns false.
 */
#ifndef FIBHEAP_H
#define FIBHEAP_H

#include <stdbool.h>

/** A heap. Made by fibheap_create(), ended by fibheap_destroy(). */
typedef struct fibheap fibheap;

/** Makes an empty heap. @return NULL when there is no memory. */
fibheap *fibheap_create(void);

/** Ends a heap. NULL is fine. */
void fibheap_destroy(fibheap *self);

/** Adds a number. @return false when there is no memory */
bool fibheap_insert(fibheap *self, int key);

/** @param[out] key  the smallest number, which stays. @return false when the heap is empty */
bool fibheap_find_min(const fibheap *self, int *key);

/** Removes the smallest number. @param[out] key  that number. @return false when the heap is empty */
bool fibheap_extract_min(fibheap *self, int *key);

/** Makes one number smaller. @return false when the heap has no @p key, or @p smaller is not below it */
bool fibheap_decrease_key(fibheap *self, int key, int smaller);

/** Removes one number of this value. @return false when there is none */
bool fibheap_remove(fibheap *self, int key);

/** Moves all numbers of another heap, which is empty then, to this one. Nothing happens when both are the same. */
void fibheap_merge(fibheap *self, fibheap *other);

/** Is the number in the heap? */
bool fibheap_contains(const fibheap *self, int key);

/** How many numbers are in the heap? */
int fibheap_size(const fibheap *self);

#endif
