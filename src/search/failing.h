/* Allocations that fail where it is known that one is made: calls that were seen to allocate are made once more, with the same arguments after the same
 * calls, and one of their allocations fails. Not with
 * HR_FAIL_ALLOC_NEVER. */
#ifndef HR_SEARCH_FAILING_H
#define HR_SEARCH_FAILING_H

#include "search/seen.h"
#include "search/strategy.h"

/* Of the allocations of one call the first so many fail. */
enum { HR_MOST_FAILING = 16 };

/* A call of a chain whose allocations are to fail, one after the other. */
struct hr_failing_call {
	struct hr_chain *chain; /* a reference of its own */
	uint32_t statement;     /* among the chain's own */
	uint32_t next;          /* which allocation is the next to fail, from 1 */
	uint32_t last;
};

/* All zero, but for hr_failing_init: nothing waits. */
struct hr_failing {
	HR_VEC(struct hr_failing_call) waiting; /* the oldest first */
	struct hr_seen shapes;                  /* an operation, how much it allocated, which allocation failed */
	struct hr_chain_draft draft;
	uint64_t turns;
};

void hr_failing_init(struct hr_failing *failing, struct hr_search *search);
void hr_failing_release(struct hr_failing *failing);

/* Notes the chain's own calls that allocated, if their allocations did not fail often enough yet. In the order in which chains were made. */
void hr_failing_observe(struct hr_search *search, struct hr_chain *chain, const struct hr_outcome *outcome,
			enum hr_verdict verdict, size_t new_edges);

/* A chain that nobody made before and that ends with a call in which an allocation fails, with a reference for the caller; NULL: it is not the turn of one, or nothing waits. Nobody has
 * asked the rules about it. */
struct hr_chain *hr_failing_next(struct hr_search *search);

#endif
