/**
 * @file ubstack.h
 * A stack of numbers that is bounded and holds every number only once: one that is pushed again moves to the top.
 *
 *     ubstack *s = ubstack_create(2);
 *     ubstack_push(s, 5);
 *     ubstack_push(s, 6);
 *     ubstack_push(s, 5);          // 6, 5
 *     ubstack_push(s, 7);          // false: it is full
 *     ubstack_destroy(s);
 *
 * Stacks are not NULL, unless a function says so. Out-parameters are untouched when a function returns false.
 */
#ifndef UBSTACK_H
#define UBSTACK_H

#include <stdbool.h>

/** A stack. Made by ubstack_create(), ended by ubstack_destroy(). */
typedef struct ubstack ubstack;

/** Makes an empty stack. @param room  numbers that it can hold, 1 to 1000. @return NULL for others, and when there is no memory */
ubstack *ubstack_create(int room);

/** Ends a stack. NULL is fine. */
void ubstack_destroy(ubstack *self);

/** Puts a number on top. @return false when it is not on the stack and the stack is full */
bool ubstack_push(ubstack *self, int value);

/** Takes the top number off. @return false when the stack is empty */
bool ubstack_pop(ubstack *self);

/** @param[out] value  the top number. @return false when the stack is empty */
bool ubstack_top(const ubstack *self, int *value);

/** Is the number on the stack? */
bool ubstack_is_member(const ubstack *self, int value);

/** Is nothing on the stack? */
bool ubstack_is_empty(const ubstack *self);

/** Is as much on the stack as it can hold? */
bool ubstack_is_full(const ubstack *self);

/** How many numbers are on the stack? */
int ubstack_size(const ubstack *self);

/** How many numbers can it hold? */
int ubstack_room(const ubstack *self);

/** Are the same numbers on both, in whatever order? False when other is NULL. */
bool ubstack_equals(const ubstack *self, const ubstack *other);

#endif
