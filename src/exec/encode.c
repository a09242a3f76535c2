/* Statements → code for the worker.
 *
 * Every value and every scalar literal gets a slot in the value area; literals that need memory become objects, made right before the
 * statement that uses them. Invariant: slots never overlap, so that at the end the area still holds every value. */
#include "base/bug.h"
#include "exec/encode_internal.h"
#include "seq/rooms.h"

#include <string.h>

enum { MOST_WHOLE = 64 * 1024 }; /* the worker has room for 96 KB of descriptions */
enum { MOST_DESCRIBED = 256, MOST_ARGUMENTS = 128 /* as many as the interpreter takes */ };

void hr_encoder_init(struct hr_encoder *encoder, const struct hr_model *model, const struct hr_callables *callables)
{
	memset(encoder, 0, sizeof *encoder);
	encoder->model = model;
	encoder->callables = callables;
	hr_strbuf_init(&encoder->image);
	hr_strbuf_init(&encoder->data);
}

void hr_encoder_clear(struct hr_encoder *encoder)
{
	encoder->sequence = NULL;
	encoder->chain = NULL;
	encoder->first_value = encoder->statement = encoder->area_begin = encoder->area_size = 0;
	encoder->known_pointers = encoder->whole_bytes = 0;
	hr_strbuf_clear(&encoder->image);
	hr_strbuf_clear(&encoder->data);
	hr_vec_clear(&encoder->code);
	hr_vec_clear(&encoder->slots);
	hr_vec_clear(&encoder->pointer_slots);
	hr_vec_clear(&encoder->pointer_values);
	hr_vec_clear(&encoder->callbacks);
}

void hr_encoder_release(struct hr_encoder *encoder)
{
	hr_strbuf_release(&encoder->image);
	hr_strbuf_release(&encoder->data);
	hr_vec_release(&encoder->code);
	hr_vec_release(&encoder->slots);
	hr_vec_release(&encoder->pointer_slots);
	hr_vec_release(&encoder->pointer_values);
	hr_vec_release(&encoder->callbacks);
}

uint32_t hr_encoder_slot_of(const struct hr_encoder *encoder, size_t value)
{
	if (value < encoder->first_value)
		return hr_piece_slot(encoder->chain, value);
	return encoder->slots.data[value - encoder->first_value];
}

struct hr_type_ref hr_encoder_type_of(const struct hr_encoder *encoder, size_t value)
{
	return encoder->sequence ? encoder->sequence->values.data[value].type : hr_chain_type(encoder->chain, value);
}

void hr_encoder_pointer(struct hr_encoder *encoder, uint32_t slot, size_t value)
{
	hr_vec_push(&encoder->pointer_slots, slot);
	hr_vec_push(&encoder->pointer_values, value == HR_NO_VALUE ? UINT32_MAX : (uint32_t)value);
}

static void add_zeros(struct hr_strbuf *buffer, size_t count)
{
	static const char zeros[64];
	for (; count > 0; count -= count < sizeof zeros ? count : sizeof zeros)
		hr_strbuf_add(buffer, zeros, count < sizeof zeros ? count : sizeof zeros);
}

uint32_t hr_encoder_slot(struct hr_encoder *encoder, size_t size)
{
	size_t align = size >= 16 ? 16 : 8;
	size_t at = (encoder->area_size + align - 1) & ~(align - 1);
	encoder->area_size = at + (size ? size : 8);
	return (uint32_t)at;
}

void hr_encoder_image(struct hr_encoder *encoder, uint32_t slot, const void *bytes, size_t size)
{
	size_t at = slot - encoder->area_begin;
	if (encoder->image.length < at + size)
		add_zeros(&encoder->image, at + size - encoder->image.length);
	if (size)
		memcpy(encoder->image.data + at, bytes, size);
}

uint32_t hr_encoder_data(struct hr_encoder *encoder, const void *bytes, size_t size)
{
	size_t at = encoder->data.length;
	hr_strbuf_add(&encoder->data, bytes, size);
	add_zeros(&encoder->data, -encoder->data.length % 8);
	return (uint32_t)at;
}

void hr_encoder_emit(struct hr_encoder *encoder, enum hr_wire_instruction kind, const uint32_t *operands, size_t count)
{
	hr_vec_push(&encoder->code, (uint32_t)kind);
	hr_vec_push(&encoder->code, (uint32_t)encoder->statement);
	for (size_t i = 0; i < count; i++)
		hr_vec_push(&encoder->code, operands[i]);
}

