/* Removal: statements that a failing sequence does not need, in chunks and one by one.
 *
 * Invariant: what is removed takes with it what could not be without it. */
#include "base/memory.h"
#include "seq/edit.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 8, SMALLEST_CHUNKED = 12 };

/* An object that the sequence made without giving it contents is made ready by what uses it first, up to the first call: without that, what comes later would use memory that was never set. Returns whether one of these
 * is marked while something later is not. */
static bool is_left_unset(const bool *removed, const struct hr_sequence *sequence, size_t maker)
{
	const struct hr_statement *statement = &sequence->statements.data[maker];
	bool is_ready = false;
	bool lost = false;
	if (statement->kind != HR_STATEMENT_NEW || statement->operand_count || removed[maker])
		return false;
	for (size_t i = maker + 1; i < sequence->statements.count; i++) {
		if (!hr_statement_names(&sequence->statements.data[i], statement->value))
			continue;
		if (lost && !removed[i])
			return true;
		lost = lost || (removed[i] && !is_ready);
		is_ready = is_ready || sequence->statements.data[i].kind == HR_STATEMENT_CALL;
	}
	return false;
}

/* Marks what has to go with what is marked. */
static void close_removal(bool *removed, const struct hr_sequence *sequence)
{
	bool again = true;
	while (again) {
		again = false;
		hr_edit_close(removed, sequence);
		for (size_t i = 0; i < sequence->statements.count && !again; i++) {
			again = is_left_unset(removed, sequence, i);
			removed[i] = removed[i] || again;
		}
	}
}

int hr_minimize_without(bool *taken, struct hr_minimizer *minimizer, const bool *removed, struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	hr_vec_push(&candidates, hr_edit_copy(minimizer->current, removed));
	return hr_minimizer_take_first(taken, minimizer, &candidates, error);
}

/* What may not go is left alone. */
static bool spares_tail(const bool *removed, const struct hr_minimizer *minimizer, size_t count)
{
	size_t tail = minimizer->options->tail;
	for (size_t i = tail < count ? count - tail : 0; i < count; i++)
		if (removed[i])
			return false;
	return true;
}

/* How many of the first ones are left. */
static size_t count_left(const bool *removed, size_t end)
{
	size_t left = 0;
	for (size_t i = 0; i < end; i++)
		left += !removed[i];
	return left;
}

/* Large pieces first, when there is much: from the end to the beginning, in halves, quarters, and so on. What goes with a piece may stand before it, so that what is still to be looked at gets shorter, too. */
int hr_minimize_remove_chunks(struct hr_minimizer *minimizer, struct hr_error *error)
{
	size_t size = minimizer->current->statements.count / 2;
	int status = 0;
	for (; size >= 2 && minimizer->current->statements.count >= SMALLEST_CHUNKED && !status; size /= 2) {
		size_t end = minimizer->current->statements.count - 1; /* the last one failed, or may have */
		while (end > 0 && minimizer->runs_left && !status) {
			size_t count = minimizer->current->statements.count;
			size_t begin = end > size ? end - size : 0;
			bool *removed = hr_calloc(count, sizeof *removed);
			bool taken = false;
			memset(removed + begin, true, (end - begin) * sizeof *removed);
			close_removal(removed, minimizer->current);
			if (!removed[count - 1] && spares_tail(removed, minimizer, count))
				status = hr_minimize_without(&taken, minimizer, removed, error);
			end = taken ? count_left(removed, begin) : begin;
			free(removed);
		}
	}
	return status;
}

/* A single statement with what depends on it; by number of the statement. */
struct removals {
	hr_candidates candidates;
	HR_VEC(bool *) removed;
};

static void removals_release(struct removals *removals)
{
	for (size_t i = 0; i < removals->removed.count; i++)
		free(removals->removed.data[i]);
	hr_vec_release(&removals->removed);
	hr_candidates_free(&removals->candidates);
}

/* From the last to the first, each alone. What leaves nothing is none. */
static void single_removals(struct removals *out, const struct hr_minimizer *minimizer)
{
	const struct hr_sequence *sequence = minimizer->current;
	size_t count = sequence->statements.count;
	for (size_t i = count; i-- > 0;) {
		bool *removed = hr_calloc(count, sizeof *removed);
		removed[i] = true;
		close_removal(removed, sequence);
		if (!count_left(removed, count) || !spares_tail(removed, minimizer, count)) {
			free(removed);
			continue;
		}
		hr_vec_push(&out->removed, removed);
		hr_vec_push(&out->candidates, hr_edit_copy(sequence, removed));
	}
}

static size_t unite(bool *all, const bool *more, size_t count)
{
	size_t added = 0;
	for (size_t i = 0; i < count; i++) {
		added += more[i] && !all[i];
		all[i] = all[i] || more[i];
	}
	return added;
}

/* Those that are fine alone are tried all at once; where that does not do, one after the other. */
static int combine(struct hr_minimizer *minimizer, const struct removals *removals, const bool *same,
		   struct hr_error *error)
{
	struct hr_sequence *whole = minimizer->current;
	size_t count = whole->statements.count;
	bool *all = hr_calloc(count, sizeof *all);
	bool taken = false;
	size_t fine = 0;
	int status = 0;
	for (size_t i = 0; i < removals->removed.count; i++) {
		if (same[i])
			unite(all, removals->removed.data[i], count);
		fine += same[i];
	}
	/* each of these is closed, and so is what they are together */
	if (fine > 1)
		status = hr_minimize_without(&taken, minimizer, all, error);
	if (taken || status) {
		free(all);
		return status;
	}
	whole = hr_edit_copy(minimizer->current, NULL);
	memset(all, 0, count * sizeof *all);
	bool is_first = true;
	for (size_t i = 0; i < removals->removed.count && !status; i++) {
		bool *with = hr_calloc(count, sizeof *with);
		memcpy(with, all, count * sizeof *with);
		if (same[i] && unite(with, removals->removed.data[i], count)) {
			hr_candidates one = HR_VEC_INIT;
			bool is_taken = false;
			hr_vec_push(&one, hr_edit_copy(whole, with));
			if (is_first) { /* known already */
				hr_sequence_free(minimizer->current);
				minimizer->current = one.data[0];
				hr_vec_release(&one);
				is_taken = true;
			} else {
				status = hr_minimizer_take_first(&is_taken, minimizer, &one, error);
			}
			is_first = false;
			if (is_taken)
				memcpy(all, with, count * sizeof *all);
		}
		free(with);
	}
	hr_sequence_free(whole);
	free(all);
	return status;
}

int hr_minimize_remove_singles(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error)
{
	int status = 0;
	for (int round = 0; round < MOST_ROUNDS && minimizer->runs_left && !status; round++) {
		struct removals removals = { .candidates = HR_VEC_INIT };
		size_t before = minimizer->current->statements.count;
		single_removals(&removals, minimizer);
		bool *same = hr_calloc(removals.candidates.count, sizeof *same);
		status = hr_minimizer_try(same, minimizer, &removals.candidates, error);
		if (!status)
			status = combine(minimizer, &removals, same, error);
		free(same);
		removals_release(&removals);
		if (minimizer->current->statements.count == before)
			break;
		*changed = true;
	}
	return status;
}
