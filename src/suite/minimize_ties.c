/* Buffers and what tells their length: when a literal shrinks, lengths and capacities that belong to it follow, or it stays as it is.
 *
 * Invariant: a length that was within its buffer stays within it; one that was not stays outside by as much. */
#include "seq/edit.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"

static bool is_tie(const struct hr_item *item, size_t of)
{
	return item->of >= 0 && (size_t)item->of == of &&
	       (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY || item->role == HR_ROLE_SIZE ||
		item->role == HR_ROLE_INOUT || item->role == HR_ROLE_OUT);
}

/* ---- places ---- */

struct hr_operand *hr_place_operand(const struct hr_sequence *sequence, const struct hr_place *place)
{
	struct hr_operand *operand = &sequence->statements.data[place->statement].operands[place->operand];
	for (size_t i = 0; i < place->depth; i++)
		operand = &operand->parts[place->path[i]];
	return operand;
}

/* What an operand is for, step by step on the way down to it. */
struct step {
	const struct hr_item *item;
	struct hr_type_ref type;
};

/* What an object or a literal of the sequence's own is for: the first parameter that it is handed to. */
static const struct hr_item *item_of_use(const struct hr_sequence *sequence, size_t value)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (statement->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
		for (size_t k = 0; k < statement->operand_count && k < operation->params.count; k++)
			if (statement->operands[k].kind == HR_OPERAND_VALUE && statement->operands[k].value == value)
				return &operation->params.data[k];
	}
	return NULL;
}

static struct step first_step(const struct hr_sequence *sequence, const struct hr_place *place)
{
	const struct hr_statement *statement = &sequence->statements.data[place->statement];
	struct step step = { NULL, { HR_NO_TYPE, 0 } };
	switch (statement->kind) {
	case HR_STATEMENT_CALL: {
		const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
		if (place->operand < operation->params.count) {
			step.item = &operation->params.data[place->operand];
			step.type = step.item->type;
		}
		break;
	}
	case HR_STATEMENT_NEW:
	case HR_STATEMENT_LITERAL:
		step.item = item_of_use(sequence, statement->value);
		step.type = statement->type;
		break;
	case HR_STATEMENT_SET:
		step.type = statement->access->type;
		break;
	default:
		break;
	}
	return step;
}

static struct step next_step(const struct hr_model *model, struct step step, const struct hr_operand *operand,
			     size_t part)
{
	const struct hr_type *type = hr_model_type(model, step.type);
	bool leads = type && (type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY);
	struct step next = { NULL, leads ? hr_model_pointee(model, step.type) : step.type };
	if (operand->kind == HR_OPERAND_STRUCT) {
		const struct hr_type *of = hr_model_type(model, next.type);
		next.type = (struct hr_type_ref){ HR_NO_TYPE, 0 };
		if (of && operand->fields[part] < of->fields.count) {
			next.item = &of->fields.data[operand->fields[part]].item;
			next.type = next.item->type;
		}
	} else if (operand->kind == HR_OPERAND_CALLBACK) {
		const struct hr_type *of = hr_model_type(model, next.type);
		next.type = of && of->kind == HR_TYPE_FUNCTION ? of->target : (struct hr_type_ref){ HR_NO_TYPE, 0 };
	}
	return next;
}

static struct step last_step(const struct hr_sequence *sequence, const struct hr_place *place)
{
	struct step step = first_step(sequence, place);
	const struct hr_operand *operand = &sequence->statements.data[place->statement].operands[place->operand];
	for (size_t i = 0; i < place->depth; i++) {
		step = next_step(sequence->model, step, operand, place->path[i]);
		operand = &operand->parts[place->path[i]];
	}
	return step;
}

const struct hr_item *hr_place_item(const struct hr_sequence *sequence, const struct hr_place *place)
{
	return last_step(sequence, place).item;
}

struct hr_type_ref hr_place_type(const struct hr_sequence *sequence, const struct hr_place *place)
{
	return last_step(sequence, place).type;
}

/* ---- lengths ---- */

/* What shrinks. */
struct change {
	size_t before;
	size_t after;
	size_t size; /* bytes of an element */
	bool is_terminated;
};

static int64_t adjusted(int64_t number, const struct hr_item *item, const struct change *change)
{
	size_t size = item->unit == HR_UNIT_BYTES && change->size ? change->size : 1;
	int64_t before = (int64_t)(change->before * size);
	int64_t after = (int64_t)(change->after * size);
	if (number < 0) /* up to the NUL */
		return number;
	if (number >= before)
		return number - before + after;
	return number < after ? number : after;
}

