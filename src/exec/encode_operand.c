/* Operands → slots: literals into the image, memory into objects, conversions where the types differ. */
#include "base/bug.h"
#include "base/memory.h"
#include "exec/encode_internal.h"

#include <string.h>

#define NOT_SCALAR HR_WIRE_SCALAR_COUNT /* structs and the like */

static enum hr_wire_scalar integer_class(int64_t size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? HR_WIRE_I8 : HR_WIRE_U8;
	case 2:
		return is_signed ? HR_WIRE_I16 : HR_WIRE_U16;
	case 4:
		return is_signed ? HR_WIRE_I32 : HR_WIRE_U32;
	case 8:
		return is_signed ? HR_WIRE_I64 : HR_WIRE_U64;
	default:
		return NOT_SCALAR;
	}
}

/* The class of a scalar type; NOT_SCALAR for structs and the like. */
static enum hr_wire_scalar class_of(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	if (!type)
		return HR_WIRE_U64;
	switch (type->kind) {
	case HR_TYPE_BOOL:
		return HR_WIRE_BOOL;
	case HR_TYPE_INT:
		return integer_class(type->size, type->is_signed);
	case HR_TYPE_ENUM:
		return integer_class(type->size, true);
	case HR_TYPE_FLOAT:
		return type->size == 4 ? HR_WIRE_F32 : type->size == 8 ? HR_WIRE_F64 : HR_WIRE_F80;
	case HR_TYPE_POINTER:
	case HR_TYPE_ARRAY:
	case HR_TYPE_FUNCTION:
		return HR_WIRE_U64;
	default:
		return NOT_SCALAR;
	}
}

static const unsigned char class_size[] = {
	[HR_WIRE_BOOL] = 1, [HR_WIRE_I8] = 1,  [HR_WIRE_I16] = 2, [HR_WIRE_I32] = 4,
	[HR_WIRE_I64] = 8,  [HR_WIRE_U8] = 1,  [HR_WIRE_U16] = 2, [HR_WIRE_U32] = 4,
	[HR_WIRE_U64] = 8,  [HR_WIRE_F32] = 4, [HR_WIRE_F64] = 8, [HR_WIRE_F80] = 16,
};

/* The bytes of a literal number as a scalar of that class; 16 bytes of room. */
static void number_bytes(unsigned char *out, enum hr_wire_scalar scalar, int64_t number, double real, bool is_real)
{
	memset(out, 0, 16);
	if (scalar == HR_WIRE_F32) {
		float value = is_real ? (float)real : (float)number;
		memcpy(out, &value, sizeof value);
	} else if (scalar == HR_WIRE_F64) {
		double value = is_real ? real : (double)number;
		memcpy(out, &value, sizeof value);
	} else if (scalar == HR_WIRE_F80) {
		long double value = is_real ? (long double)real : (long double)number;
		memcpy(out, &value, 10); /* the rest is padding */
	} else if (scalar == HR_WIRE_BOOL) {
		out[0] = is_real ? real != 0 : number != 0;
	} else {
		int64_t value = is_real ? (int64_t)real : number;
		memcpy(out, &value, class_size[scalar]);
	}
}

static bool literal_number(int64_t *number, double *real, bool *is_real, const struct hr_model *model,
			   const struct hr_operand *operand)
{
	const struct hr_constant *constant = NULL;
	*is_real = false;
	*real = 0;
	*number = 0;
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
		*number = operand->number;
		return true;
	case HR_OPERAND_NULL:
		return true;
	case HR_OPERAND_REAL:
		*real = operand->real;
		*is_real = true;
		return true;
	case HR_OPERAND_CONSTANT:
		constant = &model->constants.data[operand->constant];
		*number = constant->number;
		*real = constant->real;
		*is_real = constant->kind == HR_CONSTANT_FLOAT;
		return constant->kind == HR_CONSTANT_INT || constant->kind == HR_CONSTANT_FLOAT;
	default:
		return false;
	}
}

