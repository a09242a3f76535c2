/* Choosing tests.
 *
 * Candidates are taken shortest first. What one of them reaches that no test reaches yet is attributed to the call that reached it first, by running its
 * prefixes; each such call becomes the focus of a test of its own: the sequence is cut behind it and made as small as still reaches the same. At the end
 * tests that others make superfluous are dropped, the longest first.
 *
 * A test that loses memory at its end, whatever is destroyed, is put aside, so that others can reach the same; what only such tests reach keeps them. So is one that nothing can be asserted in.
 *
 * Invariant: `covered` is what the tests in `out` reach, closed and as they were run. */
#include "suite/select.h"

#include "base/memory.h"
#include "seq/close.h"
#include "suite/edit.h"
#include "suite/minimize.h"
#include "suite/slice.h"
#include "suite/tidy.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS_PER_TEST = 300, MOST_UNTIDY = 3 };

struct selecting {
	const struct hr_runner *runner;
	const struct hr_select_options *options;
	struct hr_targets targets;
	HR_VEC(bool) covered; /* by target; what is not there is not */
	hr_selection *out;
	size_t first; /* of ours in it */
	hr_selection
		untidy; /* tests that nobody would want: they leave something behind, or show nothing. They count only for what no other reaches */
	HR_VEC(unsigned char) tried; /* by target: how many of those had it; what is not there, none */
};

static const struct hr_run_wants select_wants = { .edges = true };

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
static int reach(hr_target_set *sets, struct selecting *selecting, const struct hr_sequence *const *sequences,
		 size_t count, struct hr_error *error)
{
	struct reached reached = { &selecting->targets, sequences, sets };
	const struct hr_runner *runner = selecting->runner;
	return count ? runner->run(runner->context, sequences, count, &select_wants, note_reached, &reached, error) : 0;
}

static bool is_covered(const struct selecting *selecting, uint32_t target)
{
	return target < selecting->covered.count && selecting->covered.data[target];
}

static void cover(struct selecting *selecting, const hr_target_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		while (selecting->covered.count <= set->data[i])
			hr_vec_push(&selecting->covered, false);
		selecting->covered.data[set->data[i]] = true;
	}
}

/* Whether somebody else should try to reach it. */
static bool is_wanted(const struct selecting *selecting, uint32_t target)
{
	return !is_covered(selecting, target) &&
	       (target >= selecting->tried.count || selecting->tried.data[target] < MOST_UNTIDY);
}

/* Puts a test aside. */
static void set_aside(struct selecting *selecting, const struct hr_selected *test)
{
	for (size_t i = 0; i < test->targets.count; i++) {
		while (selecting->tried.count <= test->targets.data[i])
			hr_vec_push(&selecting->tried, 0);
		/* what shows nothing is not tried again: tests that end an object reach as much in passing */
		unsigned char *tried = &selecting->tried.data[test->targets.data[i]];
		*tried = test->is_untidy ? *tried + 1 : MOST_UNTIDY;
	}
	hr_vec_push(&selecting->untidy, *test);
}

static bool adds(const struct selecting *selecting, const hr_target_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		if (is_wanted(selecting, set->data[i]))
			return true;
	return false;
}

static bool is_over(const struct selecting *selecting)
{
	return selecting->options->is_over && selecting->options->is_over(selecting->options->context);
}

static bool is_late(const struct selecting *selecting)
{
	return selecting->options->is_late && selecting->options->is_late(selecting->options->context);
}

/* ---- one test ---- */

/* Everything up to a statement, included. */
static struct hr_sequence *prefix(const struct hr_sequence *sequence, size_t last)
{
	size_t count = sequence->statements.count;
	bool *removed = hr_calloc(count, sizeof *removed);
	memset(removed + last + 1, true, (count - last - 1) * sizeof *removed);
	struct hr_sequence *copy = hr_edit_copy(sequence, removed);
	free(removed);
	return copy;
}

