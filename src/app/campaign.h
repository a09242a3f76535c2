/* One campaign: sequences are made, run, judged, investigated and probed until the budget is used up. What it found is plain data here, for whoever
 * confirms, writes and tells it.
 *
 * Everything but `seconds` repeats: with the same seed and a budget of calls or sequences, a campaign finds the same in the same order, however many
 * workers there are. */
#ifndef HR_APP_CAMPAIGN_H
#define HR_APP_CAMPAIGN_H

#include "app/live.h"
#include "app/runner.h"
#include "app/unit.h"
#include "oracle/idioms.h"
#include "oracle/investigate.h"
#include "search/strategy.h"
#include "store/store.h"

struct hr_campaign_options {
	uint64_t seed;
	double seconds;     /* of search; 0: not limited by time */
	uint64_t calls;     /* of search, probes and investigations included; 0: not limited */
	uint64_t sequences; /* 0: not limited */
	unsigned length;    /* most calls in a sequence; 0: as the strategy likes it */
	bool fail_alloc;    /* allocation failure as an operation */
	bool hangs;         /* are failures, too */
	unsigned idioms;    /* bits 1 << kind: contracts of values that are tried */
	unsigned ways;      /* bits 1 << way: ways to fail that are looked into */
};

/* What a campaign does with its time. */
enum hr_campaign_phase {
	HR_PHASE_SEARCH,
	HR_PHASE_INVESTIGATE,
	HR_PHASE_PROBE,
	HR_PHASE_CONFIRM,
	HR_PHASE_TESTS,
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
};

/* A failure that may be reported. Owned by the campaign. */
struct hr_campaign_failure {
	struct hr_arena arena;
	const char *cause; /* "null|list_add|list_add": the key */
	const char *operation;
	const char *summary; /* one line */
	struct hr_judgement judgement;
	struct hr_sequence *sequence; /* minimal */
	struct hr_sequence *original;
	const struct hr_idiom *idiom; /* of a violation; else NULL */
	size_t value;                 /* of a violation: as struct hr_violation has them */
	int64_t expected;
	uint64_t seen;
	double at; /* seconds of search */
	bool is_tried;
	bool is_confirmed;
	const char *report; /* of the stock sanitizers, or NULL */
	const char *folder; /* or NULL */
};

struct hr_campaign {
	struct hr_campaign_options options;
	struct hr_app_unit *unit;     /* borrowed, as the next */
	const struct hr_facts *facts; /* or NULL */
	struct hr_store *store;       /* or NULL */
	struct hr_live *live;
	struct hr_app_runner runner; /* for everything but the search itself */
	struct hr_rules *rules;
	struct hr_random random; /* of the loop itself */

	HR_VEC(struct hr_chain *) kept; /* reached something new, and returned; each holds a reference */
	HR_VEC(struct hr_campaign_cause) causes;
	struct hr_map cause_of; /* hash as text: index */
	HR_VEC(size_t) waiting; /* causes to be looked into */
	HR_VEC(struct hr_campaign_failure *) failures;
	struct hr_map failure_of; /* cause as text: index */

	bool *is_covered;
	unsigned *called; /* by operation: how often, in what was kept; only where there are no edges */
	uint32_t edge_count;
	size_t covered;
	uint64_t sequences;
	uint64_t calls;       /* of the search */
	uint64_t passed_over; /* chains that could not be encoded */
	uint64_t outcomes[HR_OUTCOME_STATUS_COUNT];
	uint64_t verdicts[HR_VERDICT_COUNT];
	uint64_t classes[HR_CLASS_COUNT]; /* of causes that were looked into */
	double started;
	double elapsed; /* of the search, earlier runs of a resumed campaign included */
	double spent[HR_PHASE_COUNT];
	bool is_interrupted; /* a signal asked for the end of the search */
};

/* The unit's workers have been started. The store may be NULL. */
void hr_campaign_init(struct hr_campaign *campaign, const struct hr_campaign_options *options, struct hr_app_unit *unit,
		      const struct hr_facts *facts, struct hr_store *store, struct hr_live *live);
void hr_campaign_release(struct hr_campaign *campaign);

/* Searches until the budget is used up or a signal comes: then is_interrupted is set, and that is no error. */
int hr_campaign_search(struct hr_campaign *campaign, struct hr_error *error);

/* Seconds of search so far. */
double hr_campaign_seconds(const struct hr_campaign *campaign);

#endif
