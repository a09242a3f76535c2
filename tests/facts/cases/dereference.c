/* Is memory of the object accessed: on every path, on some, on none? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
	int first;
	int second;
};

struct node {
	struct node *next;
	int value;
};

// expect: read_once p deref=always null=crash on_null=unchecked effect=safe
int read_once(const int *p)
{
	return *p;
}

// expect: read_when p deref=some null=crash effect=safe
int read_when(const int *p, int flag)
{
	return flag ? *p : 0;
}

// expect: read_and p deref=some null=crash effect=safe
int read_and(const int *p, int flag)
{
	return flag && *p > 3;
}

// expect: ignore p deref=never null=legal effect=safe freed=no stored=no
int ignore(const int *p)
{
	(void)p;
	return 0;
}

// expect: guarded p deref=always null=legal on_null=return:-1
int guarded(const int *p)
{
	if (!p)
		return -1;
	return *p;
}

// expect: both_arms p deref=always effect=safe
int both_arms(const struct pair *p, int flag)
{
	if (flag)
		return p->first;
	return p->second;
}

// expect: every_case p deref=always effect=read_write
void every_case(int *p, int what)
{
	switch (what) {
	case 1:
		*p = 10;
		break;
	case 2:
		*p += 1;
		break;
	default:
		*p = 0;
	}
}

// expect: most_cases p deref=some effect=read_write null=crash
void most_cases(int *p, int what)
{
	switch (what) {
	case 1:
		*p = 10;
		break;
	case 2:
		*p += 1;
		break;
	default:
		break;
	}
}

// expect: loop_zero_times values deref=some null=crash effect=safe
int loop_zero_times(const int *values, int count)
{
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += values[i];
	return sum;
}

// expect: loop_at_least_once text deref=always effect=safe
int loop_at_least_once(const char *text)
{
	int count = 0;
	do {
		count += *text == ' ';
	} while (*text++);
	return count;
}

// expect: early_exit p deref=some null=crash
int early_exit(const int *p, size_t n)
{
	if (n == 0)
		return 0;
	return p[n - 1];
}

// expect: in_callee p deref=always null=crash effect=safe
int in_callee(const int *p)
{
	return read_once(p) + 1;
}

// expect: in_callee_sometimes p deref=some null=crash
int in_callee_sometimes(const int *p, int flag)
{
	if (flag > 0)
		return read_once(p);
	return flag;
}

// expect: callee_may p deref=some null=crash
int callee_may(const int *p, int flag)
{
	return read_when(p, flag);
}

// expect: only_address p deref=never null=legal effect=read_only stored=result
int *only_address(struct pair *p)
{
	return &p->second;
}

// expect: only_size p deref=never null=legal effect=safe
size_t only_size(const struct pair *p)
{
	return sizeof *p;
}

// expect: only_compared p deref=never null=legal effect=safe stored=no
// expect: only_compared q deref=never null=legal effect=safe stored=no
int only_compared(const int *p, const int *q)
{
	return p == q;
}

// expect: only_printed p deref=never null=legal effect=safe stored=no freed=no
void only_printed(const void *p)
{
	printf("%p\n", p);
}

// expect: only_freed p deref=never null=legal freed=yes effect=read_write
void only_freed(int *p)
{
	free(p);
}

// expect: unless_aborted p deref=always null=crash
int unless_aborted(const int *p, int fine)
{
	if (!fine)
		abort();
	return *p;
}

// expect: by_library text deref=always null=crash meaning=string effect=safe stored=no
size_t by_library(const char *text)
{
	return strlen(text);
}

// expect: copied to deref=always null=crash effect=read_write
// expect: copied from deref=always null=crash effect=safe
void copied(char *to, const char *from, size_t n)
{
	memcpy(to, from, n);
}

// expect: whole_struct to deref=always effect=read_write
// expect: whole_struct from deref=always effect=safe
void whole_struct(struct pair *to, const struct pair *from)
{
	*to = *from;
}

// expect: two_levels slot deref=always null=crash effect=safe
int two_levels(int **slot)
{
	return **slot;
}

// expect: forever p deref=always null=crash
int forever(const volatile int *p)
{
	for (;;)
		if (*p > 0)
			return *p;
}

// expect: depth list deref=always null=legal on_null=return:0 effect=safe
int depth(const struct node *list)
{
	if (list == NULL)
		return 0;
	return 1 + depth(list->next);
}

// expect: through_copy p deref=always effect=read_write null=crash
void through_copy(struct pair *p)
{
	struct pair *alias = p;
	int *field = &alias->second;
	*field = 3;
}

// expect: either p deref=some effect=safe
// expect: either q deref=some effect=safe
int either(const int *p, const int *q, int which)
{
	const int *chosen = which ? p : q;
	return *chosen;
}

// expect: by_goto p deref=always null=legal on_null=return:-1
int by_goto(const int *p)
{
	int result = -1;
	if (!p)
		goto out;
	result = *p;
out:
	return result;
}