/* What a smaller sequence has to reach still. */
struct goal {
	struct selecting *selecting;
	const hr_target_set *group;
};

static bool reaches_group(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct goal *goal = context;
	hr_target_set set = HR_VEC_INIT;
	hr_targets_of(&set, &goal->selecting->targets, sequence, outcome);
	bool reaches = hr_target_set_covers(&set, goal->group);
	hr_vec_release(&set);
	return reaches;
}

static bool is_legal(void *context, const struct hr_sequence *sequence)
{
	const struct goal *goal = context;
	const struct hr_select_options *options = goal->selecting->options;
	return !options->is_legal || options->is_legal(options->context, sequence);
}

static bool is_small_enough(void *context)
{
	const struct goal *goal = context;
	return is_over(goal->selecting);
}

static int make_small(struct hr_sequence **sequence, struct selecting *selecting, const hr_target_set *group,
		      struct hr_error *error)
{
	struct goal goal = { selecting, group };
	struct hr_minimize_options options = { .most_runs = RUNS_PER_TEST,
					       .is_same = reaches_group,
					       .is_legal = is_legal,
					       .is_over = is_small_enough,
					       .context = &goal,
					       .wants = &select_wants };
	struct hr_sequence *small = NULL;
	int status = hr_minimize(&small, *sequence, selecting->runner, &options, error);
	if (!status) {
		hr_sequence_free(*sequence);
		*sequence = small;
	}
	return status;
}

/* Leaves out what has nothing to do with the last statement, as far as that does not change what is reached: two runs at most, where minimising takes many. */
static int slice(struct hr_sequence **sequence, struct selecting *selecting, const hr_target_set *group,
		 struct hr_error *error)
{
	struct hr_sequence *slices[2];
	hr_target_set sets[2] = { HR_VEC_INIT, HR_VEC_INIT };
	for (int i = 0; i < 2; i++)
		slices[i] = hr_slice(*sequence, (*sequence)->statements.count - 1, i == 1);
	int status = reach(sets, selecting, (const struct hr_sequence *const *)slices, 2, error);
	struct goal goal = { selecting, group };
	bool is_done = false;
	for (int i = 0; i < 2; i++) {
		if (!status && !is_done && hr_target_set_covers(&sets[i], group) && is_legal(&goal, slices[i])) {
			hr_sequence_free(*sequence);
			*sequence = slices[i];
			slices[i] = NULL;
			is_done = true;
		}
		hr_sequence_free(slices[i]);
		hr_vec_release(&sets[i]);
	}
	return status;
}

/* What cannot be closed stays as it is: a test may leave something behind. */
static int close_sequence(struct hr_sequence **sequence, struct selecting *selecting, struct hr_error *error)
{
	struct hr_sequence *closed = NULL;
	struct hr_sequence *failing = NULL;
	int status = hr_close(&closed, &failing, *sequence, selecting->runner, error);
	hr_sequence_free(failing);
	if (closed) {
		hr_sequence_free(*sequence);
		*sequence = closed;
	}
	return status;
}

static size_t last_call(const struct hr_sequence *sequence)
{
	size_t i = sequence->statements.count;
	while (i > 0 && sequence->statements.data[i - 1].kind != HR_STATEMENT_CALL)
		i--;
	return i ? i - 1 : (size_t)-1;
}

/* Whether an operand is something that can be looked at later, or that looks. */
static bool is_seen(const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE || operand->kind == HR_OPERAND_PART ||
	    operand->kind == HR_OPERAND_ADDRESS || operand->kind == HR_OPERAND_CALLBACK)
		return true;
	for (size_t i = 0; i < operand->part_count; i++)
		if (is_seen(&operand->parts[i]))
			return true;
	return false;
}

