/* What the files of the relations share: buffers, and the numbers that may be their limits. */
#ifndef HR_ANALYSIS_RELATIONS_INTERNAL_H
#define HR_ANALYSIS_RELATIONS_INTERNAL_H

#include "analysis/values_internal.h"

enum { HR_CANDIDATES_MAX = 8 };

struct hr_candidate {
	uint32_t number; /* atom; for an end: the pointer's */
	int64_t factor;
	bool is_end;
	size_t covered; /* accesses that it limits */
	enum hr_limit_by by;
	bool is_contradicted;
	const struct hr_access *first;
};

struct hr_buffer {
	uint32_t base; /* atom */
	size_t voters; /* accesses that have a limit with a number */
	size_t count;
	struct hr_candidate candidates[HR_CANDIDATES_MAX];
	int chosen; /* -1: none */
};

typedef HR_VEC(struct hr_buffer) hr_buffers;

struct hr_buffer *hr_buffer_find(hr_buffers *all, uint32_t base); /* added when it is not there */

/* Added when it is not there; NULL: there are too many. */
struct hr_candidate *hr_candidate_find(struct hr_buffer *buffer, uint32_t number, int64_t factor, bool is_end);

bool hr_atom_is_parameter(const struct hr_sums *sums, uint32_t atom);

/* Contradicts what only copying says; before other evidence is looked for. */
void hr_buffers_drop_copied(hr_buffers *all, const struct hr_sums *sums);

/* Sets `chosen`. */
void hr_buffers_choose(hr_buffers *all, const struct hr_function_values *values);

/* Further evidence, for buffers about which the limits of single accesses say nothing. */
void hr_find_lockstep(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses);
void hr_find_ends(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses);
void hr_find_least(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses);

/* Buffers of a fixed size. */
void hr_find_fixed(struct hr_function_values *values, const hr_accesses *accesses);

#endif
