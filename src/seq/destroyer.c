/* Which operation ends a value's life, as the model tells, and the call of it.
 *
 * Invariant: a value whose result or out-parameter is borrowed has no destroyer, whatever its type. */
#include "seq/close.h"

#define NONE ((size_t)-1)

/* Where a value comes from: the result or the out-parameter of a call. */
struct origin {
	size_t statement; /* the call; NONE: it comes from none */
	const struct hr_operation *operation;
	const struct hr_item *item;
	bool is_result;
};

/* The last call before `statement` that was given `object` to be filled. */
static struct origin filled_by(const struct hr_sequence *sequence, size_t object, size_t statement)
{
	for (size_t i = statement; i-- > 0;) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
		for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++)
			if (it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == object)
				return (struct origin){ i, operation, &operation->params.data[k], false };
	}
	return (struct origin){ NONE, NULL, NULL, false };
}

static struct origin origin_of(const struct hr_sequence *sequence, size_t value)
{
	size_t statement = sequence->values.data[value].statement;
	const struct hr_statement *maker = &sequence->statements.data[statement];

	if (maker->kind == HR_STATEMENT_CALL) {
		const struct hr_operation *operation = &sequence->model->operations.data[maker->operation];
		return (struct origin){ statement, operation, &operation->result, true };
	}
	if (maker->kind == HR_STATEMENT_GET && maker->access->through && maker->access->offset == 0)
		return filled_by(sequence, maker->access->value, statement);
	return (struct origin){ NONE, NULL, NULL, false };
}

size_t hr_value_call(const struct hr_sequence *sequence, size_t value)
{
	return origin_of(sequence, value).statement;
}

size_t hr_destroyer_parameter(const struct hr_model *model, size_t operation)
{
	const struct hr_operation *it = &model->operations.data[operation];
	size_t found = NONE;

	for (size_t i = 0; i < it->params.count; i++) {
		if (it->params.data[i].role == HR_ROLE_CONSUMED)
			return i;
		if (found == NONE && it->subject != HR_NO_TYPE &&
		    hr_model_object(model, it->params.data[i].type) == it->subject)
			found = i;
	}
	return found;
}

/* T **: what is in it is ended, and the slot set to NULL, mostly. */
static bool is_slot_of(const struct hr_model *model, struct hr_type_ref type, size_t object)
{
	struct hr_type_ref pointee = hr_model_pointee(model, type);
	const struct hr_type *target = hr_model_type(model, pointee);

	return target && target->kind == HR_TYPE_POINTER && hr_model_object(model, pointee) == object;
}

static bool is_pointer_to(const struct hr_model *model, struct hr_type_ref type, size_t object)
{
	const struct hr_type *it = hr_model_type(model, type);
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));

	return it && it->kind == HR_TYPE_POINTER && target && target->kind != HR_TYPE_POINTER &&
	       hr_model_object(model, type) == object;
}

static size_t common_prefix(const char *a, const char *b)
{
	size_t length = 0;
	while (a[length] && a[length] == b[length])
		length++;
	return length;
}

/* The destroyer of the type that goes with its maker: a type may have several pairs (inflateInit and inflateEnd, deflateInit and deflateEnd), and names tell which belong
 * together. Of equal ones the simplest: the fewest parameters, then the first. */
static size_t destroyer_of_object(const struct hr_model *model, size_t object, const struct hr_operation *maker)
{
	size_t best = NONE;
	size_t most = 0;

	for (size_t i = 0; object != HR_NO_TYPE && i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		if (!it->callable || it->kind != HR_KIND_DESTROYER || it->subject != object || it->is_variadic)
			continue;
		size_t parameter = hr_destroyer_parameter(model, i);
		if (parameter == NONE || (!is_pointer_to(model, it->params.data[parameter].type, object) &&
					  !is_slot_of(model, it->params.data[parameter].type, object)))
			continue;
		size_t common = common_prefix(it->name, maker->name);
		if (best == NONE || common > most ||
		    (common == most && it->params.count < model->operations.data[best].params.count)) {
			best = i;
			most = common;
		}
	}
	return best;
}

static bool is_callable_destroyer(const struct hr_model *model, int operation)
{
	return operation >= 0 && (size_t)operation < model->operations.count &&
	       model->operations.data[operation].callable && hr_destroyer_parameter(model, (size_t)operation) != NONE;
}

/* An object that the sequence made needs one only when something of the unit set it up. */
static size_t deinitialiser_of(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_model *model = sequence->model;
	struct hr_type_ref pointee = hr_value_pointee(sequence, value);
	size_t object = hr_model_strip(model, pointee).type;

	for (size_t i = 0; i < sequence->statements.count && object != HR_NO_TYPE; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL || !it->operand_count)
			continue;
		const struct hr_operation *operation = &model->operations.data[it->operation];
		for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++)
			if (it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == value &&
			    operation->kind == HR_KIND_MAKER && operation->subject == object)
				return destroyer_of_object(model, object, operation);
	}
	return NONE;
}

