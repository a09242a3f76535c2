/* Leaving what cannot be given back: some destroyers lose memory, and what they would end has to stay where it can be found. */
#ifndef HR_SUITE_LEAVE_H
#define HR_SUITE_LEAVE_H

#include "seq/runner.h"

#define HR_MOST_LEFT 8
#define HR_LEFT_BY_NOBODY ((size_t)-1)

/* Values that a test keeps instead of giving them back. */
struct hr_left {
	size_t values[HR_MOST_LEFT];
	size_t count;
	bool is_mapping[HR_MOST_LEFT]; /* maybe no block of malloc(), as it is whole pages */
};

/* How a sequence ends after hr_leave. */
struct hr_leaving {
	bool is_left; /* something is to be kept */
	size_t destroyer; /* operation that would lose memory and is not called therefore; HR_LEFT_BY_NOBODY: free(), or nobody destroys it */
};

/* For a sequence that loses memory at its end: takes what was added behind the focus away, from the last statement on, until nothing is lost as long as its values are there, and puts back what ends others
 * without losing anything. What only a field of a mapping leads to is read, to be kept as well. Then `*sequence` is replaced; where that does not help it stays as it is. Whether what is kept is all that is needed, only a check for leaks
 * can tell: objects that no value begins with are not among it. */
int hr_leave(struct hr_sequence **sequence, struct hr_leaving *leaving, size_t focus, const struct hr_runner *runner,
	     struct hr_error *error);

/* What has to be kept at the end of such a sequence, by an outcome with descriptions: one value for each block that the call that it comes from allocated, and what is read from statement `from` on. None where there are too many. */
void hr_leave_values(struct hr_left *out, const struct hr_sequence *sequence, size_t from,
		     const struct hr_outcome *outcome);

#endif