static bool is_pointer(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return !type || type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY;
}

static void give_slot(struct hr_encoder *encoder, size_t value)
{
	const struct hr_model *model = encoder->model;
	struct hr_type_ref type = hr_encoder_type_of(encoder, value);
	uint32_t slot = hr_encoder_slot(encoder, hr_type_size(model, type));
	while (encoder->slots.count <= value - encoder->first_value)
		hr_vec_push(&encoder->slots, HR_NO_OWN_SLOT);
	encoder->slots.data[value - encoder->first_value] = slot;
	if (is_pointer(model, type))
		hr_encoder_pointer(encoder, slot, value);
}

/* A stream that the sequence made to be written to: what is in it is of interest, not what the FILE is like. */
static bool is_output(const struct hr_statement *maker)
{
	return maker->kind == HR_STATEMENT_LITERAL && maker->operands[0].kind == HR_OPERAND_STREAM &&
	       !maker->operands[0].text && !maker->operands[0].number;
}

/* The name of a file that the sequence made, or of one that it left to the unit. */
static bool is_path(const struct hr_statement *maker)
{
	return maker->kind == HR_STATEMENT_LITERAL && maker->operands[0].kind == HR_OPERAND_PATH;
}

/* Looks at what a pointer value points to, as text when it may be text. `least`: so many bytes of an array at least, where it has them. */
static void describe(struct hr_encoder *encoder, size_t value, size_t least)
{
	const struct hr_model *model = encoder->model;
	if (!is_pointer(model, hr_encoder_type_of(encoder, value)))
		return;
	struct hr_type_ref pointee = hr_value_pointee(encoder->sequence, value);
	const struct hr_type *type = hr_model_type(model, pointee);
	bool is_text = type && type->kind == HR_TYPE_INT && type->size == 1;
	const struct hr_statement *maker =
		&encoder->sequence->statements.data[encoder->sequence->values.data[value].statement];
	size_t most = is_text ? MOST_DESCRIBED : hr_type_size(model, pointee);
	bool is_object = maker->kind == HR_STATEMENT_NEW;
	if (is_object && maker->count >= 0)
		most *= (size_t)maker->count;
	if (is_output(maker) || is_path(maker)) {
		hr_encoder_emit_words(encoder, HR_WIRE_DESCRIBE, hr_encoder_slot_of(encoder, value), HR_MOST_OF_FILE,
				      is_path(maker) ? HR_WIRE_DESCRIBE_FILE : HR_WIRE_DESCRIBE_STREAM);
		return;
	}
	if (most > MOST_DESCRIBED || is_text)
		most = MOST_DESCRIBED;
	if (most < least)
		most = least;
	hr_encoder_emit_words(encoder, HR_WIRE_DESCRIBE, hr_encoder_slot_of(encoder, value), (uint32_t)most,
			      is_text && !is_object ? HR_WIRE_DESCRIBE_TEXT : 0);
}

static int encode_call(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	const struct hr_operation *operation = &model->operations.data[statement->operation];
	uint32_t words[4 + MOST_ARGUMENTS];
	unsigned tail_count = 0;
	unsigned tail_reals = 0;
	int status = 0;
	if (statement->operand_count > MOST_ARGUMENTS)
		return hr_fail(error, HR_ERROR_INPUT, "'%s' has too many arguments", operation->name);
	for (size_t i = 0; i < statement->operand_count && !status; i++) {
		uint32_t slot = 0;
		if (i < operation->params.count) {
			status = hr_encode_operand(&slot, encoder, &statement->operands[i],
						   operation->params.data[i].type, error);
		} else {
			bool is_real = false;
			status = hr_encode_tail(&slot, &is_real, encoder, &statement->operands[i], error);
			tail_reals |= (unsigned)is_real << tail_count++;
		}
		words[4 + i] = slot;
	}
	size_t stub = hr_callables_stub(encoder->callables, statement->operation, tail_count, tail_reals);
	if (!status && stub == (size_t)-1)
		status = hr_fail(error, HR_ERROR_INPUT, "'%s' cannot be called with %u more arguments", operation->name,
				 tail_count);
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	bool yields = result && result->kind != HR_TYPE_VOID;
	words[0] = (uint32_t)stub;
	words[1] = HR_WIRE_NO_SLOT;
	words[2] = yields ? (uint32_t)hr_type_size(model, operation->result.type) : 0;
	words[3] = (uint32_t)statement->operand_count;
	if (statement->value != HR_NO_VALUE)
		words[1] = hr_encoder_slot_of(encoder, statement->value);
	else if (yields)
		words[1] = hr_encoder_slot(encoder, words[2]);
	if (!status)
		hr_encoder_emit(encoder, HR_WIRE_CALL, words, 4 + statement->operand_count);
	return status;
}

