/* Naive sequences. Values that a call consumed are not used again; lengths agree with their buffers. */
#include "search/naive.h"

#include <string.h>

enum { MOST_DEPTH = 4, BUFFER_SIZE = 64, MOST_TRIES = 20, MOST_CALLBACKS = 4 };

struct making {
	struct hr_sequence *sequence;
	const struct hr_model *model;
	struct hr_random *random;
	HR_VEC(bool) is_dead; /* by value */
	int depth;
	int callbacks;
};

static const char *const texts[] = { "",           "a", "abc",   "0",     "-1",          "3.14", "key",    "[1, 2]",
				     "{\"a\": 1}", " ", "a,b\n", "x=1&y", "hello world", "%d%s", "/a/b/c", "true" };
static const int64_t numbers[] = { 0, 1, 2, 3, 4, 7, 8, 10, 16, 100, -1, 255, 1000 };
static const double reals[] = { 0, 1, -1, 0.5, 3.14, 1e10, -1e-5 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void *allocate(struct making *making, size_t size)
{
	return hr_arena_alloc(&making->sequence->arena, size);
}

static size_t add_statement(struct making *making, const struct hr_statement *statement, bool yields,
			    struct hr_type_ref type)
{
	size_t index = hr_sequence_add(making->sequence, statement, yields, type, NULL);
	while (making->is_dead.count < making->sequence->values.count)
		hr_vec_push(&making->is_dead, false);
	return making->sequence->statements.data[index].value;
}

static bool is_same(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	return hr_model_strip(model, a).type == hr_model_strip(model, b).type;
}

static bool is_live_pointer(const struct making *making, size_t value, struct hr_type_ref pointee)
{
	const struct hr_type *type = hr_model_type(making->model, making->sequence->values.data[value].type);
	if (value >= making->is_dead.count || making->is_dead.data[value] || (type && type->kind != HR_TYPE_POINTER))
		return false;
	return is_same(making->model, hr_value_pointee(making->sequence, value), pointee);
}

/* A live pointer to this type, any of them; HR_NO_VALUE when there is none. */
static size_t pick_pointer(struct making *making, struct hr_type_ref pointee)
{
	size_t found = HR_NO_VALUE;
	size_t seen = 0;
	for (size_t i = 0; i < making->sequence->values.count; i++)
		if (is_live_pointer(making, i, pointee) && hr_random_below(making->random, ++seen) == 0)
			found = i;
	return found;
}

static struct hr_operand *new_operand(struct making *making, enum hr_operand_kind kind)
{
	struct hr_operand *operand = allocate(making, sizeof *operand);
	operand->kind = kind;
	return operand;
}

/* v = new TYPE[count] {} */
static size_t make_object(struct making *making, struct hr_type_ref type, int64_t count)
{
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW,
					  .type = { type.type, 0 },
					  .count = count,
					  .operands = new_operand(making, HR_OPERAND_STRUCT),
					  .operand_count = 1 };
	return add_statement(making, &statement, true, (struct hr_type_ref){ HR_NO_TYPE, 0 });
}

static bool call(struct making *making, size_t index);

/* Calls something that returns a pointer to this type. */
static size_t make_by_call(struct making *making, struct hr_type_ref pointee)
{
	size_t found = (size_t)-1;
	size_t seen = 0;
	for (size_t i = 0; i < making->model->operations.count; i++) {
		const struct hr_operation *operation = &making->model->operations.data[i];
		if (operation->callable && !operation->is_variadic && operation->result.type.type != HR_NO_TYPE &&
		    is_same(making->model, hr_model_pointee(making->model, operation->result.type), pointee) &&
		    hr_random_below(making->random, ++seen) == 0)
			found = i;
	}
	if (found == (size_t)-1 || making->depth >= MOST_DEPTH)
		return HR_NO_VALUE;
	making->depth++;
	bool made = call(making, found);
	making->depth--;
	if (!made)
		return HR_NO_VALUE;
	size_t last = making->sequence->statements.count - 1;
	return making->sequence->statements.data[last].value;
}

