/* What an outcome means at first sight, for every single chain: it must be quick. */
#include "app/campaign_internal.h"

#include <stdio.h>

static uint64_t mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * UINT64_C(0xff51afd7ed558ccd);
	return hash ^ hash >> 32;
}

/* ---- refusals ---- */

static const struct hr_statement *last_call(const struct hr_chain *chain, size_t *first)
{
	*first = 0;
	for (uint32_t i = chain->own_statements; i-- > 0;)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			return &chain->statements[i];
	return NULL;
}

static bool is_error_result(const struct hr_model *model, const struct hr_operation *operation,
			    const unsigned char *bytes, size_t size)
{
	int64_t number = hr_bytes_integer(bytes, size < 8 ? size : 8, true);
	switch (operation->error) {
	case HR_REFUSED_NULL:
	case HR_REFUSED_ZERO:
		return number == 0;
	case HR_REFUSED_NEGATIVE:
		return number < 0;
	case HR_REFUSED_NONZERO:
		return number != (operation->error_good >= 0 ? model->constants.data[operation->error_good].number : 0);
	default:
		return false;
	}
}

bool hr_campaign_is_refused(const struct hr_campaign *campaign, const struct hr_chain *chain,
			    const struct hr_outcome *outcome)
{
	const struct hr_model *model = campaign->unit->model;
	size_t first;
	const struct hr_statement *call = last_call(chain, &first);
	if (!call || call->value == HR_NO_VALUE)
		return false;
	const struct hr_operation *operation = &model->operations.data[call->operation];
	const unsigned char *bytes = hr_outcome_bytes(outcome, call->value);
	size_t size = hr_type_size(model, operation->result.type);
	return operation->error != HR_REFUSED_NEVER && bytes && size && is_error_result(model, operation, bytes, size);
}

/* ---- causes ---- */

enum { TOP_FRAMES = 3 };

static uint64_t cause_hash(const struct hr_outcome *outcome, size_t operation)
{
	uint64_t hash = mix(mix(1, (uint64_t)outcome->status), operation);
	hash = mix(hash, (uint64_t)outcome->fault.kind);
	for (size_t i = 0; i < outcome->fault.stack.count && i < TOP_FRAMES; i++)
		hash = mix(hash, outcome->fault.stack.data[i].pc);
	return hash;
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

static enum hr_verdict meet_cause(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome)
{
	size_t first;
	size_t index;
	const struct hr_statement *call = last_call(chain, &first);
	struct hr_campaign_cause *cause =
		find_cause(campaign, cause_hash(outcome, call ? call->operation : (size_t)-1), &index);
	cause->seen++;
	if (cause->failure != (size_t)-1)
		campaign->failures.data[cause->failure]->seen++;
	if (cause->seen >= cause->next && !cause->chain) {
		cause->chain = hr_chain_hold(chain);
		hr_vec_push(&campaign->waiting, index);
	}
	return cause->class == HR_CLASS_MISUSE ? HR_VERDICT_ILLEGAL : HR_VERDICT_FAILURE;
}

enum hr_verdict hr_campaign_judge(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome)
{
	switch (outcome->status) {
	case HR_OUTCOME_NORMAL:
		return hr_campaign_is_refused(campaign, chain, outcome) ? HR_VERDICT_REFUSED : HR_VERDICT_NORMAL;
	case HR_OUTCOME_HANG:
		if (campaign->options.hangs)
			(void)meet_cause(campaign, chain, outcome);
		return HR_VERDICT_HANG;
	case HR_OUTCOME_FAULT:
	case HR_OUTCOME_DIED:
	case HR_OUTCOME_EXIT:
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