static uint32_t image_of(struct hr_encoder *encoder, const void *bytes, size_t size)
{
	uint32_t slot = hr_encoder_slot(encoder, size);
	hr_encoder_image(encoder, slot, bytes, size);
	return slot;
}

static uint32_t converted(struct hr_encoder *encoder, uint32_t source, enum hr_wire_scalar from, enum hr_wire_scalar to)
{
	if (from == to || from == NOT_SCALAR || to == NOT_SCALAR)
		return source;
	uint32_t slot = hr_encoder_slot(encoder, to == HR_WIRE_F80 ? 16 : 8);
	hr_encoder_emit_words(encoder, HR_WIRE_CONVERT, slot, (uint32_t)to, source, (uint32_t)from);
	return slot;
}

void hr_emit_get(struct hr_encoder *encoder, uint32_t slot, const struct hr_access *access)
{
	const struct hr_model *model = encoder->model;
	uint32_t base = hr_encoder_slot_of(encoder, access->value);
	size_t size = hr_type_size(model, access->type);
	const struct hr_type *type = hr_model_type(model, access->type);
	if (type && type->kind == HR_TYPE_ARRAY && access->through)
		hr_encoder_emit_words(encoder, HR_WIRE_OFFSET, slot, base, (uint32_t)access->offset);
	else if (!access->through && access->bit_width < 0)
		hr_encoder_emit_words(encoder, HR_WIRE_COPY, slot, base + (uint32_t)access->offset, (uint32_t)size);
	else if (access->bit_width >= 0)
		hr_encoder_emit_words(encoder, HR_WIRE_LOAD_BITS, slot, base, (uint32_t)access->bit_offset,
				      (uint32_t)access->bit_width, type && type->is_signed);
	else
		hr_encoder_emit_words(encoder, HR_WIRE_LOAD, slot, base, (uint32_t)access->offset, (uint32_t)size);
}

void hr_aggregate_release(struct hr_aggregate *aggregate)
{
	hr_strbuf_release(&aggregate->bytes);
	hr_vec_release(&aggregate->patches);
}

static void aggregate_put(struct hr_aggregate *aggregate, size_t offset, const void *bytes, size_t size)
{
	while (aggregate->bytes.length < offset + size)
		hr_strbuf_addch(&aggregate->bytes, '\0');
	memcpy(aggregate->bytes.data + offset, bytes, size);
}

static void put_bits(struct hr_aggregate *aggregate, int64_t bit, int width, int64_t value)
{
	for (int i = 0; i < width; i++) {
		size_t at = (size_t)(bit + i) / 8;
		unsigned char byte = 0;
		aggregate_put(aggregate, at, &byte, 0);
		while (aggregate->bytes.length <= at)
			hr_strbuf_addch(&aggregate->bytes, '\0');
		unsigned mask = 1u << ((bit + i) % 8);
		unsigned char old = (unsigned char)aggregate->bytes.data[at];
		aggregate->bytes.data[at] = (char)((value >> i) & 1 ? old | mask : old & ~mask);
	}
}

static int put_part(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		    struct hr_type_ref ref, size_t offset, struct hr_error *error);

static int put_struct(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		      const struct hr_type *type, size_t offset, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	for (size_t i = 0; i < operand->part_count; i++) {
		const struct hr_field *field = &type->fields.data[operand->fields[i]];
		int64_t number;
		double real;
		bool is_real;
		if (field->offset_bits < 0)
			return hr_fail(error, HR_ERROR_INPUT, "where the field '%s' lies is not known",
				       field->item.name);
		if (field->bit_width < 0) {
			if (put_part(out, encoder, &operand->parts[i], field->item.type,
				     offset + (size_t)field->offset_bits / 8, error))
				return -1;
		} else if (literal_number(&number, &real, &is_real, model, &operand->parts[i])) {
			put_bits(out, (int64_t)offset * 8 + field->offset_bits, field->bit_width, number);
		} else {
			return hr_fail(error, HR_ERROR_INPUT, "the bit-field '%s' takes a number here",
				       field->item.name);
		}
	}
	return 0;
}

