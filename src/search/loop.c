/* The loop of directed random testing: take an operation, find arguments for it among what earlier calls yielded, append the call to the chains that they came
 * from; keep what was new.
 *
 * Invariants: no chain is made twice, as far as memory reaches; a chain that did not end normally is never a part of another; the same seed and the same
 * outcomes give the same chains. */
#include "search/loop.h"
#include "search/readings.h"

#include "search/exact.h"

#include <string.h>

enum { TRIES = 24, MOST_WALK = 6, HANGING = 500, OTHERS = 8, LIGHT_BULK = 2000 };

void hr_loop_init(struct hr_loop *loop, struct hr_search *search, const char *name, uint64_t salt, unsigned parts)
{
	memset(loop, 0, sizeof *loop);
	loop->search = search;
	hr_random_seed(&loop->random, search->options.seed ^ salt);
	hr_making_init(&loop->making, search, &loop->random);
	loop->making.switched = parts;
	loop->lacking = HR_NO_CLASS;
	loop->account = search->strategies.count;
	hr_vec_push(&search->strategies, (struct hr_strategy_counts){ .name = name });
}

void hr_loop_release(struct hr_loop *loop)
{
	hr_making_release(&loop->making);
}

/* ---- which operation ---- */

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

/* On objects that little was done with it may well not hang. */
bool hr_loop_is_put_off(struct hr_loop *loop, size_t operation)
{
	const struct hr_progress *progress = &loop->search->progress.data[operation];
	uint64_t bad = progress->reach.failures + progress->reach.illegal;

	if (hangs_often(progress) && (loop->making.calls > 0 || hangs_in_short(progress)))
		return hr_random_below(&loop->random, 50) != 0;
	return bad > 20 && bad * 4 > progress->reach.calls * 3 && hr_random_below(&loop->random, 8) != 0;
}

static size_t choose_maker(struct hr_loop *loop)
{
	const struct hr_value_class *class = &loop->search->classes.list.data[loop->lacking];
	size_t operation = HR_NO_CHOICE;

	if (class->makers.count) {
		operation = class->makers.data[hr_random_below(&loop->random, class->makers.count)];
		if (!loop->search->plans.list.data[operation].is_possible ||
		    loop->search->progress.data[operation].is_banned || hr_loop_is_put_off(loop, operation))
			operation = HR_NO_CHOICE;
	}
	loop->lacking = HR_NO_CLASS;
	return operation;
}

size_t hr_loop_any(struct hr_loop *loop)
{
	const struct hr_search *search = loop->search;
	size_t operation = HR_NO_CHOICE;

	for (unsigned i = 0; i < OTHERS; i++) {
		operation = search->possible.data[hr_random_below(&loop->random, search->possible.count)];
		if (!hr_loop_is_put_off(loop, operation))
			break;
	}
	return operation;
}

size_t hr_loop_choose(struct hr_loop *loop)
{
	if (loop->lacking != HR_NO_CLASS && hr_random_below(&loop->random, 2) == 0) {
		size_t maker = choose_maker(loop);
		if (maker != HR_NO_CHOICE)
			return maker;
	}
	return loop->choose ? loop->choose(loop) : hr_loop_any(loop);
}

/* ---- making ---- */

static void begin_with_globals(struct hr_loop *loop, size_t operation)
{
	const struct hr_plan *plan = &loop->search->plans.list.data[operation];
	struct hr_demand demand = { .class = HR_CLASS_GLOBALS, .most_calls = loop->search->options.most_calls / 2 };
	struct hr_supplied supplied;

	if (!plan->uses_globals && !plan->sets_globals)
		return;
	if (hr_random_below(&loop->random, 100) < (plan->has_handles ? 15u : 60u) &&
	    hr_pool_pick(&supplied, &loop->search->pool, &loop->search->classes, &demand, &loop->random))
		hr_making_part(&loop->making, supplied.chain);
}

