/* What tests are there for: edges of the unit, and the ways in which each operation returned. */
#ifndef HR_SUITE_TARGETS_H
#define HR_SUITE_TARGETS_H

#include "base/map.h"
#include "seq/outcome.h"

/* Targets are numbered: edges first, then behaviours as they are met. The same runs in the same order give the same numbers. */
struct hr_targets {
	uint32_t edge_count;
	struct hr_map behaviours; /* operation and class of its result, as text: number */
};

/* Numbers in increasing order, none twice. */
typedef HR_VEC(uint32_t) hr_target_set;

void hr_targets_init(struct hr_targets *targets, uint32_t edge_count);
void hr_targets_release(struct hr_targets *targets);

/* How many there are so far: all numbers are below. */
uint32_t hr_targets_count(const struct hr_targets *targets);

/* Sets `out` to what a run reached; it must have been run with edges. Nothing, when it did not end normally. */
void hr_targets_of(hr_target_set *out, struct hr_targets *targets, const struct hr_sequence *sequence,
		   const struct hr_outcome *outcome);

/* The way in which one call returned in a run that came to its end. */
uint32_t hr_targets_return(struct hr_targets *targets, const struct hr_sequence *sequence,
			   const struct hr_outcome *outcome, size_t call);

bool hr_target_set_has(const hr_target_set *set, uint32_t target);
bool hr_target_set_covers(const hr_target_set *set, const hr_target_set *all); /* has all of them */

#endif
