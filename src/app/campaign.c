/* The loop of a campaign: slices of a fixed size are made, run and looked at in order; between slices causes are investigated and what was kept is
 * probed. While one slice is looked at, the next is being run already. So what happens depends on nothing but the seed, and on when the budget ends.
 *
 * Invariants: every chain that was made is told to the strategy once, in order, with what became of it. A slice lasts a fraction of a second, and the
 * store is flushed between slices. */
#include "app/campaign.h"

#include "app/campaign_internal.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "exec/ahead.h"

#include <string.h>

enum {
	SLICE = 256,
	SLICE_CALLS = 16384,
	SLICES = 2 /* that are run at a time */,
	TESTS_WITH_OPERATION = 5,
	FRUITLESS = 10000,
	COMPARED = 64,
	COMPARED_YOUNG = 8, /* of the first so many calls of an operation: */
	YOUNG = 2000,
	WRITTEN = 4,
	FETCHED = 4 /* chains ahead */
};

static const double flush_seconds = 0.5;

void hr_campaign_init(struct hr_campaign *campaign, const struct hr_campaign_options *options, struct hr_app_unit *unit,
		      const struct hr_facts *facts, struct hr_live *live)
{
	memset(campaign, 0, sizeof *campaign);
	campaign->options = *options;
	if (!campaign->options.strategy)
		campaign->options.strategy = hr_strategies[0];
	campaign->unit = unit;
	campaign->facts = facts;
	campaign->live = live;
	hr_app_runner_init(&campaign->runner, unit);
	campaign->encoding = hr_encoding_new(unit->model, &unit->callables);
	campaign->ahead = hr_ahead_new(unit->model, &unit->callables);
	campaign->rules = hr_rules_new(unit->model);
	campaign->siblings = hr_siblings_new(unit->model);
	campaign->edge_count = hr_workers_edge_count(unit->workers);
	campaign->called = hr_calloc(unit->model->operations.count, sizeof *campaign->called);
	campaign->breaks_without_memory =
		hr_calloc(unit->model->operations.count, sizeof *campaign->breaks_without_memory);
}

void hr_campaign_release(struct hr_campaign *campaign)
{
	if (!campaign->unit)
		return;
	for (size_t i = 0; i < campaign->kept.count; i++)
		hr_chain_drop(campaign->kept.data[i]);
	for (size_t i = 0; i < campaign->causes.count; i++)
		hr_chain_drop(campaign->causes.data[i].chain);
	for (size_t i = 0; i < campaign->failures.count; i++)
		hr_campaign_failure_free(campaign->failures.data[i]);
	hr_vec_release(&campaign->kept);
	hr_probe_order_release(&campaign->probe_order);
	hr_vec_release(&campaign->causes);
	for (size_t i = 0; i < campaign->trials.count; i++)
		hr_sequence_free(campaign->trials.data[i]);
	for (size_t i = 0; i < campaign->earlier.chains.count; i++)
		hr_chain_drop(campaign->earlier.chains.data[i]);
	for (size_t i = 0; i < campaign->earlier.failures.count; i++)
		hr_sequence_free(campaign->earlier.failures.data[i].violation.sequence);
	hr_vec_release(&campaign->earlier.chains);
	hr_vec_release(&campaign->earlier.failures);
	hr_vec_release(&campaign->trials);
	hr_vec_release(&campaign->waiting);
	hr_vec_release(&campaign->failures);
	hr_map_release(&campaign->cause_of);
	hr_map_release(&campaign->failure_of);
	hr_map_release(&campaign->class_of);
	if (campaign->search)
		campaign->options.strategy->free(campaign->strategy);
	hr_search_free(campaign->search);
	hr_idioms_free(campaign->idioms);
	hr_siblings_free(campaign->siblings);
	hr_rules_free(campaign->rules);
	hr_encoding_free(campaign->encoding);
	hr_ahead_free(campaign->ahead);
	hr_app_runner_release(&campaign->runner);
	free(campaign->called);
	free(campaign->breaks_without_memory);
	memset(campaign, 0, sizeof *campaign);
}

double hr_campaign_seconds(const struct hr_campaign *campaign)
{
	return campaign->earlier.seconds + campaign->elapsed +
	       (campaign->started > 0 ? hr_clock_seconds() - campaign->started : 0);
}

uint64_t hr_campaign_calls(const struct hr_campaign *campaign)
{
	return campaign->earlier.calls + campaign->calls + campaign->runner.calls;
}

/* ---- looking at outcomes ---- */

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

static void keep(struct hr_campaign *campaign, struct hr_chain *chain, enum hr_verdict verdict, size_t new_edges)
{
	bool is_new = campaign->edge_count ? new_edges > 0 : calls_something_new(campaign, chain);
	struct hr_error error = HR_ERROR_INIT;
	if (!is_new)
		return;
	hr_vec_push(&campaign->kept, hr_chain_hold(chain));
	/* A store that fails says so again when it is flushed. */
	if (!campaign->is_resuming && hr_campaign_store_kept(campaign, chain, verdict, new_edges, &error))
		hr_error_release(&error);
}

