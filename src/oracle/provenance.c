/* Where operands come from. Nothing here runs anything or guesses: what cannot be seen is said to be unknown, or to be fine where the header says so. */
#include "oracle/provenance.h"

#include "oracle/idioms_internal.h"

#include "seq/close.h"
#include "seq/edit.h"

#include <string.h>

static const struct hr_statement *maker_of(const struct hr_sequence *sequence, size_t value)
{
	return &sequence->statements.data[sequence->values.data[value].statement];
}

size_t hr_value_root(const struct hr_sequence *sequence, size_t value)
{
	for (;;) {
		const struct hr_statement *maker = maker_of(sequence, value);
		if (maker->kind != HR_STATEMENT_LITERAL || !maker->operand_count ||
		    maker->operands[0].kind != HR_OPERAND_VALUE)
			return value;
		value = maker->operands[0].value;
	}
}

size_t hr_operand_root(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE)
		return hr_value_root(sequence, operand->value);
	if (operand->kind == HR_OPERAND_ADDRESS)
		return hr_value_root(sequence, operand->access->value);
	return HR_NO_VALUE;
}

enum hr_provenance hr_provenance_of(const struct hr_sequence *sequence, size_t value)
{
	if (value == HR_NO_VALUE)
		return HR_FROM_NOTHING;
	value = hr_value_root(sequence, value);
	const struct hr_statement *maker = maker_of(sequence, value);
	switch (maker->kind) {
	case HR_STATEMENT_NEW:
		return maker->operand_count ? HR_FROM_NEW : HR_FROM_RAW;
	case HR_STATEMENT_CALL:
		return HR_FROM_CALL;
	case HR_STATEMENT_GET: {
		enum hr_provenance from = hr_provenance_of(sequence, maker->access->value);
		return from == HR_FROM_RAW || from == HR_FROM_NEW ? HR_FROM_SLOT : HR_FROM_PART;
	}
	default:
		return HR_FROM_LITERAL;
	}
}

const struct hr_item *hr_parameter_of(const struct hr_sequence *sequence, const struct hr_statement *call,
				      size_t operand)
{
	if (call->kind != HR_STATEMENT_CALL)
		return NULL;
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	return operand < operation->params.count ? &operation->params.data[operand] : NULL;
}

const char *hr_parameter_name(struct hr_arena *arena, const struct hr_model *model, size_t operation, int parameter)
{
	const struct hr_operation *it = &model->operations.data[operation];
	if (parameter >= 0 && (size_t)parameter < it->params.count && *it->params.data[parameter].name)
		return it->params.data[parameter].name;
	return hr_arena_printf(arena, "argument_%d", parameter + 1);
}

bool hr_operand_number(const struct hr_sequence *sequence, const struct hr_operand *operand, int64_t *out)
{
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
		*out = operand->number;
		return true;
	case HR_OPERAND_CONSTANT:
		*out = sequence->model->constants.data[operand->constant].number;
		return sequence->model->constants.data[operand->constant].kind == HR_CONSTANT_INT;
	case HR_OPERAND_VALUE: {
		size_t root = hr_value_root(sequence, operand->value);
		const struct hr_statement *maker = maker_of(sequence, root);
		struct hr_use use;
		if (maker->kind == HR_STATEMENT_LITERAL)
			return hr_operand_number(sequence, &maker->operands[0], out);
		/* an object that holds a number: a length that is handed over by pointer */
		if (maker->kind != HR_STATEMENT_NEW || maker->operand_count != 1 ||
		    maker->operands[0].kind != HR_OPERAND_NUMBER)
			return false;
		size_t made = sequence->values.data[root].statement;
		if (hr_use_next(&use, sequence, root, made + 1, sequence->statements.count) &&
		    use.statement + 1 < sequence->statements.count)
			return false;
		*out = maker->operands[0].number;
		return true;
	}
	default:
		return false;
	}
}

