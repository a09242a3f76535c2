/* Texts and numbers in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "suite/text_names.h"

#include <string.h>

static void expect_text(const char *text, const char *expected)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addstr(&name, "x");
	assert_int_equal(hr_name_text(&name, text, strlen(text)), expected != NULL);
	assert_string_equal(name.data + (expected ? 2 : 1), expected ? expected : "");
	hr_strbuf_release(&name);
}

static void test_text_names__words_and_signs(void **state)
{
	(void)state;
	expect_text("Not found", "not_found");
	expect_text("well-known_name", "well_known_name");
	expect_text("/~0", "slash_tilde_0");
	expect_text("-a", "dash_a");
	expect_text("/", "slash");
	expect_text("a\n", "a");
	expect_text("\n", "newline");
	expect_text("[1][2]", NULL);
	expect_text("a,b,c", "a_comma_b_comma_c");
}

static void test_text_names__what_stands_around_it(void **state)
{
	(void)state;
	expect_text("[a]", "a_in_brackets");
	expect_text("[\"a\"]", "a_in_quotes_in_brackets");
	expect_text("{}", "empty_braces");
	expect_text("[{}]", "empty_braces_in_brackets");
	expect_text("{\"\":[0]}", NULL);
}

/* "returns_null" is a pointer, "returns_0" a number. */
static void test_text_names__never_read_as_something_else(void **state)
{
	(void)state;
	expect_text("null", "text_null");
	expect_text("[null]", "text_null_in_brackets");
	expect_text("True", "text_true");
	expect_text("0", "text_0");
	expect_text("1e5", "text_1e5");
	expect_text("nullable", "nullable");
	expect_text("1e", "1e");
}

static void test_text_names__too_much_for_a_name(void **state)
{
	(void)state;
	expect_text("", NULL);
	expect_text("abcdefghijklmnopqrstuvwxyz", NULL);
	expect_text("\x01\x02", NULL);
	expect_text("////", NULL);
}

static void test_text_names__numbers_with_a_fraction(void **state)
{
	static const struct {
		double real;
		const char *name;
	} cases[] = { { 0, "0" },
		      { -1.5, "minus_1_point_5" },
		      { 2147483648.0, "2147483648" },
		      { 1e30, "1e30" },
		      { 2e-7, "2e_minus_07" } };
	struct hr_strbuf name = HR_STRBUF_INIT;
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		hr_strbuf_clear(&name);
		hr_name_real(&name, cases[i].real);
		assert_string_equal(name.data, cases[i].name);
	}
	hr_strbuf_release(&name);
}

static void test_text_names__names_written_like_this(void **state)
{
	static const char *const cases[][2] = { { "addItemToArray", "add_item_to_array" },
						{ "AddItemCS", "add_item_cs" },
						{ "XMLParser_new", "xml_parser_new" },
						{ "list_size", "list_size" } };
	struct hr_strbuf name = HR_STRBUF_INIT;
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		hr_strbuf_clear(&name);
		hr_name_words(&name, cases[i][0]);
		assert_string_equal(name.data, cases[i][1]);
	}
	hr_strbuf_release(&name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_names__words_and_signs),
		cmocka_unit_test(test_text_names__what_stands_around_it),
		cmocka_unit_test(test_text_names__never_read_as_something_else),
		cmocka_unit_test(test_text_names__too_much_for_a_name),
		cmocka_unit_test(test_text_names__numbers_with_a_fraction),
		cmocka_unit_test(test_text_names__names_written_like_this),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
