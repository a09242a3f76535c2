/* Coverage of the suite as a tracefile of lcov, which genhtml and many other programs read. */
#ifndef HR_REPORT_LCOV_H
#define HR_REPORT_LCOV_H

#include "base/strbuf.h"
#include "report/campaign.h"

/* Nothing is written where nothing is known by file. Paths are relative to where `gen` was run. */
void hr_report_lcov(struct hr_strbuf *out, const struct hr_report_campaign *campaign);

#endif
