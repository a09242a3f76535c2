/* What the files of the proofs share. */
#ifndef HR_ANALYSIS_BOUNDS_INTERNAL_H
#define HR_ANALYSIS_BOUNDS_INTERNAL_H

#include "analysis/bounds.h"

/* What holds at a place: each sum is not negative. */
struct hr_facts_here {
	uint32_t from, to; /* `to` HR_CODE_NONE: in block `from` */
	struct hr_facts_here *next;
	bool is_infeasible;
	HR_VEC(struct hr_sum) sums;
	HR_VEC(uint32_t) blocks; /* of each: the block whose branch decided it */
};

/* In a block (`to` HR_CODE_NONE) or when control goes from one to another; made once. */
const struct hr_facts_here *hr_bounds_here(struct hr_bounds *bounds, uint32_t from, uint32_t to);

/* By how much a phi (any atom that is a join) changes each time round, where that is one constant; 0: not known. */
int64_t hr_bounds_step(struct hr_sums *sums, uint32_t atom);

#endif
