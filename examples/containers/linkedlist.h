/**
 * @file linkedlist.h
 * A list of numbers, linked in both directions, with operations of java.util.LinkedList.
 *
 *     linkedlist *list = linkedlist_create();
 *     linkedlist_add_last(list, 5);
 *     linkedlist_add_first(list, 4);
 *     linkedlist_index_of(list, 5);     // 1
 *     linkedlist_destroy(list);
 *
 * Positions are counted from 0. Lists are not NULL, except for linkedlist_destroy(). Out-parameters are untouched when a function returns false.
 */
#ifndef LINKEDLIST_H
#define LINKEDLIST_H

#include <stdbool.h>

/** A list. Made by linkedlist_create() and linkedlist_clone(), ended by linkedlist_destroy(). */
typedef struct linkedlist linkedlist;

/** Makes an empty list. @return NULL when there is no memory. */
linkedlist *linkedlist_create(void);

/** A new list with the same numbers. @return NULL when there is no memory. */
linkedlist *linkedlist_clone(const linkedlist *self);

/** Ends a list. NULL is fine. */
void linkedlist_destroy(linkedlist *self);

/** Adds a number in front. @return false when there is no memory */
bool linkedlist_add_first(linkedlist *self, int value);

/** Adds a number at the end. @return false when there is no memory */
bool linkedlist_add_last(linkedlist *self, int value);

/** Adds a number at a position, 0 to the size. @return false for another position, and when there is no memory */
bool linkedlist_add(linkedlist *self, int position, int value);

/** @param[out] value  the number at a position. @return false when there is none */
bool linkedlist_get(const linkedlist *self, int position, int *value);

/** Changes the number at a position. @return false when there is none */
bool linkedlist_set(linkedlist *self, int position, int value);

/** Removes the first number. @param[out] value  that number. @return false when the list is empty */
bool linkedlist_remove_first(linkedlist *self, int *value);

/** Removes the last number. @param[out] value  that number. @return false when the list is empty */
bool linkedlist_remove_last(linkedlist *self, int *value);

/** Removes the first one of this value. @return false when there is none */
bool linkedlist_remove(linkedlist *self, int value);

/** The first position of a value. @return -1 when it is not there */
int linkedlist_index_of(const linkedlist *self, int value);

/** The last position of a value. @return -1 when it is not there */
int linkedlist_last_index_of(const linkedlist *self, int value);

/** Is the number in the list? */
bool linkedlist_contains(const linkedlist *self, int value);

/** Removes all numbers. */
void linkedlist_clear(linkedlist *self);

/** How many numbers are in the list? */
int linkedlist_size(const linkedlist *self);

#endif
