/* The guided strategy: the loop of directed random testing with six parts that steer it, each with its switch (search/parts.h). Constants and impurity of literals are in
 * literals*.c, orienteering in pool.c, bloodhound in bloodhound.c; here is what they are held together by, and impurity of objects. */
#include "search/loop.h"

#include "base/memory.h"
#include "search/bloodhound.h"
#include "search/readings.h"

#include <stdlib.h>

enum { READING_TURNS = 4, READERS = 4, OTHERS = 8, IMPURE_TURNS = 8, MOST_IMPURE = 3 };

struct guided {
	struct hr_loop loop; /* the first member */
	struct hr_bloodhound *hound;
};

static bool has(const struct hr_loop *loop, enum hr_part part)
{
	return hr_parts_have(loop->making.switched, part);
}

static size_t choose(struct hr_loop *loop)
{
	struct guided *self = (struct guided *)loop;
	size_t operation = HR_NO_CHOICE;

	if (!has(loop, HR_PART_BLOODHOUND))
		return hr_loop_any(loop);
	for (unsigned i = 0; i < OTHERS; i++) {
		operation = hr_bloodhound_choose(self->hound, &loop->random);
		if (!hr_loop_is_put_off(loop, operation))
			break;
	}
	loop->making.contributed |= 1u << HR_PART_BLOODHOUND;
	return operation;
}

/* ---- reading ---- */

/* Of operations that literals wait for, one that they found much with so far: readers of texts, rather than those that only store them. HR_NO_CHOICE: nothing
 * waits. */
static size_t choose_reader(struct hr_loop *loop)
{
	const struct hr_search *search = loop->search;
	size_t count = search->possible.count, begin = hr_random_below(&loop->random, count);
	size_t best = HR_NO_CHOICE, candidates = 1 + hr_random_below(&loop->random, READERS);

	for (size_t i = 0, seen = 0; i < count && seen < candidates; i++) {
		size_t operation = search->possible.data[(begin + i) % count];
		if (!hr_literals_waiting(search->literals, operation, loop->making.switched) ||
		    hr_loop_is_put_off(loop, operation))
			continue;
		seen++;
		if (best == HR_NO_CHOICE || search->progress.data[operation].found > search->progress.data[best].found)
			best = operation;
	}
	return best;
}

/* Nothing but a call that reads something that waits, with as little before it as it takes: quick, so that many texts are tried. */
static bool make_reading(struct hr_loop *loop)
{
	size_t operation = choose_reader(loop);

	if (operation == HR_NO_CHOICE)
		return false;
	const struct hr_progress *progress = &loop->search->progress.data[operation];
	loop->making.most_calls = progress->fewest ? progress->fewest + hr_spare_calls(progress) : hr_loop_length(loop);
	return hr_loop_call(loop, operation);
}

/* ---- impurity ---- */

/* Some operation that changes objects of the class; HR_NO_CHOICE: none was met. */
static size_t choose_impure(struct hr_loop *loop, uint32_t class)
{
	const struct hr_search *search = loop->search;

	for (unsigned i = 0; i < OTHERS * 2; i++) {
		size_t operation = search->possible.data[hr_random_below(&loop->random, search->possible.count)];
		const struct hr_plan *plan = &search->plans.list.data[operation];

		if (plan->receiver >= 0 && plan->parameters[plan->receiver].class == class &&
		    !plan->parameters[plan->receiver].is_const && !plan->parameters[plan->receiver].consumes &&
		    search->model->operations.data[operation].kind == HR_KIND_MUTATOR &&
		    !hr_loop_is_put_off(loop, operation))
			return operation;
	}
	return HR_NO_CHOICE;
}

/* Changes an object that the operation can be called on next. */
static void change_first(struct hr_loop *loop, size_t operation)
{
	const struct hr_plan *plan = &loop->search->plans.list.data[operation];

	if (plan->receiver < 0 || plan->initialises >= 0)
		return;
	uint32_t class = plan->parameters[plan->receiver].class;
	for (size_t times = 1 + hr_random_below(&loop->random, MOST_IMPURE); times > 0; times--) {
		size_t impure = choose_impure(loop, class);
		if (impure != HR_NO_CHOICE && hr_making_call(&loop->making, impure))
			loop->making.contributed |= 1u << HR_PART_IMPURITY;
	}
}

static bool make(struct hr_loop *loop)
{
	bool has_waiting = has(loop, HR_PART_CONSTANTS) || has(loop, HR_PART_IMPURITY);

	if (has_waiting && hr_random_below(&loop->random, 100) < hr_readings_share(loop->search->readings) &&
	    hr_readings_make(loop->search->readings, &loop->making))
		return true;
	hr_making_clear(&loop->making);
	if (has_waiting && hr_random_below(&loop->random, READING_TURNS) == 0 && make_reading(loop))
		return true;
	hr_making_clear(&loop->making);
	size_t operation = hr_loop_choose(loop);
	if (has(loop, HR_PART_IMPURITY) && hr_random_below(&loop->random, IMPURE_TURNS) == 0)
		change_first(loop, operation);
	return hr_loop_make(loop, operation);
}

/* ---- the strategy ---- */

static void *create(struct hr_search *search)
{
	struct guided *self = hr_calloc(1, sizeof *self);

	hr_loop_init(&self->loop, search, hr_guided_strategy.name, UINT64_C(0x677569646564),
		     HR_PARTS_ALL & ~search->options.without);
	self->loop.choose = choose;
	self->loop.make = make;
	self->hound = hr_bloodhound_new(search);
	return self;
}

static struct hr_chain *next(void *opaque)
{
	struct guided *self = opaque;

	return hr_loop_next(&self->loop);
}

static void observe(void *opaque, struct hr_chain *chain, const struct hr_outcome *outcome, enum hr_verdict verdict,
		    size_t new_edges)
{
	struct guided *self = opaque;

	hr_loop_observe(&self->loop, chain, outcome, verdict, new_edges);
	hr_bloodhound_observe(self->hound);
}

static void free_strategy(void *opaque)
{
	struct guided *self = opaque;

	hr_loop_release(&self->loop);
	hr_bloodhound_free(self->hound);
	free(self);
}

const struct hr_strategy_class hr_guided_strategy = {
	.name = "guided",
	.create = create,
	.next = next,
	.observe = observe,
	.free = free_strategy,
};
