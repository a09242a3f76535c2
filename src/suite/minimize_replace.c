/* Making a sequence small by replacing: what comes from a long way is taken from a short one.
 *
 * - A maker that needs other values is replaced by one that needs none: an operation without parameters, or one that the sequence calls with nothing but literals.
 * - A value that is only looked at is replaced by another one of its type that is there anyway.
 * - Numbers and texts that a call returned are written out.
 *
 * Invariants: every step leaves fewer statements, or fewer arguments that are values; so it ends. A legal sequence stays one: only fresh objects stand for fresh objects, an object takes another's
 * place only where it is read, alive, and not passed beside it. */
#include "base/memory.h"
#include "oracle/provenance.h"
#include "seq/edit.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"
#include "suite/settle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MAKERS = 4, MOST_CANDIDATES = 8 };

/* ---- what is not needed any more ---- */

static bool is_named(const struct hr_sequence *sequence, size_t value)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (hr_statement_names(&sequence->statements.data[i], value))
			return true;
	return false;
}

/* Takes away what yields values that were used in `from` and are not any more. The sequence is taken over. */
static struct hr_sequence *without_unused(struct hr_sequence *sequence, const struct hr_sequence *from)
{
	for (bool again = true; again;) {
		bool *removed = hr_calloc(sequence->statements.count, sizeof *removed);
		again = false;
		for (size_t i = 0; i < sequence->values.count; i++) {
			size_t earlier = hr_edit_value(from, sequence->values.data[i].name);
			if (is_named(sequence, i) || earlier == HR_NO_VALUE || !is_named(from, earlier))
				continue;
			removed[sequence->values.data[i].statement] = true;
			again = true;
		}
		if (again) {
			struct hr_sequence *less = hr_edit_copy(sequence, removed);
			hr_sequence_free(sequence);
			sequence = less;
		}
		free(removed);
	}
	return sequence;
}

/* A candidate counts only when it is shorter. It is taken over. */
static void push_shorter(hr_candidates *out, const struct hr_minimizer *minimizer, struct hr_sequence *candidate)
{
	candidate = without_unused(candidate, minimizer->current);
	if (candidate->statements.count < minimizer->current->statements.count && candidate->statements.count)
		hr_vec_push(out, candidate);
	else
		hr_sequence_free(candidate);
}

/* How many statements may be changed: those of a contract stay as they are. */
static size_t changeable(const struct hr_minimizer *minimizer)
{
	size_t count = minimizer->current->statements.count;
	size_t tail = minimizer->options->tail;
	return tail < count ? count - tail : 0;
}

/* ---- shorter makers ---- */

static bool has_values(const struct hr_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct hr_operand *operand = &statement->operands[i];
		if (operand->kind == HR_OPERAND_VALUE || operand->access || operand->parts)
			return true;
	}
	return false;
}

static bool makes_fresh(const struct hr_operation *operation)
{
	return operation->kind == HR_KIND_MAKER && operation->result.role == HR_ROLE_OWNED;
}

static bool is_same_type(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	return hr_model_strip(model, a).type == hr_model_strip(model, b).type;
}

/* The current sequence with another call in the place of a statement: `like` of the same sequence, or `operation` without arguments when that is NULL. */
static void push_made_by(hr_candidates *out, const struct hr_minimizer *minimizer, size_t statement,
			 const struct hr_statement *like, size_t operation)
{
	const struct hr_sequence *sequence = minimizer->current;
	struct hr_edit edit;
	struct hr_statement changed = { .kind = HR_STATEMENT_CALL,
					.operation = operation,
					.type = { HR_NO_TYPE, 0 },
					.count = -1,
					.value = HR_NO_VALUE };
	hr_edit_begin(&edit, sequence);
	edit.keeps_names = true;
	hr_edit_keep_range(&edit, 0, statement);
	if (like && !hr_edit_statement(&edit, &changed, (size_t)(like - sequence->statements.data))) {
		hr_edit_abandon(&edit);
		return;
	}
	hr_edit_replace(&edit, statement, &changed);
	hr_edit_keep_range(&edit, statement + 1, sequence->statements.count);
	push_shorter(out, minimizer, hr_edit_finish(&edit));
}

static int shorten_maker(bool *changed, struct hr_minimizer *minimizer, size_t index, struct hr_error *error)
{
	const struct hr_sequence *sequence = minimizer->current;
	const struct hr_model *model = sequence->model;
	const struct hr_statement *statement = &sequence->statements.data[index];
	hr_candidates candidates = HR_VEC_INIT;
	if (statement->kind != HR_STATEMENT_CALL || statement->value == HR_NO_VALUE || !has_values(statement) ||
	    !makes_fresh(&model->operations.data[statement->operation]))
		return 0;
	struct hr_type_ref type = model->operations.data[statement->operation].result.type;
	for (size_t i = 0; i < sequence->statements.count && candidates.count < MOST_MAKERS; i++) {
		const struct hr_statement *other = &sequence->statements.data[i];
		if (i != index && other->kind == HR_STATEMENT_CALL && !has_values(other) &&
		    makes_fresh(&model->operations.data[other->operation]) &&
		    is_same_type(model, model->operations.data[other->operation].result.type, type))
			push_made_by(&candidates, minimizer, index, other, 0);
	}
	for (size_t i = 0; i < model->operations.count && candidates.count < MOST_CANDIDATES; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->callable && !operation->params.count && !operation->is_variadic &&
		    makes_fresh(operation) && is_same_type(model, operation->result.type, type))
			push_made_by(&candidates, minimizer, index, NULL, i);
	}
	return candidates.count ? hr_minimizer_take_first(changed, minimizer, &candidates, error) : 0;
}

