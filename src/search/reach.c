/* How far the search got with an operation, and what kept it from getting further: in words, for a person. */
#include "search/search_internal.h"

#include <string.h>

void hr_reach_end(struct hr_reach *reach, const struct hr_outcome *outcome)
{
	reach->ended[outcome->status]++;
	if (outcome->status == HR_OUTCOME_FAULT)
		reach->fault = outcome->fault.kind;
	if (outcome->status == HR_OUTCOME_REFUSED && outcome->fault.function) {
		strncpy(reach->refused_call, outcome->fault.function, sizeof reach->refused_call - 1);
		reach->refused_call[sizeof reach->refused_call - 1] = 0;
	}
}

/* ---- never called ---- */

static const char *why_impossible(const struct hr_model *model, const struct hr_operation *operation)
{
	if (operation->is_noreturn)
		return "does not return";
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);

		if (type && type->kind == HR_TYPE_VA_LIST)
			return "takes a va_list";
	}
	return "takes what cannot be made";
}

/* Which operations would have made it, and did not. */
static void add_makers(struct hr_strbuf *out, const struct hr_search *search, uint32_t class)
{
	enum { SHOWN = 3 };
	const hr_indices *makers = &search->classes.list.data[class].makers;
	size_t failed = 0;

	for (size_t i = 0; i < makers->count; i++)
		failed += search->progress.data[makers->data[i]].reach.normal == 0;
	if (makers->count == 0 || failed < makers->count)
		return;
	for (size_t i = 0; i < failed && i < SHOWN; i++)
		hr_strbuf_addf(out, "%s%s", i ? ", " : "; ", search->model->operations.data[makers->data[i]].name);
	hr_strbuf_addf(out, "%s never returned normally", failed > SHOWN ? " and others" : "");
}

static void why_not_called(struct hr_strbuf *out, const struct hr_search *search, size_t index)
{
	const struct hr_operation *operation = &search->model->operations.data[index];
	const struct hr_plan *plan = &search->plans.list.data[index];
	const struct hr_reach *reach = &search->progress.data[index].reach;

	if (!plan->is_possible) {
		hr_strbuf_addstr(out, why_impossible(search->model, operation));
	} else if (reach->forbidden > reach->unsupplied) {
		hr_strbuf_addstr(out, "every call that was made up broke a rule");
	} else if (reach->unsupplied && reach->lacked < operation->params.count) {
		const struct hr_item *param = &operation->params.data[reach->lacked];

		hr_strbuf_addstr(out, "there was no ");
		hr_model_spell(out, search->model, param->type);
		if (param->name && *param->name)
			hr_strbuf_addf(out, " to pass as '%s'", param->name);
		if (plan->parameters[reach->lacked].class != HR_NO_CLASS)
			add_makers(out, search, plan->parameters[reach->lacked].class);
	} else {
		hr_strbuf_addstr(out, "not tried");
	}
}

/* ---- called ---- */

static const char *const endings[HR_OUTCOME_STATUS_COUNT] = {
	[HR_OUTCOME_NOT_RUN] = "not run",
	[HR_OUTCOME_NORMAL] = "returned",
	[HR_OUTCOME_FAULT] = "failed",
	[HR_OUTCOME_ILLEGAL] = "led to a bad pointer",
	[HR_OUTCOME_HANG] = "did not end",
	[HR_OUTCOME_EXIT] = "ended the process",
	[HR_OUTCOME_REFUSED] = "called what is not there, or not let through",
	[HR_OUTCOME_EXHAUSTED] = "took too much memory",
	[HR_OUTCOME_DIED] = "killed the worker",
};

void hr_search_why(struct hr_strbuf *out, const struct hr_search *search, size_t operation)
{
	const struct hr_reach *reach = &search->progress.data[operation].reach;
	size_t most = HR_OUTCOME_NOT_RUN;

	if (reach->calls == 0) {
		why_not_called(out, search, operation);
		return;
	}
	for (size_t i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
		if (reach->ended[i] > reach->ended[most])
			most = i;
	if (reach->refused >= reach->ended[most]) {
		hr_strbuf_addstr(out, "refused");
		return;
	}
	hr_strbuf_addstr(out, endings[most]);
	if (most == HR_OUTCOME_FAULT)
		hr_strbuf_addf(out, ": %s", hr_fault_kind_name(reach->fault));
	else if (most == HR_OUTCOME_REFUSED && reach->refused_call[0])
		hr_strbuf_addf(out, ": %s", reach->refused_call);
}
