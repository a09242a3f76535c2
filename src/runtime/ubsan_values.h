/* What clang tells about undefined behaviour: types and values, laid out as its instrumentation passes them. */
#ifndef HR_RUNTIME_UBSAN_VALUES_H
#define HR_RUNTIME_UBSAN_VALUES_H

#include "runtime/text.h"

#include <stdbool.h>
#include <stdint.h>

struct hr_ubsan_location {
	const char *file; /* NULL: not known */
	uint32_t line;
	uint32_t column;
};

enum hr_ubsan_type_kind {
	HR_UBSAN_INTEGER = 0, /* info: bit 0 is signed, the rest is the binary logarithm of the width */
	HR_UBSAN_FLOAT = 1,   /* info: the width */
	HR_UBSAN_BIT_INT = 2, /* like an integer; the true width follows the name's NUL as 32 bits */
	HR_UBSAN_UNKNOWN = 0xffff,
};

struct hr_ubsan_type {
	uint16_t kind;
	uint16_t info;
	char name[]; /* in quotes: 'unsigned int' */
};

/* A value: itself when it fits into a register, else its address. */
typedef uintptr_t hr_ubsan_value;

bool hr_ubsan_is_integer(const struct hr_ubsan_type *type);
bool hr_ubsan_is_signed(const struct hr_ubsan_type *type);
unsigned hr_ubsan_width(const struct hr_ubsan_type *type); /* of an integer, in bits, rounded up to a power of two */
hr_wide_signed hr_ubsan_signed(const struct hr_ubsan_type *type, hr_ubsan_value value);
hr_wide hr_ubsan_unsigned(const struct hr_ubsan_type *type, hr_ubsan_value value);
bool hr_ubsan_is_negative(const struct hr_ubsan_type *type, hr_ubsan_value value);

void hr_ubsan_add_value(struct hr_text *text, const struct hr_ubsan_type *type, hr_ubsan_value value);

#endif
