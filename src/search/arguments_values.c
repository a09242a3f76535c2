/* Handles: from the values of the chain in the making, or from a chain of the pool, which becomes a part of it.
 *
 * Invariants:
 * 1. A value that is dead, unknown or raw is never passed; nor is what is not the caller's own where it would be given away.
 * 2. Two arguments of a call are not the same object, but for rare calls that end neither. */
#include "search/arguments.h"

enum { OBJECTS = 25, OBJECT_TRIES = 4, STRANGERS = 4 };

static bool is_accepted(const struct hr_classes *classes, uint32_t wanted, uint32_t class)
{
	const hr_indices *accepts = &classes->list.data[wanted].accepts;

	for (size_t i = 0; i < accepts->count; i++)
		if (accepts->data[i] == class)
			return true;
	return false;
}

/* The same object as another argument, or a piece of the same block. */
static bool is_used(const struct hr_filling *filling, uint32_t value)
{
	const struct hr_working *values = filling->making->values.data;

	for (size_t i = 0; i < filling->used_count; i++) {
		uint32_t other = filling->used[i];

		if (other == value || (values[value].state.block != HR_NO_BLOCK &&
				       values[other].state.block == values[value].state.block))
			return true;
	}
	return false;
}

/* Whether one is among those that the other cannot do without, directly or not. */
static bool depends(const struct hr_making *making, uint32_t value, uint32_t on, unsigned depth)
{
	const struct hr_value_state *state = &making->values.data[value].state;

	for (unsigned i = 0; i < 2 && depth > 0; i++)
		if (state->owners[i] != HR_NOBODY &&
		    (state->owners[i] == on || depends(making, state->owners[i], on, depth - 1)))
			return true;
	return false;
}

/* To be given away to something that is part of it, or the other way round. */
static bool is_entangled(const struct hr_filling *filling, uint32_t value)
{
	for (size_t i = 0; i < filling->used_count; i++)
		if (depends(filling->making, filling->used[i], value, 6) ||
		    depends(filling->making, value, filling->used[i], 6))
			return true;
	return false;
}

void hr_filling_use(struct hr_filling *filling, uint32_t value)
{
	if (filling->used_count < sizeof filling->used / sizeof *filling->used)
		filling->used[filling->used_count++] = value;
}

/* Any of the working values that will do. */
static uint32_t find_working(const struct hr_filling *filling, const struct hr_demand *demand, bool may_be_used)
{
	const struct hr_making *making = filling->making;
	uint32_t found = HR_NOBODY;
	size_t seen = 0;
	bool is_apart = demand->owned || filling->search->progress.data[filling->index].may_end;

	for (size_t i = 0; i < making->values.count; i++) {
		const struct hr_value_state *state = &making->values.data[i].state;

		/* most are of another class */
		if (state->class == HR_NO_CLASS ||
		    (state->class != demand->class &&
		     !is_accepted(&filling->search->classes, demand->class, state->class)) ||
		    !hr_state_meets(state, demand) || (!may_be_used && is_used(filling, (uint32_t)i)) ||
		    (is_apart && is_entangled(filling, (uint32_t)i)))
			continue;
		if (hr_random_below(making->random, ++seen) == 0)
			found = (uint32_t)i;
	}
	return found;
}

/* Objects that were passed as `void *` and functions that would look into them do not go together. */
static bool disagree(const struct hr_making *making, const struct hr_known *known)
{
	return (making->holds_objects && known->passes_functions) || (making->passes_functions && known->holds_objects);
}

/* A chain from the pool that has such a value becomes a part. */
static uint32_t find_in(struct hr_filling *filling, struct hr_pool *pool, struct hr_demand *demand)
{
	struct hr_making *making = filling->making;
	struct hr_supplied supplied;

	if (making->calls + 1 >= making->most_calls || (making->is_repeating && !demand->owned))
		return HR_NOBODY;
	demand->most_calls = making->most_calls - making->calls - 1;
	demand->by_time = hr_parts_have(making->switched, HR_PART_ORIENTEERING);
	if (!hr_pool_pick(&supplied, pool, &filling->search->classes, demand, making->random) ||
	    making->callbacks + hr_known_of(supplied.chain)->callbacks > HR_MOST_CALLBACKS ||
	    disagree(making, hr_known_of(supplied.chain)))
		return HR_NOBODY;
	making->contributed |= (unsigned)demand->by_time << HR_PART_ORIENTEERING;
	return hr_making_part(making, supplied.chain) + supplied.value;
}

static uint32_t find_in_pool(struct hr_filling *filling, struct hr_demand *demand)
{
	return find_in(filling, &filling->search->pool, demand);
}

static const struct hr_value_state *making_state(const struct hr_filling *filling, uint32_t value)
{
	return &filling->making->values.data[value].state;
}

