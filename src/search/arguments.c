/* Arguments: from the working values, from the pool, fresh objects, literals; numbers that agree with what they count.
 *
 * Invariants:
 * 1. A value that is dead, unknown or raw is never passed; nor is what is not the caller's own where it would be given away.
 * 2. Two arguments of a call are not the same object, but for rare calls that end neither.
 * 3. A length or capacity is at most what its buffer has. */
#include "search/making.h"

#include <string.h>

enum { MOST_PARAMETERS = 32, LARGE_ROOM = 4096, MOST_ROOM = 1 << 20 };

struct filling {
	struct hr_making *making;
	struct hr_search *search;
	const struct hr_operation *operation;
	const struct hr_plan *plan;
	size_t index; /* of the operation */
	struct hr_operand *operands;
	uint32_t arguments[MOST_PARAMETERS]; /* working values; HR_NOBODY: others */
	uint32_t inside[MOST_PARAMETERS];    /* a value in a slot that the call replaces or ends; HR_NOBODY: none */
	int64_t extents[MOST_PARAMETERS];    /* elements; -1: not known */
	size_t current;                      /* parameter that is being filled */
	uint32_t used[2 * MOST_PARAMETERS + 8];
	size_t used_count;
};

static bool chance(const struct filling *filling, unsigned percent)
{
	return hr_random_below(filling->making->random, 100) < percent;
}

static void set_value(const struct filling *filling, struct hr_operand *out, uint32_t value)
{
	out->kind = HR_OPERAND_VALUE;
	out->value = filling->making->values.data[value].number;
}

static struct hr_operand *new_operand(const struct filling *filling, enum hr_operand_kind kind)
{
	struct hr_operand *operand = hr_arena_alloc(&filling->making->draft.arena, sizeof *operand);

	operand->kind = kind;
	return operand;
}

static struct hr_wish wish_for(struct filling *filling, const struct hr_item *item);
static bool take_callbacks(const struct filling *filling, const struct hr_operand *operand);

/* ---- values ---- */

static bool is_accepted(const struct hr_classes *classes, uint32_t wanted, uint32_t class)
{
	const hr_indices *accepts = &classes->list.data[wanted].accepts;

	for (size_t i = 0; i < accepts->count; i++)
		if (accepts->data[i] == class)
			return true;
	return false;
}

/* The same object as another argument, or a piece of the same block. */
static bool is_used(const struct filling *filling, uint32_t value)
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
static bool is_entangled(const struct filling *filling, uint32_t value)
{
	for (size_t i = 0; i < filling->used_count; i++)
		if (depends(filling->making, filling->used[i], value, 6) ||
		    depends(filling->making, value, filling->used[i], 6))
			return true;
	return false;
}

static void use(struct filling *filling, uint32_t value)
{
	if (filling->used_count < sizeof filling->used / sizeof *filling->used)
		filling->used[filling->used_count++] = value;
}

/* Any of the working values that will do. */
static uint32_t find_working(const struct filling *filling, const struct hr_demand *demand, bool may_be_used)
{
	const struct hr_making *making = filling->making;
	uint32_t found = HR_NOBODY;
	size_t seen = 0;
	bool is_apart = demand->owned || filling->search->progress.data[filling->index].may_end;

	for (size_t i = 0; i < making->values.count; i++) {
		const struct hr_value_state *state = &making->values.data[i].state;

		if (state->class == HR_NO_CLASS || !hr_state_meets(state, demand) ||
		    !is_accepted(&filling->search->classes, demand->class, state->class) ||
		    (!may_be_used && is_used(filling, (uint32_t)i)) || (is_apart && is_entangled(filling, (uint32_t)i)))
			continue;
		if (hr_random_below(making->random, ++seen) == 0)
			found = (uint32_t)i;
	}
	return found;
}