/* A parameter that the callee may write to, as far as its type tells. */
static bool may_write(const struct hr_model *model, const struct hr_statement *call, size_t operand)
{
	const struct hr_operation *operation = &model->operations.data[call->operation];
	const struct hr_type *type =
		operand < operation->params.count ? hr_model_type(model, operation->params.data[operand].type) : NULL;
	return type && type->kind == HR_TYPE_POINTER && !(type->target.qualifiers & HR_CONST);
}

static bool is_written_later(const struct hr_encoder *encoder, size_t value)
{
	const struct hr_sequence *sequence = encoder->sequence;
	for (size_t i = encoder->statement + 1; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++)
			if (it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == value &&
			    may_write(encoder->model, it, k))
				return true;
	}
	return false;
}

/* How much of an array of bytes is described beyond the usual; what writes there is given `owner`. */
static size_t whole_of(struct hr_encoder *encoder, size_t value, size_t owner)
{
	const struct hr_statement *maker =
		&encoder->sequence->statements.data[encoder->sequence->values.data[value].statement];
	if (!encoder->wants->whole || maker->kind != HR_STATEMENT_NEW || maker->count <= MOST_DESCRIBED ||
	    hr_type_size(encoder->model, maker->type) != 1 || is_written_later(encoder, owner))
		return 0;
	size_t left = MOST_WHOLE - encoder->whole_bytes;
	size_t size = (size_t)maker->count < left ? (size_t)maker->count : left;
	encoder->whole_bytes += size;
	return size;
}

/* Objects that were given to a call may have changed: look at them again. */
static void describe_arguments(struct hr_encoder *encoder, const struct hr_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct hr_operand *operand = &statement->operands[i];
		if (operand->kind != HR_OPERAND_VALUE)
			continue;
		const struct hr_statement *maker =
			&encoder->sequence->statements.data[encoder->sequence->values.data[operand->value].statement];
		if (maker->kind == HR_STATEMENT_NEW || is_output(maker))
			describe(encoder, operand->value,
				 may_write(encoder->model, statement, i)
					 ? whole_of(encoder, operand->value, operand->value)
					 : 0);
	}
}

/* So may files whose names an earlier call was given: what is written waits until it is flushed, or closed. There is not room for all files after all calls: those of the last statements count, which tests are about. */
static void describe_files(struct hr_encoder *encoder)
{
	enum { LAST = 24, MOST = 8 };
	const struct hr_sequence *sequence = encoder->sequence;
	size_t count = 0;
	for (size_t value = 0; value < sequence->values.count && count < MOST; value++) {
		size_t made = sequence->values.data[value].statement;
		if (made >= encoder->statement || !is_path(&sequence->statements.data[made]))
			continue;
		if (encoder->statement + LAST >= sequence->statements.count)
			describe(encoder, value, 0);
		count++;
	}
}

/* So may the room for output that their fields lead to. */
static void describe_rooms(struct hr_encoder *encoder)
{
	struct hr_room rooms[HR_MOST_ROOMS];
	size_t count = hr_rooms_find(rooms, encoder->sequence, encoder->statement);
	for (size_t i = 0; i < count; i++) {
		size_t value = hr_room_value(encoder->sequence, &rooms[i]);
		if (value != HR_NO_VALUE)
			describe(encoder, value, whole_of(encoder, value, rooms[i].object));
	}
}

static int encode_new(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	size_t element = hr_type_size(model, statement->type);
	size_t count = statement->count < 0 ? 1 : (size_t)statement->count;
	if (element == 0)
		return hr_fail(error, HR_ERROR_INPUT, "an object of a type whose size is not known cannot be made");
	if (count > HR_MOST_OBJECT_BYTES / element)
		return hr_fail(error, HR_ERROR_INPUT, "an object of %zu × %zu bytes is too large", count, element);
	struct hr_aggregate aggregate = HR_AGGREGATE_INIT;
	bool has_initial = statement->operand_count > 0;
	int status = 0;
	if (has_initial)
		status = hr_encode_object(&aggregate, encoder, &statement->operands[0], statement->type, count, error);
	if (!status)
		hr_emit_object(encoder, hr_encoder_slot_of(encoder, statement->value), element * count, &aggregate,
			       has_initial);
	hr_aggregate_release(&aggregate);
	return status;
}

