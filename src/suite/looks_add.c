/* Looks as statements: room for what an observer fills in, the call, and what pointers that it filled in lead to; then, of all of them, giving back what they own. */
#include "suite/looks_internal.h"

#include "seq/close.h"
#include "seq/edit.h"

/* What a fresh variable or buffer holds, so that nothing is read that nobody wrote. */
static struct hr_operand nothing_of(const struct hr_type *type, bool is_buffer)
{
	if (is_buffer)
		return (struct hr_operand){ .kind = HR_OPERAND_TEXT, .text = "" };
	if (type && type->kind == HR_TYPE_POINTER)
		return (struct hr_operand){ .kind = HR_OPERAND_NULL };
	if (type && type->kind == HR_TYPE_FLOAT)
		return (struct hr_operand){ .kind = HR_OPERAND_REAL };
	return (struct hr_operand){ .kind = HR_OPERAND_NUMBER };
}

/* Room for what a parameter that is a pointer fills in; the value. */
static size_t add_room(struct hr_edit *edit, struct hr_type_ref pointer, bool is_buffer)
{
	const struct hr_model *model = edit->from->model;
	struct hr_type_ref target = { hr_model_type(model, pointer)->target.type, 0 };
	struct hr_operand *initial = hr_arena_alloc(&edit->to->arena, sizeof *initial);
	*initial = nothing_of(hr_model_type(model, target), is_buffer);
	struct hr_statement room = { .kind = HR_STATEMENT_NEW,
				     .operands = initial,
				     .operand_count = 1,
				     .type = target,
				     .count = is_buffer ? HR_LOOK_ROOM : -1,
				     .value = HR_NO_VALUE };
	size_t index = hr_sequence_add(edit->to, &room, true, pointer, NULL);
	return edit->to->statements.data[index].value;
}

static struct hr_operand argument(struct hr_edit *edit, const struct hr_statement *focus, const struct hr_look *look,
				  size_t index)
{
	const struct hr_item *param = &edit->from->model->operations.data[look->operation].params.data[index];
	const struct hr_look_argument *it = &look->arguments[index];
	struct hr_operand out = { .kind = HR_OPERAND_VALUE, .value = edit->map[look->value] };
	switch (it->kind) {
	case HR_LOOK_OBJECT:
		break;
	case HR_LOOK_SAME:
		(void)hr_edit_operand(edit, &out, &focus->operands[it->of]); /* what it names was there before */
		break;
	case HR_LOOK_VARIABLE:
	case HR_LOOK_BUFFER:
		out.value = add_room(edit, param->type, it->kind == HR_LOOK_BUFFER);
		break;
	case HR_LOOK_CAPACITY:
		out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = HR_LOOK_ROOM };
		break;
	}
	return out;
}

/* Where pointers that the call filled in lead. */
static void add_ways(struct hr_edit *edit, const struct hr_look *look, const struct hr_operand *operands)
{
	const struct hr_model *model = edit->from->model;
	const struct hr_operation *operation = &model->operations.data[look->operation];
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);
		const struct hr_type *target =
			look->arguments[i].kind == HR_LOOK_VARIABLE ? hr_model_type(model, type->target) : NULL;
		if (target && target->kind == HR_TYPE_POINTER)
			hr_part_read(edit->to, operands[i].value,
				     &(struct hr_part){ .path = "*", .type = { type->target.type, 0 } });
	}
}

static void add_call(struct hr_edit *edit, const struct hr_statement *focus, const struct hr_look *look,
		     struct hr_look_place *place)
{
	const struct hr_operation *operation = &edit->from->model->operations.data[look->operation];
	const struct hr_type *result = hr_model_type(edit->from->model, operation->result.type);
	struct hr_statement call = { .kind = HR_STATEMENT_CALL,
				     .operation = look->operation,
				     .operand_count = operation->params.count,
				     .value = HR_NO_VALUE,
				     .count = -1 };
	call.operands = hr_arena_alloc(&edit->to->arena, call.operand_count * sizeof *call.operands);
	for (size_t i = 0; i < call.operand_count; i++)
		call.operands[i] = argument(edit, focus, look, i);
	bool yields = result && result->kind != HR_TYPE_VOID;
	place->shows = hr_sequence_add(edit->to, &call, yields, operation->result.type, NULL);
	add_ways(edit, look, call.operands);
}

static void add_look(struct hr_edit *edit, const struct hr_statement *focus, const struct hr_look *look,
		     struct hr_look_place *place)
{
	place->first = edit->to->statements.count;
	if (look->operation != (size_t)-1) {
		add_call(edit, focus, look, place);
	} else {
		size_t value = hr_part_read(edit->to, edit->map[look->value], &look->part);
		if (look->behind.path)
			hr_part_read(edit->to, value, &look->behind);
		place->shows = edit->to->statements.count - 1;
	}
	place->end = edit->to->statements.count;
}

static void give_back(struct hr_sequence *sequence, size_t value)
{
	size_t destroyer = hr_destroyer_of(sequence->model, sequence, value);
	if (destroyer != (size_t)-1)
		hr_destroy(sequence, value, destroyer);
}

struct hr_sequence *hr_looks_add(struct hr_look_place *places, const struct hr_selected *test,
				 const struct hr_look *looks, size_t count, bool is_before)
{
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	struct hr_edit edit;
	hr_edit_begin(&edit, test->sequence);
	hr_edit_keep_range(&edit, 0, is_before ? test->focus : test->focus + 1);
	for (size_t i = 0; i < count; i++)
		add_look(&edit, focus, &looks[i], &places[i]);
	for (size_t i = 0; i < count; i++)
		if (looks[i].is_owned)
			give_back(edit.to, edit.to->statements.data[places[i].shows].value);
	if (!is_before)
		hr_edit_keep_range(&edit, test->focus + 1, test->sequence->statements.count);
	return hr_edit_finish(&edit);
}
