/* The dictionary: constants near an operation are drawn more often, and what was heard is drawn too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parsing.h"

#include "search/dictionary.h"

static struct hr_dictionary *dictionary;

static int begin_dictionary(void **state)
{
	(void)state;
	hr_random_seed(&parsing.random, 7);
	dictionary = hr_dictionary_new(parsing.analysed.unit->model, parsing.analysed.facts);
	return 0;
}

static int end_dictionary(void **state)
{
	(void)state;
	hr_dictionary_free(dictionary);
	return 0;
}

static size_t count_number(size_t operation, int64_t wanted)
{
	size_t found = 0;
	for (int i = 0; i < 2000; i++) {
		int64_t number;
		assert_true(hr_dictionary_number(&number, dictionary, &parsing.random, operation));
		found += number == wanted;
	}
	return found;
}

static size_t count_token(size_t operation, const char *wanted)
{
	size_t found = 0;
	for (int i = 0; i < 2000; i++) {
		struct hr_dictionary_word token;
		assert_true(hr_dictionary_token(&token, dictionary, &parsing.random, operation));
		found += token.length == strlen(wanted) && memcmp(token.text, wanted, token.length) == 0;
	}
	return found;
}

static void test_dictionary__near_constants_first(void **state)
{
	(void)state;
	size_t near = count_number(operation_number("check"), 123456);
	size_t far = count_number(operation_number("is_kind"), 123456);

	assert_true(near > 300);
	assert_true(far > 0 && far < near / 2);
	assert_true(count_token(operation_number("tree_parse"), "verily") > 1000);
	assert_true(count_token(operation_number("tree_parse"), "elsewhere") > 0);
}

static void test_dictionary__characters(void **state)
{
	(void)state;
	char punctuation[24];
	size_t count =
		hr_dictionary_punctuation(punctuation, sizeof punctuation, dictionary, operation_number("tree_parse"));

	assert_int_equal(count, 5);
	for (const char *c = "{}\":,"; *c; c++)
		assert_non_null(memchr(punctuation, *c, count));
	for (int i = 0; i < 100; i++)
		assert_true(hr_dictionary_character(dictionary, &parsing.random, operation_number("tree_parse")) > 0);
}

static void test_dictionary__words_that_begin_with(void **state)
{
	(void)state;
	struct hr_dictionary_word words[4];
	size_t parse = operation_number("tree_parse");

	assert_int_equal(hr_dictionary_beginning_with(words, 4, dictionary, parse, 'V'), 1); /* in either case */
	assert_int_equal(words[0].length, 6);
	assert_memory_equal(words[0].text, "verily", 6);
	assert_int_equal(hr_dictionary_beginning_with(words, 0, dictionary, parse, 'v'), 0);
	assert_int_equal(hr_dictionary_beginning_with(words, 4, dictionary, parse, '#'), 0);
}

static void test_dictionary__hears(void **state)
{
	(void)state;
	size_t check = operation_number("check"), other = operation_number("tiny");

	assert_int_equal(count_number(check, 99887766), 0);
	hr_dictionary_hear_number(dictionary, check, 99887766);
	hr_dictionary_hear_number(dictionary, check, 5);                       /* small */
	hr_dictionary_hear_number(dictionary, check, INT64_C(0x7fff12345678)); /* an address */
	hr_dictionary_hear_token(dictionary, check, "whispered", 9);
	assert_true(count_number(check, 99887766) > 300);
	assert_true(count_number(other, 99887766) > 50);
	assert_int_equal(count_number(check, INT64_C(0x7fff12345678)), 0);
	assert_true(count_token(check, "whispered") > 300);
	/* bounded: what is new takes the place of what is old */
	for (int64_t i = 0; i < 1000; i++)
		hr_dictionary_hear_number(dictionary, check, 5000000 + i);
	assert_int_equal(count_number(check, 99887766), 0);
}

static void test_dictionary__nothing_is_known(void **state)
{
	(void)state;
	struct hr_model *model = hr_model_new();
	struct hr_dictionary *empty = hr_dictionary_new(model, NULL);
	struct hr_dictionary_word token;
	int64_t number;
	double real;

	assert_false(hr_dictionary_number(&number, empty, &parsing.random, (size_t)-1));
	assert_false(hr_dictionary_real(&real, empty, &parsing.random, (size_t)-1));
	assert_false(hr_dictionary_token(&token, empty, &parsing.random, 0));
	assert_int_equal(hr_dictionary_character(empty, &parsing.random, 0), -1);
	hr_dictionary_hear_token(empty, 0, "", 0);
	hr_dictionary_hear_token(empty, 0, "word", 4);
	bool heard = false;
	for (int i = 0; i < 50 && !heard; i++)
		heard = hr_dictionary_token(&token, empty, &parsing.random, 0);
	assert_true(heard);
	hr_dictionary_free(empty);
	hr_model_free(model);
}

#define WITH_DICTIONARY(test) cmocka_unit_test_setup_teardown(test, begin_dictionary, end_dictionary)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_DICTIONARY(test_dictionary__near_constants_first),  WITH_DICTIONARY(test_dictionary__characters),
		WITH_DICTIONARY(test_dictionary__words_that_begin_with), WITH_DICTIONARY(test_dictionary__hears),
		WITH_DICTIONARY(test_dictionary__nothing_is_known),
	};

	return cmocka_run_group_tests(tests, make_parsing, forget_parsing);
}
