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

/* ---- proofs ---- */

enum { HR_ASSUMED_MAX = 10 };

struct hr_proof {
	struct hr_bounds *bounds;
	struct hr_sums *sums;
	unsigned left;
	int64_t grain;
	struct hr_limit beyond;
	bool or_text;
	unsigned assumed_count;
	struct {
		uint32_t block;
		struct hr_sum sum;
	} assumed[HR_ASSUMED_MAX];
};

/* Where in the function, and what was done on the way there. */
struct hr_stage {
	uint32_t from, to;
	unsigned depth;
	bool has_slack;   /* slack was added */
	bool is_exact;    /* nothing was made larger */
	bool was_refused; /* by a check of an amount that is no counter */
};

/* Limits of a sum at a stage of a proof. */
struct hr_limits hr_bounds_prove(struct hr_proof *proof, const struct hr_sum *sum, const struct hr_stage *stage);

/* Adds to a set what the other has; leaves in it only what the other has too, or what is less than something of it. */
void hr_limits_join(struct hr_limits *out, const struct hr_limits *more);
void hr_limits_meet(struct hr_limits *out, const struct hr_limits *other);

/* Ways to make a sum larger; what that leads to is added to `out`. */
void hr_bounds_by_operation(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum, uint32_t atom,
			    const struct hr_stage *stage);
void hr_bounds_by_dropping(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
			   const struct hr_stage *stage);
void hr_bounds_by_minimum(struct hr_limits *out, const struct hr_proof *proof, const struct hr_limit *constant,
			  const struct hr_stage *stage);

#endif
