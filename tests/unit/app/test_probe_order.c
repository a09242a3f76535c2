/* Which of the kept chains is probed next. */
#include "app/probe_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const size_t NONE = (size_t)-1;

static void test_probe_order__rare_operations_come_before_further_chains_of_frequent_ones(void **state)
{
	(void)state;
	struct hr_probe_order order = { 0 };

	for (size_t i = 0; i < 100; i++)
		hr_probe_order_add(&order, 3, i);
	hr_probe_order_add(&order, 7, 100);
	hr_probe_order_add(&order, 7, 101);
	static const size_t expected[] = { 0, 100, 1, 101, 2, 3 };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(hr_probe_order_take(&order), expected[i]);
	hr_probe_order_release(&order);
}

static void test_probe_order__what_is_kept_later_catches_up(void **state)
{
	(void)state;
	struct hr_probe_order order = { 0 };

	for (size_t i = 0; i < 4; i++)
		hr_probe_order_add(&order, 0, i);
	assert_int_equal(hr_probe_order_take(&order), 0);
	assert_int_equal(hr_probe_order_take(&order), 1);
	for (size_t i = 4; i < 7; i++)
		hr_probe_order_add(&order, 1, i);
	static const size_t expected[] = { 4, 5, 2, 6, 3 };
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(hr_probe_order_take(&order), expected[i]);
	hr_probe_order_release(&order);
}

static void test_probe_order__every_chain_is_taken_once(void **state)
{
	(void)state;
	struct hr_probe_order order = { 0 };
	bool taken[50] = { false };

	for (size_t i = 0; i < 50; i++)
		hr_probe_order_add(&order, i * i % 7, i);
	for (size_t i = 0; i < 50; i++) {
		size_t chain = hr_probe_order_take(&order);
		assert_in_range(chain, 0, 49);
		assert_false(taken[chain]);
		taken[chain] = true;
	}
	assert_int_equal(hr_probe_order_take(&order), NONE);
	assert_int_equal(hr_probe_order_take(&order), NONE);
	hr_probe_order_release(&order);
}

static void test_probe_order__of_nothing_is_nothing(void **state)
{
	(void)state;
	struct hr_probe_order order = { 0 };

	assert_int_equal(hr_probe_order_take(&order), NONE);
	hr_probe_order_release(&order);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_probe_order__rare_operations_come_before_further_chains_of_frequent_ones),
		cmocka_unit_test(test_probe_order__what_is_kept_later_catches_up),
		cmocka_unit_test(test_probe_order__every_chain_is_taken_once),
		cmocka_unit_test(test_probe_order__of_nothing_is_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
