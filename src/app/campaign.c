/* The loop of a campaign: slices of a fixed size are made, run and looked at in order; between slices causes are investigated and what was kept is
 * probed. So what happens depends on nothing but the seed, and on when the budget ends.
 *
 * Invariants: every chain that was made is told to the strategy once, in order, with what became of it. Nothing is written down but what the store has;
 * a slice lasts a fraction of a second, and the store is flushed between slices. */
#include "app/campaign.h"

#include "app/campaign_internal.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "search/naive.h"

#include <string.h>

enum { SLICE = 256, NAIVE_CALLS = 8, TESTS_WITH_OPERATION = 5 };

static const double flush_seconds = 0.5;

void hr_campaign_init(struct hr_campaign *campaign, const struct hr_campaign_options *options, struct hr_app_unit *unit,
		      const struct hr_facts *facts, struct hr_store *store, struct hr_live *live)
{
	memset(campaign, 0, sizeof *campaign);
	campaign->options = *options;
	campaign->unit = unit;
	campaign->facts = facts;
	campaign->store = store;
	campaign->live = live;
	hr_app_runner_init(&campaign->runner, unit);
	hr_random_seed(&campaign->random, options->seed);
	campaign->edge_count = hr_workers_edge_count(unit->workers);
	campaign->is_covered = hr_calloc(campaign->edge_count, sizeof *campaign->is_covered);
	campaign->called = hr_calloc(unit->model->operations.count, sizeof *campaign->called);
}

static void failure_free(struct hr_campaign_failure *failure)
{
	//hr_judgement_release(&failure->judgement);
	hr_sequence_free(failure->sequence);
	hr_sequence_free(failure->original);
	hr_arena_release(&failure->arena);
	free(failure);
}

void hr_campaign_release(struct hr_campaign *campaign)
{
	for (size_t i = 0; i < campaign->kept.count; i++)
		hr_chain_drop(campaign->kept.data[i]);
	for (size_t i = 0; i < campaign->causes.count; i++)
		hr_chain_drop(campaign->causes.data[i].chain);
	for (size_t i = 0; i < campaign->failures.count; i++)
		failure_free(campaign->failures.data[i]);
	hr_vec_release(&campaign->kept);
	hr_vec_release(&campaign->causes);
	hr_vec_release(&campaign->waiting);
	hr_vec_release(&campaign->failures);
	hr_map_release(&campaign->cause_of);
	hr_map_release(&campaign->failure_of);
	if (campaign->unit)
		hr_app_runner_release(&campaign->runner);
	free(campaign->is_covered);
	free(campaign->called);
	memset(campaign, 0, sizeof *campaign);
}

double hr_campaign_seconds(const struct hr_campaign *campaign)
{
	return campaign->elapsed + (campaign->started > 0 ? hr_clock_seconds() - campaign->started : 0);
}

/* ---- a slice ---- */

struct slice {
	struct hr_campaign *campaign;
	struct hr_chain *chains[SLICE];
	struct hr_program *programs[SLICE];
	size_t count;
};

static size_t cover(struct hr_campaign *campaign, const struct hr_outcome *outcome)
{
	size_t new_edges = 0;
	for (size_t i = 0; i < outcome->edges.count; i++) {
		uint32_t edge = outcome->edges.data[i];
		if (edge >= campaign->edge_count || campaign->is_covered[edge])
			continue;
		campaign->is_covered[edge] = true;
		new_edges++;
	}
	campaign->covered += new_edges;
	return new_edges;
}

/* A library without sources counts no branches: then what counts is an operation that is in few tests yet. */
static bool calls_something_new(struct hr_campaign *campaign, const struct hr_chain *chain)
{
	bool is_new = false;
	for (size_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *statement = &chain->statements[i];
		if (statement->kind == HR_STATEMENT_CALL &&
		    campaign->called[statement->operation] < TESTS_WITH_OPERATION) {
			campaign->called[statement->operation]++;
			is_new = true;
		}
	}
	return is_new;
}

