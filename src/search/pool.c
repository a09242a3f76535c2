/* The pool.
 *
 * Invariants: everything on a shelf is an observed chain with a value of that class that lives and may be used; each place on a shelf holds a reference;
 * what is kept and what is forgotten depends on the order of calls and the seed alone. */
#include "search/pool.h"

#include <math.h>
#include <string.h>

enum { MOST_ON_SHELF = 4000, LEAST_ON_SHELF = 64, TRIES = 6, COMPARED = 4 };
#define LARGEST_NUMBER INT64_C(100000000)

void hr_pool_init(struct hr_pool *pool, size_t most_bytes, uint64_t seed)
{
	*pool = (struct hr_pool){ .most_bytes = most_bytes, .forget_at = most_bytes, .most_on_shelf = MOST_ON_SHELF };
	hr_seen_init(&pool->values, 1 << 20);
	hr_random_seed(&pool->random, seed);
}

static void release_shelf(struct hr_shelf *shelf)
{
	for (size_t i = 0; i < shelf->all.count; i++)
		hr_chain_drop(shelf->all.data[i].chain);
	for (size_t i = 0; i < HR_SHELF_RECENT; i++) {
		hr_chain_drop(shelf->finders[i].chain);
		hr_chain_drop(shelf->fresh[i].chain);
	}
	hr_vec_release(&shelf->all);
}

void hr_pool_release(struct hr_pool *pool)
{
	for (size_t i = 0; i < pool->shelves.count; i++)
		release_shelf(&pool->shelves.data[i]);
	hr_vec_release(&pool->shelves);
	hr_seen_release(&pool->values);
}

bool hr_state_meets(const struct hr_value_state *state, const struct hr_demand *demand)
{
	if (state->status != HR_STATUS_LIVE && state->status != HR_STATUS_PLAIN)
		return false;
	if (state->flags & HR_STATE_RAW)
		return false;
	if (demand->writable && (state->flags & HR_STATE_CONST))
		return false;
	if (demand->set_up_by && state->set_up_by >= 0 && !demand->set_up_by[state->set_up_by])
		return false;
	if (demand->whole && (state->flags & HR_STATE_INTERIOR))
		return false;
	if (!demand->owned)
		return true;
	if (!hr_state_is_owned(state))
		return false;
	if (!demand->is_memory)
		return true;
	/* memory of no type of its own goes only where it is known to go */
	return demand->ended_by >= 0 ? state->freed_by == demand->ended_by : (state->flags & HR_STATE_LIBC) != 0;
}

static bool fits(const struct hr_supplied *supplied, const struct hr_demand *demand)
{
	if (!supplied->chain || supplied->calls > demand->most_calls)
		return false;
	if (supplied->value == HR_NOBODY)
		return true;
	return hr_state_meets(&hr_known_of(supplied->chain)->values[supplied->value], demand);
}

static uint32_t cost_of(const struct hr_supplied *supplied)
{
	return supplied->cost;
}

static struct hr_supplied *pick_recent(struct hr_supplied *ring, uint32_t count, struct hr_random *random)
{
	return &ring[hr_random_below(random, count < HR_SHELF_RECENT ? count : HR_SHELF_RECENT)];
}

static struct hr_supplied *pick_any(struct hr_shelf *shelf, struct hr_random *random)
{
	unsigned die = (unsigned)hr_random_below(random, 100);

	if (die < 30 && shelf->finder_count)
		return pick_recent(shelf->finders, shelf->finder_count, random);
	if (die < 55 && shelf->fresh_count)
		return pick_recent(shelf->fresh, shelf->fresh_count, random);
	return &shelf->all.data[hr_random_below(random, shelf->all.count)];
}

/* Orienteering: one is as likely as 1 / (time of its selections so far · √calls). Of a few that are drawn: with all of them at hand it would be the same, and take longer. */
static struct hr_supplied *pick_by_time(struct hr_shelf *shelf, struct hr_random *random)
{
	struct hr_supplied *best = NULL;
	double sum = 0;

	for (unsigned i = 0; i < COMPARED; i++) {
		struct hr_supplied *one = pick_any(shelf, random);
		double weight = (double)one->ease / (one->picked + 1);

		sum += weight;
		if (!best || hr_random_chance(random, weight / sum))
			best = one;
	}
	best->picked++;
	return best;
}

