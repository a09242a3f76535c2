/* The directed search behind one interface: a strategy makes chains and learns from what running them showed. Strategies share what they know
 * (struct hr_search): pool, dictionary, coverage, facts. Nothing here runs anything: app does, and tells. */
#ifndef HR_SEARCH_STRATEGY_H
#define HR_SEARCH_STRATEGY_H

#include "analysis/facts.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "model/callables.h"
#include "search/parts.h"
#include "seq/chain.h"
#include "seq/outcome.h"

struct hr_search;

/* What became of a chain, in the words of the oracle. */
enum hr_verdict {
	HR_VERDICT_NORMAL,
	HR_VERDICT_REFUSED, /* the last call told of an error */
	HR_VERDICT_ILLEGAL, /* our fault */
	HR_VERDICT_FAILURE, /* the unit's fault, or not known yet whose */
	HR_VERDICT_HANG,
	HR_VERDICT_COUNT
};

struct hr_strategy_class {
	const char *name;
	void *(*create)(struct hr_search *search);
	/* A chain that nobody made before, with a reference for the caller; NULL when it found none this time. */
	struct hr_chain *(*next)(void *self);
	/* In the order in which the chains were made. `new_edges`: how many edges nobody had executed before. */
	void (*observe)(void *self, struct hr_chain *chain, const struct hr_outcome *outcome, enum hr_verdict verdict,
			size_t new_edges);
	void (*free)(void *self);
};

extern const struct hr_strategy_class hr_random_strategy;
extern const struct hr_strategy_class hr_guided_strategy;
extern const struct hr_strategy_class hr_portfolio_strategy; /* the others, in turns (scheduler.c) */

/* All of them, the default first. */
extern const struct hr_strategy_class *const hr_strategies[];
extern const size_t hr_strategy_count;

/* ---- what strategies share ---- */

/* When allocations fail. */
enum hr_fail_alloc {
	HR_FAIL_ALLOC_AIMED, /* of calls that are known to allocate, at the end of a chain, on which nothing is built */
	HR_FAIL_ALLOC_ANYWHERE, /* as well in any chain now and then, which is used as others are */
	HR_FAIL_ALLOC_NEVER
};

struct hr_search_options {
	uint64_t seed;
	double repetition;      /* probability of repeating the chosen call; negative: 0.1 */
	unsigned most_repeated; /* at most so many times; 0: 100 */
	unsigned most_calls;    /* of a chain; 0: 200 */
	size_t pool_bytes;      /* what the pool may take before it forgets what it needs least; 0: 48 MB */
	enum hr_fail_alloc fail_alloc;
	unsigned without; /* parts of the guided strategy that are switched off */
};

/* Rules of the API that are not in the model (oracle/rules.h), as the search sees them; NULL functions allow everything. */
struct hr_search_rules {
	/* False: no rule speaks of this operation. */
	bool (*concerns)(void *context, size_t operation);
	/* True when the last call of the sequence keeps all rules that the sequence alone tells about. Asked only where they concern the operation. */
	bool (*allows)(void *context, const struct hr_sequence *sequence);
	/* True, and both set, when a number has to stay between these, ends included. */
	bool (*range)(void *context, size_t operation, size_t parameter, int64_t *least, int64_t *most);
	/* The least number of bytes that a buffer has to have; 0: no rule speaks of it. */
	int64_t (*room)(void *context, size_t operation, size_t parameter);
	void *context;
};

/* `facts` may be NULL (no code); all arguments but the options are borrowed and outlive the search. */
struct hr_search *hr_search_new(const struct hr_model *model, const struct hr_callables *callables,
				const struct hr_facts *facts, const struct hr_search_options *options);
void hr_search_free(struct hr_search *search);

/* Edges of the unit that anybody executed; called with each outcome, in order, before strategies observe it. Returns how many are new, for a run that ended
 * normally to such runs, for another to all. */
size_t hr_search_cover(struct hr_search *search, const struct hr_outcome *outcome, size_t edge_count);
size_t hr_search_covered(const struct hr_search *search);

/* Tells which function of the facts' code each edge is in (HR_CODE_NONE: none of them), before the first is covered. */
void hr_search_locate(struct hr_search *search, const uint32_t *function_of, size_t edge_count);

uint64_t hr_search_seed(const struct hr_search *search);

/* What came of the chains of each strategy that had a turn. */
struct hr_strategy_counts {
	const char *name;
	uint64_t chains;
	uint64_t calls;
	uint64_t finders; /* chains that executed new edges */
	uint64_t edges;   /* those */
};
size_t hr_search_strategy_count(const struct hr_search *search);
const struct hr_strategy_counts *hr_search_strategy(const struct hr_search *search, size_t index);

/* What came of the chains that a part of the guided strategy had a hand in. */
const struct hr_part_counts *hr_search_part(const struct hr_search *search, enum hr_part part);

/* Sets the rules that every chain from now on keeps. */
void hr_search_obey(struct hr_search *search, const struct hr_search_rules *rules);

/* Roles or what may be NULL changed in the model: what was derived from them is made anew. */
void hr_search_relearn(struct hr_search *search);

/* An operation is left alone from now on: it ends the process, say; or is taken up again. */
void hr_search_ban(struct hr_search *search, size_t operation, bool is_banned);

/* Values for later arguments: bytes and numbers that the unit compared something with and, of a run with descriptions, what it wrote. */
bool hr_search_asks(const struct hr_chain *chain); /* comparisons of this one should be told in any case */
void hr_search_hear_comparisons(struct hr_search *search, const struct hr_chain *chain,
				const struct hr_outcome *outcome);

enum { HR_REFUSED_NAME = 32 };

/* By operation: how often it was called (as the last call of a chain), returned normally, and was refused. */
struct hr_reach {
	uint64_t calls;
	uint64_t normal;
	uint64_t refused;
	uint64_t illegal;
	uint64_t failures;
	uint64_t ended[HR_OUTCOME_STATUS_COUNT]; /* calls that the run ended in, by how */
	uint64_t forbidden;                      /* calls that were not made, because a rule was against it */
	uint64_t unsupplied;                     /* calls that were not made for want of an argument */
	uint32_t lacked;                         /* the parameter that was wanting last */
	enum hr_fault_kind fault;                /* the last one */
	char refused_call[HR_REFUSED_NAME];      /* what it called last that is not let through; or "" */
};
const struct hr_reach *hr_search_reach(const struct hr_search *search, size_t operation);

/* Why an operation never returned normally, in a few words. */
void hr_search_why(struct hr_strbuf *out, const struct hr_search *search, size_t operation);

/* What is kept: chains that executed new edges or yielded new values. For oracle and suite, which look at each once. */
size_t hr_search_kept_count(const struct hr_search *search);
const struct hr_chain *hr_search_kept(const struct hr_search *search, size_t index);

#endif
