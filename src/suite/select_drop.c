/* Tests that others make superfluous. */
#include "suite/select_internal.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void hr_selected_release(struct hr_selected *test)
{
	hr_sequence_free(test->sequence);
	hr_vec_release(&test->targets);
}

static void drop(hr_selection *selection, size_t index)
{
	hr_selected_release(&selection->data[index]);
	memmove(&selection->data[index], &selection->data[index + 1],
		(selection->count - index - 1) * sizeof *selection->data);
	selection->count--;
}

/* `tests_with` counts those that leave nothing behind: the others make nobody superfluous. */
static bool is_superfluous(const struct hr_selected *test, const unsigned *tests_with)
{
	for (size_t i = 0; i < test->targets.count; i++)
		if (tests_with[test->targets.data[i]] < (hr_is_last_resort(test) ? 1 : 2))
			return false;
	return true;
}

static bool is_worse(const struct hr_selected *test, const struct hr_selected *other)
{
	if (test->is_mute != other->is_mute)
		return test->is_mute;
	return test->sequence->statements.count >= other->sequence->statements.count;
}

/* One that can go: rather one that shows nothing, then the longest, the last of equals; (size_t)-1: all are needed. */
static size_t find_superfluous(const struct hr_selecting *selecting, const unsigned *tests_with)
{
	const hr_selection *out = selecting->out;
	size_t best = (size_t)-1;
	for (size_t i = selecting->first; i < out->count; i++)
		if ((best == (size_t)-1 || is_worse(&out->data[i], &out->data[best])) &&
		    is_superfluous(&out->data[i], tests_with))
			best = i;
	return best;
}

void hr_select_drop_superfluous(struct hr_selecting *selecting)
{
	unsigned *tests_with = hr_calloc(hr_targets_count(&selecting->targets), sizeof *tests_with);
	for (size_t i = selecting->first; i < selecting->out->count; i++)
		for (size_t k = 0;
		     k < selecting->out->data[i].targets.count && !hr_is_last_resort(&selecting->out->data[i]); k++)
			tests_with[selecting->out->data[i].targets.data[k]]++;
	for (size_t i; (i = find_superfluous(selecting, tests_with)) != (size_t)-1;) {
		for (size_t k = 0;
		     k < selecting->out->data[i].targets.count && !hr_is_last_resort(&selecting->out->data[i]); k++)
			tests_with[selecting->out->data[i].targets.data[k]]--;
		drop(selecting->out, i);
	}
	free(tests_with);
}

static bool is_idle(const struct hr_idle_candidate *test, const unsigned *tests_with)
{
	for (size_t i = 0; i < test->targets.count; i++)
		if (tests_with[test->targets.data[i]] < 2)
			return false;
	return test->is_there && test->is_mute;
}

void hr_drop_idle(struct hr_idle_candidate *tests, size_t count, uint32_t target_count)
{
	unsigned *tests_with = hr_calloc(target_count, sizeof *tests_with);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; tests[i].is_there && k < tests[i].targets.count; k++)
			tests_with[tests[i].targets.data[k]]++;
	for (size_t best = 0; best < count;) {
		best = count;
		for (size_t i = 0; i < count; i++)
			if ((best == count || tests[i].length >= tests[best].length) && is_idle(&tests[i], tests_with))
				best = i;
		for (size_t k = 0; best < count && k < tests[best].targets.count; k++)
			tests_with[tests[best].targets.data[k]]--;
		if (best < count)
			tests[best].is_there = false;
	}
	free(tests_with);
}

/* Those that reach most stay when there may not be more. */
void hr_select_keep_most(struct hr_selecting *selecting)
{
	hr_selection *out = selecting->out;
	while (selecting->options->most && out->count - selecting->first > selecting->options->most) {
		size_t least = selecting->first;
		for (size_t i = least; i < out->count; i++)
			if (out->data[i].targets.count <= out->data[least].targets.count)
				least = i;
		drop(out, least);
	}
}
