/* Sets of hashes that forget the oldest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/seen.h"

static void test_seen__knows_what_was_added(void **state)
{
	struct hr_seen seen;

	(void)state;
	hr_seen_init(&seen, 0);
	assert_false(hr_seen_has(&seen, 7));
	for (uint64_t i = 0; i < 10000; i++)
		assert_true(hr_seen_add(&seen, i * i + 2));
	for (uint64_t i = 0; i < 10000; i++) {
		assert_true(hr_seen_has(&seen, i * i + 2));
		assert_false(hr_seen_add(&seen, i * i + 2));
	}
	assert_false(hr_seen_has(&seen, 5));
	hr_seen_release(&seen);
	assert_false(hr_seen_has(&seen, 6));
	hr_seen_release(&seen);
}

static void test_seen__forgets_the_oldest(void **state)
{
	struct hr_seen seen;

	(void)state;
	hr_seen_init(&seen, 1000);
	for (uint64_t i = 0; i < 100000; i++)
		assert_true(hr_seen_add(&seen, i + 1));
	assert_true(seen.capacity <= 4096);
	for (uint64_t i = 99000; i < 100000; i++)
		assert_true(hr_seen_has(&seen, i + 1));
	assert_false(hr_seen_has(&seen, 1));
	hr_seen_release(&seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seen__knows_what_was_added),
		cmocka_unit_test(test_seen__forgets_the_oldest),
	};

	return cmocka_run_group_tests_name("seen", tests, NULL, NULL);
}
