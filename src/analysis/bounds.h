/* How far an access reaches: proofs that a sum (a pointer one past the last byte that is touched) is at most base + factor * number, where base is a pointer
 * of the caller's and number a number of the caller's. Private to this folder. */
#ifndef HR_ANALYSIS_BOUNDS_H
#define HR_ANALYSIS_BOUNDS_H

#include "analysis/sums.h"

/* How it was shown. */
enum hr_limit_by {
	HR_LIMIT_EXACT,   /* it is just that */
	HR_LIMIT_BOUNDED, /* by a loop's condition, a minimum, a counter that runs along */
	HR_LIMIT_REFUSED, /* more is turned away by a check of the amount itself */
};

struct hr_limit {
	uint32_t base;   /* atom: a pointer parameter or the contents of a cell */
	uint32_t number; /* atom: a parameter, a cell, a product; HR_CODE_NONE: a constant */
	int64_t factor;  /* bytes for each; of a constant: how many bytes */
	enum hr_limit_by by;
};

enum { HR_LIMITS_MAX = 6 };

struct hr_limits {
	bool is_any;  /* whatever is asked: inside of proofs only */
	bool or_text; /* on some way, up to the NUL instead */
	size_t count;
	struct hr_limit items[HR_LIMITS_MAX];
};

struct hr_bounds {
	struct hr_sums *sums;
	struct hr_arena arena;
	void **contexts; /* what holds where, as it was asked for */
	unsigned left;   /* steps that may still be made for this function */
};

void hr_bounds_init(struct hr_bounds *bounds, struct hr_sums *sums);
void hr_bounds_release(struct hr_bounds *bounds);

/* All limits of `last` in `block` that can be shown. `grain`: how many bytes are touched at once. */
struct hr_limits hr_bounds_find(struct hr_bounds *bounds, const struct hr_sum *last, uint32_t block, int64_t grain);

/* The same, and when there is none: one that `last` goes beyond by just an element (i <= n); its base is HR_CODE_NONE when there is none of that either. */
struct hr_limits hr_bounds_find_beyond(struct hr_bounds *bounds, const struct hr_sum *last, uint32_t block,
				       int64_t grain, struct hr_limit *beyond);

/* An atom that the caller is responsible for. */
bool hr_atom_is_base(const struct hr_sums *sums, uint32_t atom);
bool hr_atom_is_number(const struct hr_sums *sums, uint32_t atom);

#endif
