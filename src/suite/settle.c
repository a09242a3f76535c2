/* Numbers that calls returned, written out. */
#include "suite/settle.h"

#include "suite/edit.h"

/* The number that an operand of a call was in that run, where it is a number that a call returned. */
static bool number_of(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		      const struct hr_operand *operand, int64_t *number)
{
	if (operand->kind != HR_OPERAND_VALUE)
		return false;
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[operand->value].type);
	const unsigned char *bytes = hr_outcome_bytes(outcome, operand->value);
	if (!type || !bytes || type->kind != HR_TYPE_INT || type->size <= 0 || type->size > 8)
		return false;
	*number = hr_bytes_integer(bytes, (size_t)type->size, type->is_signed);
	return true;
}

struct hr_sequence *hr_settle_numbers(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	struct hr_sequence *settled = hr_edit_copy(sequence, NULL);
	bool is_any = false;
	for (size_t i = 0; i < settled->statements.count; i++) {
		struct hr_statement *it = &settled->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
			int64_t number;
			if (!number_of(settled, outcome, &it->operands[k], &number))
				continue;
			it->operands[k] = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = number };
			is_any = true;
		}
	}
	if (is_any)
		return settled;
	hr_sequence_free(settled);
	return NULL;
}
