/* Statements that look at what a call did: observers of the objects that it had to do with, and their public fields. */
#ifndef HR_SUITE_LOOKS_H
#define HR_SUITE_LOOKS_H

#include "suite/select.h"

/* Adds to each test, right behind its focus, a few statements whose values the focus changed (or that say something of an object that it made), and counts them in `looks`. Nothing is added that
 * the rules forbid (`is_legal` as in hr_select_options) or that does not return. */
struct hr_look_options {
	bool (*is_legal)(void *context, const struct hr_sequence *sequence); /* NULL: all are */
	bool (*is_over)(void *context); /* asked before each test: true when there is no time left. NULL: there is */
	size_t *passed_over;            /* gets how many tests are without looks for that. May be NULL */
	void *context;
};

int hr_add_looks(hr_selection *selection, const struct hr_runner *runner, const struct hr_look_options *options,
		 struct hr_error *error);

#endif
