/* Chains that read something, made again with other texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "searching.h"

#include "search/readings.h"

#define CONSTANTS (1u << HR_PART_CONSTANTS)
#define IMPURITY (1u << HR_PART_IMPURITY)

enum { MANY = 400 };

struct reader {
	struct searching searching;
	struct hr_random random;
	struct hr_making making;
	struct hr_readings *readings;
};

static void begin(struct reader *reader, void *directory)
{
	reader->searching = search_boxes(directory, 3);
	hr_random_seed(&reader->random, 5);
	hr_making_init(&reader->making, reader->searching.search, &reader->random);
	reader->making.switched = HR_PARTS_ALL;
	reader->readings = reader->searching.search->readings;
}

static void end(struct reader *reader)
{
	hr_making_release(&reader->making);
	end_search(&reader->searching);
}

static struct hr_chain *finish(struct reader *reader)
{
	struct imagined imagined;
	struct hr_chain *chain = hr_making_finish(&reader->making);

	imagine(&imagined, chain, reader->searching.model);
	hr_known_observe(chain->known, chain, &imagined.outcome, reader->searching.model);
	hr_pool_keep(&reader->searching.search->pool, chain, &imagined.outcome, reader->searching.model, true);
	forget_imagined(&imagined);
	return chain;
}

/* A chain that ends with a call of it, whose argument is a literal of some length; the caller drops it. */
static struct hr_chain *chain_with(struct reader *reader, const char *name, size_t parameter)
{
	for (int i = 0; i < MANY; i++) {
		hr_making_clear(&reader->making);
		if (!hr_making_call(&reader->making, (size_t)operation_index(reader->searching.model, name)))
			continue;
		struct hr_chain *chain = finish(reader);
		const struct hr_statement *last = &chain->statements[chain->own_statements - 1];
		const struct hr_operand *text = &last->operands[parameter];
		if ((text->kind == HR_OPERAND_TEXT || text->kind == HR_OPERAND_BYTES) && text->length > 2 &&
		    text->length < 100)
			return chain;
		hr_chain_drop(chain);
	}
	fail_msg("no text for '%s'", name);
	return NULL;
}

static const struct hr_operand *operand_of(const struct hr_chain *chain, uint32_t statement, size_t operand)
{
	assert_true(statement < chain->own_statements);
	assert_int_equal(chain->statements[statement].kind, HR_STATEMENT_CALL);
	return &chain->statements[statement].operands[operand];
}

static bool ends_with_a_new_byte(const struct hr_operand *text)
{
	return text->length > 0 && !memchr(text->text, text->text[text->length - 1], text->length - 1);
}

/* One more; NULL: none. */
static struct hr_chain *again(struct reader *reader)
{
	hr_making_clear(&reader->making);
	return hr_readings_make(reader->readings, &reader->making) ? hr_making_finish(&reader->making) : NULL;
}

static struct hr_chain *put_something(struct reader *reader)
{
	hr_making_clear(&reader->making);
	assert_true(hr_making_call(&reader->making, (size_t)operation_index(reader->searching.model, "box_new")));
	hr_chain_drop(finish(reader));
	return chain_with(reader, "box_put", 1);
}

