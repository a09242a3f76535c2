/* What an outcome means at first sight, for every single chain: it must be quick. */
#include "app/campaign_internal.h"

#include "seq/close.h"

#include <stdio.h>

/* The call that the chain was made for: the last of its own. */
static const struct hr_statement *last_call(const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return &chain->statements[i];
	return NULL;
}

/* ---- causes ---- */

/* The operation whose call failed; (size_t)-1: none. */
static size_t failing_operation(const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	uint32_t statement = hr_failing_statement(outcome);
	uint32_t first = hr_chain_first_statement(chain);
	const struct hr_statement *it = statement >= first && statement < chain->statement_count
						? &chain->statements[statement - first]
						: last_call(chain); /* parts have run before, and did not fail */
	return it && it->kind == HR_STATEMENT_CALL ? it->operation : (size_t)-1;
}

static struct hr_campaign_cause *find_cause(struct hr_campaign *campaign, uint64_t hash, size_t *index)
{
	char key[32];
	snprintf(key, sizeof key, "%016llx", (unsigned long long)hash);
	if (!hr_map_get(&campaign->cause_of, key, index)) {
		*index = campaign->causes.count;
		hr_map_put(&campaign->cause_of, key, *index);
		hr_vec_push(&campaign->causes,
			    (struct hr_campaign_cause){
				    .hash = hash, .next = 1, .class = HR_CLASS_UNSURE, .failure = (size_t)-1 });
	}
	return &campaign->causes.data[*index];
}

/* Memory that is overrun, gone or freed twice first: it is hardly ever meant so. Stacks that are exhausted and calls that do not end last: they take longest, and say least. */
static unsigned turn_of(enum hr_way way)
{
	switch (way) {
	case HR_WAY_OVERFLOW:
	case HR_WAY_DEAD:
	case HR_WAY_FREE:
		return 0;
	case HR_WAY_STACK:
	case HR_WAY_HANG:
		return HR_TURN_COSTLY;
	default:
		return 1;
	}
}

/* First come, first served, among those of one turn. */
static void let_wait(struct hr_campaign *campaign, size_t index)
{
	const struct hr_campaign_cause *causes = campaign->causes.data;
	hr_vec_push(&campaign->waiting, index);
	size_t *waiting = campaign->waiting.data;
	for (size_t i = campaign->waiting.count - 1; i > 0 && causes[waiting[i - 1]].turn > causes[index].turn; i--) {
		waiting[i] = waiting[i - 1];
		waiting[i - 1] = index;
	}
}

static enum hr_verdict meet_cause(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome)
{
	size_t index;
	struct hr_campaign_cause *cause =
		find_cause(campaign, hr_cause_hash(outcome, failing_operation(chain, outcome)), &index);
	cause->seen++;
	if (cause->failure != (size_t)-1)
		campaign->failures.data[cause->failure]->seen++;
	if (cause->seen >= cause->next && !cause->chain) {
		cause->chain = hr_chain_hold(chain);
		cause->turn = turn_of(hr_way_of(outcome));
		let_wait(campaign, index);
	}
	return cause->class == HR_CLASS_MISUSE ? HR_VERDICT_ILLEGAL : HR_VERDICT_FAILURE;
}

/* Few libraries are written for memory that runs out: what breaks then is noted, and looked into only for who asks for it. */
static bool is_for_want_of_memory(struct hr_campaign *campaign, const struct hr_chain *chain,
				  const struct hr_outcome *outcome)
{
	if (campaign->options.fail_alloc == HR_FAIL_ALLOC_ANYWHERE || !hr_chain_fails_alloc(chain))
		return false;
	size_t operation = failing_operation(chain, outcome);
	if (operation != (size_t)-1)
		campaign->breaks_without_memory[operation] = true;
	return true;
}

static bool is_refused(const struct hr_campaign *campaign, const struct hr_chain *chain,
		       const struct hr_outcome *outcome)
{
	const struct hr_statement *call = last_call(chain);
	return call && hr_statement_refused(campaign->unit->model, call, outcome);
}

enum hr_verdict hr_campaign_judge(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome)
{
	switch (outcome->status) {
	case HR_OUTCOME_NORMAL:
		return is_refused(campaign, chain, outcome) ? HR_VERDICT_REFUSED : HR_VERDICT_NORMAL;
	case HR_OUTCOME_HANG:
		if (campaign->options.hangs)
			(void)meet_cause(campaign, chain, outcome);
		return HR_VERDICT_HANG;
	case HR_OUTCOME_FAULT:
	case HR_OUTCOME_DIED:
	case HR_OUTCOME_EXIT:
		if (is_for_want_of_memory(campaign, chain, outcome))
			return HR_VERDICT_FAILURE;
		return meet_cause(campaign, chain, outcome);
	case HR_OUTCOME_ILLEGAL:   /* used a bad pointer itself */
	case HR_OUTCOME_REFUSED:   /* what it calls is not let through: nothing can be said */
	case HR_OUTCOME_EXHAUSTED: /* asked for too much */
	case HR_OUTCOME_NOT_RUN:
	case HR_OUTCOME_STATUS_COUNT:
		break;
	}
	return HR_VERDICT_ILLEGAL;
}
