/* Storage of the private file area: one mapping, pieces in powers of two, forgotten as a whole.
 *
 * Invariants: a piece belongs to one class, found from its size; given back, it waits in the list of its class and is never split or joined
 * (files double, so the classes below a large file sum up to less than it). Only the pages that were used take memory, and a sequence
 * that used many gives them back to the system at the next start. */
#include "runtime/file_tree.h"
#include "runtime/system.h"

#include <errno.h>
#include <sys/mman.h>

#define STORE_SIZE (256ull << 20) /* of addresses */
#define STORE_KEEP (1u << 20)     /* pages that stay ours from one sequence to the next */
#define SMALLEST 64u

static char *store;

static unsigned class_of(size_t size)
{
	if (size <= SMALLEST)
		return 0;
	return (unsigned)(64 - __builtin_clzll(size - 1)) - 6;
}

static bool store_is_mapped(void)
{
	if (store)
		return true;
	void *mapped = hr_system_map(NULL, STORE_SIZE, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (mapped == MAP_FAILED)
		return false;
	store = mapped;
	return true;
}

void *hr_store_take(size_t size)
{
	struct hr_store *state = &hr_file_area.store;
	unsigned class = class_of(size);
	if (class >= HR_STORE_CLASSES || !store_is_mapped()) {
		errno = ENOSPC;
		return NULL;
	}
	if (state->free[class]) {
		void *piece = state->free[class];
		state->free[class] = *(void **)piece;
		return piece;
	}
	size_t rounded = (size_t)SMALLEST << class;
	if (rounded > STORE_SIZE - state->used) {
		errno = ENOSPC;
		return NULL;
	}
	void *piece = store + state->used;
	state->used += rounded;
	return piece;
}

void hr_store_give(void *piece, size_t size)
{
	if (!piece)
		return;
	void **list = &hr_file_area.store.free[class_of(size)];
	*(void **)piece = *list;
	*list = piece;
}

void hr_store_trim(size_t used)
{
	if (used > STORE_KEEP)
		hr_system_advise(store + STORE_KEEP, used - STORE_KEEP, MADV_DONTNEED);
}

char *hr_store_begin(void)
{
	return store_is_mapped() ? store : NULL;
}
