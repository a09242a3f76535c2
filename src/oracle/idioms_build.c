/* Building probes: statements at the end of a copy of a sequence.
 *
 * Invariant: what is appended names only values of the sequence, and all it points to lives in its arena or in the model. */
#include "oracle/idioms_internal.h"

#include <string.h>

static const struct hr_type_ref no_type = { HR_NO_TYPE, 0 };

void hr_filling_init(struct hr_filling *filling)
{
	memset(filling, 0, sizeof *filling);
	for (size_t i = 0; i < HR_MOST_PARAMETERS; i++)
		filling->filled[i] = HR_NO_VALUE;
}

void hr_filling_operand(struct hr_filling *filling, size_t parameter, const struct hr_operand *operand)
{
	filling->operands[parameter] = *operand;
	filling->is_given[parameter] = true;
}

void hr_filling_value(struct hr_filling *filling, size_t parameter, size_t value)
{
	struct hr_operand operand = hr_give_value(value);
	hr_filling_operand(filling, parameter, &operand);
}

struct hr_operand hr_give_value(size_t value)
{
	return (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
}

struct hr_operand hr_give_number(int64_t number)
{
	return (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = number };
}

struct hr_operand hr_give_text(const char *text, size_t length)
{
	return (struct hr_operand){ .kind = HR_OPERAND_TEXT, .text = text, .length = length };
}

static struct hr_operand *one_operand(struct hr_sequence *sequence, const struct hr_operand *from)
{
	struct hr_operand *operand = hr_arena_alloc(&sequence->arena, sizeof *operand);
	*operand = *from;
	return operand;
}

size_t hr_probe_object(struct hr_sequence *sequence, struct hr_type_ref type, int64_t count,
		       const struct hr_operand *initial)
{
	static const struct hr_operand zero = { .kind = HR_OPERAND_STRUCT };
	static const struct hr_operand null = { .kind = HR_OPERAND_NULL };
	static const struct hr_operand number = { .kind = HR_OPERAND_NUMBER };
	static const struct hr_operand real = { .kind = HR_OPERAND_REAL };
	const struct hr_type *it = hr_model_type(sequence->model, type);

	if (!initial) {
		initial = &zero;
		if (count < 0 && (!it || it->kind == HR_TYPE_POINTER))
			initial = &null;
		else if (count < 0 && it->kind == HR_TYPE_FLOAT)
			initial = &real;
		else if (count < 0 && hr_is_number(sequence->model, type))
			initial = &number;
	}
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW,
					  .type = { type.type, 0 },
					  .count = count,
					  .operands = one_operand(sequence, initial),
					  .operand_count = 1 };
	size_t index = hr_sequence_add(sequence, &statement, true, no_type, NULL);
	return sequence->statements.data[index].value;
}

size_t hr_probe_read(struct hr_sequence *sequence, size_t object)
{
	struct hr_type_ref pointee = hr_value_pointee(sequence, object);
	struct hr_access *access = hr_arena_alloc(&sequence->arena, sizeof *access);
	pointee.qualifiers = 0;
	*access = (struct hr_access){ .value = object,
				      .through = true,
				      .bit_offset = -1,
				      .bit_width = -1,
				      .type = pointee,
				      .pointed = { no_type, 0 },
				      .text = "*" };
	struct hr_statement statement = { .kind = HR_STATEMENT_GET, .count = -1, .access = access };
	size_t index = hr_sequence_add(sequence, &statement, true, pointee, NULL);
	return sequence->statements.data[index].value;
}

static const struct hr_item *capacity_of(const struct hr_operation *operation, size_t parameter)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (operation->params.data[i].role == HR_ROLE_CAPACITY &&
		    operation->params.data[i].of == (int)parameter)
			return &operation->params.data[i];
	return NULL;
}

/* An out-parameter that a caller can make: a number, a pointer, a public struct; an array where a capacity says how large. */
static bool make_out(struct hr_sequence *sequence, const struct hr_operation *operation, struct hr_filling *filling,
		     size_t parameter)
{
	const struct hr_model *model = sequence->model;
	struct hr_type_ref type = operation->params.data[parameter].type;
	const struct hr_type *pointer = hr_model_type(model, type);
	if (!pointer || pointer->kind != HR_TYPE_POINTER || operation->params.data[parameter].of >= 0)
		return false;
	const struct hr_type *target = hr_model_type(model, pointer->target);
	bool is_array = capacity_of(operation, parameter) != NULL;
	if (!target || target->size <= 0 || target->kind == HR_TYPE_UNION)
		return false;
	if (target->kind == HR_TYPE_STRUCT && target->completeness != HR_COMPLETE)
		return false;
	if (target->kind == HR_TYPE_INT && target->size == 1 && !is_array)
		return false; /* a text of unknown size */
	if (operation->params.data[parameter].array_count > 0)
		return false;
	filling->filled[parameter] = hr_probe_object(sequence, pointer->target, is_array ? HR_PROBE_ROOM : -1, NULL);
	hr_filling_value(filling, parameter, filling->filled[parameter]);
	return true;
}

