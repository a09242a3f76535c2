/* The words for the model's enumerations. */
#include "model/words.h"

#include "../base/expect_bug.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct hr_words *const all[] = {
	&hr_role_words, &hr_fact_words,       &hr_source_words,        &hr_unit_words,
	&hr_kind_words, &hr_refused_words,    &hr_type_kind_words,     &hr_completeness_words,
	&hr_form_words, &hr_definition_words, &hr_constant_kind_words, &hr_answer_words,
};

#define ALL (sizeof all / sizeof *all)

static void test_words__read_back(void **state)
{
	int value;

	(void)state;
	for (size_t i = 0; i < ALL; i++) {
		for (int j = 0; j < all[i]->count; j++) {
			value = -1;
			assert_true(hr_word_find(&value, all[i], hr_word(all[i], j)));
			assert_int_equal(value, j); /* thus no two are the same */
		}
	}
}

static void test_words__are_lower_case(void **state)
{
	(void)state;
	for (size_t i = 0; i < ALL; i++) {
		for (int j = 0; j < all[i]->count; j++) {
			const char *word = hr_word(all[i], j);

			assert_string_not_equal(word, "");
			for (; *word != '\0'; word++)
				assert_true((*word >= 'a' && *word <= 'z') || *word == '_');
		}
	}
}

static void test_words__stand_for_their_values(void **state)
{
	static const struct {
		const struct hr_words *words;
		int value;
		const char *word;
	} cases[] = {
		{ &hr_role_words, HR_ROLE_UNKNOWN, "unknown" },
		{ &hr_role_words, HR_ROLE_USER_DATA, "user_data" },
		{ &hr_role_words, HR_ROLE_CAPACITY, "capacity" },
		{ &hr_role_words, HR_ROLE_PRIVATE, "private" },
		{ &hr_role_words, HR_ROLE_VALUE, "value" },
		{ &hr_fact_words, HR_FACT_FREED_BY, "freed_by" },
		{ &hr_fact_words, HR_FACT_ERROR, "error" },
		{ &hr_source_words, HR_SOURCE_DOCUMENTATION, "documentation" },
		{ &hr_source_words, HR_SOURCE_USER, "user" },
		{ &hr_unit_words, HR_UNIT_ELEMENTS, "elements" },
		{ &hr_kind_words, HR_KIND_MUTATOR, "mutator" },
		{ &hr_refused_words, HR_REFUSED_NONZERO, "nonzero" },
		{ &hr_type_kind_words, HR_TYPE_VA_LIST, "va_list" },
		{ &hr_completeness_words, HR_COMPLETED_FROM_SOURCE, "completed_from_source" },
		{ &hr_form_words, HR_FORM_MACRO, "macro" },
		{ &hr_definition_words, HR_DEFINED_NOWHERE, "nowhere" },
		{ &hr_constant_kind_words, HR_CONSTANT_POINTER, "pointer" },
		{ &hr_answer_words, HR_YES, "yes" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(hr_word(cases[i].words, cases[i].value), cases[i].word);
}

static void test_words__find_only_words(void **state)
{
	int value = 77;

	(void)state;
	assert_false(hr_word_find(&value, &hr_role_words, NULL));
	assert_false(hr_word_find(&value, &hr_role_words, ""));
	assert_false(hr_word_find(&value, &hr_role_words, "Receiver"));
	assert_false(hr_word_find(&value, &hr_role_words, "receive"));
	assert_int_equal(value, 77);
}

static void word_of(void *argument)
{
	hr_word(&hr_unit_words, *(int *)argument);
}

static void test_words__out_of_range_is_a_bug(void **state)
{
	int good = HR_UNIT_COUNT - 1, low = -1, high = HR_UNIT_COUNT;

	(void)state;
	assert_false(ends_in_bug(word_of, &good));
	assert_true(ends_in_bug(word_of, &low));
	assert_true(ends_in_bug(word_of, &high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words__read_back),
		cmocka_unit_test(test_words__are_lower_case),
		cmocka_unit_test(test_words__stand_for_their_values),
		cmocka_unit_test(test_words__find_only_words),
		cmocka_unit_test(test_words__out_of_range_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
