/* What the files of the search share. */
#ifndef HR_SEARCH_INTERNAL_H
#define HR_SEARCH_INTERNAL_H

#include "search/detective.h"
#include "search/failing.h"
#include "search/families.h"
#include "search/literals.h"
#include "search/pool.h"
#include "search/strategy.h"

enum { HR_ROOMS = 8, HR_LARGE_NUMBER = 65536, HR_FORGIVEN_HANGS = 4 };

/* Beside what others may see of an operation. */
struct hr_progress {
	struct hr_reach reach;
	uint32_t fruitless; /* times in a row that no arguments were found, or the rules were against it */
	uint32_t found;     /* new edges of chains that end with it, ever */
	uint32_t hangs;
	uint32_t fewest; /* calls of a chain in which it did not hang, and had all arguments; 0: not known yet */
	uint32_t short_calls, short_hangs; /* in chains of hardly more */
	uint32_t rooms
		[HR_ROOMS]; /* by parameter: bytes beyond which a call wrote or read an untyped buffer; 0: none seen */
	uint32_t
		heavy; /* times that a run took too much memory or time in it, with a large number among its arguments */
	/* calls with much data, those that were refused and found nothing, that found edges, that took too long */
	uint32_t bulk_tried, bulk_refused, bulk_found, bulk_slow;
	uint32_t bulk_best;                 /* the largest size that found some (arguments_bulk.c) */
	uint32_t may_end;                   /* bit n: a run showed that the object of parameter n was freed by a call */
	uint16_t failings[HR_MOST_FAILING]; /* how often its n-th allocation was made to fail */
	bool is_banned;
};

/* Edges of a function. */
struct hr_located {
	uint32_t edges;
	uint32_t covered;
};

struct hr_search {
	const struct hr_model *model;
	const struct hr_callables *callables;
	const struct hr_facts *facts;
	struct hr_search_options options;
	struct hr_search_rules rules;
	struct hr_random random;
	struct hr_classes classes;
	struct hr_plans plans;
	struct hr_family family;
	struct hr_pool pool;
	struct hr_pool secondary; /* what the detective found */
	struct hr_leads leads;
	struct hr_seen made;    /* hashes of chains */
	struct hr_slabs *slabs; /* for chains; they may outlive the search */
	struct hr_literals *literals;
	struct hr_failing failing;
	struct hr_readings *readings;
	HR_VEC(struct hr_progress) progress; /* by operation */
	HR_VEC(uint32_t) possible;           /* operations that can be chosen */
	uint64_t possible_version;           /* changes when that does */
	HR_VEC(struct hr_chain *) kept;
	unsigned char *covered;  /* a bit for each edge that was executed */
	unsigned char *returned; /* the same for runs that ended normally */
	size_t covered_room;     /* bytes of each */
	size_t covered_count;
	HR_VEC(uint32_t) function_of;        /* by edge: index into the facts' functions, or HR_CODE_NONE */
	HR_VEC(struct hr_located) functions; /* by function: what of it was executed */
	struct hr_part_counts counts[HR_PART_COUNT];
	HR_VEC(struct hr_strategy_counts) strategies;
	struct hr_type_ref byte; /* some type of one byte; HR_NO_TYPE: the model has none */
};

/* Notes how a run ended in a call. */
void hr_reach_end(struct hr_reach *reach, const struct hr_outcome *outcome);

/* In how many calls more than it takes an operation may be called: fewer and fewer, while it hangs in them. */
uint32_t hr_spare_calls(const struct hr_progress *progress);

/* Notes what the run of a chain shows of its operations. */
void hr_search_learn(struct hr_search *search, struct hr_chain *chain, const struct hr_outcome *outcome,
		     enum hr_verdict verdict, size_t new_edges);

/* The same of calls with much data (arguments_bulk.c). */
void hr_bulk_learn(struct hr_search *search, const struct hr_chain *chain, const struct hr_outcome *outcome,
		   size_t new_edges);

/* Lists what can be chosen anew. */
void hr_search_list_possible(struct hr_search *search);

/* Keeps a chain for those who look at each once, within bounds. */
void hr_search_show(struct hr_search *search, struct hr_chain *chain, bool found_edges);

#endif