/* The number that an operand comes to: itself, or what the object holds that it points to; NULL: something else. */
static struct hr_operand *number_of(struct hr_sequence *sequence, struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_NUMBER)
		return operand;
	if (operand->kind != HR_OPERAND_VALUE)
		return NULL;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[operand->value].statement];
	bool is_literal = maker->kind == HR_STATEMENT_LITERAL || (maker->kind == HR_STATEMENT_NEW && maker->count < 0);
	if (!is_literal || maker->operand_count != 1 || maker->operands[0].kind != HR_OPERAND_NUMBER)
		return NULL;
	return &maker->operands[0];
}

static bool adjust_operand(struct hr_sequence *sequence, struct hr_operand *operand, const struct hr_item *item,
			   const struct change *change)
{
	if (operand->kind == HR_OPERAND_NULL)
		return true;
	struct hr_operand *number = number_of(sequence, operand);
	if (!number)
		return item->role == HR_ROLE_OUT; /* only told */
	number->number = adjusted(number->number, item, change);
	return true;
}

/* Whether a literal may have any length where nothing tells it. */
static bool may_shrink(const struct hr_item *item, const struct change *change)
{
	if (!change->is_terminated)
		return false;
	return item->role == HR_ROLE_STRING || item->role == HR_ROLE_UNKNOWN || item->role == HR_ROLE_IN ||
	       item->role == HR_ROLE_CONSUMED || item->role == HR_ROLE_USER_DATA;
}

static bool adjust_call(struct hr_sequence *sequence, size_t index, size_t parameter, const struct change *change)
{
	struct hr_statement *statement = &sequence->statements.data[index];
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	if (parameter >= operation->params.count)
		return false; /* of a variadic tail: a format tells what it is */
	const struct hr_item *item = &operation->params.data[parameter];
	bool is_tied = false;
	if (item->role == HR_ROLE_FORMAT || (item->array_count >= 0 && (int64_t)change->after < item->array_count))
		return false;
	for (size_t i = 0; i < operation->params.count && i < statement->operand_count; i++) {
		const struct hr_item *other = &operation->params.data[i];
		if (i == parameter || !is_tie(other, parameter))
			continue;
		is_tied = true;
		if (!adjust_operand(sequence, &statement->operands[i], other, change))
			return false;
	}
	return is_tied || may_shrink(item, change);
}

/* Whether the lengths of a list's elements may be told beside it: (texts, sizes, count). */
static bool has_lengths_beside(const struct hr_sequence *sequence, size_t index, size_t parameter)
{
	const struct hr_statement *statement = &sequence->statements.data[index];
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	for (size_t i = 0; i < operation->params.count && i < statement->operand_count; i++) {
		const struct hr_type *type = hr_model_type(sequence->model, operation->params.data[i].type);
		if (i != parameter && is_tie(&operation->params.data[i], parameter) && type &&
		    type->kind == HR_TYPE_POINTER && statement->operands[i].kind != HR_OPERAND_NULL)
			return true;
	}
	return false;
}

/* A text in a list that a call is given ends by itself, unless something may tell where it does. */
static bool may_shrink_element(const struct hr_sequence *sequence, const struct hr_place *place,
			       const struct change *change)
{
	return change->is_terminated && place->depth == 1 &&
	       sequence->statements.data[place->statement].kind == HR_STATEMENT_CALL &&
	       !has_lengths_beside(sequence, place->statement, place->operand);
}

/* Fields of one initialiser tell each other's lengths. */
static bool adjust_field(struct hr_sequence *sequence, const struct hr_place *place, const struct change *change)
{
	struct hr_place above = *place;
	above.depth--;
	struct hr_operand *parent = hr_place_operand(sequence, &above);
	const struct hr_item *item = hr_place_item(sequence, place);
	if (parent->kind == HR_OPERAND_LIST)
		return may_shrink_element(sequence, place, change);
	if (parent->kind != HR_OPERAND_STRUCT || !item)
		return false;
	size_t field = parent->fields[place->path[above.depth]];
	bool is_tied = false;
	for (size_t i = 0; i < parent->part_count; i++) {
		struct hr_place sibling = above;
		sibling.path[sibling.depth++] = i;
		const struct hr_item *other = hr_place_item(sequence, &sibling);
		if (!other || parent->fields[i] == field || !is_tie(other, field))
			continue;
		is_tied = true;
		if (!adjust_operand(sequence, &parent->parts[i], other, change))
			return false;
	}
	return is_tied || may_shrink(item, change);
}

