/* Values of a run, as a person reads them. */
#include "app/show_value.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 72, MOST_DEPTH = 4 };

void hr_show_text(struct hr_strbuf *out, const unsigned char *bytes, size_t length)
{
	static const char plain[] = "\n\t\r\"\\";
	static const char letters[] = "ntr\"\\";
	hr_strbuf_addch(out, '"');
	for (size_t i = 0, taken; i < length; i += taken) {
		bool is_valid;
		taken = hr_text_utf8_take((const char *)bytes + i, length - i, &is_valid);
		const char *found = bytes[i] ? strchr(plain, bytes[i]) : NULL;
		if (i >= MOST_TEXT && length > MOST_TEXT + 8) {
			hr_strbuf_addf(out, "\"… (%zu bytes)", length);
			return;
		}
		if (found)
			hr_strbuf_addf(out, "\\%c", letters[found - plain]);
		else if (is_valid && (isprint(bytes[i]) || bytes[i] >= 0x80))
			hr_strbuf_add(out, (const char *)bytes + i, taken);
		else
			for (size_t k = 0; k < taken; k++)
				hr_strbuf_addf(out, "\\x%02x", bytes[i + k]);
	}
	hr_strbuf_addch(out, '"');
}

static void show_real(struct hr_strbuf *out, double value)
{
	char text[40];
	for (int digits = 15; digits <= 17; digits += 2) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		double back;
		if (sscanf(text, "%lf", &back) == 1 && (back == value || isnan(value)))
			break;
	}
	hr_strbuf_addstr(out, text);
}

static void show_enum(struct hr_strbuf *out, const struct hr_type *type, int64_t number)
{
	for (size_t i = 0; i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == number) {
			hr_strbuf_addstr(out, type->enumerators.data[i].name);
			return;
		}
	hr_strbuf_addf(out, "%lld", (long long)number);
}

static void show_at(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref,
		    const unsigned char *bytes, int depth);

static void show_fields(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type,
			const unsigned char *bytes, int depth)
{
	const char *separator = "";
	hr_strbuf_addch(out, '{');
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		if (field->offset_bits < 0 || !*field->item.name)
			continue;
		hr_strbuf_addf(out, "%s.%s = ", separator, field->item.name);
		separator = ", ";
		if (field->bit_width >= 0) {
			uint64_t word = 0;
			for (int bit = 0; bit < field->bit_width; bit++) {
				int64_t at = field->offset_bits + bit;
				word |= (uint64_t)(bytes[at / 8] >> (at % 8) & 1) << bit;
			}
			hr_strbuf_addf(out, "%llu", (unsigned long long)word);
		} else {
			show_at(out, model, field->item.type, bytes + field->offset_bits / 8, depth + 1);
		}
		if (type->kind == HR_TYPE_UNION)
			break; /* which member holds is not known */
	}
	hr_strbuf_addch(out, '}');
}

static void show_array(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *type,
		       const unsigned char *bytes, int depth)
{
	const struct hr_type *element = hr_model_type(model, type->target);
	size_t count = type->count > 0 ? (size_t)type->count : 0;
	if (element && element->kind == HR_TYPE_INT && element->size == 1) {
		hr_show_text(out, bytes, strnlen((const char *)bytes, count));
		return;
	}
	hr_strbuf_addch(out, '[');
	for (size_t i = 0; i < count && element; i++) {
		if (i == 16) {
			hr_strbuf_addstr(out, ", …");
			break;
		}
		hr_strbuf_addstr(out, i ? ", " : "");
		show_at(out, model, type->target, bytes + i * (size_t)element->size, depth + 1);
	}
	hr_strbuf_addch(out, ']');
}

static void show_at(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref,
		    const unsigned char *bytes, int depth)
{
	const struct hr_type *type = hr_model_type(model, ref);
	size_t size = hr_type_size(model, ref);
	int64_t number = size <= 8 ? hr_bytes_integer(bytes, size, type && type->is_signed) : 0;
	if (!type || type->kind == HR_TYPE_POINTER) {
		hr_strbuf_addstr(out, number ? "pointer" : "NULL");
		return;
	}
	switch (type->kind) {
	case HR_TYPE_BOOL:
		hr_strbuf_addstr(out, number ? "true" : "false");
		break;
	case HR_TYPE_ENUM:
		show_enum(out, type, hr_bytes_integer(bytes, size, true));
		break;
	case HR_TYPE_INT:
		if (size == 1 && strcmp(type->spelling, "char") == 0 && isprint((unsigned char)number) &&
		    number != '\'' && number != '\\')
			hr_strbuf_addf(out, "'%c'", (char)number);
		else
			hr_strbuf_addf(out, type->is_signed ? "%lld" : "%llu", (long long)number);
		break;
	case HR_TYPE_FLOAT:
		if (size == 4) {
			float value;
			memcpy(&value, bytes, sizeof value);
			show_real(out, (double)value);
		} else if (size == 8) {
			double value;
			memcpy(&value, bytes, sizeof value);
			show_real(out, value);
		} else {
			long double value = 0;
			memcpy(&value, bytes, 10);
			show_real(out, (double)value);
		}
		break;
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		if (depth < MOST_DEPTH)
			show_fields(out, model, type, bytes, depth);
		else
			hr_strbuf_addstr(out, "{…}");
		break;
	case HR_TYPE_ARRAY:
		show_array(out, model, type, bytes, depth);
		break;
	default:
		hr_strbuf_addf(out, "%zu byte%s", size, size == 1 ? "" : "s");
		break;
	}
}

