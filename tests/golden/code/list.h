/* A list of numbers. */
#ifndef LIST_H
#define LIST_H
#include <stddef.h>

typedef struct list list;

list *list_new(void);
void list_drop(list *l); /* ends it */
int list_add(list *l, int value);
size_t list_count(list *l);
long list_sum(const int *values, size_t count);
static inline int list_is_empty(list *l)
{
	return list_count(l) == 0;
}

#endif
