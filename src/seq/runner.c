/* One sequence through a runner that takes many.
 *
 * Invariant: what comes out borrows nothing: value area, descriptions and output are copied. */
#include "seq/runner.h"

#include <string.h>

struct taking {
	struct hr_outcome *out;
	bool is_told;
};

static void *copy_bytes(struct hr_arena *arena, const void *bytes, size_t length)
{
	void *copy = bytes ? hr_arena_alloc(arena, length + 1) : NULL;

	if (copy && length)
		memcpy(copy, bytes, length);
	return copy;
}

/* What stands in the channel of a worker is gone with the next run. */
static void keep_borrowed(struct hr_outcome *outcome)
{
	struct hr_arena *arena = &outcome->arena;

	outcome->area = copy_bytes(arena, outcome->area, outcome->area_size);
	outcome->slot_of = copy_bytes(arena, outcome->slot_of, outcome->slot_count * sizeof *outcome->slot_of);
	outcome->output = copy_bytes(arena, outcome->output, outcome->output_length);
	for (size_t i = 0; i < outcome->descriptions.count; i++) {
		struct hr_description *description = &outcome->descriptions.data[i];
		description->bytes = copy_bytes(arena, description->bytes, description->length);
	}
}

/* What the runner had becomes the caller's, and the caller's empty one the runner's. */
static void take(void *context, size_t index, struct hr_outcome *outcome)
{
	struct taking *taking = context;
	struct hr_outcome mine = *taking->out;

	(void)index;
	*taking->out = *outcome;
	*outcome = mine;
	taking->is_told = true;
	keep_borrowed(taking->out);
}

int hr_runner_run_one(struct hr_outcome *out, const struct hr_runner *runner, const struct hr_sequence *sequence,
		      const struct hr_run_wants *wants, struct hr_error *error)
{
	struct taking taking = { out, false };
	const struct hr_sequence *const sequences[] = { sequence };

	hr_outcome_clear(out);
	if (runner->run(runner->context, sequences, 1, wants, take, &taking, error) < 0)
		return -1;
	if (!taking.is_told)
		hr_outcome_clear(out);
	return 0;
}
