/* What a campaign leaves in its store, and how it goes on from there.
 *
 * Invariant: but for times, what is written depends only on what the campaign did, not on when: rows of progress come after so many slices. */
#include "app/campaign_internal.h"

#include "base/clock.h"
#include "seq/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set_number(struct hr_store *store, const char *key, uint64_t number, struct hr_error *error)
{
	char text[32];
	snprintf(text, sizeof text, "%llu", (unsigned long long)number);
	return hr_store_set(store, key, text, error);
}

static int set_seconds(struct hr_store *store, const char *key, double seconds, struct hr_error *error)
{
	char text[32];
	snprintf(text, sizeof text, "%.3f", seconds);
	return hr_store_set(store, key, text, error);
}

int hr_campaign_store_begin(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_store *store = campaign->store;
	int status = hr_store_set(store, "unit", campaign->unit->model->unit, error);
	if (!status)
		status = hr_store_set(store, "version", HR_VERSION, error);
	if (!status)
		status = set_number(store, "seed", campaign->options.seed, error);
	if (!status)
		status = set_number(store, "runs", campaign->earlier.runs + 1, error);
	if (!status)
		status = set_number(store, "edge_count", campaign->edge_count, error);
	return status ? status : hr_store_set(store, "finished", "no", error);
}

int hr_campaign_store_kept(struct hr_campaign *campaign, const struct hr_chain *chain, enum hr_verdict verdict,
			   size_t new_edges, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_sequence *sequence = hr_chain_flatten(chain, campaign->unit->model);
	hr_sequence_write(&text, sequence);
	struct hr_stored_sequence row = { .hash = chain->hash,
					  .text = text.data,
					  .outcome = verdict == HR_VERDICT_REFUSED ? "refused" : "normal",
					  .new_edges = (uint32_t)new_edges,
					  .at = hr_campaign_seconds(campaign) };
	int status = hr_store_add_sequence(campaign->store, &row, error);
	hr_sequence_free(sequence);
	hr_strbuf_release(&text);
	return status;
}

/* What this run spent its time on. */
static const struct {
	const char *key;
	enum hr_campaign_phase phase;
} phases[] = {
	{ "seconds_investigate", HR_PHASE_INVESTIGATE },
	{ "seconds_probe", HR_PHASE_PROBE },
	{ "seconds_minimize", HR_PHASE_MINIMIZE },
};

static int store_counts(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_store *store = campaign->store;
	int status = set_number(store, "sequences", campaign->earlier.sequences + campaign->sequences, error);
	if (!status)
		status = set_number(store, "calls", hr_campaign_calls(campaign), error);
	if (!status)
		status = set_seconds(store, "seconds", hr_campaign_seconds(campaign), error);
	for (size_t i = 0; i < sizeof phases / sizeof *phases && !status; i++)
		status = set_seconds(store, phases[i].key, campaign->spent[phases[i].phase], error);
	return status;
}

int hr_campaign_store_progress(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_stored_progress row = { .at = hr_campaign_seconds(campaign),
					  .sequences = campaign->earlier.sequences + campaign->sequences,
					  .calls = hr_campaign_calls(campaign),
					  .edges = (uint32_t)hr_search_covered(campaign->search),
					  .failures = (uint32_t)campaign->failures.count };
	campaign->slices++;
	if (campaign->slices < campaign->next_progress)
		return 0;
	/* every slice in the beginning, then every fiftieth part more */
	campaign->next_progress = campaign->slices + 1 + campaign->slices / 50;
	int status = hr_store_add_progress(campaign->store, &row, error);
	return status ? status : store_counts(campaign, error);
}

static void write_sequence(const char **out, struct hr_arena *arena, const struct hr_sequence *sequence)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (!sequence)
		return;
	hr_sequence_write(&text, sequence);
	*out = hr_arena_strdup(arena, text.data);
	hr_strbuf_release(&text);
}

int hr_campaign_store_failure(struct hr_campaign *campaign, struct hr_campaign_failure *failure, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf reasons = HR_STRBUF_INIT;
	struct hr_strbuf contract = HR_STRBUF_INIT;
	const struct hr_judgement *judgement = &failure->judgement;
	struct hr_stored_failure row = { .cause = failure->group,
					 .class = hr_class_name(judgement->class),
					 .way = hr_way_name(judgement->way),
					 .operation = failure->operation,
					 .summary = failure->summary,
					 .difference = judgement->difference,
					 .report = failure->report,
					 .is_confirmed = failure->is_confirmed,
					 .seen = failure->seen,
					 .at = failure->at };
	for (size_t i = 0; i < judgement->reasons.count; i++)
		hr_strbuf_addf(&reasons, "%s%s", i ? "\n" : "", judgement->reasons.data[i]);
	row.reasons = reasons.data;
	if (failure->is_violation) {
		hr_violation_write(&contract, &failure->violation);
		row.idiom = failure->violation.idiom->text;
		row.property = failure->violation.property;
		row.contract = contract.data;
	}
	write_sequence(&row.sequence, &arena, failure->sequence);
	write_sequence(&row.original, &arena, failure->original);
	write_sequence(&row.neighbour, &arena, judgement->neighbour);
	int status = hr_store_put_failure(campaign->store, &row, &failure->id, error);
	hr_strbuf_release(&reasons);
	hr_strbuf_release(&contract);
	hr_arena_release(&arena);
	return status;
}

static int store_rules(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = 0;
	for (size_t i = 0; i < hr_rules_count(campaign->rules) && !status; i++) {
		const struct hr_rule *rule = hr_rules_at(campaign->rules, i);
		hr_strbuf_clear(&text);
		hr_rule_describe(&text, campaign->unit->model, rule);
		struct hr_stored_rule row = { .text = text.data,
					      .evidence = rule->evidence,
					      .crashing = rule->crashing,
					      .passing = rule->passing,
					      .is_dropped = !hr_rules_holds(campaign->rules, i) };
		status = hr_store_put_rule(campaign->store, &row, error);
	}
	hr_strbuf_clear(&text);
	hr_contracts_write(&text, campaign->unit->model, campaign->rules);
	if (!status)
		status = hr_store_set(campaign->store, "contracts", text.data, error);
	hr_strbuf_release(&text);
	return status;
}

static int store_operation(struct hr_campaign *campaign, size_t index, struct hr_error *error)
{
	const struct hr_operation *operation = &campaign->unit->model->operations.data[index];
	const struct hr_reach *reach = hr_search_reach(campaign->search, index);
	struct hr_strbuf why = HR_STRBUF_INIT;
	struct hr_stored_operation row = { .name = operation->name,
					   .reach = { reach->calls, reach->normal, reach->refused, reach->illegal,
						      reach->failures, reach->ended[HR_OUTCOME_HANG] } };

	if (operation->callable && reach->normal == 0) {
		hr_search_why(&why, campaign->search, index);
		row.why = why.data;
	}
	int status = hr_store_put_operation(campaign->store, &row, error);
	hr_strbuf_release(&why);
	return status;
}

int hr_campaign_store_all(struct hr_campaign *campaign, bool is_finished, struct hr_error *error)
{
	int status = store_counts(campaign, error);
	for (size_t i = 0; i < campaign->failures.count && !status; i++)
		status = hr_campaign_store_failure(campaign, campaign->failures.data[i], error);
	for (size_t i = 0; i < campaign->unit->model->operations.count && !status; i++)
		status = store_operation(campaign, i, error);
	if (!status)
		status = store_rules(campaign, error);
	if (!status && is_finished)
		status = hr_store_set(campaign->store, "finished", "yes", error);
	return status ? status : hr_store_flush(campaign->store, 0, error);
}
