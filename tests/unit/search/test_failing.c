/* Allocations that fail in calls that were seen to allocate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

enum { MANY_TURNS = 1000 };

struct failing {
	struct searching searching;
	struct hr_random random;
	struct hr_making making;
};

static void begin(struct failing *failing, void *directory)
{
	failing->searching = search_boxes(directory, 3);
	failing->searching.search->options.fail_alloc = HR_FAIL_ALLOC_ANYWHERE;
	hr_random_seed(&failing->random, 5);
	hr_making_init(&failing->making, failing->searching.search, &failing->random);
}

static void end(struct failing *failing)
{
	hr_making_release(&failing->making);
	end_search(&failing->searching);
}

static void call(struct failing *failing, const char *name)
{
	assert_true(hr_making_call(&failing->making, (size_t)operation_index(failing->searching.model, name)));
}

/* Finishes the chain and imagines a run in which each of its own calls allocated so many blocks. */
static struct hr_chain *run(struct failing *failing, uint32_t born, enum hr_verdict verdict, size_t new_edges)
{
	struct hr_search *search = failing->searching.search;
	struct hr_chain *chain = hr_making_finish(&failing->making);
	uint32_t first = hr_chain_first_statement(chain);
	struct imagined imagined;

	imagine(&imagined, chain, failing->searching.model);
	for (uint32_t i = 0; i < chain->own_statements; i++)
		if (chain->statements[i].kind == HR_STATEMENT_CALL)
			hr_vec_push(&imagined.outcome.calls, (struct hr_call_record){ first + i, 0, born, 0 });
	hr_search_learn(search, chain, &imagined.outcome, verdict, new_edges);
	hr_known_observe(chain->known, chain, &imagined.outcome, failing->searching.model);
	forget_imagined(&imagined);
	return chain;
}

/* The next one, if there is any within many turns. */
static struct hr_chain *next(struct failing *failing)
{
	for (unsigned i = 0; i < MANY_TURNS; i++) {
		struct hr_chain *chain = hr_failing_next(failing->searching.search);

		if (chain)
			return chain;
	}
	return NULL;
}

static size_t count_all(struct failing *failing)
{
	size_t count = 0;

	for (struct hr_chain *chain; (chain = next(failing)); count++)
		hr_chain_drop(chain);
	return count;
}

static void test_failing__each_allocation_of_a_call(void **state)
{
	struct failing failing;

	begin(&failing, *state);
	call(&failing, "box_new");
	struct hr_chain *made = run(&failing, 2, HR_VERDICT_NORMAL, 0);
	for (unsigned i = 1; i <= 2; i++) {
		struct hr_chain *chain = next(&failing);

		assert_non_null(chain);
		assert_int_equal(chain->statement_count, 2);
		assert_int_equal(chain->statements[0].kind, HR_STATEMENT_FAIL_ALLOC);
		assert_int_equal(chain->statements[0].count, i);
		assert_int_equal(chain->statements[1].operation, operation_index(failing.searching.model, "box_new"));
		hr_chain_drop(chain);
	}
	assert_null(next(&failing));
	hr_chain_drop(made);
	end(&failing);
}

/* What comes before the call is the same, its arguments are, and what is behind it is left out. */
static void test_failing__the_same_call_after_the_same_calls(void **state)
{
	struct failing failing;

	begin(&failing, *state);
	call(&failing, "box_new");
	struct hr_chain *made = run(&failing, 0, HR_VERDICT_NORMAL, 0);
	hr_making_part(&failing.making, made);
	failing.making.is_repeating = true;
	call(&failing, "box_put");
	call(&failing, "box_put");
	struct hr_chain *put = run(&failing, 1, HR_VERDICT_NORMAL, 0);
	struct hr_chain *one = next(&failing), *two = next(&failing);
	assert_non_null(one);
	assert_non_null(two);
	assert_int_equal(one->part_count, 1);
	assert_ptr_equal(one->parts[0], made);
	assert_int_equal(one->call_count, 2);
	assert_int_equal(one->own_statements, 2);
	assert_int_equal(two->call_count, 3);
	assert_int_equal(two->statements[1].kind, HR_STATEMENT_FAIL_ALLOC);
	assert_string_equal(two->statements[2].operands[1].text, put->statements[1].operands[1].text);
	assert_int_equal(two->statements[2].operands[2].number, put->statements[1].operands[2].number);
	/* the box can be used as before */
	assert_int_equal(hr_known_of(one)->values[0].status, HR_STATUS_LIVE);
	assert_int_equal(hr_known_of(one)->count, one->value_count);
	hr_chain_drop(one);
	hr_chain_drop(two);
	hr_chain_drop(put);
	hr_chain_drop(made);
	end(&failing);
}

