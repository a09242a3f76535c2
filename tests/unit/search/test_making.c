/* Chains in the making, the states of their values, and the pool. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

struct maker {
	struct searching searching;
	struct hr_random random;
	struct hr_making making;
};

static void begin(struct maker *maker, void *directory)
{
	maker->searching = search_boxes(directory, 3);
	hr_random_seed(&maker->random, 5);
	hr_making_init(&maker->making, maker->searching.search, &maker->random);
}

static void end(struct maker *maker)
{
	hr_making_release(&maker->making);
	end_search(&maker->searching);
}

static bool call(struct maker *maker, const char *name)
{
	return hr_making_call(&maker->making, (size_t)operation_index(maker->searching.model, name));
}

/* Finishes the chain, imagines its run and keeps it. */
static struct hr_chain *finish(struct maker *maker)
{
	struct imagined imagined;
	struct hr_chain *chain = hr_making_finish(&maker->making);

	imagine(&imagined, chain, maker->searching.model);
	hr_known_observe(chain->known, chain, &imagined.outcome, maker->searching.model);
	hr_pool_keep(&maker->searching.search->pool, chain, &imagined.outcome, maker->searching.model, true);
	forget_imagined(&imagined);
	return chain;
}

static void assert_written(const struct maker *maker, const struct hr_chain *chain, const char *expected)
{
	struct hr_sequence *flat = hr_chain_flatten(chain, maker->searching.model);
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_sequence_write(&text, flat);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
	hr_sequence_free(flat);
}

static void test_making__what_is_lacking_is_told(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_false(call(&maker, "box_free"));
	assert_int_equal(maker.making.lacking,
			 hr_class_of(&maker.searching.search->classes,
				     find_operation(maker.searching.model, "box_new")->result.type));
	assert_int_equal(maker.making.statements.count, 0);
	end(&maker);
}

static void test_making__destroyed_is_dead(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	const struct hr_known *known = hr_known_of(made);
	assert_int_equal(known->values[0].status, HR_STATUS_LIVE);
	assert_true(hr_state_is_owned(&known->values[0]));
	hr_making_part(&maker.making, made);
	maker.making.is_repeating = true;
	assert_true(call(&maker, "box_free"));
	assert_int_equal(maker.making.values.data[0].state.status, HR_STATUS_DEAD);
	assert_true(maker.making.parts.count >= 1);
	struct hr_chain *freed = finish(&maker);
	/* nothing of it can be used again */
	hr_making_part(&maker.making, freed);
	maker.making.most_calls = maker.making.calls + 1; /* no further part */
	assert_false(call(&maker, "box_inner"));
	hr_making_clear(&maker.making);
	hr_chain_drop(made);
	hr_chain_drop(freed);
	end(&maker);
}

static void test_making__slots_are_read(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_open"));
	struct hr_chain *opened = finish(&maker);
	assert_int_equal(opened->statement_count, 3); /* the slot, the call, what came out */
	assert_int_equal(opened->statements[2].kind, HR_STATEMENT_GET);
	const struct hr_value_state *box = &hr_known_of(opened)->values[2];
	assert_int_equal(box->status, HR_STATUS_LIVE);
	assert_true(hr_state_is_owned(box));
	assert_int_equal(box->freed_by, operation_index(maker.searching.model, "box_free"));
	hr_chain_drop(opened);
	end(&maker);
}

