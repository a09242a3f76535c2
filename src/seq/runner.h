/* Running sequences, as seen by stages that do not know how that is done: search, oracle and suite get a runner from app. */
#ifndef HR_SEQ_RUNNER_H
#define HR_SEQ_RUNNER_H

#include "base/error.h"
#include "seq/outcome.h"

/* What to find out about a run beyond its outcome. Zero: nothing. */
struct hr_run_wants {
	bool leaks;
	bool lost; /* leaks, once nobody has the values and objects of the sequence any more: as at the end of a C function */
	bool heap;
	bool comparisons;
	bool edges;
	bool places; /* of the edges too */
	bool output;
	bool fresh_stack;
	bool descriptions; /* of every pointer that a statement yields, and of every object after each call */
	bool whole; /* with descriptions: arrays of bytes after the last call that may write to them, 64 KB in all; else what they begin with */
	bool fingerprints;  /* of every value at the end */
	unsigned char fill; /* byte for fresh memory; 0: the usual one */
	unsigned cpu_ms;    /* limit; 0: the workers' default */
	/* A statement: who has run what comes before it already knows, and is not told again. Calls, callbacks, comparisons and notes of earlier statements are left out; pointers of
	 * earlier values are told only where their block was freed since; fingerprints are those of values that are named or, but for numbers, yielded from there on. The value area, edges, heap events
	 * and leaks are of the whole. 0: everything. */
	uint32_t tell_from;
};

/* Told of each outcome, in the order of what was run; the outcome is the callee's only for the time of the call. */
typedef void hr_outcome_fn(void *context, size_t index, struct hr_outcome *outcome);

struct hr_runner {
	/* Runs all of them, each in a process state of its own, and tells what came of it (frames are symbolized where a run did not end normally). A sequence that cannot
	 * be run at all is told as HR_OUTCOME_NOT_RUN. Fails only when nothing can be run any more, or with HR_ERROR_INTERRUPTED. */
	int (*run)(void *context, const struct hr_sequence *const *sequences, size_t count,
		   const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error);
	void *context;
};

/* One sequence; `out` is initialised by the caller, what it had is gone, and what it gets is its own: it borrows nothing. */
int hr_runner_run_one(struct hr_outcome *out, const struct hr_runner *runner, const struct hr_sequence *sequence,
		      const struct hr_run_wants *wants, struct hr_error *error);

#endif
