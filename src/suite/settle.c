/* Numbers and texts that calls returned, written out. */
#include "suite/settle.h"

#include "oracle/provenance.h"
#include "suite/edit.h"

#include <string.h>

enum { MOST_TEXT = 80 };

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

static bool is_text(const struct hr_model *model, struct hr_type_ref ref, bool is_read)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, ref));
	return type && type->kind == HR_TYPE_POINTER && target && target->kind == HR_TYPE_INT &&
	       strcmp(target->spelling, "char") == 0 && (!is_read || (type->target.qualifiers & HR_CONST));
}

/* The text that an operand of a call was when a call returned it, where it is only read. Nothing empty comes in that was not written so. */
static const char *text_of(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			   const struct hr_statement *call, size_t operand, size_t *length)
{
	const struct hr_operand *it = &call->operands[operand];
	const struct hr_item *item = hr_parameter_of(sequence, call, operand);
	if (it->kind != HR_OPERAND_VALUE || !item || !is_text(sequence->model, item->type, true) ||
	    !is_text(sequence->model, sequence->values.data[it->value].type, false) ||
	    (item->role != HR_ROLE_STRING && item->role != HR_ROLE_IN && item->role != HR_ROLE_BUFFER))
		return NULL;
	size_t maker = sequence->values.data[it->value].statement;
	const struct hr_description *seen = hr_outcome_description(outcome, it->value, maker);
	if (sequence->statements.data[maker].kind != HR_STATEMENT_CALL || !seen || !seen->is_readable || !seen->length)
		return NULL;
	const unsigned char *end = memchr(seen->bytes, 0, seen->length);
	*length = end ? (size_t)(end - seen->bytes) : 0;
	return *length && *length <= MOST_TEXT ? (const char *)seen->bytes : NULL;
}

/* With texts only where `count` says how many statements may be changed. */
static struct hr_sequence *settled(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t count,
				   bool with_texts)
{
	struct hr_sequence *copy = hr_edit_copy(sequence, NULL);
	bool is_any = false;
	for (size_t i = 0; i < copy->statements.count && i < count; i++) {
		struct hr_statement *it = &copy->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
			size_t length = 0;
			int64_t number;
			const char *text = with_texts ? text_of(copy, outcome, it, k, &length) : NULL;
			if (text)
				it->operands[k] =
					(struct hr_operand){ .kind = HR_OPERAND_TEXT,
							     .text = hr_arena_strndup(&copy->arena, text, length),
							     .length = length };
			else if (number_of(copy, outcome, &it->operands[k], &number))
				it->operands[k] = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = number };
			else
				continue;
			is_any = true;
		}
	}
	if (is_any)
		return copy;
	hr_sequence_free(copy);
	return NULL;
}

struct hr_sequence *hr_settle_numbers(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	return settled(sequence, outcome, sequence->statements.count, false);
}

struct hr_sequence *hr_settle(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t count)
{
	return settled(sequence, outcome, count, true);
}
