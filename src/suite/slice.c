/* Slices: backwards from a statement, along the values that statements have in common. */
#include "suite/slice.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/edit.h"

#include <stdlib.h>

struct slice {
	const struct hr_sequence *sequence;
	bool *is_kept;     /* by statement */
	bool *is_relevant; /* by value */
};

/* Whether the statement yields or names something that counts. */
static bool concerns(const struct slice *slice, const struct hr_statement *statement)
{
	if (statement->value != HR_NO_VALUE && slice->is_relevant[statement->value])
		return true;
	for (size_t i = 0; i < slice->sequence->values.count; i++)
		if (slice->is_relevant[i] && hr_statement_names(statement, i))
			return true;
	return false;
}

/* Keeps the statement; what it names counts from now on. Returns whether that is anything new. */
static bool keep(struct slice *slice, size_t index)
{
	const struct hr_statement *statement = &slice->sequence->statements.data[index];
	bool is_new = !slice->is_kept[index];
	slice->is_kept[index] = true;
	for (size_t i = 0; i < slice->sequence->values.count; i++)
		if (!slice->is_relevant[i] && hr_statement_names(statement, i)) {
			slice->is_relevant[i] = true;
			is_new = true;
		}
	return is_new;
}

struct hr_sequence *hr_slice(const struct hr_sequence *sequence, size_t last, bool is_wide)
{
	size_t count = sequence->statements.count;
	struct slice slice = { sequence, hr_calloc(count, sizeof *slice.is_kept),
			       hr_calloc(sequence->values.count, sizeof *slice.is_relevant) };
	bool *removed = hr_calloc(count, sizeof *removed);
	keep(&slice, last);
	for (bool again = true; again;) {
		again = false;
		for (size_t i = last; i-- > 0;)
			if (concerns(&slice, &sequence->statements.data[i]) && keep(&slice, i))
				again = is_wide;
	}
	/* what is used has to be made */
	for (size_t i = last; i-- > 0;)
		if (concerns(&slice, &sequence->statements.data[i]) &&
		    sequence->statements.data[i].value != HR_NO_VALUE &&
		    slice.is_relevant[sequence->statements.data[i].value])
			keep(&slice, i);
	for (size_t i = 0; i < count; i++)
		removed[i] = !slice.is_kept[i];
	hr_edit_close(removed, sequence);
	struct hr_sequence *copy = removed[last] ? hr_edit_copy(sequence, NULL) : hr_edit_copy(sequence, removed);
	free(removed);
	free(slice.is_kept);
	free(slice.is_relevant);
	return copy;
}