bool hr_pool_pick(struct hr_supplied *out, struct hr_pool *pool, const struct hr_classes *classes,
		  const struct hr_demand *demand, struct hr_random *random)
{
	const hr_indices *accepts =
		demand->class == HR_CLASS_GLOBALS ? NULL : &classes->list.data[demand->class].accepts;
	size_t count = accepts ? accepts->count : 1;

	for (unsigned tries = 0; tries < TRIES; tries++) {
		size_t class = demand->class;

		/* its own class first; a struct that begins with it now and then */
		if (count > 1 && (tries >= TRIES / 2 || hr_random_below(random, 4) == 0))
			class = accepts->data[hr_random_below(random, count)];
		if (class >= pool->shelves.count || pool->shelves.data[class].all.count == 0)
			continue;
		struct hr_shelf *shelf = &pool->shelves.data[class];
		*out = demand->by_time ? *pick_by_time(shelf, random) : *pick_any(shelf, random);
		if (fits(out, demand))
			return true;
	}
	/* rare ones: look through the shelf, from anywhere */
	if (demand->class >= pool->shelves.count || pool->shelves.data[demand->class].all.count == 0)
		return false;
	const struct hr_shelf *shelf = &pool->shelves.data[demand->class];
	size_t begin = hr_random_below(random, shelf->all.count);
	size_t most = demand->owned && demand->is_memory ? shelf->all.count : 200; /* most memory is somebody's */
	for (size_t i = 0; i < shelf->all.count && i < most; i++) {
		*out = shelf->all.data[(begin + i) % shelf->all.count];
		if (fits(out, demand))
			return true;
	}
	return false;
}

/* ---- keeping ---- */

static uint64_t mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * UINT64_C(0xff51afd7ed558ccd);
	return hash ^ hash >> 32;
}

static struct hr_shelf *shelf_of(struct hr_pool *pool, uint32_t class)
{
	while (pool->shelves.count <= class)
		hr_vec_push(&pool->shelves, (struct hr_shelf){ .fresh_count = 0 });
	return &pool->shelves.data[class];
}

static void put_into_ring(struct hr_supplied *ring, uint32_t *count, struct hr_supplied supplied)
{
	struct hr_supplied *place = &ring[(*count)++ % HR_SHELF_RECENT];

	hr_chain_hold(supplied.chain);
	hr_chain_drop(place->chain);
	*place = supplied;
	if (*count == UINT32_MAX)
		*count = HR_SHELF_RECENT;
}

/* One of two goes: the one that costs more. */
static size_t least_needed(struct hr_pool *pool, const struct hr_shelf *shelf)
{
	size_t one = hr_random_below(&pool->random, shelf->all.count);
	size_t other = hr_random_below(&pool->random, shelf->all.count);

	return cost_of(&shelf->all.data[one]) < cost_of(&shelf->all.data[other]) ? other : one;
}

static void enter(struct hr_pool *pool, uint32_t class, struct hr_supplied supplied, bool found_edges)
{
	struct hr_shelf *shelf = shelf_of(pool, class);

	hr_chain_hold(supplied.chain);
	if (shelf->all.count < pool->most_on_shelf) {
		hr_vec_push(&shelf->all, supplied);
	} else {
		struct hr_supplied *place = &shelf->all.data[least_needed(pool, shelf)];

		hr_chain_drop(place->chain);
		*place = supplied;
	}
	put_into_ring(shelf->fresh, &shelf->fresh_count, supplied);
	if (found_edges)
		put_into_ring(shelf->finders, &shelf->finder_count, supplied);
}

static struct hr_supplied supply(struct hr_chain *chain, uint32_t value)
{
	const struct hr_known *known = hr_known_of(chain);
	double calls = (double)chain->call_count + 1;

	return (struct hr_supplied){ .chain = chain,
				     .value = value,
				     .cost = known->cost,
				     .calls = chain->call_count,
				     .ease = (float)(1 / (((double)known->time + 1) * sqrt(calls))) };
}

/* Takes from all shelves alike until there is room again; a few stay on each, whatever they take. What others still hold does not go, so that
 * there may be none: then it is not tried again before there is more. */