static int put_list(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		    struct hr_type_ref element, size_t offset, struct hr_error *error)
{
	size_t size = hr_type_size(encoder->model, element);
	for (size_t i = 0; i < operand->part_count; i++)
		if (put_part(out, encoder, &operand->parts[i], element, offset + i * size, error))
			return -1;
	return 0;
}

/* One operand at a place of known type inside an aggregate. */
static int put_part(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		    struct hr_type_ref ref, size_t offset, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	const struct hr_type *type = hr_model_type(model, ref);
	bool is_array = type && type->kind == HR_TYPE_ARRAY;
	int64_t number;
	double real;
	bool is_real;
	enum hr_wire_scalar scalar = class_of(model, ref);
	if (is_array && operand->kind == HR_OPERAND_LIST)
		return put_list(out, encoder, operand, type->target, offset, error);
	if (is_array && (operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES)) {
		size_t room = type->count < 0 ? operand->length : (size_t)type->count;
		aggregate_put(out, offset, operand->text, operand->length < room ? operand->length : room);
		return 0;
	}
	if (type && operand->kind == HR_OPERAND_STRUCT && type->kind != HR_TYPE_POINTER)
		return put_struct(out, encoder, operand, type, offset, error);
	if (scalar != NOT_SCALAR && literal_number(&number, &real, &is_real, model, operand)) {
		unsigned char bytes[16];
		number_bytes(bytes, scalar, number, real, is_real);
		aggregate_put(out, offset, bytes, class_size[scalar]);
		return 0;
	}
	uint32_t slot;
	if (hr_encode_operand(&slot, encoder, operand, ref, error))
		return -1;
	hr_vec_push(&out->patches, (struct hr_patch){ offset, slot, hr_type_size(model, ref) });
	return 0;
}

int hr_encode_object(struct hr_aggregate *out, struct hr_encoder *encoder, const struct hr_operand *operand,
		     struct hr_type_ref type, size_t count, struct hr_error *error)
{
	size_t element = hr_type_size(encoder->model, type);
	switch (operand->kind) {
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		if (element == 1) {
			size_t size = operand->length < count ? operand->length : count;
			hr_strbuf_add(&out->bytes, operand->text, size);
			return 0;
		}
		break;
	case HR_OPERAND_LIST:
		return put_list(out, encoder, operand, type, 0, error);
	case HR_OPERAND_STRUCT:
		if (operand->part_count == 0)
			return 0; /* {}: all zero, whatever it is */
		break;
	default:
		break;
	}
	return put_part(out, encoder, operand, type, 0, error);
}

void hr_emit_stores(struct hr_encoder *encoder, uint32_t base, int64_t offset, size_t size,
		    const struct hr_aggregate *aggregate)
{
	if (size) {
		uint32_t whole = hr_encoder_slot(encoder, size);
		size_t known = aggregate->bytes.length < size ? aggregate->bytes.length : size;
		hr_encoder_image(encoder, whole, aggregate->bytes.data, known);
		hr_encoder_emit_words(encoder, HR_WIRE_STORE, base, (uint32_t)offset, whole, (uint32_t)size);
	}
	for (size_t i = 0; i < aggregate->patches.count; i++) {
		const struct hr_patch *patch = &aggregate->patches.data[i];
		hr_encoder_emit_words(encoder, HR_WIRE_STORE, base, (uint32_t)(offset + (int64_t)patch->offset),
				      patch->slot, (uint32_t)patch->size);
	}
}

