/* `pack(dst, 1, src, 2000)` becomes `pack(dst, 4096, src, 2000)`: minimising leaves of an output what does not matter for where the code goes, and that is mostly nothing.
 *
 * Invariant: nothing but room, and what says how much of it there is, changes; whether it reaches the same is for the caller to see. */
#include "suite/give_room.h"

#include "seq/edit.h"
#include "seq/rooms.h"
#include "suite/buffers.h"
#include "suite/observe.h"

enum { MOST_CHANGES = 8 };

/* What is changed: statements that make arrays or numbers, or set fields; by index. */
struct widening {
	const struct hr_sequence *sequence;
	size_t call;
	int64_t room;
	size_t arrays[MOST_CHANGES], array_count;
	size_t numbers[MOST_CHANGES], number_count;     /* NEW or SET: their operand becomes `room` */
	size_t arguments[MOST_CHANGES], argument_count; /* of the call: the same */
	struct hr_room missing[HR_MOST_ROOMS];
	size_t missing_count;
};

static const struct hr_statement *maker_of(const struct widening *widening, const struct hr_operand *operand,
					   size_t *statement)
{
	if (operand->kind != HR_OPERAND_VALUE)
		return NULL;
	*statement = widening->sequence->values.data[operand->value].statement;
	const struct hr_statement *maker = &widening->sequence->statements.data[*statement];
	return maker->kind == HR_STATEMENT_NEW ? maker : NULL;
}

/* An array of bytes that is all 0, or nothing, and smaller. */
static bool is_small_array(const struct widening *widening, const struct hr_statement *maker)
{
	if (maker->count < 0 || maker->count >= widening->room ||
	    hr_type_size(widening->sequence->model, maker->type) != 1)
		return false;
	if (!maker->operand_count)
		return true;
	const struct hr_operand *initial = &maker->operands[0];
	for (size_t i = 0; initial->kind == HR_OPERAND_BYTES && i < initial->length; i++)
		if (initial->text[i])
			return false;
	return initial->kind == HR_OPERAND_BYTES || (initial->kind == HR_OPERAND_STRUCT && !initial->part_count);
}

static bool holds_number(const struct widening *widening, const struct hr_statement *maker)
{
	const struct hr_type *type = hr_model_type(widening->sequence->model, maker->type);
	return maker->count < 0 && type && type->kind == HR_TYPE_INT && maker->operand_count == 1 &&
	       maker->operands[0].kind == HR_OPERAND_NUMBER;
}

/* So much fits into a number of that type. */
static bool can_hold(const struct hr_type *type, int64_t number)
{
	return type && type->kind == HR_TYPE_INT && type->size > 0 &&
	       (type->size >= 4 || !(number >> (8 * type->size - type->is_signed)));
}

/* Whether it counts bytes, and says so alone: not one of "so many, each of such a size". */
static bool counts_bytes_alone(const struct hr_model *model, const struct hr_operation *operation, size_t capacity)
{
	const struct hr_item *item = &operation->params.data[capacity];
	const struct hr_item *buffer = &operation->params.data[item->of];
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, buffer->type));
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *other = &operation->params.data[i];
		if (i != capacity && other->of == item->of &&
		    (other->role == HR_ROLE_CAPACITY || other->role == HR_ROLE_LENGTH))
			return false;
	}
	return item->unit != HR_UNIT_ELEMENTS || (type && type->kind != HR_TYPE_VOID && type->size == 1);
}

/* An argument and the one that tells how much room it has. */
static void widen_argument(struct widening *widening, const struct hr_statement *call, size_t number, size_t array)
{
	const struct hr_operand *told = &call->operands[number];
	size_t made, made_number = 0;
	const struct hr_statement *maker = maker_of(widening, &call->operands[array], &made);
	if (!maker || !is_small_array(widening, maker) || widening->array_count == MOST_CHANGES)
		return;
	const struct hr_statement *variable = maker_of(widening, told, &made_number);
	const struct hr_operation *operation = &widening->sequence->model->operations.data[call->operation];
	struct hr_type_ref type = variable ? variable->type : operation->params.data[number].type;
	if (!can_hold(hr_model_type(widening->sequence->model, type), widening->room))
		return;
	if (told->kind == HR_OPERAND_NUMBER)
		widening->arguments[widening->argument_count++] = number;
	else if (variable && holds_number(widening, variable))
		widening->numbers[widening->number_count++] = made_number;
	else
		return;
	widening->arrays[widening->array_count++] = made;
}

/* The same for fields that statements have set. */
static void widen_rooms(struct widening *widening)
{
	struct hr_room rooms[HR_MOST_ROOMS];
	size_t count = hr_rooms_find(rooms, widening->sequence, widening->call);
	for (size_t i = 0; i < count && widening->array_count < MOST_CHANGES; i++) {
		size_t value = hr_room_value(widening->sequence, &rooms[i]);
		if (value == HR_NO_VALUE || rooms[i].capacity_statement == (size_t)-1)
			continue;
		const struct hr_statement *set = &widening->sequence->statements.data[rooms[i].capacity_statement];
		size_t made = widening->sequence->values.data[value].statement;
		if (set->operands[0].kind != HR_OPERAND_NUMBER ||
		    !can_hold(hr_model_type(widening->sequence->model, rooms[i].capacity->item.type), widening->room) ||
		    !is_small_array(widening, &widening->sequence->statements.data[made]))
			continue;
		widening->numbers[widening->number_count++] = rooms[i].capacity_statement;
		widening->arrays[widening->array_count++] = made;
	}
}

