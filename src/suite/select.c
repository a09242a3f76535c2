/* Choosing tests.
 *
 * Candidates are taken shortest first. What one of them reaches that no test reaches yet is attributed to the call that reached it first, by running its
 * prefixes; each such call becomes the focus of a test of its own: the sequence is cut behind it and made as small as still reaches the same. At the end
 * tests that others make superfluous are dropped, the longest first, and those that take many calls are made small once more, for what only they reach.
 *
 * A test that loses memory at its end, whatever is destroyed, is put aside, so that others can reach the same; what only such tests reach keeps them. So is one that nothing can be asserted in.
 *
 * Invariant: `covered` is what the tests in `out` reach, closed and as they were run. */
#include "suite/select_internal.h"

#include "base/memory.h"
#include "suite/edit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_UNTIDY = 3 };

const struct hr_run_wants hr_select_wants = { .edges = true };

/* ---- running ---- */

struct reached {
	struct hr_targets *targets;
	const struct hr_sequence *const *sequences;
	hr_target_set *sets;
};

static void note_reached(void *context, size_t index, struct hr_outcome *outcome)
{
	struct reached *reached = context;
	hr_targets_of(&reached->sets[index], reached->targets, reached->sequences[index], outcome);
}

/* What each of them reaches. */
int hr_select_reach(hr_target_set *sets, struct hr_selecting *selecting, const struct hr_sequence *const *sequences,
		    size_t count, struct hr_error *error)
{
	struct reached reached = { &selecting->targets, sequences, sets };
	const struct hr_runner *runner = selecting->runner;
	return count ? runner->run(runner->context, sequences, count, &hr_select_wants, note_reached, &reached, error)
		     : 0;
}

static bool is_covered(const struct hr_selecting *selecting, uint32_t target)
{
	return target < selecting->covered.count && selecting->covered.data[target];
}

void hr_select_cover(struct hr_selecting *selecting, const hr_target_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		while (selecting->covered.count <= set->data[i])
			hr_vec_push(&selecting->covered, false);
		selecting->covered.data[set->data[i]] = true;
	}
}

/* Whether somebody else should try to reach it. */
static bool is_wanted(const struct hr_selecting *selecting, uint32_t target)
{
	return !is_covered(selecting, target) &&
	       (target >= selecting->tried.count || selecting->tried.data[target] < MOST_UNTIDY);
}

/* Puts a test aside. */
void hr_select_set_aside(struct hr_selecting *selecting, const struct hr_selected *test)
{
	for (size_t i = 0; i < test->targets.count; i++) {
		while (selecting->tried.count <= test->targets.data[i])
			hr_vec_push(&selecting->tried, 0);
		/* what shows nothing is not tried again: tests that end an object reach as much in passing */
		unsigned char *tried = &selecting->tried.data[test->targets.data[i]];
		*tried = hr_is_last_resort(test) && *tried < MOST_UNTIDY ? *tried + 1 : MOST_UNTIDY;
	}
	hr_vec_push(&selecting->untidy, *test);
}

static bool adds(const struct hr_selecting *selecting, const hr_target_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		if (is_wanted(selecting, set->data[i]))
			return true;
	return false;
}

bool hr_select_is_over(const struct hr_selecting *selecting)
{
	return selecting->options->is_over && selecting->options->is_over(selecting->options->context);
}

static bool is_late(const struct hr_selecting *selecting)
{
	return selecting->options->is_late && selecting->options->is_late(selecting->options->context);
}

/* ---- what was put aside ---- */

/* What nothing else reaches: first of those that leave nothing behind and break no rule. */
static void take_untidy(struct hr_selecting *selecting, bool is_last)
{
	for (size_t i = 0; i < selecting->untidy.count; i++) {
		struct hr_selected *test = &selecting->untidy.data[i];
		bool is_needed = false;
		if (hr_is_last_resort(test) != is_last)
			continue;
		for (size_t k = 0; k < test->targets.count; k++)
			is_needed = is_needed || !is_covered(selecting, test->targets.data[k]);
		if (is_needed) {
			hr_select_cover(selecting, &test->targets);
			hr_vec_push(selecting->out, *test);
		} else {
			hr_sequence_free(test->sequence);
			hr_vec_release(&test->targets);
		}
	}
}

/* ---- one candidate ---- */

struct hr_sequence *hr_select_prefix(const struct hr_sequence *sequence, size_t last)
{
	size_t count = sequence->statements.count;
	bool *removed = hr_calloc(count, sizeof *removed);
	memset(removed + last + 1, true, (count - last - 1) * sizeof *removed);
	struct hr_sequence *copy = hr_edit_copy(sequence, removed);
	free(removed);
	return copy;
}

/* Its prefixes, one for each call, and what they reach. */
struct prefixes {
	HR_VEC(struct hr_sequence *) sequences;
	hr_target_set *sets;
};

static void prefixes_release(struct prefixes *prefixes)
{
	for (size_t i = 0; i < prefixes->sequences.count; i++) {
		hr_sequence_free(prefixes->sequences.data[i]);
		hr_vec_release(&prefixes->sets[i]);
	}
	hr_vec_release(&prefixes->sequences);
	free(prefixes->sets);
}

static int run_prefixes(struct prefixes *out, struct hr_selecting *selecting, const struct hr_sequence *candidate,
			struct hr_error *error)
{
	for (size_t i = 0; i < candidate->statements.count; i++)
		if (candidate->statements.data[i].kind == HR_STATEMENT_CALL)
			hr_vec_push(&out->sequences, hr_select_prefix(candidate, i));
	out->sets = hr_calloc(out->sequences.count, sizeof *out->sets);
	return hr_select_reach(out->sets, selecting, (const struct hr_sequence *const *)out->sequences.data,
			       out->sequences.count, error);
}

