/* What a run showed of one thing: a scalar, a text, bytes, whether a pointer is NULL. */
#include "suite/observe.h"

#include "base/text.h"
#include "suite/buffers.h"
#include "suite/number_names.h"
#include "suite/parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

bool hr_type_is_character(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size == 1 && strcmp(type->spelling, "char") == 0;
}

bool hr_type_is_byte(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size == 1;
}

void hr_assertion_set_text(struct hr_assertion *out, struct hr_arena *arena, const unsigned char *bytes, size_t length)
{
	char *copy = hr_arena_alloc(arena, length + 1);
	memcpy(copy, bytes, length);
	copy[length] = '\0';
	out->kind = HR_ASSERT_TEXT;
	out->text = copy;
	out->length = length;
}

/* float and double; what is wider has no literal here. */
static bool read_real(double *out, const struct hr_type *type, const unsigned char *bytes)
{
	float narrow;
	if (type->size != sizeof *out && type->size != sizeof narrow)
		return false;
	if (type->size == sizeof *out) {
		memcpy(out, bytes, sizeof *out);
	} else {
		memcpy(&narrow, bytes, sizeof narrow);
		*out = (double)narrow;
	}
	return true;
}

/* A scalar from its bytes; false when it is none. */
static bool scalar_check(struct hr_assertion *out, const struct hr_type *type, const unsigned char *bytes)
{
	switch (type->kind) {
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
	case HR_TYPE_ENUM:
		if (type->size > 8)
			return false;
		out->kind = HR_ASSERT_NUMBER;
		out->number =
			hr_bytes_integer(bytes, (size_t)type->size, type->is_signed || type->kind == HR_TYPE_ENUM);
		return true;
	case HR_TYPE_FLOAT:
		out->kind = HR_ASSERT_REAL;
		return read_real(&out->real, type, bytes) && !isnan(out->real);
	default:
		return false;
	}
}

const struct hr_statement *hr_value_maker(const struct hr_sequence *sequence, size_t value)
{
	return &sequence->statements.data[sequence->values.data[value].statement];
}

size_t hr_text_length(const unsigned char *bytes, size_t size)
{
	const unsigned char *end = size ? memchr(bytes, 0, size) : NULL;
	return end && end - bytes <= HR_MOST_TEXT ? (size_t)(end - bytes) : (size_t)-1;
}

/* list_compare, ListCompare, list_cmp, xstrcmp; not icmp_send. */
static bool names_comparison(const char *name)
{
	static const char *const words[] = { "cmp", "compare", "collate" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *at = name; (at = hr_text_find_any_case(at, words[i])); at++) {
			const char *end = at + strlen(words[i]);
			bool begins = at == name || !isalpha((unsigned char)at[-1]) || isupper((unsigned char)*at);
			if ((begins && !islower((unsigned char)*end)) || (i == 0 && !*end))
				return true;
		}
	return false;
}

/* compare(a, b): what it returns is below, at or above 0, and as strcmp() has it, that is all that counts: two libcs, or a sanitizer, have other numbers. */
static bool is_comparison(const struct hr_model *model, const struct hr_statement *maker)
{
	const struct hr_operation *operation = &model->operations.data[maker->operation];
	const struct hr_type *type = hr_model_type(model, operation->result.type);
	return names_comparison(operation->name) && operation->result.role != HR_ROLE_STATUS &&
	       operation->params.count >= 2 && type && type->kind == HR_TYPE_INT && type->is_signed;
}

/* Of some results only the sign is anybody's business. */
static bool has_only_sign(const struct hr_model *model, const struct hr_statement *maker, int64_t number)
{
	return maker->kind == HR_STATEMENT_CALL && number != 0 &&
	       (is_comparison(model, maker) ||
		hr_is_mere_refusal(model, &model->operations.data[maker->operation], number));
}

/* Bytes that no NUL ends, as far as somebody told how many there are. */
static void told_bytes_check(struct hr_assertion *out, struct hr_arena *arena, const struct hr_description *description,
			     size_t told)
{
	size_t length = told <= HR_MOST_TEXT ? told : HR_BEGINNING;
	if (!length || length > description->length)
		return;
	hr_assertion_set_text(out, arena, description->bytes, length);
	out->kind = HR_ASSERT_BYTES;
}

