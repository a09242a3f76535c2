/* Independent copies of sequences: everything that a copy points to lives in its own arena, or in the model. */
#include "seq/close.h"

#include <string.h>

static const char *copy_bytes(struct hr_arena *arena, const char *bytes, size_t length)
{
	if (!bytes)
		return NULL;
	char *copy = hr_arena_alloc(arena, length + 1); /* and a NUL, for whoever wants one */
	if (length)
		memcpy(copy, bytes, length);
	return copy;
}

static void copy_operand(struct hr_operand *out, struct hr_arena *arena, const struct hr_operand *from)
{
	*out = *from;
	if (from->kind == HR_OPERAND_FUNCTION || from->kind == HR_OPERAND_VARIABLE)
		out->text = hr_arena_strdup(arena, from->text);
	else
		out->text = copy_bytes(arena, from->text, from->length);
	out->access.text = hr_arena_strdup(arena, from->access.text);
	if (from->part_count == 0)
		return;
	out->parts = hr_arena_alloc(arena, from->part_count * sizeof *out->parts);
	for (size_t i = 0; i < from->part_count; i++)
		copy_operand(&out->parts[i], arena, &from->parts[i]);
	if (from->fields) {
		out->fields = hr_arena_alloc(arena, from->part_count * sizeof *out->fields);
		memcpy(out->fields, from->fields, from->part_count * sizeof *out->fields);
	}
}

static void copy_statement(struct hr_statement *out, struct hr_arena *arena, const struct hr_statement *from)
{
	*out = *from;
	out->access.text = hr_arena_strdup(arena, from->access.text);
	out->operands = hr_arena_alloc(arena, (from->operand_count + 1) * sizeof *out->operands);
	for (size_t i = 0; i < from->operand_count; i++)
		copy_operand(&out->operands[i], arena, &from->operands[i]);
}

struct hr_sequence *hr_sequence_copy(const struct hr_sequence *sequence)
{
	struct hr_sequence *copy = hr_sequence_new(sequence->model);

	for (size_t i = 0; i < sequence->statements.count; i++) {
		struct hr_statement statement;
		copy_statement(&statement, &copy->arena, &sequence->statements.data[i]);
		hr_vec_push(&copy->statements, statement);
	}
	for (size_t i = 0; i < sequence->values.count; i++) {
		struct hr_value value = sequence->values.data[i];
		value.name = hr_arena_strdup(&copy->arena, value.name);
		hr_vec_push(&copy->values, value);
	}
	return copy;
}