/* The same as a pointer to what it really is: v = (struct derived *) base. */
static uint32_t convert(struct hr_filling *filling, uint32_t value)
{
	struct hr_making *making = filling->making;
	struct hr_value_state state = *making_state(filling, value);
	struct hr_operand *operand = hr_arena_alloc(&making->draft.arena, sizeof *operand);
	struct hr_type_ref type = hr_class_type(&filling->search->classes, state.class);
	struct hr_statement cast = {
		.kind = HR_STATEMENT_LITERAL, .type = type, .operands = operand, .operand_count = 1
	};

	hr_filling_set_value(filling, operand, value);
	state.flags &= (uint16_t)~HR_STATE_VAGUE;
	state.owners[0] = value;
	state.owners[1] = HR_NOBODY;
	making->contributed |= 1u << HR_PART_ELEPHANT;
	return hr_making_add(making, &cast, true, type, &state);
}

uint32_t hr_filling_find(struct hr_filling *filling, struct hr_demand *demand, bool may_be_used)
{
	uint32_t value = find_working(filling, demand, may_be_used);

	if (value == HR_NOBODY || hr_filling_chance(filling, demand->owned ? 30 : 12)) {
		uint32_t fresh = find_in_pool(filling, demand);

		value = fresh != HR_NOBODY ? fresh : value;
	}
	if (value == HR_NOBODY)
		return value;
	if (making_state(filling, value)->flags & HR_STATE_VAGUE)
		value = convert(filling, value);
	hr_filling_use(filling, value);
	return value;
}

bool hr_fill_any_object(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter)
{
	struct hr_making *making = filling->making;
	const struct hr_classes *classes = &filling->search->classes;

	if (!hr_parts_have(making->switched, HR_PART_ELEPHANT) || making->passes_functions ||
	    !hr_filling_chance(filling, OBJECTS))
		return false;
	for (unsigned tries = 0; tries < OBJECT_TRIES; tries++) {
		size_t class = 1 + hr_random_below(making->random, classes->list.count - 1);
		struct hr_demand demand = { .class = (uint32_t)class,
					    .writable = !parameter->is_const,
					    .ended_by = -1 };

		if (!classes->list.data[class].is_object || !classes->list.data[class].has_makers)
			continue;
		uint32_t value = hr_filling_find(filling, &demand, false);
		if (value == HR_NOBODY || is_entangled(filling, value))
			continue;
		making->holds_objects = true;
		making->contributed |= 1u << HR_PART_ELEPHANT;
		making->values.data[value].state.flags |= HR_STATE_BORROWED; /* nobody ends it while it is kept */
		filling->arguments[filling->current] = value;
		hr_filling_set_value(filling, out, value);
		return true;
	}
	return false;
}

struct hr_demand hr_filling_demand(const struct hr_filling *filling, const struct hr_parameter_plan *parameter)
{
	const struct hr_value_class *class = &filling->search->classes.list.data[parameter->class];
	struct hr_demand demand = { .class = parameter->class,
				    .owned = parameter->consumes,
				    .writable = !parameter->is_const && !parameter->consumes,
				    .ended_by = parameter->ends ? (int32_t)filling->index : -1,
				    .set_up_by = parameter->set_up_by,
				    .is_memory = !class->is_object };
	return demand;
}

/* Plain memory that this very operation is there to release, whatever its type. */
static uint32_t find_ended(struct hr_filling *filling, const struct hr_demand *demand)
{
	const struct hr_making *making = filling->making;

	for (size_t i = making->values.count; i > 0; i--)
		if (making->values.data[i - 1].state.class != HR_NO_CLASS &&
		    hr_state_meets(&making->values.data[i - 1].state, demand))
			return (uint32_t)(i - 1);
	for (size_t i = 1; i < filling->search->pool.shelves.count; i++) {
		struct hr_demand other = *demand;

		if (filling->search->classes.list.data[i].depth == 0)
			continue;
		other.class = (uint32_t)i;
		uint32_t found = find_in_pool(filling, &other);
		if (found != HR_NOBODY)
			return found;
	}
	return HR_NOBODY;
}

/* Seldom twice the same object, and never where the call takes one over or was seen to free one. */
bool hr_filling_may_be_twice(const struct hr_filling *filling)
{
	if (!hr_filling_chance(filling, 2) || filling->search->progress.data[filling->index].may_end)
		return false;
	for (size_t i = 0; i < filling->operation->params.count; i++)
		if (filling->plan->parameters[i].consumes)
			return false;
	return true;
}

/* What no operation yields, from the secondary pool. */
static uint32_t find_detected(struct hr_filling *filling, struct hr_demand *demand)
{
	uint32_t value = find_in(filling, &filling->search->secondary, demand);

	if (value == HR_NOBODY)
		return value;
	filling->making->contributed |= 1u << HR_PART_DETECTIVE;
	filling->making->values.data[value].state.flags |= HR_STATE_TOUCHED; /* to be kept, if it helps */
	hr_filling_use(filling, value);
	return value;
}

