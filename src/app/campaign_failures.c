/* The failures of a campaign: one for each group, the best example of it. */
#include "app/campaign_internal.h"

#include "base/clock.h"
#include "base/memory.h"

#include <string.h>

/* Of a budget of time, for one failure each: so that none of them stops the search for long. In seconds. */
static const double PART = 0.05;
static const double LEAST = 1;
static const double MOST = 10;

struct hr_campaign_failure *hr_campaign_failure_new(void)
{
	struct hr_campaign_failure *failure = hr_calloc(1, sizeof *failure);
	failure->judgement = (struct hr_judgement)HR_JUDGEMENT_INIT;
	failure->function = "";
	failure->file = "";
	failure->violation.value = HR_NO_VALUE;
	failure->seen = 1;
	failure->place = "";
	failure->state = "";
	return failure;
}

void hr_campaign_failure_free(struct hr_campaign_failure *failure)
{
	if (!failure)
		return;
	hr_judgement_release(&failure->judgement);
	hr_sequence_free(failure->sequence);
	hr_sequence_free(failure->original);
	hr_vec_release(&failure->also);
	hr_arena_release(&failure->arena);
	free(failure);
}

static void set_class(struct hr_campaign *campaign, const char *group, enum hr_class class)
{
	size_t before;
	if (hr_map_get(&campaign->class_of, group, &before))
		campaign->classes[before]--;
	campaign->classes[class]++;
	hr_map_put(&campaign->class_of, group, class);
}

void hr_campaign_note_class(struct hr_campaign *campaign, const char *group, enum hr_class class)
{
	size_t before;
	bool is_told = hr_map_get(&campaign->class_of, group, &before) && before > HR_CLASS_UNSURE;
	if (!is_told || class > (enum hr_class)before)
		set_class(campaign, group, class);
}

void hr_campaign_note_withdrawn(struct hr_campaign *campaign, const char *group)
{
	set_class(campaign, group, HR_CLASS_MISUSE);
}

size_t hr_campaign_find_failure(const struct hr_campaign *campaign, const char *group, const char *place)
{
	size_t index;
	if (hr_map_get(&campaign->failure_of, group, &index))
		return index;
	return *place && hr_map_get(&campaign->failure_of, place, &index) ? index : HR_NO_FAILURE;
}

/* A surer one, or a shorter one that is as sure. */
static bool is_better(const struct hr_campaign_failure *new, const struct hr_campaign_failure *old)
{
	if (old->is_withdrawn)
		return true;
	if (new->judgement.class != old->judgement.class)
		return new->judgement.class > old->judgement.class;
	return new->sequence->statements.count < old->sequence->statements.count;
}

void hr_campaign_failure_met(struct hr_campaign_failure *failure, const char *operation)
{
	bool is_known = !operation || !*operation || strcmp(failure->operation, operation) == 0;
	for (size_t i = 0; i < failure->also.count && !is_known; i++)
		is_known = strcmp(failure->also.data[i], operation) == 0;
	if (!is_known)
		hr_vec_push(&failure->also, operation);
}

/* The operations that an example was met in are those of the one that takes its place. */
static void hand_over(struct hr_campaign_failure *to, const struct hr_campaign_failure *from)
{
	hr_campaign_failure_met(to, from->operation);
	for (size_t i = 0; i < from->also.count; i++)
		hr_campaign_failure_met(to, from->also.data[i]);
}

/* Other examples are found by any of its keys that leads to none yet. */
static void put_keys(struct hr_campaign *campaign, const struct hr_campaign_failure *failure, size_t index)
{
	const char *keys[] = { failure->group, failure->place, failure->state };
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (*keys[i] && !hr_map_get(&campaign->failure_of, keys[i], NULL))
			hr_map_put(&campaign->failure_of, keys[i], index);
}

int hr_campaign_add_failure(size_t *index, struct hr_campaign *campaign, struct hr_campaign_failure *failure,
			    struct hr_error *error)
{
	*index = hr_campaign_find_failure(campaign, failure->group, failure->place);
	if (*index == HR_NO_FAILURE)
		*index = hr_campaign_find_failure(campaign, failure->state, "");
	if (*index == HR_NO_FAILURE) {
		*index = campaign->failures.count;
		put_keys(campaign, failure, *index);
		hr_vec_push(&campaign->failures, failure);
		return hr_campaign_store_failure(campaign, failure, error);
	}
	put_keys(campaign, failure, *index); /* it may have been found by one of them only */
	struct hr_campaign_failure *old = campaign->failures.data[*index];
	uint64_t seen = old->seen + failure->seen;
	if (is_better(failure, old)) {
		campaign->failures.data[*index] = failure;
		hand_over(failure, old);
		failure->id = old->id; /* the same row in the store, whatever it is grouped by now */
		hr_campaign_failure_free(old);
	} else {
		hand_over(old, failure);
		hr_campaign_failure_free(failure);
	}
	campaign->failures.data[*index]->seen = seen;
	return hr_campaign_store_failure(campaign, campaign->failures.data[*index], error);
}

size_t hr_campaign_failure_count(const struct hr_campaign *campaign, bool only_confirmed)
{
	size_t count = 0;
	for (size_t i = 0; i < campaign->failures.count; i++) {
		const struct hr_campaign_failure *failure = campaign->failures.data[i];
		count += !failure->is_withdrawn && (!only_confirmed || failure->is_confirmed);
	}
	return count;
}

/* ---- the time it takes ---- */

void hr_campaign_limit(struct hr_campaign *campaign)
{
	double seconds = campaign->options.seconds * PART;
	campaign->runner.was_cut = false;
	if (seconds > 0)
		campaign->runner.deadline = hr_clock_seconds() + (seconds < LEAST  ? LEAST
								  : seconds > MOST ? MOST
										   : seconds);
}

bool hr_campaign_unlimit(struct hr_campaign *campaign)
{
	bool was_cut = campaign->runner.was_cut;
	campaign->runner.deadline = 0;
	campaign->runner.was_cut = false;
	return was_cut;
}

int hr_campaign_minimize(struct hr_sequence **out, struct hr_campaign *campaign, const struct hr_sequence *failing,
			 const struct hr_minimize_options *options, struct hr_error *error)
{
	double began = hr_clock_seconds();
	hr_campaign_limit(campaign);
	int status = hr_minimize(out, failing, &campaign->runner.runner, options, error);
	(void)hr_campaign_unlimit(campaign);
	campaign->spent[HR_PHASE_MINIMIZE] += hr_clock_seconds() - began;
	return status;
}
