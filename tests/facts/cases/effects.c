/* Written, only read, or neither written nor captured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inner {
	int number;
	char *text;
};

struct outer {
	struct inner inner;
	struct inner *other;
	struct outer *next;
	int table[4];
};

static int counter;

// expect: writes_scalar p effect=read_write freed=no stored=no
void writes_scalar(int *p)
{
	*p = 1;
}

// expect: writes_embedded o effect=read_write stored=no
void writes_embedded(struct outer *o, int n)
{
	o->inner.number = n;
}

// expect: writes_behind o effect=read_write stored=no freed=no
void writes_behind(const struct outer *o, int n)
{
	o->other->number = n; /* const does not reach this far */
}

// expect: writes_far o effect=read_write
void writes_far(struct outer *o)
{
	o->next->next->inner.text[0] = 'x';
}

// expect: writes_element o effect=read_write
void writes_element(struct outer *o, unsigned i)
{
	o->table[i & 3] = 7;
}

// expect: writes_last list effect=read_write
void writes_last(struct outer *list)
{
	while (list->next)
		list = list->next;
	list->inner.number = 0;
}

// expect: writes_copy o effect=safe stored=no freed=no
int writes_copy(const struct outer *o)
{
	struct outer copy = *o;
	copy.inner.number = 4;
	return copy.inner.number + copy.table[0];
}

// expect: writes_through_copy o effect=read_write
void writes_through_copy(const struct outer *o)
{
	struct outer copy = *o;
	copy.other->number = 4; /* the copy's pointer leads to the original's memory */
}

// expect: writes_global p effect=safe
void writes_global(const int *p)
{
	counter = *p;
}

// expect: same_value p effect=read_write
void same_value(int *p)
{
	*p = *p; /* a write all the same */
	p[1] = p[0];
}

// expect: in_callee p effect=read_write
void in_callee(int *p)
{
	writes_scalar(p + 1);
}

// expect: callee_reads o effect=safe
int callee_reads(const struct outer *o)
{
	return writes_copy(o) + 1;
}

// expect: cast_away p effect=read_write
void cast_away(const char *p)
{
	*(char *)p = 0;
}

// expect: not_really_const text effect=safe stored=no
int not_really_const(char *text)
{
	return text[0] == 'a' && strcmp(text, "abc") == 0;
}

// expect: cleared o effect=read_write freed=no
void cleared(struct outer *o)
{
	memset(o, 0, sizeof *o);
}

// expect: filled p effect=read_write meaning=file
void filled(char *text, FILE *p)
{
	if (!fgets(text, 10, p))
		text[0] = 0;
}

// expect: printed_into out effect=read_write
// expect: printed_into name effect=safe
void printed_into(char *out, size_t n, const char *name)
{
	snprintf(out, n, "<%s>", name);
}

// expect: scanned text effect=safe
// expect: scanned a effect=read_write
int scanned(const char *text, int *a)
{
	return sscanf(text, "%d", a);
}

// expect: sorted values effect=read_write
static int ascending(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
void sorted(int *values, size_t n)
{
	qsort(values, n, sizeof *values, ascending);
}

// expect: increments p effect=read_write deref=always
int increments(int *p)
{
	return (*p)++;
}

// expect: moves_cursor cursor effect=read_write
int moves_cursor(const char **cursor)
{
	int c = **cursor;
	if (c)
		(*cursor)++;
	return c;
}

// expect: local_cursor text effect=safe stored=no
size_t local_cursor(const char *text)
{
	const char *p = text;
	while (*p)
		p++;
	return (size_t)(p - text);
}

// expect: swaps a effect=read_write stored=no
// expect: swaps b effect=read_write stored=no
void swaps(int *a, int *b)
{
	int kept = *a;
	*a = *b;
	*b = kept;
}

// expect: unreachable_write p effect=safe
int unreachable_write(int *p)
{
	if (0)
		*p = 1;
	return *p;
}

// expect: writes_selected a effect=read_write
// expect: writes_selected b effect=read_write
void writes_selected(int *a, int *b, int which)
{
	int *target = which ? a : b;
	*target = 5;
}

// expect: builds_new o effect=safe
// expect: builds_new - returns=owned purity=impure
struct inner *builds_new(const struct outer *o)
{
	struct inner *copy = malloc(sizeof *copy);
	if (copy) {
		copy->number = o->inner.number;
		copy->text = NULL;
	}
	return copy;
}

// expect: writes_in_loop rows effect=read_write
void writes_in_loop(int **rows, int n)
{
	for (int i = 0; i < n; i++)
		rows[i][0] = i;
}

// expect: reads_in_loop rows effect=safe
int reads_in_loop(int *const *rows, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += rows[i][0];
	return sum;
}
