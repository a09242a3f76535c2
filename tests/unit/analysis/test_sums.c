/* Sums: arithmetic on terms, constants and divisors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/sums.h"

static void test_sums__adds_terms_in_order(void **state)
{
	struct hr_sum a = hr_sum_atom(7), b = hr_sum_atom(3);
	struct hr_sum sum = hr_sum_add(&a, &b, 4);
	(void)state;
	assert_true(sum.is_known);
	assert_int_equal(sum.count, 2);
	assert_int_equal(sum.terms[0].atom, 3);
	assert_int_equal(sum.terms[0].factor, 4);
	assert_int_equal(hr_sum_factor(&sum, 7), 1);
	assert_int_equal(hr_sum_factor(&sum, 5), 0);
}

static void test_sums__terms_that_cancel_are_gone(void **state)
{
	struct hr_sum a = hr_sum_atom(1), five = hr_sum_constant(5);
	struct hr_sum sum = hr_sum_add(&a, &five, 1);
	struct hr_sum none = hr_sum_add(&sum, &a, -1);
	(void)state;
	assert_int_equal(none.count, 0);
	assert_int_equal(none.constant, 5);
	assert_int_equal(hr_sum_single(&sum), 1);
	assert_int_equal(hr_sum_single(&none), HR_CODE_NONE);
}

static void test_sums__divides_exactly(void **state)
{
	struct hr_sum a = hr_sum_atom(1);
	struct hr_sum quarter = hr_sum_scale(&a, 1, 4);
	struct hr_sum whole = hr_sum_scale(&quarter, 4, 1);
	struct hr_sum half = hr_sum_scale(&quarter, 2, 1);
	struct hr_sum three_quarters = hr_sum_add(&quarter, &half, 1);
	(void)state;
	assert_int_equal(quarter.divisor, 4);
	assert_int_equal(whole.divisor, 1);
	assert_int_equal(hr_sum_single(&whole), 1);
	assert_int_equal(three_quarters.divisor, 4);
	assert_int_equal(hr_sum_factor(&three_quarters, 1), 3);
}

static void test_sums__differences_are_rounded_up(void **state)
{
	struct hr_sum a = hr_sum_atom(1), one = hr_sum_constant(1), difference_of_half = hr_sum_scale(&one, 1, 2);
	struct hr_sum more = hr_sum_add(&a, &difference_of_half, 1), less = hr_sum_add(&a, &difference_of_half, -1);
	int64_t difference;
	(void)state;
	assert_true(hr_sum_differ_by(&more, &a, &difference));
	assert_int_equal(difference, 1);
	assert_true(hr_sum_differ_by(&less, &a, &difference));
	assert_int_equal(difference, 0);
	struct hr_sum other = hr_sum_atom(2);
	assert_false(hr_sum_differ_by(&a, &other, &difference));
}

static void test_sums__replaces_an_atom(void **state)
{
	struct hr_sum a = hr_sum_atom(1), b = hr_sum_atom(2), three = hr_sum_constant(3);
	struct hr_sum twice = hr_sum_scale(&a, 2, 1);
	struct hr_sum with = hr_sum_add(&b, &three, 1);
	struct hr_sum replaced = hr_sum_replace(&twice, 1, &with);
	(void)state;
	assert_int_equal(hr_sum_factor(&replaced, 2), 2);
	assert_int_equal(replaced.constant, 6);
	assert_int_equal(hr_sum_factor(&replaced, 1), 0);
}

static void test_sums__too_much_is_not_known(void **state)
{
	struct hr_sum sum = hr_sum_constant(0);
	(void)state;
	for (uint32_t i = 0; i <= HR_SUM_TERMS; i++) {
		struct hr_sum one = hr_sum_atom(i);
		sum = hr_sum_add(&sum, &one, 1);
	}
	assert_false(sum.is_known);
	struct hr_sum large = hr_sum_constant(INT64_MAX), one = hr_sum_constant(1);
	assert_false(large.is_known);
	assert_false(hr_sum_add(&large, &one, 1).is_known);
	struct hr_sum a = hr_sum_atom(1);
	assert_false(hr_sum_scale(&a, INT64_MAX, 1).is_known);
	assert_false(hr_sum_scale(&a, 1, 0).is_known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums__adds_terms_in_order),
		cmocka_unit_test(test_sums__terms_that_cancel_are_gone),
		cmocka_unit_test(test_sums__divides_exactly),
		cmocka_unit_test(test_sums__differences_are_rounded_up),
		cmocka_unit_test(test_sums__replaces_an_atom),
		cmocka_unit_test(test_sums__too_much_is_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