void hr_emit_object(struct hr_encoder *encoder, uint32_t slot, size_t size, const struct hr_aggregate *aggregate,
		    bool zero)
{
	size_t known = aggregate->bytes.length < size ? aggregate->bytes.length : size;
	uint32_t data = hr_encoder_data(encoder, aggregate->bytes.data, known);
	hr_encoder_emit_words(encoder, HR_WIRE_OBJECT, slot, (uint32_t)size, 16, data, (uint32_t)known,
			      zero ? HR_WIRE_OBJECT_ZERO : 0);
	hr_emit_stores(encoder, slot, 0, 0, aggregate);
}

/* A literal that needs memory where a pointer is expected: a fresh object of exactly its size. */
static int encode_memory(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			 struct hr_type_ref pointer, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	struct hr_type_ref element = hr_model_pointee(model, pointer);
	size_t element_size = hr_type_size(model, element);
	struct hr_aggregate aggregate = HR_AGGREGATE_INIT;
	size_t size = 0;
	int status = 0;
	switch (operand->kind) {
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		hr_strbuf_add(&aggregate.bytes, operand->text, operand->length);
		size = operand->length + (operand->kind == HR_OPERAND_TEXT);
		break;
	case HR_OPERAND_LIST:
		size = operand->part_count * (element_size ? element_size : 1);
		status = put_list(&aggregate, encoder, operand, element, 0, error);
		break;
	default:
		size = element_size;
		status = put_part(&aggregate, encoder, operand, element, 0, error);
		break;
	}
	*slot = hr_encoder_slot(encoder, 8);
	if (!status)
		hr_emit_object(encoder, *slot, size, &aggregate, true);
	hr_encoder_pointer(encoder, *slot, HR_NO_VALUE);
	hr_aggregate_release(&aggregate);
	return status;
}

static int encode_struct_value(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			       struct hr_type_ref type, struct hr_error *error)
{
	struct hr_aggregate aggregate = HR_AGGREGATE_INIT;
	size_t size = hr_type_size(encoder->model, type);
	int status = put_part(&aggregate, encoder, operand, type, 0, error);
	*slot = hr_encoder_slot(encoder, size);
	if (!status)
		hr_encoder_image(encoder, *slot, aggregate.bytes.data,
				 aggregate.bytes.length < size ? aggregate.bytes.length : size);
	for (size_t i = 0; i < aggregate.patches.count && !status; i++)
		hr_encoder_emit_words(encoder, HR_WIRE_COPY, *slot + (uint32_t)aggregate.patches.data[i].offset,
				      aggregate.patches.data[i].slot, (uint32_t)aggregate.patches.data[i].size);
	hr_aggregate_release(&aggregate);
	return status;
}

static int encode_callback(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			   struct hr_type_ref type, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	size_t number = hr_callables_callback(encoder->callables, model, type);
	if (number == (size_t)-1)
		return hr_fail(error, HR_ERROR_INPUT, "no callback of this type can be made");
	struct hr_type_ref result = model->types.data[encoder->callables->callback_types.data[number]].target;
	size_t size = hr_type_size(model, result);
	struct hr_aggregate values = HR_AGGREGATE_INIT;
	int status = 0;
	for (size_t i = 0; i < operand->part_count && !status; i++)
		status = put_part(&values, encoder, &operand->parts[i], result, i * size, error);
	if (!status && values.patches.count)
		status = hr_fail(error, HR_ERROR_INPUT, "a callback returns literals only");
	while (values.bytes.length < operand->part_count * size)
		hr_strbuf_addch(&values.bytes, '\0');
	uint32_t data = hr_encoder_data(encoder, values.bytes.data, values.bytes.length);
	*slot = hr_encoder_slot(encoder, 8);
	hr_encoder_emit_words(encoder, HR_WIRE_CALLBACK, *slot, 0, data, (uint32_t)operand->part_count, (uint32_t)size);
	hr_vec_push(&encoder->callbacks,
		    (struct hr_callback_use){ (uint32_t)encoder->code.count - 4, (uint32_t)number });
	hr_aggregate_release(&values);
	return status;
}

