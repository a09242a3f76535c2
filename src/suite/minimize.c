/* Making a failing sequence small: the driver.
 *
 * Invariants: `current` fails the same way at every moment, so that it can be handed out whenever runs are used up; every choice depends on the sequence and the
 * outcomes alone.
 *
 * Removal, replacement and literals take turns, while one of them finds something. */
#include "base/memory.h"
#include "oracle/provenance.h"
#include "seq/edit.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"
#include "suite/settle.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_RUNS = 400, FEWER_FOR_HANGS = 10, MOST_ROUNDS = 8, LONG = 12 };

void hr_candidates_free(hr_candidates *candidates)
{
	for (size_t i = 0; i < candidates->count; i++)
		hr_sequence_free(candidates->data[i]);
	hr_vec_release(candidates);
}

/* ---- running ---- */

struct trial {
	struct hr_minimizer *minimizer;
	const struct hr_sequence *const *sequences;
	bool *same; /* by number among those that are run */
};

/* More than the cause: also the kind of fault, the kind of access and the line. A cause is for grouping; on the way to less, one mistake in a function must not turn into another one there, which may be ours. */
static void add_example(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	hr_cause(out, sequence, outcome);
	if (outcome->status != HR_OUTCOME_FAULT || !hr_way_has_place(hr_way_of(outcome)))
		return;
	const struct hr_fault *fault = &outcome->fault;
	hr_strbuf_addf(out, "|%s|%d|%d|%u", hr_fault_kind_name(fault->kind), (int)fault->access,
		       (int)fault->owner.place, fault->stack.count ? fault->stack.data[0].line : 0);
}

static bool is_same(const struct hr_minimizer *minimizer, const struct hr_sequence *sequence,
		    const struct hr_outcome *outcome)
{
	const struct hr_minimize_options *options = minimizer->options;
	if (options->is_same)
		return options->is_same(options->context, sequence, outcome);
	if (hr_way_of(outcome) == HR_WAY_NONE)
		return false;
	struct hr_strbuf cause = HR_STRBUF_INIT;
	add_example(&cause, sequence, outcome);
	bool same = strcmp(cause.data, minimizer->cause.data) == 0;
	hr_strbuf_release(&cause);
	return same;
}

/* How many results of calls were NULL in this run and were passed on to what need not take NULL. */
static size_t count_nulls(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	size_t end = outcome->status == HR_OUTCOME_NORMAL ? sequence->statements.count
							  : (size_t)hr_failing_statement(outcome) + 1;
	size_t count = 0;
	for (size_t i = 0; i < sequence->statements.count && i < end; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(sequence, it, k);
			count += item && item->nullable != HR_YES && hr_model_is_pointer(sequence->model, item->type) &&
				 it->operands[k].kind == HR_OPERAND_VALUE &&
				 hr_operand_is_null(sequence, outcome, &it->operands[k]);
		}
	}
	return count;
}

/* Without what was set before, a call may return NULL: what comes of passing that on is another matter. */
static void take_outcome(void *context, size_t index, struct hr_outcome *outcome)
{
	struct trial *trial = context;
	const struct hr_sequence *sequence = trial->sequences[index];
	trial->same[index] = is_same(trial->minimizer, sequence, outcome) &&
			     count_nulls(sequence, outcome) <= trial->minimizer->nulls &&
			     outcome->callbacks.count >= trial->minimizer->least_callbacks;
}

static bool is_legal(const struct hr_minimizer *minimizer, const struct hr_sequence *sequence)
{
	const struct hr_minimize_options *options = minimizer->options;
	return !options->is_legal || options->is_legal(options->context, sequence);
}

int hr_minimizer_try(bool *same, struct hr_minimizer *minimizer, const hr_candidates *candidates,
		     struct hr_error *error)
{
	size_t count = candidates->count;
	const struct hr_sequence **legal = hr_calloc(count, sizeof *legal);
	bool *results = hr_calloc(count, sizeof *results);
	size_t *numbers = hr_calloc(count, sizeof *numbers);
	size_t runs = 0;
	memset(same, 0, count * sizeof *same);
	if (minimizer->options->is_over && minimizer->options->is_over(minimizer->options->context))
		minimizer->runs_left = 0;
	for (size_t i = 0; i < count && runs < minimizer->runs_left; i++) {
		if (!is_legal(minimizer, candidates->data[i]))
			continue;
		numbers[runs] = i;
		legal[runs++] = candidates->data[i];
	}
	struct trial trial = { minimizer, legal, results };
	int status = 0;
	if (runs)
		status = minimizer->runner->run(minimizer->runner->context, legal, runs, &minimizer->wants,
						take_outcome, &trial, error);
	minimizer->runs_left -= (unsigned)runs;
	for (size_t i = 0; i < runs && !status; i++)
		same[numbers[i]] = results[i];
	free(numbers);
	free(results);
	free(legal);
	return status;
}

int hr_minimizer_take_first(bool *taken, struct hr_minimizer *minimizer, hr_candidates *candidates,
			    struct hr_error *error)
{
	bool *same = hr_calloc(candidates->count, sizeof *same);
	int status = hr_minimizer_try(same, minimizer, candidates, error);
	*taken = false;
	for (size_t i = 0; i < candidates->count && !status && !*taken; i++) {
		if (!same[i])
			continue;
		hr_sequence_free(minimizer->current);
		minimizer->current = candidates->data[i];
		candidates->data[i] = NULL;
		*taken = true;
	}
	free(same);
	hr_candidates_free(candidates);
	return status;
}

