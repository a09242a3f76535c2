/* States of values: what was foreseen when the chain was made meets what happened when it ran.
 *
 * Invariants:
 * 1. What is dead stays dead, whatever a later run shows at its address.
 * 2. A value lives only as long as the block it points into and the values that own it.
 * 3. Of several values that lead to the same block at most one owns it. */
#include "search/states.h"

static bool is_refused_number(const struct hr_model *model, const struct hr_operation *operation, int64_t number)
{
	switch (operation->error) {
	case HR_REFUSED_NEGATIVE:
		return number < 0;
	case HR_REFUSED_NONZERO:
		return number != (operation->error_good >= 0 ? model->constants.data[operation->error_good].number : 0);
	case HR_REFUSED_NULL:
	case HR_REFUSED_ZERO:
		return number == 0;
	default:
		return false;
	}
}

bool hr_call_is_refused(const struct hr_model *model, const struct hr_statement *call, size_t first,
			const struct hr_outcome *outcome)
{
	const struct hr_operation *operation = &model->operations.data[call->operation];
	const unsigned char *bytes;

	if (call->value == HR_NO_VALUE || operation->error == HR_REFUSED_NEVER)
		return false;
	const struct hr_type *type = hr_model_type(model, operation->result.type);
	if (!type || type->size <= 0 || type->size > 8 || type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION)
		return false;
	bytes = hr_outcome_bytes(outcome, first + call->value);
	if (!bytes)
		return false;
	if (type->kind == HR_TYPE_FLOAT)
		return false;
	return is_refused_number(model, operation, hr_bytes_integer(bytes, (size_t)type->size, type->is_signed));
}

/* Another value that lives and owns the block. */
static bool has_owner(const struct hr_known *known, uint32_t block, size_t but)
{
	for (size_t i = 0; i < known->count; i++) {
		const struct hr_value_state *state = &known->values[i];

		if (i != but && state->block == block && state->status == HR_STATUS_LIVE && hr_state_is_owned(state))
			return true;
	}
	return false;
}

/* Was its memory allocated by the call that it comes from, by its result or through a slot? What an earlier call allocated is somebody's already. */
static bool is_fresh(const struct hr_pointer_record *record, const struct hr_chain *chain)
{
	uint32_t i = 0;

	while (i < chain->own_statements && chain->statements[i].value != record->value)
		i++;
	while (i > 0 && i < chain->own_statements && chain->statements[i].kind != HR_STATEMENT_CALL)
		i--;
	return record->allocated_by != HR_NO_STATEMENT && record->allocated_by == hr_chain_first_statement(chain) + i;
}

/* Did it come out of a slot? */
static bool is_received(size_t value, const struct hr_chain *chain)
{
	for (uint32_t i = 0; i < chain->own_statements; i++)
		if (chain->statements[i].value == value)
			return chain->statements[i].kind == HR_STATEMENT_GET;
	return false;
}

static void see_pointer(struct hr_known *known, const struct hr_pointer_record *record, const struct hr_chain *chain)
{
	struct hr_value_state *state = &known->values[record->value];
	bool is_own = record->value >= hr_chain_first_value(chain);

	if (state->status == HR_STATUS_DEAD)
		return;
	if (record->region == HR_IN_NULL_PAGE) {
		state->status = HR_STATUS_NULL;
		return;
	}
	if (record->region == HR_IN_STACK || record->region == HR_IN_NOTHING || record->is_freed ||
	    (record->region == HR_IN_HEAP && record->block == HR_NO_BLOCK)) {
		state->status = HR_STATUS_DEAD;
		return;
	}
	state->status = HR_STATUS_LIVE;
	state->block = record->block;
	if (record->region != HR_IN_HEAP) { /* a variable of the unit, or of a library */
		state->flags |= HR_STATE_BORROWED;
		return;
	}
	/* what the unit makes and ends itself may have something before it that only the unit knows of */
	bool is_made = (state->flags & HR_STATE_DECLARED) && state->freed_by >= 0;
	if (record->offset != 0 && !is_made)
		state->flags |= HR_STATE_INTERIOR;
	if (!is_own || (state->flags & HR_STATE_BORROWED))
		return;
	bool fresh = is_fresh(record, chain);
	if ((!(state->flags & HR_STATE_DECLARED) && !fresh) || has_owner(known, record->block, record->value))
		state->flags |= HR_STATE_BORROWED;
	else if (fresh && is_received(record->value, chain))
		state->owners[0] = HR_NOBODY; /* it was only feared to be the receiver's */
}

/* Nobody knows whose an object is that was to be taken over by a call that was refused; and one that was to be set up is not. */
static void doubt_refused(struct hr_known *known, const struct hr_chain *chain, const struct hr_outcome *outcome,
			  const struct hr_model *model)
{
	for (uint32_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *statement = &chain->statements[i];

		if (statement->kind != HR_STATEMENT_CALL || !hr_call_is_refused(model, statement, 0, outcome))
			continue;
		const struct hr_operation *operation = &model->operations.data[statement->operation];
		for (size_t k = 0; k < operation->params.count && k < statement->operand_count; k++)
			if (statement->operands[k].kind == HR_OPERAND_VALUE) {
				struct hr_value_state *state = &known->values[statement->operands[k].value];

				if (operation->params.data[k].role == HR_ROLE_CONSUMED)
					state->status = HR_STATUS_DEAD;
				else if (state->set_up_by == (int32_t)statement->operation)
					state->flags |= HR_STATE_RAW;
			}
	}
}

static bool is_dead(const struct hr_known *known, uint32_t value)
{
	return value != HR_NOBODY && known->values[value].status == HR_STATUS_DEAD;
}

void hr_known_observe(struct hr_known *known, const struct hr_chain *chain, const struct hr_outcome *outcome,
		      const struct hr_model *model)
{
	for (size_t i = 0; i < outcome->pointers.count; i++)
		if (outcome->pointers.data[i].value < known->count)
			see_pointer(known, &outcome->pointers.data[i], chain);
	doubt_refused(known, chain, outcome, model);
	for (uint32_t i = 0; i < known->count; i++) {
		struct hr_value_state *state = &known->values[i];

		/* an object of a part that a call might have freed: if it had, that would have been told */
		if (state->status == HR_STATUS_UNKNOWN && i < hr_chain_first_value(chain) && hr_state_is_owned(state))
			state->status = HR_STATUS_LIVE;
		if (state->status == HR_STATUS_UNKNOWN || is_dead(known, state->owners[0]) ||
		    is_dead(known, state->owners[1]))
			state->status = HR_STATUS_DEAD;
	}
	known->time = chain->call_count + outcome->edge_total / 8;
	known->cost = chain->call_count + outcome->live_blocks / 4 + 100 * known->weight;
	known->is_observed = true;
}
