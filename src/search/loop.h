/* The loop that strategies share: a chain is an operation with all that its arguments take, perhaps called again, perhaps with others behind it. Which operation that is
 * the strategy says. */
#ifndef HR_SEARCH_LOOP_H
#define HR_SEARCH_LOOP_H

#include "search/making.h"

#define HR_NO_CHOICE ((size_t)-1)

struct hr_loop {
	struct hr_search *search;
	struct hr_making making;
	struct hr_random random;
	uint32_t lacking; /* a class that was wanted and not there */
	size_t account;   /* its place among the search's strategies */
	/* The operation that is called next, not put off if there is another. NULL: hr_loop_any. */
	size_t (*choose)(struct hr_loop *loop);
	/* Fills the empty making; false: it came to nothing. NULL: hr_loop_make with what is chosen. */
	bool (*make)(struct hr_loop *loop);
};

/* `name`: the strategy's, static; `parts`: of the guided strategy, that may contribute; `salt` keeps strategies with the same seed apart. The strategy embeds the loop as its first member. */
void hr_loop_init(struct hr_loop *loop, struct hr_search *search, const char *name, uint64_t salt, unsigned parts);
void hr_loop_release(struct hr_loop *loop);

/* As in struct hr_strategy_class. */
struct hr_chain *hr_loop_next(struct hr_loop *loop);
void hr_loop_observe(struct hr_loop *loop, struct hr_chain *chain, const struct hr_outcome *outcome,
		     enum hr_verdict verdict, size_t new_edges);

/* ---- for strategies ---- */

/* What only fails is a waste of time mostly, and what hangs costs as much as a thousand others. */
bool hr_loop_is_put_off(struct hr_loop *loop, size_t operation);

/* Any operation that can be called and is not put off, each as likely as the next. */
size_t hr_loop_any(struct hr_loop *loop);

/* The operation that is called next: a maker of what was lacking, now and then, else what the strategy chooses. */
size_t hr_loop_choose(struct hr_loop *loop);

/* Appends a call of the operation, and takes notes of what was lacking. */
bool hr_loop_call(struct hr_loop *loop, size_t operation);

/* A chain around a call of the operation. */
bool hr_loop_make(struct hr_loop *loop, size_t operation);

/* How many calls a chain may have: mostly few. */
uint32_t hr_loop_length(struct hr_loop *loop);

#endif
