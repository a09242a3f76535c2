/* Splitting a line as a shell does. */
#include "frontend/shell_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_shell_words__split(void **state)
{
	static const struct {
		const char *text, *words;
		bool closed;
	} cases[] = {
		{ "", "", true },
		{ " \t\n\r", "", true },
		{ "cc -c a.c", "cc|-c|a.c", true },
		{ "  cc\t-c\n a.c ", "cc|-c|a.c", true },
		{ "-DA='b c'd", "-DA=b cd", true },
		{ "-DS=\"a \\\"b\\\" \\$c \\n\"", "-DS=a \"b\" $c \\n", true },
		{ "-DS='\"a b\"'", "-DS=\"a b\"", true },
		{ "-DS=\\\"a\\ b\\\"", "-DS=\"a b\"", true },
		{ "'\\' '\\\\'", "\\|\\\\", true },
		{ "a '' \"\" b", "a|||b", true },
		{ "a\\\nb", "ab", true },
		{ "a \\\n b", "a|b", true },
		{ "\"a\\\nb\"", "ab", true },
		{ "$HOME *.c `x` ;&", "$HOME|*.c|`x`|;&", true },
		{ "end\\", "end\\", true },
		{ "a 'b c", "a|b c", false },
		{ "a \"b c", "a|b c", false },
		{ "\"", "", false },
		{ "\"\\", "\\", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		hr_strings words = HR_VEC_INIT;

		assert_int_equal(hr_shell_words(&words, cases[i].text, strlen(cases[i].text), &arena), cases[i].closed);
		assert_string_equal(join_words(&words, &arena), cases[i].words);
		hr_vec_release(&words);
		hr_arena_release(&arena);
	}
}

static void test_shell_words__stops_at_length(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strings words = HR_VEC_INIT;

	(void)state;
	assert_true(hr_shell_words(&words, "ab cd'", 4, &arena));
	assert_string_equal(join_words(&words, &arena), "ab|c");
	hr_vec_release(&words);
	hr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shell_words__split),
		cmocka_unit_test(test_shell_words__stops_at_length),
	};

	return cmocka_run_group_tests_name("shell_words", tests, NULL, NULL);
}
