/* Making a failing sequence small: statements are removed and literals shrunk as long as it fails the same way. */
#ifndef HR_SUITE_MINIMIZE_H
#define HR_SUITE_MINIMIZE_H

#include "oracle/failure.h"
#include "seq/runner.h"

struct hr_minimize_options {
	unsigned most_runs; /* 0: 400 */
	/* Whether another outcome is an example of the same; NULL: the same cause (oracle/failure.h). */
	bool (*is_same)(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome);
	void *context;
};

/* `*out` is a sequence of its own, equal to `failing` where nothing could be left out. */
int hr_minimize(struct hr_sequence **out, const struct hr_sequence *failing, const struct hr_runner *runner,
		const struct hr_minimize_options *options, struct hr_error *error);

#endif