/* True when a call returns nothing and leaves nothing to look at: it was given no object, or ended the one that it was given. */
static bool is_mute(const struct hr_sequence *sequence, size_t focus)
{
	const struct hr_statement *statement = &sequence->statements.data[focus];
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	const struct hr_type *result = hr_model_type(sequence->model, operation->result.type);
	if (result && result->kind != HR_TYPE_VOID)
		return false;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (is_seen(&statement->operands[i]) && operation->kind != HR_KIND_DESTROYER)
			return false;
	return true;
}

/* A test for the group, which the call at the end of the sequence reaches. The sequence is taken over. */
static int add_test(struct selecting *selecting, struct hr_sequence *sequence, const hr_target_set *group,
		    struct hr_error *error)
{
	struct hr_selected test = { .sequence = sequence, .targets = HR_VEC_INIT };
	int status = slice(&test.sequence, selecting, group, error);
	if (!status && !is_over(selecting))
		status = make_small(&test.sequence, selecting, group, error);
	test.focus = last_call(test.sequence);
	if (!status)
		status = close_sequence(&test.sequence, selecting, error);
	bool is_clean = true;
	if (!status)
		status = hr_tidy(&test.sequence, &is_clean, selecting->runner, error);
	if (!status) {
		const struct hr_sequence *one = test.sequence;
		status = reach(&test.targets, selecting, &one, 1, error);
	}
	if (status || test.focus == (size_t)-1 || !test.targets.count) {
		hr_sequence_free(test.sequence);
		hr_vec_release(&test.targets);
		return status;
	}
	test.is_untidy = !is_clean;
	test.is_mute = is_mute(test.sequence, test.focus);
	if (!is_clean || test.is_mute) {
		set_aside(selecting, &test);
		return 0;
	}
	cover(selecting, &test.targets);
	hr_vec_push(selecting->out, test);
	return 0;
}

/* What nothing else reaches: first of those that leave nothing behind. */
static void take_untidy(struct selecting *selecting, bool is_untidy)
{
	for (size_t i = 0; i < selecting->untidy.count; i++) {
		struct hr_selected *test = &selecting->untidy.data[i];
		bool is_needed = false;
		if (test->is_untidy != is_untidy)
			continue;
		for (size_t k = 0; k < test->targets.count; k++)
			is_needed = is_needed || !is_covered(selecting, test->targets.data[k]);
		if (is_needed) {
			cover(selecting, &test->targets);
			hr_vec_push(selecting->out, *test);
		} else {
			hr_sequence_free(test->sequence);
			hr_vec_release(&test->targets);
		}
	}
}

/* ---- one candidate ---- */

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

static int run_prefixes(struct prefixes *out, struct selecting *selecting, const struct hr_sequence *candidate,
			struct hr_error *error)
{
	for (size_t i = 0; i < candidate->statements.count; i++)
		if (candidate->statements.data[i].kind == HR_STATEMENT_CALL)
			hr_vec_push(&out->sequences, prefix(candidate, i));
	out->sets = hr_calloc(out->sequences.count, sizeof *out->sets);
	return reach(out->sets, selecting, (const struct hr_sequence *const *)out->sequences.data, out->sequences.count,
		     error);
}

/* What a prefix reaches that the one before it does not, and no test either. */
static void find_group(hr_target_set *group, const struct selecting *selecting, const struct prefixes *prefixes,
		       size_t index)
{
	const hr_target_set *set = &prefixes->sets[index];
	hr_vec_clear(group);
	for (size_t i = 0; i < set->count; i++)
		if (is_wanted(selecting, set->data[i]) &&
		    (!index || !hr_target_set_has(&prefixes->sets[index - 1], set->data[i])))
			hr_vec_push(group, set->data[i]);
}

