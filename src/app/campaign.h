/* One campaign: sequences are made, run, judged, investigated and probed until the budget is used up. What it found is plain data here, for whoever
 * confirms, writes and tells it.
 *
 * Everything but `seconds` repeats: with the same seed and a budget of calls or sequences, a campaign finds the same in the same order, however many
 * workers there are. */
#ifndef HR_APP_CAMPAIGN_H
#define HR_APP_CAMPAIGN_H

#include "app/live.h"
#include "app/probe_order.h"
#include "app/runner.h"
#include "app/unit.h"
#include "oracle/idioms.h"
#include "oracle/investigate.h"
#include "search/strategy.h"
#include "store/store.h"

struct hr_campaign_options {
	uint64_t seed;
	double seconds;                           /* of search; 0: not limited by time */
	uint64_t calls;                           /* of search, probes and investigations included; 0: not limited */
	uint64_t sequences;                       /* 0: not limited */
	unsigned length;                          /* most calls in a sequence; 0: as the strategy likes it */
	enum hr_fail_alloc fail_alloc;            /* what breaks then is looked into with ANYWHERE only */
	const struct hr_strategy_class *strategy; /* NULL: the default */
	unsigned without; /* bits 1 << part: parts of the guided strategy that are switched off */
	bool hangs;       /* are failures, too */
	unsigned idioms;  /* bits 1 << kind: contracts of values that are tried */
	unsigned ways;    /* bits 1 << way: ways to fail that are looked into */
};

/* What a campaign does with its time. */
enum hr_campaign_phase {
	HR_PHASE_SEARCH,
	HR_PHASE_INVESTIGATE,
	HR_PHASE_PROBE,
	HR_PHASE_CONFIRM,
	HR_PHASE_TESTS,
	HR_PHASE_MINIMIZE, /* part of INVESTIGATE and PROBE */
	HR_PHASE_COSTLY,   /* part of INVESTIGATE: what ends workers, or takes all the time that it may */
	HR_PHASE_COUNT
};

/* A cause that was met (oracle/failure.h: hr_cause_hash), known by what needs no symbols. */
struct hr_campaign_cause {
	uint64_t hash;
	uint64_t seen;
	uint64_t next;          /* it is looked into when it was seen so often; UINT64_MAX: never again */
	enum hr_class class;    /* of the last time it was looked into */
	size_t failure;         /* index; (size_t)-1: none came of it */
	struct hr_chain *chain; /* to be looked into; NULL: nothing is */
	unsigned turn;          /* while it waits: lower ones come first; see HR_TURN_COSTLY */
};

/* A failure that may be reported. Owned by the campaign. */
struct hr_campaign_failure {
	struct hr_arena arena;
	const char *cause;         /* hr_cause, or what a violation is about */
	const char *group;         /* hr_cause_group: the key, and the cause in the store */
	const char *place;         /* hr_cause_place: another key; "": none */
	const char *state;         /* hr_cause_state: a third one; "": none */
	HR_VEC(const char *) also; /* other operations that the same was met in; names of the model's */
	const char *operation;     /* of the failing statement */
	const char *function;      /* innermost one of the unit, or "" */
	const char *file;          /* and its place: "" and 0 where that is not known */
	unsigned line;
	const char *summary; /* one line */
	struct hr_judgement judgement;
	struct hr_sequence *sequence; /* minimal */
	struct hr_sequence *original;
	bool is_violation;
	struct hr_violation violation; /* its sequence is `original`, in which its values are numbered */
	uint64_t seen;
	double at;         /* seconds of search */
	bool is_withdrawn; /* a rule that was learned later says that it is misuse, or an idiom is not believed any more */
	bool is_confirmed;
	int64_t id;         /* as the store has it: from 1 */
	const char *report; /* of the stock sanitizers, or NULL */
	const char *why;    /* it was confirmed, or was not; or NULL */
	const char *folder; /* where it was written to; or NULL */
};

/* A failure of an earlier run. */
struct hr_campaign_suspect {
	struct hr_violation violation; /* only its sequence counts where `idiom` is NULL */
	const char *idiom;             /* of a violation: its text, in the sequence's arena; else NULL */
};

