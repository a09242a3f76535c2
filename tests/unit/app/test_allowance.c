/* How long the stages behind the search may take. */
#include "app/allowance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { NOW = 1000 };

static void test_allowance__all_stages_together_take_as_long_as_the_search(void **state)
{
	(void)state;
	struct hr_allowance allowance;
	hr_allowance_begin(&allowance, 120, 0, NOW);
	double before = NOW;
	for (int i = 0; i < HR_ALLOWED_COUNT; i++) {
		double end = hr_allowance_end(&allowance, (enum hr_allowed)i);
		assert_true(end > before);
		before = end;
	}
	assert_true(before == NOW + 120);
}

static void test_allowance__what_was_spent_before_is_not_there_any_more(void **state)
{
	(void)state;
	struct hr_allowance allowance;
	hr_allowance_begin(&allowance, 120, 50, NOW);
	assert_true(hr_allowance_end(&allowance, HR_ALLOWED_COVERAGE) == NOW + 70);
}

static void test_allowance__there_are_some_seconds_in_any_case(void **state)
{
	(void)state;
	struct hr_allowance allowance;
	hr_allowance_begin(&allowance, 1, 0, NOW);
	assert_true(hr_allowance_end(&allowance, HR_ALLOWED_COVERAGE) == NOW + HR_ALLOWANCE_LEAST);
	hr_allowance_begin(&allowance, 60, 100, NOW);
	assert_true(hr_allowance_end(&allowance, HR_ALLOWED_COVERAGE) == NOW + HR_ALLOWANCE_LEAST);
}

static void test_allowance__where_calls_are_the_budget_time_is_none(void **state)
{
	(void)state;
	struct hr_allowance allowance;
	hr_allowance_begin(&allowance, 0, 50, NOW);
	for (int i = 0; i < HR_ALLOWED_COUNT; i++)
		assert_true(hr_allowance_end(&allowance, (enum hr_allowed)i) == 0);
	assert_false(hr_allowance_is_over(0, 1e9));
	assert_int_equal(hr_allowance_left(0, 600, 1e9), 600);
}

static void test_allowance__programs_get_what_is_left(void **state)
{
	(void)state;
	assert_int_equal(hr_allowance_left(NOW + 20, 600, NOW), 21);
	assert_int_equal(hr_allowance_left(NOW + 20, 10, NOW), 10);
	assert_int_equal(hr_allowance_left(NOW - 20, 10, NOW), 1);
	assert_true(hr_allowance_part(NOW + 30, 0.5, NOW) == NOW + 15);
	assert_true(hr_allowance_part(NOW - 1, 0.5, NOW) == NOW - 1);
	assert_true(hr_allowance_part(0, 0.5, NOW) == 0);
	assert_true(hr_allowance_is_over(NOW, NOW));
	assert_false(hr_allowance_is_over(NOW + 1, NOW));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_allowance__all_stages_together_take_as_long_as_the_search),
		cmocka_unit_test(test_allowance__what_was_spent_before_is_not_there_any_more),
		cmocka_unit_test(test_allowance__there_are_some_seconds_in_any_case),
		cmocka_unit_test(test_allowance__where_calls_are_the_budget_time_is_none),
		cmocka_unit_test(test_allowance__programs_get_what_is_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
