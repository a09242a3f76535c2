/* Destroyers for what is lost.
 *
 * A call may take over what it is given, or refuse it, and only the library knows: what the runner sees at the end decides. Invariant: each destroyer that is added leaves fewer lost blocks than there were. */
#include "suite/tidy.h"

#include "seq/close.h"

enum { MOST_ADDED = 8, MOST_CANDIDATES = 12 };

#define NONE ((size_t)-1)

static const struct hr_run_wants wants = { .lost = true };

static bool is_lost(const struct hr_outcome *outcome, uint32_t block)
{
	for (size_t i = 0; i < outcome->leaks.count; i++)
		if (outcome->leaks.data[i].block == block)
			return true;
	return false;
}

/* Values that a lost block begins with, the newest first. */
static size_t list_candidates(size_t *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	size_t count = 0;
	for (size_t i = outcome->pointers.count; i-- > 0 && count < MOST_CANDIDATES;) {
		const struct hr_pointer_record *record = &outcome->pointers.data[i];
		if (record->value != HR_NO_VALUE && record->region == HR_IN_HEAP && !record->is_freed &&
		    record->offset == 0 && is_lost(outcome, record->block) &&
		    hr_destroyer_of(sequence->model, sequence, record->value) != NONE)
			out[count++] = record->value;
	}
	return count;
}

/* The one destroyer after which least is lost: replaces `*sequence` and its outcome, if there is one at all. */
static int add_one(bool *added, struct hr_sequence **sequence, struct hr_outcome *outcome,
		   const struct hr_runner *runner, struct hr_error *error)
{
	size_t candidates[MOST_CANDIDATES];
	size_t count = list_candidates(candidates, *sequence, outcome);
	struct hr_sequence *best = NULL;
	size_t least = outcome->leaks.count;
	int status = 0;
	for (size_t i = 0; i < count && !status && least; i++) {
		struct hr_sequence *copy = hr_sequence_copy(*sequence);
		struct hr_outcome now;
		hr_outcome_init(&now);
		size_t destroyer = hr_destroyer_of(copy->model, copy, candidates[i]);
		if (hr_destroy(copy, candidates[i], destroyer))
			status = hr_runner_run_one(&now, runner, copy, &wants, error);
		if (!status && now.status == HR_OUTCOME_NORMAL && now.leaks.count < least) {
			struct hr_sequence *other = best;
			least = now.leaks.count;
			best = copy;
			copy = other;
		}
		hr_sequence_free(copy);
		hr_outcome_release(&now);
	}
	*added = best != NULL;
	if (best) {
		hr_sequence_free(*sequence);
		*sequence = best;
	}
	return status;
}

int hr_tidy(struct hr_sequence **sequence, bool *is_clean, const struct hr_runner *runner, struct hr_error *error)
{
	struct hr_outcome outcome;
	bool goes_on = true;
	int status = 0;
	*is_clean = false;
	hr_outcome_init(&outcome);
	for (int i = 0; i <= MOST_ADDED && goes_on && !status; i++) {
		status = hr_runner_run_one(&outcome, runner, *sequence, &wants, error);
		*is_clean = !status && outcome.status == HR_OUTCOME_NORMAL && !outcome.leaks.count;
		goes_on = !status && outcome.status == HR_OUTCOME_NORMAL && outcome.leaks.count > 0;
		if (goes_on)
			status = add_one(&goes_on, sequence, &outcome, runner, error);
	}
	hr_outcome_release(&outcome);
	return status;
}
