/* Leaving what cannot be given back.
 *
 * Invariant: only what closing and tidying added behind the focus is taken away, and only as much as it takes. */
#include "suite/leave.h"

#include "seq/close.h"
#include "seq/edit.h"

/* A block of the heap that the call made that the value comes from. */
static bool is_made(const struct hr_sequence *sequence, const struct hr_pointer_record *record)
{
	return record->value != HR_NO_VALUE && record->region == HR_IN_HEAP && !record->is_freed &&
	       record->offset == 0 && record->allocated_by == hr_value_call(sequence, record->value);
}

static bool is_listed(const struct hr_left *left, const struct hr_outcome *outcome, uint32_t block)
{
	for (size_t i = 0; i < left->count; i++)
		if (hr_outcome_pointer(outcome, left->values[i])->block == block)
			return true;
	return false;
}

void hr_leave_values(struct hr_left *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	out->count = 0;
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *it = &outcome->pointers.data[i];
		if (!is_made(sequence, it) || is_listed(out, outcome, it->block))
			continue;
		if (out->count == HR_MOST_LEFT) {
			out->count = 0;
			return;
		}
		out->values[out->count++] = it->value;
	}
}

/* What closing adds: calls and free(); what is read to be passed to them has no use without. */
static bool gives_back(const struct hr_statement *statement)
{
	return statement->kind == HR_STATEMENT_FREE || statement->kind == HR_STATEMENT_CALL ||
	       statement->kind == HR_STATEMENT_GET;
}

static struct hr_sequence *first_of(const struct hr_sequence *sequence, size_t count)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, count);
	return hr_edit_finish(&edit);
}

static int loses_nothing(bool *is_kept, const struct hr_sequence *sequence, const struct hr_runner *runner,
			 struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true, .leaks = true };
	struct hr_outcome outcome;
	struct hr_left left;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, runner, sequence, &wants, error);
	*is_kept = false;
	if (!status && outcome.status == HR_OUTCOME_NORMAL && !outcome.leaks.count) {
		hr_leave_values(&left, sequence, &outcome);
		*is_kept = left.count > 0;
	}
	hr_outcome_release(&outcome);
	return status;
}

int hr_leave(struct hr_sequence **sequence, bool *is_left, size_t focus, const struct hr_runner *runner,
	     struct hr_error *error)
{
	int status = 0;
	*is_left = false;
	for (size_t end = (*sequence)->statements.count;
	     end > focus + 1 && gives_back(&(*sequence)->statements.data[end - 1]) && !*is_left && !status; end--) {
		struct hr_sequence *shorter = first_of(*sequence, end - 1);
		status = loses_nothing(is_left, shorter, runner, error);
		if (*is_left) {
			hr_sequence_free(*sequence);
			*sequence = shorter;
		} else {
			hr_sequence_free(shorter);
		}
	}
	return status;
}
