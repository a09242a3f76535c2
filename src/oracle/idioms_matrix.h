/* All pairs of a few values, compared in one run. */
#ifndef HR_ORACLE_IDIOMS_MATRIX_H
#define HR_ORACLE_IDIOMS_MATRIX_H

#include "oracle/idioms_internal.h"

enum { HR_MOST_ELEMENTS = 8 };

struct hr_matrix {
	struct hr_sequence
		*stage; /* that the elements are of: the sequence that is probed, with copies and changes; ours */
	struct hr_operand elements[HR_MOST_ELEMENTS]; /* handles or texts */
	size_t count;
	size_t results[HR_MOST_ELEMENTS][HR_MOST_ELEMENTS]; /* values */
	size_t hashes[HR_MOST_ELEMENTS];
	int64_t seen[HR_MOST_ELEMENTS][HR_MOST_ELEMENTS];
	int64_t hash_seen[HR_MOST_ELEMENTS];
};

enum {
	HR_PAIR_FIRST,
	HR_PAIR_SECOND,
	HR_PAIR_COPY,
	HR_PAIR_HASH,
	HR_PAIR_APART
}; /* extra of a state: parameters that are compared; what copies; for hashes what compares; not HR_NONE where the documentation says that it is no order */

/* A contradiction: up to three comparisons of elements, of which the last should have come out otherwise. */
struct hr_matrix_case {
	size_t pairs[3][2];
	size_t count;
	enum hr_expectation premise; /* of the others, against 0 */
	enum hr_expectation conclusion;
	bool is_about_hashes;
};

/* How many comparisons held, how many did not, and the first of these. */
struct hr_matrix_found {
	unsigned held;
	unsigned broken;
	struct hr_matrix_case first;
};

/* Chooses what to compare; false: there is nothing. The stage is the caller's to free. */
bool hr_matrix_choose(struct hr_matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state);

/* Compares all pairs; `*fine` when there is something to judge. */
int hr_matrix_run(bool *fine, struct hr_matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state);

void hr_matrix_note(struct hr_matrix_found *found, bool holds, const struct hr_matrix_case *it);

/* Counts all, so that what is believed does not depend on how many were compared in one run; the first that broke is run alone, and told. */
int hr_matrix_judge(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		    const struct hr_matrix *matrix, const struct hr_matrix_found *found);

#endif
