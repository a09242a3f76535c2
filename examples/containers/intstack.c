/* A stack as a growing array. Invariants: 0 <= count <= room; the last item is the top. */
#include "intstack.h"

#include <stdlib.h>

#define FIRST_ROOM 3

struct intstack {
	int *items;
	int count;
	int room;
};

intstack *intstack_create(void)
{
	return calloc(1, sizeof(intstack));
}

void intstack_destroy(intstack *self)
{
	if (!self)
		return;
	free(self->items);
	free(self);
}

bool intstack_push(intstack *self, int value)
{
	if (self->count == self->room) {
		int room = 2 * self->room + FIRST_ROOM;
		int *items = realloc(self->items, (size_t)room * sizeof *items);

		if (!items)
			return false;
		self->items = items;
		self->room = room;
	}
	self->items[self->count++] = value;
	return true;
}

bool intstack_pop(intstack *self, int *value)
{
	if (!intstack_top(self, value))
		return false;
	self->count--;
	return true;
}

bool intstack_top(const intstack *self, int *value)
{
	if (self->count == 0)
		return false;
	*value = self->items[self->count - 1];
	return true;
}

bool intstack_is_empty(const intstack *self)
{
	return self->count == 0;
}

int intstack_size(const intstack *self)
{
	return self->count;
}

bool intstack_equals(const intstack *self, const intstack *other)
{
	if (!other || self->count != other->count)
		return false;
	for (int i = 0; i < self->count; i++)
		if (self->items[i] != other->items[i])
			return false;
	return true;
}
