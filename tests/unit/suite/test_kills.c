/* Which assertions are worth their line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "suite/kills.h"

#include <string.h>

/* A test of a call that yields value 0, with so many checks: the first on the result or not. */
struct made {
	struct hr_sequence sequence;
	struct hr_statement statement;
	struct hr_value value;
	struct hr_test test;
	struct hr_assertion checks[70];
};

static struct hr_test *make(struct made *made, size_t count, bool has_result)
{
	memset(made, 0, sizeof *made);
	made->statement.kind = HR_STATEMENT_CALL;
	made->statement.value = has_result ? 0 : HR_NO_VALUE;
	made->sequence.statements.data = &made->statement;
	made->sequence.statements.count = 1;
	made->test.sequence = &made->sequence;
	for (size_t i = 0; i < count; i++)
		made->checks[i].part = i || !has_result ? ".field" : "";
	made->test.name = "test_one";
	made->test.checks.data = made->checks;
	made->test.checks.count = count;
	return &made->test;
}

static void add(hr_kills *kills, uint64_t failed, bool is_noticed, size_t times)
{
	for (size_t i = 0; i < times; i++)
		hr_vec_push(kills, (struct hr_kill){ .id = kills->count, .failed = failed, .is_noticed = is_noticed });
}

static void test_kills__what_fails_with_others_only_goes(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 1, false, 5);
	add(&kills, 1 | 2, false, 5);
	add(&kills, 4, false, 1);
	add(&kills, 4 | 8, false, 1);
	assert_int_equal(hr_kills_choose(make(&made, 4, true), &kills), 1 | 4);
	hr_vec_release(&kills);
}

static void test_kills__the_result_stays(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 2, false, 10);
	assert_int_equal(hr_kills_choose(make(&made, 2, true), &kills), 1 | 2);
	assert_int_equal(hr_kills_choose(make(&made, 2, false), &kills), 2);
	hr_vec_release(&kills);
}

static void test_kills__the_earlier_of_two(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 2 | 4, false, 10);
	assert_int_equal(hr_kills_choose(make(&made, 3, false), &kills), 2);
	hr_vec_release(&kills);
}

/* What was written is for people to see, though its length notices more. */
static void test_kills__contents_stay(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 1 | 2 | 4, false, 10);
	add(&kills, 1, false, 3);
	struct hr_test *test = make(&made, 3, false);
	made.checks[1].kind = HR_ASSERT_TEXT; /* "": there is nothing to be seen */
	made.checks[2].kind = HR_ASSERT_BYTES;
	made.checks[2].length = 5;
	assert_int_equal(hr_kills_choose(test, &kills), 1 | 4);
	hr_vec_clear(&kills);
	add(&kills, 1, false, 13); /* it notices nothing */
	assert_int_equal(hr_kills_choose(test, &kills), 1);
	hr_vec_release(&kills);
}

static void test_kills__what_crashes_says_nothing(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 1, false, 10);
	add(&kills, 2, true, 10); /* noticed without any check */
	assert_int_equal(hr_kills_choose(make(&made, 2, true), &kills), 1);
	hr_vec_release(&kills);
}

static void test_kills__too_few_to_tell(void **state)
{
	struct made made;
	hr_kills kills = HR_VEC_INIT;
	(void)state;
	add(&kills, 1, false, HR_KILLS_LEAST - 1);
	add(&kills, 0, false, 100);
	assert_int_equal(hr_kills_choose(make(&made, 3, true), &kills), 7);
	hr_vec_release(&kills);
}

static void test_kills__checks_are_taken_away(void **state)
{
	struct made made;
	struct hr_test *test = make(&made, 3, false);
	(void)state;
	test->checks.data[2].number = 7;
	assert_int_equal(hr_kills_apply(test, 1 | 4), 1);
	assert_int_equal(test->checks.count, 2);
	assert_int_equal(test->checks.data[1].number, 7);
	assert_int_equal(hr_kills_apply(make(&made, 70, false), 0), 0); /* too many to be chosen from */
}

static void test_kills__places_in_the_text(void **state)
{
	static const char text[] = "#include \"recorder.h\"\n"
				   "static void helper(void)\n{\n\tRECORD_CHECK(x);\n}\n"
				   "static void test_one(void)\n{\n"
				   "\tint result = f();\n\n"
				   "\tRECORD_CHECK(result == 1);\n"
				   "\tRECORD_CHECK(strcmp(a, \"b\"\n\t\t\"c\") == 0);\n}\n";
	struct made made;
	hr_check_places places = HR_VEC_INIT;
	(void)state;
	struct hr_test *test = make(&made, 2, true);
	made.sequence.values.data = &made.value;
	made.sequence.values.count = 1;
	hr_kills_places(&places, test, 1, text);
	assert_int_equal(places.count, 2); /* the helper is no test */
	assert_null(hr_kills_place(&places, 4));
	assert_int_equal(hr_kills_place(&places, 10)->check, 0);
	assert_int_equal(hr_kills_place(&places, 12)->check, 1);
	places.count = 0;
	test->checks.count = 1; /* two in the text: nothing is known */
	hr_kills_places(&places, test, 1, text);
	assert_int_equal(places.count, 0);
	hr_vec_release(&places);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kills__what_fails_with_others_only_goes),
		cmocka_unit_test(test_kills__the_result_stays),
		cmocka_unit_test(test_kills__the_earlier_of_two),
		cmocka_unit_test(test_kills__contents_stay),
		cmocka_unit_test(test_kills__what_crashes_says_nothing),
		cmocka_unit_test(test_kills__too_few_to_tell),
		cmocka_unit_test(test_kills__checks_are_taken_away),
		cmocka_unit_test(test_kills__places_in_the_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