static void look_at(void *context, size_t index, struct hr_outcome *outcome)
{
	struct slice *slice = context;
	struct hr_campaign *campaign = slice->campaign;
	struct hr_chain *chain = slice->chains[index];
	campaign->outcomes[outcome->status]++;
	campaign->calls += outcome->calls.count;
	campaign->sequences++;
	enum hr_verdict verdict = hr_campaign_judge(campaign, chain, outcome);
	campaign->verdicts[verdict]++;
	if (verdict != HR_VERDICT_NORMAL && verdict != HR_VERDICT_REFUSED)
		return;
	bool is_new = cover(campaign, outcome) > 0;
	if (!campaign->edge_count)
		is_new = calls_something_new(campaign, chain);
	if (is_new)
		hr_vec_push(&campaign->kept, hr_chain_hold(chain));
}

static struct hr_chain *next_chain(struct hr_campaign *campaign)
{
	struct hr_sequence *sequence =
		hr_naive_sequence(campaign->unit->model, &campaign->random,
				  campaign->options.length ? campaign->options.length : NAIVE_CALLS);
	struct hr_chain *chain = hr_chain_of(sequence);
	hr_sequence_free(sequence);
	return chain;
}

static int run_slice(struct slice *slice, size_t most, struct hr_error *error)
{
	struct hr_campaign *campaign = slice->campaign;
	static const struct hr_run_wants wants = { .edges = true };
	slice->count = 0;
	for (size_t i = 0; i < most; i++) {
		struct hr_chain *chain = next_chain(campaign);
		struct hr_sequence *sequence = hr_chain_flatten(chain, campaign->unit->model);
		/* One that cannot be encoded is no reason to stop: there are others. */
		if (hr_program_new(&slice->programs[slice->count], sequence, &campaign->unit->callables, &wants,
				   error)) {
			hr_error_release(error);
			hr_chain_drop(chain);
			campaign->passed_over++;
		} else {
			slice->chains[slice->count++] = chain;
		}
		hr_sequence_free(sequence);
	}
	int status = slice->count ? hr_workers_run(campaign->unit->workers, slice->programs, slice->count, look_at,
						   slice, error)
				  : 0;
	for (size_t i = 0; i < slice->count; i++) {
		hr_program_free(slice->programs[i]);
		hr_chain_drop(slice->chains[i]);
	}
	return status;
}

/* ---- the loop ---- */

static bool is_over(const struct hr_campaign *campaign)
{
	const struct hr_campaign_options *options = &campaign->options;
	return (options->seconds > 0 && hr_campaign_seconds(campaign) >= options->seconds) ||
	       (options->calls && campaign->calls + campaign->runner.calls >= options->calls) ||
	       (options->sequences && campaign->sequences + campaign->passed_over >= options->sequences);
}

static void show(struct hr_campaign *campaign, const char *doing)
{
	struct hr_live_view view = { .seconds = hr_campaign_seconds(campaign),
				     .sequences = campaign->sequences,
				     .calls = campaign->calls + campaign->runner.calls,
				     .edges = campaign->covered,
				     .edge_count = campaign->edge_count,
				     .failures = campaign->failures.count,
				     .doing = doing };
	hr_live_show(campaign->live, &view, false);
}

static size_t slice_size(const struct hr_campaign *campaign)
{
	uint64_t done = campaign->sequences + campaign->passed_over;
	if (!campaign->options.sequences || campaign->options.sequences - done > SLICE)
		return SLICE;
	return (size_t)(campaign->options.sequences - done);
}

static int search(struct hr_campaign *campaign, struct hr_error *error)
{
	struct slice slice = { .campaign = campaign };
	int status = 0;
	while (!status && !is_over(campaign)) {
		show(campaign, "searching");
		status = run_slice(&slice, slice_size(campaign), error);
		if (!status)
			status = hr_campaign_investigate(campaign, error);
		if (!status && campaign->store)
			status = hr_store_flush(campaign->store, flush_seconds, error);
	}
	return status;
}

int hr_campaign_search(struct hr_campaign *campaign, struct hr_error *error)
{
	campaign->started = hr_clock_seconds();
	int status = search(campaign, error);
	campaign->elapsed = hr_campaign_seconds(campaign);
	campaign->started = 0;
	campaign->spent[HR_PHASE_SEARCH] =
		campaign->elapsed - campaign->spent[HR_PHASE_INVESTIGATE] - campaign->spent[HR_PHASE_PROBE];
	hr_live_clear(campaign->live);
	if (status && error->kind == HR_ERROR_INTERRUPTED && hr_interrupt_postpone()) {
		campaign->is_interrupted = true;
		hr_error_release(error);
		status = 0;
	}
	return status;
}