void hr_show_bytes(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type,
		   const unsigned char *bytes)
{
	show_at(out, model, type, bytes, 0);
}

/* The earlier value that points into the same block. */
static const struct hr_pointer_record *same_block(const struct hr_outcome *outcome, size_t value, uint32_t block)
{
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *other = &outcome->pointers.data[i];
		if (other->value != HR_NO_VALUE && other->value < value && other->block == block)
			return other;
	}
	return NULL;
}

static void show_pointer(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			 size_t value, const struct hr_description *description)
{
	const struct hr_pointer_record *pointer = &description->pointer;
	const struct hr_pointer_record *other =
		pointer->block == HR_NO_BLOCK ? NULL : same_block(outcome, value, pointer->block);
	if (!description->is_readable) {
		hr_strbuf_addstr(out, pointer->is_freed ? "freed memory" : "not readable");
		return;
	}
	if (other) {
		hr_strbuf_addstr(out, sequence->values.data[other->value].name);
		if (pointer->offset != other->offset)
			hr_strbuf_addf(out, " %c %llu", pointer->offset > other->offset ? '+' : '-',
				       (unsigned long long)(pointer->offset > other->offset
								    ? pointer->offset - other->offset
								    : other->offset - pointer->offset));
		return;
	}
	if (pointer->block != HR_NO_BLOCK)
		hr_strbuf_addf(out, "%llu byte%s", (unsigned long long)pointer->size, pointer->size == 1 ? "" : "s");
	else
		hr_strbuf_addstr(out, "memory of the unit");
	const struct hr_model *model = sequence->model;
	struct hr_type_ref pointee = hr_value_pointee(sequence, value);
	const struct hr_type *type = hr_model_type(model, pointee);
	if (type && type->size > 0 && (size_t)type->size <= description->length && type->kind != HR_TYPE_POINTER) {
		hr_strbuf_addch(out, ' ');
		hr_show_bytes(out, model, pointee, description->bytes);
	}
}

static bool is_text(const struct hr_sequence *sequence, size_t value, const struct hr_description *description)
{
	const struct hr_type *type = hr_model_type(sequence->model, hr_value_pointee(sequence, value));
	bool has_end = description->length && !description->bytes[description->length - 1];
	return type && type->kind == HR_TYPE_INT && type->size == 1 && description->is_readable && has_end;
}

void hr_show_value(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		   size_t value)
{
	const struct hr_model *model = sequence->model;
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);
	struct hr_type_ref ref = sequence->values.data[value].type;
	const struct hr_type *type = hr_model_type(model, ref);
	static const unsigned char null_pointer[8];
	if (!bytes) {
		hr_strbuf_addstr(out, "?");
		return;
	}
	bool is_pointer = !type || type->kind == HR_TYPE_POINTER;
	if (!is_pointer || memcmp(bytes, null_pointer, sizeof null_pointer) == 0) {
		hr_show_bytes(out, model, ref, bytes);
		return;
	}
	const struct hr_description *description =
		hr_outcome_description(outcome, value, sequence->values.data[value].statement);
	if (!description)
		hr_strbuf_addstr(out, "pointer");
	else if (is_text(sequence, value, description))
		hr_show_text(out, description->bytes, description->length - 1);
	else
		show_pointer(out, sequence, outcome, value, description);
}

/* How many bytes the argument points to, when the next one tells: a parameter for sizes, after a pointer to bytes. */
static bool told_length(uint64_t *out, const struct hr_model *model, const struct hr_type *function,
			const struct hr_callback_call *call, size_t index)
{
	if (index + 1 >= call->arguments.count || index + 1 >= function->params.count)
		return false;
	const struct hr_item *next = &function->params.data[index + 1];
	const struct hr_type *type = hr_model_type(model, next->type);
	if (!type || type->kind != HR_TYPE_INT || type->size < 4 || (type->is_signed && next->role != HR_ROLE_LENGTH))
		return false;
	*out = (uint64_t)hr_bytes_integer(call->arguments.data[index + 1].bytes, (size_t)type->size, type->is_signed);
	return true;
}

static bool is_readable_text(const struct hr_callback_argument *argument)
{
	for (size_t i = 0; i < argument->length; i++)
		if (!isprint((unsigned char)argument->text[i]) && !isspace((unsigned char)argument->text[i]))
			return false;
	return argument->length > 0;
}

void hr_show_callback_argument(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *function,
			       const struct hr_callback_call *call, size_t index)
{
	const struct hr_callback_argument *argument = &call->arguments.data[index];
	struct hr_type_ref ref = function->params.data[index].type;
	const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, ref));
	bool is_bytes = pointee && pointee->kind == HR_TYPE_INT && pointee->size == 1;
	bool is_void = pointee && pointee->kind == HR_TYPE_VOID;
	uint64_t length;
	if (!argument->text || !(is_bytes || is_void)) {
		if (hr_type_size(model, ref) <= sizeof argument->bytes)
			hr_show_bytes(out, model, ref, argument->bytes);
		else
			hr_strbuf_addstr(out, "…");
		return;
	}
	const unsigned char *text = (const unsigned char *)argument->text;
	bool has_length = told_length(&length, model, function, call, index);
	if (has_length && length <= argument->length)
		hr_show_text(out, text, (size_t)length);
	else if (is_bytes || has_length || is_readable_text(argument))
		hr_show_text(out, text, argument->length);
	else
		hr_strbuf_addstr(out, "pointer");
}
