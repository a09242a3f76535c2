/* Objects of the caller's: structs, slots for what comes out, buffers.
 *
 * Invariants: they live to the end of the chain, and count as borrowed, so that nobody is given one to free; a buffer is as large as the rules, the
 * code and earlier runs ask for. */
#include "search/arguments.h"

enum { LARGE_ROOM = 4096, HUGE_ROOM = 100000, MOST_ROOM = 1 << 20 };

static struct hr_operand *new_operand(const struct hr_filling *filling, enum hr_operand_kind kind)
{
	struct hr_operand *operand = hr_arena_alloc(&filling->making->draft.arena, sizeof *operand);

	operand->kind = kind;
	return operand;
}

static uint32_t add_new(struct hr_filling *filling, struct hr_type_ref type, int64_t count, struct hr_operand *initial,
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
					.flags = (uint16_t)(HR_STATE_BORROWED | flags) };
}

static void pass_new(struct hr_filling *filling, struct hr_operand *out, uint32_t value)
{
	filling->arguments[filling->current] = value;
	hr_filling_use(filling, value);
	hr_filling_set_value(filling, out, value);
}

bool hr_fill_raw(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter)
{
	struct hr_value_state state = own_object(parameter->class, HR_STATE_RAW);

	pass_new(filling, out,
		 add_new(filling, parameter->target, -1, new_operand(filling, HR_OPERAND_STRUCT), &state));
	return true;
}

