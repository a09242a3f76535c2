/* The page: one HTML file that shows a whole campaign, complete in itself (style, script, data), without any network. docs/report.md tells what is on it.
 *
 * Everything that comes from the campaign is escaped: it never becomes markup or script, malformed UTF-8 is replaced. A policy in the page itself allows no script but ours. */
#ifndef HR_REPORT_HTML_H
#define HR_REPORT_HTML_H

#include "base/error.h"
#include "base/strbuf.h"
#include "report/campaign.h"
#include "report/compare.h"

/* Appends the page. `comparison` (NULL: none) is with an earlier campaign; its `after` is `campaign`. */
int hr_report_html(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		   const struct hr_report_comparison *comparison, struct hr_error *error);

#endif
