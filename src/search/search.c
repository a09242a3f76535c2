/* What strategies share: coverage, the pool, what is known of each operation.
 *
 * Invariant: everything here depends on the options, the model and the order of calls alone. */
#include "search/search_internal.h"
#include "search/readings.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPEATED = 100, DEFAULT_CALLS = 200, MOST_SHOWN = 20000, MOST_DETECTED = 256 };
#define DEFAULT_POOL ((size_t)48 << 20)

/* What the code says it frees is not relied on either, whatever the roles say. */
static uint32_t proved_endings(const struct hr_facts *facts, const char *name)
{
	uint32_t bits = 0;
	size_t index;

	if (!facts || !facts->code || !hr_map_get(&facts->code->function_by_name, name, &index))
		return 0;
	const struct hr_function_facts *function = &facts->functions.data[index];
	for (size_t i = 0; i < function->parameters.count && i < 32; i++)
		if (function->parameters.data[i].memory.freed == HR_FREED_YES)
			bits |= 1u << i;
	return bits;
}

static struct hr_type_ref find_byte(const struct hr_model *model)
{
	for (size_t i = 0; i < model->types.count; i++)
		if (model->types.data[i].kind == HR_TYPE_INT && model->types.data[i].size == 1)
			return (struct hr_type_ref){ i, 0 };
	return (struct hr_type_ref){ HR_NO_TYPE, 0 };
}

struct hr_search *hr_search_new(const struct hr_model *model, const struct hr_callables *callables,
				const struct hr_facts *facts, const struct hr_search_options *options)
{
	struct hr_search *search = hr_calloc(1, sizeof *search);

	search->model = model;
	search->callables = callables;
	search->facts = facts;
	search->options = *options;
	if (search->options.repetition < 0)
		search->options.repetition = 0.1;
	if (search->options.most_repeated == 0)
		search->options.most_repeated = DEFAULT_REPEATED;
	if (search->options.most_calls == 0)
		search->options.most_calls = DEFAULT_CALLS;
	if (search->options.pool_bytes == 0)
		search->options.pool_bytes = DEFAULT_POOL;
	hr_random_seed(&search->random, options->seed);
	hr_classes_init(&search->classes, model);
	hr_plans_make(&search->plans, model, &search->classes, facts);
	hr_family_find(&search->family, &search->classes);
	hr_leads_find(&search->leads, model, &search->classes, &search->plans);
	hr_pool_init(&search->pool, search->options.pool_bytes, options->seed ^ UINT64_C(0x706f6f6c));
	hr_pool_init(&search->secondary, search->options.pool_bytes, options->seed ^ UINT64_C(0x736563));
	search->secondary.most_on_shelf = MOST_DETECTED;
	search->pool.secondary = &search->secondary;
	hr_seen_init(&search->made, 0);
	search->slabs = hr_slabs_new();
	search->literals = hr_literals_new(model, callables, facts);
	hr_failing_init(&search->failing, search);
	search->readings = hr_readings_new(search);
	for (size_t i = 0; i < model->operations.count; i++)
		hr_vec_push(&search->progress,
			    (struct hr_progress){ .may_end = proved_endings(facts, model->operations.data[i].name) });
	hr_search_list_possible(search);
	search->byte = find_byte(model);
	return search;
}

void hr_search_free(struct hr_search *search)
{
	if (!search)
		return;
	for (size_t i = 0; i < search->kept.count; i++)
		hr_chain_drop(search->kept.data[i]);
	hr_vec_release(&search->kept);
	hr_failing_release(&search->failing);
	hr_pool_release(&search->pool);
	hr_pool_release(&search->secondary);
	hr_leads_release(&search->leads);
	hr_seen_release(&search->made);
	hr_plans_release(&search->plans);
	hr_family_release(&search->family);
	hr_classes_release(&search->classes);
	hr_readings_free(search->readings);
	hr_literals_free(search->literals);
	hr_vec_release(&search->progress);
	hr_vec_release(&search->possible);
	hr_vec_release(&search->function_of);
	hr_vec_release(&search->functions);
	hr_vec_release(&search->strategies);
	free(search->covered);
	free(search->returned);
	hr_slabs_close(search->slabs);
	free(search);
}

void hr_search_list_possible(struct hr_search *search)
{
	hr_vec_clear(&search->possible);
	search->possible_version++;
	for (size_t i = 0; i < search->plans.list.count; i++)
		if (search->plans.list.data[i].is_possible && !search->progress.data[i].is_banned)
			hr_vec_push(&search->possible, (uint32_t)i);
}