static int take_candidate(struct selecting *selecting, const struct hr_sequence *candidate, struct hr_error *error)
{
	struct prefixes prefixes = { .sequences = HR_VEC_INIT };
	hr_target_set group = HR_VEC_INIT;
	int status = run_prefixes(&prefixes, selecting, candidate, error);
	for (size_t i = 0; i < prefixes.sequences.count && !status && !is_late(selecting); i++) {
		find_group(&group, selecting, &prefixes, i);
		if (group.count)
			status = add_test(selecting, hr_edit_copy(prefixes.sequences.data[i], NULL), &group, error);
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
static void rank_by_gain(struct ranked *ranked, size_t count, const struct selecting *selecting,
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

/* ---- what others make superfluous ---- */

static void drop(hr_selection *selection, size_t index)
{
	hr_sequence_free(selection->data[index].sequence);
	hr_vec_release(&selection->data[index].targets);
	memmove(&selection->data[index], &selection->data[index + 1],
		(selection->count - index - 1) * sizeof *selection->data);
	selection->count--;
}

/* `tests_with` counts those that leave nothing behind: the others make nobody superfluous. */
static bool is_superfluous(const struct hr_selected *test, const unsigned *tests_with)
{
	for (size_t i = 0; i < test->targets.count; i++)
		if (tests_with[test->targets.data[i]] < (test->is_untidy ? 1 : 2))
			return false;
	return true;
}

static bool is_worse(const struct hr_selected *test, const struct hr_selected *other)
{
	if (test->is_mute != other->is_mute)
		return test->is_mute;
	return test->sequence->statements.count >= other->sequence->statements.count;
}

/* One that can go: rather one that shows nothing, then the longest, the last of equals; (size_t)-1: all are needed. */
static size_t find_superfluous(const struct selecting *selecting, const unsigned *tests_with)
{
	const hr_selection *out = selecting->out;
	size_t best = (size_t)-1;
	for (size_t i = selecting->first; i < out->count; i++)
		if ((best == (size_t)-1 || is_worse(&out->data[i], &out->data[best])) &&
		    is_superfluous(&out->data[i], tests_with))
			best = i;
	return best;
}

static void drop_superfluous(struct selecting *selecting)
{
	unsigned *tests_with = hr_calloc(hr_targets_count(&selecting->targets), sizeof *tests_with);
	for (size_t i = selecting->first; i < selecting->out->count; i++)
		for (size_t k = 0; k < selecting->out->data[i].targets.count && !selecting->out->data[i].is_untidy; k++)
			tests_with[selecting->out->data[i].targets.data[k]]++;
	for (size_t i; (i = find_superfluous(selecting, tests_with)) != (size_t)-1;) {
		for (size_t k = 0; k < selecting->out->data[i].targets.count && !selecting->out->data[i].is_untidy; k++)
			tests_with[selecting->out->data[i].targets.data[k]]--;
		drop(selecting->out, i);
	}
	free(tests_with);
}

/* Those that reach most stay when there may not be more. */
static void keep_most(struct selecting *selecting)
{
	hr_selection *out = selecting->out;
	while (selecting->options->most && out->count - selecting->first > selecting->options->most) {
		size_t least = selecting->first;
		for (size_t i = least; i < out->count; i++)
			if (out->data[i].targets.count <= out->data[least].targets.count)
				least = i;
		drop(out, least);
	}
}

/* ---- all of it ---- */

static int take_all(struct selecting *selecting, const struct hr_sequence *const *candidates, size_t count,
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
		if (!is_short && is_over(selecting)) {
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
	struct selecting selecting = {
		.runner = runner, .options = options, .covered = HR_VEC_INIT, .out = out, .first = out->count
	};
	hr_target_set *sets = hr_calloc(count, sizeof *sets);
	hr_targets_init(&selecting.targets, options->edge_count);
	int status = reach(sets, &selecting, candidates, count, error);
	if (!status)
		status = take_all(&selecting, candidates, count, sets, error);
	take_untidy(&selecting, false);
	take_untidy(&selecting, true);
	hr_vec_release(&selecting.untidy);
	drop_superfluous(&selecting);
	keep_most(&selecting);
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
