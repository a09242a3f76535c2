/* The unit's heap: blocks with redzones, never reused within a sequence, all gone after it.
 *
 * Invariants: blocks lie in the order of their numbers at rising addresses, so that the owner of any address is found by binary search;
 * all memory that is not a live block is poisoned; blocks below the mark (made by constructors) come back as they were. */
#ifndef HR_RUNTIME_ARENA_H
#define HR_RUNTIME_ARENA_H

#include "runtime/state.h"

#define HR_ARENA_BASE 0x600000000000u
#define HR_ARENA_SIZE (1ull << 30)

/* How a block came to be: free() of an aligned_alloc block is fine, of a literal that we made is not. */
enum hr_block_origin {
	HR_BLOCK_UNIT,   /* the unit asked for it: malloc and friends */
	HR_BLOCK_OBJECT, /* we made it: literals, caller-allocated objects */
	HR_BLOCK_STREAM, /* a FILE or DIR of the private file area: closed, not freed */
};

struct hr_block {
	uintptr_t address;
	size_t size;           /* as asked for; 0 is fine */
	uint32_t allocated_by; /* statement */
	uint32_t freed_by;
	uint8_t origin;
	bool is_freed;
	uint8_t marked; /* for leak and fingerprint walks; 0 between them */
};

/* Maps it at its fixed address, all poisoned. 0, or errno. After hr_shadow_map. */
int hr_arena_map(void);

/* How much the blocks of one sequence may take, redzones included; 256 MB unless told. */
void hr_arena_limit(size_t size);

/* A fresh block filled with the fill byte (of a block above 1 MB perhaps only the first, the rest is zero); NULL when the arena is full,
 * the request is absurd or a failure was asked for (errno is ENOMEM then). `align` is a power of two, at least 16 is given. */
void *hr_arena_allocate(size_t size, size_t align, enum hr_block_origin origin);

/* The same for what a function of libc hands to the unit, to be freed by it: never made to fail, as a test in another process could not do that either. */
void *hr_arena_lend(size_t size, size_t align);

/* The same, all zero. Cheaper than filling it again, and for a large block much cheaper. */
void *hr_arena_allocate_zero(size_t size, size_t align, enum hr_block_origin origin);

/* Frees: the block is poisoned, its contents stay. Reports a fault (and does not return) for anything but the beginning of a live
 * block of origin HR_BLOCK_UNIT; NULL is fine. `function` is the name for the report: "free", "realloc". */
void hr_arena_free(void *pointer, const char *function);

/* Ends a block of any origin without asking; for streams. */
void hr_arena_retire(struct hr_block *block);

/* Of the block that has the address inside; NULL when it is in none (redzones are in none). Freed ones are found too; one of size 0
 * is found by its address. */
struct hr_block *hr_arena_find(uintptr_t address);

/* Of the block that is nearest: the one it is in, else the one whose end or beginning is closer; NULL when there is none. */
struct hr_block *hr_arena_nearest(uintptr_t address);

/* The end of the last block. */
uintptr_t hr_arena_cursor(void);

uint32_t hr_arena_number(const struct hr_block *block);
struct hr_block *hr_arena_block(uint32_t number);
uint32_t hr_arena_count(void);       /* of all blocks so far */
uint32_t hr_arena_live_count(void);  /* of those above the mark, origin HR_BLOCK_UNIT and HR_BLOCK_STREAM, not freed */
uint32_t hr_arena_freed_count(void); /* blocks freed since the last reset */

/* The n-th allocation of the unit (HR_BLOCK_UNIT) from now on fails; 0 switches it off, and so does a reset. */
void hr_arena_fail(uint32_t n);

/* The last allocation of this sequence that failed because of that: the statement that asked for it, and its size. False when there was none. */
bool hr_arena_refused(uint32_t *statement, size_t *size);

/* Remembers all blocks and their contents as the state to come back to. 0, or errno: then they are not brought back. */
int hr_arena_set_mark(void);

/* Where the block was allocated and freed; false, and both empty, when the program does not want heap events (HR_WIRE_WANT_HEAP) or the
 * block is one of too many. */
struct hr_block_stacks {
	struct hr_wire_stack allocation;
	struct hr_wire_stack release;
};
bool hr_block_stacks(const struct hr_block *block, struct hr_block_stacks *out);

/* Back to the mark. Costs what was used since. */
void hr_arena_reset(void);

/* True while the memory limit was hit in this sequence: an allocation failed for that reason alone. Requests that exceed the whole arena
 * are absurd: any allocator refuses them, and they do not count. */
bool hr_arena_was_full(void);

#endif
