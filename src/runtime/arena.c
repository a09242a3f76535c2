/* The unit's heap (arena.h).
 *
 * Invariants: [HR_ARENA_BASE, cursor) holds all blocks, in the order of the table; the shadow of all memory that is not a live block
 * is HR_SHADOW_HEAP_REDZONE or HR_SHADOW_HEAP_FREED, so a redzone costs address space, and an eighth of it to be set again; between two blocks lies at least
 * the redzone of the larger one, and behind what the sequence made as much as the largest of that so far has. Between sequences, memory from arena.clean on is untouched (reads as zero): what is below stays in
 * memory, because taking pages anew for every sequence costs more than filling them. */
#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define TABLE_BASE 0x630000000000u
#define TABLE_MOST ((size_t)4 << 20)
#define TABLE_SIZE (TABLE_MOST * 64) /* room for the structure to grow; a multiple of HR_SHADOW_UNIT */
#define DEFAULT_LIMIT ((size_t)256 << 20)
#define KEPT ((uintptr_t)8 << 20)
#define FILLED_AT_LEAST ((size_t)1 << 20)

enum { PAGE = 4096, ALIGN_LEAST = 16, REDZONE_LEAST = 32, REDZONE_OF_OBJECTS = 256, REDZONE_MOST = 4096 };

_Static_assert(TABLE_MOST * sizeof(struct hr_block) <= TABLE_SIZE, "the table of blocks must fit");

static struct hr_block *const table = (struct hr_block *)TABLE_BASE;

static struct {
	uintptr_t cursor; /* end of the last block */
	uintptr_t clean;  /* memory from here on is untouched between sequences; what is below stays */
	size_t redzone;   /* that the last block asks for behind it */
	size_t widest; /* of the blocks so far that are no heap of the unit's, the size of the largest, up to REDZONE_MOST */
	uint32_t count;
	uint32_t live;
	uint32_t freed;
	uint32_t fail_in; /* 0: never */
	uint32_t refused_by;
	size_t refused_size;
	bool has_refused;
	bool was_full;
	size_t limit;

	/* the mark: where the cursor was, and copies of all that lies below */
	uintptr_t mark;
	size_t mark_redzone;
	uint32_t mark_count;
	unsigned char *mark_contents;
	unsigned char *mark_shadow;
	struct hr_block *mark_table;
} arena = { .cursor = HR_ARENA_BASE, .clean = HR_ARENA_BASE + KEPT, .mark = HR_ARENA_BASE, .limit = DEFAULT_LIMIT };

int hr_arena_map(void)
{
	int error = hr_memory_reserve(HR_ARENA_BASE, HR_ARENA_SIZE, PROT_READ | PROT_WRITE);
	if (!error)
		error = hr_memory_reserve(TABLE_BASE, TABLE_SIZE, PROT_READ | PROT_WRITE);
	if (!error)
		error = hr_shadow_reserve(HR_ARENA_BASE, HR_ARENA_SIZE, HR_SHADOW_HEAP_REDZONE);
	if (!error)
		error = hr_shadow_reserve(TABLE_BASE, TABLE_SIZE, HR_SHADOW_FOREIGN);
	return error ? error : hr_block_stacks_map();
}

void hr_arena_limit(size_t size)
{
	arena.limit = size;
}

/* ---- allocating ---- */

static inline size_t at_most(size_t size, size_t most)
{
	return size < most ? size : most;
}

/* What the sequence made is what a unit is handed too little of: a count that is wrong, a state that belongs to another array. More lies behind it, as much as the largest one so far has, so that an index into that does not come to
 * rest in the next object. */
static inline size_t redzone_of(size_t size, enum hr_block_origin origin)
{
	size_t redzone = at_most(size / 4, REDZONE_MOST), least = REDZONE_LEAST;
	if (origin == HR_BLOCK_OBJECT) {
		size_t widest = size > arena.widest ? at_most(size, REDZONE_MOST) : arena.widest;
		least = widest > REDZONE_OF_OBJECTS ? widest : REDZONE_OF_OBJECTS;
	}
	return redzone < least ? least : redzone;
}

static inline uintptr_t align_up(uintptr_t address, size_t align)
{
	return (address + align - 1) & ~(uintptr_t)(align - 1);
}

static inline bool must_fail(size_t size, enum hr_block_origin origin)
{
	if (arena.fail_in == 0 || origin != HR_BLOCK_UNIT || --arena.fail_in > 0)
		return false;
	arena.has_refused = true;
	arena.refused_by = hr_runtime.statement;
	arena.refused_size = size;
	return true;
}

/* Where a block of that size goes; 0 when there is no room. */
static inline uintptr_t place(size_t size, size_t align, enum hr_block_origin origin)
{
	size_t redzone = redzone_of(size, origin);
	uintptr_t at = arena.cursor + (redzone > arena.redzone ? redzone : arena.redzone);
	at = align_up(at, align < ALIGN_LEAST ? ALIGN_LEAST : align);
	uintptr_t end = align_up(at + (size ? size : 1), ALIGN_LEAST);
	if (end > HR_ARENA_BASE + HR_ARENA_SIZE - REDZONE_MOST || end - arena.mark > arena.limit ||
	    arena.count == TABLE_MOST) {
		arena.was_full = true;
		return 0;
	}
	arena.cursor = end;
	arena.redzone = redzone;
	if (origin == HR_BLOCK_OBJECT && size > arena.widest)
		arena.widest = at_most(size, REDZONE_MOST);
	return at;
}

