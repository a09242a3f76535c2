/* Room for output behind fields. */
#include "seq/rooms.h"

/* The last statement before the call that set the field of the object; (size_t)-1: none. */
static size_t last_set(const struct hr_sequence *sequence, size_t call, size_t object, const struct hr_field *field)
{
	for (size_t i = call; i-- > 0;) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_SET && it->access->value == object && it->access->through &&
		    field->offset_bits >= 0 && it->access->offset * 8 == field->offset_bits)
			return i;
	}
	return (size_t)-1;
}

/* `is_set`: pairs of which the first was set, or those where it was not. */
static size_t find_in(struct hr_room *rooms, size_t most, const struct hr_sequence *sequence, size_t call,
		      size_t object, bool is_set)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[object].statement];
	const struct hr_type *type = hr_model_type(sequence->model, hr_model_strip(sequence->model, maker->type));
	size_t count = 0;
	if (maker->kind != HR_STATEMENT_NEW || maker->count >= 0 || !type || type->kind != HR_TYPE_STRUCT)
		return 0;
	for (size_t i = 0; i < type->fields.count && count < most; i++) {
		const struct hr_field *capacity = &type->fields.data[i];
		if (capacity->item.role != HR_ROLE_CAPACITY || capacity->item.of < 0 ||
		    (size_t)capacity->item.of >= type->fields.count || capacity->bit_width >= 0)
			continue;
		const struct hr_field *field = &type->fields.data[capacity->item.of];
		size_t statement = last_set(sequence, call, object, field);
		if ((statement != (size_t)-1) == is_set)
			rooms[count++] = (struct hr_room){ object, field, capacity, statement,
							   last_set(sequence, call, object, capacity) };
	}
	return count;
}

static size_t find_all(struct hr_room *rooms, const struct hr_sequence *sequence, size_t call, bool is_set)
{
	const struct hr_statement *it = &sequence->statements.data[call];
	size_t count = 0;
	for (size_t i = 0; it->kind == HR_STATEMENT_CALL && i < it->operand_count; i++)
		if (it->operands[i].kind == HR_OPERAND_VALUE)
			count += find_in(&rooms[count], HR_MOST_ROOMS - count, sequence, call, it->operands[i].value,
					 is_set);
	return count;
}

size_t hr_rooms_find(struct hr_room rooms[HR_MOST_ROOMS], const struct hr_sequence *sequence, size_t call)
{
	return find_all(rooms, sequence, call, true);
}

size_t hr_rooms_missing(struct hr_room rooms[HR_MOST_ROOMS], const struct hr_sequence *sequence, size_t call)
{
	return find_all(rooms, sequence, call, false);
}

size_t hr_room_value(const struct hr_sequence *sequence, const struct hr_room *room)
{
	const struct hr_operand *contents = &sequence->statements.data[room->statement].operands[0];
	if (contents->kind != HR_OPERAND_VALUE)
		return HR_NO_VALUE;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[contents->value].statement];
	return maker->kind == HR_STATEMENT_NEW && maker->count >= 0 ? contents->value : HR_NO_VALUE;
}
