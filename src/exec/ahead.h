/* Programs of chains (exec.h), encoded in another thread while the next chains are made. */
#ifndef HR_EXEC_AHEAD_H
#define HR_EXEC_AHEAD_H

#include "exec/exec.h"

struct hr_ahead;

/* At most so many chains between two waits. */
#define HR_AHEAD_MOST 1024u

/* Both are borrowed, as by hr_encoding_new. */
struct hr_ahead *hr_ahead_new(const struct hr_model *model, const struct hr_callables *callables);
void hr_ahead_free(struct hr_ahead *ahead); /* NULL is fine; after a wait */

/* Has the chain encoded as by hr_program_of_chain. Until hr_ahead_wait `program` and what it points to, the chain and the model are left alone; the caller keeps a
 * reference to the chain. */
void hr_ahead_post(struct hr_ahead *ahead, struct hr_program **program, struct hr_chain *chain,
		   const struct hr_run_wants *wants);

/* Waits for all that was posted since the last time. `is_encoded` gets an entry for each, in order: false for a chain that cannot be run. */
void hr_ahead_wait(struct hr_ahead *ahead, bool *is_encoded);

#endif