/* A block that is in the table but whose contents are whatever was there; NULL with errno. */
static inline void *take(size_t size, size_t align, enum hr_block_origin origin)
{
	uintptr_t at = 0;
	if (!must_fail(size, origin) && size < HR_ARENA_SIZE && align < HR_ARENA_SIZE)
		at = place(size, align, origin);
	if (at == 0) {
		errno = ENOMEM;
		return NULL;
	}
	table[arena.count++] = (struct hr_block){
		.address = at,
		.size = size,
		.allocated_by = hr_runtime.statement,
		.freed_by = HR_WIRE_NO_STATEMENT,
		.origin = (uint8_t)origin,
	};
	arena.live += origin != HR_BLOCK_OBJECT;
	hr_shadow_open(at, size);
	if (hr_runtime.wants & HR_WIRE_WANT_HEAP)
		hr_block_note_allocation(&table[arena.count - 1]);
	return (void *)at;
}

static inline void fill_small(unsigned char *at, uint8_t value, size_t size)
{
	/* the block is padded to 16 bytes, so whole words may be written */
	const uint64_t eight = value * 0x0101010101010101u;
	for (size_t i = 0; i < size; i += 16) {
		__builtin_memcpy(at + i, &eight, 8);
		__builtin_memcpy(at + i + 8, &eight, 8);
	}
}

/* How much of a fresh block must be written for it to be as promised: where no page was taken since the last time it is zero already. */
static size_t touched_size(uintptr_t at, size_t size, size_t least)
{
	size_t needed = arena.clean > at ? arena.clean - at : 0;
	if (needed < least)
		needed = least;
	return needed < size ? needed : size;
}

void *hr_arena_allocate(size_t size, size_t align, enum hr_block_origin origin)
{
	unsigned char *block = take(size, align, origin);
	if (!block)
		return NULL;
	if (size <= 128)
		fill_small(block, hr_runtime.fill, size);
	else if (size <= FILLED_AT_LEAST)
		memset(block, hr_runtime.fill, size);
	else
		memset(block, hr_runtime.fill, touched_size((uintptr_t)block, size, FILLED_AT_LEAST));
	return block;
}

void *hr_arena_lend(size_t size, size_t align)
{
	const uint32_t fail_in = arena.fail_in;
	arena.fail_in = 0;
	void *block = hr_arena_allocate(size, align, HR_BLOCK_UNIT);
	arena.fail_in = fail_in;
	return block;
}

void *hr_arena_allocate_zero(size_t size, size_t align, enum hr_block_origin origin)
{
	unsigned char *block = take(size, align, origin);
	if (!block)
		return NULL;
	if (size <= 128)
		fill_small(block, 0, size);
	else
		memset(block, 0, touched_size((uintptr_t)block, size, 0));
	return block;
}

void hr_arena_fail(uint32_t n)
{
	arena.fail_in = n;
}

bool hr_arena_refused(uint32_t *statement, size_t *size)
{
	*statement = arena.refused_by;
	*size = arena.refused_size;
	return arena.has_refused;
}

/* ---- finding ---- */

