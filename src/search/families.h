/* Families: kinds of objects that begin with the same struct, and so can stand in one table (`void **`), whatever each of them is. */
#ifndef HR_SEARCH_FAMILIES_H
#define HR_SEARCH_FAMILIES_H

#include "search/classes.h"

struct hr_family {
	hr_indices members; /* classes that operations make; empty: there is no family */
	uint32_t
		ending; /* the member that is called after the end of a table, and has to be its last; HR_NO_CLASS: none is */
};

/* The largest family. */
void hr_family_find(struct hr_family *out, const struct hr_classes *classes);
void hr_family_release(struct hr_family *family);

#endif
