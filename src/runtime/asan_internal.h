/* What the parts of the memory checker share, and what the interpreter needs of it. */
#ifndef HR_RUNTIME_ASAN_INTERNAL_H
#define HR_RUNTIME_ASAN_INTERNAL_H

#include "runtime/state.h"

/* Takes [address, address + size) in reserve, at that very address; nothing of it takes memory yet. 0, or errno. */
int hr_memory_reserve(uintptr_t address, size_t size, int protection);

/* ---- the fake stack (asan_stack.c): frames of functions whose variables' addresses are taken, never reused within a sequence */

#define HR_FAKE_STACK_BASE 0x620000000000u
#define HR_FAKE_STACK_SIZE ((size_t)32 << 20)

/* Maps it, all poisoned as returned; until then no function gets a frame there. 0, or errno. */
int hr_fake_stack_map(void);

/* Forgets all frames. Costs what was used since the last time. */
void hr_fake_stack_reset(void);

/* The beginning of the frame that has the address, returned from or not; 0 when there is none. */
uintptr_t hr_fake_stack_frame(uintptr_t address);

/* ---- where blocks come from (block_stacks.c); the arena calls these when the program wants heap events ---- */

struct hr_block;
int hr_block_stacks_map(void);
void hr_block_note_allocation(const struct hr_block *block);
void hr_block_note_release(const struct hr_block *block);

/* ---- what the unit itself poisoned (asan_poison.c) ---- */

/* Takes back what the unit poisoned or unpoisoned in its own variables since the last time. The heap and the stacks have resets of their own. */
void hr_poison_reset(void);

/* ---- globals (asan_globals.c) ---- */

/* As clang lays it out. */
struct hr_global {
	uintptr_t address;
	size_t size;
	size_t size_with_redzone;
	const char *name;
	const char *module;
	uintptr_t has_dynamic_initializer;
	const void *location;
	uintptr_t odr_indicator;
};

/* The global whose memory or redzone has the address, else the nearest one within a page of it; NULL when there is none. */
const struct hr_global *hr_global_near(uintptr_t address);

/* Its name as a reader of the source knows it. */
const char *hr_global_name(const struct hr_global *global);

#endif
