/* Sequences with something left out.
 *
 * Invariant: a copy shares nothing with its original but the model; its values are numbered anew, in the order of before. */
#include "suite/edit.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *copy_bytes(struct hr_arena *arena, const char *bytes, size_t length)
{
	if (!bytes)
		return NULL;
	char *copy = hr_arena_alloc(arena, length + 1);
	memcpy(copy, bytes, length);
	return copy;
}

static void copy_access(struct hr_access *access, struct hr_arena *arena, const size_t *numbers)
{
	access->value = numbers[access->value];
	access->text = hr_arena_strdup(arena, access->text);
}

static void copy_operands(struct hr_operand **operands, size_t count, struct hr_arena *arena, const size_t *numbers)
{
	struct hr_operand *copies = hr_arena_alloc(arena, (count ? count : 1) * sizeof *copies);
	for (size_t i = 0; i < count; i++) {
		struct hr_operand *copy = &copies[i];
		*copy = (*operands)[i];
		if (copy->kind == HR_OPERAND_VALUE)
			copy->value = numbers[copy->value];
		if (copy->kind == HR_OPERAND_PART || copy->kind == HR_OPERAND_ADDRESS)
			copy_access(&copy->access, arena, numbers);
		if (copy->kind == HR_OPERAND_FUNCTION || copy->kind == HR_OPERAND_VARIABLE)
			copy->text = hr_arena_strdup(arena, copy->text);
		else
			copy->text = copy_bytes(arena, copy->text, copy->length);
		if (copy->kind == HR_OPERAND_STRUCT && copy->part_count) {
			size_t *fields = hr_arena_alloc(arena, copy->part_count * sizeof *fields);
			memcpy(fields, copy->fields, copy->part_count * sizeof *fields);
			copy->fields = fields;
		}
		if (copy->part_count)
			copy_operands(&copy->parts, copy->part_count, arena, numbers);
	}
	*operands = copies;
}

struct hr_sequence *hr_edit_copy(const struct hr_sequence *sequence, const bool *removed)
{
	struct hr_sequence *copy = hr_sequence_new(sequence->model);
	size_t *numbers = hr_calloc(sequence->values.count, sizeof *numbers);
	for (size_t i = 0; i < sequence->statements.count; i++) {
		if (removed && removed[i])
			continue;
		struct hr_statement statement = sequence->statements.data[i];
		size_t value = statement.value;
		copy_operands(&statement.operands, statement.operand_count, &copy->arena, numbers);
		if (statement.kind == HR_STATEMENT_GET || statement.kind == HR_STATEMENT_SET)
			copy_access(&statement.access, &copy->arena, numbers);
		if (value == HR_NO_VALUE) {
			hr_sequence_add(copy, &statement, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
			continue;
		}
		const struct hr_value *old = &sequence->values.data[value];
		numbers[value] = copy->values.count;
		hr_sequence_add(copy, &statement, true, old->type, old->name);
	}
	free(numbers);
	return copy;
}

static bool operand_uses(const struct hr_operand *operand, size_t value)
{
	if (operand->kind == HR_OPERAND_VALUE && operand->value == value)
		return true;
	if ((operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS) && operand->access.value == value)
		return true;
	for (size_t i = 0; i < operand->part_count; i++)
		if (operand_uses(&operand->parts[i], value))
			return true;
	return false;
}

bool hr_edit_uses(const struct hr_statement *statement, size_t value)
{
	if ((statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET) &&
	    statement->access.value == value)
		return true;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (operand_uses(&statement->operands[i], value))
			return true;
	return false;
}

void hr_edit_close(bool *removed, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		size_t value = sequence->statements.data[i].value;
		if (!removed[i] || value == HR_NO_VALUE)
			continue;
		for (size_t k = i + 1; k < sequence->statements.count; k++)
			if (!removed[k] && hr_edit_uses(&sequence->statements.data[k], value))
				removed[k] = true;
	}
}

size_t hr_edit_value(const struct hr_sequence *sequence, const char *name)
{
	for (size_t i = 0; i < sequence->values.count; i++)
		if (strcmp(sequence->values.data[i].name, name) == 0)
			return i;
	return HR_NO_VALUE;
}