/* What only looks like a maker: what comes out of its slot is the caller's if the call itself allocated it, and somebody else's if it was there. */
static void test_making__what_was_there_is_lent(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	param_of(maker.searching.model, "box_open", 1)->freed_by = -1;
	for (uint32_t allocated_by = 0; allocated_by < 2; allocated_by++) {
		struct imagined imagined;
		assert_true(call(&maker, "box_open"));
		struct hr_chain *chain = hr_making_finish(&maker.making);
		imagine(&imagined, chain, maker.searching.model);
		for (size_t i = 0; i < imagined.outcome.pointers.count; i++)
			if (imagined.outcome.pointers.data[i].value == 2)
				imagined.outcome.pointers.data[i].allocated_by = allocated_by; /* 1: the call */
		hr_known_observe(chain->known, chain, &imagined.outcome, maker.searching.model);
		assert_int_equal(hr_known_of(chain)->values[2].status, HR_STATUS_LIVE);
		assert_int_equal(hr_state_is_owned(&hr_known_of(chain)->values[2]), allocated_by == 1);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	end(&maker);
}

/* Where nobody can be had who owns one: who ends parts of an object is given a part of that very object; who takes something over hardly anything, and nothing where others own such. */
static void test_making__parts_are_ended_with_their_object(void **state)
{
	enum { TRIES = 400 };
	struct maker maker;
	size_t ended = 0, strangers = 0;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	hr_making_part(&maker.making, made);
	maker.making.receiver = 0;
	assert_true(call(&maker, "box_pin"));
	struct hr_chain *pin = finish(&maker);
	assert_true(hr_known_of(pin)->values[1].flags & HR_STATE_BORROWED);
	for (int i = 0; i < TRIES; i++) {
		hr_making_part(&maker.making, pin);
		maker.making.receiver = 0;
		maker.making.most_calls = 3;
		ended += call(&maker, "box_unpin");
		assert_int_equal(maker.making.values.data[0].state.status, HR_STATUS_LIVE); /* only its part is gone */
		assert_int_equal(maker.making.values.data[1].state.status, HR_STATUS_DEAD);
		hr_making_clear(&maker.making);
		maker.making.most_calls = 8;
		strangers += call(&maker, "box_fasten");
		hr_making_clear(&maker.making);
	}
	assert_int_equal(ended, TRIES);
	assert_in_range(strangers, 1, TRIES / 4);
	hr_chain_drop(made);
	hr_chain_drop(pin);
	end(&maker);
}

static void test_making__borrowed_is_not_given_away(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	hr_making_part(&maker.making, made);
	maker.making.receiver = 0;
	assert_true(call(&maker, "box_inner"));
	struct hr_chain *inner = finish(&maker);
	const struct hr_known *known = hr_known_of(inner);
	assert_int_equal(known->values[1].status, HR_STATUS_LIVE);
	assert_true(known->values[1].flags & HR_STATE_BORROWED);
	assert_true(known->values[1].flags & HR_STATE_INTERIOR);
	assert_int_equal(known->values[1].owners[0], 0);
	struct hr_demand demand = { .class = known->values[1].class, .owned = true, .ended_by = -1 };
	assert_false(hr_state_meets(&known->values[1], &demand));
	assert_true(hr_state_meets(&known->values[0], &demand));
	demand.owned = false;
	assert_true(hr_state_meets(&known->values[1], &demand));
	/* when the owner goes, it goes too */
	hr_making_part(&maker.making, inner);
	hr_making_end(&maker.making, 0);
	assert_int_equal(maker.making.values.data[1].state.status, HR_STATUS_DEAD);
	hr_making_clear(&maker.making);
	hr_chain_drop(made);
	hr_chain_drop(inner);
	end(&maker);
}

static void test_making__given_away_once(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	hr_making_part(&maker.making, made);
	hr_making_part(&maker.making, made);
	maker.making.most_calls = 3; /* no third one */
	assert_true(call(&maker, "box_join"));
	struct hr_chain *joined = finish(&maker);
	const struct hr_known *known = hr_known_of(joined);
	unsigned borrowed = (known->values[0].flags & HR_STATE_BORROWED) + (known->values[1].flags & HR_STATE_BORROWED);
	assert_int_equal(borrowed, HR_STATE_BORROWED); /* one of them is the other's */
	assert_int_equal(known->values[0].status, HR_STATUS_LIVE);
	assert_int_equal(known->values[1].status, HR_STATUS_LIVE);
	/* the owner cannot be given to what it owns, and the other one is gone */
	hr_making_part(&maker.making, joined);
	maker.making.most_calls = joined->call_count + 1;
	maker.making.receiver = known->values[0].flags & HR_STATE_BORROWED ? 0 : 1;
	assert_false(call(&maker, "box_join"));
	hr_making_clear(&maker.making);
	hr_chain_drop(made);
	hr_chain_drop(joined);
	end(&maker);
}

static void test_making__memory_goes_where_it_is_known_to_go(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	assert_false(call(&maker, "box_adopt")); /* there is no text that free() ends */
	hr_making_clear(&maker.making);
	assert_true(call(&maker, "box_take"));
	struct hr_chain *taken = finish(&maker);
	assert_true(hr_known_of(taken)->values[1].flags & HR_STATE_LIBC);
	assert_true(call(&maker, "box_adopt"));
	hr_making_clear(&maker.making);
	hr_chain_drop(made);
	hr_chain_drop(taken);
	end(&maker);
}

static void test_making__objects_are_initialised_first(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	assert_false(call(&maker, "box_set"));
	hr_making_clear(&maker.making);
	assert_true(call(&maker, "options_init"));
	assert_int_equal(maker.making.values.data[0].state.flags & HR_STATE_RAW, 0);
	struct hr_chain *options = finish(&maker);
	assert_true(call(&maker, "box_set"));
	hr_making_clear(&maker.making);
	assert_written(&maker, options, "v0 = new struct options {}\noptions_init(v0)\n");
	hr_chain_drop(made);
	hr_chain_drop(options);
	end(&maker);
}

static void test_making__lengths_agree(void **state)
{
	struct maker maker;

	begin(&maker, *state);
	for (int i = 0; i < 300; i++) {
		assert_true(call(&maker, "bytes_sum"));
		const struct hr_statement *sum = &maker.making.statements.data[0].statement;
		assert_int_equal(sum->operands[1].kind, HR_OPERAND_NUMBER);
		assert_in_range(sum->operands[1].number, 0, sum->operands[0].length);
		hr_making_clear(&maker.making);
	}
	assert_true(call(&maker, "box_new"));
	struct hr_chain *made = finish(&maker);
	for (int i = 0; i < 100; i++) {
		assert_true(call(&maker, "box_write"));
		size_t count = maker.making.statements.count;
		const struct hr_statement *room = &maker.making.statements.data[count - 2].statement;
		const struct hr_statement *written = &maker.making.statements.data[count - 1].statement;
		assert_int_equal(room->kind, HR_STATEMENT_NEW);
		assert_in_range(written->operands[2].number, 0, room->count);
		hr_making_clear(&maker.making);
	}
	hr_chain_drop(made);
	end(&maker);
}

static void test_states__refused_and_freed(void **state)
{
	struct maker maker;
	struct imagined imagined;

	begin(&maker, *state);
	assert_true(call(&maker, "box_new"));
	struct hr_chain *chain = hr_making_finish(&maker.making);
	imagine(&imagined, chain, maker.searching.model);
	imagined.area[0] = 0;
	imagined.outcome.pointers.data[0].region = HR_IN_NULL_PAGE;
	assert_true(hr_call_is_refused(maker.searching.model, &chain->statements[0], 0, &imagined.outcome));
	hr_known_observe(chain->known, chain, &imagined.outcome, maker.searching.model);
	assert_int_equal(hr_known_of(chain)->values[0].status, HR_STATUS_NULL);
	assert_int_equal(
		hr_pool_keep(&maker.searching.search->pool, chain, &imagined.outcome, maker.searching.model, true), 0);
	forget_imagined(&imagined);
	hr_chain_drop(chain);
	/* a pointer to a local variable, to nothing, into a freed block */
	for (unsigned i = 0; i < 3; i++) {
		assert_true(call(&maker, "box_new"));
		chain = hr_making_finish(&maker.making);
		imagine(&imagined, chain, maker.searching.model);
		imagined.outcome.pointers.data[0].region = i == 0 ? HR_IN_STACK : i == 1 ? HR_IN_NOTHING : HR_IN_HEAP;
		imagined.outcome.pointers.data[0].is_freed = i == 2;
		hr_known_observe(chain->known, chain, &imagined.outcome, maker.searching.model);
		assert_int_equal(hr_known_of(chain)->values[0].status, HR_STATUS_DEAD);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	end(&maker);
}

static void test_pool__equal_values_are_kept_once(void **state)
{
	struct maker maker;
	struct imagined imagined;

	begin(&maker, *state);
	for (unsigned i = 0; i < 3; i++) {
		assert_true(call(&maker, "box_new"));
		struct hr_chain *chain = hr_making_finish(&maker.making);
		imagine(&imagined, chain, maker.searching.model);
		hr_vec_push(&imagined.outcome.fingerprints, (struct hr_fingerprint){ 0, 0, i / 2 });
		hr_known_observe(chain->known, chain, &imagined.outcome, maker.searching.model);
		assert_int_equal(hr_pool_keep(&maker.searching.search->pool, chain, &imagined.outcome,
					      maker.searching.model, false),
				 i != 1);
		forget_imagined(&imagined);
		hr_chain_drop(chain);
	}
	end(&maker);
}

static void test_pool__memory_is_bounded(void **state)
{
	struct maker maker;
	struct hr_pool *pool;
	size_t most = 0;

	begin(&maker, *state);
	pool = &maker.searching.search->pool;
	pool->most_bytes = pool->forget_at = 400000;
	for (unsigned i = 0; i < 5000; i++) {
		assert_true(call(&maker, i % 2 ? "box_new" : "box_open"));
		hr_chain_drop(finish(&maker));
		most = pool->bytes > most ? pool->bytes : most;
	}
	assert_true(most < 500000);
	assert_true(pool->bytes > 100000);
	hr_pool_release(pool);
	assert_int_equal(pool->bytes, 0);
	hr_pool_init(pool, 1, 1);
	end(&maker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_making__what_is_lacking_is_told),
		IN_SCRATCH(test_making__destroyed_is_dead),
		IN_SCRATCH(test_making__slots_are_read),
		IN_SCRATCH(test_making__what_was_there_is_lent),
		IN_SCRATCH(test_making__parts_are_ended_with_their_object),
		IN_SCRATCH(test_making__borrowed_is_not_given_away),
		IN_SCRATCH(test_making__given_away_once),
		IN_SCRATCH(test_making__memory_goes_where_it_is_known_to_go),
		IN_SCRATCH(test_making__objects_are_initialised_first),
		IN_SCRATCH(test_making__lengths_agree),
		IN_SCRATCH(test_states__refused_and_freed),
		IN_SCRATCH(test_pool__equal_values_are_kept_once),
		IN_SCRATCH(test_pool__memory_is_bounded),
	};

	return cmocka_run_group_tests_name("making", tests, NULL, NULL);
}
