/* A unique bounded stack in an array. Invariants: 0 <= count <= room; no item occurs twice; the last one is the top. */
#include "ubstack.h"

#include <stdlib.h>

#define MOST 1000

struct ubstack {
	int count;
	int room;
	int items[];
};

ubstack *ubstack_create(int room)
{
	ubstack *self;

	if (room < 1 || room > MOST)
		return NULL;
	self = malloc(sizeof *self + (size_t)room * sizeof self->items[0]);
	if (!self)
		return NULL;
	self->count = 0;
	self->room = room;
	return self;
}

void ubstack_destroy(ubstack *self)
{
	free(self);
}

/* Where the number is; count if it is not there. */
static int find(const ubstack *self, int value)
{
	int index = 0;

	while (index < self->count && self->items[index] != value)
		index++;
	return index;
}

bool ubstack_push(ubstack *self, int value)
{
	int index = find(self, value);

	if (index == self->count) {
		if (self->count == self->room)
			return false;
		self->count++;
	}
	for (; index + 1 < self->count; index++)
		self->items[index] = self->items[index + 1];
	self->items[self->count - 1] = value;
	return true;
}

bool ubstack_pop(ubstack *self)
{
	if (self->count == 0)
		return false;
	self->count--;
	return true;
}

bool ubstack_top(const ubstack *self, int *value)
{
	if (self->count == 0)
		return false;
	*value = self->items[self->count - 1];
	return true;
}

bool ubstack_is_member(const ubstack *self, int value)
{
	return find(self, value) < self->count;
}

bool ubstack_is_empty(const ubstack *self)
{
	return self->count == 0;
}

bool ubstack_is_full(const ubstack *self)
{
	return self->count == self->room;
}

int ubstack_size(const ubstack *self)
{
	return self->count;
}

int ubstack_room(const ubstack *self)
{
	return self->room;
}

bool ubstack_equals(const ubstack *self, const ubstack *other)
{
	if (!other || self->count != other->count)
		return false;
	for (int i = 0; i < self->count; i++)
		if (!ubstack_is_member(other, self->items[i]))
			return false;
	return true;
}
