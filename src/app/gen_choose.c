/* Which of the sequences that a campaign kept become tests: few that execute much.
 *
 * Greedy: always the one that adds most edges; of equal ones the shorter, then the one that was found first. */
#include "app/gen_internal.h"

#include "base/memory.h"
#include "seq/close.h"

#include <string.h>

struct candidate {
	struct hr_sequence *sequence;
	bool is_usable;
	HR_VEC(uint32_t) edges;
};

struct choice {
	struct candidate *candidates;
	size_t count;
};

static void note_edges(void *context, size_t index, struct hr_outcome *outcome)
{
	struct choice *choice = context;
	struct candidate *candidate = &choice->candidates[index];
	candidate->is_usable = outcome->status == HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < outcome->edges.count; i++)
		hr_vec_push(&candidate->edges, outcome->edges.data[i]);
}

static size_t gain_of(const struct candidate *candidate, const bool *is_covered)
{
	size_t gain = 0;
	for (size_t i = 0; i < candidate->edges.count; i++)
		gain += !is_covered[candidate->edges.data[i]];
	return gain;
}

/* The best one that is left; (size_t)-1: none adds anything. Without edges any one that is left will do. */
static size_t best_of(const struct choice *choice, const bool *is_covered, bool has_edges)
{
	size_t best = (size_t)-1;
	size_t most = 0;
	for (size_t i = 0; i < choice->count; i++) {
		const struct candidate *candidate = &choice->candidates[i];
		if (!candidate->is_usable)
			continue;
		size_t gain = has_edges ? gain_of(candidate, is_covered) : 1;
		if (gain > most ||
		    (gain && gain == most && has_edges &&
		     candidate->sequence->statements.count < choice->candidates[best].sequence->statements.count)) {
			most = gain;
			best = i;
		}
	}
	return best;
}

static int run_all(struct choice *choice, struct hr_campaign *campaign, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .edges = true };
	const struct hr_sequence **sequences = hr_calloc(choice->count, sizeof *sequences);
	for (size_t i = 0; i < choice->count; i++)
		sequences[i] = choice->candidates[i].sequence;
	const struct hr_runner *runner = &campaign->runner.runner;
	int status = runner->run(runner->context, sequences, choice->count, &wants, note_edges, choice, error);
	free(sequences);
	return status;
}

/* What cannot be closed stays as it is: a test may leave something behind. */
static int close_one(struct hr_sequence **sequence, const struct hr_runner *runner, struct hr_error *error)
{
	struct hr_sequence *closed = NULL;
	struct hr_sequence *failing = NULL;
	int status = hr_close(&closed, &failing, *sequence, runner, error);
	hr_sequence_free(failing);
	if (!closed)
		return status;
	hr_sequence_free(*sequence);
	*sequence = closed;
	return status;
}

int hr_gen_choose(hr_sequences *out, struct hr_campaign *campaign, size_t most, struct hr_error *error)
{
	struct choice choice = { hr_calloc(campaign->kept.count, sizeof *choice.candidates), campaign->kept.count };
	for (size_t i = 0; i < choice.count; i++)
		choice.candidates[i].sequence = hr_chain_flatten(campaign->kept.data[i], campaign->unit->model);
	int status = choice.count ? run_all(&choice, campaign, error) : 0;
	bool *is_covered = hr_calloc(campaign->edge_count, sizeof *is_covered);
	while (!status && out->count < most) {
		size_t best = best_of(&choice, is_covered, campaign->edge_count > 0);
		if (best == (size_t)-1)
			break;
		struct candidate *chosen = &choice.candidates[best];
		for (size_t i = 0; i < chosen->edges.count; i++)
			is_covered[chosen->edges.data[i]] = true;
		hr_vec_push(out, chosen->sequence);
		chosen->sequence = NULL;
		chosen->is_usable = false;
	}
	for (size_t i = 0; i < out->count && !status; i++)
		status = close_one(&out->data[i], &campaign->runner.runner, error);
	for (size_t i = 0; i < choice.count; i++) {
		hr_sequence_free(choice.candidates[i].sequence);
		hr_vec_release(&choice.candidates[i].edges);
	}
	free(is_covered);
	free(choice.candidates);
	return status;
}
