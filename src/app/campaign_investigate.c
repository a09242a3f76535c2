/* What failures mean at a closer look: one of each cause, between two slices of the search.
 *
 * Invariant: what waits is looked into in its turn (campaign_judge.c); nothing here depends on time. */
#include "app/campaign_internal.h"

#include "base/clock.h"
#include "model/extras.h"
#include "seq/close.h"
#include "suite/failure_test.h"
#include "suite/slice.h"

#include <string.h>

/* A cause that came to nothing is looked into again when it was seen ten times as often: rules were learned meanwhile. */
enum {
	AGAIN = 10,
	SHARE = 2,
	TIME_SHARE = 3,
	HEAD_START = 20,
	COSTLY_SHARE = 20, /* of the time, for stacks that run out and calls that do not end */
	MOST_COSTLY = 60,  /* runs to minimise what may cost a worker each time */
	TRIED = 64         /* of calls that a rule forbids one in so many is tried, on the side */
};

/* ---- rules ---- */

static bool rules_concern(void *context, size_t operation)
{
	const struct hr_campaign *campaign = context;
	return hr_rules_concern(campaign->rules, operation);
}

static bool rules_allow(void *context, const struct hr_sequence *sequence)
{
	struct hr_campaign *campaign = context;
	size_t last = sequence->statements.count;
	while (last > 0 && sequence->statements.data[last - 1].kind != HR_STATEMENT_CALL)
		last--;
	if (!last || !hr_rules_broken(campaign->rules, sequence, last - 1))
		return true;
	if (++campaign->broken % TRIED == 0)
		hr_vec_push(&campaign->trials, hr_sequence_copy(sequence));
	return false;
}

static bool rules_range(void *context, size_t operation, size_t parameter, int64_t *least, int64_t *most)
{
	const struct hr_campaign *campaign = context;
	return hr_rules_range(campaign->rules, operation, parameter, least, most);
}

static int64_t rules_room(void *context, size_t operation, size_t parameter)
{
	const struct hr_campaign *campaign = context;
	return hr_rules_room(campaign->rules, operation, parameter);
}

struct noting {
	struct hr_campaign *campaign;
	unsigned dropped;
};

static void note(void *context, size_t index, struct hr_outcome *outcome)
{
	struct noting *noting = context;
	struct hr_campaign *campaign = noting->campaign;
	noting->dropped += hr_rules_note(campaign->rules, campaign->unit->model, campaign->trials.data[index], outcome);
}

/* Runs some of what the search left alone because a rule forbids it: a rule that can be broken without harm is none. */
static int try_rules(struct hr_campaign *campaign, struct hr_error *error)
{
	static const struct hr_run_wants wants = { 0 };
	const struct hr_runner *runner = &campaign->runner.runner;
	struct noting noting = { campaign, 0 };
	if (!campaign->trials.count)
		return 0;
	int status = runner->run(runner->context, (const struct hr_sequence *const *)campaign->trials.data,
				 campaign->trials.count, &wants, note, &noting, error);
	for (size_t i = 0; i < campaign->trials.count; i++)
		hr_sequence_free(campaign->trials.data[i]);
	hr_vec_clear(&campaign->trials);
	if (noting.dropped) {
		/* what was put down to that rule deserves another look */
		for (size_t i = 0; i < campaign->causes.count; i++)
			if (campaign->causes.data[i].class == HR_CLASS_MISUSE)
				campaign->causes.data[i].next = campaign->causes.data[i].seen + 1;
		hr_campaign_relearn(campaign);
	}
	return status;
}

/* NULL that siblings accept is no excuse for a crash. */
static const struct hr_rule *broken_rule(const struct hr_campaign *campaign, const struct hr_sequence *sequence)
{
	return hr_unexcused_rule(campaign->rules, campaign->siblings, sequence);
}

