/* The names of wire/gate_table.def, to be asked for. */
#ifndef HR_BUILD_GATE_NAMES_H
#define HR_BUILD_GATE_NAMES_H

#include "base/hash.h"
#include "base/map.h"

#include <stdbool.h>

struct hr_gate_names {
	struct hr_map kinds;
};

#define HR_GATE_PREFIX "hr_gate_"
#define HR_GATE_NAME_MOST 64u /* no name in the table is longer */

void hr_gate_names_init(struct hr_gate_names *names);
void hr_gate_names_release(struct hr_gate_names *names);

/* The name in the table whose gate stands in for `name`: itself, or what it is without libc's decorations (__isoc99_, __isoc23_, …64), which
 * make no difference to a gate. The text goes to `out`. False when there is none. */
bool hr_gate_names_find(const struct hr_gate_names *names, const char *name, char out[HR_GATE_NAME_MOST]);

/* True when the real function may be called. */
bool hr_gate_names_passes(const struct hr_gate_names *names, const char *name);

/* Adds all that the table says. */
void hr_gate_names_hash(struct hr_hash *hash);

#endif
