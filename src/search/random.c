/* The directed random strategy: choose an operation, find arguments for it among what earlier calls yielded, append the call to the chains that they came
 * from; keep what was new.
 *
 * Invariants: no chain is made twice, as far as memory reaches; a chain that did not end normally is never a part of another; the same seed and the same
 * outcomes give the same chains. */
#include "search/making.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 24, MOST_WALK = 6, HANGING = 500, CANDIDATES = 3, LUCK_FADES = 64, READING_TURNS = 4, READERS = 4 };

struct random_strategy {
	struct hr_search *search;
	struct hr_making making;
	struct hr_random random;
	uint32_t lacking; /* a class that was wanted and not there */
	uint64_t observed;
};

static void *create(struct hr_search *search)
{
	struct random_strategy *self = hr_calloc(1, sizeof *self);

	self->search = search;
	hr_random_seed(&self->random, search->options.seed ^ UINT64_C(0x72616e646f6d));
	hr_making_init(&self->making, search, &self->random);
	self->lacking = HR_NO_CLASS;
	return self;
}

static void free_strategy(void *opaque)
{
	struct random_strategy *self = opaque;

	hr_making_release(&self->making);
	free(self);
}

/* ---- which operation ---- */

/* How much an operation is worth a call just now. */
static uint64_t need_of(const struct random_strategy *self, size_t operation)
{
	const struct hr_progress *progress = &self->search->progress.data[operation];
	uint64_t need = 1000;

	/* others wait for what only it can make */
	bool is_maker = self->search->model->operations.data[operation].kind == HR_KIND_MAKER;
	if (progress->reach.normal == 0)
		need += 20000 / (1 + progress->reach.calls / (is_maker ? 100 : 4));
	if (progress->luck)
		need += 500 * (uint64_t)progress->luck;
	if (hr_literals_waiting(self->search->literals, operation))
		need += 1000;
	/* what only fails is tried less and less */
	if (progress->reach.calls > 50 && progress->reach.normal * 20 < progress->reach.calls)
		need /= 4;
	return need / (1 + progress->fruitless / 4);
}

static bool hangs_often(const struct hr_progress *progress)
{
	return (uint64_t)progress->hangs * HANGING > progress->reach.calls;
}

static bool hangs_in_short(const struct hr_progress *progress)
{
	return !progress->fewest ||
	       (progress->short_hangs > HR_FORGIVEN_HANGS &&
		(uint64_t)(progress->short_hangs - HR_FORGIVEN_HANGS) * HANGING / 10 > progress->short_calls);
}

/* What only fails is a waste of time mostly, and what hangs costs as much as a thousand others: but on objects that little was done with it may well not hang. */
static bool is_put_off(struct random_strategy *self, size_t operation)
{
	const struct hr_progress *progress = &self->search->progress.data[operation];
	uint64_t bad = progress->reach.failures + progress->reach.illegal;

	if (hangs_often(progress) && (self->making.calls > 0 || hangs_in_short(progress)))
		return hr_random_below(&self->random, 50) != 0;
	return bad > 20 && bad * 4 > progress->reach.calls * 3 && hr_random_below(&self->random, 8) != 0;
}

static size_t choose_maker(struct random_strategy *self)
{
	const struct hr_value_class *class = &self->search->classes.list.data[self->lacking];
	size_t operation = (size_t)-1;

	if (class->makers.count) {
		operation = class->makers.data[hr_random_below(&self->random, class->makers.count)];
		if (!self->search->plans.list.data[operation].is_possible ||
		    self->search->progress.data[operation].is_banned || is_put_off(self, operation))
			operation = (size_t)-1;
	}
	self->lacking = HR_NO_CLASS;
	return operation;
}

static size_t choose_operation(struct random_strategy *self)
{
	const struct hr_search *search = self->search;
	size_t best = (size_t)-1;
	uint64_t best_need = 0;

	if (self->lacking != HR_NO_CLASS && hr_random_below(&self->random, 2) == 0) {
		best = choose_maker(self);
		if (best != (size_t)-1)
			return best;
	}
	/* half of the time as it comes, else the neediest of a few */
	size_t candidates = hr_random_below(&self->random, 2) ? 1 : CANDIDATES;
	for (size_t i = 0; i < candidates || (best_need == 0 && i < 8); i++) {
		size_t operation = search->possible.data[hr_random_below(&self->random, search->possible.count)];
		uint64_t need = is_put_off(self, operation) ? 0 : candidates == 1 ? 1 : need_of(self, operation);

		if (need > best_need || best == (size_t)-1) {
			best = operation;
			best_need = need;
		}
	}
	return best;
}

