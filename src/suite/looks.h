/* Statements that look at what a call did: observers of the objects that it had to do with, and their public fields. */
#ifndef HR_SUITE_LOOKS_H
#define HR_SUITE_LOOKS_H

#include "suite/select.h"

/* What an operation answers when it is asked about an object. */
enum hr_look_answers {
	HR_ANSWERS_UNKNOWN,
	HR_ANSWERS_BY_OBJECT,
	HR_ANSWERS_ALWAYS_SAME, /* whatever the object is like */
};

/* Adds to each test, right behind its focus, a few statements whose values the focus changed (or that say something of an object that it made), and counts them in `looks`. Nothing is added that
 * the rules forbid (`is_legal` as in hr_select_options) or that does not return, nor what answers the same whatever the object: as the code tells, or, where there is none to tell, as seen in all tests. */
struct hr_look_options {
	/* What the code tells of whether an operation's answer depends on the object that it is asked about. NULL: nothing. */
	enum hr_look_answers (*answers)(void *context, size_t operation);
	/* Whether an operation changes nothing of its receiver nor anything else but what it is given to fill in, though it may be declared otherwise. NULL: nobody knows of any. */
	bool (*only_looks)(void *context, size_t operation);
	bool (*is_legal)(void *context, const struct hr_sequence *sequence); /* NULL: all are */
	bool (*is_over)(void *context); /* asked before each test: true when there is no time left. NULL: there is */
	size_t *passed_over;            /* gets how many tests are without looks for that. May be NULL */
	void *context;
};

int hr_add_looks(hr_selection *selection, const struct hr_runner *runner, const struct hr_look_options *options,
		 struct hr_error *error);

#endif
