/* The pool: chains that were worth keeping, by the class of the values that they can supply. */
#ifndef HR_SEARCH_POOL_H
#define HR_SEARCH_POOL_H

#include "base/random.h"
#include "search/seen.h"
#include "search/states.h"

struct hr_supplied {
	struct hr_chain *chain; /* a reference of its own */
	uint32_t value;         /* HR_NOBODY: the globals */
	uint32_t cost;          /* the chain's, as in struct hr_known: who compares does not have to go there */
	uint32_t calls;         /* the same for its call_count */
	uint32_t picked;        /* times, by orienteering */
	float ease;             /* 1 / (time that a run takes · √calls) */
};

enum { HR_SHELF_RECENT = 64 };

/* What there is of one class. */
struct hr_shelf {
	HR_VEC(struct hr_supplied) all;
	struct hr_supplied finders[HR_SHELF_RECENT]; /* the last that executed new edges */
	struct hr_supplied fresh[HR_SHELF_RECENT];   /* the last of all */
	uint32_t finder_count;                       /* ever */
	uint32_t fresh_count;
};

struct hr_pool {
	HR_VEC(struct hr_shelf) shelves; /* by class */
	struct hr_seen values;           /* distinct ones made so far */
	size_t bytes;                    /* that chains with a struct hr_known take */
	size_t most_bytes;
	size_t forget_at; /* bytes */
	size_t most_on_shelf;
	struct hr_random random;
	struct hr_pool *secondary; /* for what the detective found, until it helps to find edges; NULL: there is none */
};

void hr_pool_init(struct hr_pool *pool, size_t most_bytes, uint64_t seed);
void hr_pool_release(struct hr_pool *pool);

/* What a value has to be. */
struct hr_demand {
	uint32_t class;
	bool owned;
	bool writable;         /* what it points to is not const */
	uint32_t most_calls;   /* of its chain */
	int32_t ended_by;      /* the operation that will end it: fits what the value says of itself; -1: none */
	bool whole;            /* points to the beginning */
	const bool *set_up_by; /* by operation, of objects of the caller's; NULL: any */
	bool is_memory;        /* plain memory: only its own destroyer may end it */
	bool by_time;          /* orienteering: rather what took little time so far */
};

bool hr_state_meets(const struct hr_value_state *state, const struct hr_demand *demand);

/* True, and `*out` borrowed, when there is something: of a class that the wanted one accepts; rather what found new edges, is fresh or short. */
bool hr_pool_pick(struct hr_supplied *out, struct hr_pool *pool, const struct hr_classes *classes,
		  const struct hr_demand *demand, struct hr_random *random);

/* Enters the values of an observed chain that are worth it: those it touched and that nobody had before (index pruning); with `found_edges` all that it touched. Returns how
 * many. */
size_t hr_pool_keep(struct hr_pool *pool, struct hr_chain *chain, const struct hr_outcome *outcome,
		    const struct hr_model *model, bool found_edges);

#endif
