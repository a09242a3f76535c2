/* Giving what lives at the end of a sequence to its destroyers, so that nothing that is left is the sequence's own. */
#ifndef HR_SEQ_CLOSE_H
#define HR_SEQ_CLOSE_H

#include "seq/runner.h"

/* The destroyer for a value: what the model says frees it (freed_by, libc's free, a destroyer of its type); (size_t)-1: none. */
size_t hr_destroyer_of(const struct hr_model *model, const struct hr_sequence *sequence, size_t value);

/* A copy of the sequence, with destroyers added one at a time, each after seeing what still lives: owners before what they own, nothing twice, nothing that is borrowed.
 * `*out` is NULL when the sequence does not run normally to its end with them; the failing one is in `*failing` then (for the oracle: may be NULL). */
int hr_close(struct hr_sequence **out, struct hr_sequence **failing, const struct hr_sequence *sequence,
	     const struct hr_runner *runner, struct hr_error *error);

/* An independent copy. */
struct hr_sequence *hr_sequence_copy(const struct hr_sequence *sequence);

#endif
