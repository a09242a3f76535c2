/* States of paths: sorted lists of what is known, small and bounded. */
#include "analysis/paths_internal.h"

#include <string.h>

enum { MOST_KNOWN = 24 };

void hr_state_release(struct path_state *state)
{
	hr_vec_release(&state->refinements);
	hr_vec_release(&state->aliases);
	*state = (struct path_state){ 0 };
}

void hr_state_copy(struct path_state *to, const struct path_state *from)
{
	to->is_reached = from->is_reached;
	to->is_decided = from->is_decided;
	to->touched = from->touched;
	hr_vec_clear(&to->refinements);
	for (size_t i = 0; i < from->refinements.count; i++)
		hr_vec_push(&to->refinements, from->refinements.data[i]);
	hr_vec_clear(&to->aliases);
	for (size_t i = 0; i < from->aliases.count; i++)
		hr_vec_push(&to->aliases, from->aliases.data[i]);
}

static size_t find_refinement(const struct path_state *state, uint32_t value)
{
	size_t i = 0;

	while (i < state->refinements.count && state->refinements.data[i].value < value)
		i++;
	return i;
}

const struct hr_range *hr_state_range(const struct path_state *state, uint32_t value)
{
	size_t i = find_refinement(state, value);

	return i < state->refinements.count && state->refinements.data[i].value == value
		       ? &state->refinements.data[i].range
		       : NULL;
}

void hr_state_refine(struct path_state *state, uint32_t value, struct hr_range range)
{
	size_t i = find_refinement(state, value);

	if (i < state->refinements.count && state->refinements.data[i].value == value) {
		state->refinements.data[i].range = range;
		return;
	}
	if (state->refinements.count >= MOST_KNOWN)
		return;
	hr_vec_push(&state->refinements, (struct refinement){ 0 });
	memmove(&state->refinements.data[i + 1], &state->refinements.data[i],
		(state->refinements.count - 1 - i) * sizeof(struct refinement));
	state->refinements.data[i] = (struct refinement){ value, range };
}

void hr_state_forget(struct path_state *state, uint32_t value)
{
	size_t i = find_refinement(state, value);

	if (i < state->refinements.count && state->refinements.data[i].value == value) {
		state->refinements.count--;
		memmove(&state->refinements.data[i], &state->refinements.data[i + 1],
			(state->refinements.count - i) * sizeof(struct refinement));
	}
	hr_state_set_alias(state, value, 0);
}

uint64_t hr_state_alias(const struct path_state *state, uint32_t value)
{
	for (size_t i = 0; i < state->aliases.count; i++)
		if (state->aliases.data[i].value == value)
			return state->aliases.data[i].of | state->touched;
	return state->touched;
}

void hr_state_set_alias(struct path_state *state, uint32_t value, uint64_t of)
{
	size_t i = 0;

	of &= ~state->touched;
	while (i < state->aliases.count && state->aliases.data[i].value != value)
		i++;
	if (i < state->aliases.count) {
		if (of)
			state->aliases.data[i].of = of;
		else
			state->aliases.data[i] = state->aliases.data[--state->aliases.count];
	} else if (of && state->aliases.count < MOST_KNOWN) {
		hr_vec_push(&state->aliases, (struct alias){ value, of });
	}
}

/* Both are sorted: what is known of either. */
static bool join_refinements(struct path_state *into, const struct path_state *from)
{
	bool has_changed = false;
	size_t kept = 0;
	size_t k = 0;

	for (size_t i = 0; i < into->refinements.count; i++) {
		struct refinement it = into->refinements.data[i];

		while (k < from->refinements.count && from->refinements.data[k].value < it.value)
			k++;
		if (k == from->refinements.count || from->refinements.data[k].value != it.value) {
			has_changed = true;
			continue;
		}
		struct hr_range joined = hr_range_join(it.range, from->refinements.data[k].range);
		if (!hr_range_equal(&joined, &it.range)) {
			/* at once to the end: what goes on growing would never come to one */
			has_changed = true;
			if (joined.low < it.range.low)
				joined.low = joined.low >= 0 ? 0 : INT64_MIN;
			if (joined.high > it.range.high)
				joined.high = INT64_MAX;
		}
		it.range = joined;
		into->refinements.data[kept++] = it;
	}
	into->refinements.count = kept;
	return has_changed;
}

static bool join_aliases(struct path_state *into, const struct path_state *from, uint64_t old_touched)
{
	bool has_changed = false;

	/* what one side has touched it knows of every value */
	for (size_t i = 0; i < from->aliases.count; i++) {
		struct alias it = from->aliases.data[i];
		uint64_t common = (it.of | from->touched) & old_touched & ~into->touched;

		if (common)
			hr_state_set_alias(into, it.value, hr_state_alias(into, it.value) | common);
	}
	for (size_t i = 0; i < into->aliases.count;) {
		struct alias *it = &into->aliases.data[i];
		uint64_t common = it->of & hr_state_alias(from, it->value) & ~into->touched;

		if (common != it->of)
			has_changed = true;
		if (common) {
			it->of = common;
			i++;
		} else {
			*it = into->aliases.data[--into->aliases.count];
		}
	}
	return has_changed;
}

bool hr_state_join(struct path_state *into, const struct path_state *from)
{
	bool has_changed = false;

	if (!from->is_reached)
		return false;
	if (!into->is_reached) {
		hr_state_copy(into, from);
		return true;
	}
	if (from->is_decided && !into->is_decided)
		into->is_decided = has_changed = true;
	uint64_t old_touched = into->touched;
	into->touched &= from->touched;
	has_changed |= into->touched != old_touched;
	has_changed |= join_aliases(into, from, old_touched);
	has_changed |= join_refinements(into, from);
	return has_changed;
}
