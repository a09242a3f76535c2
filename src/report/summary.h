/* What a campaign came to, in short. */
#ifndef HR_REPORT_SUMMARY_H
#define HR_REPORT_SUMMARY_H

#include "base/strbuf.h"
#include "report/campaign.h"

void hr_report_summary_text(struct hr_strbuf *out, const struct hr_report_campaign *campaign); /* for a person */
void hr_report_summary_json(struct hr_strbuf *out, const struct hr_report_campaign *campaign); /* for programs */

#endif
