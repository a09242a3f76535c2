/* The unit under test in the worker: loading it, and bringing it back to how it was. */
#ifndef HR_RUNTIME_UNIT_H
#define HR_RUNTIME_UNIT_H

#include "runtime/state.h"

struct hr_unit {
	void (*const *stubs)(void **, void *);
	void *const *functions;
	void *const *variables;
	void *const *callbacks;
	unsigned counts[4]; /* of the four tables */
	unsigned traits;    /* HR_WIRE_TRAIT_… */
};

extern struct hr_unit hr_unit;

/* Loads the shared object (its constructors run, on the unit's stack, inside the checker) and fills in hr_unit and the unit's part of
 * hr_runtime. 0, or -1 with a sentence in `why`. */
int hr_unit_load(const char *path, char *why, size_t why_size);

/* Fills in where the unit lies, while it is being loaded: called by the first of its constructors (the checker's), so that
 * faults in the others can be told. Does nothing when no unit is being loaded. */
void hr_unit_locate(void);

/* Remembers the unit's writable segments (minus what is read-only after relocation, minus the coverage counters), its thread-locals and the
 * arena as the state to come back to. Large segments are watched page by page. 0, or errno. */
int hr_snapshot_take(void);

/* The unit's thread-locals, and what those of a fresh thread begin with (the rest is zero); empty when it has none. Known after
 * hr_snapshot_take. */
struct hr_thread_locals {
	uintptr_t address;
	size_t size;
	const void *image;
	size_t image_size;
};
extern struct hr_thread_locals hr_thread_locals;

/* Back to that state. */
void hr_snapshot_restore(void);

/* A write fault at `address` in a watched page: the page is marked dirty and opened. True when that was it. */
bool hr_snapshot_fault(uintptr_t address);

/* Before the kernel writes into memory of the unit on its behalf (read, recv, …): opens the pages. */
void hr_snapshot_touch(uintptr_t address, size_t size);

/* Where the copy of a remembered byte is; 0 when it is none. */
uintptr_t hr_snapshot_copy(uintptr_t address);

/* The parts of the unit's writable memory and thread-locals that may have changed since the snapshot: the roots of the leak check. */
uint32_t hr_snapshot_roots(struct hr_range *out, uint32_t most);

#endif
