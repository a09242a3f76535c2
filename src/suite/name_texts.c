/* `trim("a ")` becomes `v = new char[3] "a "` and `trim(v)`: what became of a text that a call may change in place can be compared then.
 *
 * Invariant: the call is given the same contents as before. */
#include "suite/name_objects.h"

#include "seq/edit.h"
#include "suite/select.h"

#include <string.h>

/* A text that the focus may write to, and nobody could look at: it has no name. */
static bool is_written_to(const struct hr_sequence *sequence, const struct hr_statement *focus, size_t operand)
{
	const struct hr_operation *operation = &sequence->model->operations.data[focus->operation];
	if (focus->operands[operand].kind != HR_OPERAND_TEXT || operand >= operation->params.count)
		return false;
	const struct hr_type *type = hr_model_type(sequence->model, operation->params.data[operand].type);
	if (!type || type->kind != HR_TYPE_POINTER || (type->target.qualifiers & HR_CONST))
		return false;
	const struct hr_type *target = hr_model_type(sequence->model, type->target);
	return target && target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0;
}

/* Such a text as an array of the sequence's own; returns the value. */
static size_t name_text(struct hr_edit *edit, const struct hr_operand *text, struct hr_type_ref pointer)
{
	const struct hr_type *type = hr_model_type(edit->from->model, pointer);
	struct hr_operand *initial = hr_arena_alloc(&edit->to->arena, sizeof *initial);
	(void)hr_edit_operand(edit, initial, text); /* a literal names no value */
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW,
					  .operands = initial,
					  .operand_count = 1,
					  .type = { type->target.type, 0 },
					  .count = (int64_t)text->length + 1,
					  .value = HR_NO_VALUE };
	size_t index = hr_sequence_add(edit->to, &statement, true, pointer, NULL);
	return edit->to->statements.data[index].value;
}

void hr_name_texts(struct hr_selected *test)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	const struct hr_operation *operation = &sequence->model->operations.data[focus->operation];
	bool is_any = false;
	for (size_t i = 0; i < focus->operand_count; i++)
		is_any = is_any || is_written_to(sequence, focus, i);
	if (!is_any)
		return;
	struct hr_edit edit;
	struct hr_statement changed;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, test->focus);
	if (!hr_edit_statement(&edit, &changed, test->focus)) {
		hr_edit_abandon(&edit);
		return;
	}
	size_t added = 0;
	for (size_t i = 0; i < focus->operand_count; i++) {
		if (!is_written_to(sequence, focus, i))
			continue;
		size_t value = name_text(&edit, &focus->operands[i], operation->params.data[i].type);
		changed.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
		added++;
	}
	hr_edit_replace(&edit, test->focus, &changed);
	hr_edit_keep_range(&edit, test->focus + 1, sequence->statements.count);
	hr_sequence_free(test->sequence);
	test->sequence = hr_edit_finish(&edit);
	test->focus += added;
}
