/* "Did you mean …?" */
#ifndef HR_SEQ_NEAREST_H
#define HR_SEQ_NEAREST_H

#include "base/error.h"

#include <stddef.h>

/* The nearest of the names that were offered, for a hint. */
struct hr_nearest {
	const char *wanted;
	const char *name; /* NULL: none is near */
	size_t distance;
};

void hr_nearest_offer(struct hr_nearest *nearest, const char *name);
void hr_nearest_hint(const struct hr_nearest *nearest, struct hr_error *error);

#endif
