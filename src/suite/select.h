/* From everything that a search kept to few small tests that reach the same: each about one call, its focus, with no more before it than it needs. */
#ifndef HR_SUITE_SELECT_H
#define HR_SUITE_SELECT_H

#include "seq/runner.h"
#include "suite/leave.h"
#include "suite/targets.h"

struct hr_select_options {
	uint32_t edge_count; /* 0: the unit tells of no edges, ways to return are all there is */
	size_t most;         /* tests; 0: as many as it takes */
	/* Whether a sequence keeps the rules of the API; NULL: all do. */
	bool (*is_legal)(void *context, const struct hr_sequence *sequence);
	/* Asked now and then: true when there is no time left to make tests small. What is not small yet stays as it is, and those candidates come first that reach most. NULL: there is time. */
	bool (*is_over)(void *context);
	/* Asked before each candidate: true when there is no time left at all. Those that are left are passed over. NULL: there is time. */
	bool (*is_late)(void *context);
	size_t *passed_over; /* gets how many would have added something. May be NULL */
	/* Told how far it is, in candidates. May be NULL. */
	void (*progress)(void *context, size_t done, size_t all);
	void *context;
};

/* A test to be. Owned by whoever holds it. */
struct hr_selected {
	struct hr_sequence *sequence; /* closed: what lives at the end is destroyed, where that can be done */
	size_t focus;                 /* statement that it is about: a call; what follows ends what was made */
	size_t looks;                 /* statements right behind it that only look (suite/looks.h) */
	hr_target_set targets;        /* that it reaches */
	bool is_mute;                 /* nothing can be seen of what the focus does but that it returns */
	bool is_untidy;               /* it loses memory at its end, whatever is destroyed: unlikely to hold */
	struct hr_leaving leaving;    /* how it loses nothing all the same (suite/leave.h) */
	bool is_broken;               /* it breaks a rule that was learned since it was met */
};

typedef HR_VEC(struct hr_selected) hr_selection;

/* Appends to `out`. Candidates are borrowed; those that do not end normally are passed over. The tests together reach every target that the candidates reach (as far as `most` and the time
 * allow), and none of them is superfluous. The same candidates and outcomes give the same selection. */
int hr_select(hr_selection *out, const struct hr_sequence *const *candidates, size_t count,
	      const struct hr_runner *runner, const struct hr_select_options *options, struct hr_error *error);

/* One of several tests as they are in the end, what looks included. */
struct hr_idle_candidate {
	hr_target_set targets; /* that it reaches. Owned by the caller */
	size_t length;
	bool is_there; /* it counts */
	bool is_mute;  /* nothing is asserted in it */
};

/* Of tests that assert nothing those go that reach nothing that others do not, the longest first: `is_there` is taken from them. Targets are below `target_count`. */
void hr_drop_idle(struct hr_idle_candidate *tests, size_t count, uint32_t target_count);

void hr_selection_release(hr_selection *selection);

#endif
