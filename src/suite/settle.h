/* Numbers and texts that calls returned, written out: what was passed counts, not where it came from. */
#ifndef HR_SUITE_SETTLE_H
#define HR_SUITE_SETTLE_H

#include "seq/outcome.h"

/* A copy of the sequence in which arguments that are numbers returned by calls are the numbers that they were in that run; NULL when there are none. */
struct hr_sequence *hr_settle_numbers(const struct hr_sequence *sequence, const struct hr_outcome *outcome);

/* The same with texts, too, that are only read; the run must have had descriptions. Only in the first `count` statements. */
struct hr_sequence *hr_settle(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t count);

#endif
