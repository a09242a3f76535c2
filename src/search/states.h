/* What is known of the values of a chain after it ran: which live, whose they are, and what they may still be used for. */
#ifndef HR_SEARCH_STATES_H
#define HR_SEARCH_STATES_H

#include "search/plans.h"
#include "seq/chain.h"
#include "seq/outcome.h"

enum hr_value_status {
	HR_STATUS_UNKNOWN, /* not run yet, or a call since then may have ended it */
	HR_STATUS_PLAIN,   /* no pointer */
	HR_STATUS_LIVE,
	HR_STATUS_NULL,
	HR_STATUS_DEAD, /* or a pointer into what is dead, or given to a destroyer: never to be used again */
};

enum {
	HR_STATE_BORROWED = 1, /* somebody else's: not to be given away */
	HR_STATE_INTERIOR = 2, /* points into a block, not to its beginning */
	HR_STATE_RAW = 4,      /* an object of the caller's that no initialiser has seen */
	HR_STATE_CONST = 8,    /* what it points to may not be written */
	HR_STATE_TOUCHED = 16, /* made or changed by the chain's own statements */
	HR_STATE_REUSABLE = 32,
	HR_STATE_LIBC = 64,      /* free() ends it */
	HR_STATE_DECLARED = 128, /* whose it is is known from the model */
	HR_STATE_DETECTED = 256, /* found by the detective, and of no proved use yet */
	HR_STATE_VAGUE = 512     /* declared as a struct that its own begins with: to be converted before it is used */
};

#define HR_NOBODY UINT32_MAX

struct hr_value_state {
	uint32_t class; /* HR_NO_CLASS: of no use to others */
	uint32_t block;
	uint32_t owners[2]; /* values that must live while it is used; HR_NOBODY */
	int32_t freed_by;   /* operation; -1: not known */
	int32_t set_up_by;  /* the initialiser of an object of the caller's; -1: none */
	uint8_t status;
	uint16_t flags;
};

/* Goes with a chain (its `known`). */
struct hr_known {
	size_t *bytes; /* where its size is counted */
	size_t size;
	uint32_t count;
	uint32_t callbacks;   /* that were made for it: there are only so many of a type */
	uint32_t weight;      /* large numbers that were passed to what takes its time with them, parts included */
	uint32_t bulk;        /* bytes of much data (arguments_bulk.c), parts included */
	unsigned contributed; /* parts of the guided strategy that it is owed to */
	uint32_t reading;     /* that it was made of (search/readings.h); 0: none */
	uint32_t cost;        /* calls, what there is to walk through, weight */
	uint32_t time;        /* what a run of it takes: calls, and edges */
	uint8_t arm;          /* strategy of the portfolio that made it */
	bool is_observed;
	bool is_kept;
	bool holds_objects;    /* objects were passed as `void *` */
	bool passes_functions; /* functions were passed that may look into what is passed as `void *` */
	bool sets_globals;
	bool asks; /* its text is a question: what is compared when it runs should be heard */
	struct hr_value_state values[];
};

static inline const struct hr_known *hr_known_of(const struct hr_chain *chain)
{
	return chain->known;
}

static inline bool hr_state_is_owned(const struct hr_value_state *state)
{
	return !(state->flags & (HR_STATE_BORROWED | HR_STATE_INTERIOR | HR_STATE_CONST));
}

/* Corrects what was foreseen by what happened. `model` tells what the results of own calls mean. */
void hr_known_observe(struct hr_known *known, const struct hr_chain *chain, const struct hr_outcome *outcome,
		      const struct hr_model *model);

/* True when the result of the call says that it was refused, by the operation's convention. */
bool hr_call_is_refused(const struct hr_model *model, const struct hr_statement *call, size_t first,
			const struct hr_outcome *outcome);

#endif