static void maybe_fail_alloc(struct hr_loop *loop)
{
	struct hr_statement fail = { .kind = HR_STATEMENT_FAIL_ALLOC };

	if (loop->search->options.fail_alloc != HR_FAIL_ALLOC_ANYWHERE || hr_random_below(&loop->random, 100) >= 5)
		return;
	/* the next one mostly: many calls allocate once */
	fail.count = 1 + (hr_random_below(&loop->random, 2) ? (int64_t)hr_random_below(&loop->random, 8) : 0);
	hr_making_add(&loop->making, &fail, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
}

bool hr_loop_call(struct hr_loop *loop, size_t operation)
{
	struct hr_progress *progress = &loop->search->progress.data[operation];

	if (hr_making_call(&loop->making, operation)) {
		progress->fruitless = 0;
		return true;
	}
	progress->fruitless++;
	progress->reach.unsupplied++;
	progress->reach.lacked = loop->making.lacked;
	if (loop->making.lacking != HR_NO_CLASS)
		loop->lacking = loop->making.lacking;
	return false;
}

/* The same call again and again. What makes or only asks is worth a few times, what changes something many. */
static void repeat(struct hr_loop *loop, size_t operation)
{
	enum hr_kind kind = loop->search->model->operations.data[operation].kind;
	size_t times = hr_random_below(&loop->random, (size_t)loop->search->options.most_repeated + 1);

	if (kind == HR_KIND_MAKER || kind == HR_KIND_OBSERVER)
		times = times % 4;
	loop->making.most_calls = loop->search->options.most_calls;
	loop->making.is_repeating = true;
	while (times-- > 0 && loop->making.calls < loop->search->options.most_calls)
		if (!hr_making_call(&loop->making, operation))
			break;
}

/* A few other calls on what is there. */
static void walk(struct hr_loop *loop)
{
	size_t steps = hr_random_below(&loop->random, MOST_WALK);

	for (size_t tries = steps * 3; steps > 0 && tries > 0; tries--) {
		size_t operation = hr_loop_choose(loop);
		const struct hr_operation *it = &loop->search->model->operations.data[operation];

		if (it->kind == HR_KIND_DESTROYER || it->kind == HR_KIND_MAKER)
			continue;
		steps -= hr_making_call(&loop->making, operation);
	}
}

/* The rules, asked for each own call that some rule speaks of. */
static bool is_allowed(struct hr_loop *loop, const struct hr_chain *chain)
{
	const struct hr_search_rules *rules = &loop->search->rules;
	struct hr_sequence *flat = NULL;
	bool is_fine = true;

	if (!rules->concerns || !rules->allows)
		return true;
	for (uint32_t i = 0; i < chain->own_statements && is_fine; i++) {
		const struct hr_statement *statement = &chain->statements[i];

		if (statement->kind != HR_STATEMENT_CALL || !rules->concerns(rules->context, statement->operation))
			continue;
		if (!flat)
			flat = hr_chain_flatten(chain, loop->search->model);
		size_t all_statements = flat->statements.count, all_values = flat->values.count;
		size_t last = hr_chain_first_statement(chain) + i;
		flat->statements.count = last + 1;
		while (flat->values.count > 0 && flat->values.data[flat->values.count - 1].statement > last)
			flat->values.count--;
		is_fine = rules->allows(rules->context, flat);
		flat->statements.count = all_statements;
		flat->values.count = all_values;
		if (!is_fine) {
			loop->search->progress.data[statement->operation].fruitless++;
			loop->search->progress.data[statement->operation].reach.forbidden++;
		}
	}
	hr_sequence_free(flat);
	return is_fine;
}

/* Short ones are quick, and easy to understand. */
uint32_t hr_loop_length(struct hr_loop *loop)
{
	unsigned most = loop->search->options.most_calls;
	size_t die = hr_random_below(&loop->random, 100);

	return die < 60 ? most / 10 + 1 : die < 90 ? most / 4 + 1 : most;
}

bool hr_loop_make(struct hr_loop *loop, size_t operation)
{
	const struct hr_progress *progress = &loop->search->progress.data[operation];
	bool is_short = progress->fewest && hangs_often(progress) && hr_random_below(&loop->random, 50) != 0;

	loop->making.most_calls = is_short ? progress->fewest + hr_spare_calls(progress) : hr_loop_length(loop);
	if (!is_short)
		begin_with_globals(loop, operation);
	maybe_fail_alloc(loop);
	if (!hr_loop_call(loop, operation))
		return false;
	if (is_short)
		return true;
	if (hr_random_chance(&loop->random, loop->search->options.repetition))
		repeat(loop, operation);
	else if (hr_random_below(&loop->random, 4) == 0)
		walk(loop);
	return true;
}

static bool make(struct hr_loop *loop)
{
	return loop->make ? loop->make(loop) : hr_loop_make(loop, hr_loop_choose(loop));
}

struct hr_chain *hr_loop_next(struct hr_loop *loop)
{
	for (unsigned tries = 0; tries < TRIES && loop->search->possible.count; tries++) {
		hr_making_clear(&loop->making);
		struct hr_chain *chain = hr_failing_next(loop->search);
		if (!chain) {
			if (!make(loop) || !hr_seen_add(&loop->search->made, hr_making_hash(&loop->making)))
				continue;
			chain = hr_making_finish(&loop->making);
		}
		if (is_allowed(loop, chain))
			return chain;
		hr_chain_drop(chain);
	}
	hr_making_clear(&loop->making);
	return NULL;
}

/* ---- learning ---- */

/* What the parts that had a hand in a chain are told. */
static void credit(struct hr_search *search, unsigned contributed, size_t new_edges)
{
	for (unsigned i = 0; contributed >> i; i++) {
		if (!hr_parts_have(contributed, i))
			continue;
		search->counts[i].chains++;
		search->counts[i].finders += new_edges > 0;
		search->counts[i].edges += new_edges;
	}
}

void hr_loop_observe(struct hr_loop *loop, struct hr_chain *chain, const struct hr_outcome *outcome,
		     enum hr_verdict verdict, size_t new_edges)
{
	struct hr_search *search = loop->search;
	struct hr_known *known = chain->known;

	struct hr_strategy_counts *counts = &search->strategies.data[loop->account];
	counts->chains++;
	counts->calls += outcome->call_total;
	counts->finders += new_edges > 0;
	counts->edges += new_edges;
	if (known)
		credit(search, known->contributed, new_edges);
	/* what came of memory that ran out tells nothing of the operation, and is no ground to build on */
	if (search->options.fail_alloc == HR_FAIL_ALLOC_AIMED && hr_chain_fails_alloc(chain))
		return;
	hr_search_learn(search, chain, outcome, verdict, new_edges);
	if (new_edges)
		hr_literals_praise(search->literals, chain, new_edges);
	bool is_sound = verdict == HR_VERDICT_NORMAL || verdict == HR_VERDICT_REFUSED;
	hr_readings_observe(search->readings, chain, is_sound ? new_edges : 0);
	if (!known || (verdict != HR_VERDICT_NORMAL && verdict != HR_VERDICT_REFUSED) ||
	    (verdict == HR_VERDICT_REFUSED && new_edges == 0))
		return;
	hr_known_observe(known, chain, outcome, search->model);
	if (hr_parts_have(loop->making.switched, HR_PART_ELEPHANT))
		hr_known_refine(known, chain, outcome, &search->classes);
	/* what takes its time is not built upon: it would take it again and again */
	bool is_light = known->bulk <= LIGHT_BULK;
	if ((is_light && hr_pool_keep(&search->pool, chain, outcome, search->model, new_edges > 0)) || new_edges)
		hr_search_show(search, chain, new_edges > 0);
}
