/* The directed random strategy: each operation is as likely as the next, and literals are what their types and roles suggest. */
#include "search/loop.h"

#include "base/memory.h"

#include <stdlib.h>

static void *create(struct hr_search *search)
{
	struct hr_loop *loop = hr_calloc(1, sizeof *loop);

	hr_loop_init(loop, search, hr_random_strategy.name, UINT64_C(0x72616e646f6d), 0);
	return loop;
}

static struct hr_chain *next(void *loop)
{
	return hr_loop_next(loop);
}

static void observe(void *loop, struct hr_chain *chain, const struct hr_outcome *outcome, enum hr_verdict verdict,
		    size_t new_edges)
{
	hr_loop_observe(loop, chain, outcome, verdict, new_edges);
}

static void free_strategy(void *loop)
{
	hr_loop_release(loop);
	free(loop);
}

const struct hr_strategy_class hr_random_strategy = {
	.name = "random",
	.create = create,
	.next = next,
	.observe = observe,
	.free = free_strategy,
};
