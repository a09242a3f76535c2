/* `f({}, 1)` becomes `v = new struct s {}` and `f(v, 1)`; `g(stream())` becomes `v = (FILE *) stream()` and `g(v)`.
 *
 * Invariant: the call is given the same contents as before, unless streams are to be written to. */
#include "suite/name_objects.h"

#include "seq/edit.h"
#include "seq/rooms.h"

/* What the argument would be an object of: something whose contents can be told. HR_NO_TYPE: it stays as it is. */
static struct hr_type_ref object_type(const struct hr_sequence *sequence, const struct hr_statement *call, size_t index)
{
	const struct hr_type_ref none = { HR_NO_TYPE, 0 };
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	const struct hr_operand *operand = &call->operands[index];
	if (index >= operation->params.count ||
	    (operand->kind != HR_OPERAND_STRUCT && (operand->kind != HR_OPERAND_LIST || !operand->part_count)))
		return none;
	struct hr_type_ref pointee = hr_model_pointee(sequence->model, operation->params.data[index].type);
	const struct hr_type *type = hr_model_type(sequence->model, pointee);
	if (!type || pointee.qualifiers & HR_CONST || type->is_unnamed)
		return none;
	bool is_struct = type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION;
	bool is_number = type->kind == HR_TYPE_INT || type->kind == HR_TYPE_FLOAT || type->kind == HR_TYPE_ENUM;
	if (operand->kind == HR_OPERAND_STRUCT ? !is_struct : !is_struct && !is_number)
		return none;
	return (struct hr_type_ref){ pointee.type, 0 };
}

/* Adds the object; false when it names something that is not there. */
static bool add_object(struct hr_edit *edit, const struct hr_operand *contents, struct hr_type_ref type)
{
	struct hr_statement object = { .kind = HR_STATEMENT_NEW,
				       .type = type,
				       .count = contents->kind == HR_OPERAND_LIST ? (int64_t)contents->part_count : -1,
				       .operand_count = 1 };
	object.operands = hr_arena_alloc(&edit->to->arena, sizeof *object.operands);
	if (!hr_edit_operand(edit, object.operands, contents))
		return false;
	hr_sequence_add(edit->to, &object, true, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	return true;
}

static bool is_stream(const struct hr_sequence *sequence, const struct hr_statement *call, size_t index,
		      bool are_written_to)
{
	const struct hr_operand *operand = &call->operands[index];
	return operand->kind == HR_OPERAND_STREAM && (operand->text ? are_written_to : !operand->number) &&
	       index < sequence->model->operations.data[call->operation].params.count;
}

static void add_stream(struct hr_edit *edit, struct hr_type_ref type)
{
	struct hr_statement stream = { .kind = HR_STATEMENT_LITERAL, .type = type, .operand_count = 1 };
	stream.operands = hr_arena_alloc(&edit->to->arena, sizeof *stream.operands);
	*stream.operands = (struct hr_operand){ .kind = HR_OPERAND_STREAM };
	hr_sequence_add(edit->to, &stream, true, type, NULL);
}

/* Adds what the argument is, under a name; false: it stays where it is. */
static bool add_argument(struct hr_edit *edit, const struct hr_sequence *sequence, const struct hr_statement *call,
			 size_t index, bool are_written_to)
{
	if (is_stream(sequence, call, index, are_written_to)) {
		add_stream(edit, sequence->model->operations.data[call->operation].params.data[index].type);
		return true;
	}
	struct hr_type_ref type = object_type(sequence, call, index);
	return type.type != HR_NO_TYPE && add_object(edit, &call->operands[index], type);
}

bool hr_value_is_output(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	return maker->kind == HR_STATEMENT_LITERAL && maker->operands[0].kind == HR_OPERAND_STREAM &&
	       !maker->operands[0].text && !maker->operands[0].number;
}

bool hr_has_stream_to_read(const struct hr_sequence *sequence, size_t call)
{
	const struct hr_statement *statement = &sequence->statements.data[call];
	for (size_t i = 0; i < statement->operand_count; i++)
		if (is_stream(sequence, statement, i, true) && statement->operands[i].text)
			return true;
	return false;
}

/* Whether a statement sets a field to bytes that are room for the call's output. */
static const struct hr_room *room_set_by(const struct hr_room *rooms, size_t count, const struct hr_sequence *sequence,
					 size_t statement)
{
	for (size_t i = 0; i < count; i++)
		if (rooms[i].statement == statement &&
		    sequence->statements.data[statement].operands[0].kind == HR_OPERAND_BYTES)
			return &rooms[i];
	return NULL;
}

/* `s.out = bytes "..."` becomes `v = new char[3] bytes "..."` and `s.out = v`. False: it names something that is not there. */
static bool name_room(struct hr_edit *edit, const struct hr_room *room)
{
	const struct hr_sequence *sequence = edit->from;
	const struct hr_operand *contents = &sequence->statements.data[room->statement].operands[0];
	struct hr_type_ref pointee = hr_model_pointee(sequence->model, room->field->item.type);
	struct hr_statement changed, object = { .kind = HR_STATEMENT_NEW,
						.type = { pointee.type, 0 },
						.count = (int64_t)contents->length,
						.operand_count = 1 };
	if (hr_type_size(sequence->model, object.type) != 1 || !contents->length ||
	    !hr_edit_statement(edit, &changed, room->statement))
		return false;
	object.operands = hr_arena_alloc(&edit->to->arena, sizeof *object.operands);
	if (!hr_edit_operand(edit, object.operands, contents))
		return false;
	hr_sequence_add(edit->to, &object, true, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	changed.operands[0] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit->to->values.count - 1 };
	hr_edit_replace(edit, room->statement, &changed);
	return true;
}

/* Everything before the call; how much of it got a name. */
static size_t name_rooms(struct hr_edit *edit, size_t call)
{
	struct hr_room rooms[HR_MOST_ROOMS];
	size_t count = hr_rooms_find(rooms, edit->from, call), named = 0;
	for (size_t i = 0; i < call; i++) {
		const struct hr_room *room = room_set_by(rooms, count, edit->from, i);
		if (room && name_room(edit, room))
			named++;
		else
			hr_edit_keep(edit, i);
	}
	return named;
}

struct hr_sequence *hr_name_objects(const struct hr_sequence *sequence, size_t call, bool are_written_to)
{
	const struct hr_statement *statement = &sequence->statements.data[call];
	struct hr_edit edit;
	struct hr_statement changed;
	hr_edit_begin(&edit, sequence);
	size_t named = name_rooms(&edit, call);
	bool is_fine = hr_edit_statement(&edit, &changed, call);
	for (size_t i = 0; i < statement->operand_count && is_fine; i++) {
		if (!add_argument(&edit, sequence, statement, i, are_written_to))
			continue;
		changed.operands[i] =
			(struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit.to->values.count - 1 };
		named++;
	}
	if (!is_fine || !named) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	hr_edit_replace(&edit, call, &changed);
	hr_edit_keep_range(&edit, call + 1, sequence->statements.count);
	return hr_edit_finish(&edit);
}