void hr_campaign_relearn(struct hr_campaign *campaign)
{
	struct hr_search_rules rules = { .concerns = rules_concern,
					 .allows = rules_allow,
					 .range = rules_range,
					 .room = rules_room,
					 .context = campaign };
	hr_search_relearn(campaign->search);
	hr_search_obey(campaign->search, &rules);
	for (size_t i = 0; i < campaign->failures.count; i++) {
		struct hr_campaign_failure *failure = campaign->failures.data[i];
		if (!failure->is_withdrawn && broken_rule(campaign, failure->sequence)) {
			failure->is_withdrawn = true;
			failure->judgement.class = HR_CLASS_MISUSE;
			hr_campaign_note_withdrawn(campaign, failure->group);
		}
	}
}

static void learn(struct hr_campaign *campaign, const struct hr_judgement *judgement)
{
	bool is_anything_new = false;
	for (size_t i = 0; i < judgement->learned.count; i++) {
		bool changed = false;
		hr_rules_add(campaign->rules, campaign->unit->model, &judgement->learned.data[i], &changed);
		is_anything_new = is_anything_new || changed;
	}
	if (is_anything_new)
		hr_campaign_relearn(campaign);
}

/* ---- one failure ---- */

static const char *copy_text(struct hr_arena *arena, struct hr_strbuf *text)
{
	const char *copy = hr_arena_strdup(arena, text->data);
	hr_strbuf_clear(text);
	return copy;
}

/* "list_add: heap-buffer-overflow: reads 1 byte … in find (list.c:88)" */
static void summarize(struct hr_campaign_failure *failure, const struct hr_outcome *outcome)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	const struct hr_sequence *sequence = failure->sequence;
	hr_cause(&text, sequence, outcome);
	failure->cause = copy_text(&failure->arena, &text);
	hr_cause_group(&text, sequence, outcome);
	failure->group = copy_text(&failure->arena, &text);
	hr_cause_place(&text, outcome);
	failure->place = copy_text(&failure->arena, &text);
	hr_cause_state(&text, sequence, outcome);
	failure->state = copy_text(&failure->arena, &text);
	failure->function = hr_arena_strdup(&failure->arena, hr_failing_function(outcome));
	failure->file = hr_arena_strdup(&failure->arena, hr_failing_place(&failure->line, outcome));
	failure->operation = hr_failing_operation(sequence, outcome);
	hr_fault_describe(&text, sequence, outcome, &outcome->fault);
	if (*failure->function)
		hr_strbuf_addf(&text, " in %s", failure->function);
	failure->summary = copy_text(&failure->arena, &text);
	hr_strbuf_release(&text);
}

static bool is_legal(void *context, const struct hr_sequence *sequence)
{
	return !broken_rule(context, sequence);
}

/* What is told about the calls has the names of the C program that shows them. */
static void rename_values(struct hr_sequence **sequence)
{
	struct hr_sequence *renamed = hr_failure_rename(*sequence);
	hr_sequence_free(*sequence);
	*sequence = renamed;
}

/* Minimises and judges; what deserves to be reported is added. */
static int judge(struct hr_campaign *campaign, const struct hr_sequence *failing, enum hr_way way, enum hr_class *class,
		 size_t *index, struct hr_error *error)
{
	const struct hr_runner *runner = &campaign->runner.runner;
	struct hr_minimize_options options = { .is_legal = is_legal, .context = campaign };
	if (way == HR_WAY_STACK || way == HR_WAY_HANG || way == HR_WAY_WILD)
		options.most_runs = MOST_COSTLY;
	static const struct hr_run_wants wants = { .heap = true };
	struct hr_campaign_failure *failure = hr_campaign_failure_new();
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_campaign_minimize(&failure->sequence, campaign, failing, &options, error);
	if (!status)
		rename_values(&failure->sequence);
	if (!status)
		status = hr_runner_run_one(&outcome, runner, failure->sequence, &wants, error);
	hr_campaign_limit(campaign);
	if (!status)
		status = hr_investigate(&failure->judgement, campaign->rules, campaign->siblings, failure->sequence,
					&outcome, runner, error);
	bool was_cut = hr_campaign_unlimit(campaign); /* half of the experiments prove nothing: another time */
	if (!status && !was_cut) {
		*class = failure->judgement.class;
		learn(campaign, &failure->judgement);
	}
	if (!status && *class > HR_CLASS_UNSURE) {
		failure->original = hr_sequence_copy(failing);
		failure->at = hr_campaign_seconds(campaign);
		summarize(failure, &outcome);
		status = hr_campaign_add_failure(index, campaign, failure, error);
		failure = NULL;
	}
	hr_campaign_failure_free(failure);
	hr_outcome_release(&outcome);
	return status;
}

