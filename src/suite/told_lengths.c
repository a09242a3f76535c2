/* How many bytes there are, where no NUL ends them: get(object, &bytes, &length), or struct { char *data; size_t size; }. */
#include "base/text.h"
#include "seq/edit.h"
#include "suite/parts.h"
#include "suite/test.h"

#include <string.h>

/* The call that a pointer comes from: its result, or what it stored in a variable that was read behind it. (size_t)-1: there is none. */
static size_t call_behind(const struct hr_sequence *sequence, size_t value)
{
	size_t at = sequence->values.data[value].statement;
	const struct hr_statement *maker = &sequence->statements.data[at];
	if (maker->kind == HR_STATEMENT_CALL)
		return at;
	if (maker->kind != HR_STATEMENT_GET || strcmp(maker->access->text, "*") != 0)
		return (size_t)-1;
	while (at-- > 0)
		if (sequence->statements.data[at].kind == HR_STATEMENT_CALL &&
		    hr_statement_names(&sequence->statements.data[at], maker->access->value))
			return at;
	return (size_t)-1;
}

static bool is_count(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && type->kind == HR_TYPE_INT && type->size > 1 && type->size <= 8;
}

static int64_t number_at(const struct hr_model *model, struct hr_type_ref ref, const unsigned char *bytes)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return hr_bytes_integer(bytes, (size_t)type->size, type->is_signed);
}

/* ---- in the same struct ---- */

/* How likely a number is how much of the bytes there is, by its name: 0 for room and for all that is called otherwise. A wrong guess compares other bytes than the author would, which the call left there all the same. */
static unsigned likeness(const char *number, const char *bytes)
{
	static const char *const whole[] = {
		"len", "length", "size", "used", "n", "count", "fill", "filled", "nbytes"
	};
	static const char *const endings[] = { "len", "length", "size", "used", "count", "sz" };
	static const char *const rooms[] = {
		"alloc", "cap", "max", "room", "avail", "limit", "total", "asize", "left"
	};
	size_t length = strlen(number), own = strlen(bytes);
	unsigned best = 0;
	for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
		if (hr_text_find_any_case(number, rooms[i]))
			return 0;
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (strcmp(number, whole[i]) == 0)
			return 2;
	for (size_t i = 0; i < sizeof endings / sizeof *endings && !best; i++)
		if (length > strlen(endings[i]) &&
		    hr_text_find_any_case(number + length - strlen(endings[i]), endings[i]))
			best = 1;
	return best && strncmp(number, bytes, own) == 0 ? 3 : best;
}

/* What stands in the number beside a pointer that was read from a struct. */
static size_t told_beside(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value)
{
	const struct hr_model *model = sequence->model;
	size_t at = sequence->values.data[value].statement;
	const struct hr_statement *get = &sequence->statements.data[at];
	if (get->kind != HR_STATEMENT_GET || !get->access->through || get->access->text[0] != '.' ||
	    strpbrk(get->access->text + 1, ".["))
		return 0;
	const struct hr_type *type =
		hr_model_type(model, hr_model_strip(model, hr_value_pointee(sequence, get->access->value)));
	const struct hr_field *best = NULL;
	unsigned most = 0;
	for (size_t i = 0; type && type->kind == HR_TYPE_STRUCT && i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		unsigned likely = likeness(field->item.name, get->access->text + 1);
		if (field->bit_width >= 0 || field->offset_bits < 0 || !is_count(model, field->item.type) ||
		    likely <= most)
			continue;
		best = field;
		most = likely;
	}
	const struct hr_description *shown = NULL;
	for (size_t i = at + 1; best && i-- > 0 && !shown;)
		shown = hr_outcome_description(outcome, get->access->value, i);
	size_t size = best ? hr_type_size(model, best->item.type) : 0;
	if (!shown || !shown->is_readable || shown->length < (size_t)best->offset_bits / 8 + size)
		return 0;
	int64_t number = number_at(model, best->item.type, shown->bytes + best->offset_bits / 8);
	return number > 0 ? (size_t)number : 0;
}

size_t hr_told_length(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value)
{
	size_t at = call_behind(sequence, value);
	if (at == (size_t)-1)
		return told_beside(sequence, outcome, value);
	const struct hr_statement *call = &sequence->statements.data[at];
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_operand *operand = &call->operands[i];
		if (operand->kind != HR_OPERAND_VALUE)
			continue;
		size_t made = sequence->values.data[operand->value].statement;
		const struct hr_statement *maker = &sequence->statements.data[made];
		const struct hr_description *shown = hr_outcome_description(outcome, operand->value, at);
		if (maker->kind != HR_STATEMENT_NEW || maker->count >= 0 || !is_count(sequence->model, maker->type) ||
		    !shown || !shown->is_readable || shown->length < hr_type_size(sequence->model, maker->type))
			continue;
		int64_t number = number_at(sequence->model, maker->type, shown->bytes);
		if (number > 0)
			return (size_t)number;
	}
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	if (call->value == HR_NO_VALUE || call->value == value || operation->result.role != HR_ROLE_VALUE ||
	    !is_count(sequence->model, operation->result.type))
		return 0;
	const unsigned char *bytes = hr_outcome_bytes(outcome, call->value);
	int64_t number = bytes ? number_at(sequence->model, operation->result.type, bytes) : 0;
	return number > 0 ? (size_t)number : 0;
}
