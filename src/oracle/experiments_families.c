/* Experiments with two objects of one call that do not belong together: the one that the other was made from, or one that was given to the other before. */
#include "oracle/experiments_internal.h"
#include "oracle/provenance.h"

/* Two objects: the first is replaced by the one that the second was made from. */
static void try_family(struct hr_experiments *experiments, size_t statement)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t a = hr_operand_root(failing, &call->operands[i]);
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		for (size_t k = 0;
		     a != HR_NO_VALUE && hr_item_is_object(failing->model, item) && k < call->operand_count; k++) {
			size_t b = hr_operand_root(failing, &call->operands[k]);
			/* a text that came from another object belongs to nobody */
			if (b == HR_NO_VALUE || b == a || k == i ||
			    !hr_item_is_object(failing->model, hr_parameter_of(failing, call, k)))
				continue;
			size_t parent = hr_value_parent(failing, b, hr_model_object(failing->model, item->type));
			if (parent == HR_NO_VALUE || parent == a)
				continue;
			struct hr_operand by = { .kind = HR_OPERAND_VALUE, .value = parent };
			hr_experiments_add_rule(experiments, hr_with_operand(failing, statement, i, &by), statement, i,
						hr_learned_rule(HR_RULE_SAME_FAMILY, call->operation, i, (int)k),
						hr_arena_printf(&experiments->arena,
								"'%s' is the one that '%s' was made from",
								hr_operand_name(experiments, statement, i),
								hr_operand_name(experiments, statement, k)));
		}
	}
}

/* An operation that gives an object of the second type to one of the first. */
static bool joins(const struct hr_model *model, size_t operation, size_t first, size_t second)
{
	const struct hr_operation *it = &model->operations.data[operation];
	bool has_first = false, has_second = false;
	if (!it->callable || it->is_variadic)
		return false;
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *item = &it->params.data[i];
		size_t object = hr_item_is_object(model, item) ? hr_model_object(model, item->type) : HR_NO_TYPE;
		if (object == HR_NO_TYPE)
			continue;
		if (!has_first && object == first && item->role == HR_ROLE_RECEIVER)
			has_first = true;
		else if (!has_second && object == second && item->role == HR_ROLE_CONSUMED)
			has_second = true;
		else
			return false;
	}
	return has_first && has_second;
}

static struct hr_sequence *with_joined(const struct hr_sequence *failing, size_t statement, size_t operation, size_t a,
				       size_t b)
{
	const struct hr_operation *it = &failing->model->operations.data[operation];
	struct hr_edit edit;
	struct hr_statement call;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	if (!hr_plain_call(&edit, &call, operation, edit.map[a], hr_value_pointee(failing, a), NULL, statement)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	for (size_t i = 0; i < it->params.count; i++) {
		if (it->params.data[i].role == HR_ROLE_RECEIVER)
			call.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit.map[a] };
		else if (it->params.data[i].role == HR_ROLE_CONSUMED)
			call.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit.map[b] };
	}
	hr_sequence_add(edit.to, &call, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	hr_edit_keep_range(&edit, statement, failing->statements.count);
	return hr_edit_finish(&edit);
}

/* Another object is handed over behind it: it makes room for that one, and has to be there. */
static bool is_taken_for_another(const struct hr_sequence *failing, const struct hr_statement *call, size_t operand)
{
	for (size_t i = operand + 1; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		if (item && item->role == HR_ROLE_CONSUMED && hr_item_is_object(failing->model, item))
			return true;
	}
	return false;
}

/* The same call on two fresh objects, which have nothing to do with each other. */
static struct hr_sequence *with_strangers(const struct hr_experiments *experiments, size_t statement, size_t first,
					  size_t second)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[statement];
	struct hr_edit edit;
	struct hr_statement changed;
	struct hr_operand fresh[2];
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	if (!hr_edit_statement(&edit, &changed, statement) ||
	    !hr_fresh_operand(&edit, &fresh[0], hr_parameter_of(failing, call, first), experiments->outcome,
			      statement) ||
	    !hr_fresh_operand(&edit, &fresh[1], hr_parameter_of(failing, call, second), experiments->outcome,
			      statement)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	changed.operands[first] = fresh[0];
	changed.operands[second] = fresh[1];
	hr_edit_replace(&edit, statement, &changed);
	return hr_edit_finish(&edit);
}

/* What the very call freed and used again has little to do with where its objects come from. Another call before it changes their states as well, so that it proves nothing
 * when strangers are fine. */
static void try_strangers(struct hr_experiments *experiments, size_t statement, size_t first, size_t second)
{
	const struct hr_fault *fault = &experiments->outcome->fault;
	if (experiments->outcome->status != HR_OUTCOME_FAULT ||
	    (experiments->way != HR_WAY_DEAD && experiments->way != HR_WAY_FREE) || !fault->owner.is_freed ||
	    fault->owner.freed_by != fault->statement || fault->statement != statement)
		return;
	struct hr_experiment experiment = {
		.change = HR_CHANGE_BREACH,
		.sequence = with_strangers(experiments, statement, first, second),
		.statement = statement,
		.operand = first,
		.rule = hr_learned_rule(HR_RULE_SAME_FAMILY, experiments->failing->statements.data[statement].operation,
					first, (int)second),
		.text = hr_arena_printf(&experiments->arena, "'%s' and '%s' are fresh, and strangers to each other",
					hr_operand_name(experiments, statement, first),
					hr_operand_name(experiments, statement, second)),
	};
	hr_experiments_add(experiments, &experiment);
}

/* Two objects that have nothing to do with each other: the one is given to the other first. */
static void try_joined(struct hr_experiments *experiments, size_t statement)
{
	enum { MOST = 3 };
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_model *model = failing->model;
	const struct hr_statement *call = &failing->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t a = hr_operand_root(failing, &call->operands[i]);
		const struct hr_item *first = hr_parameter_of(failing, call, i);
		for (size_t k = 0; a != HR_NO_VALUE && hr_item_is_object(model, first) && k < call->operand_count;
		     k++) {
			size_t b = hr_operand_root(failing, &call->operands[k]);
			const struct hr_item *second = hr_parameter_of(failing, call, k);
			if (b == HR_NO_VALUE || b == a || k == i || !hr_item_is_object(model, second) ||
			    (second->role == HR_ROLE_CONSUMED && !is_taken_for_another(failing, call, k)))
				continue;
			size_t made = 0;
			for (size_t m = 0; m < model->operations.count && made < MOST; m++) {
				if (m == call->operation || !joins(model, m, hr_model_object(model, first->type),
								   hr_model_object(model, second->type)))
					continue;
				made++;
				hr_experiments_add_rule(
					experiments, with_joined(failing, statement, m, a, b), statement, i,
					hr_learned_rule(HR_RULE_SAME_FAMILY, call->operation, i, (int)k),
					hr_arena_printf(&experiments->arena, "'%s' was given to '%s' by %s() before",
							hr_operand_name(experiments, statement, k),
							hr_operand_name(experiments, statement, i),
							model->operations.data[m].name));
			}
			if (made)
				try_strangers(experiments, statement, i, k);
		}
	}
}

void hr_experiments_for_families(struct hr_experiments *experiments, size_t statement)
{
	try_family(experiments, statement);
	try_joined(experiments, statement);
}