static void set_number(struct making *making, struct hr_operand *out, const struct hr_type *type)
{
	out->kind = HR_OPERAND_NUMBER;
	out->number = numbers[hr_random_below(making->random, COUNT(numbers))];
	if (type->kind == HR_TYPE_ENUM && type->enumerators.count)
		out->number = type->enumerators.data[hr_random_below(making->random, type->enumerators.count)].value;
	else if (type->kind == HR_TYPE_BOOL)
		out->number = (int64_t)hr_random_below(making->random, 2);
	else if (out->number < 0 && !type->is_signed)
		out->number = 5;
	else if (type->size == 1 && out->number > 127)
		out->number = 127;
}

static void set_text(struct making *making, struct hr_operand *out)
{
	out->kind = HR_OPERAND_TEXT;
	out->text = texts[hr_random_below(making->random, COUNT(texts))];
	out->length = strlen(out->text);
}

static void set_value(struct hr_operand *out, size_t value)
{
	out->kind = HR_OPERAND_VALUE;
	out->value = value;
}

static bool set_object(struct making *making, struct hr_operand *out, const struct hr_item *param,
		       struct hr_type_ref pointee, const struct hr_type *target)
{
	bool can_be_null = param->nullable == HR_YES;
	size_t value = pick_pointer(making, pointee);
	if (value == HR_NO_VALUE || hr_random_chance(making->random, 0.2)) {
		size_t fresh = make_by_call(making, pointee);
		if (fresh == HR_NO_VALUE && value == HR_NO_VALUE && target->size > 0 &&
		    target->completeness == HR_COMPLETE)
			fresh = make_object(making, pointee, -1);
		value = fresh != HR_NO_VALUE ? fresh : value;
	}
	if (value == HR_NO_VALUE || (can_be_null && hr_random_chance(making->random, 0.1))) {
		out->kind = HR_OPERAND_NULL;
		return can_be_null;
	}
	set_value(out, value);
	return true;
}

static bool set_pointer(struct making *making, struct hr_operand *out, const struct hr_item *param,
			const struct hr_type *type)
{
	struct hr_type_ref pointee = hr_model_pointee(making->model, param->type);
	const struct hr_type *target = hr_model_type(making->model, pointee);
	bool is_const = (type->target.qualifiers & HR_CONST) != 0;
	if (!target)
		return false;
	switch (target->kind) {
	case HR_TYPE_FUNCTION:
		out->kind = param->nullable == HR_YES ? HR_OPERAND_NULL : HR_OPERAND_CALLBACK;
		if (out->kind == HR_OPERAND_CALLBACK && ++making->callbacks > MOST_CALLBACKS)
			return false;
		return !target->is_variadic;
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		if (param->role == HR_ROLE_FILE) {
			out->kind = HR_OPERAND_STREAM;
			out->text = "a,b\n1,2\n";
			out->length = strlen(out->text);
			return true;
		}
		return set_object(making, out, param, pointee, target);
	case HR_TYPE_INT:
		if (target->size == 1 && (is_const || param->role == HR_ROLE_STRING)) {
			set_text(making, out);
			return true;
		}
		set_value(out, make_object(making, pointee, target->size == 1 ? BUFFER_SIZE : 8));
		return true;
	case HR_TYPE_VOID:
		if (param->nullable == HR_YES || param->role == HR_ROLE_USER_DATA)
			out->kind = HR_OPERAND_NULL;
		else
			set_text(making, out);
		return true;
	case HR_TYPE_POINTER:
	case HR_TYPE_BOOL:
	case HR_TYPE_FLOAT:
	case HR_TYPE_ENUM:
		set_value(out, make_object(making, type->target, 8));
		return true;
	default:
		return false;
	}
}

/* The bytes or elements that a buffer argument has. */
static int64_t length_of(const struct making *making, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_TEXT)
		return (int64_t)operand->length;
	if (operand->kind != HR_OPERAND_VALUE)
		return 0;
	size_t maker = making->sequence->values.data[operand->value].statement;
	const struct hr_statement *statement = &making->sequence->statements.data[maker];
	return statement->kind == HR_STATEMENT_NEW && statement->count > 0 ? statement->count : 1;
}

