/* Literals with and without the code's constants and impurity: nothing of a part that is off is drawn, and what a part brought is credited to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parsing.h"
#include "search/literals_internal.h"

#include "seq/text.h"

enum { MANY = 4000 };

#define CONSTANTS (1u << HR_PART_CONSTANTS)
#define IMPURITY (1u << HR_PART_IMPURITY)

static struct hr_chain *chain_of(const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, parsing.analysed.unit->model, text, strlen(text), "t", &error) < 0)
		fail_msg("%s", error.message.data);
	struct hr_chain *chain = hr_chain_of(sequence);
	hr_sequence_free(sequence);
	hr_error_release(&error);
	return chain;
}

static void praise(const char *text)
{
	struct hr_chain *chain = chain_of(text);
	hr_literals_praise(parsing.literals, chain, 1);
	hr_chain_drop(chain);
}

static void hear(const char *text, const struct hr_comparison *comparison)
{
	struct hr_chain *chain = chain_of(text);
	struct hr_outcome outcome;

	hr_outcome_init(&outcome);
	hr_vec_push(&outcome.comparisons, *comparison);
	hr_literals_hear(parsing.literals, chain, &outcome);
	hr_outcome_release(&outcome);
	hr_chain_drop(chain);
}

/* Numbers from `least` to `most`, of so many; each is credited to `part` when it is on, and to nothing when nothing is. */
static size_t count_numbers(const char *name, unsigned parts, int64_t least, int64_t most, unsigned credited)
{
	struct hr_wish wish = wish_of(name, 0);
	size_t found = 0;

	for (int i = 0; i < MANY; i++) {
		unsigned contributed = 0;
		wish.parts = parts;
		wish.contributed = &contributed;
		int64_t number = hr_literal_number(parsing.literals, &wish);
		assert_int_equal(contributed & ~parts, 0);
		if (number < least || number > most)
			continue;
		found++;
		if (parts & credited)
			assert_true(contributed & credited);
	}
	return found;
}

static size_t count_texts(const char *name, unsigned parts, const char *wanted, unsigned credited)
{
	struct hr_wish wish = wish_of(name, 0);
	size_t found = 0;

	for (int i = 0; i < MANY; i++) {
		unsigned contributed = 0;
		struct hr_operand out;
		wish.parts = parts;
		wish.contributed = &contributed;
		hr_literal_text(&out, parsing.literals, &wish);
		assert_int_equal(contributed & ~parts, 0);
		if (!strstr(out.text, wanted))
			continue;
		found++;
		assert_true(contributed & credited);
	}
	return found;
}

static void test_literal_parts__what_the_code_compares_with(void **state)
{
	(void)state;
	assert_true(count_numbers("check", CONSTANTS, 123456, 123456, CONSTANTS) > 50);
	assert_int_equal(count_numbers("check", IMPURITY, 123456, 123456, 0), 0);
	assert_int_equal(count_numbers("check", 0, 123456, 123456, 0), 0);
	assert_true(count_texts("tree_parse", CONSTANTS, "verily", CONSTANTS) > 50);
	assert_int_equal(count_texts("tree_parse", IMPURITY, "verily", 0), 0);
	assert_int_equal(count_texts("tree_parse", 0, "elsewhere", 0), 0);
}

static void test_literal_parts__composed_of_the_characters_of_the_code(void **state)
{
	(void)state;
	/* braces around something that has an end: made of them only when they are known */
	assert_true(count_texts("tree_parse", CONSTANTS, "{\"", CONSTANTS) > 10);
	assert_int_equal(count_texts("tree_parse", 0, "{\"", 0), 0);
}