static void encode_file(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand)
{
	*slot = hr_encoder_slot(encoder, 16);
	if (operand->kind == HR_OPERAND_PATH && !operand->text) {
		hr_encoder_emit_words(encoder, HR_WIRE_FILE, *slot, 0, 0, (uint32_t)HR_WIRE_FRESH_PATH);
		return;
	}
	if (operand->kind == HR_OPERAND_STREAM && !operand->text && operand->number) {
		hr_encoder_emit_words(encoder, HR_WIRE_FILE, *slot, 0, (uint32_t)operand->number,
				      (uint32_t)HR_WIRE_STREAM_ROOM);
		return;
	}
	enum hr_wire_file mode = operand->kind == HR_OPERAND_PATH         ? HR_WIRE_PATH
				 : operand->kind == HR_OPERAND_DESCRIPTOR ? HR_WIRE_DESCRIPTOR
				 : operand->text                          ? HR_WIRE_STREAM_READ
									  : HR_WIRE_STREAM_WRITE;
	uint32_t data = hr_encoder_data(encoder, operand->text ? operand->text : "", operand->length);
	hr_encoder_emit_words(encoder, HR_WIRE_FILE, *slot, data, (uint32_t)operand->length, (uint32_t)mode);
}

/* The statement that makes a value, where it is among those that are encoded together; else NULL: what is encoded already does not change. */
static const struct hr_statement *maker_of(const struct hr_encoder *encoder, size_t value)
{
	if (encoder->sequence)
		return &encoder->sequence->statements.data[encoder->sequence->values.data[value].statement];
	for (size_t i = 0; encoder->chain && value >= encoder->first_value && i < encoder->chain->own_statements; i++)
		if (encoder->chain->statements[i].value == value)
			return &encoder->chain->statements[i];
	return NULL;
}

static int encode_address(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			  struct hr_type_ref type, struct hr_error *error)
{
	*slot = hr_encoder_slot(encoder, 8);
	if (operand->kind == HR_OPERAND_ADDRESS) {
		char room[HR_ACCESS_ROOM];
		const struct hr_access access =
			hr_access_now(room, encoder->model, operand->access, maker_of(encoder, operand->access->value));
		if (!access.through)
			return hr_fail(error, HR_ERROR_INPUT, "a value that a call returned has no address");
		hr_encoder_emit_words(encoder, HR_WIRE_OFFSET, *slot, hr_encoder_slot_of(encoder, access.value),
				      (uint32_t)access.offset);
		return 0;
	}
	if (operand->kind == HR_OPERAND_FUNCTION) {
		size_t number = hr_callables_function_for(encoder->callables, encoder->model, operand->text, type);
		if (number == (size_t)-1)
			return hr_fail(error, HR_ERROR_INPUT, "the address of '%s' is not known", operand->text);
		hr_encoder_emit_words(encoder, HR_WIRE_FUNCTION, *slot, (uint32_t)number);
		return 0;
	}
	const struct hr_model *model = encoder->model;
	for (size_t i = 0; i < encoder->callables->variables.count; i++) {
		const char *name = model->variables.data[encoder->callables->variables.data[i]].name;
		if (strcmp(name, operand->text) == 0) {
			hr_encoder_emit_words(encoder, HR_WIRE_VARIABLE, *slot, (uint32_t)i);
			return 0;
		}
	}
	return hr_fail(error, HR_ERROR_INPUT, "the address of '%s' is not known", operand->text);
}

/* A named constant that is a string, or a pointer that only the compiler knows. */
static int encode_constant(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			   struct hr_type_ref type, struct hr_error *error)
{
	const struct hr_constant *constant = &encoder->model->constants.data[operand->constant];
	if (constant->kind == HR_CONSTANT_STRING) {
		struct hr_operand text = { .kind = HR_OPERAND_TEXT,
					   .text = constant->text,
					   .length = strlen(constant->text) };
		return encode_memory(slot, encoder, &text, type, error);
	}
	return hr_fail(error, HR_ERROR_INPUT, "the constant '%s' has a value that only the compiler knows",
		       constant->name);
}