/* Of operations that literals wait for, one that they found much with so far: readers of texts, rather than those that only store them. (size_t)-1: nothing
 * waits. */
static size_t choose_reader(struct random_strategy *self)
{
	const struct hr_search *search = self->search;
	size_t count = search->possible.count, begin = hr_random_below(&self->random, count);
	size_t best = (size_t)-1, candidates = 1 + hr_random_below(&self->random, READERS);

	for (size_t i = 0, seen = 0; i < count && seen < candidates; i++) {
		size_t operation = search->possible.data[(begin + i) % count];
		if (!hr_literals_waiting(search->literals, operation) || is_put_off(self, operation))
			continue;
		seen++;
		if (best == (size_t)-1 || search->progress.data[operation].found > search->progress.data[best].found)
			best = operation;
	}
	return best;
}

/* ---- making ---- */

static void begin_with_globals(struct random_strategy *self, size_t operation)
{
	const struct hr_plan *plan = &self->search->plans.list.data[operation];
	struct hr_demand demand = { .class = HR_CLASS_GLOBALS, .most_calls = self->search->options.most_calls / 2 };
	struct hr_supplied supplied;

	if (!plan->uses_globals && !plan->sets_globals)
		return;
	if (hr_random_below(&self->random, 100) < (plan->has_handles ? 15u : 60u) &&
	    hr_pool_pick(&supplied, &self->search->pool, &self->search->classes, &demand, &self->random))
		hr_making_part(&self->making, supplied.chain);
}

