/* Allocations that fail where one is made.
 *
 * Invariants: a chain with an allocation that fails among its own statements is never taken as a model for others; what waits is bounded, and so is how often allocations of calls
 * that look alike are made to fail. */
#include "search/failing.h"

#include "search/making.h"

#include <string.h>

enum {
	TURNS = 8, /* one chain in so many, as long as something waits */
	MOST_WAITING = 512,
	ALIKE = 4, /* so many times for calls that look alike */
};

void hr_failing_init(struct hr_failing *failing, struct hr_search *search)
{
	*failing = (struct hr_failing){ .draft = { .model = search->model, .slabs = search->slabs } };
	hr_seen_init(&failing->shapes, 1 << 16);
}

void hr_failing_release(struct hr_failing *failing)
{
	for (size_t i = 0; i < failing->waiting.count; i++)
		hr_chain_drop(failing->waiting.data[i].chain);
	hr_vec_release(&failing->waiting);
	hr_seen_release(&failing->shapes);
	hr_chain_draft_release(&failing->draft);
}

/* ---- what is known to allocate ---- */

/* Many allocations are all the same. */
static uint32_t magnitude(uint32_t born)
{
	return born < HR_MOST_FAILING ? born : HR_MOST_FAILING + 31 - (uint32_t)__builtin_clz(born);
}

/* Whether calls like this one failed seldom: then it counts as one more. */
static bool is_rare(struct hr_failing *failing, size_t operation, uint32_t born)
{
	uint64_t shape = ((uint64_t)operation << 16 | magnitude(born)) * ALIKE;

	for (unsigned i = 0; i < ALIKE; i++)
		if (hr_seen_add(&failing->shapes, (shape + i) * UINT64_C(0x9e3779b97f4a7c15)))
			return true;
	return false;
}

/* Another of the chain's own calls before it is of the same operation. */
static bool is_repeated(const struct hr_chain *chain, uint32_t statement)
{
	for (uint32_t i = 0; i < statement; i++)
		if (chain->statements[i].kind == HR_STATEMENT_CALL &&
		    chain->statements[i].operation == chain->statements[statement].operation)
			return true;
	return false;
}

void hr_failing_observe(struct hr_search *search, struct hr_chain *chain, const struct hr_outcome *outcome,
			enum hr_verdict verdict, size_t new_edges)
{
	struct hr_failing *failing = &search->failing;
	uint32_t first = hr_chain_first_statement(chain);

	if (search->options.fail_alloc == HR_FAIL_ALLOC_NEVER || verdict != HR_VERDICT_NORMAL || !chain->known ||
	    hr_chain_fails_alloc(chain))
		return;
	for (size_t i = 0; i < outcome->calls.count; i++) {
		const struct hr_call_record *record = &outcome->calls.data[i];
		uint32_t statement = record->statement - first;

		if (record->born == 0 || record->statement < first || statement >= chain->own_statements ||
		    failing->waiting.count >= MOST_WAITING)
			continue;
		if ((new_edges == 0 || is_repeated(chain, statement)) &&
		    !is_rare(failing, chain->statements[statement].operation, record->born))
			continue;
		struct hr_failing_call call = { .chain = chain, .statement = statement, .next = 1 };
		call.last = record->born < HR_MOST_FAILING ? record->born : HR_MOST_FAILING;
		hr_chain_hold(chain);
		hr_vec_push(&failing->waiting, call);
	}
}

/* ---- the same with a failure ---- */

static void draft_call(struct hr_chain_draft *draft, const struct hr_failing_call *call, uint32_t which)
{
	const struct hr_chain *chain = call->chain;
	struct hr_statement fail = { .kind = HR_STATEMENT_FAIL_ALLOC, .count = which };

	for (uint32_t i = 0; i < chain->part_count; i++)
		hr_chain_draft_part(draft, chain->parts[i]);
	for (uint32_t i = 0; i <= call->statement; i++) {
		const struct hr_statement *statement = &chain->statements[i];
		bool yields = statement->value != HR_NO_VALUE;

		if (i == call->statement)
			hr_chain_draft_add(draft, &fail, false, (struct hr_type_ref){ HR_NO_TYPE, 0 });
		hr_chain_draft_add(draft, statement, yields,
				   yields ? chain->own_types[statement->value - hr_chain_first_value(chain)]
					  : (struct hr_type_ref){ HR_NO_TYPE, 0 });
	}
}