/* How many blocks begin at or below the address. */
static inline uint32_t count_below(uintptr_t address)
{
	uint32_t low = 0;
	uint32_t high = arena.count;
	if (high > 0 && table[high - 1].address <= address) /* the youngest is asked for most often */
		return high;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (table[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct hr_block *hr_arena_find(uintptr_t address)
{
	if (address - HR_ARENA_BASE >= HR_ARENA_SIZE)
		return NULL;
	uint32_t below = count_below(address);
	if (below == 0)
		return NULL;
	struct hr_block *block = &table[below - 1];
	size_t size = block->size ? block->size : 1;
	return address - block->address < size ? block : NULL;
}

struct hr_block *hr_arena_nearest(uintptr_t address)
{
	if (address - HR_ARENA_BASE >= HR_ARENA_SIZE || arena.count == 0)
		return NULL;
	uint32_t below = count_below(address);
	if (below == 0)
		return &table[0];
	struct hr_block *left = &table[below - 1];
	if (below == arena.count)
		return left;
	uintptr_t left_end = left->address + left->size;
	if (address < left_end || address - left_end <= left[1].address - address)
		return left;
	return left + 1;
}

uintptr_t hr_arena_cursor(void)
{
	return arena.cursor;
}

uint32_t hr_arena_number(const struct hr_block *block)
{
	return (uint32_t)(block - table);
}

struct hr_block *hr_arena_block(uint32_t number)
{
	return number < arena.count ? &table[number] : NULL;
}

uint32_t hr_arena_count(void)
{
	return arena.count;
}

uint32_t hr_arena_live_count(void)
{
	return arena.live;
}

uint32_t hr_arena_freed_count(void)
{
	return arena.freed;
}

bool hr_arena_was_full(void)
{
	return arena.was_full;
}

/* ---- freeing ---- */

void hr_arena_retire(struct hr_block *block)
{
	if (block->is_freed)
		return;
	block->is_freed = true;
	block->freed_by = hr_runtime.statement;
	arena.freed++;
	if (block->origin != HR_BLOCK_OBJECT && block - table >= arena.mark_count)
		arena.live--;
	hr_shadow_close(block->address, block->size, HR_SHADOW_HEAP_FREED);
	if (hr_runtime.wants & HR_WIRE_WANT_HEAP)
		hr_block_note_release(block);
}

/* Why the pointer cannot be freed; NULL when it can. */
static const char *objection(const struct hr_block *block, uintptr_t address, enum hr_wire_fault_kind *kind)
{
	*kind = HR_FAULT_INVALID_FREE;
	if (!block)
		return "not memory that malloc gave";
	if (block->address != address)
		return "not the beginning of a block";
	if (block->origin != HR_BLOCK_UNIT)
		return block->origin == HR_BLOCK_STREAM ? "a stream, to be closed"
							: "memory that belongs to the caller";
	if (!block->is_freed)
		return NULL;
	*kind = HR_FAULT_DOUBLE_FREE;
	return "freed before";
}

void hr_arena_free(void *pointer, const char *function)
{
	if (!pointer)
		return;
	enum hr_wire_fault_kind kind;
	uintptr_t address = (uintptr_t)pointer;
	struct hr_block *block = hr_arena_find(address);
	const char *problem = objection(block, address, &kind);
	/* the unit's frames are found from ours on */
	if (problem)
		hr_fault_kind(kind, address, 0, 0, function, problem, NULL, __builtin_frame_address(0));
	hr_arena_retire(block);
}

/* ---- mark and reset ---- */

static void *keep_copy(const void *from, size_t size)
{
	void *copy = hr_system_map(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return NULL;
	memcpy(copy, from, size);
	hr_shadow_close((uintptr_t)copy, size, HR_SHADOW_FOREIGN);
	hr_system_protect(copy, size, PROT_READ); /* for good */
	return copy;
}

static void drop_copy(void *copy, size_t size)
{
	if (!copy)
		return;
	hr_shadow_open((uintptr_t)copy, (size + PAGE - 1) & ~(size_t)(PAGE - 1));
	hr_system_unmap(copy, size);
}

static void drop_mark(void)
{
	size_t size = arena.mark - HR_ARENA_BASE;
	drop_copy(arena.mark_contents, size);
	drop_copy(arena.mark_shadow, size / 8);
	drop_copy(arena.mark_table, arena.mark_count * sizeof *table);
	arena.mark_contents = NULL;
	arena.mark_shadow = NULL;
	arena.mark_table = NULL;
}

static int keep_marked(size_t size)
{
	for (uint32_t i = 0; i < arena.mark_count; i++)
		table[i].allocated_by = HR_WIRE_NO_STATEMENT;
	arena.mark_contents = keep_copy((void *)HR_ARENA_BASE, size);
	arena.mark_shadow = keep_copy(hr_shadow_of(HR_ARENA_BASE), size / 8);
	arena.mark_table = keep_copy(table, arena.mark_count * sizeof *table);
	if (arena.mark_contents && arena.mark_shadow && arena.mark_table)
		return 0;
	drop_mark();
	return ENOMEM;
}

int hr_arena_set_mark(void)
{
	drop_mark();
	arena.mark = arena.cursor;
	arena.mark_redzone = arena.redzone;
	arena.widest = 0;
	arena.mark_count = arena.count;
	arena.live = 0;
	arena.freed = 0;
	arena.was_full = false;
	arena.clean = align_up(arena.mark, PAGE);
	if (arena.clean < HR_ARENA_BASE + KEPT)
		arena.clean = HR_ARENA_BASE + KEPT;
	size_t size = arena.mark - HR_ARENA_BASE;
	return size > 0 ? keep_marked(size) : 0;
}

static void restore_marked(void)
{
	size_t size = arena.mark - HR_ARENA_BASE;
	memcpy((void *)HR_ARENA_BASE, arena.mark_contents, size);
	memcpy(hr_shadow_of(HR_ARENA_BASE), arena.mark_shadow, size / 8);
	memcpy(table, arena.mark_table, arena.mark_count * sizeof *table);
}

void hr_arena_reset(void)
{
	if (arena.cursor > arena.mark)
		hr_shadow_recycle(arena.mark, arena.cursor - arena.mark, HR_SHADOW_HEAP_REDZONE);
	if (arena.cursor > arena.clean)
		hr_system_advise((void *)arena.clean, arena.cursor - arena.clean, MADV_DONTNEED);
	if (arena.mark_contents)
		restore_marked();
	arena.cursor = arena.mark;
	arena.redzone = arena.mark_redzone;
	arena.widest = 0;
	arena.count = arena.mark_count;
	arena.live = 0;
	arena.freed = 0;
	arena.fail_in = 0;
	arena.has_refused = false;
	arena.was_full = false;
}
