/* Where blocks were allocated and freed, for programs that want heap events: for all of them it would cost more than the allocations.
 *
 * Invariant: an entry is written when its block is allocated, so what an earlier program left in it is never told. */
#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"

#include <string.h>
#include <sys/mman.h>

#define BASE 0x640000000000u
#define SIZE (HR_SHADOW_UNIT * 4)
#define MOST ((uint32_t)(SIZE / sizeof(struct hr_block_stacks)))

static struct hr_block_stacks *const stacks = (struct hr_block_stacks *)BASE;

int hr_block_stacks_map(void)
{
	int error = hr_memory_reserve(BASE, SIZE, PROT_READ | PROT_WRITE);
	return error ? error : hr_shadow_reserve(BASE, SIZE, HR_SHADOW_FOREIGN);
}

static bool is_wanted(uint32_t number)
{
	return (hr_runtime.wants & HR_WIRE_WANT_HEAP) && number < MOST;
}

void hr_block_note_allocation(const struct hr_block *block)
{
	uint32_t number = hr_arena_number(block);
	if (!is_wanted(number))
		return;
	hr_stack_walk(&stacks[number].allocation, NULL, __builtin_frame_address(0));
	memset(&stacks[number].release, 0, sizeof stacks[number].release);
}

void hr_block_note_release(const struct hr_block *block)
{
	uint32_t number = hr_arena_number(block);
	if (is_wanted(number))
		hr_stack_walk(&stacks[number].release, NULL, __builtin_frame_address(0));
}

bool hr_block_stacks(const struct hr_block *block, struct hr_block_stacks *out)
{
	memset(out, 0, sizeof *out);
	uint32_t number = hr_arena_number(block);
	if (!is_wanted(number))
		return false;
	/* what a constructor allocated has no stack, and a release of it may be another program's */
	out->allocation = stacks[number].allocation;
	if (block->is_freed)
		out->release = stacks[number].release;
	return true;
}
