/* Giving what lives at the end of a sequence to its destroyers, so that nothing that is left is the sequence's own. */
#ifndef HR_SEQ_CLOSE_H
#define HR_SEQ_CLOSE_H

#include "seq/runner.h"

/* Not an operation: libc's free, which is a statement of its own (HR_STATEMENT_FREE). */
#define HR_FREED_BY_LIBC ((size_t)-2)

/* The destroyer for a value: what the model says frees it (freed_by, a destroyer of its type, or HR_FREED_BY_LIBC); (size_t)-1: none. For an object of the
 * sequence's own that an operation set up: what undoes that. */
size_t hr_destroyer_of(const struct hr_model *model, const struct hr_sequence *sequence, size_t value);

/* The call that a value comes from: whose result it is, or that filled what it was read from; (size_t)-1: none. */
size_t hr_value_call(const struct hr_sequence *sequence, size_t value);

/* The parameter of a destroyer that takes what it ends; (size_t)-1: it has none. */
size_t hr_destroyer_parameter(const struct hr_model *model, size_t operation);

/* Appends the call of the destroyer; false, and nothing appended, when there is nothing to pass for one of its other parameters. */
bool hr_destroy(struct hr_sequence *sequence, size_t value, size_t destroyer);

/* True when the result says that a call was refused, as the model knows it; false also when nobody can tell. */
bool hr_call_refused(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement);
bool hr_statement_refused(const struct hr_model *model, const struct hr_statement *call,
			  const struct hr_outcome *outcome); /* the same for a call of any chain */

/* A copy of the sequence, with destroyers added one at a time, each after seeing what still lives: owners before what they own, nothing twice, nothing that is borrowed.
 * `*out` is NULL when the sequence does not run normally to its end with them, in whatever order; the first that failed is in `*failing` then (for the oracle: may be NULL). */
int hr_close(struct hr_sequence **out, struct hr_sequence **failing, const struct hr_sequence *sequence,
	     const struct hr_runner *runner, struct hr_error *error);

/* An independent copy. */
struct hr_sequence *hr_sequence_copy(const struct hr_sequence *sequence);

#endif
