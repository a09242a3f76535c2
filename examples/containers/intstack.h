/**
 * @file intstack.h
 * A stack of numbers that grows as needed.
 *
 *     intstack *s = intstack_create();
 *     intstack_push(s, 5);
 *     int top;
 *     intstack_pop(s, &top);     // true, 5
 *     intstack_destroy(s);
 *
 * Stacks are not NULL, unless a function says so. Out-parameters are untouched when a function returns false.
 */
#ifndef INTSTACK_H
#define INTSTACK_H

#include <stdbool.h>

/** A stack. Made by intstack_create(), ended by intstack_destroy(). */
typedef struct intstack intstack;

/** Makes an empty stack. @return NULL when there is no memory. */
intstack *intstack_create(void);

/** Ends a stack. NULL is fine. */
void intstack_destroy(intstack *self);

/** Puts a number on top. @return false when there is no memory */
bool intstack_push(intstack *self, int value);

/** Takes the top number off. @param[out] value  that number. @return false when the stack is empty */
bool intstack_pop(intstack *self, int *value);

/** @param[out] value  the top number, which stays. @return false when the stack is empty */
bool intstack_top(const intstack *self, int *value);

/** Is nothing on the stack? */
bool intstack_is_empty(const intstack *self);

/** How many numbers are on the stack? */
int intstack_size(const intstack *self);

/** Are the same numbers on both, in the same order? False when other is NULL. */
bool intstack_equals(const intstack *self, const intstack *other);

#endif
