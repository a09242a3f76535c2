/* What a campaign found, for programs: --json. */
#include "app/gen_internal.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_number(struct hr_json_writer *writer, const char *key, uint64_t number)
{
	hr_json_key(writer, key);
	hr_json_uint(writer, number);
}

static void put_text(struct hr_json_writer *writer, const char *key, const char *text)
{
	hr_json_key(writer, key);
	hr_json_string(writer, text);
}

static void put_failure(struct hr_json_writer *writer, const struct hr_campaign_failure *failure)
{
	hr_json_begin_object(writer);
	put_number(writer, "id", (uint64_t)failure->id);
	put_text(writer, "class", hr_class_name(failure->judgement.class));
	put_text(writer, "way", hr_way_name(failure->judgement.way));
	put_text(writer, "operation", failure->operation);
	hr_json_key(writer, "also");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < failure->also.count; i++)
		hr_json_string(writer, failure->also.data[i]);
	hr_json_end_array(writer);
	put_text(writer, "cause", failure->cause);
	put_text(writer, "summary", failure->summary);
	put_text(writer, "confirmed", failure->why);
	put_text(writer, "folder", failure->folder);
	put_number(writer, "seen", failure->seen);
	hr_json_key(writer, "reasons");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < failure->judgement.reasons.count; i++)
		hr_json_string(writer, failure->judgement.reasons.data[i]);
	hr_json_end_array(writer);
	hr_json_end_object(writer);
}

/* What became of the sequences of the search, and how many processes it took. */
static void put_outcomes(struct hr_json_writer *writer, const struct hr_campaign *campaign)
{
	struct hr_workers_counts counts = hr_workers_counts(campaign->unit->workers);
	hr_json_key(writer, "outcomes");
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	for (size_t i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
		if (campaign->outcomes[i])
			put_number(writer, hr_outcome_status_name((enum hr_outcome_status)i), campaign->outcomes[i]);
	hr_json_end_object(writer);
	put_number(writer, "workers", counts.workers);
}

static void put_texts(struct hr_json_writer *writer, const char *key, const char *const *texts, size_t count)
{
	hr_json_key(writer, key);
	hr_json_compact(writer);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < count; i++)
		hr_json_string(writer, texts[i]);
	hr_json_end_array(writer);
}

static void put_certificate(struct hr_json_writer *writer, const struct hr_certificate *certificate)
{
	put_texts(writer, "tried", certificate->done.data, certificate->done.count);
	put_texts(writer, "not_tried", certificate->not_done.data, certificate->not_done.count);
	hr_json_key(writer, "left_out");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < certificate->left_out.count; i++) {
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "test", certificate->left_out.data[i].test);
		put_text(writer, "why", certificate->left_out.data[i].why);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

/* Tests that keep objects to their end, and the destroyers that would lose memory of them. */
static void put_keeping(struct hr_json_writer *writer, const struct hr_gen *gen)
{
	hr_json_key(writer, "objects_kept");
	hr_json_begin_object(writer);
	put_number(writer, "tests", gen->keeping.tests);
	put_texts(writer, "losing", gen->keeping.losing.data, gen->keeping.losing.count);
	hr_json_end_object(writer);
}

static void put_covered(struct hr_json_writer *writer, const char *key, const struct hr_covered *it)
{
	hr_json_key(writer, key);
	hr_json_begin_object(writer);
	put_number(writer, "covered", it->covered);
	put_number(writer, "count", it->count);
	hr_json_end_object(writer);
}

/* null where it was not measured. */
static void put_coverage(struct hr_json_writer *writer, const char *key, const struct hr_coverage *it)
{
	hr_json_key(writer, key);
	if (!it->is_measured) {
		hr_json_null(writer);
		return;
	}
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_covered(writer, "lines", &it->lines);
	put_covered(writer, "functions", &it->functions);
	put_covered(writer, "branches", &it->branches);
	hr_json_end_object(writer);
}

static void put_times(struct hr_json_writer *writer, const struct hr_gen *gen)
{
	const struct hr_campaign *campaign = &gen->campaign;
	const struct {
		const char *key;
		double seconds;
	} times[] = {
		{ "read", gen->reading },
		{ "build", gen->building },
		{ "search", campaign->elapsed }, /* the next two are part of it */
		{ "investigate", campaign->spent[HR_PHASE_INVESTIGATE] },
		{ "probe", campaign->spent[HR_PHASE_PROBE] },
		{ "minimize", campaign->spent[HR_PHASE_MINIMIZE] }, /* part of those two */
		{ "confirm", campaign->spent[HR_PHASE_CONFIRM] },
		{ "tests", campaign->spent[HR_PHASE_TESTS] },
		{ "certify", gen->certificate.seconds }, /* part of it, as the next */
		{ "coverage", gen->measuring },
	};
	hr_json_key(writer, "time");
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		hr_json_key(writer, times[i].key);
		hr_json_double(writer, times[i].seconds);
	}
	hr_json_end_object(writer);
}