/* ---- all of it ---- */

/* Runs the sequence as it is: what it fails with, and where. False in `fails`: it does not any more. */
struct first_run {
	struct hr_minimizer *minimizer;
	enum hr_way way;
	uint32_t statement;
	bool fails;
	struct hr_sequence *settled; /* with numbers instead of the calls that returned them; or NULL */
};

static void take_first_outcome(void *context, size_t index, struct hr_outcome *outcome)
{
	struct first_run *run = context;
	struct hr_minimizer *minimizer = run->minimizer;
	const struct hr_minimize_options *options = minimizer->options;
	(void)index;
	run->way = hr_way_of(outcome);
	run->statement = hr_failing_statement(outcome);
	minimizer->nulls = count_nulls(minimizer->current, outcome);
	if (options->is_same) {
		run->fails = options->is_same(options->context, minimizer->current, outcome);
	} else {
		add_example(&minimizer->cause, minimizer->current, outcome);
		run->fails = run->way != HR_WAY_NONE;
		if (run->fails && !options->tail)
			run->settled = hr_settle_numbers(minimizer->current, outcome);
	}
}

/* Where it fails now. */
static void take_place(void *context, size_t index, struct hr_outcome *outcome)
{
	struct first_run *run = context;
	(void)index;
	run->statement = hr_failing_statement(outcome);
}

/* What comes behind the statement that failed was never run. */
static int cut_behind(struct hr_minimizer *minimizer, const struct first_run *run, struct hr_error *error)
{
	size_t count = minimizer->current->statements.count;
	if (minimizer->options->is_same || run->way == HR_WAY_LEAK || run->statement + (size_t)1 >= count)
		return 0;
	bool *removed = hr_calloc(count, sizeof *removed);
	bool taken = false;
	memset(removed + run->statement + 1, true, (count - run->statement - 1) * sizeof *removed);
	int status = hr_minimize_without(&taken, minimizer, removed, error);
	free(removed);
	return status;
}

/* What is still long may be so because something is large: when that gets smaller, it fails earlier, and there is something behind again. */
static int remove_most(struct hr_minimizer *minimizer, struct first_run *run, struct hr_error *error)
{
	int status = 0;
	bool changed = true;
	for (int round = 0; round < MOST_ROUNDS && changed && !status; round++) {
		const struct hr_sequence *sequence = minimizer->current;
		changed = false;
		if (round > 0 && !minimizer->options->is_same)
			status = minimizer->runner->run(minimizer->runner->context, &sequence, 1, &minimizer->wants,
							take_place, run, error);
		if (!status)
			status = cut_behind(minimizer, run, error);
		if (!status)
			status = hr_minimize_remove_chunks(minimizer, error);
		if (!status && minimizer->runs_left && minimizer->current->statements.count >= LONG)
			status = hr_minimize_sizes(&changed, minimizer, error);
	}
	return status;
}

static int shrink(struct hr_minimizer *minimizer, struct hr_error *error)
{
	const struct hr_sequence *sequence = minimizer->current;
	struct first_run run = { .minimizer = minimizer };
	int status = minimizer->runner->run(minimizer->runner->context, &sequence, 1, &minimizer->wants,
					    take_first_outcome, &run, error);
	if (status || !run.fails) {
		hr_sequence_free(run.settled);
		return status;
	}
	if (run.settled) {
		hr_candidates candidates = HR_VEC_INIT;
		bool taken;
		hr_vec_push(&candidates, run.settled);
		status = hr_minimizer_take_first(&taken, minimizer, &candidates, error);
	}
	if (run.way == HR_WAY_HANG)
		minimizer->runs_left = (minimizer->runs_left + FEWER_FOR_HANGS - 1) / FEWER_FOR_HANGS;
	if (!status && minimizer->runs_left)
		status = hr_minimize_numbers(minimizer, error);
	if (!status)
		status = remove_most(minimizer, &run, error);
	bool changed = true;
	for (int round = 0; round < MOST_ROUNDS && changed && minimizer->runs_left && !status; round++) {
		bool removed = false;
		changed = false;
		status = hr_minimize_remove_singles(&removed, minimizer, error);
		bool replaced = false;
		if (!status && (removed || round == 0))
			status = hr_minimize_replace(&replaced, minimizer, error);
		if (!status && replaced)
			status = hr_minimize_remove_singles(&removed, minimizer, error);
		if (!status && (removed || replaced || round == 0))
			status = hr_minimize_literals(&changed, minimizer, error);
	}
	return status;
}

int hr_minimize(struct hr_sequence **out, const struct hr_sequence *failing, const struct hr_runner *runner,
		const struct hr_minimize_options *options, struct hr_error *error)
{
	static const struct hr_minimize_options defaults = { 0 };
	struct hr_minimizer minimizer = { .runner = runner,
					  .options = options ? options : &defaults,
					  .wants = { .leaks = true },
					  .cause = HR_STRBUF_INIT,
					  .current = hr_edit_copy(failing, NULL) };
	minimizer.runs_left = minimizer.options->most_runs ? minimizer.options->most_runs : DEFAULT_RUNS;
	if (minimizer.options->wants)
		minimizer.wants = *minimizer.options->wants;
	int status = shrink(&minimizer, error);
	hr_strbuf_release(&minimizer.cause);
	if (status)
		hr_sequence_free(minimizer.current);
	else
		*out = minimizer.current;
	return status;
}
