/**
 * @file stack.h
 * A stack of objects, last in, first out, with the operations of java.util.Stack.
 *
 *     stack *s = stack_create();
 *     object *first = object_create();
 *     stack_push(s, first);
 *     stack_search(s, first);      // 1: it is on top
 *     stack_pop(s);                // first
 *     stack_destroy(s);
 *     object_destroy(first);
 *
 * A stack refers to objects, it does not own them: they have to outlive their stay on it. The same object may be on a
 * stack several times.
 */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

/** Something that can be put on a stack. Two objects are equal when they are the same. */
typedef struct object object;

/** A stack. Made by stack_create(), ended by stack_destroy(). */
typedef struct stack stack;

/** Makes an object. @return NULL when there is no memory. The caller ends it with object_destroy(). */
object *object_create(void);

/** Ends an object, which must not be on a stack any more. NULL is fine. */
void object_destroy(object *item);

/** Makes an empty stack. @return NULL when there is no memory. The caller ends it with stack_destroy(). */
stack *stack_create(void);

/** Ends a stack, but not the objects on it. NULL is fine. */
void stack_destroy(stack *self);

/**
 * Puts an object on top.
 * @param item  not NULL; the stack refers to it from now on
 * @return the object, or NULL when there is no memory: then the stack is as it was
 */
object *stack_push(stack *self, object *item);

/** Takes the top object off. @return the object, or NULL when the stack is empty. */
object *stack_pop(stack *self);

/** The top object, which stays there. @return NULL when the stack is empty. */
object *stack_peek(const stack *self);

/** Is nothing on the stack? */
bool stack_empty(const stack *self);

/** How far from the top an object is: 1 for the top itself; the topmost counts when it is there several times. @return -1 when it is not there. */
int stack_search(const stack *self, const object *item);

#endif
