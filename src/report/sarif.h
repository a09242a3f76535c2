/* Failures and rules as SARIF 2.1.0, which code scanners read. */
#ifndef HR_REPORT_SARIF_H
#define HR_REPORT_SARIF_H

#include "base/strbuf.h"
#include "report/campaign.h"

/* Confirmed failures are results: "certain" ones errors, "likely" and "deviant" ones warnings, portability notes are notes. What was learned about the API is there for information only. Paths are relative to where `gen`
 * was run; fingerprints are those of the page. */
void hr_report_sarif(struct hr_strbuf *out, const struct hr_report_campaign *campaign);

/* Appends a path as a relative URI, or as a file URI where it is absolute: what is not plain is %XX. */
void hr_report_add_uri(struct hr_strbuf *out, const char *path);

#endif