static void make_room(struct hr_search *search, size_t edges)
{
	size_t bytes = edges / 8 + 1;

	if (bytes <= search->covered_room)
		return;
	for (unsigned i = 0; i < 2; i++) {
		unsigned char **map = i ? &search->returned : &search->covered;

		*map = hr_reallocarray(*map, bytes, 1);
		memset(*map + search->covered_room, 0, bytes - search->covered_room);
	}
	search->covered_room = bytes;
}

void hr_search_locate(struct hr_search *search, const uint32_t *function_of, size_t edge_count)
{
	hr_vec_clear(&search->function_of);
	hr_vec_clear(&search->functions);
	for (size_t i = 0; search->facts && i < search->facts->functions.count; i++)
		hr_vec_push(&search->functions, (struct hr_located){ 0, 0 });
	for (size_t i = 0; i < edge_count; i++) {
		hr_vec_push(&search->function_of, function_of[i]);
		if (function_of[i] < search->functions.count)
			search->functions.data[function_of[i]].edges++;
	}
}

uint64_t hr_search_seed(const struct hr_search *search)
{
	return search->options.seed;
}

size_t hr_search_strategy_count(const struct hr_search *search)
{
	return search->strategies.count;
}

const struct hr_strategy_counts *hr_search_strategy(const struct hr_search *search, size_t index)
{
	return &search->strategies.data[index];
}

const struct hr_part_counts *hr_search_part(const struct hr_search *search, enum hr_part part)
{
	return &search->counts[part];
}

static void cover_function(struct hr_search *search, uint32_t edge)
{
	uint32_t function = edge < search->function_of.count ? search->function_of.data[edge] : HR_CODE_NONE;

	if (function < search->functions.count)
		search->functions.data[function].covered++;
}

/* Those that were not in the map before; they are now. */
static size_t cover(struct hr_search *search, unsigned char **map, const uint32_t *edges, size_t count)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		unsigned char bit = (unsigned char)(1u << edges[i] % 8);

		make_room(search, edges[i]);
		if (!((*map)[edges[i] / 8] & bit)) {
			found++;
			if (map == &search->covered)
				cover_function(search, edges[i]);
		}
		(*map)[edges[i] / 8] |= bit;
	}
	return found;
}

static size_t cover_all(struct hr_search *search, unsigned char **map, const struct hr_outcome *outcome)
{
	return cover(search, map, outcome->new_edges.data, outcome->new_edges.count) +
	       cover(search, map, outcome->edges.data, outcome->edges.count);
}

size_t hr_search_cover(struct hr_search *search, const struct hr_outcome *outcome, size_t edge_count)
{
	make_room(search, edge_count);
	size_t found = cover_all(search, &search->covered, outcome);
	search->covered_count += found;
	/* what only runs executed that failed is in no test, and nothing is built on it */
	return outcome->status == HR_OUTCOME_NORMAL ? cover_all(search, &search->returned, outcome) : found;
}

size_t hr_search_covered(const struct hr_search *search)
{
	return search->covered_count;
}

void hr_search_obey(struct hr_search *search, const struct hr_search_rules *rules)
{
	search->rules = *rules;
}

void hr_search_relearn(struct hr_search *search)
{
	hr_classes_relearn(&search->classes);
	hr_plans_make(&search->plans, search->model, &search->classes, search->facts);
	hr_family_find(&search->family, &search->classes);
	hr_leads_find(&search->leads, search->model, &search->classes, &search->plans);
	hr_literals_relearn(search->literals);
	hr_search_list_possible(search);
}

void hr_search_ban(struct hr_search *search, size_t operation, bool is_banned)
{
	search->progress.data[operation].is_banned = is_banned;
	hr_search_list_possible(search);
}

bool hr_search_asks(const struct hr_chain *chain)
{
	return chain->known && hr_known_of(chain)->asks;
}

void hr_search_hear_comparisons(struct hr_search *search, const struct hr_chain *chain,
				const struct hr_outcome *outcome)
{
	if (hr_search_asks(chain))
		hr_readings_hear(search->readings, chain, outcome);
	else
		hr_literals_hear(search->literals, chain, outcome);
	if (outcome->status == HR_OUTCOME_NORMAL && outcome->descriptions.count)
		hr_literals_reuse(search->literals, chain, outcome);
}

const struct hr_reach *hr_search_reach(const struct hr_search *search, size_t operation)
{
	return &search->progress.data[operation].reach;
}

void hr_search_show(struct hr_search *search, struct hr_chain *chain, bool found_edges)
{
	if (found_edges || (search->kept.count < MOST_SHOWN && search->pool.bytes < search->pool.most_bytes / 2))
		hr_vec_push(&search->kept, hr_chain_hold(chain));
}

size_t hr_search_kept_count(const struct hr_search *search)
{
	return search->kept.count;
}

const struct hr_chain *hr_search_kept(const struct hr_search *search, size_t index)
{
	return search->kept.data[index];
}
