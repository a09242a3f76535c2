/* What a campaign kept, as few small tests (suite/select.h).
 *
 * A campaign that is limited by time spends at most a third of it here; one that is limited by calls must come to the same tests each time, and takes the time that it
 * takes. */
#include "app/gen_internal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "suite/looks.h"

#include <stdlib.h>

enum { LEAST_SECONDS = 4 };

struct choosing {
	struct hr_campaign *campaign;
	double until; /* on the clock; 0: as long as it takes */
};

static bool keeps_rules(void *context, const struct hr_sequence *sequence)
{
	const struct choosing *choosing = context;
	return !hr_unexcused_rule(choosing->campaign->rules, choosing->campaign->siblings, sequence);
}

static bool is_over(void *context)
{
	const struct choosing *choosing = context;
	return choosing->until > 0 && hr_clock_seconds() > choosing->until;
}

int hr_gen_choose(hr_selection *out, struct hr_campaign *campaign, size_t most, struct hr_error *error)
{
	size_t count = campaign->kept.count;
	const struct hr_sequence **candidates = hr_calloc(count, sizeof *candidates);
	struct choosing choosing = { .campaign = campaign };
	double seconds = campaign->options.seconds / 3;
	if (campaign->options.seconds > 0)
		choosing.until = hr_clock_seconds() + (seconds < LEAST_SECONDS ? LEAST_SECONDS : seconds);
	struct hr_select_options options = { .edge_count = campaign->edge_count,
					     .most = most,
					     .is_legal = keeps_rules,
					     .is_over = is_over,
					     .context = &choosing };
	for (size_t i = 0; i < count; i++)
		candidates[i] = hr_chain_flatten(campaign->kept.data[i], campaign->unit->model);
	int status = hr_select(out, candidates, count, &campaign->runner.runner, &options, error);
	if (!status)
		status = hr_add_looks(out, &campaign->runner.runner, keeps_rules, &choosing, error);
	for (size_t i = 0; i < count; i++)
		hr_sequence_free((struct hr_sequence *)candidates[i]);
	free(candidates);
	return status;
}
