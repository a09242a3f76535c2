/* What the search found, outside of the worker: each failure as a plain C test with stock sanitizers; what fails there as well is written to
 * failures/, the rest is counted. */
#include "app/gen_internal.h"

#include "app/campaign_internal.h"
#include "app/failures.h"
#include "base/clock.h"
#include "base/memory.h"

#include <string.h>

struct report {
	struct hr_failure failure;
	struct hr_confirmed confirmed;
	struct hr_strbuf folder;
	HR_VEC(const char *) rules;
};

static struct hr_failure describe(const struct hr_campaign_failure *failure)
{
	const struct hr_judgement *judgement = &failure->judgement;
	return (struct hr_failure){
		.sequence = failure->sequence,
		.neighbour = judgement->neighbour,
		.difference = judgement->difference,
		.way = judgement->way,
		.class = judgement->class,
		.function = failure->function,
		.summary = failure->summary,
		.reasons = judgement->reasons.data,
		.reason_count = judgement->reasons.count,
		.value = failure->is_violation ? failure->violation.value : HR_NO_VALUE,
		.contract = failure->is_violation && judgement->way == HR_WAY_PROPERTY ? &failure->violation.contract
										       : NULL,
	};
}

static bool calls(const struct hr_sequence *sequence, size_t operation)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (sequence->statements.data[i].kind == HR_STATEMENT_CALL &&
		    sequence->statements.data[i].operation == operation)
			return true;
	return false;
}

static bool is_broken(const struct hr_rules *rules, const struct hr_rule *rule, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (hr_rules_broken(rules, sequence, i) == rule)
			return true;
	return false;
}

/* Rules of the API that speak of what the sequence calls, and that it keeps. */
static void list_rules(struct report *report, struct hr_gen *gen, struct hr_campaign_failure *failure)
{
	const struct hr_rules *rules = gen->campaign.rules;
	struct hr_strbuf text = HR_STRBUF_INIT;
	for (size_t i = 0; i < hr_rules_count(rules); i++) {
		const struct hr_rule *rule = hr_rules_at(rules, i);
		/* what siblings do without is what a deviant report is about: its test breaks the rule */
		if (!hr_rules_holds(rules, i) || !calls(failure->sequence, rule->operation) ||
		    is_broken(rules, rule, failure->sequence))
			continue;
		hr_strbuf_clear(&text);
		hr_rule_describe(&text, gen->unit.model, rule);
		hr_vec_push(&report->rules, hr_arena_strdup(&failure->arena, text.data));
	}
	hr_strbuf_release(&text);
}

static int confirm_one(struct report *report, struct hr_campaign_failure *failure, struct hr_confirm *confirm,
		       struct hr_error *error)
{
	report->failure = describe(failure);
	int status = hr_confirm_failure(&report->confirmed, confirm, &report->failure, error);
	if (status)
		return status;
	failure->is_confirmed = report->confirmed.is_confirmed;
	failure->why = hr_arena_strdup(&failure->arena, report->confirmed.why.data);
	if (report->confirmed.report.length)
		failure->report = hr_arena_strdup(&failure->arena, report->confirmed.report.data);
	if (report->confirmed.is_lowered && failure->judgement.class == HR_CLASS_CERTAIN)
		failure->judgement.class = report->failure.class = HR_CLASS_LIKELY;
	return 0;
}

static int confirm_all(struct report *reports, struct hr_gen *gen, struct hr_error *error)
{
	struct hr_campaign *campaign = &gen->campaign;
	struct hr_confirm_options options = { .is_thorough = false };
	struct hr_confirm *confirm = hr_confirm_new(&gen->unit, &options);
	int status = 0;
	for (size_t i = 0; i < campaign->failures.count && !status; i++) {
		if (campaign->failures.data[i]->is_withdrawn)
			continue;
		hr_campaign_show(campaign, "confirming");
		status = confirm_one(&reports[i], campaign->failures.data[i], confirm, error);
	}
	hr_confirm_free(confirm);
	hr_live_clear(campaign->live);
	return status;
}

/* What a report tells of a failure, beside what the campaign stores of it. */
static int store_texts(struct hr_gen *gen, const struct hr_campaign_failure *failure, const struct report *report,
		       struct hr_error *error)
{
	const struct hr_confirmed *confirmed = &report->confirmed;
	struct hr_strbuf folder = HR_STRBUF_INIT;
	hr_strbuf_addf(&folder, "failures/%s", report->folder.data);
	struct hr_stored_failure_text row = { .failure = failure->id,
					      .confirmed = failure->why,
					      .folder = report->folder.length ? folder.data : NULL,
					      .test = confirmed->test.length ? confirmed->test.data : NULL,
					      .neighbour =
						      confirmed->neighbour.length ? confirmed->neighbour.data : NULL,
					      .function = failure->function,
					      .file = failure->file,
					      .line = failure->line };
	int status = failure->id ? hr_store_put_failure_text(gen->store, &row, error) : 0;
	hr_strbuf_release(&folder);
	return status;
}

static int write_all(struct report *reports, struct hr_gen *gen, struct hr_error *error)
{
	struct hr_campaign *campaign = &gen->campaign;
	HR_VEC(struct hr_failure_entry) entries = HR_VEC_INIT;
	size_t written = 0;
	for (size_t i = 0; i < campaign->failures.count; i++) {
		struct hr_campaign_failure *failure = campaign->failures.data[i];
		if (failure->is_withdrawn || !failure->is_confirmed)
			continue;
		list_rules(&reports[i], gen, failure);
		hr_vec_push(&entries, (struct hr_failure_entry){ .failure = &reports[i].failure,
								 .confirmed = &reports[i].confirmed,
								 .cause = failure->cause,
								 .group = failure->group,
								 .operation = failure->operation,
								 .file = failure->file,
								 .line = failure->line,
								 .also = failure->also.data,
								 .also_count = failure->also.count,
								 .rules = reports[i].rules.data,
								 .rule_count = reports[i].rules.count,
								 .id = failure->id,
								 .folder = &reports[i].folder });
	}
	int status = hr_failures_write(&gen->output, &gen->unit, entries.data, entries.count, &written, error);
	for (size_t i = 0; i < campaign->failures.count && !status; i++) {
		struct hr_campaign_failure *failure = campaign->failures.data[i];
		if (reports[i].folder.length)
			failure->folder =
				hr_arena_printf(&failure->arena, "%s/failures/%s", gen->out, reports[i].folder.data);
		if (!failure->is_withdrawn)
			status = store_texts(gen, failure, &reports[i], error);
	}
	hr_vec_release(&entries);
	return status;
}

int hr_gen_confirm(struct hr_gen *gen, struct hr_error *error)
{
	size_t count = gen->campaign.failures.count;
	struct report *reports = hr_calloc(count, sizeof *reports);
	double began = hr_clock_seconds();
	for (size_t i = 0; i < count; i++) {
		reports[i].confirmed = (struct hr_confirmed)HR_CONFIRMED_INIT;
		hr_strbuf_init(&reports[i].folder);
	}
	int status = confirm_all(reports, gen, error);
	if (!status)
		status = write_all(reports, gen, error);
	for (size_t i = 0; i < count; i++) {
		hr_confirmed_release(&reports[i].confirmed);
		hr_strbuf_release(&reports[i].folder);
		hr_vec_release(&reports[i].rules);
	}
	free(reports);
	gen->campaign.spent[HR_PHASE_CONFIRM] += hr_clock_seconds() - began;
	return status;
}
