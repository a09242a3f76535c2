/* What a campaign came to in numbers, as its summaries tell them. */
#include "app/gen_internal.h"

struct hr_gen_reach hr_gen_reach_of(const struct hr_campaign *campaign)
{
	const struct hr_model *model = campaign->unit->model;
	struct hr_gen_reach reach = { 0 };
	size_t called = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_reach *it = hr_search_reach(campaign->search, i);
		if (!model->operations.data[i].callable)
			continue;
		reach.operations++;
		reach.normal += it->normal > 0;
		if (it->calls) {
			reach.legal += (double)(it->normal + it->refused) / (double)it->calls;
			called++;
		}
	}
	if (called)
		reach.legal /= (double)called;
	return reach;
}

bool hr_gen_is_unreached(const struct hr_campaign *campaign, size_t operation)
{
	return campaign->unit->model->operations.data[operation].callable &&
	       hr_search_reach(campaign->search, operation)->normal == 0;
}

size_t hr_gen_unconfirmed(const struct hr_campaign *campaign)
{
	return hr_campaign_failure_count(campaign, false) - hr_campaign_failure_count(campaign, true);
}

size_t hr_gen_breaks_without_memory(const struct hr_campaign *campaign)
{
	size_t count = 0;
	for (size_t i = 0; i < campaign->unit->model->operations.count; i++)
		count += campaign->breaks_without_memory[i];
	return count;
}

size_t hr_gen_rules(const struct hr_campaign *campaign, enum hr_rule_origin origin)
{
	size_t count = 0;
	for (size_t i = 0; i < hr_rules_count(campaign->rules); i++)
		count += hr_rules_holds(campaign->rules, i) && hr_rules_at(campaign->rules, i)->origin == origin;
	return count;
}
