#include "list.h"
#include <stdlib.h>

struct list {
	int *values;
	size_t count;
};

list *list_new(void)
{
	return calloc(1, sizeof(list));
}

void list_drop(list *l)
{
	if (!l)
		return;
	free(l->values);
	free(l);
}

int list_add(list *l, int value)
{
	int *more = realloc(l->values, (l->count + 1) * sizeof *more);
	if (!more)
		return -1;
	l->values = more;
	l->values[l->count++] = value;
	return 0;
}

size_t list_count(list *l)
{
	return l ? l->count : 0;
}

long list_sum(const int *values, size_t count)
{
	long total = 0;
	for (size_t i = 0; i < count; i++)
		total += values[i];
	return total;
}
