/* Statements that look at what a call did: observers of the objects that it had to do with, and their public fields. */
#ifndef HR_SUITE_LOOKS_H
#define HR_SUITE_LOOKS_H

#include "suite/select.h"

/* Adds to each test, right behind its focus, a few statements whose values the focus changed (or that say something of an object that it made), and counts them in `looks`. Nothing is added that
 * the rules forbid (`is_legal` as in hr_select_options, may be NULL) or that does not return. */
int hr_add_looks(hr_selection *selection, const struct hr_runner *runner,
		 bool (*is_legal)(void *context, const struct hr_sequence *sequence), void *context,
		 struct hr_error *error);

#endif
