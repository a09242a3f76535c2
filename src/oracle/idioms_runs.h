/* Where two runs of one sequence differ. */
#ifndef HR_ORACLE_IDIOMS_RUNS_H
#define HR_ORACLE_IDIOMS_RUNS_H

#include "oracle/idioms_internal.h"

enum { HR_FIRST_FILL = 0xbe, HR_SECOND_FILL = 0x5a }; /* bytes that fresh memory holds in the two runs */

struct hr_difference {
	size_t statement;
	size_t value; /* HR_NO_VALUE: what a callback was told, or what an object holds */
	struct hr_seen first, second;
	bool is_found;
	bool is_fine; /* both ran to their ends, and agree when they are run again */
};

struct hr_comparing {
	const struct hr_sequence *sequence;
	const struct hr_outcome *first, *second;
	bool is_fill;  /* the memory that was never set differs */
	int64_t moved; /* by how much the heap lies elsewhere; 0: not at all */
};

/* The first that differs: what comes later may follow from it. */
struct hr_difference hr_compare_runs(const struct hr_comparing *comparing);

#endif
