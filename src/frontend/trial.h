/* Trying things out: a translation unit of our own on top of the API, one probe a line.
 *
 * A probe is a function definition on a line of its own, so that what is wrong with one (told by its line) leaves the others alone.
 * Names of ours begin with __harrier_, which the language keeps from libraries. */
#ifndef HR_FRONTEND_TRIAL_H
#define HR_FRONTEND_TRIAL_H

#include "frontend/reader.h"

struct hr_trial {
	struct hr_reader *reader;
	struct hr_strbuf text;
	unsigned first_line;           /* of the first probe */
	unsigned count;                /* number of probes */
	CXTranslationUnit unit;        /* after hr_trial_run */
	HR_VEC(const char *) verdicts; /* after hr_trial_run: NULL, or the first error of the probe */
};

void hr_trial_init(struct hr_trial *trial, struct hr_reader *reader);
void hr_trial_release(struct hr_trial *trial);

/* Adds a probe: the body of a function, without newlines. Returns its number. */
unsigned hr_trial_add(struct hr_trial *trial, const char *body);

/* Compiles all probes. `strict` makes conversions between pointers and integers errors. */
int hr_trial_run(struct hr_trial *trial, bool strict, struct hr_error *error);

/* Calls `visit` with the variable `__harrier_value` of every probe that declares one and has no error. */
typedef void hr_trial_fn(void *context, unsigned probe, CXCursor variable);
void hr_trial_each_value(struct hr_trial *trial, hr_trial_fn *visit, void *context);

#endif
