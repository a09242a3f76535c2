/* Types and values as clang's -fsanitize=undefined passes them (ubsan_values.h).
 *
 * What is read here was written by the compiler (descriptors) or lies on the unit's stack (values that do not fit into a register). */
#include "runtime/ubsan_values.h"

#include <string.h>

enum { REGISTER_BITS = 64, WIDEST = 128 };

bool hr_ubsan_is_integer(const struct hr_ubsan_type *type)
{
	return type->kind == HR_UBSAN_INTEGER || type->kind == HR_UBSAN_BIT_INT;
}

bool hr_ubsan_is_signed(const struct hr_ubsan_type *type)
{
	return hr_ubsan_is_integer(type) && (type->info & 1);
}

unsigned hr_ubsan_width(const struct hr_ubsan_type *type)
{
	return 1u << (type->info >> 1);
}

static unsigned true_width(const struct hr_ubsan_type *type)
{
	if (type->kind != HR_UBSAN_BIT_INT || !(type->info & 1)) /* the compiler tells it for signed ones only */
		return hr_ubsan_width(type);
	uint32_t width;
	memcpy(&width, type->name + strlen(type->name) + 1, sizeof width);
	return width;
}

/* The bits of an integer; beyond 128 of them only the lowest. */
static hr_wide bits_of(const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	if (true_width(type) <= REGISTER_BITS)
		return value;
	hr_wide wide = 0;
	memcpy(&wide, (const void *)value, sizeof wide);
	return wide;
}

hr_wide_signed hr_ubsan_signed(const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	unsigned width = true_width(type);
	unsigned unused = width < WIDEST ? WIDEST - width : 0;
	return (hr_wide_signed)(bits_of(type, value) << unused) >> unused;
}

hr_wide hr_ubsan_unsigned(const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	return bits_of(type, value);
}

bool hr_ubsan_is_negative(const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	return hr_ubsan_is_signed(type) && hr_ubsan_signed(type, value) < 0;
}

static long double float_of(const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	if (type->info == 32) {
		float single;
		memcpy(&single, &value, sizeof single);
		return single;
	}
	if (type->info == 64) {
		double number;
		memcpy(&number, &value, sizeof number);
		return number;
	}
	long double wide = 0;
	memcpy(&wide, (const void *)value, 10); /* what x87 has of it */
	return wide;
}

/* Not half precision, nor the other format of 128 bits. */
static bool is_known_float(const struct hr_ubsan_type *type)
{
	return type->kind == HR_UBSAN_FLOAT && type->info >= 32 &&
	       (type->info < 128 || strcmp(type->name, "'long double'") == 0);
}

void hr_ubsan_add_value(struct hr_text *text, const struct hr_ubsan_type *type, hr_ubsan_value value)
{
	if (hr_ubsan_is_signed(type))
		hr_text_add_signed(text, hr_ubsan_signed(type, value));
	else if (hr_ubsan_is_integer(type))
		hr_text_add_unsigned(text, hr_ubsan_unsigned(type, value));
	else if (is_known_float(type))
		hr_text_add_float(text, float_of(type, value));
	else
		hr_text_add(text, "(unknown)");
}
