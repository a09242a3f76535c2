/* Chains in the making.
 *
 * Invariants:
 * 1. Working values are those of the parts and own ones, in the order in which they came; owners are indices of earlier or later working values.
 * 2. Operands name own values by numbers from HR_OWN_VALUE on until the numbers are settled.
 * 3. What a call may have ended without telling is not used again in the same chain: only a run shows whether it lives. */
#include "search/making.h"

#include <string.h>

void hr_making_init(struct hr_making *making, struct hr_search *search, struct hr_random *random)
{
	memset(making, 0, sizeof *making);
	making->search = search;
	making->random = random;
	making->draft.model = search->model;
	making->draft.slabs = search->slabs;
	making->lacking = HR_NO_CLASS;
	making->most_calls = search->options.most_calls;
	making->receiver = HR_NOBODY;
}

void hr_making_clear(struct hr_making *making)
{
	for (size_t i = 0; i < making->parts.count; i++)
		hr_chain_drop(making->parts.data[i]);
	hr_vec_clear(&making->parts);
	hr_vec_clear(&making->values);
	hr_vec_clear(&making->statements);
	hr_chain_draft_clear(&making->draft);
	making->part_values = making->own_values = making->calls = making->callbacks = 0;
	making->room = making->weight = 0;
	making->contributed = making->reading = 0;
	making->sets_globals = making->is_repeating = making->has_owners = making->is_detecting = false;
	making->bulk = 0;
	making->holds_objects = making->passes_functions = making->asks = false;
	making->most_calls = making->search->options.most_calls;
	making->receiver = HR_NOBODY;
}

void hr_making_release(struct hr_making *making)
{
	hr_making_clear(making);
	hr_vec_release(&making->parts);
	hr_vec_release(&making->values);
	hr_vec_release(&making->statements);
	hr_chain_draft_release(&making->draft);
}

static uint32_t moved(uint32_t owner, uint32_t by)
{
	return owner == HR_NOBODY ? HR_NOBODY : owner + by;
}

uint32_t hr_making_part(struct hr_making *making, struct hr_chain *chain)
{
	const struct hr_known *known = hr_known_of(chain);
	uint32_t first = (uint32_t)making->values.count, part = (uint32_t)making->parts.count;

	hr_vec_push(&making->parts, hr_chain_hold(chain));
	while (making->values.capacity - making->values.count < known->count)
		making->values.data =
			hr_vec_grow(making->values.data, &making->values.capacity, sizeof *making->values.data);
	for (uint32_t i = 0; i < known->count; i++) {
		struct hr_working *working = &making->values.data[making->values.count++];

		*working = (struct hr_working){ known->values[i], making->part_values + i, part };
		working->state.flags &= (uint16_t)~HR_STATE_TOUCHED;
		/* blocks of different parts are different, and numbered anew when the chain runs */
		if (working->state.block != HR_NO_BLOCK)
			working->state.block += part << 24;
		if (working->state.owners[0] == HR_NOBODY && working->state.owners[1] == HR_NOBODY)
			continue;
		working->state.owners[0] = moved(working->state.owners[0], first);
		working->state.owners[1] = moved(working->state.owners[1], first);
		making->has_owners = true;
	}
	making->part_values += chain->value_count;
	making->calls += chain->call_count;
	making->callbacks += known->callbacks;
	making->weight += known->weight;
	making->bulk += known->bulk;
	making->sets_globals |= known->sets_globals;
	making->holds_objects |= known->holds_objects;
	making->passes_functions |= known->passes_functions;
	return first;
}

uint32_t hr_making_add(struct hr_making *making, const struct hr_statement *statement, bool yields,
		       struct hr_type_ref type, const struct hr_value_state *state)
{
	hr_vec_push(&making->statements, (struct hr_drafted){ *statement, yields, type });
	making->calls += statement->kind == HR_STATEMENT_CALL;
	if (!yields)
		return HR_NOBODY;
	struct hr_working working = { *state, HR_OWN_VALUE + making->own_values++, HR_NOBODY };
	working.state.flags |= HR_STATE_TOUCHED;
	making->has_owners |= state->owners[0] != HR_NOBODY || state->owners[1] != HR_NOBODY;
	hr_vec_push(&making->values, working);
	return (uint32_t)(making->values.count - 1);
}