/* What a call that did not get its memory yields is not known before it has run. */
static void test_failing__results_are_seen_anew(void **state)
{
	struct failing failing;

	begin(&failing, *state);
	call(&failing, "box_new");
	struct hr_chain *made = run(&failing, 1, HR_VERDICT_NORMAL, 0);
	struct hr_chain *chain = next(&failing);
	assert_non_null(chain);
	assert_int_equal(hr_known_of(made)->values[0].status, HR_STATUS_LIVE);
	assert_int_equal(hr_known_of(chain)->values[0].status, HR_STATUS_UNKNOWN);
	hr_chain_drop(chain);
	hr_chain_drop(made);
	end(&failing);
}

static void test_failing__not_without_the_option(void **state)
{
	struct failing failing;

	begin(&failing, *state);
	failing.searching.search->options.fail_alloc = HR_FAIL_ALLOC_NEVER;
	call(&failing, "box_new");
	struct hr_chain *made = run(&failing, 2, HR_VERDICT_NORMAL, 1);
	assert_null(next(&failing));
	hr_chain_drop(made);
	end(&failing);
}

/* Calls that failed, allocated nothing, or had an allocation fail are no models. */
static void test_failing__only_what_went_well(void **state)
{
	struct hr_statement fail = { .kind = HR_STATEMENT_FAIL_ALLOC, .count = 2 };
	struct failing failing;

	begin(&failing, *state);
	call(&failing, "box_new");
	hr_chain_drop(run(&failing, 2, HR_VERDICT_FAILURE, 1));
	call(&failing, "box_new");
	hr_chain_drop(run(&failing, 2, HR_VERDICT_REFUSED, 1));
	call(&failing, "box_new");
	hr_chain_drop(run(&failing, 0, HR_VERDICT_NORMAL, 1));
	hr_making_add(&failing.making, &fail, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	call(&failing, "box_new");
	hr_chain_drop(run(&failing, 2, HR_VERDICT_NORMAL, 1));
	assert_null(next(&failing));
	end(&failing);
}

/* Calls that look alike fail a few times, but for those that executed something new; of many allocations the first ones fail. */
static void test_failing__is_bounded(void **state)
{
	struct failing failing;

	begin(&failing, *state);
	for (int i = 0; i < 50; i++) {
		call(&failing, "tall_new");
		hr_chain_drop(run(&failing, 3, HR_VERDICT_NORMAL, 0));
	}
	size_t alike = count_all(&failing);
	assert_in_range(alike, 3, 20);
	call(&failing, "world_ask");
	hr_chain_drop(run(&failing, 1000, HR_VERDICT_NORMAL, 0));
	assert_in_range(count_all(&failing), 4, 32);
	for (int i = 0; i < 20000; i++) {
		hr_making_clear(&failing.making);
		call(&failing, "tall_new");
		hr_chain_drop(run(&failing, 3, HR_VERDICT_NORMAL, 1));
	}
	assert_in_range(count_all(&failing), alike + 1, 3000);
	end(&failing);
}

/* Nothing is learned from a chain in which an allocation failed, nor built upon it, unless they may fail anywhere. */
static void test_failing__is_no_ground_to_build_on(void **state)
{
	struct hr_statement fail = { .kind = HR_STATEMENT_FAIL_ALLOC, .count = 1 };

	for (int is_anywhere = 0; is_anywhere < 2; is_anywhere++) {
		struct failing failing;
		begin(&failing, *state);
		struct hr_search *search = failing.searching.search;
		size_t operation = (size_t)operation_index(failing.searching.model, "box_new");
		search->options.fail_alloc = is_anywhere ? HR_FAIL_ALLOC_ANYWHERE : HR_FAIL_ALLOC_AIMED;
		void *strategy = hr_random_strategy.create(search);
		for (int fails = 0; fails < 2; fails++) {
			struct imagined imagined;
			size_t kept = hr_search_kept_count(search);
			uint64_t calls = hr_search_reach(search, operation)->calls;
			bool counts = !fails || is_anywhere;

			if (fails)
				hr_making_add(&failing.making, &fail, false, (struct hr_type_ref){ HR_NO_TYPE, 0 },
					      NULL);
			call(&failing, "box_new");
			struct hr_chain *chain = hr_making_finish(&failing.making);
			imagine(&imagined, chain, failing.searching.model);
			hr_random_strategy.observe(strategy, chain, &imagined.outcome, HR_VERDICT_NORMAL, 1);
			assert_int_equal(hr_search_kept_count(search), kept + counts);
			assert_int_equal(hr_search_reach(search, operation)->calls, calls + counts);
			forget_imagined(&imagined);
			hr_chain_drop(chain);
		}
		hr_random_strategy.free(strategy);
		end(&failing);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_failing__each_allocation_of_a_call),
		IN_SCRATCH(test_failing__the_same_call_after_the_same_calls),
		IN_SCRATCH(test_failing__results_are_seen_anew),
		IN_SCRATCH(test_failing__not_without_the_option),
		IN_SCRATCH(test_failing__only_what_went_well),
		IN_SCRATCH(test_failing__is_bounded),
		IN_SCRATCH(test_failing__is_no_ground_to_build_on),
	};

	return cmocka_run_group_tests_name("failing", tests, NULL, NULL);
}
