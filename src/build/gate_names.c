/* The names of wire/gate_table.def. */
#include "build/gate_names.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum kind { GATE, PASS };

static const struct {
	const char *name;
	enum kind kind;
} table[] = {
#define HR_GATE(name) { #name, GATE },
#define HR_DATA(name) { #name, GATE },
#define HR_PASS(name) { #name, PASS },
#include "wire/gate_table.def"
	{ NULL, PASS },
};

void hr_gate_names_init(struct hr_gate_names *names)
{
	memset(names, 0, sizeof *names);
	for (size_t i = 0; table[i].name; i++)
		hr_map_put(&names->kinds, table[i].name, table[i].kind);
}

void hr_gate_names_release(struct hr_gate_names *names)
{
	hr_map_release(&names->kinds);
}

static bool is_gated(const struct hr_gate_names *names, const char *name)
{
	size_t kind;
	return hr_map_get(&names->kinds, name, &kind) && kind == GATE;
}

bool hr_gate_names_find(const struct hr_gate_names *names, const char *name, char out[HR_GATE_NAME_MOST])
{
	static const char *const prefixes[] = { "__isoc99_", "__isoc23_" };

	snprintf(out, HR_GATE_NAME_MOST, "%s", name);
	if (hr_map_get(&names->kinds, name, NULL))
		return is_gated(names, name);
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (hr_text_starts_with(name, prefixes[i])) {
			snprintf(out, HR_GATE_NAME_MOST, "%s", name + strlen(prefixes[i]));
			return is_gated(names, out);
		}
	if (!hr_text_ends_with(name, "64"))
		return false;
	snprintf(out, HR_GATE_NAME_MOST, "%.*s", (int)strlen(name) - 2, name);
	return is_gated(names, out);
}

bool hr_gate_names_passes(const struct hr_gate_names *names, const char *name)
{
	size_t kind;
	return hr_map_get(&names->kinds, name, &kind) && kind == PASS;
}

void hr_gate_names_hash(struct hr_hash *hash)
{
	for (size_t i = 0; table[i].name; i++) {
		hr_hash_addstr(hash, table[i].name);
		hr_hash_addstr(hash, table[i].kind == GATE ? "gate" : "pass");
	}
}