/* Whether the library is held to what this run broke. */
static bool is_wanted(const struct hr_campaign *campaign, const struct hr_outcome *outcome, enum hr_way way)
{
	if (outcome->status == HR_OUTCOME_FAULT && outcome->fault.kind == HR_KIND_ASSERT &&
	    hr_is_broken_contract(outcome->fault.text))
		return campaign->options.idioms & 1u << HR_IDIOM_USER;
	return campaign->options.ways & 1u << way;
}

/* The call that breaks a rule may have nothing to do with the failure: `*out` is the same without such calls; NULL when it does not fail so, or breaks a
 * rule all the same. */
static int leave_out_rest(struct hr_sequence **out, struct hr_campaign *campaign, const struct hr_sequence *failing,
			  const struct hr_outcome *outcome, const char *group, struct hr_error *error)
{
	static const struct hr_run_wants wants = { 0 };
	uint32_t last = hr_failing_statement(outcome);
	*out = NULL;
	if (last >= failing->statements.count)
		return 0;
	struct hr_sequence *rest = hr_slice(failing, last, false);
	struct hr_strbuf again = HR_STRBUF_INIT;
	struct hr_outcome other;
	hr_outcome_init(&other);
	bool is_fine = rest->statements.count < failing->statements.count && !broken_rule(campaign, rest);
	int status = is_fine ? hr_runner_run_one(&other, &campaign->runner.runner, rest, &wants, error) : 0;
	if (is_fine && !status && hr_way_of(&other) == hr_way_of(outcome)) {
		hr_cause_group(&again, rest, &other);
		if (strcmp(again.data, group) == 0) {
			*out = rest;
			rest = NULL;
		}
	}
	hr_sequence_free(rest);
	hr_strbuf_release(&again);
	hr_outcome_release(&other);
	return status;
}

/* One more example of what is known; the class that it has. */
static enum hr_class meet_again(struct hr_campaign_failure *failure, const struct hr_sequence *failing,
				const struct hr_outcome *outcome)
{
	hr_campaign_failure_met(failure, hr_failing_operation(failing, outcome));
	return failure->judgement.class;
}

int hr_campaign_consider(struct hr_campaign *campaign, const struct hr_sequence *failing, enum hr_class *class,
			 size_t *failure, struct hr_error *error)
{
	static const struct hr_run_wants wants = { 0 };
	struct hr_outcome outcome;
	struct hr_strbuf group = HR_STRBUF_INIT, place = HR_STRBUF_INIT;
	struct hr_sequence *rest = NULL;
	*class = HR_CLASS_UNSURE;
	*failure = HR_NO_FAILURE;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, &campaign->runner.runner, failing, &wants, error);
	enum hr_way way = status ? HR_WAY_NONE : hr_way_of(&outcome);
	/* what does not fail again is nothing to report */
	if (way != HR_WAY_NONE && is_wanted(campaign, &outcome, way)) {
		hr_cause_group(&group, failing, &outcome);
		hr_cause_place(&place, &outcome);
		*failure = hr_campaign_find_failure(campaign, group.data, place.data);
		bool is_broken = broken_rule(campaign, failing);
		if (is_broken)
			status = leave_out_rest(&rest, campaign, failing, &outcome, group.data, error);
		if (is_broken && !rest)
			*class = HR_CLASS_MISUSE;
		else if (*failure != HR_NO_FAILURE && !campaign->failures.data[*failure]->is_withdrawn)
			*class = meet_again(campaign->failures.data[*failure], failing, &outcome);
		else if (!status)
			status = judge(campaign, rest ? rest : failing, way, class, failure, error);
		if (*class == HR_CLASS_MISUSE)
			*failure = HR_NO_FAILURE;
		hr_campaign_note_class(campaign, group.data, *class);
	}
	hr_sequence_free(rest);
	hr_strbuf_release(&group);
	hr_strbuf_release(&place);
	hr_outcome_release(&outcome);
	return status;
}