static void set_field(struct hr_filling *filling, uint32_t value, const struct hr_field *field,
		      const struct hr_operand *operand)
{
	struct hr_arena *arena = &filling->making->draft.arena;
	struct hr_operand *copy = hr_arena_alloc(arena, sizeof *copy);
	struct hr_access *access = hr_arena_alloc(arena, sizeof *access);
	struct hr_statement set = { .kind = HR_STATEMENT_SET, .operands = copy, .operand_count = 1, .access = access };

	*access = (struct hr_access){ .value = filling->making->values.data[value].number,
				      .through = true,
				      .offset = field->offset_bits / 8,
				      .bit_offset = -1,
				      .bit_width = -1,
				      .type = { field->item.type.type, 0 },
				      .text = hr_arena_printf(arena, ".%s", field->item.name) };
	*copy = *operand;
	hr_making_add(filling->making, &set, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
}

/* Fresh input and fresh room for output, with lengths that agree. */
static void feed(struct hr_filling *filling, uint32_t value, const struct hr_parameter_plan *parameter)
{
	static const size_t rooms[] = { 1, 16, 64, 256, 1024, LARGE_ROOM, LARGE_ROOM };
	const struct hr_type *type = hr_model_type(filling->search->model, parameter->target);
	size_t bulk = hr_bulk_draw(filling);

	for (size_t i = 0; i < parameter->feed_count; i++) {
		const struct hr_feed *feed = &parameter->feeds[i];
		const struct hr_field *buffer = &type->fields.data[feed->buffer];
		struct hr_wish wish = hr_filling_wish(filling, &buffer->item);
		struct hr_operand bytes = { .kind = HR_OPERAND_BYTES };

		wish.parameter = -1;
		wish.has_range = false;
		if (feed->is_output) {
			bytes.length = rooms[hr_random_below(filling->making->random, sizeof rooms / sizeof *rooms)];
			if (bulk || hr_filling_chance(filling, 3))
				bytes.length = bulk ? (size_t)hr_bulk_room(bulk) : HUGE_ROOM;
			bytes.text = hr_arena_alloc(&filling->making->draft.arena, bytes.length);
		} else if (bulk) {
			hr_bulk_set(filling, &bytes, bulk);
		} else {
			hr_literal_bytes(&bytes, filling->search->literals, &wish, -1);
		}
		struct hr_operand number = { .kind = HR_OPERAND_NUMBER, .number = (int64_t)bytes.length };
		set_field(filling, value, buffer, &bytes);
		set_field(filling, value, &type->fields.data[feed->number], &number);
	}
}

bool hr_fill_object(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		    const struct hr_parameter_plan *parameter)
{
	const struct hr_value_class *class = &filling->search->classes.list.data[parameter->class];
	struct hr_demand demand = hr_filling_demand(filling, parameter);

	if (param->nullable == HR_YES && hr_filling_chance(filling, 15)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	if (hr_fill_public(filling, out, parameter, 40))
		return true;
	if (class->initialisers.count || hr_filling_chance(filling, 60)) {
		uint32_t value = hr_filling_find(filling, &demand, hr_filling_may_be_twice(filling));

		if (value != HR_NOBODY) {
			filling->arguments[filling->current] = value;
			hr_filling_set_value(filling, out, value);
			if (parameter->feed_count && hr_filling_chance(filling, 40))
				feed(filling, value, parameter);
			return true;
		}
		if (class->initialisers.count) {
			filling->making->lacking = parameter->class;
			out->kind = HR_OPERAND_NULL;
			return param->nullable == HR_YES;
		}
	}
	return hr_fill_fresh(filling, out, param, parameter);
}

bool hr_fill_fresh(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		   const struct hr_parameter_plan *parameter)
{
	struct hr_operand *initial = new_operand(filling, HR_OPERAND_STRUCT);
	struct hr_wish wish = hr_filling_wish(filling, param);
	struct hr_value_state state = own_object(parameter->class, 0);

	if (parameter->is_system_data)
		filling->making->contributed |= 1u << HR_PART_DETECTIVE;
	if (!hr_literal_struct(initial, filling->search->literals, &wish, parameter->target) ||
	    !hr_take_callbacks(filling, initial, parameter->target))
		return false;
	pass_new(filling, out, add_new(filling, parameter->target, -1, initial, &state));
	return true;
}

/* What is in a slot before the call: a handle to be replaced or ended, a number, nothing. */
static bool fill_slot_contents(struct hr_filling *filling, struct hr_operand **out, const struct hr_item *param,
			       const struct hr_parameter_plan *parameter, const struct hr_type *target)
{
	struct hr_wish wish = hr_filling_wish(filling, param);

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
	uint32_t value = param->role == HR_ROLE_INOUT && hr_filling_chance(filling, 10)
				 ? HR_NOBODY
				 : hr_filling_find(filling, &demand, false);
	if (value == HR_NOBODY) {
		filling->making->lacking = parameter->slot_class;
		return param->role == HR_ROLE_INOUT || param->role == HR_ROLE_UNKNOWN;
	}
	filling->inside[filling->current] = value;
	hr_filling_set_value(filling, *out, value);
	return true;
}

bool hr_fill_slot(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	struct hr_operand *initial;

	if (param->nullable == HR_YES && hr_filling_chance(filling, 15)) {
		out->kind = HR_OPERAND_NULL;
		return true;
	}
	/* not one number, as it turned out, but many */
	if (target && (target->kind == HR_TYPE_INT || target->kind == HR_TYPE_FLOAT) &&
	    hr_least_room(filling, parameter) > target->size)
		return hr_fill_room(filling, out, param, parameter);
	if (!target || !fill_slot_contents(filling, &initial, param, parameter, target))
		return false;
	bool is_struct = target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION;
	struct hr_value_state state = own_object(is_struct ? parameter->class : HR_NO_CLASS, 0);
	pass_new(filling, out, add_new(filling, parameter->target, -1, initial, &state));
	filling->extents[filling->current] = 1;
	return true;
}

/* In bytes: what the code is proved to use where nobody tells how much there is, what a rule asks for, what runs taught. */
int64_t hr_least_room(const struct hr_filling *filling, const struct hr_parameter_plan *parameter)
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
bool hr_fill_room(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter)
{
	static const int64_t sizes[] = { 1, 2, 4, 8, 16, 64, 64, 100, 256, 1024 };
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	int64_t count = LARGE_ROOM;

	if (param->nullable == HR_YES && hr_filling_chance(filling, 12)) {
		out->kind = HR_OPERAND_NULL;
		filling->extents[filling->current] = 0;
		return true;
	}
	if (filling->bulk && parameter->has_extent && !hr_filling_chance(filling, 10))
		count = hr_bulk_room(filling->bulk);
	else if (parameter->has_extent && hr_filling_chance(filling, 3))
		count = HUGE_ROOM;
	else if (parameter->has_extent && param->bound_by < 0)
		count = sizes[hr_random_below(filling->making->random, sizeof sizes / sizeof *sizes)];
	if (parameter->checked_room && hr_filling_chance(filling, 25))
		count = parameter->checked_room + (int64_t)hr_random_below(filling->making->random, 2);
	if (param->array_count > 0)
		count = param->array_count > count || !parameter->has_extent ? param->array_count : count;
	else if (target && target->size > 1)
		count = count > 64 ? 64 : count;
	int64_t least = hr_least_room(filling, parameter);
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

void hr_pass_number(struct hr_filling *filling, struct hr_operand *out, struct hr_type_ref type, int64_t number)
{
	struct hr_operand *initial = new_operand(filling, HR_OPERAND_NUMBER);
	struct hr_value_state state = own_object(HR_NO_CLASS, 0);

	initial->number = number;
	pass_new(filling, out, add_new(filling, type, -1, initial, &state));
}
