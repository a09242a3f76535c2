/* How long the stages behind the search may take: all of them together at most as long as the search, each a share of it. What a stage leaves over is the next one's. */
#ifndef HR_APP_ALLOWANCE_H
#define HR_APP_ALLOWANCE_H

#include <stdbool.h>

/* In their order. */
enum hr_allowed {
	HR_ALLOWED_MINIMISING, /* of what is selected: from then on tests stay as long as they are */
	HR_ALLOWED_SELECTING,
	HR_ALLOWED_LOOKING,
	HR_ALLOWED_ASSERTIONS,
	HR_ALLOWED_CERTIFYING,
	HR_ALLOWED_COVERAGE,
	HR_ALLOWED_COUNT
};

/* However short the search was. */
enum { HR_ALLOWANCE_LEAST = 30 };

struct hr_allowance {
	double began;
	double seconds; /* 0: as long as it takes */
};

/* Begins `now`, on whatever clock, after a search of so many `seconds` (0: it was not limited by time, and the same must come of it each time), of which `spent` were used behind it already. */
void hr_allowance_begin(struct hr_allowance *out, double seconds, double spent, double now);

/* When the stage has to be over, on the same clock; 0: whenever it is. */
double hr_allowance_end(const struct hr_allowance *allowance, enum hr_allowed stage);

/* Seconds of a limit that are left `now`, at least one and at most `most`: for programs that are ended then. `until` 0: no limit. */
unsigned hr_allowance_left(double until, unsigned most, double now);

/* The limit of something that may take a share of what is left of a limit `now`; where that has passed, or is none (0), the limit itself. */
double hr_allowance_part(double until, double share, double now);

/* Whether a limit has passed. */
bool hr_allowance_is_over(double until, double now);

#endif
