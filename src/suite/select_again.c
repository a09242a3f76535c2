/* Making tests small once more, now that it is known what only they reach.
 *
 * While tests are chosen, each has to keep all that nobody had reached by then; others reach much of that later, and the calls that led there are of no use any more. A test whose focus takes many calls to come to is tried again: its focus has
 * to return in the same way, and what no other test reaches has to be reached.
 *
 * Invariants: what all tests together reach stays the same; no test gets longer, or shows less. */
#include "suite/select_internal.h"

#include "base/memory.h"

#include <stdlib.h>

/* Who reads a test follows that many calls before it comes to what it is about. What is shorter stays as it is: what it reaches beside its own is of some use. */
enum { MANY_CALLS = 3 };

static size_t calls_before(const struct hr_selected *test)
{
	size_t count = 0;
	for (size_t i = 0; i < test->focus; i++)
		count += test->sequence->statements.data[i].kind == HR_STATEMENT_CALL;
	return count;
}

/* ---- what only one test reaches ---- */

static void count_targets(unsigned *tests_with, const struct hr_selected *test, int change)
{
	for (size_t i = 0; i < test->targets.count; i++)
		tests_with[test->targets.data[i]] += (unsigned)change;
}

static void find_own(hr_target_set *own, const struct hr_selected *test, const unsigned *tests_with)
{
	for (size_t i = 0; i < test->targets.count; i++)
		if (tests_with[test->targets.data[i]] == 1)
			hr_vec_push(own, test->targets.data[i]);
}

/* ---- one test ---- */

struct focus_run {
	struct hr_selecting *selecting;
	const struct hr_sequence *sequence; /* up to the focus */
	hr_target_set reached;
	struct hr_select_return last;
	bool is_normal;
};

static void note_focus(void *context, size_t index, struct hr_outcome *outcome)
{
	struct focus_run *run = context;
	size_t focus = run->sequence->statements.count - 1;
	(void)index;
	run->is_normal = outcome->status == HR_OUTCOME_NORMAL;
	hr_targets_of(&run->reached, &run->selecting->targets, run->sequence, outcome);
	run->last.operation = run->sequence->statements.data[focus].operation;
	if (run->is_normal)
		run->last.way = hr_targets_return(&run->selecting->targets, run->sequence, outcome, focus);
}

/* Of its own targets those that are reached up to the focus: the others are reached by what ends objects, and are looked for at the end. */
static void cut_to_focus(hr_target_set *group, const hr_target_set *own, const hr_target_set *reached)
{
	for (size_t i = 0; i < own->count; i++)
		if (hr_target_set_has(reached, own->data[i]))
			hr_vec_push(group, own->data[i]);
}

static bool is_better(const struct hr_selected *test, const struct hr_selected *before, const hr_target_set *own)
{
	return test->sequence->statements.count < before->sequence->statements.count && !hr_is_last_resort(test) &&
	       (!test->is_mute || before->is_mute) && hr_target_set_covers(&test->targets, own);
}

static int try_again(struct hr_selecting *selecting, struct hr_selected *test, const hr_target_set *own,
		     struct hr_error *error)
{
	struct hr_sequence *sequence = hr_select_prefix(test->sequence, test->focus);
	struct focus_run run = { .selecting = selecting, .sequence = sequence };
	const struct hr_runner *runner = selecting->runner;
	const struct hr_sequence *one = sequence;
	struct hr_selected again = { .sequence = NULL };
	hr_target_set group = HR_VEC_INIT;
	int status = runner->run(runner->context, &one, 1, &hr_select_wants, note_focus, &run, error);
	cut_to_focus(&group, own, &run.reached);
	if (!status && run.is_normal)
		status = hr_select_make_test(&again, selecting, sequence, &group, &run.last, error);
	else
		hr_sequence_free(sequence);
	if (again.sequence && is_better(&again, test, own)) {
		struct hr_selected longer = *test;
		*test = again;
		again = longer;
	}
	if (again.sequence)
		hr_selected_release(&again);
	hr_vec_release(&group);
	hr_vec_release(&run.reached);
	return status;
}

/* ---- all of it ---- */

/* The one that takes most calls and was not tried yet; (size_t)-1: there is none. */
static size_t find_longest(const hr_selection *out, size_t first, const bool *is_tried)
{
	size_t best = (size_t)-1, most = MANY_CALLS - 1;
	for (size_t i = first; i < out->count; i++) {
		if (is_tried[i] || hr_is_last_resort(&out->data[i]) || calls_before(&out->data[i]) <= most)
			continue;
		best = i;
		most = calls_before(&out->data[i]);
	}
	return best;
}

/* Numbers may be added to the targets while tests are run: a way to return that was not met before. */
static unsigned *grow(unsigned *tests_with, size_t *room, const struct hr_selecting *selecting)
{
	size_t count = hr_targets_count(&selecting->targets);
	if (count <= *room)
		return tests_with;
	tests_with = hr_reallocarray(tests_with, count, sizeof *tests_with);
	while (*room < count)
		tests_with[(*room)++] = 0;
	return tests_with;
}

int hr_select_make_smaller(struct hr_selecting *selecting, struct hr_error *error)
{
	hr_selection *out = selecting->out;
	bool *is_tried = hr_calloc(out->count + 1, sizeof *is_tried);
	size_t room = 0;
	unsigned *tests_with = grow(NULL, &room, selecting);
	int status = 0;
	for (size_t i = selecting->first; i < out->count; i++)
		if (!hr_is_last_resort(&out->data[i])) /* they make nobody superfluous */
			count_targets(tests_with, &out->data[i], 1);
	for (size_t i; !status && !hr_select_is_over(selecting) &&
		       (i = find_longest(out, selecting->first, is_tried)) != (size_t)-1;) {
		hr_target_set own = HR_VEC_INIT;
		is_tried[i] = true;
		find_own(&own, &out->data[i], tests_with);
		count_targets(tests_with, &out->data[i], -1);
		status = try_again(selecting, &out->data[i], &own, error);
		tests_with = grow(tests_with, &room, selecting);
		count_targets(tests_with, &out->data[i], 1);
		hr_vec_release(&own);
	}
	free(tests_with);
	free(is_tried);
	return status;
}