static int encode_set(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_access *access = statement->access;
	const struct hr_model *model = encoder->model;
	const struct hr_type *type = hr_model_type(model, access->type);
	uint32_t base = hr_encoder_slot_of(encoder, access->value);
	if (!access->through)
		return hr_fail(error, HR_ERROR_INPUT, "a struct that a call returned cannot be changed");
	uint32_t source;
	if (type && type->kind == HR_TYPE_ARRAY) {
		struct hr_aggregate aggregate = HR_AGGREGATE_INIT;
		int status = hr_encode_object(&aggregate, encoder, &statement->operands[0], type->target,
					      type->count < 0 ? 0 : (size_t)type->count, error);
		if (!status)
			hr_emit_stores(encoder, base, access->offset, hr_type_size(model, access->type), &aggregate);
		hr_aggregate_release(&aggregate);
		return status;
	}
	if (access->bit_width >= 0) {
		if (hr_encode_as(&source, encoder, &statement->operands[0], access->type, HR_WIRE_I64, error))
			return -1;
		hr_encoder_emit_words(encoder, HR_WIRE_STORE_BITS, base, (uint32_t)access->bit_offset,
				      (uint32_t)access->bit_width, source);
		return 0;
	}
	if (hr_encode_operand(&source, encoder, &statement->operands[0], access->type, error))
		return -1;
	hr_encoder_emit_words(encoder, HR_WIRE_STORE, base, (uint32_t)access->offset, source,
			      (uint32_t)hr_type_size(model, access->type));
	return 0;
}

static int encode_statement(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	if (statement->value != HR_NO_VALUE)
		give_slot(encoder, statement->value);
	uint32_t slot = statement->value != HR_NO_VALUE ? hr_encoder_slot_of(encoder, statement->value) : 0;
	int status = 0;
	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		status = encode_call(encoder, statement, error);
		break;
	case HR_STATEMENT_NEW:
		status = encode_new(encoder, statement, error);
		break;
	case HR_STATEMENT_LITERAL: {
		uint32_t source;
		status = hr_encode_operand(&source, encoder, &statement->operands[0], statement->type, error);
		if (!status)
			hr_encoder_emit_words(encoder, HR_WIRE_COPY, slot, source,
					      (uint32_t)hr_type_size(encoder->model, statement->type));
		break;
	}
	case HR_STATEMENT_GET:
		hr_emit_get(encoder, slot, statement->access);
		break;
	case HR_STATEMENT_SET:
		status = encode_set(encoder, statement, error);
		break;
	case HR_STATEMENT_FAIL_ALLOC:
		hr_encoder_emit_words(encoder, HR_WIRE_FAIL_ALLOC, (uint32_t)statement->count);
		break;
	case HR_STATEMENT_FREE:
		status = hr_encode_operand(&slot, encoder, &statement->operands[0],
					   (struct hr_type_ref){ HR_NO_TYPE, 0 }, error);
		if (!status)
			hr_encoder_emit_words(encoder, HR_WIRE_FREE, slot);
		break;
	case HR_STATEMENT_KIND_COUNT:
		HR_BUG("a statement of no kind");
	}
	if (status || !encoder->wants->descriptions)
		return status;
	if (statement->value != HR_NO_VALUE)
		describe(encoder, statement->value, 0);
	if (statement->kind == HR_STATEMENT_CALL) {
		describe_arguments(encoder, statement);
		describe_rooms(encoder);
		describe_files(encoder);
	}
	return 0;
}

int hr_encode_statements(struct hr_encoder *encoder, const struct hr_statement *statements, size_t count,
			 struct hr_error *error)
{
	for (size_t i = 0; i < count; i++) {
		encoder->statement = i;
		if (i == encoder->wants->tell_from)
			encoder->known_pointers = encoder->pointer_slots.count;
		if (encode_statement(encoder, &statements[i], error))
			return -1;
	}
	if (encoder->wants->tell_from >= count)
		encoder->known_pointers = encoder->pointer_slots.count;
	return 0;
}