static void put_unreached(struct hr_json_writer *writer, const struct hr_campaign *campaign, size_t operation)
{
	const struct hr_reach *reach = hr_search_reach(campaign->search, operation);
	struct hr_strbuf why = HR_STRBUF_INIT;

	hr_search_why(&why, campaign->search, operation);
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_text(writer, "operation", campaign->unit->model->operations.data[operation].name);
	put_number(writer, "calls", reach->calls);
	put_number(writer, "refused", reach->refused);
	put_number(writer, "illegal", reach->illegal);
	put_number(writer, "failures", reach->failures);
	put_number(writer, "hangs", reach->ended[HR_OUTCOME_HANG]);
	put_text(writer, "why", why.data);
	hr_json_end_object(writer);
	hr_strbuf_release(&why);
}

/* What strategies and parts of the guided one contributed. */
static void put_found(struct hr_json_writer *writer, uint64_t chains, uint64_t finders, uint64_t edges)
{
	put_number(writer, "sequences", chains);
	put_number(writer, "finders", finders);
	put_number(writer, "edges", edges);
	hr_json_end_object(writer);
}

static void put_strategies(struct hr_json_writer *writer, const struct hr_campaign *campaign)
{
	put_text(writer, "strategy", campaign->options.strategy->name);
	hr_json_key(writer, "strategies");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < hr_search_strategy_count(campaign->search); i++) {
		const struct hr_strategy_counts *it = hr_search_strategy(campaign->search, i);
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "name", it->name);
		put_number(writer, "calls", it->calls);
		put_found(writer, it->chains, it->finders, it->edges);
	}
	hr_json_end_array(writer);
	hr_json_key(writer, "parts");
	hr_json_begin_array(writer);
	for (unsigned i = 0; i < HR_PART_COUNT; i++) {
		const struct hr_part_counts *it = hr_search_part(campaign->search, i);
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "name", hr_part_name(i));
		hr_json_key(writer, "on");
		hr_json_bool(writer, !hr_parts_have(campaign->options.without, i));
		put_found(writer, it->chains, it->finders, it->edges);
	}
	hr_json_end_array(writer);
}

static void put_memory(struct hr_json_writer *writer, const struct hr_campaign *campaign)
{
	const struct hr_model *model = campaign->unit->model;
	hr_json_key(writer, "breaks_without_memory");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < model->operations.count; i++)
		if (campaign->breaks_without_memory[i])
			hr_json_string(writer, model->operations.data[i].name);
	hr_json_end_array(writer);
}

static void put_reach(struct hr_json_writer *writer, const struct hr_campaign *campaign)
{
	struct hr_gen_reach reach = hr_gen_reach_of(campaign);
	put_number(writer, "operations", reach.operations);
	put_number(writer, "returned", reach.normal);
	hr_json_key(writer, "legal");
	hr_json_double(writer, reach.legal);
	hr_json_key(writer, "unreached");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < campaign->unit->model->operations.count; i++)
		if (hr_gen_is_unreached(campaign, i))
			put_unreached(writer, campaign, i);
	hr_json_end_array(writer);
}

void hr_gen_tell_json(const struct hr_gen *gen)
{
	const struct hr_campaign *campaign = &gen->campaign;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, &out);
	hr_json_begin_object(&writer);
	put_text(&writer, "unit", gen->unit.model->unit);
	put_number(&writer, "seed", campaign->options.seed);
	put_number(&writer, "sequences", campaign->earlier.sequences + campaign->sequences);
	put_number(&writer, "calls", hr_campaign_calls(campaign));
	put_number(&writer, "edges", hr_search_covered(campaign->search));
	put_number(&writer, "edge_count", campaign->edge_count);
	hr_json_key(&writer, "interrupted");
	hr_json_bool(&writer, campaign->is_interrupted);
	put_strategies(&writer, campaign);
	put_reach(&writer, campaign);
	hr_json_key(&writer, "failures");
	hr_json_begin_array(&writer);
	for (size_t i = 0; i < campaign->failures.count; i++)
		if (!campaign->failures.data[i]->is_withdrawn && campaign->failures.data[i]->is_confirmed)
			put_failure(&writer, campaign->failures.data[i]);
	hr_json_end_array(&writer);
	put_number(&writer, "unconfirmed", hr_gen_unconfirmed(campaign));
	put_number(&writer, "unsure", campaign->classes[HR_CLASS_UNSURE]);
	put_number(&writer, "misuse", campaign->classes[HR_CLASS_MISUSE]);
	put_memory(&writer, campaign);
	hr_json_key(&writer, "rules");
	hr_json_compact(&writer);
	hr_json_begin_object(&writer);
	put_number(&writer, "learned", hr_gen_rules(campaign, HR_RULE_LEARNED));
	put_number(&writer, "given", hr_gen_rules(campaign, HR_RULE_USER));
	hr_json_end_object(&writer);
	put_number(&writer, "tests", gen->test_count);
	put_number(&writer, "assertions_tried", gen->choice.all);
	put_number(&writer, "assertions_dropped", gen->choice.dropped);
	put_number(&writer, "assertions_unstable", gen->certificate.dropped_checks);
	put_text(&writer, "tests_edited", gen->tests_edited.data);
	put_text(&writer, "tests_problem", gen->tests_problem.data);
	put_certificate(&writer, &gen->certificate);
	put_keeping(&writer, gen);
	put_coverage(&writer, "coverage", &gen->coverage);
	if (gen->wants_kept)
		put_coverage(&writer, "kept_coverage", &gen->kept);
	put_outcomes(&writer, campaign);
	put_times(&writer, gen);
	hr_json_end_object(&writer);
	puts(out.data);
	hr_strbuf_release(&out);
}