size_t hr_destroyer_of(const struct hr_model *model, const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	struct hr_type_ref type = sequence->values.data[value].type;

	if (maker->kind == HR_STATEMENT_NEW)
		return deinitialiser_of(sequence, value);
	struct origin origin = origin_of(sequence, value);
	if (origin.statement == NONE || origin.item->role == HR_ROLE_BORROWED)
		return NONE;
	if (is_callable_destroyer(model, origin.item->freed_by))
		return (size_t)origin.item->freed_by;
	const struct hr_type *pointer = hr_model_type(model, type);
	if (origin.item->freed_by_libc && pointer && pointer->kind == HR_TYPE_POINTER)
		return HR_FREED_BY_LIBC;
	size_t object = hr_model_object(model, type);
	bool is_made = origin.operation->kind == HR_KIND_MAKER && origin.operation->subject == object;
	if (origin.item->role == HR_ROLE_OWNED || is_made)
		return is_pointer_to(model, type, object) ? destroyer_of_object(model, object, origin.operation) : NONE;
	return NONE;
}

/* An earlier value that fits a further parameter of the destroyer: what the value was made with. */
static size_t companion(const struct hr_sequence *sequence, size_t value, struct hr_type_ref wanted)
{
	struct origin origin = origin_of(sequence, value);
	size_t object = hr_model_object(sequence->model, wanted);

	if (origin.statement == NONE || object == HR_NO_TYPE)
		return HR_NO_VALUE;
	const struct hr_statement *maker = &sequence->statements.data[origin.statement];
	for (size_t i = 0; i < maker->operand_count; i++) {
		size_t other = maker->operands[i].value;
		if (maker->operands[i].kind == HR_OPERAND_VALUE && other != value &&
		    hr_model_object(sequence->model, sequence->values.data[other].type) == object)
			return other;
	}
	return HR_NO_VALUE;
}

static bool set_companion(struct hr_operand *out, const struct hr_sequence *sequence, size_t value,
			  const struct hr_item *param)
{
	const struct hr_type *type = hr_model_type(sequence->model, param->type);
	size_t other = companion(sequence, value, param->type);

	if (other != HR_NO_VALUE) {
		*out = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = other };
		return true;
	}
	if (!type)
		return false;
	*out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER };
	if (type->kind == HR_TYPE_POINTER) {
		out->kind = HR_OPERAND_NULL;
		return param->nullable != HR_NO;
	}
	return type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM;
}

/* Whether the destroyer wants a pointer to the pointer, and the value is no such thing. */
static bool wants_slot(const struct hr_sequence *sequence, size_t value, const struct hr_item *param)
{
	const struct hr_model *model = sequence->model;
	const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, param->type));
	const struct hr_type *own = hr_model_type(model, hr_model_pointee(model, sequence->values.data[value].type));

	return pointee && pointee->kind == HR_TYPE_POINTER && !(own && own->kind == HR_TYPE_POINTER);
}

/* The slot that the value was read from, or a new one with the value in it, which is added to the sequence. */
static size_t slot_for(struct hr_sequence *sequence, size_t value, const struct hr_item *param)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	struct hr_statement slot = { .kind = HR_STATEMENT_NEW, .operand_count = 1, .count = -1 };

	if (maker->kind == HR_STATEMENT_GET)
		return maker->access->value;
	slot.type = (struct hr_type_ref){ hr_model_pointee(sequence->model, param->type).type, 0 };
	slot.operands = hr_arena_alloc(&sequence->arena, sizeof *slot.operands);
	*slot.operands = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
	hr_sequence_add(sequence, &slot, true, (struct hr_type_ref){ param->type.type, 0 }, NULL);
	return sequence->values.count - 1;
}

bool hr_destroy(struct hr_sequence *sequence, size_t value, size_t destroyer)
{
	const struct hr_type_ref no_type = { HR_NO_TYPE, 0 };
	struct hr_statement statement = { .kind = HR_STATEMENT_FREE, .operand_count = 1, .count = -1 };

	if (destroyer == HR_FREED_BY_LIBC) {
		statement.operands = hr_arena_alloc(&sequence->arena, sizeof *statement.operands);
		*statement.operands = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
		hr_sequence_add(sequence, &statement, false, no_type, NULL);
		return true;
	}
	const struct hr_operation *operation = &sequence->model->operations.data[destroyer];
	size_t parameter = hr_destroyer_parameter(sequence->model, destroyer);
	statement.kind = HR_STATEMENT_CALL;
	statement.operation = destroyer;
	statement.operand_count = operation->params.count;
	statement.operands =
		hr_arena_alloc(&sequence->arena, (operation->params.count + 1) * sizeof(struct hr_operand));
	for (size_t i = 0; i < operation->params.count; i++) {
		statement.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
		if (i != parameter &&
		    !set_companion(&statement.operands[i], sequence, value, &operation->params.data[i]))
			return false;
	}
	if (parameter < operation->params.count && wants_slot(sequence, value, &operation->params.data[parameter]))
		statement.operands[parameter].value = slot_for(sequence, value, &operation->params.data[parameter]);
	hr_sequence_add(sequence, &statement, false, no_type, NULL);
	return true;
}