/* A chain from the pool that has such a value becomes a part. */
static uint32_t find_in_pool(struct filling *filling, struct hr_demand *demand)
{
	struct hr_making *making = filling->making;
	struct hr_supplied supplied;

	if (making->calls + 1 >= making->most_calls || (making->is_repeating && !demand->owned))
		return HR_NOBODY;
	demand->most_calls = making->most_calls - making->calls - 1;
	if (!hr_pool_pick(&supplied, &filling->search->pool, &filling->search->classes, demand, making->random) ||
	    making->callbacks + hr_known_of(supplied.chain)->callbacks > HR_MOST_CALLBACKS)
		return HR_NOBODY;
	return hr_making_part(making, supplied.chain) + supplied.value;
}

static uint32_t find_value(struct filling *filling, struct hr_demand *demand, bool may_be_used)
{
	uint32_t value = find_working(filling, demand, may_be_used);

	if (value == HR_NOBODY || chance(filling, demand->owned ? 30 : 12)) {
		uint32_t fresh = find_in_pool(filling, demand);

		value = fresh != HR_NOBODY ? fresh : value;
	}
	if (value != HR_NOBODY)
		use(filling, value);
	return value;
}

static struct hr_demand demand_of(const struct filling *filling, const struct hr_parameter_plan *parameter)
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
static uint32_t find_ended(struct filling *filling, const struct hr_demand *demand)
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
static bool may_be_twice(const struct filling *filling)
{
	if (!chance(filling, 2) || filling->search->progress.data[filling->index].may_end)
		return false;
	for (size_t i = 0; i < filling->operation->params.count; i++)
		if (filling->plan->parameters[i].consumes)
			return false;
	return true;
}

static bool fill_value(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
		       const struct hr_parameter_plan *parameter)
{
	struct hr_demand demand = demand_of(filling, parameter);
	bool is_receiver = filling->plan->receiver == (int)filling->current;

	if (param->nullable == HR_YES && chance(filling, is_receiver ? 2 : 10)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	if (is_receiver && filling->making->receiver != HR_NOBODY) {
		const struct hr_working *receiver = &filling->making->values.data[filling->making->receiver];

		if (hr_state_meets(&receiver->state, &demand) && !is_used(filling, filling->making->receiver) &&
		    is_accepted(&filling->search->classes, demand.class, receiver->state.class)) {
			filling->arguments[filling->current] = filling->making->receiver;
			use(filling, filling->making->receiver);
			set_value(filling, out, filling->making->receiver);
			return true;
		}
	}
	uint32_t value = find_value(filling, &demand, may_be_twice(filling));
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	if (value == HR_NOBODY && demand.is_memory && parameter->ends && target && target->kind == HR_TYPE_VOID)
		value = find_ended(filling, &demand);
	if (value == HR_NOBODY) { /* rather later, with an object, than now with none */
		bool has_makers = filling->search->classes.list.data[parameter->class].makers.count > 0;

		filling->making->lacking = parameter->class;
		out->kind = HR_OPERAND_NULL;
		return param->nullable == HR_YES && (!is_receiver || !has_makers || chance(filling, 5));
	}
	filling->arguments[filling->current] = value;
	set_value(filling, out, value);
	return true;
}

/* ---- fresh objects ---- */

static uint32_t add_new(struct filling *filling, struct hr_type_ref type, int64_t count, struct hr_operand *initial,
			const struct hr_value_state *state)
{
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW,
					  .type = { type.type, 0 },
					  .count = count,
					  .operands = initial,
					  .operand_count = initial ? 1 : 0 };

	return hr_making_add(filling->making, &statement, true, (struct hr_type_ref){ HR_NO_TYPE, 0 }, state);
}

/* An object of the caller's: it lives to the end, and nobody may free it. */
static struct hr_value_state own_object(uint32_t class, unsigned flags)
{
	return (struct hr_value_state){ .class = class,
					.block = HR_NO_BLOCK,
					.owners = { HR_NOBODY, HR_NOBODY },
					.freed_by = -1,
					.set_up_by = -1,
					.status = HR_STATUS_LIVE,
					.flags = (uint8_t)(HR_STATE_BORROWED | flags) };
}