static int encode_plain(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
			struct hr_type_ref type, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	const struct hr_type *wanted = hr_model_type(model, type);
	bool by_value = wanted && (wanted->kind == HR_TYPE_STRUCT || wanted->kind == HR_TYPE_UNION);
	switch (operand->kind) {
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
	case HR_OPERAND_LIST:
		return encode_memory(slot, encoder, operand, type, error);
	case HR_OPERAND_STRUCT:
		if (by_value)
			return encode_struct_value(slot, encoder, operand, type, error);
		return encode_memory(slot, encoder, operand, type, error);
	case HR_OPERAND_CONSTANT:
		return encode_constant(slot, encoder, operand, type, error);
	case HR_OPERAND_CALLBACK:
		return encode_callback(slot, encoder, operand, type, error);
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		encode_file(slot, encoder, operand);
		return 0;
	case HR_OPERAND_ADDRESS:
	case HR_OPERAND_FUNCTION:
	case HR_OPERAND_VARIABLE:
		return encode_address(slot, encoder, operand, type, error);
	default:
		HR_BUG("an operand of kind %d", (int)operand->kind);
	}
}

int hr_encode_as(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand, struct hr_type_ref type,
		 enum hr_wire_scalar scalar, struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	int64_t number;
	double real;
	bool is_real;
	if (scalar != NOT_SCALAR && literal_number(&number, &real, &is_real, model, operand)) {
		unsigned char bytes[16];
		number_bytes(bytes, scalar, number, real, is_real);
		*slot = image_of(encoder, bytes, scalar == HR_WIRE_F80 ? 16 : 8);
		return 0;
	}
	if (operand->kind == HR_OPERAND_VALUE) {
		*slot = converted(encoder, hr_encoder_slot_of(encoder, operand->value),
				  class_of(model, hr_encoder_type_of(encoder, operand->value)), scalar);
		return 0;
	}
	if (operand->kind == HR_OPERAND_PART) {
		*slot = hr_encoder_slot(encoder, hr_type_size(model, operand->access->type));
		hr_emit_get(encoder, *slot, operand->access);
		*slot = converted(encoder, *slot, class_of(model, operand->access->type), scalar);
		return 0;
	}
	return encode_plain(slot, encoder, operand, type, error);
}

int hr_encode_operand(uint32_t *slot, struct hr_encoder *encoder, const struct hr_operand *operand,
		      struct hr_type_ref type, struct hr_error *error)
{
	return hr_encode_as(slot, encoder, operand, type, class_of(encoder->model, type), error);
}

int hr_encode_tail(uint32_t *slot, bool *is_real, struct hr_encoder *encoder, const struct hr_operand *operand,
		   struct hr_error *error)
{
	const struct hr_model *model = encoder->model;
	static const struct hr_type_ref anything = { HR_NO_TYPE, 0 };
	struct hr_type_ref type = anything;
	if (operand->kind == HR_OPERAND_VALUE)
		type = hr_encoder_type_of(encoder, operand->value);
	else if (operand->kind == HR_OPERAND_PART)
		type = operand->access->type;
	enum hr_wire_scalar scalar = class_of(model, type);
	*is_real = operand->kind == HR_OPERAND_REAL || scalar == HR_WIRE_F32 || scalar == HR_WIRE_F64 ||
		   scalar == HR_WIRE_F80 ||
		   (operand->kind == HR_OPERAND_CONSTANT &&
		    model->constants.data[operand->constant].kind == HR_CONSTANT_FLOAT);
	return hr_encode_as(slot, encoder, operand, type, *is_real ? HR_WIRE_F64 : HR_WIRE_I64, error);
}