static void forget(struct hr_pool *pool)
{
	size_t goal = pool->most_bytes - pool->most_bytes / 8;

	for (unsigned rounds = 0; rounds < 32 && pool->bytes > goal; rounds++)
		for (size_t i = 0; i < pool->shelves.count; i++) {
			struct hr_shelf *shelf = &pool->shelves.data[i];
			size_t most = shelf->all.count / 16;

			for (; most > 0 && shelf->all.count > LEAST_ON_SHELF && pool->bytes > goal; most--) {
				size_t at = least_needed(pool, shelf);

				hr_chain_drop(shelf->all.data[at].chain);
				shelf->all.data[at] = shelf->all.data[--shelf->all.count];
			}
		}
	pool->forget_at = (pool->bytes > goal ? pool->bytes : goal) + pool->most_bytes / 8;
}

/* Without fingerprints: what the chain did last, and how much there is. */
static uint64_t substitute(const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	uint64_t hash = outcome->live_blocks;

	for (uint32_t i = 0; i < chain->own_statements; i++)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			hash = mix(hash, chain->statements[i].operation);
	for (size_t i = outcome->calls.count; i > 0 && outcome->calls.count - i < 4; i--)
		hash = mix(hash, (uint64_t)outcome->calls.data[i - 1].born << 32 | outcome->calls.data[i - 1].died);
	return mix(hash, 63 - (unsigned)__builtin_clzll(chain->call_count + 1));
}

static bool fingerprint_of(uint64_t *out, const struct hr_outcome *outcome, size_t value)
{
	for (size_t i = outcome->fingerprints.count; i > 0; i--)
		if (outcome->fingerprints.data[i - 1].value == value) {
			*out = outcome->fingerprints.data[i - 1].fingerprint;
			return true;
		}
	return false;
}

/* False: a number too large to be of use. */
static bool hash_plain(uint64_t *out, const struct hr_model *model, struct hr_type_ref ref,
		       const struct hr_outcome *outcome, size_t value)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);

	if (!type || !bytes || type->size <= 0)
		return false;
	if (type->kind == HR_TYPE_INT && type->size <= 8) {
		int64_t number = hr_bytes_integer(bytes, (size_t)type->size, type->is_signed);
		*out = (uint64_t)number;
		return number <= LARGEST_NUMBER && number >= -LARGEST_NUMBER;
	}
	*out = 0;
	for (int64_t i = 0; i < type->size && i < 256; i++)
		*out = mix(*out, bytes[i]);
	return true;
}

static bool is_new_value(struct hr_pool *pool, const struct hr_chain *chain, const struct hr_outcome *outcome,
			 const struct hr_model *model, size_t value, const struct hr_value_state *state)
{
	uint64_t hash = 0;

	if (state->status == HR_STATUS_PLAIN) {
		if (!hash_plain(&hash, model, hr_chain_type(chain, value), outcome, value))
			return false;
	} else if (!fingerprint_of(&hash, outcome, value)) {
		hash = substitute(chain, outcome);
	}
	return hr_seen_add(&pool->values, mix(mix(hash, state->class), state->flags & HR_STATE_BORROWED));
}

size_t hr_pool_keep(struct hr_pool *pool, struct hr_chain *chain, const struct hr_outcome *outcome,
		    const struct hr_model *model, bool found_edges)
{
	struct hr_known *known = chain->known;
	size_t entered = 0;

	for (uint32_t i = 0; i < known->count; i++) {
		struct hr_value_state *state = &known->values[i];

		if (!(state->flags & HR_STATE_TOUCHED) || state->class == HR_NO_CLASS ||
		    (state->status != HR_STATUS_LIVE && state->status != HR_STATUS_PLAIN) ||
		    (state->flags & HR_STATE_RAW))
			continue;
		bool is_new = is_new_value(pool, chain, outcome, model, i, state);
		if (!is_new && (!found_edges || state->status == HR_STATUS_PLAIN))
			continue;
		if (found_edges)
			state->flags &= (uint16_t)~HR_STATE_DETECTED;
		bool is_apart = (state->flags & HR_STATE_DETECTED) && pool->secondary;
		state->flags |= HR_STATE_REUSABLE;
		enter(is_apart ? pool->secondary : pool, state->class, supply(chain, i), found_edges);
		entered++;
	}
	if (known->sets_globals &&
	    (found_edges || entered || hr_seen_add(&pool->values, mix(substitute(chain, outcome), 0)))) {
		enter(pool, HR_CLASS_GLOBALS, supply(chain, HR_NOBODY), found_edges);
		entered++;
	}
	known->is_kept = entered > 0;
	if (pool->bytes > pool->forget_at)
		forget(pool);
	return entered;
}
