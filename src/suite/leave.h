/* Leaving what cannot be given back: some destroyers lose memory, and what they would end has to stay where it can be found. */
#ifndef HR_SUITE_LEAVE_H
#define HR_SUITE_LEAVE_H

#include "seq/runner.h"

#define HR_MOST_LEFT 8

/* Values that a test keeps instead of giving them back. */
struct hr_left {
	size_t values[HR_MOST_LEFT];
	size_t count;
	bool has_mapping; /* whole pages among them: maybe not from malloc() */
};

/* For a sequence that loses memory at its end: takes what was added behind the focus away again, from the last statement on, until nothing is lost as long as somebody has what the calls made. What fields lead to is read, to be kept as well, where the object may be a mapping. Then `*sequence` is replaced, and
 * `*is_left` is true; where that does not help it stays as it is. */
int hr_leave(struct hr_sequence **sequence, bool *is_left, size_t focus, const struct hr_runner *runner,
	     struct hr_error *error);

/* What has to be kept at the end of such a sequence, by an outcome with descriptions: one value for each block that the call that it comes from allocated, or that is read from statement `from` on. None where there are too many. */
void hr_leave_values(struct hr_left *out, const struct hr_sequence *sequence, size_t from,
		     const struct hr_outcome *outcome);

#endif
