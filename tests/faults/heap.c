/* Faults on the heap: each function does one thing wrong when its arguments say so. */
#include "faults.h"

#include <stdlib.h>
#include <string.h>

/* Reads and writes element `at` of a block of four. */
#define ELEMENTS(name, type)                            \
	int heap_read_##name(long at)                   \
	{                                               \
		type *block = calloc(4, sizeof(type));  \
		int value = (int)block[at];             \
		free(block);                            \
		return value;                           \
	}                                               \
	int heap_write_##name(long at)                  \
	{                                               \
		type *block = calloc(4, sizeof(type));  \
		block[at] = 1;                          \
		int value = (int)block[0];              \
		free(block);                            \
		return value;                           \
	}

ELEMENTS(1, unsigned char)
ELEMENTS(2, unsigned short)
ELEMENTS(4, unsigned)
ELEMENTS(8, unsigned long)
ELEMENTS(16, unsigned __int128)

struct large {
	char bytes[100];
};

int heap_read_large(long at)
{
	struct large *block = calloc(4, sizeof *block);
	struct large copy = block[at];
	free(block);
	return copy.bytes[50];
}

int heap_write_large(long at)
{
	struct large *block = calloc(4, sizeof *block);
	struct large one = { "one" };
	block[at] = one;
	int value = block[0].bytes[0];
	free(block);
	return value;
}

int heap_read_unaligned(long at)
{
	char *block = calloc(1, 10);
	struct __attribute__((packed)) {
		unsigned value;
	} *word = (void *)(block + at);
	int value = (int)word->value;
	free(block);
	return value;
}

int heap_read_empty(void)
{
	char *block = malloc(0);
	int value = block[0];
	free(block);
	return value;
}

int freed_read(void)
{
	int *block = calloc(4, sizeof *block);
	free(block);
	return block[1];
}

void freed_write(void)
{
	int *block = calloc(4, sizeof *block);
	free(block);
	block[1] = 1;
}

int freed_read_interior(void)
{
	char *block = calloc(1, 100);
	char *inside = block + 50;
	free(block);
	return *inside;
}

int freed_by_realloc(void)
{
	char *old = calloc(1, 16);
	char *fresh = realloc(old, 1000);
	int value = old[3];
	free(fresh);
	return value;
}

int freed_and_taken_again(void)
{
	int *old = calloc(4, sizeof *old);
	free(old);
	int *fresh = calloc(4, sizeof *fresh);
	int value = old[0];
	free(fresh);
	return value;
}

struct link {
	struct link *next;
	int number;
};

/* The two loads of `next` are one for an optimiser: the report must have a line all the same. */
static __attribute__((noinline)) int count_links(const struct link *link)
{
	int count = 0;
	const struct link *at = NULL;
	if (link == NULL)
		return 0;
	at = link->next;
	while (at != NULL) {
		count++;
		at = at->next;
	}
	return count;
}

int freed_list(void)
{
	struct link *link = calloc(1, sizeof *link);
	free(link);
	return count_links(link);
}

static inline int inlined_read(const int *from)
{
	return from[1];
}

int freed_read_inlined(void)
{
	int *block = calloc(4, sizeof *block);
	free(block);
	return inlined_read(block);
}

struct holder {
	char *text;
};

struct holder *holder_new(void)
{
	struct holder *holder = calloc(1, sizeof *holder);
	holder->text = calloc(1, 8);
	return holder;
}

int holder_look(const struct holder *holder)
{
	return holder->text[0];
}

void holder_free(struct holder *holder)
{
	free(holder->text);
	free(holder);
}

void double_free(void)
{
	char *block = malloc(8);
	free(block);
	free(block);
}

void double_free_by_realloc(void)
{
	char *block = malloc(8);
	free(block);
	block = realloc(block, 16);
	free(block);
}

void free_interior(void)
{
	char *block = calloc(1, 16);
	free(block + 4);
}

void free_past_end(void)
{
	char *block = calloc(1, 16);
	free(block + 16);
}

void free_local(void)
{
	char local[16] = "local";
	char *volatile there = local;
	free(there);
}

static char global[16] = "global";

void free_global(void)
{
	char *volatile there = global;
	free(there);
}

void free_literal(void)
{
	char *volatile there = (char *)"literal";
	free(there);
}

void free_wild(void)
{
	char *volatile there = (char *)0x123456789abcul;
	free(there);
}

void realloc_interior(void)
{
	char *block = calloc(1, 16);
	block = realloc(block + 8, 32);
	free(block);
}

int free_aligned(void)
{
	char *block = aligned_alloc(64, 128);
	block[127] = 1;
	int is_aligned = ((unsigned long)block & 63) == 0;
	free(block);
	return is_aligned;
}

void free_null(void)
{
	char *volatile nothing = NULL;
	free(nothing);
}

int aligned_read(long at)
{
	char *block = aligned_alloc(64, 64);
	memset(block, 0, 64);
	int value = block[at];
	free(block);
	return value;
}

/* ---- leaks ---- */

static char *cache;
static char *volatile last;

void leak_lost(void)
{
	char *block = malloc(24);
	block[0] = 1;
	last = block;
	last = NULL;
}

void leak_by_realloc(void)
{
	char *block = malloc(8);
	last = block;
	last = NULL;
	block = realloc(block, 20);
	last = block;
	last = NULL;
}

int leak_cached(void)
{
	if (!cache)
		cache = calloc(1, 24);
	return cache[0];
}

void leak_cycle(void)
{
	struct link *a = calloc(1, sizeof *a);
	struct link *b = calloc(1, sizeof *b);
	a->next = b;
	b->next = a;
}

static struct link *kept;

void leak_reachable_list(void)
{
	struct link *a = calloc(1, sizeof *a);
	a->next = calloc(1, sizeof *a);
	kept = a;
}

static char *at_exit;

static void drop_at_exit(void)
{
	free(at_exit);
	at_exit = NULL;
}

void leak_freed_at_exit(void)
{
	at_exit = calloc(1, 24);
	atexit(drop_at_exit);
}

char *leak_by_caller(void)
{
	return calloc(1, 24);
}
