/* Closing: destroyers at the end of a sequence, for what is its own and still lives.
 *
 * What the model claims is checked against what the runner sees: a value is only destroyed while its block lives, once, and when the call that
 * yielded it also allocated it (or nobody else has it).
 * Invariants:
 * 1. A value that a call took over (and did not refuse) is not destroyed.
 * 2. What was given to its destroyer once is not given to one again, even if it still lives (counted references). */
#include "seq/close.h"

#include "base/memory.h"

#include <string.h>

#define NONE ((size_t)-1)

enum fate {
	OURS,
	KEPT, /* another object has a pointer to it: that one goes first */
	GONE, /* somebody else's, or destroyed already */
};

struct closing {
	const struct hr_sequence *sequence; /* as it was */
	const struct hr_runner *runner;
	struct hr_error *error;
	enum fate *fates;   /* by value */
	size_t *destroyers; /* by value; NONE */
	size_t *order;      /* values, as they are to be destroyed */
	size_t order_count;
	struct hr_outcome before; /* of the sequence as it was */
};

bool hr_statement_refused(const struct hr_model *model, const struct hr_statement *call,
			  const struct hr_outcome *outcome)
{
	const struct hr_operation *operation = &model->operations.data[call->operation];
	const unsigned char *bytes = call->value == HR_NO_VALUE ? NULL : hr_outcome_bytes(outcome, call->value);
	const struct hr_type *type = hr_model_type(model, operation->result.type);

	if (!bytes || !type || type->size <= 0 || type->size > 8)
		return false;
	bool is_signed = type->is_signed || type->kind == HR_TYPE_ENUM;
	int64_t result = hr_bytes_integer(bytes, (size_t)type->size, is_signed);
	switch (operation->error) {
	case HR_REFUSED_NULL:
	case HR_REFUSED_ZERO:
		return result == 0;
	case HR_REFUSED_NEGATIVE:
		return result < 0;
	case HR_REFUSED_NONZERO:
		return result != (operation->error_good >= 0 ? model->constants.data[operation->error_good].number : 0);
	default:
		return false;
	}
}

bool hr_call_refused(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement)
{
	return hr_statement_refused(sequence->model, &sequence->statements.data[statement], outcome);
}

/* ---- what became of the values */

static void give(struct closing *closing, size_t statement, const struct hr_item *param, size_t value)
{
	const struct hr_operation *operation =
		&closing->sequence->model->operations.data[closing->sequence->statements.data[statement].operation];

	if (param->role == HR_ROLE_CONSUMED) {
		if (operation->kind == HR_KIND_DESTROYER ||
		    !hr_call_refused(closing->sequence, &closing->before, statement))
			closing->fates[value] = GONE;
	} else if (operation->kind == HR_KIND_DESTROYER &&
		   hr_model_object(closing->sequence->model, param->type) == operation->subject) {
		closing->fates[value] = GONE;
	} else if (operation->kind == HR_KIND_MAKER &&
		   hr_model_object(closing->sequence->model, param->type) == operation->subject) {
		closing->fates[value] = OURS; /* set up again */
	} else if (param->kept && param->role != HR_ROLE_RECEIVER && closing->fates[value] == OURS) {
		closing->fates[value] = KEPT;
	}
}

/* A value that was read from a slot has the fate of what else was read from it. */
static void follow(struct closing *closing)
{
	const struct hr_sequence *sequence = closing->sequence;

	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_FREE && it->operands[0].kind == HR_OPERAND_VALUE)
			closing->fates[it->operands[0].value] = GONE;
		if (it->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
		for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++)
			if (it->operands[k].kind == HR_OPERAND_VALUE)
				give(closing, i, &operation->params.data[k], it->operands[k].value);
	}
}

/* The call took the value over: what it returns may be the same object, by another name. */
static bool is_taken_by(const struct hr_sequence *sequence, size_t call, size_t value)
{
	const struct hr_statement *it = call == NONE ? NULL : &sequence->statements.data[call];

	if (!it || it->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
	for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++)
		if (it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == value &&
		    operation->params.data[k].role == HR_ROLE_CONSUMED)
			return true;
	return false;
}

/* Two values for one block: only the one that came with it is to be destroyed. */
static bool has_alias(const struct hr_sequence *sequence, size_t call, const struct hr_outcome *outcome,
		      const struct hr_pointer_record *record)
{
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *other = &outcome->pointers.data[i];
		if (other != record && other->region == HR_IN_HEAP && other->block == record->block &&
		    !is_taken_by(sequence, call, other->value))
			return true;
	}
	return false;
}