void hr_campaign_observe(struct hr_campaign *campaign, struct hr_chain *chain, const struct hr_outcome *outcome)
{
	campaign->outcomes[outcome->status]++;
	campaign->calls += outcome->call_total;
	campaign->sequences += !campaign->is_resuming;
	enum hr_verdict verdict = hr_campaign_judge(campaign, chain, outcome);
	campaign->verdicts[verdict]++;
	size_t new_edges = hr_search_cover(campaign->search, outcome, campaign->edge_count);
	campaign->options.strategy->observe(campaign->strategy, chain, outcome, verdict, new_edges);
	hr_search_hear_comparisons(campaign->search, chain, outcome);
	if (verdict == HR_VERDICT_NORMAL || verdict == HR_VERDICT_REFUSED)
		keep(campaign, chain, verdict, new_edges);
}

/* ---- slices ---- */

struct slice {
	struct hr_campaign *campaign;
	struct hr_chain *chains[SLICE];
	struct hr_program *programs[SLICE]; /* used again and again */
	size_t count;
};

/* Chains were made a while ago, and are out of the cache since: first the head, which tells where the rest is. */
static void fetch_ahead(const struct slice *slice, size_t index)
{
	if (index + FETCHED + FETCHED < slice->count)
		__builtin_prefetch(slice->chains[index + FETCHED + FETCHED]);
	if (index + FETCHED >= slice->count)
		return;
	const struct hr_chain *chain = slice->chains[index + FETCHED];
	__builtin_prefetch((const char *)chain + 64);
	__builtin_prefetch(chain->known);
	__builtin_prefetch(chain->statements);
}

static void look_at(void *context, size_t index, struct hr_outcome *outcome)
{
	struct slice *slice = context;
	fetch_ahead(slice, index);
	hr_campaign_observe(slice->campaign, slice->chains[index], outcome);
	hr_chain_drop(slice->chains[index]);
	slice->chains[index] = NULL;
}

/* A buffer that its own calls may write to. */
static bool has_room(const struct hr_chain *chain)
{
	for (uint32_t i = 0; i < chain->own_statements; i++)
		if (chain->statements[i].kind == HR_STATEMENT_NEW && chain->statements[i].count > 1)
			return true;
	return false;
}

/* The call that it was made for is of an operation that was hardly called yet: what is compared in it is worth more. */
static bool is_young(const struct hr_campaign *campaign, const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return hr_search_reach(campaign->search, chain->statements[i].operation)->calls < YOUNG;
	return false;
}

struct hr_run_wants hr_campaign_wants(const struct hr_campaign *campaign, const struct hr_chain *chain)
{
	/* in one of so many runs it is also asked what was compared with what, and what was written */
	return (struct hr_run_wants){ .tell_from = hr_chain_first_statement(chain),
				      .fingerprints = true,
				      .comparisons = chain->hash % COMPARED == 0 || hr_search_asks(chain) ||
						     (chain->hash % COMPARED_YOUNG == 0 && is_young(campaign, chain)),
				      .descriptions = chain->hash % COMPARED < WRITTEN && has_room(chain) };
}

/* NULL: none was found. */
static struct hr_chain *next_chain(struct hr_campaign *campaign)
{
	for (size_t attempt = 0; attempt < FRUITLESS; attempt++) {
		struct hr_chain *chain = campaign->options.strategy->next(campaign->strategy);
		if (chain)
			return chain;
	}
	return NULL;
}

/* Leaves out what cannot be encoded: no reason to stop, there are others. */
static void drop_failed(struct slice *slice, const bool *is_encoded)
{
	size_t made = slice->count;
	slice->count = 0;
	for (size_t i = 0; i < made; i++) {
		if (!is_encoded[i]) {
			hr_chain_drop(slice->chains[i]);
			slice->campaign->passed_over++;
			continue;
		}
		struct hr_program *program = slice->programs[i];
		slice->programs[i] = slice->programs[slice->count];
		slice->programs[slice->count] = program;
		slice->chains[slice->count++] = slice->chains[i];
	}
	for (size_t i = slice->count; i < made; i++)
		slice->chains[i] = NULL;
}

/* Chains for a slice: while one is made, the last ones are encoded. Returns how many were made. */
static size_t fill_slice(struct slice *slice, size_t most)
{
	struct hr_campaign *campaign = slice->campaign;
	bool is_encoded[SLICE];
	uint64_t calls = 0;
	for (slice->count = 0; slice->count < most && calls < SLICE_CALLS; slice->count++) {
		struct hr_chain *chain = next_chain(campaign);
		if (!chain)
			break;
		struct hr_run_wants wants = hr_campaign_wants(campaign, chain);
		slice->chains[slice->count] = chain;
		hr_ahead_post(campaign->ahead, &slice->programs[slice->count], chain, &wants);
		calls += chain->call_count;
	}
	size_t made = slice->count;
	hr_ahead_wait(campaign->ahead, is_encoded);
	drop_failed(slice, is_encoded);
	return made;
}