static void test_readings__the_same_with_another_text(void **state)
{
	struct reader reader;
	size_t others = 0, cuts = 0;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	uint32_t last = chain->own_statements - 1;
	const struct hr_operand *old = operand_of(chain, last, 1);
	assert_int_equal(hr_readings_share(reader.readings), 0);
	hr_readings_observe(reader.readings, chain, 0);
	assert_null(again(&reader));
	hr_readings_observe(reader.readings, chain, 2);
	assert_true(hr_readings_share(reader.readings) > 0);
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		assert_non_null(made);
		const struct hr_operand *text = operand_of(made, last, 1);
		assert_int_equal(made->part_count, chain->part_count);
		assert_int_equal(text->kind, HR_OPERAND_TEXT);
		assert_int_equal(strlen(text->text), text->length);
		assert_int_equal(operand_of(made, last, 0)->value, operand_of(chain, last, 0)->value);
		assert_int_equal(operand_of(made, last, 2)->number, operand_of(chain, last, 2)->number);
		assert_int_equal(hr_known_of(made)->count, made->value_count);
		others += text->length != old->length || memcmp(text->text, old->text, old->length) != 0;
		if (made->call_count > chain->call_count) { /* in two calls, on the same object */
			assert_int_equal(made->call_count, chain->call_count + 1);
			assert_int_equal(operand_of(made, last + 1, 0)->value, operand_of(chain, last, 0)->value);
			assert_true(operand_of(made, last + 1, 1)->length > 0);
			cuts++;
		}
		hr_chain_drop(made);
	}
	assert_true(others > MANY / 2);
	assert_true(cuts > 0);
	hr_chain_drop(chain);
	end(&reader);
}

/* A length that an earlier call returned is still what that returned: it was overwritten like a number. */
static void test_readings__lengths_that_calls_returned(void **state)
{
	struct reader reader;
	struct hr_operand length = { .kind = HR_OPERAND_VALUE };

	begin(&reader, *state);
	size_t sum = (size_t)operation_index(reader.searching.model, "bytes_sum");
	hr_making_clear(&reader.making);
	assert_true(hr_making_call(&reader.making, sum));
	assert_true(hr_making_call(&reader.making, sum));
	struct hr_chain *chain = hr_making_finish(&reader.making);
	struct hr_reading_place place = { .statement = chain->own_statements - 1, .operand = 0 };
	const struct hr_statement *last = &chain->statements[place.statement];
	assert_int_equal(last->operation, sum);
	length.value = last->value - 1;
	((struct hr_operand *)last->operands)[1] = length;
	hr_making_clear(&reader.making);
	hr_reading_copy(&reader.making, chain, &place, "abcdefgh", 8, 0);
	struct hr_chain *made = hr_making_finish(&reader.making);
	const struct hr_operand *now = operand_of(made, place.statement, 1);
	assert_int_equal(now->kind, HR_OPERAND_VALUE);
	assert_int_equal(now->value, length.value);
	hr_chain_drop(made);
	hr_chain_drop(chain);
	end(&reader);
}

static void test_readings__only_with_their_parts(void **state)
{
	struct reader reader;
	size_t questions = 0;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	hr_readings_observe(reader.readings, chain, 1);
	reader.making.switched = 0;
	assert_null(again(&reader));
	reader.making.switched = IMPURITY;
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		assert_non_null(made);
		assert_int_equal(hr_known_of(made)->contributed, IMPURITY);
		assert_false(hr_search_asks(made));
		hr_chain_drop(made);
	}
	/* questions wait until somebody may ask them; when all were asked, others are found */
	reader.making.switched = CONSTANTS;
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		if (!made)
			continue;
		assert_int_equal(hr_known_of(made)->contributed, CONSTANTS);
		assert_true(hr_search_asks(made));
		questions++;
		hr_chain_drop(made);
	}
	assert_true(questions > MANY / 2);
	hr_chain_drop(chain);
	end(&reader);
}

/* A question that led somewhere: it is gone on with behind what stands before the byte that asked, and behind the byte, which may be what led on. */
static void test_readings__what_asked_is_kept_both_ways(void **state)
{
	struct reader reader;
	bool with = false, without = false;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader), *question = NULL;
	uint32_t last = chain->own_statements - 1;
	hr_readings_observe(reader.readings, chain, 1);
	reader.making.switched = CONSTANTS;
	while (!question)
		question = again(&reader);
	assert_true(hr_search_asks(question));
	struct hr_operand asked = *operand_of(question, last, 1);
	hr_readings_observe(reader.readings, question, 1);
	for (int i = 0; i < 40; i++) {
		struct hr_chain *made = again(&reader);
		if (!made)
			continue;
		const struct hr_operand *text = operand_of(made, last, 1);
		bool begins = text->length >= asked.length && memcmp(text->text, asked.text, asked.length - 1) == 0;
		with = with || (begins && text->length == asked.length + 1 &&
				text->text[asked.length - 1] == asked.text[asked.length - 1]);
		without = without || (begins && text->length == asked.length);
		hr_chain_drop(made);
	}
	assert_true(with);
	assert_true(without);
	hr_chain_drop(question);
	hr_chain_drop(chain);
	end(&reader);
}

