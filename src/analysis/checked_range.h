/* Which numbers a function does not refuse at once: its checks at entry, taken together. */
#ifndef HR_ANALYSIS_CHECKED_RANGE_H
#define HR_ANALYSIS_CHECKED_RANGE_H

#include "analysis/facts.h"

struct hr_checked_range {
	bool has_low, has_high; /* neither: it refuses none */
	int64_t low, high;
	bool is_consistent; /* all that it refuses it answers with one constant: it is no chain of cases */
};

struct hr_checked_range hr_checked_range(const struct hr_value_facts *value, bool is_unsigned);

#endif
