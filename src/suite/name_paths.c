/* `gzopen(path(), "wb")` becomes `v = (const char *) path()` and `gzopen(v, "wb")`: what stands in a file can be looked at by its name only.
 *
 * Invariant: calls are given the same files as before. */
#include "suite/name_paths.h"

#include "seq/edit.h"

bool hr_value_is_path(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	return maker->kind == HR_STATEMENT_LITERAL && maker->operands[0].kind == HR_OPERAND_PATH;
}

static bool is_path(const struct hr_sequence *sequence, const struct hr_statement *statement, size_t index)
{
	return statement->kind == HR_STATEMENT_CALL && statement->operands[index].kind == HR_OPERAND_PATH &&
	       index < sequence->model->operations.data[statement->operation].params.count;
}

/* Adds the name of the file, as the parameter has it; false when it cannot be. */
static bool add_path(struct hr_edit *edit, const struct hr_statement *call, size_t index)
{
	struct hr_type_ref type = edit->from->model->operations.data[call->operation].params.data[index].type;
	struct hr_statement path = { .kind = HR_STATEMENT_LITERAL, .type = type, .operand_count = 1 };
	path.operands = hr_arena_alloc(&edit->to->arena, sizeof *path.operands);
	if (!hr_edit_operand(edit, path.operands, &call->operands[index]))
		return false;
	hr_sequence_add(edit->to, &path, true, type, NULL);
	return true;
}

/* A call with names for its files, those that are wanted. `*number`: of the next file, those with a name included, which keep theirs. */
static bool name_call(struct hr_edit *edit, size_t statement, const bool *wanted, size_t *number, size_t *named)
{
	const struct hr_statement *call = &edit->from->statements.data[statement];
	struct hr_statement changed;
	size_t before = *named;
	if (call->kind == HR_STATEMENT_LITERAL && call->operands[0].kind == HR_OPERAND_PATH)
		++*number;
	for (size_t i = 0; i < call->operand_count; i++) {
		if (!is_path(edit->from, call, i))
			continue;
		bool is_wanted = *number < HR_MOST_PATHS && (!wanted || wanted[*number]);
		++*number;
		if (!is_wanted)
			continue;
		if (*named == before && !hr_edit_statement(edit, &changed, statement))
			return false;
		if (!add_path(edit, call, i))
			return false;
		changed.operands[i] =
			(struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit->to->values.count - 1 };
		++*named;
	}
	if (*named > before)
		hr_edit_replace(edit, statement, &changed);
	else
		hr_edit_keep(edit, statement);
	return true;
}

struct hr_sequence *hr_name_paths(const struct hr_sequence *sequence, size_t call, const bool *wanted)
{
	struct hr_edit edit;
	size_t number = 0, named = 0;
	bool is_fine = true;
	hr_edit_begin(&edit, sequence);
	for (size_t i = 0; i <= call && is_fine; i++)
		is_fine = name_call(&edit, i, wanted, &number, &named);
	if (!is_fine || !named) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	hr_edit_keep_range(&edit, call + 1, sequence->statements.count);
	return hr_edit_finish(&edit);
}