/* Whether the field can be given an array of bytes, and its capacity a number. */
static bool can_be_filled(const struct hr_model *model, const struct hr_room *room)
{
	struct hr_type_ref pointee = hr_model_pointee(model, room->field->item.type);
	const struct hr_type *number = hr_model_type(model, room->capacity->item.type);
	return hr_type_size(model, pointee) == 1 && !(pointee.qualifiers & HR_CONST) && number &&
	       number->kind == HR_TYPE_INT && room->field->offset_bits >= 0 && room->capacity->offset_bits >= 0 &&
	       *room->field->item.name && *room->capacity->item.name;
}

static void find_changes(struct widening *widening)
{
	const struct hr_statement *call = &widening->sequence->statements.data[widening->call];
	const struct hr_operation *operation = &widening->sequence->model->operations.data[call->operation];
	for (size_t i = 0; i < call->operand_count && i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if (item->role == HR_ROLE_CAPACITY && item->of >= 0 && (size_t)item->of < call->operand_count &&
		    (size_t)item->of < operation->params.count &&
		    counts_bytes_alone(widening->sequence->model, operation, i))
			widen_argument(widening, call, i, (size_t)item->of);
	}
	widen_rooms(widening);
	struct hr_room missing[HR_MOST_ROOMS];
	size_t count = hr_rooms_missing(missing, widening->sequence, widening->call);
	for (size_t i = 0; i < count; i++)
		if (can_be_filled(widening->sequence->model, &missing[i]) &&
		    can_hold(hr_model_type(widening->sequence->model, missing[i].capacity->item.type), widening->room))
			widening->missing[widening->missing_count++] = missing[i];
}

static void set_field(struct hr_edit *edit, size_t object, const struct hr_field *field, struct hr_operand contents)
{
	struct hr_arena *arena = &edit->to->arena;
	struct hr_statement set = { .kind = HR_STATEMENT_SET, .count = -1, .operand_count = 1 };
	set.operands = hr_arena_alloc(arena, sizeof *set.operands);
	set.operands[0] = contents;
	set.access = hr_arena_alloc(arena, sizeof *set.access);
	*set.access = (struct hr_access){ .value = edit->map[object],
					  .through = true,
					  .offset = field->offset_bits / 8,
					  .bit_offset = -1,
					  .bit_width = -1,
					  .type = field->item.type,
					  .text = hr_arena_printf(arena, ".%s", field->item.name) };
	hr_sequence_add(edit->to, &set, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
}

/* `v = new char[64] {}`, `s.out = v` and `s.left = 64` right before the call, where nothing was put there. */
static void add_rooms(struct hr_edit *edit, const struct widening *widening)
{
	const struct hr_model *model = widening->sequence->model;
	for (size_t i = 0; i < widening->missing_count; i++) {
		const struct hr_room *room = &widening->missing[i];
		struct hr_statement array = { .kind = HR_STATEMENT_NEW, .count = widening->room, .operand_count = 1 };
		array.type.type = hr_model_pointee(model, room->field->item.type).type;
		array.operands = hr_arena_alloc(&edit->to->arena, sizeof *array.operands);
		*array.operands = (struct hr_operand){ .kind = HR_OPERAND_STRUCT };
		hr_sequence_add(edit->to, &array, true, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
		set_field(edit, room->object, room->field,
			  (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit->to->values.count - 1 });
		set_field(edit, room->object, room->capacity,
			  (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = widening->room });
	}
}

static bool has(const size_t *list, size_t count, size_t index)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == index)
			return true;
	return false;
}

static void change(struct hr_edit *edit, const struct widening *widening, size_t index)
{
	bool is_array = has(widening->arrays, widening->array_count, index);
	bool is_number = has(widening->numbers, widening->number_count, index);
	struct hr_statement changed;
	if ((!is_array && !is_number && index != widening->call) || !hr_edit_statement(edit, &changed, index)) {
		hr_edit_keep(edit, index);
		return;
	}
	if (is_array) {
		changed.count = widening->room;
		if (changed.operand_count)
			changed.operands[0] = (struct hr_operand){ .kind = HR_OPERAND_STRUCT };
	}
	if (is_number)
		changed.operands[0] = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = widening->room };
	for (size_t i = 0; index == widening->call && i < widening->argument_count; i++)
		changed.operands[widening->arguments[i]] =
			(struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = widening->room };
	hr_edit_replace(edit, index, &changed);
}

struct hr_sequence *hr_give_room(const struct hr_sequence *sequence, size_t call, int64_t room)
{
	struct widening widening = { .sequence = sequence, .call = call, .room = room };
	struct hr_edit edit;
	if (sequence->statements.data[call].kind != HR_STATEMENT_CALL)
		return NULL;
	find_changes(&widening);
	if (!widening.array_count && !widening.missing_count)
		return NULL;
	hr_edit_begin(&edit, sequence);
	for (size_t i = 0; i < sequence->statements.count; i++) {
		if (i == call)
			add_rooms(&edit, &widening);
		change(&edit, &widening, i);
	}
	return hr_edit_finish(&edit);
}

int64_t hr_bytes_put(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t call)
{
	int64_t sum = 0;
	for (size_t value = 0; value < sequence->values.count; value++) {
		const struct hr_statement *maker = hr_value_maker(sequence, value);
		if (maker->kind != HR_STATEMENT_NEW || maker->count < 0 ||
		    hr_type_size(sequence->model, maker->type) != 1 || sequence->values.data[value].statement >= call)
			continue;
		int64_t told = hr_bytes_told(sequence, outcome, call, value);
		sum += told > 0 ? told : 0;
	}
	return sum;
}
