/* The runner that search, oracle and suite are given (seq/runner.h), over the workers of a unit. */
#ifndef HR_APP_RUNNER_H
#define HR_APP_RUNNER_H

#include "app/unit.h"

/* Hand out a pointer to `runner`; the rest is for the runner itself. Does not move while in use. */
struct hr_app_runner {
	struct hr_runner runner;
	const struct hr_app_unit *unit; /* borrowed: callables, workers and the shared object */
	struct hr_symbols *symbols;
	HR_VEC(struct hr_program *) programs; /* of the last run: outcomes borrow from them until the next */
	size_t runs;                          /* sequences that were run, so far */
	size_t calls;                         /* that began in them */
	double deadline; /* on the clock; what is asked for later is told as not run, and was_cut is set. 0: none */
	bool was_cut;
};

/* The unit's workers have been started, and outlive the runner. */
void hr_app_runner_init(struct hr_app_runner *runner, const struct hr_app_unit *unit);
void hr_app_runner_release(struct hr_app_runner *runner);

#endif
