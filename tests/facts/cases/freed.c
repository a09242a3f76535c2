/* Who is freed: the object, something inside of it, nobody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t length;
	int references;
};

struct node {
	struct node *next;
	struct text *text;
};

struct tree {
	struct tree *left;
	struct tree *right;
};

static struct node *pool;
static void (*release)(void *) = free;

// expect: freed_directly p freed=yes effect=read_write
void freed_directly(struct text *p)
{
	free(p->bytes);
	free(p);
}

// expect: freed_inside p freed=inside effect=read_write deref=always
void freed_inside(struct text *p)
{
	free(p->bytes);
	p->bytes = NULL;
}

static void xfree(void *memory)
{
	if (memory)
		free(memory);
}

// expect: freed_by_wrapper p freed=yes null=legal
void freed_by_wrapper(struct text *p)
{
	xfree(p);
}

// expect: freed_by_two_wrappers p freed=yes
void freed_by_two_wrappers(struct text *p)
{
	freed_by_wrapper(p);
}

// expect: freed_by_hook p freed=yes effect=read_write
void freed_by_hook(struct text *p)
{
	release(p);
}

// expect: freed_in_slot slot freed=inside effect=read_write
void freed_in_slot(struct text **slot)
{
	if (*slot)
		freed_directly(*slot);
	*slot = NULL;
}

// expect: freed_when_last p freed=yes effect=read_write
void freed_when_last(struct text *p)
{
	if (--p->references == 0)
		freed_directly(p);
}

// expect: freed_on_error p freed=yes
// expect: freed_on_error - error=negative
int freed_on_error(struct text *p)
{
	if (p->length > 100) {
		free(p);
		return -1;
	}
	return 0;
}

// expect: resized p freed=yes effect=read_write
char *resized(char *p, size_t n)
{
	return realloc(p, n + 1);
}

// expect: resized_inside p freed=inside effect=read_write stored=no
int resized_inside(struct text *p, size_t n)
{
	char *bytes = realloc(p->bytes, n);
	if (!bytes)
		return -1;
	p->bytes = bytes;
	p->length = n;
	return 0;
}

// expect: freed_list list freed=yes null=legal
void freed_list(struct node *list)
{
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
}

// expect: freed_tree tree freed=yes null=legal effect=read_write
void freed_tree(struct tree *tree)
{
	if (!tree)
		return;
	freed_tree(tree->left);
	freed_tree(tree->right);
	free(tree);
}

// expect: freed_rest list freed=inside
void freed_rest(struct node *list)
{
	freed_list(list->next);
	list->next = NULL;
}

// expect: freed_copy p freed=no effect=safe
int freed_copy(const char *p)
{
	char *copy = strdup(p);
	int result = copy ? copy[0] : -1;
	free(copy);
	return result;
}

// expect: not_freed p freed=no
int not_freed(const struct text *p)
{
	return p->bytes != NULL;
}

// expect: freed_global p freed=no effect=safe
int freed_global(const int *p)
{
	free(pool);
	pool = NULL;
	return *p;
}

// expect: freed_from_start p freed=yes
void freed_from_start(void *p)
{
	free((char *)p - 16); /* a header lies in front: the same block */
}

// expect: closed stream freed=yes meaning=file
int closed(FILE *stream)
{
	return fclose(stream) == 0 ? 0 : -1;
}

// expect: flushed stream freed=no effect=read_write meaning=file
int flushed(FILE *stream)
{
	return fflush(stream);
}

// expect: freed_array rows freed=yes
void freed_array(char **rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(rows[i]);
	free(rows);
}

// expect: freed_elements rows freed=inside
void freed_elements(char **rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(rows[i]);
}

// expect: replaced p freed=inside stored=no
// expect: replaced bytes stored=p freed=no effect=read_only
void replaced(struct text *p, char *bytes)
{
	free(p->bytes);
	p->bytes = bytes;
}

// expect: popped list freed=inside
int popped(struct node **list)
{
	struct node *first = *list;
	if (!first)
		return 0;
	*list = first->next;
	free(first);
	return 1;
}

// expect: freed_either a freed=yes
// expect: freed_either b freed=yes
// expect: freed_either - returns=borrowed:a,borrowed:b
struct text *freed_either(struct text *a, struct text *b)
{
	if (a->length > b->length) {
		free(b);
		return a;
	}
	free(a);
	return b;
}

// expect: recycled node freed=no stored=global effect=read_write
void recycled(struct node *node)
{
	node->next = pool; /* kept for the next time, not freed */
	pool = node;
}