bool hr_operand_number_run(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			   const struct hr_operand *operand, int64_t *out)
{
	if (hr_operand_number(sequence, operand, out))
		return true;
	if (operand->kind != HR_OPERAND_VALUE || !outcome)
		return false;
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[operand->value].type);
	const unsigned char *bytes = hr_outcome_bytes(outcome, operand->value);
	if (!bytes || !type || type->size < 1 || type->size > 8 ||
	    !hr_model_is_integer(sequence->model, sequence->values.data[operand->value].type))
		return false;
	*out = hr_bytes_integer(bytes, (size_t)type->size, type->is_signed);
	return true;
}

static bool room_of_value(const struct hr_sequence *sequence, size_t value, int64_t *out)
{
	size_t root = hr_value_root(sequence, value);
	const struct hr_statement *maker = maker_of(sequence, root);
	if (maker->kind == HR_STATEMENT_LITERAL && maker->operand_count)
		return hr_operand_room(sequence, &maker->operands[0], sequence->values.data[root].type, out);
	if (maker->kind != HR_STATEMENT_NEW)
		return false;
	size_t size = hr_type_size(sequence->model, maker->type);
	*out = (int64_t)size * (maker->count >= 0 ? maker->count : 1);
	return size > 0;
}

bool hr_operand_room(const struct hr_sequence *sequence, const struct hr_operand *operand, struct hr_type_ref type,
		     int64_t *out)
{
	struct hr_type_ref pointee = hr_model_pointee(sequence->model, type);
	switch (operand->kind) {
	case HR_OPERAND_TEXT:
		*out = (int64_t)operand->length + 1;
		return true;
	case HR_OPERAND_BYTES:
		*out = (int64_t)operand->length;
		return true;
	case HR_OPERAND_LIST:
		*out = (int64_t)(operand->part_count * hr_type_size(sequence->model, pointee));
		return pointee.type != HR_NO_TYPE;
	case HR_OPERAND_STRUCT:
		*out = (int64_t)hr_type_size(sequence->model, pointee);
		return pointee.type != HR_NO_TYPE;
	case HR_OPERAND_VALUE:
		return room_of_value(sequence, operand->value, out);
	case HR_OPERAND_ADDRESS:
		if (!operand->access->through || !room_of_value(sequence, operand->access->value, out))
			return false;
		*out -= operand->access->is_end ? *out : operand->access->offset;
		return true;
	default:
		return false;
	}
}

bool hr_operand_is_null(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_NULL)
		return true;
	if (operand->kind != HR_OPERAND_VALUE)
		return false;
	size_t root = hr_value_root(sequence, operand->value);
	const struct hr_statement *maker = maker_of(sequence, root);
	if (maker->kind == HR_STATEMENT_LITERAL && maker->operand_count && maker->operands[0].kind == HR_OPERAND_NULL)
		return true;
	struct hr_type_ref type = sequence->values.data[root].type;
	if (!outcome || maker->kind == HR_STATEMENT_NEW || !hr_model_is_pointer(sequence->model, type))
		return false;
	const unsigned char *bytes = hr_outcome_bytes(outcome, root);
	return bytes && hr_bytes_integer(bytes, sizeof(void *), false) == 0;
}

static bool holds_several(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_BYTES || operand->kind == HR_OPERAND_LIST;
}

/* Numbers, one of which is 0, or may be. */
static bool has_zero(const struct hr_operand *list)
{
	for (size_t i = 0; i < list->part_count; i++)
		if (list->parts[i].kind != HR_OPERAND_NUMBER || !list->parts[i].number)
			return true;
	return false;
}

static bool has_nul(const struct hr_operand *operand, int64_t room)
{
	if (operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_STRUCT)
		return true;
	if (operand->kind == HR_OPERAND_NUMBER && room < 0) /* one object, and not the first of several */
		return !operand->number;
	if (operand->kind != HR_OPERAND_BYTES)
		return (int64_t)operand->part_count < room || (operand->kind == HR_OPERAND_LIST && has_zero(operand));
	return (operand->length && memchr(operand->text, 0, operand->length)) || (int64_t)operand->length < room;
}

/* A statement before the last one that wrote into the object. */
static bool is_set(const struct hr_sequence *sequence, size_t root)
{
	for (size_t i = sequence->values.data[root].statement + 1; i + 1 < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_SET && hr_value_root(sequence, it->access->value) == root)
			return true;
	}
	return false;
}

