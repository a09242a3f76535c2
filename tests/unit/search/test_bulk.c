/* Much data: who gets it, how much, and what is learned of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"
#include "seq/noise.h"

enum { CALLS = 4000, ALWAYS = 100 /* new edges: also where little went in */ };

struct bulky {
	struct searching searching;
	struct hr_random random;
	struct hr_making making;
};

static void begin(struct bulky *bulky, void *directory)
{
	bulky->searching = search_boxes(directory, 3);
	hr_random_seed(&bulky->random, 5);
	hr_making_init(&bulky->making, bulky->searching.search, &bulky->random);
}

static void end(struct bulky *bulky)
{
	hr_making_release(&bulky->making);
	end_search(&bulky->searching);
}

static struct hr_progress *progress_of(struct bulky *bulky, const char *name)
{
	size_t index = (size_t)operation_index(bulky->searching.model, name);

	return &bulky->searching.search->progress.data[index];
}

/* Noise, or so short a part of it over and over that a test has that written out. */
static bool is_told_shortly(const struct hr_operand *data)
{
	struct hr_noise noise;

	for (size_t period = 1; period <= 16; period++)
		if (memcmp(data->text, data->text + period, data->length - period) == 0)
			return true;
	return hr_noise_find(&noise, data->text, data->length);
}

static const struct hr_statement *last_call(const struct hr_chain *chain)
{
	uint32_t last = chain->own_statements - 1;

	while (chain->statements[last].kind != HR_STATEMENT_CALL)
		last--;
	return &chain->statements[last];
}

/* A chain of one call; its outcome is imagined, with so many new edges where it was given much. How many bytes went in. */
static size_t call(struct bulky *bulky, const char *name, size_t new_edges, enum hr_outcome_status status)
{
	assert_true(hr_making_call(&bulky->making, (size_t)operation_index(bulky->searching.model, name)));
	struct hr_chain *chain = hr_making_finish(&bulky->making);
	const struct hr_statement *last = last_call(chain);
	const struct hr_operand *data = &last->operands[0];
	size_t length = data->kind == HR_OPERAND_BYTES ? data->length : 0;
	uint32_t bulk = hr_known_of(chain)->bulk;
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	outcome.status = bulk ? status : HR_OUTCOME_NORMAL;
	hr_bulk_learn(bulky->searching.search, chain, &outcome, bulk || new_edges == ALWAYS ? new_edges : 0);
	hr_outcome_release(&outcome);
	if (bulk) {
		assert_int_equal(bulk, length);
		assert_true(last->operands[1].number <= (int64_t)length);
		assert_true(is_told_shortly(data));
	}
	hr_chain_drop(chain);
	hr_making_clear(&bulky->making);
	return bulk ? length : 0;
}

/* Whoever reads bytes with a length is given each size once, the largest included, and hardly anything more when that finds nothing. */
static void test_bulk__each_size_once(void **state)
{
	struct bulky bulky;
	size_t given = 0, largest = 0;

	begin(&bulky, *state);
	for (unsigned i = 0; i < CALLS; i++) {
		size_t length = call(&bulky, "bytes_sum", 0, HR_OUTCOME_NORMAL);

		given += length > 0;
		largest = length > largest ? length : largest;
	}
	assert_int_equal(given, progress_of(&bulky, "bytes_sum")->bulk_tried);
	assert_in_range(given, 10, 40);
	assert_in_range(largest, 140000, 175000);
	end(&bulky);
}

/* As long as calls are refused they have not looked at what they were given, and begin with the first size. */
static void test_bulk__refused_calls_do_not_count(void **state)
{
	struct bulky bulky;
	size_t given = 0, first = 0;

	begin(&bulky, *state);
	struct hr_progress *progress = progress_of(&bulky, "bytes_sum");
	progress->bulk_tried = progress->bulk_refused = 50;
	for (unsigned i = 0; i < CALLS; i++) {
		size_t length = call(&bulky, "bytes_sum", 0, HR_OUTCOME_NORMAL);

		given += length > 0;
		first = first ? first : length;
	}
	assert_in_range(first, 300, 375);
	assert_in_range(given, 10, 40);
	end(&bulky);
}

static void test_bulk__what_finds_something_gets_more(void **state)
{
	struct bulky bulky;
	size_t given = 0, large = 0;

	begin(&bulky, *state);
	for (unsigned i = 0; i < CALLS; i++) {
		size_t length = call(&bulky, "bytes_sum", 1, HR_OUTCOME_NORMAL);

		given += length > 0;
		large += length >= 20000;
	}
	assert_in_range(given, 80, 250);
	assert_true(large > 10);
	assert_int_equal(progress_of(&bulky, "bytes_sum")->bulk_found, given);
	end(&bulky);
}

/* What is found with little says nothing of much. */
static void test_bulk__only_what_it_found_itself_counts(void **state)
{
	struct bulky bulky;
	size_t given = 0;

	begin(&bulky, *state);
	for (unsigned i = 0; i < CALLS; i++)
		given += call(&bulky, "bytes_sum", ALWAYS, HR_OUTCOME_NORMAL) > 0;
	assert_int_equal(progress_of(&bulky, "bytes_sum")->bulk_found, given);
	end(&bulky);
}

static void test_bulk__what_takes_too_long_gets_no_more(void **state)
{
	struct bulky bulky;
	size_t given = 0;

	begin(&bulky, *state);
	for (unsigned i = 0; i < CALLS; i++)
		given += call(&bulky, "bytes_sum", 0, HR_OUTCOME_HANG) > 0;
	assert_int_equal(given, 3);
	end(&bulky);
}

/* Text without a length, numbers, handles: nothing of it. */
static void test_bulk__nobody_else(void **state)
{
	struct bulky bulky;

	begin(&bulky, *state);
	for (unsigned i = 0; i < CALLS / 4; i++)
		assert_int_equal(call(&bulky, "world_start", 0, HR_OUTCOME_NORMAL), 0);
	for (unsigned i = 0; i < CALLS / 4; i++)
		assert_int_equal(call(&bulky, "box_open", 0, HR_OUTCOME_NORMAL), 0);
	assert_int_equal(progress_of(&bulky, "box_open")->bulk_tried, 0);
	end(&bulky);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_bulk__each_size_once),
		IN_SCRATCH(test_bulk__refused_calls_do_not_count),
		IN_SCRATCH(test_bulk__what_finds_something_gets_more),
		IN_SCRATCH(test_bulk__only_what_it_found_itself_counts),
		IN_SCRATCH(test_bulk__what_takes_too_long_gets_no_more),
		IN_SCRATCH(test_bulk__nobody_else),
	};
	return cmocka_run_group_tests_name("search/bulk", tests, NULL, NULL);
}