/* Does the model say of any operation that who calls it owns what comes out? */
static bool has_owners(const struct hr_filling *filling, uint32_t class)
{
	const struct hr_model *model = filling->search->model;
	const hr_indices *makers = &filling->search->classes.list.data[class].makers;

	for (size_t i = 0; i < makers->count; i++) {
		const struct hr_operation *maker = &model->operations.data[makers->data[i]];
		const struct hr_plan *plan = &filling->search->plans.list.data[makers->data[i]];

		if (maker->result.role == HR_ROLE_OWNED && plan->result_class == class)
			return true;
		for (size_t k = 0; k < maker->params.count; k++)
			if (plan->parameters[k].slot_class == class &&
			    (maker->params.data[k].freed_by >= 0 || maker->params.data[k].freed_by_libc))
				return true;
	}
	return false;
}

/* What nobody can be had of for a call that takes it over: delete(tree, node) is given a node of that tree; and where nobody ever owns one, now and then anything goes, or some
 * operations would never be called. */
static uint32_t find_lent(struct hr_filling *filling, const struct hr_demand *demand, bool ends)
{
	const struct hr_making *making = filling->making;
	uint32_t receiver = filling->plan->receiver >= 0 ? filling->arguments[filling->plan->receiver] : HR_NOBODY;
	struct hr_demand lent = *demand;
	uint32_t found = HR_NOBODY;
	size_t seen = 0;

	lent.owned = false;
	lent.writable = true;
	lent.ended_by = -1;
	for (size_t i = 0; ends && receiver != HR_NOBODY && i < making->values.count; i++) {
		const struct hr_value_state *state = &making->values.data[i].state;

		if (state->owners[0] == receiver && state->class != making->values.data[receiver].state.class &&
		    !(state->flags & (HR_STATE_INTERIOR | HR_STATE_VAGUE)) &&
		    is_accepted(&filling->search->classes, lent.class, state->class) && hr_state_meets(state, &lent) &&
		    !is_used(filling, (uint32_t)i) && hr_random_below(making->random, ++seen) == 0)
			found = (uint32_t)i;
	}
	if (found != HR_NOBODY)
		hr_filling_use(filling, found);
	else if (!has_owners(filling, demand->class) && hr_filling_chance(filling, STRANGERS))
		found = hr_filling_find(filling, &lent, false);
	return found != HR_NOBODY && seen == 0 && is_entangled(filling, found) ? HR_NOBODY : found;
}

bool hr_fill_value(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		   const struct hr_parameter_plan *parameter)
{
	struct hr_demand demand = hr_filling_demand(filling, parameter);
	bool is_receiver = filling->plan->receiver == (int)filling->current;

	if (param->nullable == HR_YES && hr_filling_chance(filling, is_receiver ? 2 : 10)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	if (is_receiver && filling->making->receiver != HR_NOBODY) {
		const struct hr_working *receiver = &filling->making->values.data[filling->making->receiver];

		if (hr_state_meets(&receiver->state, &demand) && !is_used(filling, filling->making->receiver) &&
		    !(receiver->state.flags & HR_STATE_VAGUE) &&
		    is_accepted(&filling->search->classes, demand.class, receiver->state.class)) {
			filling->arguments[filling->current] = filling->making->receiver;
			hr_filling_use(filling, filling->making->receiver);
			hr_filling_set_value(filling, out, filling->making->receiver);
			return true;
		}
	}
	if (hr_fill_public(filling, out, parameter, 15))
		return true;
	uint32_t value = hr_filling_find(filling, &demand, hr_filling_may_be_twice(filling));
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	if (value == HR_NOBODY && demand.is_memory && parameter->ends && target && target->kind == HR_TYPE_VOID)
		value = find_ended(filling, &demand);
	if (value == HR_NOBODY && hr_parts_have(filling->making->switched, HR_PART_DETECTIVE)) {
		value = find_detected(filling, &demand);
		if (value == HR_NOBODY && parameter->is_system_data)
			return hr_fill_fresh(filling, out, param, parameter);
	}
	if (value == HR_NOBODY && demand.owned && !demand.is_memory && !is_receiver)
		value = find_lent(filling, &demand, parameter->ends);
	if (value == HR_NOBODY && hr_fill_public(filling, out, parameter, 100))
		return true;
	if (value == HR_NOBODY) { /* rather later, with an object, than now with none */
		bool has_makers = filling->search->classes.list.data[parameter->class].makers.count > 0;

		filling->making->lacking = parameter->class;
		out->kind = HR_OPERAND_NULL;
		return param->nullable == HR_YES && (!is_receiver || !has_makers || hr_filling_chance(filling, 5));
	}
	filling->arguments[filling->current] = value;
	hr_filling_set_value(filling, out, value);
	return true;
}
