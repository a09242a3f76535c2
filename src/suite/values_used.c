/* Which values of a sequence a later statement needs: the others get no variable. */
#include "suite/values_used.h"

#include "base/memory.h"

static void mark_operand(bool *used, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE)
		used[operand->value] = true;
	if (operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS)
		used[operand->access->value] = true;
	for (size_t i = 0; i < operand->part_count; i++)
		mark_operand(used, &operand->parts[i]);
}

bool *hr_values_used(const struct hr_sequence *sequence)
{
	bool *used = hr_calloc(sequence->values.count, sizeof *used);
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		for (size_t k = 0; k < statement->operand_count; k++)
			mark_operand(used, &statement->operands[k]);
		if (statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET)
			used[statement->access->value] = true;
	}
	return used;
}