/* ---- what waits ---- */

static int look_into(struct hr_campaign *campaign, size_t index, struct hr_error *error)
{
	struct hr_campaign_cause *cause = &campaign->causes.data[index];
	struct hr_sequence *sequence = hr_chain_flatten(cause->chain, campaign->unit->model);
	int status = hr_campaign_consider(campaign, sequence, &cause->class, &cause->failure, error);
	cause->next = cause->failure != HR_NO_FAILURE ? UINT64_MAX : cause->seen * AGAIN;
	hr_sequence_free(sequence);
	hr_chain_drop(cause->chain);
	cause->chain = NULL;
	return status;
}

/* At most half of the calls, and a third of the time so far (a little more in the beginning, when there is most to learn); what waits then, waits for the search to get on. */
static bool has_share(const struct hr_campaign *campaign, double began)
{
	const struct hr_campaign_options *options = &campaign->options;
	double spent = campaign->spent[HR_PHASE_INVESTIGATE] + hr_clock_seconds() - began;
	if (hr_campaign_is_over(campaign))
		return false;
	if (options->calls && campaign->investigate_calls * SHARE > options->calls)
		return false;
	return !(options->seconds > 0) || (spent - options->seconds / HEAD_START) * TIME_SHARE <
						  hr_campaign_seconds(campaign) - campaign->earlier.seconds;
}

/* Each run of what is costly may take a worker or all of its time, and hardly any comes to something: a small part of the time is enough for them. */
static bool is_in_turn(const struct hr_campaign *campaign, const struct hr_campaign_cause *cause)
{
	return cause->turn < HR_TURN_COSTLY || !(campaign->options.seconds > 0) ||
	       campaign->spent[HR_PHASE_COSTLY] * COSTLY_SHARE <
		       hr_campaign_seconds(campaign) - campaign->earlier.seconds;
}

int hr_campaign_investigate(struct hr_campaign *campaign, struct hr_error *error)
{
	double began = hr_clock_seconds();
	size_t done = 0;
	int status = try_rules(campaign, error);
	for (; done < campaign->waiting.count && !status && has_share(campaign, began); done++) {
		const struct hr_campaign_cause *cause = &campaign->causes.data[campaign->waiting.data[done]];
		uint64_t calls = campaign->runner.calls;
		double from = hr_clock_seconds();
		bool is_costly = cause->turn == HR_TURN_COSTLY;
		if (!is_in_turn(campaign, cause)) /* nor is what comes behind it */
			break;
		hr_campaign_show(campaign, "investigating");
		status = look_into(campaign, campaign->waiting.data[done], error);
		campaign->investigate_calls += campaign->runner.calls - calls;
		campaign->spent[HR_PHASE_COSTLY] += is_costly ? hr_clock_seconds() - from : 0;
	}
	campaign->waiting.count -= done;
	if (done)
		memmove(campaign->waiting.data, campaign->waiting.data + done,
			campaign->waiting.count * sizeof *campaign->waiting.data);
	campaign->spent[HR_PHASE_INVESTIGATE] += hr_clock_seconds() - began;
	return status;
}