/* What a prefix reaches that the one before it does not, and no test either. */
static void find_group(hr_target_set *group, const struct hr_selecting *selecting, const struct prefixes *prefixes,
		       size_t index)
{
	const hr_target_set *set = &prefixes->sets[index];
	hr_vec_clear(group);
	for (size_t i = 0; i < set->count; i++)
		if (is_wanted(selecting, set->data[i]) &&
		    (!index || !hr_target_set_has(&prefixes->sets[index - 1], set->data[i])))
			hr_vec_push(group, set->data[i]);
}

static int take_candidate(struct hr_selecting *selecting, const struct hr_sequence *candidate, struct hr_error *error)
{
	struct prefixes prefixes = { .sequences = HR_VEC_INIT };
	hr_target_set group = HR_VEC_INIT;
	int status = run_prefixes(&prefixes, selecting, candidate, error);
	for (size_t i = 0; i < prefixes.sequences.count && !status && !is_late(selecting); i++) {
		find_group(&group, selecting, &prefixes, i);
		if (group.count)
			status = hr_select_add_test(selecting, hr_edit_copy(prefixes.sequences.data[i], NULL), &group,
						    error);
	}
	hr_vec_release(&group);
	prefixes_release(&prefixes);
	return status;
}

/* ---- order ---- */

struct ranked {
	size_t index;
	size_t calls;
	size_t statements;
	size_t gain; /* targets that somebody should reach; when time is short */
};

static int by_length(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;
	if (a->calls != b->calls)
		return a->calls < b->calls ? -1 : 1;
	if (a->statements != b->statements)
		return a->statements < b->statements ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static struct ranked *rank(const struct hr_sequence *const *candidates, size_t count)
{
	struct ranked *ranked = hr_calloc(count, sizeof *ranked);
	for (size_t i = 0; i < count; i++) {
		ranked[i] = (struct ranked){ .index = i, .statements = candidates[i]->statements.count };
		for (size_t k = 0; k < candidates[i]->statements.count; k++)
			ranked[i].calls += candidates[i]->statements.data[k].kind == HR_STATEMENT_CALL;
	}
	if (count)
		qsort(ranked, count, sizeof *ranked, by_length);
	return ranked;
}

static int by_gain(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;
	if (a->gain != b->gain)
		return a->gain > b->gain ? -1 : 1;
	return by_length(left, right);
}

/* Time will not do for all: those that reach most come first. */
static void rank_by_gain(struct ranked *ranked, size_t count, const struct hr_selecting *selecting,
			 const hr_target_set *sets)
{
	for (size_t i = 0; i < count; i++) {
		const hr_target_set *set = &sets[ranked[i].index];
		ranked[i].gain = 0;
		for (size_t k = 0; k < set->count; k++)
			ranked[i].gain += is_wanted(selecting, set->data[k]);
	}
	qsort(ranked, count, sizeof *ranked, by_gain);
}

/* ---- all of it ---- */

static int take_all(struct hr_selecting *selecting, const struct hr_sequence *const *candidates, size_t count,
		    const hr_target_set *sets, struct hr_error *error)
{
	struct ranked *ranked = rank(candidates, count);
	const struct hr_select_options *options = selecting->options;
	bool is_short = false;
	size_t i = 0;
	int status = 0;
	for (; i < count && !status && !is_late(selecting); i++) {
		if (options->progress)
			options->progress(options->context, i, count);
		if (!is_short && hr_select_is_over(selecting)) {
			is_short = true;
			rank_by_gain(ranked + i, count - i, selecting, sets);
		}
		if (adds(selecting, &sets[ranked[i].index]))
			status = take_candidate(selecting, candidates[ranked[i].index], error);
	}
	for (; options->passed_over && i < count && !status; i++)
		*options->passed_over += adds(selecting, &sets[ranked[i].index]);
	free(ranked);
	return status;
}

int hr_select(hr_selection *out, const struct hr_sequence *const *candidates, size_t count,
	      const struct hr_runner *runner, const struct hr_select_options *options, struct hr_error *error)
{
	struct hr_selecting selecting = {
		.runner = runner, .options = options, .covered = HR_VEC_INIT, .out = out, .first = out->count
	};
	hr_target_set *sets = hr_calloc(count, sizeof *sets);
	hr_targets_init(&selecting.targets, options->edge_count);
	int status = hr_select_reach(sets, &selecting, candidates, count, error);
	if (!status)
		status = take_all(&selecting, candidates, count, sets, error);
	take_untidy(&selecting, false);
	take_untidy(&selecting, true);
	hr_vec_release(&selecting.untidy);
	hr_select_drop_superfluous(&selecting);
	hr_select_keep_most(&selecting);
	if (!status)
		status = hr_select_make_smaller(&selecting, error);
	for (size_t i = 0; i < count; i++)
		hr_vec_release(&sets[i]);
	free(sets);
	hr_vec_release(&selecting.covered);
	hr_vec_release(&selecting.tried);
	hr_targets_release(&selecting.targets);
	return status;
}

void hr_selection_release(hr_selection *selection)
{
	for (size_t i = 0; i < selection->count; i++) {
		hr_sequence_free(selection->data[i].sequence);
		hr_vec_release(&selection->data[i].targets);
	}
	hr_vec_release(selection);
}
