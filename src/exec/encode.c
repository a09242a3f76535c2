/* Sequences → programs for the worker.
 *
 * Every value and every scalar literal gets a slot in the value area; literals that need memory become objects, made right before the
 * statement that uses them. Invariant: slots never overlap, so that at the end the area still holds every value. */
#include "base/bug.h"
#include "base/memory.h"
#include "exec/encode_internal.h"
#include "exec/worker.h"

#include <string.h>

enum { MOST_DESCRIBED = 256, DEFAULT_FILL = 0xbe, MOST_BESIDE = 4096 /* header and padding */ };

uint32_t hr_encoder_slot(struct hr_encoder *encoder, size_t size)
{
	size_t align = size >= 16 ? 16 : 8;
	size_t at = (encoder->area_size + align - 1) & ~(align - 1);
	encoder->area_size = at + (size ? size : 8);
	return (uint32_t)at;
}

void hr_encoder_image(struct hr_encoder *encoder, uint32_t slot, const void *bytes, size_t size)
{
	while (encoder->image.length < slot + size)
		hr_strbuf_addch(&encoder->image, '\0');
	memcpy(encoder->image.data + slot, bytes, size);
}

uint32_t hr_encoder_data(struct hr_encoder *encoder, const void *bytes, size_t size)
{
	size_t at = encoder->data.length;
	hr_strbuf_add(&encoder->data, bytes, size);
	while (encoder->data.length % 8)
		hr_strbuf_addch(&encoder->data, '\0');
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
	const struct hr_model *model = encoder->sequence->model;
	struct hr_type_ref type = encoder->sequence->values.data[value].type;
	uint32_t slot = hr_encoder_slot(encoder, hr_type_size(model, type));
	encoder->program->slot_of.data[value] = slot;
	if (!is_pointer(model, type))
		return;
	hr_vec_push(&encoder->program->pointer_slots, slot);
	hr_vec_push(&encoder->program->value_of, value);
}

/* Looks at what a pointer value points to, as text when it may be text. */
static void describe(struct hr_encoder *encoder, size_t value)
{
	const struct hr_model *model = encoder->sequence->model;
	if (!encoder->wants->descriptions || !is_pointer(model, encoder->sequence->values.data[value].type))
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
	if (most > MOST_DESCRIBED || is_text)
		most = MOST_DESCRIBED;
	hr_encoder_emit_words(encoder, HR_WIRE_DESCRIBE, (uint32_t)encoder->program->slot_of.data[value],
			      (uint32_t)most, is_text && !is_object ? HR_WIRE_DESCRIBE_TEXT : 0);
}

static int encode_call(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_model *model = encoder->sequence->model;
	const struct hr_operation *operation = &model->operations.data[statement->operation];
	HR_VEC(uint32_t) words = HR_VEC_INIT;
	unsigned tail_count = 0;
	unsigned tail_reals = 0;
	for (int i = 0; i < 4; i++)
		hr_vec_push(&words, 0);
	int status = 0;
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
		hr_vec_push(&words, slot);
	}
	size_t stub = hr_callables_stub(encoder->callables, statement->operation, tail_count, tail_reals);
	if (!status && stub == (size_t)-1)
		status = hr_fail(error, HR_ERROR_INPUT, "'%s' cannot be called with %u more arguments", operation->name,
				 tail_count);
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	bool yields = result && result->kind != HR_TYPE_VOID;
	words.data[0] = (uint32_t)stub;
	words.data[1] = HR_WIRE_NO_SLOT;
	words.data[2] = yields ? (uint32_t)hr_type_size(model, operation->result.type) : 0;
	words.data[3] = (uint32_t)statement->operand_count;
	if (statement->value != HR_NO_VALUE)
		words.data[1] = (uint32_t)encoder->program->slot_of.data[statement->value];
	else if (yields)
		words.data[1] = hr_encoder_slot(encoder, words.data[2]);
	if (!status)
		hr_encoder_emit(encoder, HR_WIRE_CALL, words.data, words.count);
	hr_vec_release(&words);
	return status;
}

/* Objects that were given to a call may have changed: look at them again. */
static void describe_arguments(struct hr_encoder *encoder, const struct hr_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct hr_operand *operand = &statement->operands[i];
		if (operand->kind != HR_OPERAND_VALUE)
			continue;
		size_t maker = encoder->sequence->values.data[operand->value].statement;
		if (encoder->sequence->statements.data[maker].kind == HR_STATEMENT_NEW)
			describe(encoder, operand->value);
	}
}

static int encode_new(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_model *model = encoder->sequence->model;
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
		hr_emit_object(encoder, (uint32_t)encoder->program->slot_of.data[statement->value], element * count,
			       &aggregate, has_initial);
	hr_aggregate_release(&aggregate);
	return status;
}

static int encode_set(struct hr_encoder *encoder, const struct hr_statement *statement, struct hr_error *error)
{
	const struct hr_access *access = &statement->access;
	const struct hr_model *model = encoder->sequence->model;
	const struct hr_type *type = hr_model_type(model, access->type);
	uint32_t base = (uint32_t)encoder->program->slot_of.data[access->value];
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

static int encode_statement(struct hr_encoder *encoder, size_t index, struct hr_error *error)
{
	const struct hr_statement *statement = &encoder->sequence->statements.data[index];
	encoder->statement = index;
	if (statement->value != HR_NO_VALUE)
		give_slot(encoder, statement->value);
	uint32_t slot =
		statement->value != HR_NO_VALUE ? (uint32_t)encoder->program->slot_of.data[statement->value] : 0;
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
					      (uint32_t)hr_type_size(encoder->sequence->model, statement->type));
		break;
	}
	case HR_STATEMENT_GET:
		hr_emit_get(encoder, slot, &statement->access);
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
	if (!status && statement->value != HR_NO_VALUE)
		describe(encoder, statement->value);
	if (!status && statement->kind == HR_STATEMENT_CALL)
		describe_arguments(encoder, statement);
	return status;
}

