/* get(object, &bytes, &length): how many bytes there are, where no NUL ends them. */
#include "seq/edit.h"
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

size_t hr_told_length(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value)
{
	size_t at = call_behind(sequence, value);
	if (at == (size_t)-1)
		return 0;
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
