/* Exact types of values.
 *
 * Invariants: a value gets another class only when every value at its address agrees on it, but for structs that begin with one another, where the largest counts; one
 * that got another class is borrowed. */
#include "search/exact.h"

#include <string.h>

static bool begins_with(const struct hr_classes *classes, uint32_t class, uint32_t with)
{
	const hr_indices *accepts = &classes->list.data[with].accepts;

	for (size_t i = 0; i < accepts->count; i++)
		if (accepts->data[i] == class)
			return true;
	return false;
}

static bool is_void(const struct hr_classes *classes, uint32_t class)
{
	const struct hr_value_class *it = &classes->list.data[class];

	return it->depth == 1 && classes->model->types.data[it->base].kind == HR_TYPE_VOID;
}

/* Says little of what it points to. */
static bool is_vague(const struct hr_classes *classes, uint32_t class)
{
	const struct hr_value_class *it = &classes->list.data[class];

	return is_void(classes, class) || (it->is_object && it->accepts.count > 1);
}

static bool address_of(uint64_t *out, const struct hr_outcome *outcome, size_t value)
{
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);

	if (bytes)
		memcpy(out, bytes, sizeof *out);
	return bytes && *out;
}

/* The value that says most of what is at the address; HR_NOBODY: none does, or they disagree. */
static uint32_t find_teller(const struct hr_known *known, const struct hr_outcome *outcome,
			    const struct hr_classes *classes, uint32_t value)
{
	uint32_t teller = HR_NOBODY;
	uint64_t address, other;

	if (!address_of(&address, outcome, value))
		return HR_NOBODY;
	for (uint32_t i = 0; i < known->count; i++) {
		const struct hr_value_state *state = &known->values[i];

		if (i == value || state->class == HR_NO_CLASS || !classes->list.data[state->class].is_object ||
		    state->class == known->values[value].class || !address_of(&other, outcome, i) || other != address)
			continue;
		if (state->status != HR_STATUS_LIVE)
			return HR_NOBODY;
		if (teller == HR_NOBODY || begins_with(classes, state->class, known->values[teller].class))
			teller = i;
		else if (!begins_with(classes, known->values[teller].class, state->class))
			return HR_NOBODY;
	}
	return teller;
}

/* It needs the other one to live. */
static bool add_owner(struct hr_value_state *state, uint32_t owner)
{
	if (state->owners[0] == owner || state->owners[1] == owner)
		return true;
	for (unsigned i = 0; i < 2; i++)
		if (state->owners[i] == HR_NOBODY) {
			state->owners[i] = owner;
			return true;
		}
	return false;
}

size_t hr_known_refine(struct hr_known *known, const struct hr_chain *chain, const struct hr_outcome *outcome,
		       const struct hr_classes *classes)
{
	size_t refined = 0;

	for (uint32_t i = hr_chain_first_value(chain); i < known->count; i++) {
		struct hr_value_state *state = &known->values[i];

		if (state->status != HR_STATUS_LIVE || state->class == HR_NO_CLASS || !is_vague(classes, state->class))
			continue;
		uint32_t teller = find_teller(known, outcome, classes, i);
		if (teller == HR_NOBODY)
			continue;
		uint32_t exact = known->values[teller].class;
		bool is_base = !is_void(classes, state->class);
		if (is_base &&
		    (!begins_with(classes, exact, state->class) || hr_class_type(classes, exact).type == HR_NO_TYPE))
			continue;
		if (!add_owner(state, teller))
			continue;
		state->class = exact;
		state->flags |= HR_STATE_BORROWED | (known->values[teller].flags & (HR_STATE_CONST | HR_STATE_RAW));
		if (is_base)
			state->flags |= HR_STATE_VAGUE;
		refined++;
	}
	return refined;
}
