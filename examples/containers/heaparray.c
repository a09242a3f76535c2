/* A binary heap in an array. Invariants: 0 <= count <= room; no key is above that of its parent, at (index - 1) / 2. */
#include "heaparray.h"

#include <stdlib.h>

#define MOST 1000000

struct heaparray {
	int count;
	int room;
	int keys[];
};

heaparray *heaparray_create(int room)
{
	heaparray *self;

	if (room < 1 || room > MOST)
		return NULL;
	self = malloc(sizeof *self + (size_t)room * sizeof self->keys[0]);
	if (!self)
		return NULL;
	self->count = 0;
	self->room = room;
	return self;
}

void heaparray_destroy(heaparray *self)
{
	free(self);
}

/* Puts a key where there is a hole, or above. */
static void sift_up(heaparray *self, int hole, int key)
{
	while (hole > 0 && self->keys[(hole - 1) / 2] < key) {
		self->keys[hole] = self->keys[(hole - 1) / 2];
		hole = (hole - 1) / 2;
	}
	self->keys[hole] = key;
}

/* Puts a key where there is a hole, or below. */
static void sift_down(heaparray *self, int hole, int key)
{
	int child;

	while ((child = 2 * hole + 1) < self->count) {
		if (child + 1 < self->count && self->keys[child + 1] > self->keys[child])
			child++;
		if (self->keys[child] <= key)
			break;
		self->keys[hole] = self->keys[child];
		hole = child;
	}
	self->keys[hole] = key;
}

bool heaparray_insert(heaparray *self, int key)
{
	if (self->count == self->room)
		return false;
	sift_up(self, self->count++, key);
	return true;
}

bool heaparray_find_max(const heaparray *self, int *key)
{
	if (self->count == 0)
		return false;
	*key = self->keys[0];
	return true;
}

bool heaparray_extract_max(heaparray *self, int *key)
{
	if (!heaparray_find_max(self, key))
		return false;
	self->count--;
	sift_down(self, 0, self->keys[self->count]);
	return true;
}

bool heaparray_increase_key(heaparray *self, int key, int larger)
{
	int index = 0;

	while (index < self->count && self->keys[index] != key)
		index++;
	if (index == self->count || larger <= key)
		return false;
	sift_up(self, index, larger);
	return true;
}

int heaparray_size(const heaparray *self)
{
	return self->count;
}

void heaparray_clear(heaparray *self)
{
	self->count = 0;
}
