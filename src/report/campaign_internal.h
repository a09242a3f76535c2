/* What the files share that read a campaign: campaign.c (rows of the store), campaign_model.c (what is in the model), campaign_coverage.c (files and tests). */
#ifndef HR_REPORT_CAMPAIGN_INTERNAL_H
#define HR_REPORT_CAMPAIGN_INTERNAL_H

#include "report/campaign.h"

/* ---- campaign_model.c ---- */

/* Operations with what is known of them, types and edges, from the saved model; one that cannot be read is as none. */
void hr_report_take_model(struct hr_report_campaign *campaign, const char *text);

/* ---- campaign_coverage.c ---- */

/* Files, what tests cover, and where tests stand. Tests must be there; `ids` are theirs. */
int hr_report_read_coverage(struct hr_report_campaign *campaign, struct hr_store *store, const int64_t *ids,
			    struct hr_error *error);

/* A path as it is shown: below the root without that. In the arena. */
const char *hr_report_path(struct hr_report_campaign *campaign, const char *path);

#endif
