/* Texts: composed from the unit's own characters, edited within their room; and the corpus that keeps them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parsing.h"

#include "search/corpus.h"
#include "search/texts.h"

static struct hr_dictionary *dictionary;

static int begin_texts(void **state)
{
	(void)state;
	hr_random_seed(&parsing.random, 7);
	dictionary = hr_dictionary_new(parsing.analysed.unit->model, parsing.analysed.facts);
	return 0;
}

static int end_texts(void **state)
{
	(void)state;
	hr_dictionary_free(dictionary);
	return 0;
}

static struct hr_text_source source(void)
{
	return (struct hr_text_source){ dictionary, &parsing.random, operation_number("tree_parse"), NULL };
}

static bool is_balanced(const struct hr_text *text)
{
	int depth = 0;
	for (size_t i = 0; i < text->length; i++)
		depth += text->data[i] == '{' ? 1 : text->data[i] == '}' ? -1 : 0;
	return depth == 0;
}

static void test_texts__composed_of_the_units_own(void **state)
{
	(void)state;
	const struct hr_text_source from = source();
	size_t bracketed = 0, balanced = 0, nested = 0, worded = 0;

	for (int i = 0; i < 1000; i++) {
		char room[512];
		struct hr_text text = { room, 0, sizeof room - 1 };
		hr_text_compose(&text, &from);
		assert_null(memchr(room, '\0', text.length));
		room[text.length] = '\0';
		bracketed += strchr(room, '{') != NULL;
		balanced += strchr(room, '{') && is_balanced(&text);
		nested += strstr(room, "{{") || strstr(room, ":{");
		worded += strstr(room, "verily") != NULL;
	}
	assert_true(bracketed > 200);
	assert_true(balanced * 10 > bracketed * 8); /* a brace may stand alone, rarely */
	assert_true(nested > 10);
	assert_true(worded > 100);
}

static void test_texts__plain_has_all_kinds(void **state)
{
	(void)state;
	const struct hr_text_source from = source();
	size_t empty = 0, single = 0, large = 0, foreign = 0, numeric = 0;

	for (int i = 0; i < 3000; i++) {
		char room[5000];
		struct hr_text text = { room, 0, sizeof room };
		hr_text_plain(&text, &from);
		assert_null(memchr(room, '\0', text.length));
		empty += text.length == 0;
		single += text.length == 1;
		large += text.length > 100;
		numeric += text.length && room[0] >= '0' && room[0] <= '9';
		for (size_t k = 0; k < text.length; k++)
			if (room[k] & 0x80) {
				foreign++;
				break;
			}
	}
	assert_true(empty > 100 && single > 100 && numeric > 100);
	assert_true(large > 10 && large < 300);
	assert_true(foreign > 10 && foreign < 300);
}

static void test_texts__spans(void **state)
{
	(void)state;
	char data[] = "{\"ab\":[12,c]} x";
	struct hr_text text = { data, strlen(data), sizeof data };

	assert_int_equal(hr_text_span(&text, 0), 13);
	assert_int_equal(hr_text_span(&text, 1), 5);
	assert_int_equal(hr_text_span(&text, 6), 12);
	assert_int_equal(hr_text_span(&text, 7), 9);
	assert_int_equal(hr_text_span(&text, 5), 6);
	/* what never ends */
	text.length = 8;
	assert_int_equal(hr_text_span(&text, 0), 1);
	text.length = 3;
	assert_int_equal(hr_text_span(&text, 1), 2);
}

static void test_texts__replaced_within_their_room(void **state)
{
	(void)state;
	char data[8] = "abcd";
	struct hr_text text = { data, 4, sizeof data };

	assert_true(hr_text_replace(&text, 1, 2, "xyz", 3));
	assert_memory_equal(data, "axyzd", 5);
	assert_int_equal(text.length, 5);
	assert_false(hr_text_replace(&text, 0, 1, "01234", 5));
	assert_false(hr_text_replace(&text, 6, 0, "0", 1));
	assert_false(hr_text_replace(&text, 4, 2, "0", 1));
	assert_true(hr_text_replace(&text, 0, 5, NULL, 0));
	assert_int_equal(text.length, 0);
}

static void test_texts__edited_within_their_room(void **state)
{
	(void)state;
	const struct hr_text_source from = source();
	size_t changed = 0, begun = 0;

	for (int i = 0; i < 5000; i++) {
		char room[40] = "{\"a\": 1}";
		struct hr_text text = { room, 8, 32 };
		memset(room + 32, '#', 8);
		hr_text_edit(&text, &from, i % 2 ? "[elsewhere]" : NULL, 11, false);
		assert_true(text.length <= 32);
		assert_memory_equal(room + 32, "########", 8);
		assert_null(memchr(room, '\0', text.length));
		changed += text.length != 8 || memcmp(room, "{\"a\": 1}", 8) != 0;
		begun += text.length == 9 && memcmp(room, "{\"a\": 1}", 8) == 0;
	}
	assert_true(changed > 4000);
	assert_true(begun > 200); /* something begins at the end */
}

