/* Calls with all that they take: arguments in the right order, what comes out of slots, whose the result is.
 *
 * Invariant: a call is appended as a whole or not at all. */
#include "search/arguments.h"

#include <string.h>

static bool fill_parameter(struct hr_filling *filling, size_t index)
{
	const struct hr_item *param = &filling->operation->params.data[index];
	const struct hr_parameter_plan *parameter = &filling->plan->parameters[index];
	struct hr_operand *out = &filling->operands[index];

	filling->current = index;
	if (parameter->consumes && hr_parts_have(filling->making->switched, HR_PART_ELEPHANT) &&
	    hr_is_table(filling, param, parameter))
		return hr_fill_table(filling, out, parameter);
	if (parameter->counts >= 0 && filling->has_table) {
		*out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = filling->extents[parameter->counts] };
		return true;
	}
	if (parameter->span_of >= 0)
		return hr_fill_span(filling, out, param, parameter);
	if (parameter->has_spans && parameter->supply == HR_SUPPLY_LITERAL)
		return hr_fill_span_base(filling, out, param, parameter);
	switch (parameter->supply) {
	case HR_SUPPLY_VALUE:
		return hr_fill_value(filling, out, param, parameter);
	case HR_SUPPLY_OBJECT:
		return hr_fill_object(filling, out, param, parameter);
	case HR_SUPPLY_RAW:
		return hr_fill_raw(filling, out, parameter);
	case HR_SUPPLY_SLOT:
		return hr_fill_slot(filling, out, param, parameter);
	case HR_SUPPLY_ROOM:
		return hr_fill_room(filling, out, param, parameter);
	case HR_SUPPLY_EXTENT:
		return hr_fill_extent(filling, out, param, parameter);
	case HR_SUPPLY_LITERAL:
	case HR_SUPPLY_COUNT:
		break;
	}
	return hr_fill_literal(filling, out, param, parameter);
}

static unsigned turn_of(const struct hr_parameter_plan *parameter)
{
	if (parameter->supply == HR_SUPPLY_VALUE || parameter->supply == HR_SUPPLY_OBJECT)
		return 0;
	return parameter->supply == HR_SUPPLY_EXTENT || parameter->counts >= 0 || parameter->span_of >= 0 ? 2 : 1;
}

/* Handles first: they bring parts, and what is made of them is known then. Numbers that count come last. */
static bool fill_all(struct hr_filling *filling)
{
	size_t count = filling->operation->params.count;

	for (unsigned pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < count; i++) {
			if (turn_of(&filling->plan->parameters[i]) == pass && !fill_parameter(filling, i))
				return false;
		}
	return true;
}

/* Whose the result is, as far as the model tells. */
static struct hr_value_state result_state(const struct hr_filling *filling)
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
static void add_received(struct hr_filling *filling, size_t index)
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
	bool is_declared = param->freed_by >= 0 || param->freed_by_libc || filling->inside[index] != HR_NOBODY;
	/* what only looks like a maker may hand out what was there: the run tells */
	bool is_owned = is_declared || (is_object && filling->operation->kind == HR_KIND_MAKER);
	/* a cursor into a text is no text: it may lead to the end of what has no NUL */
	struct hr_value_state state = { .class = is_object || is_owned ? parameter->slot_class : HR_NO_CLASS,
					.block = HR_NO_BLOCK,
					.owners = { is_declared ? HR_NOBODY : receiver, HR_NOBODY },
					.freed_by = param->freed_by,
					.set_up_by = -1,
					.status = HR_STATUS_UNKNOWN };
	if (param->freed_by_libc)
		state.flags |= HR_STATE_LIBC;
	if (is_declared)
		state.flags |= HR_STATE_DECLARED;
	if (hr_model_strip(filling->search->model, target->target).qualifiers & HR_CONST)
		state.flags |= HR_STATE_CONST;
	struct hr_access *access = hr_arena_alloc(&filling->making->draft.arena, sizeof *access);
	*access = (struct hr_access){ .value = filling->making->values.data[slot].number,
				      .through = true,
				      .bit_offset = -1,
				      .bit_width = -1,
				      .type = { parameter->target.type, 0 },
				      .text = "*" };
	struct hr_statement get = { .kind = HR_STATEMENT_GET, .access = access };
	hr_making_add(filling->making, &get, true, (struct hr_type_ref){ parameter->target.type, 0 }, &state);
}

static size_t fill_tail(struct hr_filling *filling, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_item *param = &filling->operation->params.data[i];

		if (param->role != HR_ROLE_FORMAT)
			continue;
		filling->current = i;
		struct hr_wish wish = hr_filling_wish(filling, param);
		filling->arguments[i] = HR_NOBODY;
		memset(&filling->operands[i], 0, sizeof filling->operands[i]);
		return hr_literal_format(&filling->operands[i], &filling->operands[count], filling->search->literals,
					 &wish);
	}
	/* what it has to be nobody knows; where it is a list, NULL ends it */
	filling->operands[count] = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	return 1;
}

static void add_call(struct hr_filling *filling, size_t operand_count)
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
	hr_foresee_elements(filling);
	for (size_t i = 0; i < filling->operation->params.count; i++) {
		add_received(filling, i);
		if (filling->inside[i] != HR_NOBODY)
			hr_making_end(making, filling->inside[i]);
	}
}

/* Reads what was lacking from something else, once a chain: the call is for the next one. */
static bool detect(struct hr_making *making, const struct hr_mark *mark)
{
	uint32_t from;

	if (making->lacking == HR_NO_CLASS || making->is_detecting ||
	    !hr_parts_have(making->switched, HR_PART_DETECTIVE))
		return false;
	making->is_detecting = hr_detect(making, making->lacking, &from);
	if (making->is_detecting)
		return true;
	if (from != HR_NO_CLASS)
		making->lacking = from;
	hr_making_return(making, mark);
	return false;
}

bool hr_making_call(struct hr_making *making, size_t operation)
{
	struct hr_search *search = making->search;
	struct hr_filling filling; /* large: only what is needed of it is set */
	filling.making = making;
	filling.search = search;
	filling.operation = &search->model->operations.data[operation];
	filling.plan = &search->plans.list.data[operation];
	filling.index = operation;
	filling.current = filling.used_count = filling.again_count = 0;
	filling.again = NULL;
	filling.has_table = filling.ends_table = false;
	filling.bulk = filling.plan->takes_bulk ? hr_bulk_draw(&filling) : 0;
	size_t count = filling.operation->params.count;
	struct hr_mark mark = hr_making_mark(making);

	if (count > HR_MOST_PARAMETERS || making->calls >= search->options.most_calls)
		return false;
	for (size_t i = 0; i < count; i++) {
		filling.arguments[i] = filling.inside[i] = HR_NOBODY;
		filling.extents[i] = -1;
	}
	size_t tail = filling.operation->is_variadic ? HR_TAIL_MOST : 0;
	filling.operands = hr_arena_alloc(&making->draft.arena, (count + tail) * sizeof *filling.operands);
	making->lacking = HR_NO_CLASS;
	if (!fill_all(&filling)) {
		making->lacked = (uint32_t)filling.current;
		hr_making_return(making, &mark);
		/* what is found is somebody else's, and cannot be given away */
		return !filling.plan->parameters[filling.current].consumes && detect(making, &mark);
	}
	add_call(&filling, count + (filling.operation->is_variadic ? fill_tail(&filling, count) : 0));
	return true;
}
