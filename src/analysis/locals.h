/* Variables of the frame whose address is only handed to callees: what each load of one finds there, as if it were a value. A callee that gets the address makes a
 * new value. Private to this folder. */
#ifndef HR_ANALYSIS_LOCALS_H
#define HR_ANALYSIS_LOCALS_H

#include "analysis/flow.h"

enum hr_found_kind {
	HR_FOUND_NOTHING, /* not such a variable, or it has no value yet */
	HR_FOUND_STORED,  /* number: the instruction that stored it */
	HR_FOUND_CALLED,  /* number: the call that may have changed it */
	HR_FOUND_JOINED,  /* number: the block where several of these meet */
};

struct hr_found {
	enum hr_found_kind kind;
	uint32_t number;
};

struct hr_locals {
	const struct hr_flow *flow;
	struct hr_found **at_entry; /* of each value that is such a variable: what it holds when a block is entered */
};

void hr_locals_init(struct hr_locals *locals, struct hr_flow *flow); /* lives in the flow's arena */

/* What the variable (a value) holds before an instruction, or at the end of a block. */
struct hr_found hr_locals_before(const struct hr_locals *locals, uint32_t local, uint32_t instruction);
struct hr_found hr_locals_after(const struct hr_locals *locals, uint32_t local, uint32_t block);

#endif
