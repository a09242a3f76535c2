/* Pieces are rounded up to a multiple of STEP and kept in one list for each size; large ones go to the system.
 *
 * Invariants: `live` pieces are somebody's; a piece in list n has (n + 1) * STEP bytes; blocks are freed only as a whole, after all pieces came
 * back. Where AddressSanitizer watches, each piece is an allocation of its own. */
#include "base/slabs.h"

#include "base/memory.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_WATCHED 1
#endif
#endif
#ifndef IS_WATCHED
#define IS_WATCHED 0
#endif

enum { STEP = 64, LISTS = 64, BLOCK = 2 << 20 };

struct piece {
	struct piece *next;
};

struct hr_slabs {
	struct piece *lists[LISTS];
	HR_VEC(char *) blocks;
	size_t used; /* of the last block */
	size_t live;
	bool is_closed;
};

struct hr_slabs *hr_slabs_new(void)
{
	struct hr_slabs *slabs = hr_calloc(1, sizeof *slabs);
	slabs->used = BLOCK;
	return slabs;
}

static size_t list_of(size_t size)
{
	return size ? (size - 1) / STEP : 0;
}

void *hr_slabs_take(struct hr_slabs *slabs, size_t size)
{
	size_t list = list_of(size);
	slabs->live++;
	if (IS_WATCHED || list >= LISTS)
		return hr_reallocarray(NULL, 1, size);
	struct piece *piece = slabs->lists[list];
	if (piece) {
		slabs->lists[list] = piece->next;
		return piece;
	}
	size = (list + 1) * STEP;
	if (BLOCK - slabs->used < size) { /* what is left of it is lost */
		hr_vec_push(&slabs->blocks, hr_calloc_large(1, BLOCK));
		slabs->used = 0;
	}
	char *memory = slabs->blocks.data[slabs->blocks.count - 1] + slabs->used;
	slabs->used += size;
	return memory;
}

static void release(struct hr_slabs *slabs)
{
	for (size_t i = 0; i < slabs->blocks.count; i++)
		free(slabs->blocks.data[i]);
	hr_vec_release(&slabs->blocks);
	free(slabs);
}

void hr_slabs_give(struct hr_slabs *slabs, void *memory, size_t size)
{
	size_t list = list_of(size);
	slabs->live--;
	if (IS_WATCHED || list >= LISTS) {
		free(memory);
	} else {
		struct piece *piece = memory;
		piece->next = slabs->lists[list];
		slabs->lists[list] = piece;
	}
	if (slabs->is_closed && !slabs->live)
		release(slabs);
}

void hr_slabs_close(struct hr_slabs *slabs)
{
	if (!slabs)
		return;
	slabs->is_closed = true;
	if (!slabs->live)
		release(slabs);
}
