/* Who gets a turn: the portfolio over strategies, and bloodhound over operations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/bloodhound.h"
#include "searching.h"

/* ---- the portfolio ---- */

static const struct hr_strategy_counts *counts_of(const struct hr_search *search, const char *name)
{
	for (size_t i = 0; i < hr_search_strategy_count(search); i++)
		if (strcmp(hr_search_strategy(search, i)->name, name) == 0)
			return hr_search_strategy(search, i);
	fail_msg("no strategy is called %s", name);
	return NULL;
}

/* Runs chains of which those of one strategy, or of all, find something so often; the share of all chains that the one gets. */
static double share_if(struct searching *searching, const char *finder, bool all_find, unsigned often, size_t rounds)
{
	void *strategy = hr_portfolio_strategy.create(searching->search);
	const struct hr_strategy_counts *counts = counts_of(searching->search, finder);
	uint64_t all = 0, before = 0;

	for (size_t i = 0; i < rounds; i++) {
		struct hr_chain *chain = hr_portfolio_strategy.next(strategy);
		struct imagined imagined;

		if (!chain)
			continue;
		imagine(&imagined, chain, searching->model);
		imagined.outcome.call_total = chain->call_count;
		uint8_t arm = hr_known_of(chain)->arm;
		bool is_its = strcmp(hr_search_strategy(searching->search, arm)->name, finder) == 0;
		hr_portfolio_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL,
					      (is_its || all_find) && i % often == 0 ? 3 : 0);
		before += is_its;
		all++;
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	assert_int_equal(counts->chains, before);
	assert_int_equal(counts->edges, 3 * counts->finders);
	hr_portfolio_strategy.free(strategy);
	return (double)before / (double)all;
}

static double share_of(struct searching *searching, const char *finder, unsigned often, size_t rounds)
{
	return share_if(searching, finder, false, often, rounds);
}

/* The guided one makes what the random one makes and more: it has the turns where both find as much. */
static void test_scheduler__guided_goes_first(void **state)
{
	struct searching searching = search_boxes(*state, 5);

	assert_true(share_if(&searching, "guided", true, 20, 8000) > 0.7);
	end_search(&searching);
}

static void test_scheduler__who_finds_gets_turns(void **state)
{
	for (unsigned i = 0; i < 2; i++) {
		struct searching searching = search_boxes(*state, 3 + i);

		assert_true(share_of(&searching, i ? "guided" : "random", 20, 8000) > 0.8);
		end_search(&searching);
	}
}

static void test_scheduler__nobody_is_forgotten(void **state)
{
	struct searching searching = search_boxes(*state, 6);

	/* finds are rare and say little: both go on having turns */
	double share = share_of(&searching, "guided", 3000, 8000);
	assert_true(share > 0.15 && share < 0.95);
	end_search(&searching);
}

static void test_scheduler__all_strategies_are_listed(void **state)
{
	(void)state;
	assert_string_equal(hr_strategies[0]->name, "portfolio");
	assert_int_equal(hr_strategy_count, 3);
}

/* ---- bloodhound ---- */

/* Code of which each operation is a function, and some of them call one that is none. */
struct imagined_code {
	struct hr_code code;
	struct hr_facts facts;
};

static void begin_code(struct imagined_code *it, const struct hr_model *model)
{
	memset(it, 0, sizeof *it);
	for (size_t i = 0; i < model->operations.count; i++) {
		hr_map_put(&it->code.function_by_name, model->operations.data[i].name, i);
		hr_vec_push(&it->facts.functions, (struct hr_function_facts){ .branches = 2 });
	}
	hr_vec_push(&it->facts.functions, (struct hr_function_facts){ .branches = 1000 });
	it->facts.code = &it->code;
}

static void end_code(struct imagined_code *it)
{
	for (size_t i = 0; i < it->facts.functions.count; i++)
		hr_vec_release(&it->facts.functions.data[i].callees);
	hr_vec_release(&it->facts.functions);
	hr_map_release(&it->code.function_by_name);
}

/* How many of so many choices are the operation. */
static size_t chosen(struct hr_bloodhound *hound, size_t operation, size_t rounds)
{
	struct hr_random random;
	size_t count = 0;

	hr_random_seed(&random, 1);
	for (size_t i = 0; i < rounds; i++) {
		count += hr_bloodhound_choose(hound, &random) == operation;
		hr_bloodhound_observe(hound);
	}
	return count;
}

static void test_bloodhound__goes_where_nobody_was(void **state)
{
	struct hr_model *model = read_boxes(*state);
	struct hr_callables callables;
	struct hr_search_options options = { .seed = 1, .repetition = -1 };
	struct imagined_code it;
	size_t far = model->operations.count, entry = (size_t)operation_index(model, "bytes_sum");
	uint32_t edges[1200];
	struct hr_outcome outcome;

	begin_code(&it, model);
	hr_vec_push(&it.facts.functions.data[entry].callees, (uint32_t)far);
	hr_callables_list(&callables, model);
	struct hr_search *search = hr_search_new(model, &callables, &it.facts, &options);
	for (size_t i = 0; i < 1200; i++)
		edges[i] = (uint32_t)(i < 1000 ? far : i % model->operations.count);
	hr_search_locate(search, edges, 1200);
	struct hr_bloodhound *hound = hr_bloodhound_new(search);
	size_t even = 4000 / search->possible.count;
	assert_true(chosen(hound, entry, 4000) > even + even / 2);
	double before = hr_bloodhound_weight(hound, entry);
	/* all of it is executed: there is nothing more to find behind it than behind others */
	hr_outcome_init(&outcome);
	for (uint32_t i = 0; i < 1000; i++)
		hr_vec_push(&outcome.new_edges, i);
	assert_int_equal(hr_search_cover(search, &outcome, 1200), 1000);
	hr_outcome_release(&outcome);
	size_t after = chosen(hound, entry, 4000);
	assert_true(hr_bloodhound_weight(hound, entry) <= before);
	assert_true(after < even + even / 2 && after > even / 4);
	hr_bloodhound_free(hound);
	hr_search_free(search);
	hr_callables_release(&callables);
	end_code(&it);
	hr_model_free(model);
}

static void test_bloodhound__without_code_and_with_bans(void **state)
{
	struct searching searching = search_boxes(*state, 1);
	struct hr_bloodhound *hound = hr_bloodhound_new(searching.search);
	size_t quit = (size_t)operation_index(searching.model, "quit");

	assert_true(chosen(hound, quit, 2000) > 0);
	hr_search_ban(searching.search, quit, true);
	assert_int_equal(chosen(hound, quit, 2000), 0);
	hr_search_ban(searching.search, quit, false);
	assert_true(chosen(hound, quit, 2000) > 0);
	hr_bloodhound_free(hound);
	end_search(&searching);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_scheduler__who_finds_gets_turns, make_scratch, drop_scratch),
		cmocka_unit_test_setup_teardown(test_scheduler__guided_goes_first, make_scratch, drop_scratch),
		cmocka_unit_test_setup_teardown(test_scheduler__nobody_is_forgotten, make_scratch, drop_scratch),
		cmocka_unit_test(test_scheduler__all_strategies_are_listed),
		cmocka_unit_test_setup_teardown(test_bloodhound__goes_where_nobody_was, make_scratch, drop_scratch),
		cmocka_unit_test_setup_teardown(test_bloodhound__without_code_and_with_bans, make_scratch,
						drop_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
