/* What an outcome comes to, as a few numbers that can be kept for many thousand of them: one for each part of it. */
#ifndef HR_TESTS_ISOLATION_DIGEST_H
#define HR_TESTS_ISOLATION_DIGEST_H

#include "seq/outcome.h"

enum part {
	PART_STATUS,
	PART_FAULT,
	PART_NOTES,
	PART_CALLS,
	PART_POINTERS,
	PART_VALUES,
	PART_EDGES,
	PART_HEAP,
	PART_LEAKS,
	PART_CALLBACKS,
	PART_OUTPUT,
	PART_DESCRIPTIONS,
	PART_FINGERPRINTS,
	PART_COUNT
};

struct digest {
	uint64_t parts[PART_COUNT];
	uint8_t status; /* enum hr_outcome_status */
};

const char *part_name(enum part part);

/* Bytes of descriptions, and of what pointers that a callback got point to, that are one of the two are told apart from all others, but not from each other: what nobody wrote differs between
 * runs with different fill bytes, and is no finding. Both 0: all bytes count. */
struct digest_fills {
	unsigned char one;
	unsigned char other;
};

void digest_outcome(struct digest *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		    struct digest_fills fills);

/* The same for what the outcome says of each statement alone; `out` has room for one number a statement. The statement that it ended in is
 * marked, and so are those that never began. */
void digest_statements(uint64_t *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		       struct digest_fills fills);

#endif