struct hr_mark hr_making_mark(const struct hr_making *making)
{
	return (struct hr_mark){ making->values.count, making->parts.count, making->statements.count,
				 making->part_values,  making->own_values,  making->calls,
				 making->callbacks,    making->bulk };
}

void hr_making_return(struct hr_making *making, const struct hr_mark *mark)
{
	while (making->parts.count > mark->parts)
		hr_chain_drop(making->parts.data[--making->parts.count]);
	making->values.count = mark->values;
	making->statements.count = mark->statements;
	making->part_values = mark->part_values;
	making->own_values = mark->own_values;
	making->calls = mark->calls;
	making->callbacks = mark->callbacks;
	making->bulk = mark->bulk;
}

/* ---- what is foreseen ---- */

void hr_making_end(struct hr_making *making, uint32_t value)
{
	struct hr_value_state *ended = &making->values.data[value].state;
	uint32_t block = ended->block;

	ended->status = HR_STATUS_DEAD;
	ended->flags |= HR_STATE_TOUCHED;
	for (size_t i = 0; i < making->values.count; i++) {
		struct hr_value_state *state = &making->values.data[i].state;

		if (state->status == HR_STATUS_DEAD)
			continue;
		if ((block != HR_NO_BLOCK && state->block == block) || state->owners[0] == value ||
		    state->owners[1] == value)
			hr_making_end(making, (uint32_t)i);
	}
}

/* A call may have freed what was borrowed from the object, or moved it. */
static void doubt_borrowed(struct hr_making *making, uint32_t owner)
{
	if (!making->has_owners)
		return;
	for (size_t i = 0; i < making->values.count; i++) {
		struct hr_value_state *state = &making->values.data[i].state;

		if ((state->owners[0] == owner || state->owners[1] == owner) && state->status == HR_STATUS_LIVE &&
		    (state->flags & HR_STATE_BORROWED))
			state->status = HR_STATUS_UNKNOWN;
	}
}

void hr_making_doubt(struct hr_making *making, uint32_t value)
{
	uint32_t block = making->values.data[value].state.block;

	for (size_t i = 0; i < making->values.count; i++) {
		struct hr_value_state *state = &making->values.data[i].state;

		if (state->status == HR_STATUS_LIVE && (i == value || (block != HR_NO_BLOCK && state->block == block) ||
							state->owners[0] == value || state->owners[1] == value))
			state->status = HR_STATUS_UNKNOWN;
	}
}

static void add_owner(struct hr_making *making, struct hr_value_state *state, uint32_t owner, uint32_t self)
{
	making->has_owners = true;
	if (owner == self || state->owners[0] == owner || state->owners[1] == owner)
		return;
	state->owners[state->owners[0] == HR_NOBODY ? 0 : 1] = owner;
}

static void foresee_argument(struct hr_making *making, const struct hr_plan *plan,
			     const struct hr_parameter_plan *parameter, uint32_t value, uint32_t receiver,
			     uint32_t result)
{
	struct hr_value_state *state = &making->values.data[value].state;

	if (!parameter->is_const || parameter->consumes)
		state->flags |= HR_STATE_TOUCHED;
	if (parameter->ends) {
		hr_making_end(making, value);
	} else if (parameter->consumes) {
		state->flags |= HR_STATE_BORROWED;
		add_owner(making, state, receiver, value);
	} else if (parameter->keeps) {
		uint32_t keeper = receiver != HR_NOBODY && receiver != value ? receiver : result;

		if (keeper != HR_NOBODY)
			add_owner(making, &making->values.data[keeper].state, value, keeper);
	}
	if (!parameter->is_const && value == receiver && plan->initialises < 0)
		doubt_borrowed(making, value);
}

static void foresee_endings(struct hr_making *making, size_t operation, const uint32_t *arguments, size_t count)
{
	uint32_t may_end = making->search->progress.data[operation].may_end;

	for (size_t i = 0; may_end != 0 && i < count; i++, may_end >>= 1)
		if ((may_end & 1) && arguments[i] != HR_NOBODY)
			hr_making_doubt(making, arguments[i]);
}

/* delete(tree, node): the tree stays. */
static bool ends_another(const struct hr_plan *plan, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if ((int)i != plan->receiver && plan->parameters[i].ends)
			return true;
	return false;
}