static void maybe_fail_alloc(struct random_strategy *self)
{
	struct hr_statement fail = { .kind = HR_STATEMENT_FAIL_ALLOC };

	if (!self->search->options.fail_alloc || hr_random_below(&self->random, 100) >= 5)
		return;
	/* the next one mostly: many calls allocate once */
	fail.count = 1 + (hr_random_below(&self->random, 2) ? (int64_t)hr_random_below(&self->random, 8) : 0);
	hr_making_add(&self->making, &fail, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
}

static bool call(struct random_strategy *self, size_t operation)
{
	struct hr_progress *progress = &self->search->progress.data[operation];

	if (hr_making_call(&self->making, operation)) {
		progress->fruitless = 0;
		return true;
	}
	progress->fruitless++;
	progress->reach.unsupplied++;
	progress->reach.lacked = self->making.lacked;
	if (self->making.lacking != HR_NO_CLASS)
		self->lacking = self->making.lacking;
	return false;
}

/* The same call again and again. What makes or only asks is worth a few times, what changes something many. */
static void repeat(struct random_strategy *self, size_t operation)
{
	enum hr_kind kind = self->search->model->operations.data[operation].kind;
	size_t times = hr_random_below(&self->random, (size_t)self->search->options.most_repeated + 1);

	if (kind == HR_KIND_MAKER || kind == HR_KIND_OBSERVER)
		times = times % 4;
	self->making.most_calls = self->search->options.most_calls;
	self->making.is_repeating = true;
	while (times-- > 0 && self->making.calls < self->search->options.most_calls)
		if (!hr_making_call(&self->making, operation))
			break;
}

/* A few other calls on what is there. */
static void walk(struct random_strategy *self)
{
	size_t steps = hr_random_below(&self->random, MOST_WALK);

	for (size_t tries = steps * 3; steps > 0 && tries > 0; tries--) {
		size_t operation = choose_operation(self);
		const struct hr_operation *it = &self->search->model->operations.data[operation];

		if (it->kind == HR_KIND_DESTROYER || it->kind == HR_KIND_MAKER)
			continue;
		steps -= hr_making_call(&self->making, operation);
	}
}

/* The rules, asked for each own call that some rule speaks of. */
static bool is_allowed(struct random_strategy *self, const struct hr_chain *chain)
{
	const struct hr_search_rules *rules = &self->search->rules;
	struct hr_sequence *flat = NULL;
	bool is_fine = true;

	if (!rules->concerns || !rules->allows)
		return true;
	for (uint32_t i = 0; i < chain->own_statements && is_fine; i++) {
		const struct hr_statement *statement = &chain->statements[i];

		if (statement->kind != HR_STATEMENT_CALL || !rules->concerns(rules->context, statement->operation))
			continue;
		if (!flat)
			flat = hr_chain_flatten(chain, self->search->model);
		size_t all_statements = flat->statements.count, all_values = flat->values.count;
		size_t last = hr_chain_first_statement(chain) + i;
		flat->statements.count = last + 1;
		while (flat->values.count > 0 && flat->values.data[flat->values.count - 1].statement > last)
			flat->values.count--;
		is_fine = rules->allows(rules->context, flat);
		flat->statements.count = all_statements;
		flat->values.count = all_values;
		if (!is_fine) {
			self->search->progress.data[statement->operation].fruitless++;
			self->search->progress.data[statement->operation].reach.forbidden++;
		}
	}
	hr_sequence_free(flat);
	return is_fine;
}

/* Mostly short ones: they are quick, and easy to understand. */
static uint32_t choose_length(struct random_strategy *self)
{
	unsigned most = self->search->options.most_calls;
	size_t die = hr_random_below(&self->random, 100);

	return die < 60 ? most / 10 + 1 : die < 90 ? most / 4 + 1 : most;
}

/* Nothing but a call that reads something that waits, with as little before it as it takes: quick, so that many texts are tried. */
static bool make_reading(struct random_strategy *self)
{
	size_t operation = choose_reader(self);

	if (operation == (size_t)-1)
		return false;
	const struct hr_progress *progress = &self->search->progress.data[operation];
	self->making.most_calls = progress->fewest ? progress->fewest + hr_spare_calls(progress) : choose_length(self);
	return call(self, operation);
}

static bool make(struct random_strategy *self)
{
	if (hr_random_below(&self->random, READING_TURNS) == 0 && make_reading(self))
		return true;
	hr_making_clear(&self->making);
	size_t operation = choose_operation(self);
	const struct hr_progress *progress = &self->search->progress.data[operation];
	bool is_short = progress->fewest && hangs_often(progress) && hr_random_below(&self->random, 50) != 0;

	self->making.most_calls = is_short ? progress->fewest + hr_spare_calls(progress) : choose_length(self);
	if (!is_short)
		begin_with_globals(self, operation);
	maybe_fail_alloc(self);
	if (!call(self, operation))
		return false;
	if (is_short)
		return true;
	if (hr_random_chance(&self->random, self->search->options.repetition))
		repeat(self, operation);
	else if (hr_random_below(&self->random, 4) == 0)
		walk(self);
	return true;
}

static struct hr_chain *next(void *opaque)
{
	struct random_strategy *self = opaque;

	for (unsigned tries = 0; tries < TRIES && self->search->possible.count; tries++) {
		hr_making_clear(&self->making);
		if (!make(self) || !hr_seen_add(&self->search->made, hr_making_hash(&self->making)))
			continue;
		struct hr_chain *chain = hr_making_finish(&self->making);
		if (is_allowed(self, chain))
			return chain;
		hr_chain_drop(chain);
	}
	hr_making_clear(&self->making);
	return NULL;
}

/* ---- learning ---- */

static void fade(struct random_strategy *self)
{
	if (++self->observed % LUCK_FADES)
		return;
	size_t count = self->search->progress.count;
	for (size_t i = 0; i < count; i++)
		self->search->progress.data[i].luck -= (self->search->progress.data[i].luck + 3) / 4;
}

static void observe(void *opaque, struct hr_chain *chain, const struct hr_outcome *outcome, enum hr_verdict verdict,
		    size_t new_edges)
{
	struct random_strategy *self = opaque;
	struct hr_search *search = self->search;
	struct hr_known *known = chain->known;

	fade(self);
	hr_search_learn(search, chain, outcome, verdict, new_edges);
	if (new_edges)
		hr_literals_praise(search->literals, chain, new_edges);
	if (!known || (verdict != HR_VERDICT_NORMAL && verdict != HR_VERDICT_REFUSED) ||
	    (verdict == HR_VERDICT_REFUSED && new_edges == 0))
		return;
	hr_known_observe(known, chain, outcome, search->model);
	if (hr_pool_keep(&search->pool, chain, outcome, search->model, new_edges > 0) || new_edges)
		hr_search_show(search, chain, new_edges > 0);
}

const struct hr_strategy_class hr_random_strategy = {
	.name = "random",
	.create = create,
	.next = next,
	.observe = observe,
	.free = free_strategy,
};
