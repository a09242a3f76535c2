/* Making a failing sequence small: statements are removed and literals shrunk as long as it fails the same way. Nothing odd comes in that was not there: no NULL, no empty text, no size of 0; lengths follow the
 * buffers that they belong to. */
#ifndef HR_SUITE_MINIMIZE_H
#define HR_SUITE_MINIMIZE_H

#include "oracle/failure.h"
#include "seq/runner.h"

struct hr_minimize_options {
	unsigned most_runs; /* 0: 400; a tenth of it for hangs, which take their time */
	/* Whether another outcome is an example of the same; NULL: the same cause (oracle/failure.h), kind and access, at the same line. Values keep their names (hr_edit_value). */
	bool (*is_same)(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome);
	/* Whether a sequence keeps the rules of the API; NULL: all do. Asked before it is run; the failing sequence itself is not asked about. */
	bool (*is_legal)(void *context, const struct hr_sequence *sequence);
	/* Asked before runs: true when there is no time left. What is smallest by then is handed out. NULL: there is time. */
	bool (*is_over)(void *context);
	void *context;
	const struct hr_run_wants *wants; /* NULL: leaks */
	size_t tail; /* statements at the end that stay as they are: a contract (oracle/idioms.h) is about their values */
};

/* `*out` is a sequence of its own, equal to `failing` where nothing could be left out: also when it does not fail any more. The same input and outcomes give the same result. */
int hr_minimize(struct hr_sequence **out, const struct hr_sequence *failing, const struct hr_runner *runner,
		const struct hr_minimize_options *options, struct hr_error *error);

#endif
