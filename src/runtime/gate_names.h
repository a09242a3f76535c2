/* The gate's functions and variables by name. */
#ifndef HR_RUNTIME_GATE_NAMES_H
#define HR_RUNTIME_GATE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct hr_gate_name {
	const char *name; /* libc's */
	void *address;    /* of hr_gate_NAME */
	bool is_data;
};

/* All of them, in the order of wire/gate_table.def. */
const struct hr_gate_name *hr_gate_names(size_t *count);

/* NULL when the gate has none of this name. */
const struct hr_gate_name *hr_gate_find(const char *name);

#endif
