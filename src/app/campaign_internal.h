/* What the files of a campaign share: campaign.c (the loop), campaign_judge.c (what an outcome means at first sight), campaign_investigate.c (what it
 * means at a closer look). */
#ifndef HR_APP_CAMPAIGN_INTERNAL_H
#define HR_APP_CAMPAIGN_INTERNAL_H

#include "app/campaign.h"

/* ---- campaign_judge.c ---- */

/* True when the last call of the chain told of an error, by the operation's convention. */
bool hr_campaign_is_refused(const struct hr_campaign *campaign, const struct hr_chain *chain,
			    const struct hr_outcome *outcome);

/* At first sight; a cause that is new, or due again, is put among those that wait. */
enum hr_verdict hr_campaign_judge(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome);

/* ---- campaign_investigate.c ---- */

/* Looks into what waits. */
int hr_campaign_investigate(struct hr_campaign *campaign, struct hr_error *error);

#endif