/* What a value is: a result, or something that was read. */
static bool value_check(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
			const struct hr_outcome *outcome)
{
	static const unsigned char null_pointer[8];
	const unsigned char *bytes = hr_outcome_bytes(outcome, out->value);
	const struct hr_type *type = hr_model_type(sequence->model, out->type);
	if (!bytes || !type)
		return false;
	double real;
	if (type->kind == HR_TYPE_FLOAT && read_real(&real, type, bytes) && isnan(real)) {
		out->kind = HR_ASSERT_NUMBER;
		out->about = HR_ABOUT_NAN;
		out->number = 1;
		return true;
	}
	if (type->kind != HR_TYPE_POINTER && !scalar_check(out, type, bytes))
		return false;
	if (out->kind == HR_ASSERT_NUMBER &&
	    has_only_sign(sequence->model, hr_value_maker(sequence, out->value), out->number)) {
		out->about = HR_ABOUT_SIGN;
		out->number = out->number < 0 ? -1 : 1;
	}
	if (type->kind != HR_TYPE_POINTER)
		return true;
	out->kind = memcmp(bytes, null_pointer, sizeof null_pointer) == 0 ? HR_ASSERT_NULL : HR_ASSERT_NOT_NULL;
	const struct hr_description *description =
		hr_outcome_description(outcome, out->value, sequence->values.data[out->value].statement);
	const struct hr_type *target = hr_model_type(sequence->model, hr_value_pointee(sequence, out->value));
	/* bytes that are none of characters may be anything: an empty text is none then */
	size_t least = hr_type_is_character(target) ? 1 : 2;
	if (out->kind == HR_ASSERT_NOT_NULL && hr_type_is_byte(target) && description && description->is_readable &&
	    description->length >= least &&
	    hr_text_length(description->bytes, description->length) + 1 == description->length)
		hr_assertion_set_text(out, arena, description->bytes, description->length - 1);
	else if (out->kind == HR_ASSERT_NOT_NULL && hr_type_is_byte(target) && description && description->is_readable)
		told_bytes_check(out, arena, description, hr_told_length(sequence, outcome, out->value));
	return true;
}

const unsigned char *hr_bytes_behind(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value,
				     size_t statement, size_t offset, size_t size)
{
	if (hr_value_is_struct(sequence, value)) {
		const unsigned char *bytes = hr_outcome_bytes(outcome, value);
		return bytes ? bytes + offset : NULL;
	}
	const struct hr_description *description = hr_outcome_description(outcome, value, statement);
	if (!description || !description->is_readable || description->length < offset + size)
		return NULL;
	return description->bytes + offset;
}

/* A text in an array of characters that is a part of something. */
static bool part_text_check(struct hr_assertion *out, struct hr_arena *arena, const unsigned char *bytes, size_t size)
{
	size_t length = hr_text_length(bytes, size);
	if (length == (size_t)-1)
		return false;
	hr_assertion_set_text(out, arena, bytes, length);
	return true;
}

/* What stands in an object: a scalar of the sequence's own, a buffer with text in it, or a part. */
static bool object_check(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
			 const struct hr_outcome *outcome, size_t focus)
{
	const struct hr_statement *maker = hr_value_maker(sequence, out->value);
	if (!*out->part && maker->count >= 0)
		return hr_buffer_observe(out, arena, sequence, focus, outcome);
	const struct hr_type *type = hr_model_type(sequence->model, out->type);
	const unsigned char *bytes = type && type->size > 0 ? hr_bytes_behind(sequence, outcome, out->value, focus,
									      out->offset, (size_t)type->size)
							    : NULL;
	if (bytes && type->kind == HR_TYPE_ARRAY)
		return part_text_check(out, arena, bytes, (size_t)type->size);
	return bytes && scalar_check(out, type, bytes);
}

bool hr_value_is_own(const struct hr_sequence *sequence, size_t value)
{
	return hr_value_maker(sequence, value)->kind == HR_STATEMENT_NEW;
}

bool hr_assertion_observe(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
			  size_t statement, const struct hr_outcome *outcome)
{
	if (*out->part || hr_value_is_own(sequence, out->value))
		return object_check(out, arena, sequence, outcome, statement);
	return value_check(out, arena, sequence, outcome);
}