void hr_making_foresee(struct hr_making *making, size_t operation, const uint32_t *arguments, uint32_t result)
{
	const struct hr_operation *it = &making->search->model->operations.data[operation];
	const struct hr_plan *plan = &making->search->plans.list.data[operation];
	uint32_t receiver = plan->receiver >= 0 ? arguments[plan->receiver] : HR_NOBODY;

	for (size_t i = 0; i < it->params.count; i++)
		if (arguments[i] != HR_NOBODY)
			foresee_argument(making, plan, &plan->parameters[i], arguments[i], receiver, result);
	if (plan->initialises >= 0 && arguments[plan->initialises] != HR_NOBODY) {
		struct hr_value_state *state = &making->values.data[arguments[plan->initialises]].state;

		state->flags &= (uint16_t)~HR_STATE_RAW;
		state->set_up_by = (int32_t)operation;
	} else if (it->kind == HR_KIND_DESTROYER && receiver != HR_NOBODY && !ends_another(plan, it->params.count) &&
		   making->values.data[receiver].state.status != HR_STATUS_DEAD)
		hr_making_end(making, receiver); /* its contents are gone */
	foresee_endings(making, operation, arguments, it->params.count);
	making->sets_globals |= plan->sets_globals;
}

/* ---- the end of it ---- */

static uint32_t settled(const struct hr_making *making, size_t number)
{
	return (uint32_t)(number < HR_OWN_VALUE ? number : making->part_values + (number - HR_OWN_VALUE));
}

static void settle_operand(const struct hr_making *making, struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE)
		operand->value = settled(making, operand->value);
	else if (operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS)
		operand->access->value = settled(making, operand->access->value);
	for (size_t i = 0; i < operand->part_count; i++)
		settle_operand(making, &operand->parts[i]);
}

/* Gives parts and statements to the draft, once. */
static void settle(struct hr_making *making)
{
	if (making->draft.statements.count || making->statements.count == 0)
		return;
	for (size_t i = 0; i < making->parts.count; i++)
		hr_chain_draft_part(&making->draft, making->parts.data[i]);
	for (size_t i = 0; i < making->statements.count; i++) {
		struct hr_drafted *drafted = &making->statements.data[i];
		struct hr_statement *statement = &drafted->statement;

		for (size_t k = 0; k < statement->operand_count; k++)
			settle_operand(making, &statement->operands[k]);
		if (statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET)
			statement->access->value = settled(making, statement->access->value);
		hr_chain_draft_add(&making->draft, statement, drafted->yields, drafted->type);
	}
}

uint64_t hr_making_hash(struct hr_making *making)
{
	settle(making);
	return hr_chain_draft_hash(&making->draft);
}

static void end_known(void *opaque)
{
	struct hr_known *known = opaque;

	*known->bytes -= known->size;
}

void hr_making_count(struct hr_search *search, struct hr_chain *chain)
{
	struct hr_known *known = chain->known;

	known->bytes = &search->pool.bytes;
	known->size = chain->size;
	*known->bytes += known->size;
	chain->known_end = end_known;
}

static uint32_t settled_owner(const struct hr_making *making, uint32_t owner)
{
	return owner == HR_NOBODY ? HR_NOBODY : settled(making, making->values.data[owner].number);
}

struct hr_chain *hr_making_finish(struct hr_making *making)
{
	size_t count = making->values.count;
	size_t size = sizeof(struct hr_known) + count * sizeof(struct hr_value_state);

	settle(making);
	struct hr_chain *chain = hr_chain_draft_finish_with(&making->draft, size);
	struct hr_known *known = chain->known;
	*known = (struct hr_known){ .count = (uint32_t)count,
				    .callbacks = making->callbacks,
				    .weight = making->weight,
				    .bulk = making->bulk,
				    .contributed = making->contributed,
				    .holds_objects = making->holds_objects,
				    .passes_functions = making->passes_functions,
				    .asks = making->asks,
				    .reading = making->reading,
				    .sets_globals = making->sets_globals };
	for (size_t i = 0; i < count; i++) {
		const struct hr_working *working = &making->values.data[i];
		struct hr_value_state *state = &known->values[settled(making, working->number)];

		*state = working->state;
		state->owners[0] = settled_owner(making, working->state.owners[0]);
		state->owners[1] = settled_owner(making, working->state.owners[1]);
	}
	hr_making_count(making->search, chain);
	hr_making_clear(making);
	return chain;
}
