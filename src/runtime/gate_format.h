/* Reading a printf format: which arguments it takes and what it does with them. Between gate_format.c and gate_print.c. */
#ifndef HR_RUNTIME_GATE_FORMAT_H
#define HR_RUNTIME_GATE_FORMAT_H

#include "runtime/gate.h"

#include <stdarg.h>
#include <wchar.h>

#define HR_FORMAT_ARGUMENTS 64u /* a format that takes more is refused */

enum hr_argument_kind {
	HR_ARGUMENT_NONE, /* a position that no conversion uses: taken as an int */
	HR_ARGUMENT_INT,
	HR_ARGUMENT_LONG, /* all integers of 64 bits */
	HR_ARGUMENT_DOUBLE,
	HR_ARGUMENT_LONG_DOUBLE,
	HR_ARGUMENT_POINTER,
};

union hr_argument {
	long long number;
	const void *pointer;
};

/* A format with its arguments at hand. */
struct hr_format_plan {
	unsigned count; /* of arguments */
	uint8_t kinds[HR_FORMAT_ARGUMENTS];
	union hr_argument arguments[HR_FORMAT_ARGUMENTS];
	unsigned string_count;
	struct {
		const void *text;
		size_t size; /* bytes of it that are read */
	} strings[HR_FORMAT_ARGUMENTS];
};

/* Fills in the plan for a format that was checked itself, and checks all memory that its arguments name. `args` stays as it is, the format
 * need not live longer. */
void hr_format_check(const struct hr_gate_site *site, struct hr_format_plan *plan, const char *format, va_list args);

/* No string argument of the plan is in the range that the result goes to. */
void hr_format_no_overlap(const struct hr_gate_site *site, const struct hr_format_plan *plan, const void *to,
			  size_t size);

#endif
