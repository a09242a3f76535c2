/* What numbers a type and a rule allow. */
#ifndef HR_SEARCH_RANGES_H
#define HR_SEARCH_RANGES_H

#include "search/literals.h"

struct hr_number_range {
	int64_t least, most;
	bool is_wide; /* unsigned, 64 bits: UINT64_MAX as well */
};

/* Of the type, or of a bit-field of that width (-1: it is none), and of the wish's rule. */
struct hr_number_range hr_number_range(const struct hr_type *type, int bit_width, const struct hr_wish *wish);
bool hr_number_is_within(struct hr_number_range range, int64_t number);

/* What a comparison suggests for an enum has to be an enumerator, too: nobody has to be prepared for others. */
bool hr_number_is_allowed(const struct hr_type *type, int64_t number);

/* Any number within: mostly near the least or near 0, sometimes an end. */
int64_t hr_number_pick(struct hr_number_range range, struct hr_random *random);

#endif
