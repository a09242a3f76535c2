/* Memory that lives and dies together.
 *
 * Invariants: bytes beyond `used` in a block were never given out and are zero; every piece begins at a multiple of the
 * strictest alignment; the newest block is the only one that pieces are cut from. */
#include "base/arena.h"

#include "base/bug.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)64 * 1024)
#define ALIGNMENT _Alignof(max_align_t)

struct hr_arena_block {
	struct hr_arena_block *older;
	size_t used, capacity;
	_Alignas(max_align_t) char bytes[];
};

static struct hr_arena_block *block_new(size_t capacity)
{
	struct hr_arena_block *block = hr_calloc(1, sizeof *block + capacity);

	block->capacity = capacity;
	return block;
}

/* A block for one big piece goes behind the newest, whose room is still good for small ones. */
static void *alloc_big(struct hr_arena *arena, size_t size)
{
	struct hr_arena_block *block = block_new(size);

	block->used = size;
	if (arena->newest) {
		block->older = arena->newest->older;
		arena->newest->older = block;
	} else {
		arena->newest = block;
	}
	return block->bytes;
}

void *hr_arena_alloc(struct hr_arena *arena, size_t size)
{
	struct hr_arena_block *block = arena->newest;
	void *piece;

	if (size > SIZE_MAX / 2)
		HR_BUG("arena asked for %zu bytes", size);
	if (size == 0)
		size = 1;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (size > BLOCK_SIZE / 4)
		return alloc_big(arena, size);
	if (!block || block->capacity - block->used < size) {
		block = block_new(BLOCK_SIZE);
		block->older = arena->newest;
		arena->newest = block;
	}
	piece = block->bytes + block->used;
	block->used += size;
	return piece;
}

char *hr_arena_strdup(struct hr_arena *arena, const char *text)
{
	return text ? hr_arena_strndup(arena, text, strlen(text)) : NULL;
}

char *hr_arena_strndup(struct hr_arena *arena, const char *text, size_t length)
{
	char *copy;

	length = strnlen(text, length);
	copy = hr_arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *hr_arena_printf(struct hr_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		HR_BUG("cannot format \"%s\"", format);
	text = hr_arena_alloc(arena, (size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}

void hr_arena_release(struct hr_arena *arena)
{
	while (arena->newest) {
		struct hr_arena_block *older = arena->newest->older;

		free(arena->newest);
		arena->newest = older;
	}
}

void hr_arena_clear(struct hr_arena *arena)
{
	struct hr_arena_block *kept = arena->newest;

	if (!kept)
		return;
	while (kept->older) {
		struct hr_arena_block *older = kept->older->older;

		free(kept->older);
		kept->older = older;
	}
	if (kept->capacity != BLOCK_SIZE) { /* one big piece */
		hr_arena_release(arena);
		return;
	}
	memset(kept->bytes, 0, kept->used);
	kept->used = 0;
}
