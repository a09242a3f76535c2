/* Contracts of values: what the search kept is tried with idioms and with odd arguments, in a bounded share of the calls.
 *
 * Invariant: each kept chain is probed at most once. */
#include "app/campaign_internal.h"

#include "base/clock.h"

#include <string.h>

enum {
	SHARE = 5,        /* of all calls one in so many is for probes */
	TIME_SHARE = 4,   /* of the time, where that is the budget */
	MOST_RUNS = 40,   /* for the idioms of one chain */
	MOST_ODD = 12,    /* for odd arguments */
	MOST_AT_ONCE = 64 /* chains between two slices */
};

struct probing {
	struct hr_campaign *campaign;
	HR_VEC(struct hr_sequence *) failing;   /* to be considered */
	HR_VEC(struct hr_violation) violations; /* each with a sequence of ours */
};

/* ---- violations ---- */

static void take_violation(void *context, struct hr_violation *violation)
{
	struct probing *probing = context;
	hr_vec_push(&probing->violations, *violation); /* runs are not over yet */
}

static void take_failing(void *context, struct hr_sequence *failing)
{
	struct probing *probing = context;
	hr_vec_push(&probing->failing, failing);
}

/* ---- one chain ---- */

static int probe_sequence(struct probing *probing, const struct hr_sequence *sequence, struct hr_error *error)
{
	struct hr_campaign *campaign = probing->campaign;
	const struct hr_runner *runner = &campaign->runner.runner;
	static const struct hr_run_wants wants = { .descriptions = true };
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, runner, sequence, &wants, error);
	if (!status && outcome.status == HR_OUTCOME_NORMAL) {
		status = hr_idioms_probe(campaign->idioms, sequence, &campaign->random, runner, MOST_RUNS,
					 take_violation, probing, error);
		if (!status)
			status = hr_siblings_try(campaign->siblings, sequence, &outcome, runner, MOST_ODD, take_failing,
						 probing, error);
	}
	hr_outcome_release(&outcome);
	return status;
}

static int consider_all(struct probing *probing, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < probing->violations.count; i++) {
		struct hr_violation *violation = &probing->violations.data[i];
		if (status || !(probing->campaign->options.ways & 1u << violation->way))
			hr_sequence_free(violation->sequence);
		else
			status = hr_campaign_add_violation(probing->campaign, violation, error);
	}
	hr_vec_clear(&probing->violations);
	for (size_t i = 0; i < probing->failing.count; i++) {
		enum hr_class class;
		size_t failure;
		if (!status)
			status = hr_campaign_consider(probing->campaign, probing->failing.data[i], &class, &failure,
						      error);
		hr_sequence_free(probing->failing.data[i]);
	}
	hr_vec_clear(&probing->failing);
	return status;
}

/* Violations of an idiom that holds no longer. */
static void withdraw(struct hr_campaign *campaign)
{
	for (size_t i = 0; i < campaign->failures.count; i++) {
		struct hr_campaign_failure *failure = campaign->failures.data[i];
		if (failure->is_violation && failure->violation.idiom &&
		    !hr_idioms_is_believed(campaign->idioms, failure->violation.idiom))
			failure->is_withdrawn = true;
	}
}

/* By calls, so that it repeats; where time is the budget, by time as well: probes wait for each of their runs. */
static bool has_share(const struct hr_campaign *campaign, double began)
{
	double spent = campaign->spent[HR_PHASE_PROBE] + hr_clock_seconds() - began;
	if (campaign->probe_calls * SHARE > hr_campaign_calls(campaign) - campaign->earlier.calls)
		return false;
	return !(campaign->options.seconds > 0) ||
	       spent * TIME_SHARE < hr_campaign_seconds(campaign) - campaign->earlier.seconds;
}

static size_t last_operation(const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return chain->statements[i].operation;
	for (uint32_t i = chain->part_count; i-- > 0;)
		if (chain->parts[i]->call_count)
			return last_operation(chain->parts[i]);
	return 0;
}

/* NULL: all that the search kept was probed. */
static const struct hr_chain *next_chain(struct hr_campaign *campaign)
{
	for (; campaign->probe_ordered < hr_search_kept_count(campaign->search); campaign->probe_ordered++)
		hr_probe_order_add(&campaign->probe_order,
				   last_operation(hr_search_kept(campaign->search, campaign->probe_ordered)),
				   campaign->probe_ordered);
	size_t next = hr_probe_order_take(&campaign->probe_order);
	return next == (size_t)-1 ? NULL : hr_search_kept(campaign->search, next);
}

int hr_campaign_probe(struct hr_campaign *campaign, struct hr_error *error)
{
	struct probing probing = { .campaign = campaign };
	double began = hr_clock_seconds();
	int status = 0;
	for (size_t i = 0; i < MOST_AT_ONCE && !status && has_share(campaign, began); i++) {
		uint64_t calls = campaign->runner.calls;
		const struct hr_chain *chain = next_chain(campaign);
		if (!chain)
			break;
		hr_campaign_show(campaign, "probing");
		struct hr_sequence *sequence = hr_chain_flatten(chain, campaign->unit->model);
		status = probe_sequence(&probing, sequence, error);
		hr_sequence_free(sequence);
		campaign->probe_calls += campaign->runner.calls - calls;
		if (!status)
			status = consider_all(&probing, error);
	}
	for (size_t i = 0; i < probing.failing.count; i++)
		hr_sequence_free(probing.failing.data[i]);
	for (size_t i = 0; i < probing.violations.count; i++)
		hr_sequence_free(probing.violations.data[i].sequence);
	hr_vec_release(&probing.failing);
	hr_vec_release(&probing.violations);
	withdraw(campaign);
	campaign->spent[HR_PHASE_PROBE] += hr_clock_seconds() - began;
	return status;
}
