/*
 * A list is an array that several lists may share. Invariants: a block has as many owners as `owners` says; whoever changes items is
 * the only owner (unshare() sees to it); count <= room.
 */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

struct block {
	int *items;
	size_t room;
	size_t owners;
};

struct hold_list {
	struct block *block;
	size_t count;
};

static struct block *block_new(size_t room)
{
	struct block *block = malloc(sizeof *block);

	if (!block)
		return NULL;
	block->items = malloc((room > 0 ? room : 1) * sizeof *block->items);
	if (!block->items) {
		free(block);
		return NULL;
	}
	block->room = room;
	block->owners = 1;
	return block;
}

static void block_leave(struct block *block)
{
	if (--block->owners > 0)
		return;
	free(block->items);
	free(block);
}

hold_list *hold_list_new(void)
{
	hold_list *list = malloc(sizeof *list);

	if (!list)
		return NULL;
	list->block = block_new(0);
	if (!list->block) {
		free(list);
		return NULL;
	}
	list->count = 0;
	return list;
}

hold_list *hold_list_copy(const hold_list *list)
{
	hold_list *copy;

	if (!list)
		return NULL;
	copy = malloc(sizeof *copy);
	if (!copy)
		return NULL;
	*copy = *list;
	copy->block->owners++;
	return copy;
}

void hold_list_free(hold_list *list)
{
	if (!list)
		return;
	block_leave(list->block);
	free(list);
}

size_t hold_list_count(const hold_list *list)
{
	return list ? list->count : 0;
}

/* Gives the list a block of its own with so much room. */
static enum hold_error move_to(hold_list *list, size_t room)
{
	struct block *block = block_new(room);

	if (!block)
		return HOLD_NO_MEMORY;
	memcpy(block->items, list->block->items, list->count * sizeof *block->items);
	block_leave(list->block);
	list->block = block;
	return HOLD_OK;
}

/* Makes sure that no other list sees what changes. */
static enum hold_error unshare(hold_list *list)
{
	return list->block->owners > 1 ? move_to(list, list->block->room) : HOLD_OK;
}

/* The same, with room for one more item. */
static enum hold_error unshare_and_grow(hold_list *list)
{
	if (list->count < list->block->room)
		return unshare(list);
	return move_to(list, list->count < 4 ? 4 : 2 * list->count);
}

/* Turns a position into an index. Returns false when there is no such item. */
static bool resolve(const hold_list *list, long position, size_t *index)
{
	long count = (long)hold_list_count(list);

	if (position < 0)
		position += count;
	if (position < 0 || position >= count)
		return false;
	*index = (size_t)position;
	return true;
}

enum hold_error hold_list_reserve(hold_list *list, size_t count)
{
	if (count > HOLD_MOST)
		return HOLD_RANGE;
	return count > list->block->room ? move_to(list, count) : HOLD_OK;
}

enum hold_error hold_list_append(hold_list *list, int value)
{
	enum hold_error error = unshare_and_grow(list);

	if (error == HOLD_OK)
		list->block->items[list->count++] = value;
	return error;
}

enum hold_error hold_list_insert(hold_list *list, long position, int value)
{
	enum hold_error error;
	size_t index;
	int *place;

	if (!resolve(list, position, &index))
		return HOLD_RANGE;
	error = unshare_and_grow(list);
	if (error != HOLD_OK)
		return error;
	place = list->block->items + index;
	memmove(place + 1, place, (list->count - index) * sizeof *place);
	*place = value;
	list->count++;
	return HOLD_OK;
}

enum hold_error hold_list_set(hold_list *list, long position, int value)
{
	enum hold_error error;
	size_t index;

	if (!resolve(list, position, &index))
		return HOLD_RANGE;
	error = unshare(list);
	if (error != HOLD_OK)
		return error;
	list->block->items[index] = value;
	return HOLD_OK;
}

enum hold_error hold_list_get(const hold_list *list, long position, int *value)
{
	size_t index;

	if (!resolve(list, position, &index))
		return HOLD_RANGE;
	*value = list->block->items[index];
	return HOLD_OK;
}

enum hold_error hold_list_remove(hold_list *list, long position)
{
	enum hold_error error;
	size_t index;
	int *place;

	if (!resolve(list, position, &index))
		return HOLD_RANGE;
	error = unshare(list);
	if (error != HOLD_OK)
		return error;
	place = list->block->items + index;
	memmove(place, place + 1, (list->count - index - 1) * sizeof *place);
	list->count--;
	return HOLD_OK;
}

void hold_list_clear(hold_list *list)
{
	list->count =
		0; /* what others share with us stays as it is: whatever we add from now on goes to a block of our own */
}

long hold_list_find(const hold_list *list, int value)
{
	for (size_t i = 0; i < hold_list_count(list); i++)
		if (list->block->items[i] == value)
			return (long)i;
	return -1;
}

bool hold_list_equal(const hold_list *a, const hold_list *b)
{
	if (!a || !b)
		return a == b;
	return a->count == b->count && memcmp(a->block->items, b->block->items, a->count * sizeof(int)) == 0;
}

int hold_list_compare(const hold_list *a, const hold_list *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	for (size_t i = 0; i < a->count && i < b->count; i++) {
		int left = a->block->items[i], right = b->block->items[i];

		if (left != right)
			return left < right ? -1 : 1;
	}
	return (a->count > b->count) - (a->count < b->count);
}

unsigned long hold_list_hash(const hold_list *list)
{
	unsigned long hash;

	if (!list)
		return 0;
	hash = 5381 + list->count;
	for (size_t i = 0; i < list->count; i++)
		hash = 33 * hash + (unsigned)list->block->items[i];
	return hash;
}
