/* A ring of links around a head that holds no number. Invariants: next and previous of neighbours agree; size is the number of links but for the head. */
#include "linkedlist.h"

#include <stdlib.h>

struct link {
	struct link *next;
	struct link *previous;
	int value;
};

struct linkedlist {
	struct link head;
	int size;
};

linkedlist *linkedlist_create(void)
{
	linkedlist *self = calloc(1, sizeof *self);

	if (!self)
		return NULL;
	self->head.next = self->head.previous = &self->head;
	return self;
}

linkedlist *linkedlist_clone(const linkedlist *self)
{
	linkedlist *clone = linkedlist_create();

	if (!clone)
		return NULL;
	for (const struct link *link = self->head.next; link != &self->head; link = link->next)
		if (!linkedlist_add_last(clone, link->value)) {
			linkedlist_destroy(clone);
			return NULL;
		}
	return clone;
}

void linkedlist_destroy(linkedlist *self)
{
	if (!self)
		return;
	linkedlist_clear(self);
	free(self);
}

static bool add_before(linkedlist *self, struct link *next, int value)
{
	struct link *link = malloc(sizeof *link);

	if (!link)
		return false;
	link->value = value;
	link->next = next;
	link->previous = next->previous;
	next->previous->next = link;
	next->previous = link;
	self->size++;
	return true;
}

static void remove_link(linkedlist *self, struct link *link)
{
	link->previous->next = link->next;
	link->next->previous = link->previous;
	free(link);
	self->size--;
}

/* The link at a position, from the nearer end; the head for that behind the last. NULL when there is no such position. */
static struct link *at(const linkedlist *self, int position)
{
	struct link *link = self->head.next->previous; /* the head, without const */

	if (position < 0 || position > self->size)
		return NULL;
	if (position < self->size / 2)
		for (int i = 0; i <= position; i++)
			link = link->next;
	else
		for (int i = self->size; i > position; i--)
			link = link->previous;
	return link;
}

bool linkedlist_add_first(linkedlist *self, int value)
{
	return add_before(self, self->head.next, value);
}

bool linkedlist_add_last(linkedlist *self, int value)
{
	return add_before(self, &self->head, value);
}

bool linkedlist_add(linkedlist *self, int position, int value)
{
	struct link *next = at(self, position);

	return next && add_before(self, next, value);
}

bool linkedlist_get(const linkedlist *self, int position, int *value)
{
	const struct link *link = at(self, position);

	if (!link || link == &self->head)
		return false;
	*value = link->value;
	return true;
}

bool linkedlist_set(linkedlist *self, int position, int value)
{
	struct link *link = at(self, position);

	if (!link || link == &self->head)
		return false;
	link->value = value;
	return true;
}

bool linkedlist_remove_first(linkedlist *self, int *value)
{
	if (self->size == 0)
		return false;
	*value = self->head.next->value;
	remove_link(self, self->head.next);
	return true;
}

bool linkedlist_remove_last(linkedlist *self, int *value)
{
	if (self->size == 0)
		return false;
	*value = self->head.previous->value;
	remove_link(self, self->head.previous);
	return true;
}

bool linkedlist_remove(linkedlist *self, int value)
{
	int position = linkedlist_index_of(self, value);

	if (position < 0)
		return false;
	remove_link(self, at(self, position));
	return true;
}

int linkedlist_index_of(const linkedlist *self, int value)
{
	int position = 0;

	for (const struct link *link = self->head.next; link != &self->head; link = link->next, position++)
		if (link->value == value)
			return position;
	return -1;
}

int linkedlist_last_index_of(const linkedlist *self, int value)
{
	int position = self->size - 1;

	for (const struct link *link = self->head.previous; link != &self->head; link = link->previous, position--)
		if (link->value == value)
			return position;
	return -1;
}

bool linkedlist_contains(const linkedlist *self, int value)
{
	return linkedlist_index_of(self, value) >= 0;
}

void linkedlist_clear(linkedlist *self)
{
	while (self->size > 0)
		remove_link(self, self->head.next);
}

int linkedlist_size(const linkedlist *self)
{
	return self->size;
}
