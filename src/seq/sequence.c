/* Sequences as a container, and what their values are.
 *
 * Invariants:
 * 1. Everything that a sequence points to lives in its arena or in the model; only the two vectors are freed by themselves.
 * 2. A value's statement yields that value, and statements name only values of smaller index.
 * 3. The name that a value gets by itself is taken by no other value and by nothing that sequences can name in the model. */
#include "seq/sequence.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct hr_sequence *hr_sequence_new(const struct hr_model *model)
{
	struct hr_sequence *sequence = hr_calloc(1, sizeof *sequence);

	sequence->model = model;
	return sequence;
}

void hr_sequence_free(struct hr_sequence *sequence)
{
	if (sequence == NULL)
		return;
	hr_vec_release(&sequence->statements);
	hr_vec_release(&sequence->values);
	hr_arena_release(&sequence->arena);
	free(sequence);
}

static bool is_taken(const struct hr_sequence *sequence, const char *name)
{
	if (hr_map_get(&sequence->model->operation_by_name, name, NULL) ||
	    hr_map_get(&sequence->model->constant_by_name, name, NULL))
		return true;
	for (size_t i = 0; i < sequence->values.count; i++)
		if (strcmp(sequence->values.data[i].name, name) == 0)
			return true;
	return false;
}

static const char *fresh_name(struct hr_sequence *sequence)
{
	const char *name = hr_arena_printf(&sequence->arena, "v%zu", sequence->values.count);

	while (is_taken(sequence, name))
		name = hr_arena_printf(&sequence->arena, "%s_", name);
	return name;
}

size_t hr_sequence_add(struct hr_sequence *sequence, const struct hr_statement *statement, bool yields,
		       struct hr_type_ref type, const char *name)
{
	size_t index = sequence->statements.count;

	hr_vec_push(&sequence->statements, *statement);
	struct hr_statement *added = &sequence->statements.data[index];
	added->value = HR_NO_VALUE;
	if (yields) {
		const char *own = name ? hr_arena_strdup(&sequence->arena, name) : fresh_name(sequence);
		added->value = sequence->values.count;
		hr_vec_push(&sequence->values, (struct hr_value){ own, index, type });
	}
	return index;
}

bool hr_sequence_fails_alloc(const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (sequence->statements.data[i].kind == HR_STATEMENT_FAIL_ALLOC)
			return true;
	return false;
}

struct hr_type_ref hr_value_pointee(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_value *it = &sequence->values.data[value];
	const struct hr_statement *statement = &sequence->statements.data[it->statement];

	if (statement->kind == HR_STATEMENT_NEW)
		return statement->type;
	if (it->type.type != HR_NO_TYPE)
		return hr_model_pointee(sequence->model, it->type);
	const struct hr_pointed *pointed =
		statement->kind == HR_STATEMENT_GET ? &statement->access->pointed : &statement->pointed;
	return pointed->depth == 1 ? pointed->base : (struct hr_type_ref){ HR_NO_TYPE, 0 };
}

size_t hr_type_size(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	if (it == NULL)
		return sizeof(void *);
	return it->size > 0 ? (size_t)it->size : 0;
}

void hr_access_keep(struct hr_access **access, struct hr_arena *arena)
{
	struct hr_access *copy = hr_arena_alloc(arena, sizeof *copy);
	*copy = **access;
	copy->text = hr_arena_strdup(arena, copy->text);
	*access = copy;
}

void hr_operand_keep(struct hr_operand *operand, struct hr_arena *arena)
{
	size_t count = operand->part_count;
	if (operand->kind == HR_OPERAND_FUNCTION || operand->kind == HR_OPERAND_VARIABLE) {
		operand->text = hr_arena_strdup(arena, operand->text);
	} else if (operand->text) { /* contents: they may have NULs in them */
		char *text = hr_arena_alloc(arena, operand->length + 1);
		memcpy(text, operand->text, operand->length);
		operand->text = text;
	}
	if (operand->access)
		hr_access_keep(&operand->access, arena);
	if (!count)
		return;
	struct hr_operand *parts = hr_arena_alloc(arena, count * sizeof *parts);
	memcpy(parts, operand->parts, count * sizeof *parts);
	operand->parts = parts;
	if (operand->fields) {
		size_t *fields = hr_arena_alloc(arena, count * sizeof *fields);
		memcpy(fields, operand->fields, count * sizeof *fields);
		operand->fields = fields;
	}
	for (size_t i = 0; i < count; i++)
		hr_operand_keep(&parts[i], arena);
}

int64_t hr_made_size(const struct hr_model *model, const struct hr_statement *maker)
{
	if (maker->kind == HR_STATEMENT_NEW)
		return (int64_t)hr_type_size(model, maker->type) * (maker->count < 0 ? 1 : maker->count);
	if (maker->kind != HR_STATEMENT_LITERAL || !maker->operand_count ||
	    (maker->operands[0].kind != HR_OPERAND_TEXT && maker->operands[0].kind != HR_OPERAND_BYTES))
		return -1;
	return (int64_t)maker->operands[0].length;
}

struct hr_access hr_access_now(char room[HR_ACCESS_ROOM], const struct hr_model *model, const struct hr_access *access,
			       const struct hr_statement *maker)
{
	struct hr_access now = *access;
	int64_t size = access->is_end && maker ? hr_made_size(model, maker) : -1;
	size_t element = hr_type_size(model, access->type);
	if (size < 0 || !element)
		return now;
	now.offset = size;
	snprintf(room, HR_ACCESS_ROOM, "[%lld]", (long long)(size / (int64_t)element));
	now.text = room;
	return now;
}