static void test_literal_parts__what_was_compared_at_run_time(void **state)
{
	struct hr_comparison numbers = { .size = 4 }, words = { .is_bytes = true, .size = 5 };
	uint32_t here = 77, there = 987654;

	(void)state;
	memcpy(numbers.left, &here, sizeof here);
	memcpy(numbers.right, &there, sizeof there);
	memcpy(words.left, "abcd", 4);
	memcpy(words.right, "zebra", 5);
	hear("v0 = check(77)", &numbers);
	hear("v0 = tree_parse(\"x=abcd;\")", &words);
	size_t check = operation_number("check"), parse = operation_number("tree_parse");
	assert_int_equal(hr_literals_waiting(parsing.literals, check, CONSTANTS), 1);
	assert_int_equal(hr_literals_waiting(parsing.literals, check, IMPURITY), 0);
	assert_int_equal(hr_literals_waiting(parsing.literals, parse, 0), 0);
	assert_int_equal(count_numbers("check", IMPURITY, 987654, 987654, 0), 0);
	assert_int_equal(count_texts("tree_parse", IMPURITY, "zebra", 0), 0);
	/* it waits until somebody may take it */
	assert_true(count_numbers("check", CONSTANTS, 987654, 987654, CONSTANTS) > 0);
	assert_true(count_texts("tree_parse", CONSTANTS, "x=zebra;", CONSTANTS) > 0);
	assert_int_equal(hr_literals_waiting(parsing.literals, parse, CONSTANTS), 0);
}

static void test_literal_parts__what_was_kept(void **state)
{
	(void)state;
	praise("v0 = check(-70000)");
	praise("v0 = tree_parse(\"<<precious>>\")");
	assert_true(count_numbers("check", IMPURITY, -70000, -70000, IMPURITY) > 50);
	assert_int_equal(count_numbers("check", CONSTANTS, -70100, -69900, 0), 0);
	assert_int_equal(count_texts("tree_parse", CONSTANTS, "precious", 0), 0);
	assert_int_equal(hr_literals_waiting(parsing.literals, operation_number("tree_parse"), CONSTANTS), 0);
	/* its beginnings as well */
	assert_true(hr_literals_waiting(parsing.literals, operation_number("tree_parse"), IMPURITY) > 0);
	assert_true(count_texts("tree_parse", IMPURITY, "<<prec", IMPURITY) > 100);
}

static void test_literal_parts__numbers_near_others(void **state)
{
	(void)state;
	struct hr_wish size = wish_of("get_room", 0), kind = wish_of("is_kind", 0);
	double sum = 0, squares = 0;
	size_t count = 0;

	praise("v0 = check(-70000)");
	for (int i = 0; i < 40 * MANY; i++) {
		struct hr_wish wish = wish_of("check", 0);
		int64_t number = hr_literal_number(parsing.literals, &wish) + 70000;
		/* without those that were kept, and their nearest neighbours */
		if (number < -150 || number > 150 || (number >= -4 && number <= 4))
			continue;
		count++;
		sum += (double)number;
		squares += (double)(number * number);
	}
	assert_true(count > 100);
	assert_in_range((int)(sum / (double)count) + 10, 0, 20);
	assert_in_range((int)(squares / (double)count), 600, 1400); /* 900, a little more without the middle */
	for (int i = 0; i < MANY; i++) {                            /* within the range of their types */
		assert_in_range(hr_literal_number(parsing.literals, &size), 0, 65536 + 200);
		int64_t number = hr_literal_number(parsing.literals, &kind);
		assert_true(number == 3 || number == 7 || number == 9);
	}
}

static void test_literal_parts__edits_need_impurity(void **state)
{
	(void)state;
	const struct hr_operand old = { .kind = HR_OPERAND_NUMBER, .number = 5 };
	struct hr_operand out;
	struct hr_wish wish = wish_of("check", 0);
	unsigned contributed = 0;

	wish.contributed = &contributed;
	assert_true(hr_literal_edit(&out, &old, parsing.literals, &wish));
	assert_true(contributed & IMPURITY);
	wish.parts = CONSTANTS;
	assert_false(hr_literal_edit(&out, &old, parsing.literals, &wish));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_LITERALS(test_literal_parts__what_the_code_compares_with),
		WITH_LITERALS(test_literal_parts__composed_of_the_characters_of_the_code),
		WITH_LITERALS(test_literal_parts__what_was_compared_at_run_time),
		WITH_LITERALS(test_literal_parts__what_was_kept),
		WITH_LITERALS(test_literal_parts__numbers_near_others),
		WITH_LITERALS(test_literal_parts__edits_need_impurity),
	};

	return cmocka_run_group_tests(tests, make_parsing, forget_parsing);
}
