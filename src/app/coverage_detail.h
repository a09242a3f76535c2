/* Coverage by file, function, line and branch, and by test: what llvm-cov exports, as reports tell it. */
#ifndef HR_APP_COVERAGE_DETAIL_H
#define HR_APP_COVERAGE_DETAIL_H

#include "base/json.h"
#include "report/campaign.h"

/* Lines that a test executes, as the store has it (report/lists.h). */
struct hr_covered_run {
	size_t file, test; /* indices */
	const char *lines;
};

struct hr_coverage_detail {
	struct hr_arena arena;
	HR_VEC(struct hr_report_file) files; /* paths are absolute; no texts, no runs */
	HR_VEC(struct hr_covered_run) runs;
	uint64_t most;    /* executions of any part of the code */
	size_t attempted; /* tests that were looked at one by one */
};

#define HR_COVERAGE_DETAIL_INIT { .arena = HR_ARENA_INIT }

void hr_coverage_detail_release(struct hr_coverage_detail *detail);

/* Takes everything from what `llvm-cov export` said (its member "data", the first of it): files that have code in functions. */
void hr_coverage_detail_take(struct hr_coverage_detail *detail, const struct hr_json *data);

/* Takes what tests executed from what it said of several at once: bits `i * bits` and up of each count are those of `tests[i]`. The files must have been taken. */
void hr_coverage_detail_take_tests(struct hr_coverage_detail *detail, const struct hr_json *data, const size_t *tests,
				   size_t count, unsigned bits);

#endif
