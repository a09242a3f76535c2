/* Violations of contracts as failures: made small, added, and as text for the store, so that a campaign that is resumed still has them.
 *
 * Invariant: text that was not written by us is refused as a whole; what is read back is verified by a run before it counts. */
#include "app/campaign_internal.h"

#include "oracle/legality.h"
#include "seq/close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as failures ---- */

static bool is_broken(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct hr_violation *violation = context;
	return hr_contract_is_broken(&violation->contract, sequence, outcome);
}

struct leak {
	size_t operation;  /* to blame */
	const char *maker; /* of what is lost: NULL until the first run has told */
};

/* Something else may leak in what is left of the calls. */
static bool still_leaks(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	struct leak *leak = context;
	bool is_called = false;
	for (size_t i = 0; i < sequence->statements.count; i++)
		is_called = is_called || (sequence->statements.data[i].kind == HR_STATEMENT_CALL &&
					  sequence->statements.data[i].operation == leak->operation);
	if (hr_way_of(outcome) != HR_WAY_LEAK || !is_called)
		return false;
	const char *maker = hr_failing_operation(sequence, outcome);
	leak->maker = leak->maker ? leak->maker : maker;
	return strcmp(leak->maker, maker) == 0;
}

/* As short as it can be while the contract stays broken, or the leak; what differs from run to run is left as it is. */
static int minimize(struct hr_sequence **out, struct hr_violation *violation, struct hr_campaign *campaign,
		    struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	struct hr_minimize_options options = {
		.is_same = is_broken, .context = violation, .wants = &wants, .tail = violation->contract.tail
	};
	static const struct hr_run_wants lost = { .leaks = true };
	struct leak leak = { violation->operation, NULL };
	struct hr_minimize_options leaks = { .is_same = still_leaks, .context = &leak, .wants = &lost };
	if (violation->way == HR_WAY_PROPERTY)
		return hr_campaign_minimize(out, campaign, violation->sequence, &options, error);
	if (violation->way == HR_WAY_LEAK)
		return hr_campaign_minimize(out, campaign, violation->sequence, &leaks, error);
	*out = hr_sequence_copy(violation->sequence);
	return 0;
}

/* What was never set may be the caller's to set, where the calls are not as sure as they might be. */
static int doubt(struct hr_judgement *out, const struct hr_campaign *campaign, const struct hr_sequence *sequence,
		 struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	struct hr_legality legality;
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, &campaign->runner.runner, sequence, &wants, error);
	if (!status && outcome.status == HR_OUTCOME_NORMAL && sequence->statements.count) {
		hr_legality_look(&legality, &out->arena, campaign->rules, sequence, &outcome,
				 sequence->statements.count - 1);
		if (legality.grade == HR_LEGAL_LIKELY && out->class > HR_CLASS_LIKELY)
			out->class = HR_CLASS_LIKELY;
		if (legality.grade < HR_LEGAL_LIKELY)
			out->class = HR_CLASS_UNSURE;
		for (size_t i = 0; i < legality.doubts; i++)
			hr_vec_push(&out->reasons, legality.texts.data[i]);
		hr_vec_release(&legality.texts);
	}
	hr_outcome_release(&outcome);
	return status;
}

int hr_campaign_add_violation(struct hr_campaign *campaign, struct hr_violation *violation, struct hr_error *error)
{
	const struct hr_model *model = campaign->unit->model;
	struct hr_campaign_failure *failure = hr_campaign_failure_new();
	struct hr_arena *arena = &failure->arena;
	size_t index;
	failure->original = violation->sequence; /* texts of the violation live there */
	if (minimize(&failure->sequence, violation, campaign, error)) {
		hr_campaign_failure_free(failure);
		return -1;
	}
	failure->is_violation = true;
	failure->violation = *violation;
	failure->operation =
		violation->operation < model->operations.count ? model->operations.data[violation->operation].name : "";
	failure->summary = violation->text;
	failure->cause =
		hr_arena_printf(arena, "%s|%s|%s %s", hr_way_name(violation->way), failure->operation,
				hr_idiom_name(violation->idiom->kind), violation->property ? violation->property : "");
	failure->group = failure->cause;
	failure->judgement.class = violation->class;
	failure->judgement.way = violation->way;
	hr_vec_push(&failure->judgement.reasons,
		    hr_arena_printf(&failure->judgement.arena, "What should hold: %s.", violation->idiom->text));
	failure->at = hr_campaign_seconds(campaign);
	int status = 0;
	if (violation->way == HR_WAY_UNSTABLE)
		status = doubt(&failure->judgement, campaign, failure->sequence, error);
	if (status || failure->judgement.class <= HR_CLASS_UNSURE) {
		hr_campaign_failure_free(failure);
		return status;
	}
	return hr_campaign_add_failure(&index, campaign, failure, error);
}

/* ---- as text ---- */

