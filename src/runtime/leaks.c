/* The leak check: marks every block that the roots lead to, and tells of the live ones without a mark.
 *
 * Any aligned word that is an address in a block (or the end of one) leads to it. Objects that we made and blocks that constructors made are
 * taken as reachable: nobody could report them. Roots are looked at one after the other, the sequence's values first, and only until every
 * block is accounted for: mostly the values lead to all there is, and large segments are not looked at. Invariant: no block has a mark when this
 * returns. */
#include "runtime/leaks.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/gate_state.h"
#include "runtime/system.h"
#include "runtime/unit.h"

#include <string.h>
#include <sys/mman.h>

#define MOST_ROOTS 1024u

/* Numbers of blocks that are marked and whose contents were not looked at yet. */
struct pending {
	uint32_t *numbers;
	size_t count;
	size_t missing; /* live blocks without a mark that could be leaks */
};

static bool is_root(const struct hr_block *block)
{
	/* libc has a list of all open streams, so that a stock checker would not tell of one either */
	return block->origin == HR_BLOCK_OBJECT || block->origin == HR_BLOCK_STREAM ||
	       block->allocated_by == HR_WIRE_NO_STATEMENT;
}

static void mark(struct pending *pending, struct hr_block *block)
{
	if (block->marked || block->is_freed)
		return;
	block->marked = 1;
	pending->missing -= !is_root(block);
	pending->numbers[pending->count++] = hr_arena_number(block);
}

static void look_at(struct pending *pending, uintptr_t begin, uintptr_t end)
{
	for (uintptr_t at = (begin + 7) & ~(uintptr_t)7; at + 8 <= end && pending->missing > 0; at += 8) {
		uintptr_t word = *(const uintptr_t *)at;
		if (word - HR_ARENA_BASE >= HR_ARENA_SIZE)
			continue;
		struct hr_block *block = hr_arena_find(word);
		if (!block) {
			block = hr_arena_nearest(word);
			if (!block || word != block->address + block->size)
				continue;
		}
		mark(pending, block);
	}
}

/* Looks at what is marked until there is nothing new. */
static void follow(struct pending *pending)
{
	while (pending->count > 0 && pending->missing > 0) {
		const struct hr_block *block = hr_arena_block(pending->numbers[--pending->count]);
		look_at(pending, block->address, block->address + block->size);
	}
}

static void mark_reachable(struct pending *pending, const uint8_t *area, size_t area_size)
{
	static struct hr_range roots[MOST_ROOTS];
	HR_CHANGING(roots);
	uint32_t block_count = hr_arena_count();

	for (uint32_t i = 0; i < block_count; i++)
		pending->missing += !hr_arena_block(i)->is_freed && !is_root(hr_arena_block(i));
	look_at(pending, (uintptr_t)area, (uintptr_t)area + area_size);
	follow(pending);
	if (pending->missing == 0)
		return;
	for (uint32_t i = 0; i < block_count; i++)
		if (is_root(hr_arena_block(i)) && (area_size > 0 || hr_arena_block(i)->origin != HR_BLOCK_OBJECT))
			mark(pending, hr_arena_block(i));
	follow(pending);
	if (pending->missing == 0)
		return;
	uint32_t root_count = hr_gate_state_roots(roots, MOST_ROOTS);
	root_count += hr_snapshot_roots(roots + root_count, MOST_ROOTS - root_count);
	for (uint32_t i = 0; i < root_count; i++) {
		look_at(pending, roots[i].begin, roots[i].end);
		follow(pending);
	}
}

static void describe(struct hr_wire_owner *out, uint32_t number, const struct hr_block *block)
{
	memset(out, 0, sizeof(*out));
	out->region = HR_REGION_HEAP;
	out->place = HR_PLACE_INSIDE;
	out->size = block->size;
	out->block = number;
	out->allocated_by = block->allocated_by;
	out->freed_by = HR_WIRE_NO_STATEMENT;
}

struct hr_leaks hr_leaks_find(struct hr_wire_owner *out, uint32_t most, const uint8_t *area, size_t area_size)
{
	struct hr_leaks leaks = { 0 };
	struct pending pending = { 0 };
	uint32_t block_count = hr_arena_count();
	size_t size = (size_t)block_count * sizeof(*pending.numbers);
	uint32_t few[256];

	pending.numbers = few;
	if (block_count > sizeof(few) / sizeof(few[0])) {
		pending.numbers = hr_system_map(NULL, size, PROT_READ | PROT_WRITE,
						MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (pending.numbers == MAP_FAILED) {
			leaks.truncated = true;
			return leaks;
		}
	}
	mark_reachable(&pending, area, area_size);
	for (uint32_t i = 0; i < block_count; i++) {
		struct hr_block *block = hr_arena_block(i);
		if (!block->marked && !block->is_freed && !is_root(block)) {
			if (leaks.blocks < most)
				describe(&out[leaks.blocks], i, block);
			leaks.blocks++;
			leaks.bytes += block->size;
		}
		block->marked = 0;
	}
	leaks.truncated = leaks.blocks > most;
	if (pending.numbers != few)
		hr_system_unmap(pending.numbers, size);
	return leaks;
}
