/* Paths: what happens when a function is called with arguments of which something is known: a constant, NULL, not NULL.
 *
 * A context is a function with such ranges for its parameters. For each one blocks are gone through until nothing changes, with what conditions tell about
 * values; callees are asked in the context of the call. The answers hold for every path that looks feasible. */
#ifndef HR_ANALYSIS_PATHS_H
#define HR_ANALYSIS_PATHS_H

#include "analysis/callgraph.h"
#include "analysis/ranges.h"

/* Masks have one bit for each parameter of the function, as the machine passes them; those beyond 64 are not told about. */
struct hr_path_result {
	bool returns;           /* some path does */
	struct hr_range result; /* of all that do */
	uint64_t given_back;    /* the result points to the object, or is NULL, on every path that returns */
	uint64_t touched;       /* the object is accessed (the function called) on every path that returns */
	/* for parameters that are NULL in this context: */
	uint64_t crashes; /* it is dereferenced */
	uint64_t checked; /* it is compared, and that decides something, before that */
	uint64_t stops;   /* … and ends the program */
	uint64_t asserts; /* … by abort or an assertion */
	uint64_t strange; /* it is given to unknown functions, or left in memory */
	bool acts;        /* something that the caller can see happens: other than through parameters */
	uint64_t writes;  /* … through parameters */
};

/* One run, for those who want to know more. */
struct hr_path_run {
	uint32_t function;
	struct hr_range *values; /* of all paths together; none: never computed */
	bool *is_reached;        /* blocks */
	struct hr_path_result result;
	struct hr_place at_crash;
	struct hr_place at_check;
	bool returns_after; /* after a check of a parameter that is NULL … */
	struct hr_range result_after;
	bool acts_before; /* before the first check of a parameter that is NULL */
	bool acts_after;
	bool works_after; /* memory is read or functions are called after it */
};

struct hr_paths;

struct hr_paths *hr_paths_new(const struct hr_call_graph *graph);
void hr_paths_free(struct hr_paths *paths); /* NULL is fine */

/* What comes out in a context; `parameters` has one range for each. Borrowed, valid until the next call. */
const struct hr_path_result *hr_paths_ask(struct hr_paths *paths, uint32_t function, const struct hr_range *parameters);

/* The same, looked at closely. The caller releases the run. */
void hr_paths_run(struct hr_path_run *run, struct hr_paths *paths, uint32_t index, const struct hr_range *parameters);
void hr_path_run_release(struct hr_path_run *run);

/* True when what a parameter is can decide which way is taken, here or in callees. */
bool hr_paths_decides(const struct hr_paths *paths, uint32_t function, uint32_t parameter);

#endif