static bool set_argument(struct making *making, struct hr_operand *out, const struct hr_item *param)
{
	const struct hr_type *type = hr_model_type(making->model, param->type);
	if (!type)
		return false;
	switch (type->kind) {
	case HR_TYPE_POINTER:
		return set_pointer(making, out, param, type);
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
	case HR_TYPE_ENUM:
		set_number(making, out, type);
		return type->size <= 8;
	case HR_TYPE_FLOAT:
		out->kind = HR_OPERAND_REAL;
		out->real = reals[hr_random_below(making->random, COUNT(reals))];
		return true;
	case HR_TYPE_STRUCT:
		out->kind = HR_OPERAND_STRUCT;
		return type->completeness == HR_COMPLETE;
	default:
		return false;
	}
}

static void mark_consumed(struct making *making, const struct hr_operation *operation,
			  const struct hr_operand *operands)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		if (operation->params.data[i].role != HR_ROLE_CONSUMED || operands[i].kind != HR_OPERAND_VALUE)
			continue;
		/* What was derived from it dies with it: everything of the same type may be part of it. */
		struct hr_type_ref pointee = hr_value_pointee(making->sequence, operands[i].value);
		for (size_t k = 0; k < making->sequence->values.count; k++)
			if (is_live_pointer(making, k, pointee))
				making->is_dead.data[k] = true;
	}
}

static bool call(struct making *making, size_t index)
{
	const struct hr_operation *operation = &making->model->operations.data[index];
	size_t count = operation->params.count;
	struct hr_operand *operands = allocate(making, (count ? count : 1) * sizeof *operands);
	for (size_t i = 0; i < count; i++)
		if (!set_argument(making, &operands[i], &operation->params.data[i]))
			return false;
	for (size_t i = 0; i < count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		bool is_length = param->role == HR_ROLE_LENGTH || param->role == HR_ROLE_CAPACITY;
		if (is_length && param->of >= 0 && (size_t)param->of < count && operands[i].kind == HR_OPERAND_NUMBER)
			operands[i].number = length_of(making, &operands[param->of]);
	}
	const struct hr_type *result = hr_model_type(making->model, operation->result.type);
	bool yields = result && result->kind != HR_TYPE_VOID;
	struct hr_statement statement = {
		.kind = HR_STATEMENT_CALL, .operation = index, .operands = operands, .operand_count = count
	};
	add_statement(making, &statement, yields, operation->result.type);
	mark_consumed(making, operation, operands);
	return true;
}

/* Gives what is left to its destroyer. */
static void destroy_all(struct making *making)
{
	for (size_t i = 0; i < making->model->operations.count; i++) {
		const struct hr_operation *operation = &making->model->operations.data[i];
		if (!operation->callable || operation->kind != HR_KIND_DESTROYER || operation->params.count != 1 ||
		    operation->params.data[0].role != HR_ROLE_CONSUMED)
			continue;
		struct hr_type_ref pointee = hr_model_pointee(making->model, operation->params.data[0].type);
		size_t value = pick_pointer(making, pointee);
		if (value == HR_NO_VALUE || hr_model_type(making->model, pointee)->kind == HR_TYPE_VOID)
			continue;
		struct hr_operand *operand = new_operand(making, HR_OPERAND_VALUE);
		operand->value = value;
		struct hr_statement statement = {
			.kind = HR_STATEMENT_CALL, .operation = i, .operands = operand, .operand_count = 1
		};
		add_statement(making, &statement, false, (struct hr_type_ref){ HR_NO_TYPE, 0 });
		mark_consumed(making, operation, operand);
	}
}

struct hr_sequence *hr_naive_sequence(const struct hr_model *model, struct hr_random *random, size_t calls)
{
	struct making making = { hr_sequence_new(model), model, random, HR_VEC_INIT, 0, 0 };
	size_t tries = calls * MOST_TRIES;
	for (size_t made = 0; made < calls && tries-- > 0 && model->operations.count;) {
		size_t index = hr_random_below(random, model->operations.count);
		const struct hr_operation *operation = &model->operations.data[index];
		if (operation->callable && !operation->is_noreturn && !operation->is_variadic)
			made += call(&making, index);
	}
	destroy_all(&making);
	hr_vec_release(&making.is_dead);
	return making.sequence;
}
