/* Sequences that call something which the new version does not have, or has otherwise: what is left without these calls is still worth comparing.
 *
 * Numbers that a call returned are written out as the old version returned them, so that what only needed a number stays. */
#include "app/compare_internal.h"

#include "base/memory.h"
#include "suite/edit.h"
#include "suite/settle.h"

#include <stdlib.h>
#include <string.h>

/* By name, as the API's changes tell. */
static bool is_changed(const struct hr_compare *compare, const char *operation)
{
	for (size_t i = 0; i < compare->api.changes.count; i++) {
		const struct hr_api_change *change = &compare->api.changes.data[i];
		if ((change->kind == HR_API_GONE || change->kind == HR_API_SIGNATURE) &&
		    strcmp(change->name, operation) == 0)
			return true;
	}
	return false;
}

/* NULL: nothing is left. */
static struct hr_sequence *without_changed(const struct hr_compare *compare, const struct hr_sequence *sequence)
{
	size_t count = sequence->statements.count;
	bool *removed = hr_calloc(count, sizeof *removed);
	size_t calls = 0;
	for (size_t i = 0; i < count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		removed[i] = statement->kind == HR_STATEMENT_CALL &&
			     is_changed(compare, sequence->model->operations.data[statement->operation].name);
	}
	hr_edit_close(removed, sequence);
	for (size_t i = 0; i < count; i++)
		calls += !removed[i] && sequence->statements.data[i].kind == HR_STATEMENT_CALL;
	struct hr_sequence *rest = calls ? hr_edit_copy(sequence, removed) : NULL;
	free(removed);
	return rest;
}

/* What is left may break a rule that the calls kept. */
static struct hr_sequence *salvage(const struct hr_compare *compare, const struct hr_sequence *sequence,
				   const struct hr_outcome *outcome)
{
	struct hr_sequence *settled = hr_settle_numbers(sequence, outcome);
	struct hr_sequence *rest = without_changed(compare, settled ? settled : sequence);
	if (rest && hr_unexcused_rule(compare->rules, NULL, rest)) {
		hr_sequence_free(rest);
		rest = NULL;
	}
	hr_sequence_free(settled);
	return rest;
}

int hr_compare_salvage(struct hr_compare *compare, struct hr_error *error)
{
	struct hr_outcome outcome;
	int status = 0;
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < compare->cases.count && compare->api.changes.count && !status; i++) {
		struct hr_compare_case *one = &compare->cases.data[i];
		struct hr_sequence *translated = hr_compare_translate(compare, one->sequence);
		bool is_fit = translated != NULL;
		hr_sequence_free(translated);
		if (is_fit || one->is_failure)
			continue;
		status = hr_runner_run_one(&outcome, &compare->versions[HR_OLD].runner.runner, one->sequence, NULL,
					   error);
		if (status || outcome.status != HR_OUTCOME_NORMAL)
			continue;
		struct hr_sequence *rest = salvage(compare, one->sequence, &outcome);
		if (!rest)
			continue;
		hr_sequence_free(one->sequence);
		one->sequence = rest;
		one->is_salvaged = true;
	}
	hr_outcome_release(&outcome);
	return status;
}