static bool adjust_uses(struct hr_sequence *sequence, size_t value, const struct change *change)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		struct hr_statement *statement = &sequence->statements.data[i];
		if (!hr_statement_names(statement, value))
			continue;
		bool is_direct = false;
		for (size_t k = 0; k < statement->operand_count; k++) {
			if (statement->operands[k].kind != HR_OPERAND_VALUE || statement->operands[k].value != value)
				continue;
			is_direct = statement->kind == HR_STATEMENT_CALL;
			if (!is_direct || !adjust_call(sequence, i, k, change))
				return false;
		}
		if (!is_direct)
			return false; /* a part of it, or within something else */
	}
	return true;
}

bool hr_ties_adjust(struct hr_sequence *sequence, const struct hr_place *place, size_t before, size_t after,
		    size_t size, bool is_terminated)
{
	struct change change = { before, after, size, is_terminated };
	const struct hr_statement *statement = &sequence->statements.data[place->statement];
	if (place->depth)
		return adjust_field(sequence, place, &change);
	if (statement->kind == HR_STATEMENT_CALL)
		return adjust_call(sequence, place->statement, place->operand, &change);
	if (statement->kind == HR_STATEMENT_NEW && statement->count >= 0)
		return true; /* the object stays as large as it is */
	return statement->kind == HR_STATEMENT_LITERAL && adjust_uses(sequence, statement->value, &change);
}

bool hr_ties_are_none(const struct hr_sequence *sequence, const struct hr_place *place)
{
	const struct hr_statement *statement = &sequence->statements.data[place->statement];
	if (place->depth || statement->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	if (place->operand >= operation->params.count || operation->params.data[place->operand].array_count >= 0)
		return false;
	for (size_t i = 0; i < operation->params.count; i++)
		if (i != place->operand && is_tie(&operation->params.data[i], place->operand))
			return false;
	return true;
}

bool hr_ties_adjust_value(struct hr_sequence *sequence, size_t value, size_t before, size_t after, size_t size,
			  bool is_terminated)
{
	struct change change = { before, after, size, is_terminated };
	return adjust_uses(sequence, value, &change);
}

/* How many elements a buffer has, and whether a NUL is behind them; -1: that is not known. */
static int64_t length_of(const struct hr_sequence *sequence, const struct hr_operand *operand, bool *is_terminated)
{
	*is_terminated = operand->kind == HR_OPERAND_TEXT;
	if (operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES)
		return (int64_t)operand->length;
	if (operand->kind == HR_OPERAND_LIST)
		return (int64_t)operand->part_count;
	if (operand->kind != HR_OPERAND_VALUE)
		return -1;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[operand->value].statement];
	if (maker->kind == HR_STATEMENT_NEW)
		return maker->count;
	if (maker->kind == HR_STATEMENT_LITERAL && maker->operands[0].kind != HR_OPERAND_VALUE)
		return length_of(sequence, &maker->operands[0], is_terminated);
	return -1;
}

/* The call that a number is handed to, by itself or by the object that it is put into; false: there is none. */
static bool find_use(const struct hr_sequence *sequence, const struct hr_place *place, size_t *call, size_t *parameter)
{
	const struct hr_statement *statement = &sequence->statements.data[place->statement];
	*call = place->statement;
	*parameter = place->operand;
	if (statement->kind == HR_STATEMENT_CALL)
		return true;
	for (size_t i = place->statement + 1; i < sequence->statements.count; i++)
		for (size_t k = 0; k < sequence->statements.data[i].operand_count; k++) {
			const struct hr_statement *user = &sequence->statements.data[i];
			if (user->kind != HR_STATEMENT_CALL || user->operands[k].kind != HR_OPERAND_VALUE ||
			    user->operands[k].value != statement->value)
				continue;
			*call = i;
			*parameter = k;
			return true;
		}
	return false;
}

bool hr_ties_hold(const struct hr_sequence *sequence, const struct hr_place *place)
{
	size_t call;
	size_t parameter;
	if (place->depth || !find_use(sequence, place, &call, &parameter))
		return false;
	const struct hr_statement *statement = &sequence->statements.data[call];
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	if (parameter >= operation->params.count)
		return false;
	const struct hr_item *item = &operation->params.data[parameter];
	if (item->of < 0 || (size_t)item->of >= statement->operand_count || !is_tie(item, (size_t)item->of))
		return false;
	bool is_terminated;
	int64_t length = length_of(sequence, &statement->operands[item->of], &is_terminated);
	int64_t number = hr_place_operand(sequence, place)->number;
	struct hr_type_ref type = hr_model_pointee(sequence->model, operation->params.data[item->of].type);
	int64_t size = item->unit == HR_UNIT_BYTES ? (int64_t)hr_type_size(sequence->model, type) : 1;
	return length >= 0 && (number == length * size || (is_terminated && number == length + 1));
}
