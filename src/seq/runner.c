/* One sequence through a runner that takes many.
 *
 * Invariant: what comes out borrows nothing: the value area is copied. */
#include "seq/runner.h"

#include <string.h>

struct taking {
	struct hr_outcome *out;
	bool is_told;
};

static void keep_area(struct hr_outcome *outcome)
{
	unsigned char *area = hr_arena_alloc(&outcome->arena, outcome->area_size + 1);
	size_t *slots = hr_arena_alloc(&outcome->arena, (outcome->slot_count + 1) * sizeof *slots);

	if (outcome->area_size)
		memcpy(area, outcome->area, outcome->area_size);
	if (outcome->slot_count)
		memcpy(slots, outcome->slot_of, outcome->slot_count * sizeof *slots);
	outcome->area = area;
	outcome->slot_of = slots;
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
	keep_area(taking->out);
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
