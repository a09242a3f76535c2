/* Where a pointer to the object is left behind. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	struct item *previous;
	void *data;
	const char *name;
};

struct list {
	struct item *first;
	struct item *last;
	size_t count;
};

struct vector {
	void **items;
	size_t count;
	size_t capacity;
};

static struct item *current;
static struct item *registry;
static void *slots[8];

// expect: in_global item stored=global effect=read_only deref=never
void in_global(struct item *item)
{
	current = item;
}

// expect: in_global_array data stored=global effect=read_only
void in_global_array(void *data, unsigned i)
{
	slots[i % 8] = data;
}

// expect: in_static_list item stored=global effect=read_write
void in_static_list(struct item *item)
{
	item->next = registry;
	registry = item;
}

// expect: in_static_local data stored=global
void *in_static_local(void *data)
{
	static void *previous;
	void *result = previous;
	previous = data;
	return result;
}

// expect: in_other item stored=no effect=read_write
// expect: in_other data stored=item effect=read_only deref=never null=legal
void in_other(struct item *item, void *data)
{
	item->data = data;
}

// expect: in_each_other a stored=b effect=read_write
// expect: in_each_other b stored=a effect=read_write
void in_each_other(struct item *a, struct item *b)
{
	a->next = b;
	b->previous = a;
}

// expect: in_itself list stored=no effect=read_write
void in_itself(struct item *list)
{
	list->next = list;
	list->previous = list;
}

// expect: appended list stored=no effect=read_write
// expect: appended item stored=list effect=read_write
void appended(struct list *list, struct item *item)
{
	item->next = NULL;
	if (list->last)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	list->count++;
}

// expect: inserted_after item stored=place effect=read_write
// expect: inserted_after place stored=item effect=read_write
void inserted_after(struct item *place, struct item *item)
{
	item->previous = place;
	item->next = place->next;
	if (place->next)
		place->next->previous = item;
	place->next = item;
}

// expect: removed item stored=no effect=read_write freed=no
// expect: removed list stored=no effect=read_write freed=no
void removed(struct list *list, struct item *item)
{
	if (item->previous)
		item->previous->next = item->next;
	else
		list->first = item->next;
	if (item->next)
		item->next->previous = item->previous;
	else
		list->last = item->previous;
	list->count--;
}

// expect: pushed item stored=vector effect=read_only
// expect: pushed vector stored=no freed=inside effect=read_write
int pushed(struct vector *vector, void *item)
{
	if (vector->count == vector->capacity) {
		size_t capacity = vector->capacity ? 2 * vector->capacity : 8;
		void **items = realloc(vector->items, capacity * sizeof *items);
		if (!items)
			return -1;
		vector->items = items;
		vector->capacity = capacity;
	}
	vector->items[vector->count++] = item;
	return 0;
}

// expect: by_callee item stored=list
void by_callee(struct list *list, struct item *item)
{
	appended(list, item);
}

static void keep(void **where, void *what)
{
	*where = what;
}

// expect: by_setter data stored=item
void by_setter(struct item *item, void *data)
{
	keep(&item->data, data);
}

// expect: by_setter_global data stored=global
void by_setter_global(void *data)
{
	keep(&slots[0], data);
}

// expect: by_setter_local data stored=no effect=safe deref=never
int by_setter_local(void *data)
{
	void *local;
	keep(&local, data);
	return local != NULL;
}

// expect: in_new data stored=result effect=read_only
// expect: in_new - returns=owned
struct item *in_new(void *data)
{
	struct item *item = calloc(1, sizeof *item);
	if (item)
		item->data = data;
	return item;
}

// expect: in_new_and_list data stored=list
// expect: in_new_and_list list stored=no
int in_new_and_list(struct list *list, void *data)
{
	struct item *item = in_new(data);
	if (!item)
		return -1;
	appended(list, item);
	return 0;
}

// expect: in_new_and_global name stored=global
int in_new_and_global(const char *name)
{
	struct item *item = calloc(1, sizeof *item);
	if (!item)
		return -1;
	item->name = name;
	in_static_list(item);
	return 0;
}

// expect: copied_name name stored=no effect=safe meaning=string
int copied_name(struct item *item, const char *name)
{
	char *copy = strdup(name);
	if (!copy)
		return -1;
	item->name = copy;
	return 0;
}

// expect: in_output data stored=out effect=read_only
// expect: in_output out effect=read_write deref=always
void in_output(void *data, void **out)
{
	*out = data;
}

// expect: end_in_output text stored=end effect=read_only
long end_in_output(const char *text, const char **end)
{
	long number = 0;
	while (*text >= '0' && *text <= '9')
		number = 10 * number + *text++ - '0';
	*end = text;
	return number;
}

// expect: taken_back item stored=no effect=safe
int taken_back(struct item *item)
{
	int result;
	current = item;
	result = current->name != NULL;
	current = NULL;
	return result;
}

// expect: loaded_is_kept item stored=no effect=safe
void loaded_is_kept(const struct item *item)
{
	slots[1] = item->data; /* a pointer out of the object, not to it */
}

// expect: part_is_kept item stored=global effect=read_only
void part_is_kept(struct item *item)
{
	slots[2] = &item->data;
}

// expect: kept_and_returned data stored=item,result effect=read_only
void *kept_and_returned(struct item *item, void *data)
{
	item->data = data;
	return data;
}

// expect: kept_when_asked data stored=global effect=read_only
void kept_when_asked(void *data, int flag)
{
	if (flag & 1)
		slots[3] = data;
}

// expect: kept_in_local data stored=no effect=safe
int kept_in_local(void *data)
{
	struct item local = { NULL, NULL, data, "local" };
	return local.data != NULL && local.name[0] == 'l';
}

// expect: kept_by_memcpy item stored=vector
void kept_by_memcpy(struct vector *vector, struct item *item)
{
	memcpy(&vector->items[0], &item, sizeof item);
}