bool hr_operand_is_terminated(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	if (holds_several(operand))
		return has_nul(operand, 0);
	size_t root = hr_operand_root(sequence, operand);
	if (root == HR_NO_VALUE)
		return true;
	const struct hr_statement *maker = maker_of(sequence, root);
	if (maker->kind == HR_STATEMENT_LITERAL)
		return !maker->operand_count || !holds_several(&maker->operands[0]) || has_nul(&maker->operands[0], 0);
	struct hr_use use;
	/* a call that got it, or a statement that wrote into it, may have ended it */
	const struct hr_type *element = hr_model_type(sequence->model, maker->type);
	if (maker->kind != HR_STATEMENT_NEW || !element || element->kind != HR_TYPE_INT ||
	    hr_use_next(&use, sequence, root, sequence->values.data[root].statement + 1,
			sequence->statements.count ? sequence->statements.count - 1 : 0) ||
	    is_set(sequence, root))
		return true;
	return maker->operand_count && has_nul(&maker->operands[0], maker->count);
}

int64_t hr_element_size(const struct hr_model *model, const struct hr_item *buffer)
{
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, buffer->type));
	return type && type->kind != HR_TYPE_VOID && type->size > 0 ? type->size : 1;
}

int64_t hr_length_unit(const struct hr_model *model, const struct hr_item *length, const struct hr_item *buffer)
{
	return length->unit == HR_UNIT_BYTES ? 1 : hr_element_size(model, buffer);
}

bool hr_use_next(struct hr_use *use, const struct hr_sequence *sequence, size_t root, size_t from, size_t before)
{
	for (size_t i = from; i < before && i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
			if (hr_operand_root(sequence, &it->operands[k]) != root)
				continue;
			*use = (struct hr_use){ i, k };
			return true;
		}
	}
	return false;
}

void hr_number_use(const struct hr_sequence *sequence, size_t *statement, size_t *operand)
{
	const struct hr_statement *it = &sequence->statements.data[*statement];
	struct hr_use use;
	if (it->kind != HR_STATEMENT_NEW || it->value == HR_NO_VALUE || it->operand_count != 1 ||
	    it->operands[0].kind != HR_OPERAND_NUMBER ||
	    !hr_use_next(&use, sequence, it->value, *statement + 1, sequence->statements.count))
		return;
	*statement = use.statement;
	*operand = use.operand;
}

bool hr_operation_is_named(const struct hr_operation *operation, const char *const *words)
{
	struct hr_idiom_words name;
	hr_idiom_name_split(&name, operation->name);
	return hr_idiom_name_has(&name, words) != HR_NONE;
}

bool hr_value_may_be_lent(const struct hr_sequence *sequence, size_t value)
{
	static const char *const finders[] = { "find", "search", "lookup", "get", NULL };
	const struct hr_model *model = sequence->model;
	if (hr_provenance_of(sequence, value) != HR_FROM_SLOT)
		return false;
	size_t at = hr_value_call(sequence, value);
	size_t object = hr_model_object(model, sequence->values.data[value].type);
	if (at >= sequence->statements.count || object == HR_NO_TYPE)
		return false;
	const struct hr_statement *call = &sequence->statements.data[at];
	const struct hr_operation *operation = &model->operations.data[call->operation];
	if (operation->kind == HR_KIND_MAKER && operation->subject == object &&
	    !hr_operation_is_named(operation, finders))
		return false;
	size_t slot = maker_of(sequence, value)->access->value;
	bool is_lent = false, has_receiver = false;
	for (size_t i = 0; i < call->operand_count && i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		size_t root = hr_operand_root(sequence, &call->operands[i]);
		if (root == slot)
			is_lent = item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT;
		else if (item->role == HR_ROLE_RECEIVER)
			has_receiver = root != HR_NO_VALUE;
	}
	return is_lent && has_receiver;
}

