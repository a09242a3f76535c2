/* Names every function and variable that wire/gate_table.def says the runtime has: a name without a definition fails the link of the
 * worker, not the run of a unit. */
#include "runtime/gate_names.h"

#include <string.h>

/* Only their addresses matter here, so one type does for all. */
#define HR_GATE(name) extern char hr_gate_##name[];
#define HR_DATA(name) extern char hr_gate_##name[];
#include "wire/gate_table.def"

static const struct hr_gate_name names[] = {
#define HR_GATE(name) { #name, hr_gate_##name, false },
#define HR_DATA(name) { #name, hr_gate_##name, true },
#include "wire/gate_table.def"
};

const struct hr_gate_name *hr_gate_names(size_t *count)
{
	*count = sizeof names / sizeof *names;
	return names;
}

const struct hr_gate_name *hr_gate_find(const char *name)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i].name, name))
			return &names[i];
	return NULL;
}