/* Totals of earlier runs, when a campaign is resumed. */
struct hr_campaign_earlier {
	uint64_t runs;
	uint64_t sequences;
	uint64_t calls;
	double seconds;
	HR_VEC(struct hr_chain *) chains;            /* that were kept: to be run again */
	HR_VEC(struct hr_campaign_suspect) failures; /* to be looked into again */
};

struct hr_campaign {
	struct hr_campaign_options options;
	struct hr_app_unit *unit;     /* borrowed, as the next three */
	const struct hr_facts *facts; /* or NULL */
	struct hr_store *store;
	struct hr_live *live;
	struct hr_app_runner runner; /* for everything but the search itself */
	struct hr_encoding *encoding;
	struct hr_ahead *ahead;
	struct hr_search *search;
	void *strategy;
	struct hr_rules *rules;
	struct hr_siblings *siblings;
	struct hr_idioms *idioms;
	struct hr_random random; /* of probes */

	HR_VEC(struct hr_chain *) kept; /* reached something new, and returned; each holds a reference */
	HR_VEC(struct hr_campaign_cause) causes;
	struct hr_map cause_of;              /* hash as text: index */
	HR_VEC(size_t) waiting;              /* causes to be looked into */
	HR_VEC(struct hr_sequence *) trials; /* break a rule: to be tried all the same */
	uint64_t broken;                     /* calls that were not made because of a rule */
	HR_VEC(struct hr_campaign_failure *) failures;
	struct hr_map failure_of; /* group, place, state: index */

	bool *breaks_without_memory; /* by operation: a call failed as an allocation did, which is not looked into */
	unsigned *called;            /* by operation: how often, in what was kept; only where there are no edges */
	uint32_t edge_count;
	uint64_t sequences;
	uint64_t calls;       /* of the search; the runner counts its own */
	uint64_t passed_over; /* chains that could not be encoded */
	uint64_t outcomes[HR_OUTCOME_STATUS_COUNT];
	uint64_t verdicts[HR_VERDICT_COUNT];
	struct hr_map class_of;           /* group: enum hr_class, of what was looked into */
	uint64_t classes[HR_CLASS_COUNT]; /* how many groups have it */
	struct hr_probe_order probe_order;
	size_t probe_ordered; /* of what the search keeps: so many are in it */
	size_t heard;         /* of `kept`: so many were run again to hear what they compare */
	uint64_t probe_calls;
	uint64_t investigate_calls;
	uint64_t slices;
	uint64_t next_progress; /* slices */
	struct hr_campaign_earlier earlier;
	double started; /* on the clock; 0: not searching */
	double elapsed; /* seconds of search in this run, when it is over */
	double spent[HR_PHASE_COUNT];
	bool is_resuming;    /* what earlier runs kept is being run */
	bool is_interrupted; /* a signal asked for the end of the search */
};

/* The unit's workers have been started; rules are read into campaign->rules, and `store` is set, before the search. */
void hr_campaign_init(struct hr_campaign *campaign, const struct hr_campaign_options *options, struct hr_app_unit *unit,
		      const struct hr_facts *facts, struct hr_live *live);
void hr_campaign_release(struct hr_campaign *campaign);

/* Goes on from what the store has: rules, failures, and the sequences that were kept, which are run again. Before the search. */
int hr_campaign_resume(struct hr_campaign *campaign, struct hr_error *error);

/* Searches until the budget is used up or a signal comes: then is_interrupted is set, and that is no error. */
int hr_campaign_search(struct hr_campaign *campaign, struct hr_error *error);

/* Seconds of search and calls so far, those of earlier runs included. */
double hr_campaign_seconds(const struct hr_campaign *campaign);
uint64_t hr_campaign_calls(const struct hr_campaign *campaign);

/* Failures that are to be reported. */
size_t hr_campaign_failure_count(const struct hr_campaign *campaign, bool only_confirmed);

/* Writes all that the store does not have yet. */
int hr_campaign_store_all(struct hr_campaign *campaign, bool is_finished, struct hr_error *error);

#endif
