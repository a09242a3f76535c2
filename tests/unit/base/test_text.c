/* Questions about strings. */
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_text__equal(void **state)
{
	static const struct {
		const char *a, *b;
		bool equal;
	} cases[] = {
		{ "a", "a", true },  { "a", "b", false }, { "a", "A", false },  { "", "", true },
		{ "", NULL, false }, { NULL, "", false }, { NULL, NULL, true }, { "ab", "a", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(hr_text_equal(cases[i].a, cases[i].b), cases[i].equal);
}

static void test_text__starts_and_ends(void **state)
{
	static const struct {
		const char *text, *part;
		bool starts, ends;
	} cases[] = {
		{ "harrier", "har", true, false },
		{ "harrier", "ier", false, true },
		{ "harrier", "harrier", true, true },
		{ "harrier", "", true, true },
		{ "", "", true, true },
		{ "", "a", false, false },
		{ "ab", "abc", false, false },
		{ "bc", "abc", false, false },
		{ "aba", "a", true, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(hr_text_starts_with(cases[i].text, cases[i].part), cases[i].starts);
		assert_int_equal(hr_text_ends_with(cases[i].text, cases[i].part), cases[i].ends);
	}
}

/* Compares a result to the offset it should have, -1 for NULL. */
static void check_offset(const char *text, const char *found, int offset)
{
	assert_int_equal(found ? found - text : -1, offset);
}

static void test_text__next_word(void **state)
{
	static const struct {
		const char *text;
		int offset;
		size_t length;
	} cases[] = {
		{ "free", 0, 4 },      { "  a_1, b", 2, 3 }, { "(x)", 1, 1 },
		{ "\xc3\xa9t", 2, 1 }, { "", -1, 0 },        { " .-", -1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t length;

		check_offset(cases[i].text, hr_text_next_word(cases[i].text, &length), cases[i].offset);
		assert_int_equal(length, cases[i].length);
	}
}

static void test_text__find_word(void **state)
{
	static const struct {
		const char *text, *word;
		int exact, any_case;
	} cases[] = {
		{ "free the buffer", "free", 0, 0 },
		{ "the buffer, free", "free", 12, 12 },
		{ "freed or unfree", "free", -1, -1 },
		{ "freed, then free", "free", 12, 12 },
		{ "xfree free", "free", 6, 6 },
		{ "my_free free_it free2 2free", "free", -1, -1 },
		{ "(free)", "free", 1, 1 },
		{ "Free FREE free", "free", 10, 0 },
		{ "NULL", "null", -1, 0 },
		{ "nul", "null", -1, -1 },
		{ "", "null", -1, -1 },
		{ "null", "", -1, -1 },
		{ "aa aaa", "aaa", 3, 3 },
		{ "must not be", "not be", 5, 5 },
		{ "\xC3\xA9null", "null", 2, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *text = cases[i].text;

		check_offset(text, hr_text_find_word(text, cases[i].word, false), cases[i].exact);
		check_offset(text, hr_text_find_word(text, cases[i].word, true), cases[i].any_case);
	}
}

static void test_text__find_any_case(void **state)
{
	static const struct {
		const char *text, *needle;
		int offset;
	} cases[] = {
		{ "The Caller Owns", "caller owns", 4 },
		{ "abc", "ABC", 0 },
		{ "ababc", "ABC", 2 },
		{ "ab", "abc", -1 },
		{ "", "", 0 },
		{ "x", "", 0 },
		{ "", "x", -1 },
		{ "[", "{", -1 },
		{ "@", "`", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		check_offset(cases[i].text, hr_text_find_any_case(cases[i].text, cases[i].needle), cases[i].offset);
}

static void test_text__utf8_take(void **state)
{
	static const struct {
		const char *bytes;
		size_t length, taken;
		bool valid;
	} cases[] = {
		{ "", 0, 0, false },
		{ "a", 1, 1, true },
		{ "\0", 1, 1, true },
		{ "\x7F", 1, 1, true },
		{ "\xC2\x80", 2, 2, true },
		{ "\xDF\xBF", 2, 2, true },
		{ "\xE0\xA0\x80", 3, 3, true },
		{ "\xED\x9F\xBF", 3, 3, true },
		{ "\xEE\x80\x80", 3, 3, true },
		{ "\xF0\x90\x80\x80", 4, 4, true },
		{ "\xF4\x8F\xBF\xBF", 4, 4, true },
		{ "\x80", 1, 1, false },     /* a continuation alone */
		{ "\xC0\x80", 2, 1, false }, /* overlong NUL */
		{ "\xC1\xBF", 2, 1, false },
		{ "\xE0\x9F\xBF", 3, 1, false },     /* overlong */
		{ "\xED\xA0\x80", 3, 1, false },     /* surrogate */
		{ "\xF0\x8F\xBF\xBF", 4, 1, false }, /* overlong */
		{ "\xF4\x90\x80\x80", 4, 1, false }, /* beyond U+10FFFF */
		{ "\xF5\x80\x80\x80", 4, 1, false },
		{ "\xFF", 1, 1, false },
		{ "\xE2\x82", 2, 2, false }, /* cut short by the length */
		{ "\xE2\x82\xAC", 1, 1, false },
		{ "\xE2\x82x", 3, 2, false }, /* cut short by another character */
		{ "\xF0\x9F\x98x", 4, 3, false },
		{ "\xC3(", 2, 1, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		bool valid = !cases[i].valid;

		assert_int_equal(hr_text_utf8_take(cases[i].bytes, cases[i].length, &valid), cases[i].taken);
		assert_int_equal(valid, cases[i].valid);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text__equal),         cmocka_unit_test(test_text__starts_and_ends),
		cmocka_unit_test(test_text__next_word),     cmocka_unit_test(test_text__find_word),
		cmocka_unit_test(test_text__find_any_case), cmocka_unit_test(test_text__utf8_take),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
