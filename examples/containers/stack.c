/* A stack as a growing array. Invariants: 0 <= count <= room; items[0..count-1] are not NULL, the last one is the top. */
#include "stack.h"

#include <limits.h>
#include <stdlib.h>

struct object {
	unsigned char unused; /* an object is nothing but its address */
};

struct stack {
	object **items;
	int count;
	int room;
};

object *object_create(void)
{
	return calloc(1, sizeof(object));
}

void object_destroy(object *item)
{
	free(item);
}

stack *stack_create(void)
{
	return calloc(1, sizeof(stack));
}

void stack_destroy(stack *self)
{
	if (!self)
		return;
	free(self->items);
	free(self);
}

/* Makes room for one more. Returns false when there is no memory. */
static bool reserve(stack *self)
{
	object **items;
	int room;

	if (self->count < self->room)
		return true;
	if (self->room > INT_MAX / 2)
		return false;
	room = self->room > 0 ? 2 * self->room : 10;
	items = realloc(self->items, (size_t)room * sizeof *items);
	if (!items)
		return false;
	self->items = items;
	self->room = room;
	return true;
}

object *stack_push(stack *self, object *item)
{
	if (!reserve(self))
		return NULL;
	self->items[self->count++] = item;
	return item;
}

object *stack_pop(stack *self)
{
	object *item = stack_peek(self);

	if (item)
		self->count--;
	return item;
}

object *stack_peek(const stack *self)
{
	return self->count > 0 ? self->items[self->count - 1] : NULL;
}

bool stack_empty(const stack *self)
{
	return self->count == 0;
}

int stack_search(const stack *self, const object *item)
{
	for (int i = self->count - 1; i >= 0; i--)
		if (self->items[i] == item)
			return self->count - i;
	return -1;
}
