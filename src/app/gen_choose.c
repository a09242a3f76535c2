/* What a campaign kept, as few small tests (suite/select.h), in the time that there is for it (app/allowance.h). */
#include "app/gen_internal.h"

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
	struct hr_look_options looks = {
		.is_legal = keeps_rules, .is_over = is_looking_over, .passed_over = &unseen, .context = &choosing
	};
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
