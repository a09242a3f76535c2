/* A chain again, with another text. Invariant: parts, statements and values are those of the chain, in the same order, up to the call that reads; what is foreseen of values is
 * foreseen anew. */
#include "search/readings.h"

#include <string.h>

enum { MOST_CALLS = 6, MOST_PARAMETERS = 32 };

static bool is_text(const struct hr_operand *operand)
{
	switch (operand->kind) {
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		return operand->text != NULL;
	default:
		return false;
	}
}

static bool is_length_of(const struct hr_item *item, size_t operand)
{
	return (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) && item->of == (int)operand;
}

/* Formats have arguments that agree with them, and a length that is passed by its address stands in another statement. What names a file stays what it is: ".." is somebody else's. */
static bool can_be_exchanged(const struct hr_operation *operation, const struct hr_statement *call, size_t operand)
{
	if (operand >= operation->params.count || !is_text(&call->operands[operand]) ||
	    (operation->params.data[operand].role == HR_ROLE_PATH && call->operands[operand].kind == HR_OPERAND_TEXT) ||
	    operation->params.data[operand].role == HR_ROLE_FORMAT || operation->params.data[operand].array_count > 0)
		return false;
	for (size_t i = 0; i < operation->params.count && i < call->operand_count; i++)
		if (is_length_of(&operation->params.data[i], operand) && call->operands[i].kind != HR_OPERAND_NUMBER)
			return false;
	return true;
}

/* The longest one of the call. */
static bool find_operand(struct hr_reading_place *out, const struct hr_operation *operation,
			 const struct hr_statement *call)
{
	size_t longest = 0;
	bool is_found = false;

	for (size_t i = 0; i < call->operand_count; i++) {
		if (!can_be_exchanged(operation, call, i) || (is_found && call->operands[i].length <= longest))
			continue;
		is_found = true;
		longest = call->operands[i].length;
		out->operand = (uint32_t)i;
	}
	return is_found;
}

/* Of many the first: it is what a fresh object reads. */
bool hr_reading_find(struct hr_reading_place *out, const struct hr_chain *chain, const struct hr_search *search)
{
	size_t calls = 0;
	bool is_found = false;

	for (uint32_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *statement = &chain->statements[i];
		if (statement->kind == HR_STATEMENT_FAIL_ALLOC) /* what it found is about memory, not about the text */
			return is_found;
		if (statement->kind != HR_STATEMENT_CALL)
			continue;
		if (++calls > MOST_CALLS)
			break;
		if (statement->operation >= search->model->operations.count ||
		    statement->operand_count > MOST_PARAMETERS)
			return is_found;
		if (find_operand(out, &search->model->operations.data[statement->operation], statement)) {
			out->statement = i;
			is_found = true;
		}
	}
	return is_found;
}

bool hr_reading_may_be_cut(const struct hr_chain *chain, const struct hr_reading_place *place,
			   const struct hr_search *search)
{
	const struct hr_statement *call = &chain->statements[place->statement];
	const struct hr_plan *plan = &search->plans.list.data[call->operation];

	if (plan->receiver < 0 || plan->initialises >= 0 || call->operands[place->operand].kind > HR_OPERAND_BYTES)
		return false;
	for (size_t i = 0; i < call->operand_count && i < search->model->operations.data[call->operation].params.count;
	     i++)
		if (plan->parameters[i].ends || plan->parameters[i].consumes)
			return false;
	return search->progress.data[call->operation].may_end == 0;
}

/* ---- copying ---- */

/* Numbers of own values, as long as a chain is made. */
static size_t number_in(const struct hr_making *making, size_t value)
{
	return value < making->part_values ? value : HR_OWN_VALUE + (value - making->part_values);
}

static void renumber(const struct hr_making *making, struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE)
		operand->value = number_in(making, operand->value);
	else if (operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS)
		operand->access->value = number_in(making, operand->access->value);
	for (size_t i = 0; i < operand->part_count; i++)
		renumber(making, &operand->parts[i]);
}

static struct hr_statement copy_statement(struct hr_making *making, const struct hr_statement *old)
{
	struct hr_statement copy = *old;