/* ---- another value that is there anyway ---- */

/* A parameter that its operation only reads. */
static bool only_reads(const struct hr_sequence *sequence, const struct hr_statement *call, size_t operand)
{
	const struct hr_item *item = hr_parameter_of(sequence, call, operand);
	const struct hr_type *type = item ? hr_model_type(sequence->model, item->type) : NULL;
	return type && type->kind == HR_TYPE_POINTER && (type->target.qualifiers & HR_CONST) &&
	       item->role != HR_ROLE_CONSUMED;
}

/* All that is done with the value is to look at it, from `first` on; only as an argument of its own. */
static bool is_only_read(const struct hr_minimizer *minimizer, size_t value, size_t *first)
{
	const struct hr_sequence *sequence = minimizer->current;
	*first = sequence->statements.count;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (!hr_statement_names(it, value))
			continue;
		if (it->kind != HR_STATEMENT_CALL || i >= changeable(minimizer))
			return false;
		for (size_t k = 0; k < it->operand_count; k++) {
			bool is_it = it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == value;
			if (is_it ? !only_reads(sequence, it, k) : hr_operand_names(&it->operands[k], value))
				return false;
		}
		if (*first == sequence->statements.count)
			*first = i;
	}
	return *first < sequence->statements.count;
}

/* Whether the other value is alive wherever the first one is used, and never beside it: nobody took it over or ended it. */
static bool can_stand_for(const struct hr_sequence *sequence, size_t other, size_t value)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		bool names_other = hr_statement_names(it, other);
		if (names_other && hr_statement_names(it, value))
			return false;
		for (size_t k = 0; names_other && it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(sequence, it, k);
			if (!item || item->role == HR_ROLE_CONSUMED ||
			    sequence->model->operations.data[it->operation].kind == HR_KIND_DESTROYER)
				return false;
		}
		if (names_other && it->kind == HR_STATEMENT_FREE)
			return false;
	}
	return true;
}

static void push_with_other(hr_candidates *out, const struct hr_minimizer *minimizer, size_t value, size_t other)
{
	struct hr_sequence *candidate = hr_edit_copy(minimizer->current, NULL);
	for (size_t i = 0; i < candidate->statements.count; i++) {
		struct hr_statement *it = &candidate->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++)
			if (it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == value)
				it->operands[k].value = other;
	}
	push_shorter(out, minimizer, candidate);
}

static int use_another(bool *changed, struct hr_minimizer *minimizer, size_t index, struct hr_error *error)
{
	const struct hr_sequence *sequence = minimizer->current;
	size_t value = sequence->statements.data[index].value;
	hr_candidates candidates = HR_VEC_INIT;
	size_t first;
	if (sequence->statements.data[index].kind != HR_STATEMENT_CALL || value == HR_NO_VALUE ||
	    !hr_model_is_pointer(sequence->model, sequence->values.data[value].type) ||
	    !is_only_read(minimizer, value, &first))
		return 0;
	for (size_t i = 0; i < sequence->values.count && candidates.count < MOST_MAKERS; i++)
		if (i != value && sequence->values.data[i].statement < first &&
		    sequence->statements.data[sequence->values.data[i].statement].kind == HR_STATEMENT_CALL &&
		    is_same_type(sequence->model, sequence->values.data[i].type, sequence->values.data[value].type) &&
		    can_stand_for(sequence, i, value))
			push_with_other(&candidates, minimizer, value, i);
	return candidates.count ? hr_minimizer_take_first(changed, minimizer, &candidates, error) : 0;
}

/* ---- what calls returned, written out ---- */

struct settling {
	struct hr_minimizer *minimizer;
	struct hr_sequence *settled;
};

static void settle(void *context, size_t index, struct hr_outcome *outcome)
{
	struct settling *settling = context;
	const struct hr_minimizer *minimizer = settling->minimizer;
	(void)index;
	settling->settled = hr_settle(minimizer->current, outcome, changeable(minimizer));
}

static int write_out(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error)
{
	const struct hr_sequence *sequence = minimizer->current;
	struct settling settling = { minimizer, NULL };
	struct hr_run_wants wants = minimizer->wants;
	hr_candidates candidates = HR_VEC_INIT;
	wants.descriptions = true;
	int status = minimizer->runner->run(minimizer->runner->context, &sequence, 1, &wants, settle, &settling, error);
	if (status || !settling.settled) {
		hr_sequence_free(settling.settled);
		return status;
	}
	minimizer->runs_left -= minimizer->runs_left > 0;
	hr_vec_push(&candidates, without_unused(settling.settled, sequence));
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* ---- all of it ---- */

int hr_minimize_replace(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error)
{
	bool taken = false;
	int status = minimizer->runs_left ? write_out(&taken, minimizer, error) : 0;
	*changed = *changed || taken;
	for (size_t i = changeable(minimizer); i-- > 0 && minimizer->runs_left && !status;) {
		if (i >= changeable(minimizer)) /* it became shorter */
			continue;
		taken = false;
		status = shorten_maker(&taken, minimizer, i, error);
		if (!status && !taken)
			status = use_another(&taken, minimizer, i, error);
		*changed = *changed || taken;
	}
	return status;
}
