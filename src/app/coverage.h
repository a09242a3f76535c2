/* What tests cover of the library's own code, as llvm-cov counts it on a clean build. */
#ifndef HR_APP_COVERAGE_H
#define HR_APP_COVERAGE_H

#include "app/coverage_detail.h"
#include "app/unit.h"
#include "suite/test.h"

struct hr_covered {
	uint64_t covered, count;
};

struct hr_coverage {
	bool is_measured;
	struct hr_covered lines, functions, branches;
	struct hr_strbuf why; /* it was not measured; "" where nothing was asked for */
};

#define HR_COVERAGE_INIT { .why = HR_STRBUF_INIT }

void hr_coverage_release(struct hr_coverage *coverage);

/* Compiles the library and the tests with clang's source-based coverage, runs them behind the fence, and counts: what is in the library's sources and headers, not what is in the tests or the system's headers. It is given
 * up when the clock says `until` (0: never). What is not there to measure with is told in `out->why`, and is no error. `detail` (unless NULL) gets what is known by line; what each test executes as long as there is time, at most ten seconds. The tests of one area must stand together. */
int hr_coverage_measure(struct hr_coverage *out, const struct hr_test *tests, size_t count,
			const struct hr_app_unit *unit, double until, struct hr_coverage_detail *detail,
			struct hr_error *error);

#endif