/* Makes the slice and has it run. */
static int begin_slice(struct slice *slice, size_t most, struct hr_error *error)
{
	for (size_t attempt = 0; attempt < FRUITLESS; attempt++)
		if (fill_slice(slice, most) == 0 || slice->count > 0)
			break;
	if (!slice->count)
		return 0;
	return hr_workers_begin(slice->campaign->unit->workers, slice->programs, slice->count, look_at, slice, error);
}

static void release_slice(struct slice *slice)
{
	for (size_t i = 0; i < SLICE; i++) {
		hr_program_free(slice->programs[i]);
		hr_chain_drop(slice->chains[i]);
	}
}

/* ---- the loop ---- */

bool hr_campaign_is_over(const struct hr_campaign *campaign)
{
	const struct hr_campaign_options *options = &campaign->options;
	return (options->seconds > 0 &&
		hr_campaign_seconds(campaign) - campaign->earlier.seconds >= options->seconds) ||
	       (options->calls && campaign->calls + campaign->runner.calls >= options->calls);
}

void hr_campaign_show(struct hr_campaign *campaign, const char *doing)
{
	struct hr_live_view view = { .seconds = hr_campaign_seconds(campaign),
				     .sequences = campaign->earlier.sequences + campaign->sequences,
				     .calls = hr_campaign_calls(campaign),
				     .edges = hr_search_covered(campaign->search),
				     .edge_count = campaign->edge_count,
				     .failures = hr_campaign_failure_count(campaign, false),
				     .doing = doing };
	hr_live_show(campaign->live, &view, false);
}

/* How many chains the next slice has; `begun` have been made so far. */
static size_t slice_size(const struct hr_campaign *campaign, uint64_t begun)
{
	uint64_t most = campaign->options.sequences;
	if (!most || most - begun > SLICE)
		return SLICE;
	return (size_t)(most - begun);
}

/* What is done between slices. */
static int look_closer(struct hr_campaign *campaign, struct hr_error *error)
{
	int status = hr_campaign_hear(campaign, error);
	if (!status)
		status = hr_campaign_investigate(campaign, error);
	if (!status)
		status = hr_campaign_probe(campaign, error);
	if (!status)
		status = hr_campaign_store_progress(campaign, error);
	return status ? status : hr_store_flush(campaign->store, flush_seconds, error);
}

static int search(struct hr_campaign *campaign, struct slice *slices, struct hr_error *error)
{
	uint64_t begun = 0;
	size_t turn = 0;
	int status = 0;
	while (!status) {
		struct slice *slice = &slices[turn++ % SLICES];
		hr_campaign_show(campaign, "searching");
		if (slice->count) { /* the oldest that is being run */
			status = hr_workers_finish(campaign->unit->workers, error);
			slice->count = 0;
			if (!status)
				status = look_closer(campaign, error);
		}
		if (!status && !hr_campaign_is_over(campaign))
			status = begin_slice(slice, slice_size(campaign, begun), error);
		begun += slice->count;
		if (!hr_workers_begun(campaign->unit->workers))
			break;
	}
	return status;
}

static int search_all(struct hr_campaign *campaign, struct hr_error *error)
{
	struct slice *slices = hr_calloc(SLICES, sizeof *slices);
	for (size_t i = 0; i < SLICES; i++)
		slices[i].campaign = campaign;
	int status = hr_campaign_store_begin(campaign, error);
	if (!status)
		status = hr_campaign_run_earlier(campaign, error);
	if (!status)
		status = search(campaign, slices, error);
	hr_workers_abandon(campaign->unit->workers);
	for (size_t i = 0; i < SLICES; i++)
		release_slice(&slices[i]);
	free(slices);
	return status;
}

static void start(struct hr_campaign *campaign)
{
	const struct hr_campaign_options *options = &campaign->options;
	/* a campaign that goes on does not repeat itself */
	uint64_t seed = options->seed + campaign->earlier.runs * UINT64_C(0x9e3779b97f4a7c15);
	struct hr_search_options search_options = {
		.seed = seed,
		.repetition = -1,
		.most_calls = options->length,
		.fail_alloc = options->fail_alloc,
		.without = options->without,
	};
	hr_random_seed(&campaign->random, seed ^ UINT64_C(0x70726f6265));
	campaign->search =
		hr_search_new(campaign->unit->model, &campaign->unit->callables, campaign->facts, &search_options);
	hr_campaign_locate(campaign);
	campaign->strategy = campaign->options.strategy->create(campaign->search);
	campaign->idioms = hr_idioms_find(campaign->unit->model, options->idioms);
	hr_campaign_relearn(campaign);
}

int hr_campaign_search(struct hr_campaign *campaign, struct hr_error *error)
{
	start(campaign);
	campaign->started = hr_clock_seconds();
	int status = search_all(campaign, error);
	campaign->elapsed = hr_clock_seconds() - campaign->started;
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