static uint32_t owner_among(uint32_t owner, uint32_t count)
{
	return owner < count ? owner : HR_NOBODY;
}

/* What was seen of the values when nothing failed, but for what own calls yield: that is seen anew. */
static void foresee(struct hr_search *search, struct hr_chain *chain, const struct hr_known *before)
{
	struct hr_known *known = chain->known;

	*known = (struct hr_known){ .count = chain->value_count,
				    .callbacks = before->callbacks,
				    .weight = before->weight,
				    .bulk = before->bulk,
				    .sets_globals = before->sets_globals };
	for (uint32_t i = 0; i < chain->value_count; i++) {
		struct hr_value_state *state = &known->values[i];

		*state = before->values[i];
		state->owners[0] = owner_among(state->owners[0], chain->value_count);
		state->owners[1] = owner_among(state->owners[1], chain->value_count);
		state->flags &= (uint8_t)~HR_STATE_REUSABLE;
	}
	for (uint32_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *statement = &chain->statements[i];

		if (statement->value == HR_NO_VALUE || statement->kind == HR_STATEMENT_NEW ||
		    known->values[statement->value].status == HR_STATUS_PLAIN)
			continue;
		known->values[statement->value].status = HR_STATUS_UNKNOWN;
		known->values[statement->value].block = HR_NO_BLOCK;
	}
	hr_making_count(search, chain);
}

/* NULL: that was made before. */
static struct hr_chain *make(struct hr_search *search, const struct hr_failing_call *call, uint32_t which)
{
	struct hr_chain_draft *draft = &search->failing.draft;

	draft_call(draft, call, which);
	if (!hr_seen_add(&search->made, hr_chain_draft_hash(draft))) {
		hr_chain_draft_clear(draft);
		return NULL;
	}
	size_t values = draft->part_values + draft->types.count;
	struct hr_chain *chain =
		hr_chain_draft_finish_with(draft, sizeof(struct hr_known) + values * sizeof(struct hr_value_state));
	foresee(search, chain, hr_known_of(call->chain));
	return chain;
}

/* How often that allocation of the operation has been made to fail. */
static uint16_t *count_of(struct hr_search *search, const struct hr_failing_call *call)
{
	size_t operation = call->chain->statements[call->statement].operation;

	return &search->progress.data[operation].failings[call->next - 1];
}

/* What was made to fail least so far; of several the one that waits longest. */
static size_t choose(struct hr_search *search)
{
	const struct hr_failing *failing = &search->failing;
	size_t best = 0;

	for (size_t i = 1; i < failing->waiting.count; i++)
		if (*count_of(search, &failing->waiting.data[i]) < *count_of(search, &failing->waiting.data[best]))
			best = i;
	return best;
}

static void forget(struct hr_failing *failing, size_t index)
{
	hr_chain_drop(failing->waiting.data[index].chain);
	failing->waiting.count--;
	memmove(&failing->waiting.data[index], &failing->waiting.data[index + 1],
		(failing->waiting.count - index) * sizeof *failing->waiting.data);
}

struct hr_chain *hr_failing_next(struct hr_search *search)
{
	struct hr_failing *failing = &search->failing;
	struct hr_chain *chain = NULL;

	if (failing->waiting.count == 0 || ++failing->turns % TURNS)
		return NULL;
	while (!chain && failing->waiting.count > 0) {
		size_t index = choose(search);
		struct hr_failing_call *call = &failing->waiting.data[index];
		uint16_t *count = count_of(search, call);

		*count += *count < UINT16_MAX;
		chain = make(search, call, call->next++);
		if (call->next > call->last)
			forget(failing, index);
	}
	return chain;
}
