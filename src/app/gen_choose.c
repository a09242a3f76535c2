/* What a campaign kept, as few small tests (suite/select.h), in the time that there is for it (app/allowance.h). */
#include "app/gen_internal.h"

#include "analysis/facts_text.h"
#include "base/clock.h"
#include "base/memory.h"
#include "suite/looks.h"

#include <stdlib.h>

struct choosing {
	struct hr_campaign *campaign;
	const struct hr_allowance *allowance;
};

static bool keeps_rules(void *context, const struct hr_sequence *sequence)
{
	const struct choosing *choosing = context;
	return !hr_unexcused_rule(choosing->campaign->rules, choosing->campaign->siblings, sequence);
}

/* What the code tells of the object that an operation is asked about; NULL: nothing. */
static const struct hr_memory_facts *receiver_facts(const struct hr_function_facts **function,
						    const struct choosing *choosing, size_t operation)
{
	const struct hr_facts *facts = choosing->campaign->facts;
	const struct hr_operation *it = &choosing->campaign->unit->model->operations.data[operation];
	uint32_t index = facts ? hr_facts_function(facts, it) : HR_CODE_NONE;
	size_t receiver = 0;
	while (receiver < it->params.count && it->params.data[receiver].role != HR_ROLE_RECEIVER)
		receiver++;
	if (index == HR_CODE_NONE || receiver >= facts->functions.data[index].parameters.count)
		return NULL;
	*function = &facts->functions.data[index];
	return &(*function)->parameters.data[receiver].memory;
}

static bool only_looks(void *context, size_t operation)
{
	const struct hr_function_facts *function;
	const struct hr_memory_facts *memory = receiver_facts(&function, context, operation);
	return memory && (memory->effect == HR_EFFECT_SAFE || memory->effect == HR_EFFECT_READ_ONLY) &&
	       !function->defines.count && !function->defines_unknown;
}

/* What never follows the pointer to the object cannot tell what it is like. */
static enum hr_look_answers answers(void *context, size_t operation)
{
	const struct hr_function_facts *function;
	const struct hr_memory_facts *memory = receiver_facts(&function, context, operation);
	if (!memory || memory->dereferenced == HR_DEREFERENCED_UNKNOWN)
		return HR_ANSWERS_UNKNOWN;
	bool tells_nothing = function->returns_constant && !function->output;
	return memory->dereferenced == HR_DEREFERENCED_NEVER || tells_nothing ? HR_ANSWERS_ALWAYS_SAME
									      : HR_ANSWERS_BY_OBJECT;
}

static bool is_over(const struct choosing *choosing, enum hr_allowed stage)
{
	return hr_allowance_is_over(hr_allowance_end(choosing->allowance, stage), hr_clock_seconds());
}

static bool is_minimising_over(void *context)
{
	return is_over(context, HR_ALLOWED_MINIMISING);
}

static bool is_selecting_over(void *context)
{
	return is_over(context, HR_ALLOWED_SELECTING);
}

static bool is_looking_over(void *context)
{
	return is_over(context, HR_ALLOWED_LOOKING);
}

static void note_not_done(struct hr_gen *gen, const char *format, size_t count)
{
	struct hr_certificate *certificate = &gen->certificate;
	if (count)
		hr_vec_push(&certificate->not_done,
			    hr_arena_printf(&certificate->arena, format, count, count == 1 ? "" : "s"));
}

int hr_gen_choose(hr_selection *out, struct hr_gen *gen, struct hr_error *error)
{
	struct hr_campaign *campaign = &gen->campaign;
	size_t count = campaign->kept.count, unmade = 0, unseen = 0;
	const struct hr_sequence **candidates = hr_calloc(count, sizeof *candidates);
	struct choosing choosing = { campaign, &gen->allowance };
	struct hr_select_options options = { .edge_count = campaign->edge_count,
					     .most = (size_t)gen->most_tests,
					     .is_legal = keeps_rules,
					     .is_over = is_minimising_over,
					     .is_late = is_selecting_over,
					     .passed_over = &unmade,
					     .context = &choosing };
	struct hr_look_options looks = { .answers = answers,
					 .only_looks = only_looks,
					 .is_legal = keeps_rules,
					 .is_over = is_looking_over,
					 .passed_over = &unseen,
					 .context = &choosing };
	for (size_t i = 0; i < count; i++)
		candidates[i] = hr_chain_flatten(campaign->kept.data[i], campaign->unit->model);
	int status = hr_select(out, candidates, count, &campaign->runner.runner, &options, error);
	if (!status)
		status = hr_add_looks(out, &campaign->runner.runner, &looks, error);
	note_not_done(gen, "%zu sequence%s that would reach more (no time)", unmade);
	note_not_done(gen, "looking at what %zu test%s changed (no time)", unseen);
	for (size_t i = 0; i < count; i++)
		hr_sequence_free((struct hr_sequence *)candidates[i]);
	free(candidates);
	return status;
}
