/* The portfolio: strategies take turns, and who found more for what it cost lately gets more of them.
 *
 * Each arm's rate of finds per cost is a guess with a spread, as for events that come by chance: a draw from it decides the next turn (Thompson sampling), so that an arm
 * that nobody knows much of is tried, and one that stalled is tried again now and then. The last finds count, older ones fade. Cost is counted in calls, not in time: the same seed gives
 * the same turns. */
#include "search/strategy.h"

#include "base/memory.h"
#include "search/states.h"

#include <math.h>
#include <stdlib.h>

enum { ARMS = 2, TURN = 16, CHAIN_COST = 4, HANG_COST = 5000, NORMAL_DRAWS = 12, BYTES_OF_CALL = 512 };

static const double fading = 1.0 - 1.0 / 32; /* with every find: the last few count, however long ago they were */
static const double prior_finds = 1, prior_cost = 1000;

static const struct hr_strategy_class *const classes[ARMS] = { &hr_random_strategy, &hr_guided_strategy };

/* What a rate counts. The guided arm makes what the random one makes and more: that one has its turn when it seems to find twice as much. With equal weights it had up to half of the turns where large data make chains slow and finds
 * rare, and nearly half of the edges were missing after eight seconds (bzip2; bench/results/ablation.md). */
static const double weights[ARMS] = { 0.5, 1 };

struct arm {
	void *strategy;
	double finds, cost; /* lately */
};

struct portfolio {
	struct arm arms[ARMS];
	struct hr_random random;
	size_t turn; /* the arm whose turn it is */
	unsigned left;
};

static void *create(struct hr_search *search)
{
	struct portfolio *self = hr_calloc(1, sizeof *self);

	hr_random_seed(&self->random, hr_search_seed(search) ^ UINT64_C(0x706f7274666f6c69));
	for (size_t i = 0; i < ARMS; i++)
		self->arms[i].strategy = classes[i]->create(search);
	return self;
}

static void free_strategy(void *opaque)
{
	struct portfolio *self = opaque;

	for (size_t i = 0; i < ARMS; i++)
		classes[i]->free(self->arms[i].strategy);
	free(self);
}

/* Near enough to a normal distribution of mean 0 and variance 1. */
static double draw_normal(struct hr_random *random)
{
	double sum = 0;

	for (unsigned i = 0; i < NORMAL_DRAWS; i++)
		sum += (double)(hr_random_next(random) >> 11) * 0x1p-53;
	return sum - NORMAL_DRAWS / 2.0;
}

static size_t choose(struct portfolio *self)
{
	size_t best = 0;
	double most = -INFINITY;

	for (size_t i = 0; i < ARMS; i++) {
		const struct arm *arm = &self->arms[i];
		double finds = arm->finds + prior_finds;
		double rate =
			weights[i] * (finds + sqrt(finds) * draw_normal(&self->random)) / (arm->cost + prior_cost);

		if (rate > most) {
			most = rate;
			best = i;
		}
	}
	return best;
}

static struct hr_chain *next(void *opaque)
{
	struct portfolio *self = opaque;

	if (self->left == 0) {
		self->turn = choose(self);
		self->left = TURN;
	}
	self->left--;
	struct hr_chain *chain = classes[self->turn]->next(self->arms[self->turn].strategy);
	struct hr_known *known = chain ? chain->known : NULL;
	if (known)
		known->arm = (uint8_t)self->turn;
	else if (!chain)
		self->arms[self->turn].cost += CHAIN_COST; /* it looked for one, in vain */
	return chain;
}

/* Finds come easily at first, and then hardly at all: what was found when they came more easily says nothing about who finds more now. */
static void fade(struct portfolio *self)
{
	for (size_t i = 0; i < ARMS; i++) {
		self->arms[i].finds *= fading;
		self->arms[i].cost *= fading;
	}
}

static void observe(void *opaque, struct hr_chain *chain, const struct hr_outcome *outcome, enum hr_verdict verdict,
		    size_t new_edges)
{
	struct portfolio *self = opaque;
	const struct hr_known *known = hr_known_of(chain);
	size_t index = known && known->arm < ARMS ? known->arm : ARMS - 1;
	struct arm *arm = &self->arms[index];

	if (new_edges) {
		fade(self);
		arm->finds++;
	}
	double bulk = chain->known ? hr_known_of(chain)->bulk / BYTES_OF_CALL : 0;
	arm->cost += outcome->call_total + CHAIN_COST + bulk + (verdict == HR_VERDICT_HANG ? HANG_COST : 0);
	classes[index]->observe(arm->strategy, chain, outcome, verdict, new_edges);
}

const struct hr_strategy_class hr_portfolio_strategy = {
	.name = "portfolio",
	.create = create,
	.next = next,
	.observe = observe,
	.free = free_strategy,
};

const struct hr_strategy_class *const hr_strategies[] = { &hr_portfolio_strategy, &hr_random_strategy,
							  &hr_guided_strategy };
const size_t hr_strategy_count = sizeof hr_strategies / sizeof *hr_strategies;