static bool is_ours(const struct closing *closing, const struct hr_outcome *outcome, size_t value)
{
	const struct hr_sequence *sequence = closing->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];

	if (closing->destroyers[value] == NONE || closing->fates[value] == GONE)
		return false;
	if (maker->kind == HR_STATEMENT_NEW)
		return true;
	const struct hr_pointer_record *record = hr_outcome_pointer(outcome, value);
	if (!record || record->region != HR_IN_HEAP || record->is_freed)
		return false;
	size_t call = hr_value_call(sequence, value);
	/* what the unit ends itself may have something before it */
	bool is_whole = record->offset == 0 || closing->destroyers[value] != HR_FREED_BY_LIBC;
	if (record->allocated_by != call)
		return is_whole && !has_alias(sequence, call, outcome, record);
	if (maker->kind == HR_STATEMENT_CALL)
		return true;
	for (size_t i = 0; i < value; i++) /* the same slot was read before */
		if (hr_outcome_pointer(outcome, i) && hr_outcome_pointer(outcome, i)->block == record->block)
			return false;
	return true;
}

static void add_to_order(struct closing *closing, enum fate fate, bool oldest_first)
{
	size_t count = closing->sequence->values.count;

	for (size_t i = 0; i < count; i++) {
		size_t value = oldest_first ? i : count - 1 - i;
		if (closing->fates[value] == fate && is_ours(closing, &closing->before, value))
			closing->order[closing->order_count++] = value;
	}
}

/* What was made last goes first, unless another one keeps it; or the other way round. */
static void plan(struct closing *closing, bool oldest_first)
{
	closing->order_count = 0;
	add_to_order(closing, OURS, oldest_first);
	add_to_order(closing, KEPT, oldest_first);
}

/* ---- ways to do it */

static int run(struct closing *closing, struct hr_outcome *out, const struct hr_sequence *sequence)
{
	static const struct hr_run_wants nothing;

	return hr_runner_run_one(out, closing->runner, sequence, &nothing, closing->error);
}

/* All destroyers in one run. */
static int close_at_once(struct hr_sequence **out, struct closing *closing)
{
	struct hr_sequence *copy = hr_sequence_copy(closing->sequence);
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	for (size_t i = 0; i < closing->order_count; i++)
		hr_destroy(copy, closing->order[i], closing->destroyers[closing->order[i]]);
	int status = run(closing, &outcome, copy);
	*out = NULL;
	if (!status && outcome.status == HR_OUTCOME_NORMAL) {
		*out = copy;
		copy = NULL;
	}
	hr_sequence_free(copy);
	hr_outcome_release(&outcome);
	return status;
}

/* One destroyer a run, and only for what the others left alive. */
static int close_one_by_one(struct hr_sequence **out, struct hr_sequence **failing, struct closing *closing)
{
	struct hr_sequence *copy = hr_sequence_copy(closing->sequence);
	struct hr_outcome outcome;
	int status = 0;

	*out = NULL;
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < closing->order_count && !status; i++) {
		size_t value = closing->order[i];
		if (i > 0 && !is_ours(closing, &outcome, value))
			continue;
		hr_destroy(copy, value, closing->destroyers[value]);
		status = run(closing, &outcome, copy);
		if (!status && outcome.status != HR_OUTCOME_NORMAL) {
			*failing = copy;
			copy = NULL;
			break;
		}
	}
	if (copy && !status)
		*out = copy;
	else
		hr_sequence_free(copy);
	hr_outcome_release(&outcome);
	return status;
}

static int close_somehow(struct hr_sequence **out, struct hr_sequence **failing, struct closing *closing)
{
	struct hr_sequence *first = NULL;
	struct hr_sequence *second = NULL;

	plan(closing, false);
	int status = close_at_once(out, closing);
	if (!status && !*out)
		status = close_one_by_one(out, &first, closing);
	if (!status && !*out) {
		plan(closing, true);
		status = close_one_by_one(out, &second, closing);
	}
	bool is_wanted = failing && !status && !*out;
	if (is_wanted) {
		*failing = first;
		first = NULL;
	}
	hr_sequence_free(first);
	hr_sequence_free(second);
	return status;
}

int hr_close(struct hr_sequence **out, struct hr_sequence **failing, const struct hr_sequence *sequence,
	     const struct hr_runner *runner, struct hr_error *error)
{
	size_t count = sequence->values.count;
	struct closing closing = { .sequence = sequence, .runner = runner, .error = error };

	*out = NULL;
	if (failing)
		*failing = NULL;
	hr_outcome_init(&closing.before);
	closing.fates = hr_calloc(count + 1, sizeof *closing.fates);
	closing.destroyers = hr_calloc(count + 1, sizeof *closing.destroyers);
	closing.order = hr_calloc(count + 1, sizeof *closing.order);
	for (size_t i = 0; i < count; i++)
		closing.destroyers[i] = hr_destroyer_of(sequence->model, sequence, i);
	int status = run(&closing, &closing.before, sequence);
	if (!status && closing.before.status == HR_OUTCOME_NORMAL) {
		follow(&closing);
		status = close_somehow(out, failing, &closing);
	} else if (!status && failing) {
		*failing = hr_sequence_copy(sequence);
	}
	hr_outcome_release(&closing.before);
	free(closing.fates);
	free(closing.destroyers);
	free(closing.order);
	return status;
}
