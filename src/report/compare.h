/* Two campaigns side by side: what the later one covers that the earlier one did not, and the other way round; failures that are new, and gone. */
#ifndef HR_REPORT_COMPARE_H
#define HR_REPORT_COMPARE_H

#include "base/strbuf.h"
#include "report/campaign.h"

/* Lines of a file, in the text of the campaign that has them covered. */
struct hr_report_lines {
	const char *path;
	unsigned first, last;
};

/* A function whose coverage is another, or that only one of them has. */
struct hr_report_function_change {
	const char *path, *name;
	const struct hr_report_function *before, *after; /* NULL: not there */
	uint64_t gained, lost;                           /* lines */
};

typedef HR_VEC(struct hr_report_lines) hr_report_line_runs;

struct hr_report_comparison {
	const struct hr_report_campaign *before, *after;    /* borrowed */
	HR_VEC(struct hr_report_function_change) functions; /* by path and line */
	hr_report_line_runs gained; /* lines that are covered now; their place is that of `after` */
	hr_report_line_runs lost;   /* lines that were covered; their place is that of `before` */
	uint64_t gained_lines, lost_lines;
	/* confirmed failures, by fingerprint: those of `after` that are new, those of `before` that are gone, those of `after` that were there before */
	HR_VEC(const struct hr_report_failure *) fresh;
	HR_VEC(const struct hr_report_failure *) gone;
	HR_VEC(const struct hr_report_failure *) stayed;
};

/* Lines are the same where their text is and they stand in the same order. Both campaigns must outlive the comparison; the caller releases it. */
void hr_report_compare(struct hr_report_comparison *out, const struct hr_report_campaign *before,
		       const struct hr_report_campaign *after);
/* Which lines are covered is known of both: else none are gained or lost because nobody knows. */
bool hr_report_comparison_has_lines(const struct hr_report_comparison *comparison);
void hr_report_comparison_release(struct hr_report_comparison *comparison);

/* For a person, and for programs. */
void hr_report_comparison_text(struct hr_strbuf *out, const struct hr_report_comparison *comparison);
void hr_report_comparison_json(struct hr_strbuf *out, const struct hr_report_comparison *comparison);

#endif
