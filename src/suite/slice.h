/* What a statement of a sequence depends on, by what is written: a guess that costs nothing, before runs decide. */
#ifndef HR_SUITE_SLICE_H
#define HR_SUITE_SLICE_H

#include "seq/sequence.h"

/* A copy with the statements up to `last` that have to do with it: those that make what it names, those that name the same, and so on backwards. With `is_wide` also those that name what these have to do with,
 * wherever they stand. State that no value stands for is not seen. */
struct hr_sequence *hr_slice(const struct hr_sequence *sequence, size_t last, bool is_wide);

#endif