static uint32_t wants_bits(const struct hr_run_wants *wants)
{
	return (wants->leaks ? HR_WIRE_WANT_LEAKS : 0u) | (wants->heap ? HR_WIRE_WANT_HEAP : 0u) |
	       (wants->comparisons ? HR_WIRE_WANT_COMPARISONS : 0u) | (wants->edges ? HR_WIRE_WANT_EDGES : 0u) |
	       (wants->places ? HR_WIRE_WANT_EDGES | HR_WIRE_WANT_PLACES : 0u) |
	       (wants->output ? HR_WIRE_WANT_OUTPUT : 0u) | (wants->fresh_stack ? HR_WIRE_WANT_FRESH_STACK : 0u);
}

static size_t round_up(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

/* Puts header, image, code, data and pointer list one after the other. */
static void assemble(struct hr_encoder *encoder)
{
	struct hr_program *program = encoder->program;
	struct hr_wire_program header = {
		.wants = wants_bits(encoder->wants),
		.fill = encoder->wants->fill ? encoder->wants->fill : DEFAULT_FILL,
		.cpu_ms = encoder->wants->cpu_ms,
		.statement_count = (uint32_t)encoder->sequence->statements.count,
		.area_size = (uint32_t)round_up(encoder->area_size),
		.image_size = (uint32_t)encoder->image.length,
		.code_words = (uint32_t)encoder->code.count,
		.data_size = (uint32_t)encoder->data.length,
		.pointer_count = (uint32_t)program->pointer_slots.count,
	};
	header.image = (uint32_t)round_up(sizeof header);
	header.code = header.image + (uint32_t)round_up(header.image_size);
	header.data = header.code + (uint32_t)round_up(encoder->code.count * sizeof *encoder->code.data);
	header.pointers = header.data + (uint32_t)round_up(header.data_size);
	header.size = header.pointers + (uint32_t)round_up(program->pointer_slots.count * sizeof(uint32_t));
	program->size = header.size;
	program->bytes = hr_calloc(1, header.size);
	memcpy(program->bytes, &header, sizeof header);
	memcpy(program->bytes + header.image, encoder->image.data, encoder->image.length);
	memcpy(program->bytes + header.code, encoder->code.data, encoder->code.count * sizeof *encoder->code.data);
	memcpy(program->bytes + header.data, encoder->data.data, encoder->data.length);
	if (program->pointer_slots.count)
		memcpy(program->bytes + header.pointers, program->pointer_slots.data,
		       program->pointer_slots.count * sizeof(uint32_t));
}

/* A program has to fit a channel, and so does its result, which begins with the value area. */
static int check_size(const struct hr_encoder *encoder, struct hr_error *error)
{
	size_t size = encoder->image.length + encoder->data.length +
		      (encoder->code.count + encoder->program->pointer_slots.count) * sizeof(uint32_t);
	if (size > HR_CHANNEL_PROGRAMS - MOST_BESIDE || encoder->area_size > HR_CHANNEL_RESULTS / 2)
		return hr_fail(error, HR_ERROR_INPUT, "a sequence is too large to run");
	return 0;
}

static void ask_fingerprints(struct hr_encoder *encoder)
{
	const struct hr_sequence *sequence = encoder->sequence;
	for (size_t i = 0; encoder->wants->fingerprints && i < sequence->values.count; i++)
		hr_encoder_emit_words(encoder, HR_WIRE_FINGERPRINT, (uint32_t)encoder->program->slot_of.data[i],
				      (uint32_t)hr_type_size(sequence->model, sequence->values.data[i].type));
}

int hr_program_new(struct hr_program **out, const struct hr_sequence *sequence, const struct hr_callables *callables,
		   const struct hr_run_wants *wants, struct hr_error *error)
{
	struct hr_encoder encoder;
	memset(&encoder, 0, sizeof encoder);
	encoder.sequence = sequence;
	encoder.callables = callables;
	encoder.wants = wants;
	encoder.program = hr_calloc(1, sizeof *encoder.program);
	hr_strbuf_init(&encoder.image);
	hr_strbuf_init(&encoder.data);
	encoder.program->statement_count = sequence->statements.count;
	encoder.program->value_count = sequence->values.count;
	for (size_t i = 0; i < sequence->values.count; i++)
		hr_vec_push(&encoder.program->slot_of, (size_t)-1);
	int status = 0;
	for (size_t i = 0; i < sequence->statements.count && !status; i++)
		status = encode_statement(&encoder, i, error);
	if (!status) {
		ask_fingerprints(&encoder);
		hr_encoder_emit(&encoder, HR_WIRE_END, NULL, 0);
		status = check_size(&encoder, error);
	}
	if (!status) {
		assemble(&encoder);
		*out = encoder.program;
	} else {
		hr_program_free(encoder.program);
	}
	hr_vec_release(&encoder.code);
	hr_vec_release(&encoder.instances);
	hr_strbuf_release(&encoder.image);
	hr_strbuf_release(&encoder.data);
	return status;
}

void hr_program_free(struct hr_program *program)
{
	if (!program)
		return;
	free(program->bytes);
	hr_vec_release(&program->slot_of);
	hr_vec_release(&program->value_of);
	hr_vec_release(&program->pointer_slots);
	free(program);
}