bool hr_value_is_borrowed(const struct hr_sequence *sequence, size_t value, size_t *owner)
{
	size_t root = hr_value_root(sequence, value);
	const struct hr_statement *maker = maker_of(sequence, root);
	*owner = HR_NO_VALUE;
	if (hr_provenance_of(sequence, root) == HR_FROM_PART) {
		*owner = hr_value_root(sequence, maker->access->value);
		return true;
	}
	if (maker->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_item *result = &sequence->model->operations.data[maker->operation].result;
	if (result->role != HR_ROLE_BORROWED)
		return false;
	if (result->of >= 0 && (size_t)result->of < maker->operand_count)
		*owner = hr_operand_root(sequence, &maker->operands[result->of]);
	return true;
}

/* The statement that a value comes from: the call, also one that filled the slot it was read from. */
static const struct hr_statement *origin_of(const struct hr_sequence *sequence, size_t value)
{
	size_t call = hr_value_call(sequence, value);
	return call < sequence->statements.count ? &sequence->statements.data[call] : maker_of(sequence, value);
}

bool hr_values_are_related(const struct hr_sequence *sequence, size_t a, size_t b, size_t before)
{
	const struct hr_statement *origin_a = origin_of(sequence, a);
	const struct hr_statement *origin_b = origin_of(sequence, b);
	if (hr_statement_names(origin_a, b) || hr_statement_names(origin_b, a))
		return true;
	for (size_t i = 0; i < sequence->values.count; i++)
		if (hr_statement_names(origin_a, i) && hr_statement_names(origin_b, i))
			return true;
	/* a call that got both may have joined them */
	struct hr_use use;
	for (size_t from = 0; hr_use_next(&use, sequence, a, from, before); from = use.statement + 1)
		if (hr_statement_names(&sequence->statements.data[use.statement], b))
			return true;
	return false;
}

size_t hr_value_parent(const struct hr_sequence *sequence, size_t value, size_t object)
{
	size_t at = hr_value_call(sequence, value);
	const struct hr_statement *call = at < sequence->statements.count ? &sequence->statements.data[at] : NULL;
	for (size_t i = 0; call && i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, call, i);
		size_t root = hr_operand_root(sequence, &call->operands[i]);
		if (item && root != HR_NO_VALUE && root != value && object != HR_NO_TYPE &&
		    hr_model_object(sequence->model, item->type) == object)
			return root;
	}
	return HR_NO_VALUE;
}

bool hr_model_is_pointer(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);
	return !it || it->kind == HR_TYPE_POINTER || it->kind == HR_TYPE_ARRAY;
}

bool hr_model_is_integer(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);
	return it && (it->kind == HR_TYPE_INT || it->kind == HR_TYPE_ENUM || it->kind == HR_TYPE_BOOL) && it->size <= 8;
}

bool hr_model_is_characters(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, hr_model_pointee(model, type));
	return it && it->kind == HR_TYPE_INT && it->size == 1;
}

const char *hr_odd_field(const struct hr_model *model, struct hr_type_ref ref, const struct hr_operand *operand)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const char *found = NULL;
	if (type && type->kind == HR_TYPE_POINTER)
		return hr_odd_field(model, hr_model_pointee(model, ref), operand);
	if (type && type->kind == HR_TYPE_ARRAY && operand->kind == HR_OPERAND_LIST)
		return hr_odd_field(model, type->target, operand);
	for (size_t i = 0; type && i < operand->part_count && !found; i++) {
		if (operand->kind == HR_OPERAND_LIST)
			found = hr_odd_field(model, ref, &operand->parts[i]);
		if (operand->kind != HR_OPERAND_STRUCT || !operand->fields || operand->fields[i] >= type->fields.count)
			continue;
		const struct hr_item *item = &type->fields.data[operand->fields[i]].item;
		const struct hr_type *field = hr_model_type(model, item->type);
		const struct hr_operand *part = &operand->parts[i];
		bool is_enum = field && field->kind == HR_TYPE_ENUM && !field->is_flags && field->enumerators.count &&
			       part->kind == HR_OPERAND_NUMBER;
		for (size_t k = 0; is_enum && k < field->enumerators.count; k++)
			is_enum = field->enumerators.data[k].value != part->number;
		found = is_enum ? item->name : hr_odd_field(model, item->type, part);
	}
	return found;
}
