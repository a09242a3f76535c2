/* A chain in the making: parts from the pool, statements of its own, and what is foreseen of every value meanwhile. */
#ifndef HR_SEARCH_MAKING_H
#define HR_SEARCH_MAKING_H

#include "search/search_internal.h"

/* A value while the chain is made. Numbers of own values are told apart until all parts are known. */
#define HR_OWN_VALUE ((uint32_t)1 << 30)

/* A worker has so many callbacks of one type. */
#define HR_MOST_CALLBACKS 8u

struct hr_working {
	struct hr_value_state state; /* owners: indices into the working values */
	uint32_t number;             /* in the chain; from HR_OWN_VALUE on: own ones */
	uint32_t part;               /* that brought it; HR_NOBODY: own */
};

struct hr_drafted {
	struct hr_statement statement;
	bool yields;
	struct hr_type_ref type;
};

struct hr_making {
	struct hr_search *search;
	struct hr_random *random;
	struct hr_chain_draft draft; /* its arena is used from the beginning */
	HR_VEC(struct hr_working) values;
	HR_VEC(struct hr_chain *) parts; /* each with a reference */
	HR_VEC(struct hr_drafted) statements;
	uint32_t part_values;
	uint32_t own_values;
	uint32_t calls; /* parts included */
	uint32_t most_calls;
	uint32_t callbacks;
	uint32_t weight;
	uint32_t bulk; /* as in struct hr_known */
	size_t room;   /* bytes of buffers in own statements */
	bool sets_globals;
	unsigned switched;    /* parts of the guided strategy that may contribute: whoever makes chains sets it, once */
	unsigned contributed; /* those that did, to this chain */
	uint32_t reading;     /* that it is made of (search/readings.h); 0: none */
	bool asks;            /* its text is a question */
	bool has_owners;      /* some value depends on another, perhaps */
	bool holds_objects;   /* as in struct hr_known */
	bool passes_functions; /* the same */
	bool is_detecting;     /* the detective added something, which only a run will tell */
	bool is_repeating;     /* on the same objects: parts are only for what is given away */
	uint32_t receiver;     /* working value that the next call is about, if it can be; HR_NOBODY: any */
	uint32_t lacked;       /* the parameter that could not be supplied last */
	uint32_t lacking;      /* the class that could not be supplied last; HR_NO_CLASS: none */
};

void hr_making_init(struct hr_making *making, struct hr_search *search, struct hr_random *random);
void hr_making_release(struct hr_making *making);
void hr_making_clear(struct hr_making *making);

/* Appends the chain; its values are working values from the returned index on. */
uint32_t hr_making_part(struct hr_making *making, struct hr_chain *chain);

/* Appends a statement; returns the working value that it yields, HR_NOBODY: none. */
uint32_t hr_making_add(struct hr_making *making, const struct hr_statement *statement, bool yields,
		       struct hr_type_ref type, const struct hr_value_state *state);

/* Where it was, to go back there when a call cannot be completed. */
struct hr_mark {
	size_t values, parts, statements;
	uint32_t part_values, own_values, calls, callbacks, bulk;
};
struct hr_mark hr_making_mark(const struct hr_making *making);
void hr_making_return(struct hr_making *making, const struct hr_mark *mark);

/* The hash of what was made so far, and the chain itself with its struct hr_known (one reference; the making is empty afterwards). Numbers of values are settled by the
 * first of the two calls: nothing can be added after it. */
uint64_t hr_making_hash(struct hr_making *making);
struct hr_chain *hr_making_finish(struct hr_making *making);

/* Counts the memory of a chain with a struct hr_known to what the pool may take, for as long as the chain lives. */
void hr_making_count(struct hr_search *search, struct hr_chain *chain);

/* Foresees what a call does to values: `arguments` are working values by parameter (HR_NOBODY: others), `result` what it yields. */
void hr_making_foresee(struct hr_making *making, size_t operation, const uint32_t *arguments, uint32_t result);

/* Ends a value, what shares its block, and what depends on it. */
void hr_making_end(struct hr_making *making, uint32_t value);

/* Whether a value lives after the call is only known when that has run. */
void hr_making_doubt(struct hr_making *making, uint32_t value);

/* ---- arguments.c ---- */

/* Appends a call of the operation, with the parts and statements that its arguments take; or, where an argument is lacking that a field of something else leads to, a statement that
 * reads it, for the next chains. False: not possible now, and nothing is changed; `lacking` may tell what it would have
 * taken. */
bool hr_making_call(struct hr_making *making, size_t operation);

#endif
