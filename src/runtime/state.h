/* What the parts of the worker share: where the unit is, what is running, and how a call is left.
 *
 * The worker is one process with one interpreter; everything here is global by nature (STYLE.md: mutable globals live in runtime
 * alone). The state is kept in pages of its own, which are poisoned for the unit's instrumented code. */
#ifndef HR_RUNTIME_STATE_H
#define HR_RUNTIME_STATE_H

#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hr_range {
	uintptr_t begin;
	uintptr_t end;
};

struct hr_runtime {
	/* the unit */
	uintptr_t unit_base;        /* load address */
	struct hr_range unit_image; /* first to last byte of its segments */
	struct hr_range unit_text;  /* its executable segment */
	struct hr_range unit_stack; /* lowest usable address to top; the unit runs there and nowhere else */

	/* the running program */
	bool inside;        /* the unit (or a gate function on its behalf) is running, on its own stack */
	uint32_t statement; /* which is running */
	uint8_t fill;       /* byte for fresh memory */
	uint32_t wants;     /* HR_WIRE_WANT_… */

	/* how it ended, when not normally */
	uint32_t status;    /* enum hr_wire_status */
	uint32_t suspicion; /* enum hr_suspicion, bits; not 0: the worker must end after this program */
	struct hr_wire_fault fault;
};

extern struct hr_runtime hr_runtime;

/* The pages that hold hr_runtime and nothing else: to be poisoned for the unit. */
struct hr_range hr_state_pages(void);

static inline bool hr_range_has(struct hr_range range, uintptr_t address)
{
	return address >= range.begin && address < range.end;
}

#endif