static bool make_up(struct hr_sequence *sequence, const struct hr_operation *operation, struct hr_filling *filling,
		    size_t parameter)
{
	const struct hr_item *param = &operation->params.data[parameter];
	const struct hr_operand null = { .kind = HR_OPERAND_NULL };
	struct hr_operand number = hr_give_number(0);
	const struct hr_type *type = hr_model_type(sequence->model, param->type);

	if (param->role == HR_ROLE_CAPACITY && param->of >= 0 && filling->filled[param->of] != HR_NO_VALUE)
		number.number = HR_PROBE_ROOM;
	else if (hr_is_truth(sequence->model, param->type))
		number.number = 1;
	else if (param->role != HR_ROLE_FLAGS)
		number.kind = HR_OPERAND_NULL;
	if (number.kind == HR_OPERAND_NUMBER) {
		hr_filling_operand(filling, parameter, &number);
		return true;
	}
	if (!type || type->kind != HR_TYPE_POINTER || param->nullable != HR_YES)
		return false;
	hr_filling_operand(filling, parameter, &null);
	return true;
}

bool hr_probe_call(struct hr_sequence *sequence, size_t operation, struct hr_filling *filling, size_t *result)
{
	const struct hr_operation *it = &sequence->model->operations.data[operation];
	const struct hr_type *type = hr_model_type(sequence->model, it->result.type);

	if (!hr_can_probe(it))
		return false;
	for (size_t i = 0; i < it->params.count; i++)
		if (!filling->is_given[i] && it->params.data[i].role == HR_ROLE_OUT)
			(void)make_out(sequence, it, filling, i);
	for (size_t i = 0; i < it->params.count; i++)
		if (!filling->is_given[i] && !make_up(sequence, it, filling, i))
			return false;
	struct hr_statement statement = { .kind = HR_STATEMENT_CALL, .operation = operation, .count = -1 };
	statement.operand_count = it->params.count;
	statement.operands = hr_arena_alloc(&sequence->arena, (it->params.count + 1) * sizeof *statement.operands);
	memcpy(statement.operands, filling->operands, it->params.count * sizeof *statement.operands);
	/* they come from other sequences, which go before this one does */
	for (size_t i = 0; i < it->params.count; i++)
		hr_operand_keep(&statement.operands[i], &sequence->arena);
	bool yields = type && type->kind != HR_TYPE_VOID;
	size_t index = hr_sequence_add(sequence, &statement, yields, it->result.type, NULL);
	*result = sequence->statements.data[index].value;
	return true;
}

/* The first of them are plain: most units take them anywhere. */
static const char *const pieces[] = {
	"a", "b", "Z", "key", "0", "1", "9", "10", "-",  ".",    " ",        "_",    "#",    ";",  "=",    "\"", "\\",
	"'", "+", "%", "&",   "/", ":", ",", "\n", "\t", "\x01", "\xC3\xA9", "\x7F", "\xFF", "<",  ">",    "[",  "]",
	"{", "}", "?", "*",   "!", "@", "|", "~",  "^",  "$",    "`",        "(",    ")",    "\r", "true", "1a",
};

enum { PLAIN = 12, PIECES = sizeof pieces / sizeof *pieces, ALIKE = 4 };

static struct hr_operand text_of(const size_t *chosen, size_t count, struct hr_arena *arena)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	for (size_t i = 0; i < count; i++)
		hr_strbuf_addstr(&text, pieces[chosen[i]]);
	struct hr_operand operand = hr_give_text(hr_arena_strndup(arena, text.data, text.length), text.length);
	hr_strbuf_release(&text);
	return operand;
}

struct hr_operand hr_random_text(struct hr_random *random, struct hr_arena *arena)
{
	static const size_t lengths[] = { 0, 1, 1, 2, 2, 3, 3, 4, 6 };
	size_t count = lengths[hr_random_below(random, sizeof lengths / sizeof *lengths)];
	bool is_plain = hr_random_chance(random, 0.4);
	size_t chosen[6];

	for (size_t i = 0; i < count; i++)
		chosen[i] = hr_random_below(random, is_plain ? PLAIN : PIECES);
	return text_of(chosen, count, arena);
}

void hr_random_alike(struct hr_operand *out, size_t count, struct hr_random *random, struct hr_arena *arena)
{
	size_t few[ALIKE], chosen[3];

	for (size_t i = 0; i < ALIKE; i++)
		few[i] = hr_random_below(random, hr_random_chance(random, 0.8) ? PLAIN : PIECES);
	for (size_t i = 0; i < count; i++) {
		size_t length = 1 + hr_random_below(random, 3);
		for (size_t k = 0; k < length; k++)
			chosen[k] = few[hr_random_below(random, ALIKE)];
		out[i] = text_of(chosen, length, arena);
	}
}

int64_t hr_random_number(struct hr_random *random, const struct hr_type *type)
{
	static const int64_t usual[] = { 0,     1,     2,      3,       7,          10,    16,    20,
					 50,    64,    100,    127,     128,        200,   255,   256,
					 1000,  1024,  4096,   30000,   32767,      32768, 40000, 65535,
					 65536, 70000, 100000, 1000000, 2147483647, -1,    -2,    -100 };
	int64_t number = usual[hr_random_below(random, sizeof usual / sizeof *usual)];

	if (type->kind == HR_TYPE_BOOL)
		return number & 1;
	if (type->kind == HR_TYPE_ENUM)
		return type->enumerators.count ? type->enumerators.data[(size_t)number % type->enumerators.count].value
					       : 0;
	if (!type->is_signed && number < 0)
		number = -number;
	int64_t most = type->size >= 8 ? INT64_MAX : ((int64_t)1 << (type->size * 8 - (type->is_signed ? 1 : 0))) - 1;
	while (number > most || -number > most)
		number /= 2;
	return number;
}