/* Tells what the byte that asks was compared with. */
static void answer(struct reader *reader, const struct hr_chain *made, const struct hr_operand *text, const char *bytes)
{
	struct hr_outcome outcome;
	struct hr_comparison comparison = { .size = 1 };

	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	comparison.left[0] = (unsigned char)text->text[text->length - 1];
	for (; *bytes; bytes++) {
		comparison.right[0] = (unsigned char)*bytes;
		hr_vec_push(&outcome.comparisons, comparison);
	}
	hr_search_hear_comparisons(reader->searching.search, made, &outcome);
	hr_outcome_release(&outcome);
}

/* However many are looked for, each is tried. */
static void test_readings__no_answer_is_lost(void **state)
{
	static const char wanted[] = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghi";
	struct reader reader;
	bool is_tried[256] = { false }, is_answered = false;
	size_t length = 0;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	uint32_t last = chain->own_statements - 1;
	hr_readings_observe(reader.readings, chain, 1);
	reader.making.switched = CONSTANTS;
	for (int i = 0; i < 2 * MANY; i++) {
		struct hr_chain *made = again(&reader);
		if (!made)
			continue;
		const struct hr_operand *text = operand_of(made, last, 1);
		if (is_answered && !hr_search_asks(made) && text->length == length)
			is_tried[(unsigned char)text->text[length - 1]] = true;
		/* with the rest of the text behind it, too */
		if (hr_search_asks(made) && !is_answered && text->length <= operand_of(chain, last, 1)->length) {
			is_answered = true;
			length = text->length;
			answer(&reader, made, text, wanted);
		}
		hr_chain_drop(made);
	}
	size_t tried = 0;
	for (const char *byte = wanted; *byte; byte++)
		tried += is_tried[(unsigned char)*byte];
	assert_true(tried + 16 > strlen(wanted)); /* some are passed in two calls */
	hr_chain_drop(chain);
	end(&reader);
}

/* Somebody who reads so many bytes and no more: the place behind them is found. */
static void test_readings__where_a_reader_stops(void **state)
{
	for (size_t part = 1; part < 4; part++) {
		struct reader reader;
		bool is_found = false;

		begin(&reader, *state);
		struct hr_chain *chain = put_something(&reader);
		uint32_t last = chain->own_statements - 1;
		struct hr_operand old = *operand_of(chain, last, 1);
		size_t stops = old.length * part / 4;
		hr_readings_observe(reader.readings, chain, 1);
		reader.making.switched = CONSTANTS;
		for (int i = 0; i < 60 && !is_found; i++) {
			struct hr_chain *made = again(&reader);
			if (!made)
				continue;
			const struct hr_operand *text = operand_of(made, last, 1);
			if (hr_search_asks(made)) {
				size_t at = text->length - 1;
				is_found = at == stops && memcmp(text->text, old.text, at) == 0;
				answer(&reader, made, text, at <= stops ? "%" : "");
			}
			hr_chain_drop(made);
		}
		assert_true(is_found);
		hr_chain_drop(chain);
		end(&reader);
	}
}