static void pass_new(struct filling *filling, struct hr_operand *out, uint32_t value)
{
	filling->arguments[filling->current] = value;
	use(filling, value);
	set_value(filling, out, value);
}

static bool fill_raw(struct filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter)
{
	struct hr_value_state state = own_object(parameter->class, HR_STATE_RAW);

	pass_new(filling, out,
		 add_new(filling, parameter->target, -1, new_operand(filling, HR_OPERAND_STRUCT), &state));
	return true;
}

static bool fill_object(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
			const struct hr_parameter_plan *parameter)
{
	const struct hr_value_class *class = &filling->search->classes.list.data[parameter->class];
	struct hr_demand demand = demand_of(filling, parameter);

	if (param->nullable == HR_YES && chance(filling, 15)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	if (class->initialisers.count || chance(filling, 60)) {
		uint32_t value = find_value(filling, &demand, may_be_twice(filling));

		if (value != HR_NOBODY) {
			filling->arguments[filling->current] = value;
			set_value(filling, out, value);
			return true;
		}
		if (class->initialisers.count) {
			filling->making->lacking = parameter->class;
			out->kind = HR_OPERAND_NULL;
			return param->nullable == HR_YES;
		}
	}
	struct hr_operand *initial = new_operand(filling, HR_OPERAND_STRUCT);
	struct hr_wish wish = wish_for(filling, param);
	struct hr_value_state state = own_object(parameter->class, 0);
	if (!hr_literal_struct(initial, filling->search->literals, &wish, parameter->target) ||
	    !take_callbacks(filling, initial))
		return false;
	pass_new(filling, out, add_new(filling, parameter->target, -1, initial, &state));
	return true;
}

/* What is in a slot before the call: a handle to be replaced or ended, a number, nothing. */
static bool fill_slot_contents(struct filling *filling, struct hr_operand **out, const struct hr_item *param,
			       const struct hr_parameter_plan *parameter, const struct hr_type *target)
{
	struct hr_wish wish = wish_for(filling, param);

	*out = new_operand(filling, HR_OPERAND_NULL);
	switch (target->kind) {
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		(*out)->kind = HR_OPERAND_STRUCT;
		return true;
	case HR_TYPE_FLOAT:
		(*out)->kind = HR_OPERAND_REAL;
		return true;
	case HR_TYPE_POINTER:
		break;
	default:
		(*out)->kind = HR_OPERAND_NUMBER;
		if (param->role == HR_ROLE_INOUT || param->role == HR_ROLE_RECEIVER) {
			struct hr_item item = *param;

			item.type = parameter->target;
			item.role = HR_ROLE_IN;
			wish.item = &item;
			(*out)->number = hr_literal_number(filling->search->literals, &wish);
		}
		return true;
	}
	if (param->role == HR_ROLE_OUT || parameter->slot_class == HR_NO_CLASS)
		return true;
	if (!filling->search->classes.list.data[parameter->slot_class].is_object) {
		if (param->role != HR_ROLE_INOUT)
			return false;
		struct hr_item item = *param;

		item.type = parameter->target;
		item.role = HR_ROLE_IN;
		wish.item = &item;
		return hr_literal_fill(*out, filling->search->literals, &wish);
	}
	struct hr_demand demand = { .class = parameter->slot_class, .owned = true, .ended_by = -1 };
	uint32_t value =
		param->role == HR_ROLE_INOUT && chance(filling, 10) ? HR_NOBODY : find_value(filling, &demand, false);
	if (value == HR_NOBODY) {
		filling->making->lacking = parameter->slot_class;
		return param->role == HR_ROLE_INOUT || param->role == HR_ROLE_UNKNOWN;
	}
	filling->inside[filling->current] = value;
	set_value(filling, *out, value);
	return true;
}

static bool fill_slot(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
		      const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	struct hr_operand *initial;

	if (param->nullable == HR_YES && chance(filling, 15)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	if (!target || !fill_slot_contents(filling, &initial, param, parameter, target))
		return false;
	bool is_struct = target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION;
	struct hr_value_state state = own_object(is_struct ? parameter->class : HR_NO_CLASS, 0);
	pass_new(filling, out, add_new(filling, parameter->target, -1, initial, &state));
	filling->extents[filling->current] = 1;
	return true;
}

/* In bytes: what the code is proved to use where nobody tells how much there is, what a rule asks for, what runs taught. */
static int64_t least_room(const struct filling *filling, const struct hr_parameter_plan *parameter)
{
	const struct hr_search_rules *rules = &filling->search->rules;
	int64_t least = parameter->has_extent ? 0 : parameter->least_room;
	int64_t asked = rules->room ? rules->room(rules->context, filling->index, filling->current) : 0;
	int64_t seen = filling->current < HR_ROOMS
			       ? filling->search->progress.data[filling->index].rooms[filling->current]
			       : 0;

	asked = seen > asked ? seen : asked;
	return asked > least ? asked : least;
}

/* A buffer of the caller's. Where nobody tells its capacity, it is large. */
static bool fill_room(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
		      const struct hr_parameter_plan *parameter)
{
	static const int64_t sizes[] = { 1, 2, 4, 8, 16, 64, 64, 100, 256, 1024 };
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	int64_t count = LARGE_ROOM;

	if (param->nullable == HR_YES && chance(filling, 12)) {
		out->kind = HR_OPERAND_NULL;
		filling->extents[filling->current] = 0;
		return true;
	}
	if (parameter->has_extent && param->bound_by < 0)
		count = sizes[hr_random_below(filling->making->random, sizeof sizes / sizeof *sizes)];
	if (param->array_count > 0)
		count = param->array_count > count || !parameter->has_extent ? param->array_count : count;
	else if (target && target->size > 1)
		count = count > 64 ? 64 : count;
	int64_t least = least_room(filling, parameter);
	int64_t size = target && target->size > 1 ? target->size : 1;
	if (least <= MOST_ROOM && (least + size - 1) / size > count)
		count = (least + size - 1) / size;
	filling->extents[filling->current] = count;
	filling->making->room += (size_t)(count * size);
	if (filling->making->room > MOST_ROOM)
		return false;
	bool is_untyped = !target || target->kind == HR_TYPE_VOID || target->size <= 0;
	if (is_untyped && filling->search->byte.type == HR_NO_TYPE) {
		out->kind = HR_OPERAND_BYTES;
		out->text = hr_arena_alloc(&filling->making->draft.arena, (size_t)count);
		out->length = (size_t)count;
		return true;
	}
	struct hr_value_state state = own_object(HR_NO_CLASS, 0);
	pass_new(filling, out,
		 add_new(filling, is_untyped ? filling->search->byte : parameter->target, count,
			 new_operand(filling, HR_OPERAND_STRUCT), &state));
	return true;
}

/* ---- numbers that count ---- */

/* The largest number of the type. */
static int64_t largest(const struct hr_type *type)
{
	unsigned bits = (unsigned)type->size * 8 - (type->is_signed ? 1 : 0);

	return bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

static bool fill_extent(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
			const struct hr_parameter_plan *parameter)
{
	const struct hr_model *model = filling->search->model;
	struct hr_type_ref number_type = parameter->by_pointer ? parameter->target : param->type;
	const struct hr_type *type = hr_model_type(model, number_type);
	const struct hr_type *element = hr_model_type(model, filling->plan->parameters[param->of].target);
	int64_t extent = filling->extents[param->of];

	if (extent < 0 || !type)
		extent = 0;
	if (param->unit == HR_UNIT_BYTES && element && element->size > 1)
		extent *= element->size;
	if (param->minus_one && filling->operands[param->of].kind == HR_OPERAND_TEXT && type && type->is_signed &&
	    chance(filling, 15))
		extent = -1;
	else if (extent > 0 && chance(filling, 10))
		extent = (int64_t)hr_random_below(filling->making->random, (size_t)extent + 1);
	if (type && extent > largest(type))
		extent = largest(type);
	if (!parameter->by_pointer) {
		out->kind = HR_OPERAND_NUMBER;
		out->number = extent;
		return true;
	}
	struct hr_operand *initial = new_operand(filling, HR_OPERAND_NUMBER);
	struct hr_value_state state = own_object(HR_NO_CLASS, 0);
	initial->number = extent;
	pass_new(filling, out, add_new(filling, number_type, -1, initial, &state));
	return true;
}

/* ---- literals ---- */

/* For handles inside of structs. */
static bool supply_inner(void *context, struct hr_operand *out, const struct hr_item *item)
{
	struct filling *filling = context;
	uint32_t class = hr_class_of(&filling->search->classes, item->type);

	if (class == HR_NO_CLASS || !filling->search->classes.list.data[class].is_object)
		return false;
	struct hr_demand demand = { .class = class, .ended_by = -1, .owned = item->role == HR_ROLE_CONSUMED };
	uint32_t value = find_value(filling, &demand, false);
	if (value == HR_NOBODY)
		return false;
	set_value(filling, out, value);
	return true;
}

static struct hr_wish wish_for(struct filling *filling, const struct hr_item *item)
{
	struct hr_wish wish = {
		.item = item,
		.operation = filling->index,
		.parameter = (int)filling->current,
		.random = filling->making->random,
		.arena = &filling->making->draft.arena,
		.supply = supply_inner,
		.context = filling,
	};
	const struct hr_search_rules *rules = &filling->search->rules;

	if (rules->range)
		wish.has_range =
			rules->range(rules->context, filling->index, filling->current, &wish.least, &wish.most);
	return wish;
}

/* Now and then what an earlier call yielded: numbers, structs by value, text. */
static bool fill_plain_value(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
			     const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	bool is_text = target && target->kind == HR_TYPE_INT && target->size == 1 && param->role == HR_ROLE_STRING &&
		       parameter->is_const;
	const struct hr_value_class *class;

	if (parameter->class == HR_NO_CLASS || parameter->has_extent)
		return false;
	class = &filling->search->classes.list.data[parameter->class];
	if (class->depth > 0 && !is_text)
		return false;
	if (class->is_scalar && param->role != HR_ROLE_IN && param->role != HR_ROLE_UNKNOWN &&
	    param->role != HR_ROLE_ENUM && param->role != HR_ROLE_SIZE)
		return false;
	if (!chance(filling, class->depth > 0 ? 4 : class->is_scalar ? 8 : 40))
		return false;
	if (class->is_scalar && filling->search->rules.range) { /* a rule may speak of it, which only literals keep */
		struct hr_wish wish = wish_for(filling, param);

		if (wish.has_range)
			return false;
	}
	struct hr_demand demand = { .class = parameter->class, .ended_by = -1, .whole = is_text };
	uint32_t value = find_value(filling, &demand, true);
	if (value == HR_NOBODY)
		return false;
	set_value(filling, out, value);
	return true;
}

static uint32_t count_callbacks(const struct hr_operand *operand)
{
	uint32_t count = operand->kind == HR_OPERAND_CALLBACK;

	if (operand->kind == HR_OPERAND_STRUCT || operand->kind == HR_OPERAND_LIST)
		for (size_t i = 0; i < operand->part_count; i++)
			count += count_callbacks(&operand->parts[i]);
	return count;
}

static bool take_callbacks(const struct filling *filling, const struct hr_operand *operand)
{
	filling->making->callbacks += count_callbacks(operand);
	return filling->making->callbacks <= HR_MOST_CALLBACKS;
}

/* ---- what the chain itself was given before: what was put in can be found again ---- */

static const struct hr_statement *any_statement(const struct filling *filling)
{
	const struct hr_making *making = filling->making;
	size_t choices = making->parts.count + (making->statements.count > 0);

	if (choices == 0)
		return NULL;
	size_t choice = hr_random_below(making->random, choices);
	if (choice == making->parts.count)
		return &making->statements.data[hr_random_below(making->random, making->statements.count)].statement;
	const struct hr_chain *chain = making->parts.data[choice];
	while (chain->part_count && hr_random_below(making->random, chain->statement_count) >= chain->own_statements)
		chain = chain->parts[hr_random_below(making->random, chain->part_count)];
	return chain->own_statements ? &chain->statements[hr_random_below(making->random, chain->own_statements)]
				     : NULL;
}

static bool is_in_range(const struct hr_type *type, int64_t number)
{
	return type->is_signed ? number <= largest(type) && number >= -largest(type) - 1
			       : number >= 0 && number <= largest(type);
}

static bool fill_again(const struct filling *filling, struct hr_operand *out, const struct hr_item *param,
		       const struct hr_parameter_plan *parameter)
{
	const struct hr_type *type = hr_model_type(filling->search->model, param->type);
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	bool is_text = target && target->kind == HR_TYPE_INT && target->size == 1 && parameter->is_const &&
		       (param->role == HR_ROLE_STRING || param->role == HR_ROLE_BUFFER || param->role == HR_ROLE_IN);
	bool is_number = type && type->kind == HR_TYPE_INT && type->size <= 8 &&
			 (param->role == HR_ROLE_IN || param->role == HR_ROLE_UNKNOWN);

	if ((!is_text && !is_number) || !chance(filling, is_text ? 30 : 15))
		return false;
	/* the same number twice in one call: empty ranges, equal positions */
	if (is_number && filling->current > 0 && chance(filling, 30)) {
		const struct hr_operand *before = &filling->operands[filling->current - 1];

		if (before->kind == HR_OPERAND_NUMBER && is_in_range(type, before->number)) {
			*out = *before;
			return true;
		}
	}
	for (unsigned tries = 0; tries < 3; tries++) {
		const struct hr_statement *statement = any_statement(filling);

		if (!statement || statement->kind != HR_STATEMENT_CALL || statement->operand_count == 0)
			continue;
		const struct hr_operand *operand =
			&statement->operands[hr_random_below(filling->making->random, statement->operand_count)];
		if ((is_text && operand->kind == HR_OPERAND_TEXT) ||
		    (is_number && operand->kind == HR_OPERAND_NUMBER && is_in_range(type, operand->number))) {
			*out = *operand;
			return true;
		}
	}
	return false;
}

/* Large numbers are for single calls: a hundred calls with one among them are a large object, which takes its time. */
static void tame(const struct filling *filling, struct hr_operand *out, const struct hr_item *param)
{
	const struct hr_type *type = hr_model_type(filling->search->model, param->type);

	if (out->kind != HR_OPERAND_NUMBER || !type || type->kind != HR_TYPE_INT ||
	    (param->role != HR_ROLE_IN && param->role != HR_ROLE_UNKNOWN && param->role != HR_ROLE_SIZE))
		return;
	bool is_heavy = filling->search->progress.data[filling->index].heavy > 0 && !chance(filling, 3);
	bool is_large = out->number > HR_LARGE_NUMBER || out->number < (type->is_signed ? -HR_LARGE_NUMBER : 0);
	if (is_large && (filling->making->is_repeating || is_heavy))
		out->number = (int64_t)((uint64_t)out->number % 1000);
}

static bool fill_literal(struct filling *filling, struct hr_operand *out, const struct hr_item *param,
			 const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	bool is_memory = target && (target->kind == HR_TYPE_VOID || target->kind == HR_TYPE_INT);

	if (is_memory && least_room(filling, parameter) > 0)
		return fill_room(filling, out, param, parameter);
	if (fill_plain_value(filling, out, param, parameter))
		return true;
	struct hr_wish wish = wish_for(filling, param);
	if ((wish.has_range || !fill_again(filling, out, param, parameter)) &&
	    !hr_literal_fill(out, filling->search->literals, &wish))
		return false;
	if (!wish.has_range)
		tame(filling, out, param);
	filling->extents[filling->current] = hr_literal_extent(out);
	return take_callbacks(filling, out);
}

/* ---- calls ---- */

static bool fill_parameter(struct filling *filling, size_t index)
{
	const struct hr_item *param = &filling->operation->params.data[index];
	const struct hr_parameter_plan *parameter = &filling->plan->parameters[index];
	struct hr_operand *out = &filling->operands[index];

	filling->current = index;
	switch (parameter->supply) {
	case HR_SUPPLY_VALUE:
		return fill_value(filling, out, param, parameter);
	case HR_SUPPLY_OBJECT:
		return fill_object(filling, out, param, parameter);
	case HR_SUPPLY_RAW:
		return fill_raw(filling, out, parameter);
	case HR_SUPPLY_SLOT:
		return fill_slot(filling, out, param, parameter);
	case HR_SUPPLY_ROOM:
		return fill_room(filling, out, param, parameter);
	case HR_SUPPLY_EXTENT:
		return fill_extent(filling, out, param, parameter);
	case HR_SUPPLY_LITERAL:
	case HR_SUPPLY_COUNT:
		break;
	}
	return fill_literal(filling, out, param, parameter);
}

/* Handles first: they bring parts, and what is made of them is known then. Numbers that count come last. */
static bool fill_all(struct filling *filling)
{
	size_t count = filling->operation->params.count;

	for (unsigned pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < count; i++) {
			enum hr_supply supply = filling->plan->parameters[i].supply;
			unsigned turn = supply == HR_SUPPLY_VALUE || supply == HR_SUPPLY_OBJECT ? 0
					: supply == HR_SUPPLY_EXTENT                            ? 2
												: 1;
			if (turn == pass && !fill_parameter(filling, i))
				return false;
		}
	return true;
}

/* Whose the result is, as far as the model tells. */
static struct hr_value_state result_state(const struct filling *filling)
{
	const struct hr_item *result = &filling->operation->result;
	const struct hr_model *model = filling->search->model;
	const struct hr_type *type = hr_model_type(model, result->type);
	struct hr_value_state state = { .class = filling->plan->result_class,
					.block = HR_NO_BLOCK,
					.owners = { HR_NOBODY, HR_NOBODY },
					.freed_by = result->freed_by,
					.set_up_by = -1,
					.status = HR_STATUS_PLAIN };
	uint32_t receiver = filling->plan->receiver >= 0 ? filling->arguments[filling->plan->receiver] : HR_NOBODY;

	if (!type || (type->kind != HR_TYPE_POINTER))
		return state;
	state.status = HR_STATUS_UNKNOWN;
	if (hr_model_strip(model, type->target).qualifiers & HR_CONST)
		state.flags |= HR_STATE_CONST;
	if (result->freed_by_libc)
		state.flags |= HR_STATE_LIBC;
	if (result->role == HR_ROLE_OWNED) {
		state.flags |= HR_STATE_DECLARED;
		return state;
	}
	if (result->role == HR_ROLE_BORROWED)
		state.flags |= HR_STATE_DECLARED | HR_STATE_BORROWED;
	bool has_of = result->of >= 0 && (size_t)result->of < filling->operation->params.count;
	uint32_t owner = has_of ? filling->arguments[result->of] : receiver;
	state.owners[0] = owner;
	return state;
}

/* v = *slot, for what a call put there. */
static void add_received(struct filling *filling, size_t index)
{
	const struct hr_item *param = &filling->operation->params.data[index];
	const struct hr_parameter_plan *parameter = &filling->plan->parameters[index];
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	uint32_t slot = filling->arguments[index], receiver;

	if (slot == HR_NOBODY || parameter->supply != HR_SUPPLY_SLOT || parameter->slot_class == HR_NO_CLASS ||
	    parameter->consumes || !target || target->kind != HR_TYPE_POINTER)
		return;
	receiver = filling->plan->receiver >= 0 && filling->plan->receiver != (int)index
			   ? filling->arguments[filling->plan->receiver]
			   : HR_NOBODY;
	bool is_object = filling->search->classes.list.data[parameter->slot_class].is_object;
	bool is_owned = param->freed_by >= 0 || param->freed_by_libc || filling->inside[index] != HR_NOBODY ||
			(is_object && filling->operation->kind == HR_KIND_MAKER);
	/* a cursor into a text is no text: it may lead to the end of what has no NUL */
	struct hr_value_state state = { .class = is_object || is_owned ? parameter->slot_class : HR_NO_CLASS,
					.block = HR_NO_BLOCK,
					.owners = { is_owned ? HR_NOBODY : receiver, HR_NOBODY },
					.freed_by = param->freed_by,
					.set_up_by = -1,
					.status = HR_STATUS_UNKNOWN };
	if (param->freed_by_libc)
		state.flags |= HR_STATE_LIBC;
	if (is_owned)
		state.flags |= HR_STATE_DECLARED;
	if (hr_model_strip(filling->search->model, target->target).qualifiers & HR_CONST)
		state.flags |= HR_STATE_CONST;
	struct hr_statement get = {
		.kind = HR_STATEMENT_GET,
		.access = { .value = filling->making->values.data[slot].number,
			    .through = true,
			    .bit_offset = -1,
			    .bit_width = -1,
			    .type = { parameter->target.type, 0 },
			    .text = "*" },
	};
	hr_making_add(filling->making, &get, true, (struct hr_type_ref){ parameter->target.type, 0 }, &state);
}

static size_t fill_tail(struct filling *filling, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_item *param = &filling->operation->params.data[i];

		if (param->role != HR_ROLE_FORMAT)
			continue;
		filling->current = i;
		struct hr_wish wish = wish_for(filling, param);
		filling->arguments[i] = HR_NOBODY;
		memset(&filling->operands[i], 0, sizeof filling->operands[i]);
		return hr_literal_format(&filling->operands[i], &filling->operands[count], filling->search->literals,
					 &wish);
	}
	return 0;
}

static void add_call(struct filling *filling, size_t operand_count)
{
	struct hr_making *making = filling->making;
	struct hr_value_state state = result_state(filling);
	struct hr_statement call = { .kind = HR_STATEMENT_CALL,
				     .operation = filling->index,
				     .operands = filling->operands,
				     .operand_count = operand_count };
	uint32_t result = hr_making_add(making, &call, filling->plan->yields, filling->operation->result.type, &state);

	if (making->receiver == HR_NOBODY && filling->plan->receiver >= 0)
		making->receiver = filling->arguments[filling->plan->receiver];
	hr_making_foresee(making, filling->index, filling->arguments, result);
	for (size_t i = 0; i < filling->operation->params.count; i++) {
		add_received(filling, i);
		if (filling->inside[i] != HR_NOBODY)
			hr_making_end(making, filling->inside[i]);
	}
}

bool hr_making_call(struct hr_making *making, size_t operation)
{
	struct hr_search *search = making->search;
	struct filling filling; /* large: only what is needed of it is set */
	filling.making = making;
	filling.search = search;
	filling.operation = &search->model->operations.data[operation];
	filling.plan = &search->plans.list.data[operation];
	filling.index = operation;
	filling.current = filling.used_count = 0;
	size_t count = filling.operation->params.count;
	struct hr_mark mark = hr_making_mark(making);

	if (count > MOST_PARAMETERS || making->calls >= search->options.most_calls)
		return false;
	for (size_t i = 0; i < count; i++) {
		filling.arguments[i] = filling.inside[i] = HR_NOBODY;
		filling.extents[i] = -1;
	}
	size_t tail = filling.operation->is_variadic ? HR_TAIL_MOST : 0;
	filling.operands = hr_arena_alloc(&making->draft.arena, (count + tail) * sizeof *filling.operands);
	making->lacking = HR_NO_CLASS;
	if (!fill_all(&filling)) {
		hr_making_return(making, &mark);
		return false;
	}
	add_call(&filling, count + (filling.operation->is_variadic ? fill_tail(&filling, count) : 0));
	return true;
}
