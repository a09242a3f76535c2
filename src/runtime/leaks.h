/* Blocks that nobody can reach any more. */
#ifndef HR_RUNTIME_LEAKS_H
#define HR_RUNTIME_LEAKS_H

#include "runtime/state.h"

struct hr_leaks {
	uint32_t blocks;
	uint64_t bytes;
	bool truncated; /* more blocks than were told */
};

/* Looks for live blocks of the unit that were made in this sequence and that nothing leads to: not the unit's memory, its thread-locals, the
 * given value area, objects that we made, or another block that is reachable. Any pointer into a block leads to it. With an area of no size the sequence is over: objects
 * that we made lead nowhere either. Tells at most `most` of them in `out`. */
struct hr_leaks hr_leaks_find(struct hr_wire_owner *out, uint32_t most, const uint8_t *area, size_t area_size);

#endif