	if (copy.access) {
		hr_access_keep(&copy.access, &making->draft.arena);
		copy.access->value = number_in(making, copy.access->value);
	}
	if (copy.operand_count)
		copy.operands = hr_arena_alloc(&making->draft.arena, copy.operand_count * sizeof *copy.operands);
	for (size_t i = 0; i < copy.operand_count; i++) {
		copy.operands[i] = old->operands[i];
		hr_operand_keep(&copy.operands[i], &making->draft.arena);
		renumber(making, &copy.operands[i]);
	}
	return copy;
}

static void set_text(struct hr_making *making, struct hr_statement *call, size_t operand, const char *text,
		     size_t length)
{
	const struct hr_operation *operation = &making->search->model->operations.data[call->operation];
	struct hr_operand *out = &call->operands[operand];
	int64_t old = (int64_t)out->length;
	char *copy = hr_arena_alloc(&making->draft.arena, length + 1);

	if (length)
		memcpy(copy, text, length);
	out->text = copy;
	out->length = length;
	for (size_t i = 0; i < operation->params.count && i < call->operand_count; i++) {
		int64_t *number = &call->operands[i].number;
		/* what another call returned stays that */
		if (call->operands[i].kind != HR_OPERAND_NUMBER || !is_length_of(&operation->params.data[i], operand) ||
		    *number < 0)
			continue;
		/* what was all of it is all of it again; a part stays what it was */
		if (*number == old || *number > (int64_t)length)
			*number = (int64_t)length;
	}
}

/* `from`: the chain's state of the value that it yields. */
static void add_statement(struct hr_making *making, const struct hr_statement *statement, struct hr_type_ref type,
			  const struct hr_value_state *from)
{
	uint32_t arguments[MOST_PARAMETERS];
	bool yields = statement->value != HR_NO_VALUE;
	struct hr_value_state state = { 0 };

	if (yields)
		state = *from;
	if (yields && state.status == HR_STATUS_DEAD)
		state.status = HR_STATUS_UNKNOWN;
	uint32_t result = hr_making_add(making, statement, yields, type, yields ? &state : NULL);
	if (statement->kind != HR_STATEMENT_CALL)
		return;
	size_t count = making->search->model->operations.data[statement->operation].params.count;
	for (size_t i = 0; i < count; i++) {
		bool is_value = i < statement->operand_count && statement->operands[i].kind == HR_OPERAND_VALUE;
		size_t number = is_value ? statement->operands[i].value : 0;
		/* working values are in the order of their numbers */
		arguments[i] = !is_value               ? HR_NOBODY
			       : number < HR_OWN_VALUE ? (uint32_t)number
						       : making->part_values + (uint32_t)(number - HR_OWN_VALUE);
	}
	hr_making_foresee(making, statement->operation, arguments, result);
}

void hr_reading_copy(struct hr_making *making, const struct hr_chain *chain, const struct hr_reading_place *place,
		     const char *text, size_t length, size_t cut)
{
	const struct hr_known *known = hr_known_of(chain);
	uint32_t first = hr_chain_first_value(chain), own = 0;

	for (uint32_t i = 0; i < chain->part_count; i++)
		hr_making_part(making, chain->parts[i]);
	for (uint32_t i = 0; i <= place->statement; i++) {
		const struct hr_statement *old = &chain->statements[i];
		bool yields = old->value != HR_NO_VALUE;
		struct hr_type_ref type = yields ? chain->own_types[own] : (struct hr_type_ref){ HR_NO_TYPE, 0 };
		const struct hr_value_state *state = yields ? &known->values[first + own] : NULL;
		struct hr_statement copy = copy_statement(making, old);
		if (i == place->statement)
			set_text(making, &copy, place->operand, text, cut ? cut : length);
		add_statement(making, &copy, type, state);
		if (i == place->statement && cut) {
			copy = copy_statement(making, old);
			set_text(making, &copy, place->operand, text + cut, length - cut);
			add_statement(making, &copy, type, state);
		}
		own += yields;
	}
	making->callbacks = cut ? 2 * known->callbacks : known->callbacks; /* at the most: the call is there twice */
	making->weight = known->weight;
	making->bulk = known->bulk; /* at the most: what was replaced may have been it */
	making->holds_objects = known->holds_objects;
	making->passes_functions = known->passes_functions;
}
