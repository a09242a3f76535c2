/* Going on from what the store has. Nothing of it is believed: sequences are run again, failures are looked into again; so a library that changed
 * since, or another version of Harrier, do no harm. */
#include "app/campaign_internal.h"

#include "seq/text.h"

#include <stdlib.h>
#include <string.h>

static uint64_t number_of(struct hr_store *store, struct hr_arena *arena, const char *key)
{
	const char *text = hr_store_get(store, arena, key);
	return text ? strtoull(text, NULL, 10) : 0;
}

/* NULL: it is not of this library. */
static struct hr_sequence *read_text(const struct hr_campaign *campaign, const char *text)
{
	struct hr_sequence *sequence = NULL;
	struct hr_error error = HR_ERROR_INIT;
	if (text && hr_sequence_read(&sequence, campaign->unit->model, text, strlen(text), "campaign.db", &error))
		hr_error_release(&error);
	return sequence;
}

static bool take_sequence(void *context, const struct hr_stored_sequence *row)
{
	struct hr_campaign *campaign = context;
	struct hr_sequence *sequence = read_text(campaign, row->text);
	if (sequence)
		hr_vec_push(&campaign->earlier.chains, hr_chain_of(sequence));
	hr_sequence_free(sequence);
	return true;
}

static enum hr_class class_of(const char *name)
{
	for (int i = 0; i < HR_CLASS_COUNT; i++)
		if (strcmp(name, hr_class_name((enum hr_class)i)) == 0)
			return (enum hr_class)i;
	return HR_CLASS_UNSURE;
}

static enum hr_way way_of(const char *name)
{
	for (int i = 0; i < HR_WAY_COUNT; i++)
		if (strcmp(name, hr_way_name((enum hr_way)i)) == 0)
			return (enum hr_way)i;
	return HR_WAY_NONE;
}

static bool take_failure(void *context, const struct hr_stored_failure *row)
{
	struct hr_campaign *campaign = context;
	struct hr_campaign_suspect suspect = { .violation = { .sequence = read_text(campaign, row->sequence) } };
	struct hr_violation *violation = &suspect.violation;
	if (!violation->sequence)
		return true;
	struct hr_arena *arena = &violation->sequence->arena;
	if (row->idiom && row->contract && hr_violation_read(violation, arena, row->contract)) {
		suspect.idiom = hr_arena_strdup(arena, row->idiom);
		violation->property = hr_arena_strdup(arena, row->property);
		violation->text = hr_arena_strdup(arena, row->summary);
		violation->class = class_of(row->class);
		violation->way = way_of(row->way);
		if (!hr_map_get(&campaign->unit->model->operation_by_name, row->operation, &violation->operation))
			violation->operation = (size_t)-1;
	}
	hr_vec_push(&campaign->earlier.failures, suspect);
	return true;
}

static int check_unit(struct hr_campaign *campaign, struct hr_arena *arena, struct hr_error *error)
{
	const char *unit = hr_store_get(campaign->store, arena, "unit");
	if (!unit) {
		hr_fail(error, HR_ERROR_INPUT, "the campaign has not begun");
		hr_strbuf_addstr(&error->hint, "leave out --resume to begin one");
		return -1;
	}
	if (strcmp(unit, campaign->unit->model->unit) == 0)
		return 0;
	hr_fail(error, HR_ERROR_INPUT, "the campaign is about '%s', not about '%s'", unit, campaign->unit->model->unit);
	hr_strbuf_addstr(&error->hint, "choose another folder with --out");
	return -1;
}

static int read_rules(struct hr_campaign *campaign, struct hr_arena *arena, struct hr_error *error)
{
	const char *contracts = hr_store_get(campaign->store, arena, "contracts");
	return contracts ? hr_contracts_read(campaign->rules, campaign->unit->model, contracts, "campaign.db", error)
			 : 0;
}

int hr_campaign_resume(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_store *store = campaign->store;
	struct hr_campaign_earlier *earlier = &campaign->earlier;
	int status = check_unit(campaign, &arena, error);
	if (!status) {
		const char *seconds = hr_store_get(store, &arena, "seconds");
		earlier->runs = number_of(store, &arena, "runs");
		earlier->sequences = number_of(store, &arena, "sequences");
		earlier->calls = number_of(store, &arena, "calls");
		earlier->seconds = seconds ? strtod(seconds, NULL) : 0;
		/* names that the library lost are no reason to stop */
		if (read_rules(campaign, &arena, error))
			hr_error_release(error);
		status = hr_store_sequences(store, take_sequence, campaign, error);
	}
	if (!status)
		status = hr_store_failures(store, take_failure, campaign, error);
	hr_arena_release(&arena);
	return status;
}

/* ---- once the search is there ---- */

enum { SLICE = 256 };

struct slice {
	struct hr_campaign *campaign;
	struct hr_chain **chains;
};

static void look_at(void *context, size_t index, struct hr_outcome *outcome)
{
	struct slice *slice = context;
	hr_campaign_observe(slice->campaign, slice->chains[index], outcome);
}

static int run_chains(struct hr_campaign *campaign, struct hr_chain **chains, size_t count, struct hr_error *error)
{
	struct hr_program *programs[SLICE] = { NULL };
	struct hr_chain *run[SLICE];
	struct slice slice = { campaign, run };
	size_t made = 0;
	for (size_t i = 0; i < count; i++) {
		struct hr_run_wants wants = hr_campaign_wants(campaign, chains[i]);
		if (hr_program_of_chain(&programs[made], campaign->encoding, chains[i], &wants, error))
			hr_error_release(error);
		else
			run[made++] = chains[i];
	}
	int status = made ? hr_workers_run(campaign->unit->workers, programs, made, look_at, &slice, error) : 0;
	for (size_t i = 0; i < SLICE; i++)
		hr_program_free(programs[i]);
	return status;
}

/* Takes the sequence of a violation. */
static int look_again(struct hr_campaign *campaign, struct hr_campaign_suspect *suspect, struct hr_error *error)
{
	enum hr_class class;
	size_t failure;
	if (!suspect->idiom)
		return hr_campaign_consider(campaign, suspect->violation.sequence, &class, &failure, error);
	struct hr_violation violation = suspect->violation;
	suspect->violation.sequence = NULL;
	return hr_campaign_restore_violation(campaign, &violation, suspect->idiom, error);
}

int hr_campaign_run_earlier(struct hr_campaign *campaign, struct hr_error *error)
{
	struct hr_campaign_earlier *earlier = &campaign->earlier;
	int status = 0;
	campaign->is_resuming = true; /* what is in the store already is not written again */
	for (size_t i = 0; i < earlier->chains.count && !status; i += SLICE) {
		size_t left = earlier->chains.count - i;
		status = run_chains(campaign, earlier->chains.data + i, left < SLICE ? left : SLICE, error);
		if (!status)
			status = hr_campaign_investigate(campaign, error);
	}
	for (size_t i = 0; i < earlier->failures.count && !status; i++) {
		hr_campaign_show(campaign, "resuming");
		status = look_again(campaign, &earlier->failures.data[i], error);
	}
	campaign->is_resuming = false;
	for (size_t i = 0; i < earlier->chains.count; i++)
		hr_chain_drop(earlier->chains.data[i]);
	for (size_t i = 0; i < earlier->failures.count; i++)
		hr_sequence_free(earlier->failures.data[i].violation.sequence);
	hr_vec_release(&earlier->chains);
	hr_vec_release(&earlier->failures);
	return status;
}