static void test_corpus__keeps_and_lets_wait(void **state)
{
	(void)state;
	struct hr_corpus *corpus = hr_corpus_new(parsing.analysed.unit->model);
	size_t operation = operation_number("tree_parse"), place = hr_corpus_parameter(corpus, operation, 0);
	const char *text;
	size_t length;
	int64_t number;
	enum hr_part part;

	assert_int_equal(hr_corpus_parameter(corpus, operation, 1), HR_NO_PLACE);
	assert_int_equal(hr_corpus_parameter(corpus, 100000, 0), HR_NO_PLACE);
	assert_false(hr_corpus_draw_text(&text, &length, corpus, place, &parsing.random));
	hr_corpus_keep_text(corpus, place, "kept", 4);
	assert_true(hr_corpus_draw_text(&text, &length, corpus, place, &parsing.random));
	assert_memory_equal(text, "kept", 4);
	/* its beginnings, each once */
	for (size_t i = 4; i-- > 0;) {
		assert_true(hr_corpus_draw_beginning(&text, &length, corpus, place, &parsing.random));
		assert_int_equal(length, i);
		assert_memory_equal(text, "kept", i);
	}
	assert_false(hr_corpus_draw_beginning(&text, &length, corpus, place, &parsing.random));
	assert_false(hr_corpus_draw_beginning(&text, &length, corpus, HR_NO_PLACE, &parsing.random));
	for (int64_t i = 0; i < 100; i++)
		hr_corpus_keep_number(corpus, place, i);
	assert_true(hr_corpus_draw_number(&number, corpus, place, &parsing.random));
	assert_true(number >= 76); /* the last 24 */

	hr_corpus_wait_text(corpus, place, HR_PART_CONSTANTS, "first", 5);
	hr_corpus_wait_text(corpus, place, HR_PART_CONSTANTS, "second", 6);
	hr_corpus_wait_text(corpus, place, HR_PART_CONSTANTS, "first", 5); /* again: passed over */
	hr_corpus_wait_number(corpus, place, 17);
	assert_int_equal(hr_corpus_waiting(corpus, operation, HR_PARTS_ALL), 3);
	assert_true(hr_corpus_take_text(&text, &length, &part, corpus, place, HR_PARTS_ALL));
	assert_memory_equal(text, "first", 5);
	assert_true(hr_corpus_take_text(&text, &length, &part, corpus, place, HR_PARTS_ALL));
	assert_memory_equal(text, "second", 6);
	assert_false(hr_corpus_take_text(&text, &length, &part, corpus, place, HR_PARTS_ALL));
	assert_true(hr_corpus_take_number(&number, corpus, place));
	assert_int_equal(number, 17);
	assert_int_equal(hr_corpus_waiting(corpus, operation, HR_PARTS_ALL), 0);
	/* only who has the part that it waits because of takes it */
	hr_corpus_wait_text(corpus, place, HR_PART_IMPURITY, "third", 5);
	assert_int_equal(hr_corpus_waiting(corpus, operation, 1u << HR_PART_CONSTANTS), 0);
	assert_false(hr_corpus_take_text(&text, &length, &part, corpus, place, 1u << HR_PART_CONSTANTS));
	hr_corpus_wait_text(corpus, place, HR_PART_CONSTANTS, "fourth", 6);
	assert_int_equal(hr_corpus_waiting(corpus, operation, HR_PARTS_ALL), 2);
	assert_true(hr_corpus_take_text(&text, &length, &part, corpus, place, HR_PARTS_ALL));
	assert_int_equal(part, HR_PART_CONSTANTS);
	assert_true(hr_corpus_take_text(&text, &length, &part, corpus, place, HR_PARTS_ALL));
	assert_int_equal(part, HR_PART_IMPURITY);
	assert_memory_equal(text, "third", 5);
	/* nowhere */
	hr_corpus_keep_text(corpus, HR_NO_PLACE, "x", 1);
	hr_corpus_wait_number(corpus, HR_NO_PLACE, 1);
	assert_false(hr_corpus_take_number(&number, corpus, HR_NO_PLACE));
	hr_corpus_free(corpus);
}

#define WITH_TEXTS(test) cmocka_unit_test_setup_teardown(test, begin_texts, end_texts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_TEXTS(test_texts__composed_of_the_units_own),
		WITH_TEXTS(test_texts__plain_has_all_kinds),
		WITH_TEXTS(test_texts__spans),
		WITH_TEXTS(test_texts__replaced_within_their_room),
		WITH_TEXTS(test_texts__edited_within_their_room),
		WITH_TEXTS(test_corpus__keeps_and_lets_wait),
	};

	return cmocka_run_group_tests(tests, make_parsing, forget_parsing);
}
