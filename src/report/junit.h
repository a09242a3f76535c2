/* Tests and failures as JUnit's XML, which build servers read. */
#ifndef HR_REPORT_JUNIT_H
#define HR_REPORT_JUNIT_H

#include "base/strbuf.h"
#include "report/campaign.h"

/* Two suites: the tests that were written (all of them have passed; those that were left out are skipped), and the failures that were found, a failing case each; portability notes are skipped. */
void hr_report_junit(struct hr_strbuf *out, const struct hr_report_campaign *campaign);

/* Appends text for an element or an attribute: what XML 1.0 has no place for, and what is no UTF-8, is U+FFFD. */
void hr_report_add_xml(struct hr_strbuf *out, const char *text, bool is_attribute);

#endif
