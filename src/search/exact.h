/* Exact types: what a value of a vague type is, as a run showed. */
#ifndef HR_SEARCH_EXACT_H
#define HR_SEARCH_EXACT_H

#include "search/states.h"

/* Own values of an observed chain that are declared as `void *`, or as a struct that others begin with, and that are the very object that another value of the chain is,
 * get that one's class. They are somebody else's from then on, and live as long as the other. Where two types lay claim to the address nothing is done. Returns how many did. */
size_t hr_known_refine(struct hr_known *known, const struct hr_chain *chain, const struct hr_outcome *outcome,
		       const struct hr_classes *classes);

#endif
