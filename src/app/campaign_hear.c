/* What was compared with what, and what was written, in chains that reached something new: in a run of its own for each of them, because to be told costs too much to be asked
 * for always. What stands behind a new branch is the next thing that an argument has to be equal to; what was written for the first time is what its reader waits for. */
#include "app/campaign_internal.h"

/* Where there are no edges everything would count as new for a while. */
static bool is_worth_it(const struct hr_campaign *campaign, const struct hr_chain *chain)
{
	return campaign->edge_count && !hr_campaign_wants(campaign, chain).comparisons;
}

static int hear(struct hr_campaign *campaign, struct hr_chain *chain, struct hr_error *error)
{
	const struct hr_run_wants wants = { .comparisons = true,
					    .descriptions = true,
					    .tell_from = hr_chain_first_statement(chain) };
	struct hr_sequence *sequence = hr_chain_flatten(chain, campaign->unit->model);
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, &campaign->runner.runner, sequence, &wants, error);
	if (!status)
		hr_search_hear_comparisons(campaign->search, chain, &outcome);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	return status;
}

int hr_campaign_hear(struct hr_campaign *campaign, struct hr_error *error)
{
	int status = 0;
	for (; campaign->heard < campaign->kept.count && !status; campaign->heard++)
		if (is_worth_it(campaign, campaign->kept.data[campaign->heard]))
			status = hear(campaign, campaign->kept.data[campaign->heard], error);
	return status;
}
