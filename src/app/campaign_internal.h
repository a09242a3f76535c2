/* What the files of a campaign share: campaign.c (the loop), campaign_locate.c (where edges are), campaign_hear.c (what is compared), campaign_judge.c (what an
 * outcome means at first sight), campaign_investigate.c (what it means at a closer look), campaign_failures.c (what is kept of that), campaign_probe.c (contracts
 * of values), campaign_violations.c (those that are broken), campaign_store.c (on disk), campaign_resume.c (and back). */
#ifndef HR_APP_CAMPAIGN_INTERNAL_H
#define HR_APP_CAMPAIGN_INTERNAL_H

#include "app/campaign.h"
#include "suite/minimize.h"

#define HR_NO_FAILURE ((size_t)-1)

/* ---- campaign.c ---- */

/* What was run is told to search and strategy. */
void hr_campaign_observe(struct hr_campaign *campaign, struct hr_chain *chain, const struct hr_outcome *outcome);

/* What is to be found out about a run of the search. */
struct hr_run_wants hr_campaign_wants(const struct hr_campaign *campaign, const struct hr_chain *chain);

/* The budget is used up. */
bool hr_campaign_is_over(const struct hr_campaign *campaign);

/* Shows how far it is and what it is doing ("searching"), when it is time for that. Not before the search has begun. */
void hr_campaign_show(struct hr_campaign *campaign, const char *doing);

/* ---- campaign_locate.c ---- */

/* Tells the search which functions edges are in, as far as that can be found out. */
void hr_campaign_locate(struct hr_campaign *campaign);

/* ---- campaign_hear.c ---- */

/* Runs again what was kept since the last time, to hear what it compares. */
int hr_campaign_hear(struct hr_campaign *campaign, struct hr_error *error);

/* ---- campaign_judge.c ---- */

/* At first sight; a cause that is new, or due again, is put among those that wait. */
enum hr_verdict hr_campaign_judge(struct hr_campaign *campaign, struct hr_chain *chain,
				  const struct hr_outcome *outcome);

/* ---- campaign_investigate.c ---- */

/* Looks into what waits. */
int hr_campaign_investigate(struct hr_campaign *campaign, struct hr_error *error);

/* Causes of this turn come last, and have the smallest share of the time. */
enum { HR_TURN_COSTLY = 2 };

/* A failing sequence, wherever it comes from: `*failure` is the index of what came of it, or HR_NO_FAILURE. */
int hr_campaign_consider(struct hr_campaign *campaign, const struct hr_sequence *failing, enum hr_class *class,
			 size_t *failure, struct hr_error *error);

/* The rules of the API changed: search and failures follow. */
void hr_campaign_relearn(struct hr_campaign *campaign);

/* ---- campaign_failures.c ---- */

/* Adds a failure (which becomes the campaign's), unless one of its group, place or state is there that is as good, and stores what there is then: the better one
 * takes over the number of the other. `*index` is set to where it is. */
int hr_campaign_add_failure(size_t *index, struct hr_campaign *campaign, struct hr_campaign_failure *failure,
			    struct hr_error *error);
/* The same mistake was met in a call of that operation (of the model's). */
void hr_campaign_failure_met(struct hr_campaign_failure *failure, const char *operation);

struct hr_campaign_failure *hr_campaign_failure_new(void);
void hr_campaign_failure_free(struct hr_campaign_failure *failure);

/* Where time is the budget: from now on the runner has a small part of it for one failure; what it is asked for later is not run. Until it is lifted, which tells
 * whether that happened. */
void hr_campaign_limit(struct hr_campaign *campaign);
bool hr_campaign_unlimit(struct hr_campaign *campaign);

/* hr_minimize, in a part of the time that leaves enough for the search: then it is as small as it got. */
int hr_campaign_minimize(struct hr_sequence **out, struct hr_campaign *campaign, const struct hr_sequence *failing,
			 const struct hr_minimize_options *options, struct hr_error *error);

/* What a group turned out to be: counted once, as the latest that was said of it, but what is to be told stays so. */
void hr_campaign_note_class(struct hr_campaign *campaign, const char *group, enum hr_class class);
void hr_campaign_note_withdrawn(struct hr_campaign *campaign, const char *group); /* it is misuse after all */

/* The failure of this group, or else the one in the same lines of the source ("": nowhere); HR_NO_FAILURE: none. */
size_t hr_campaign_find_failure(const struct hr_campaign *campaign, const char *group, const char *place);

/* ---- campaign_probe.c ---- */

/* Probes what the search kept since the last time, within its share of the calls. */
int hr_campaign_probe(struct hr_campaign *campaign, struct hr_error *error);

/* ---- campaign_violations.c ---- */

/* Makes it small and adds it; its sequence becomes the campaign's, also when that fails. */
int hr_campaign_add_violation(struct hr_campaign *campaign, struct hr_violation *violation, struct hr_error *error);

/* What a store keeps of it beside its sequence and texts; false: that is no such text. Texts live in the arena. */
void hr_violation_write(struct hr_strbuf *out, const struct hr_violation *violation);
bool hr_violation_read(struct hr_violation *out, struct hr_arena *arena, const char *text);

/* The same for one of an earlier run, by the text of its idiom: when it is still one. */
int hr_campaign_restore_violation(struct hr_campaign *campaign, struct hr_violation *violation, const char *idiom,
				  struct hr_error *error);

/* ---- campaign_resume.c ---- */

/* Runs what earlier runs kept, and looks into what they found. */
int hr_campaign_run_earlier(struct hr_campaign *campaign, struct hr_error *error);

/* ---- campaign_store.c ---- */

int hr_campaign_store_begin(struct hr_campaign *campaign, struct hr_error *error);
int hr_campaign_store_kept(struct hr_campaign *campaign, const struct hr_chain *chain, enum hr_verdict verdict,
			   size_t new_edges, struct hr_error *error);
int hr_campaign_store_progress(struct hr_campaign *campaign, struct hr_error *error);
/* In the row of its id, or in that of its group, which then is its id. */
int hr_campaign_store_failure(struct hr_campaign *campaign, struct hr_campaign_failure *failure,
			      struct hr_error *error);

#endif