static void write_condition(struct hr_strbuf *out, const struct hr_condition *condition)
{
	hr_strbuf_addf(out, "\n%d %zd %zd %lld %a ", (int)condition->expectation, (ssize_t)condition->value,
		       (ssize_t)condition->other, (long long)condition->number, condition->real);
	for (size_t i = 0; condition->text && i < condition->length; i++)
		hr_strbuf_addf(out, "%02x", (unsigned char)condition->text[i]);
	hr_strbuf_addch(out, condition->text ? '.' : '-');
}

void hr_violation_write(struct hr_strbuf *out, const struct hr_violation *violation)
{
	const struct hr_contract *contract = &violation->contract;
	hr_strbuf_addf(out, "%zd %lld %zu %zu %zu", (ssize_t)violation->value, (long long)violation->expected,
		       contract->tail, contract->value_count, contract->premise_count);
	write_condition(out, &contract->conclusion);
	for (size_t i = 0; i < contract->premise_count; i++)
		write_condition(out, &contract->premises[i]);
}

/* Hexadecimal digits up to '.'; "-" is no text. */
static bool read_bytes(struct hr_condition *out, struct hr_arena *arena, const char *text)
{
	size_t digits = strspn(text, "0123456789abcdef");
	if (text[digits] == '-' && !digits)
		return true;
	if (text[digits] != '.' || digits % 2)
		return false;
	char *bytes = hr_arena_alloc(arena, digits / 2 + 1);
	for (size_t i = 0; i < digits / 2; i++) {
		char pair[3] = { text[2 * i], text[2 * i + 1], '\0' };
		bytes[i] = (char)strtoul(pair, NULL, 16);
	}
	out->text = bytes;
	out->length = digits / 2;
	return true;
}

/* A value that the sequence has, or none. */
static bool is_value(long value, size_t count)
{
	return value == -1 || (value >= 0 && (size_t)value < count);
}

static bool read_condition(struct hr_condition *out, struct hr_arena *arena, const char **text, size_t values)
{
	int expectation;
	long value;
	long other;
	long long number;
	double real;
	int used = 0;
	const char *line = strchr(*text, '\n');
	memset(out, 0, sizeof *out);
	if (!line ||
	    sscanf(line + 1, "%d %ld %ld %lld %lf %n", &expectation, &value, &other, &number, &real, &used) < 5 ||
	    !used || expectation < 0 || expectation >= HR_EXPECTATION_COUNT || !is_value(value, values) ||
	    !is_value(other, values))
		return false;
	*text = line + 1 + used;
	out->expectation = (enum hr_expectation)expectation;
	out->value = (size_t)value;
	out->other = (size_t)other;
	out->number = number;
	out->real = real;
	return read_bytes(out, arena, *text);
}

bool hr_violation_read(struct hr_violation *out, struct hr_arena *arena, const char *text)
{
	struct hr_contract *contract = &out->contract;
	long value;
	long long expected;
	if (sscanf(text, "%ld %lld %zu %zu %zu", &value, &expected, &contract->tail, &contract->value_count,
		   &contract->premise_count) != 5 ||
	    contract->premise_count > HR_MOST_PREMISES || !is_value(value, contract->value_count))
		return false;
	out->value = (size_t)value;
	out->expected = expected;
	bool is_fine = read_condition(&contract->conclusion, arena, &text, contract->value_count);
	for (size_t i = 0; i < contract->premise_count && is_fine; i++)
		is_fine = read_condition(&contract->premises[i], arena, &text, contract->value_count);
	return is_fine;
}

/* ---- back from the store ---- */

static const struct hr_idiom *find_idiom(const struct hr_campaign *campaign, const char *text)
{
	for (size_t i = 0; i < hr_idioms_count(campaign->idioms); i++) {
		const struct hr_idiom *idiom = hr_idioms_at(campaign->idioms, i);
		if (strcmp(idiom->text, text) == 0)
			return idiom;
	}
	return NULL;
}

static int is_violated(bool *out, const struct hr_campaign *campaign, const struct hr_violation *violation,
		       struct hr_error *error)
{
	struct hr_run_wants wants = { .descriptions = true, .leaks = violation->way == HR_WAY_LEAK };
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, &campaign->runner.runner, violation->sequence, &wants, error);
	if (violation->way == HR_WAY_PROPERTY)
		*out = hr_contract_is_broken(&violation->contract, violation->sequence, &outcome);
	else if (violation->way == HR_WAY_LEAK)
		*out = hr_way_of(&outcome) == HR_WAY_LEAK;
	else
		*out = outcome.status == HR_OUTCOME_NORMAL; /* confirming tells the rest */
	hr_outcome_release(&outcome);
	return status;
}

int hr_campaign_restore_violation(struct hr_campaign *campaign, struct hr_violation *violation, const char *idiom,
				  struct hr_error *error)
{
	bool is_there = false;
	int status = 0;
	violation->idiom = find_idiom(campaign, idiom);
	if (violation->idiom)
		status = is_violated(&is_there, campaign, violation, error);
	if (status || !is_there) {
		hr_sequence_free(violation->sequence);
		return status;
	}
	return hr_campaign_add_violation(campaign, violation, error);
}