static void test_readings__what_was_compared_follows(void **state)
{
	struct reader reader;
	char expected[128];
	size_t length = 0, found = 0;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	uint32_t last = chain->own_statements - 1;
	hr_readings_observe(reader.readings, chain, 1);
	reader.making.switched = CONSTANTS;
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		if (!made)
			continue;
		const struct hr_operand *text = operand_of(made, last, 1);
		bool is_cut = made->call_count > chain->call_count;
		size_t whole = text->length + (is_cut ? operand_of(made, last + 1, 1)->length : 0);
		found += length && whole == length && memcmp(text->text, expected, text->length) == 0 &&
			 (is_cut || text->text[length - 1] == '%');
		if (hr_search_asks(made) && !length) {
			struct hr_outcome outcome;
			struct hr_comparison comparison = { .size = 4 };
			assert_true(ends_with_a_new_byte(text));
			hr_outcome_init(&outcome);
			comparison.left[0] = (unsigned char)text->text[text->length - 1];
			comparison.right[0] = '%';
			hr_vec_push(&outcome.comparisons, comparison);
			comparison.left[0]++; /* about something else */
			comparison.right[0] = '$';
			hr_vec_push(&outcome.comparisons, comparison);
			hr_search_hear_comparisons(reader.searching.search, made, &outcome);
			hr_outcome_release(&outcome);
			length = text->length;
			memcpy(expected, text->text, length);
			expected[length - 1] = '%';
		}
		hr_chain_drop(made);
	}
	assert_int_equal(found, 1);
	hr_chain_drop(chain);
	end(&reader);
}

static void test_readings__lengths_follow(void **state)
{
	struct reader reader;

	begin(&reader, *state);
	struct hr_chain *chain = chain_with(&reader, "bytes_sum", 0);
	uint32_t last = chain->own_statements - 1;
	bool was_whole = operand_of(chain, last, 1)->number == (int64_t)operand_of(chain, last, 0)->length;
	hr_readings_observe(reader.readings, chain, 1);
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		assert_non_null(made);
		int64_t length = (int64_t)operand_of(made, last, 0)->length;
		assert_true(operand_of(made, last, 1)->number <= length);
		if (was_whole)
			assert_int_equal(operand_of(made, last, 1)->number, length);
		assert_int_equal(made->call_count, chain->call_count); /* there is no object that goes on reading */
		hr_chain_drop(made);
	}
	hr_chain_drop(chain);
	end(&reader);
}

static void test_readings__the_oldest_goes(void **state)
{
	struct reader reader;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	for (int i = 0; i < 100; i++)
		hr_readings_observe(reader.readings, chain, 1);
	for (int i = 0; i < MANY; i++) {
		struct hr_chain *made = again(&reader);
		assert_non_null(made);
		hr_chain_drop(made);
	}
	hr_chain_drop(chain);
	end(&reader);
}

/* "file" is in a directory of the test's own, and "../file" is somebody else's: what names a file is not edited. */
static void test_readings__names_of_directories_stay(void **state)
{
	struct reader reader;
	struct hr_reading_place place;

	begin(&reader, *state);
	struct hr_chain *chain = put_something(&reader);
	assert_true(hr_reading_find(&place, chain, reader.searching.search));
	param_of(reader.searching.model, "box_put", 1)->role = HR_ROLE_PATH;
	assert_false(hr_reading_find(&place, chain, reader.searching.search));
	hr_chain_drop(chain);
	end(&reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_readings__the_same_with_another_text),
		IN_SCRATCH(test_readings__lengths_that_calls_returned),
		IN_SCRATCH(test_readings__only_with_their_parts),
		IN_SCRATCH(test_readings__what_asked_is_kept_both_ways),
		IN_SCRATCH(test_readings__no_answer_is_lost),
		IN_SCRATCH(test_readings__where_a_reader_stops),
		IN_SCRATCH(test_readings__what_was_compared_follows),
		IN_SCRATCH(test_readings__lengths_follow),
		IN_SCRATCH(test_readings__the_oldest_goes),
		IN_SCRATCH(test_readings__names_of_directories_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
