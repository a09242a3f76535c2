/* What failures mean at a closer look: one of each cause, between two slices of the search.
 *
 * Invariant: what waits is looked into in the order in which it was met; nothing here depends on time. */
#include "app/campaign_internal.h"

#include "base/clock.h"

/* A cause that came to nothing is looked into again when it was seen ten times as often: rules were learned meanwhile. */
enum { AGAIN = 10 };

static int look_into(struct hr_campaign *campaign, struct hr_campaign_cause *cause, struct hr_error *error)
{
	(void)error;
	cause->next = cause->seen * AGAIN;
	campaign->classes[cause->class]++;
	return 0;
}

int hr_campaign_investigate(struct hr_campaign *campaign, struct hr_error *error)
{
	double began = hr_clock_seconds();
	int status = 0;
	for (size_t i = 0; i < campaign->waiting.count; i++) {
		struct hr_campaign_cause *cause = &campaign->causes.data[campaign->waiting.data[i]];
		if (!status)
			status = look_into(campaign, cause, error);
		hr_chain_drop(cause->chain);
		cause->chain = NULL;
	}
	hr_vec_clear(&campaign->waiting);
	campaign->spent[HR_PHASE_INVESTIGATE] += hr_clock_seconds() - began;
	return status;
}
