/* Which values of a sequence a later statement needs. */
#ifndef HR_SUITE_VALUES_USED_H
#define HR_SUITE_VALUES_USED_H

#include "seq/sequence.h"

/* By value; the caller frees it. */
bool *hr_values_used(const struct hr_sequence *sequence);

#endif
