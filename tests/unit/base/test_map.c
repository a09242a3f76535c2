/* The map from strings to numbers. */
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

static void test_map__empty_has_nothing(void **state)
{
	struct hr_map map = HR_MAP_INIT;
	size_t value = 77;

	(void)state;
	assert_false(hr_map_get(&map, "a", &value));
	assert_false(hr_map_get(&map, "", NULL));
	assert_int_equal(value, 77);
	hr_map_release(&map);
}

static void test_map__put_tells_new_keys(void **state)
{
	struct hr_map map = HR_MAP_INIT;
	size_t value;

	(void)state;
	assert_true(hr_map_put(&map, "a", 1));
	assert_true(hr_map_put(&map, "", 2));
	assert_false(hr_map_put(&map, "a", 3));
	assert_int_equal(map.count, 2);
	assert_true(hr_map_get(&map, "a", &value));
	assert_int_equal(value, 3);
	assert_true(hr_map_get(&map, "", &value));
	assert_int_equal(value, 2);
	assert_true(hr_map_get(&map, "a", NULL));
	hr_map_release(&map);
}

static void test_map__copies_its_keys(void **state)
{
	struct hr_map map = HR_MAP_INIT;
	char key[] = "key";

	(void)state;
	hr_map_put(&map, key, 1);
	key[0] = 'x';
	assert_true(hr_map_get(&map, "key", NULL));
	assert_false(hr_map_get(&map, "xey", NULL));
	hr_map_release(&map);
}

static void test_map__many_keys(void **state)
{
	struct hr_map map = HR_MAP_INIT;
	size_t value;
	char key[32];

	(void)state;
	for (size_t i = 0; i < 50000; i++) {
		snprintf(key, sizeof key, "function_%zu", i);
		assert_true(hr_map_put(&map, key, i));
	}
	assert_int_equal(map.count, 50000);
	assert_int_equal(map.capacity & (map.capacity - 1), 0);
	for (size_t i = 0; i < 50000; i++) {
		snprintf(key, sizeof key, "function_%zu", i);
		assert_true(hr_map_get(&map, key, &value));
		assert_int_equal(value, i);
		snprintf(key, sizeof key, "absent_%zu", i);
		assert_false(hr_map_get(&map, key, &value));
	}
	hr_map_release(&map);
}

static void test_map__holds_any_number(void **state)
{
	struct hr_map map = HR_MAP_INIT;
	size_t value;

	(void)state;
	hr_map_put(&map, "max", SIZE_MAX);
	hr_map_put(&map, "zero", 0);
	assert_true(hr_map_get(&map, "max", &value));
	assert_true(value == SIZE_MAX);
	assert_true(hr_map_get(&map, "zero", &value));
	assert_int_equal(value, 0);
	hr_map_release(&map);
}

static void test_map__release_leaves_it_usable(void **state)
{
	struct hr_map map = HR_MAP_INIT;

	(void)state;
	hr_map_put(&map, "a", 1);
	hr_map_release(&map);
	hr_map_release(&map);
	assert_int_equal(map.count, 0);
	assert_false(hr_map_get(&map, "a", NULL));
	assert_true(hr_map_put(&map, "a", 1));
	hr_map_release(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_map__empty_has_nothing), cmocka_unit_test(test_map__put_tells_new_keys),
		cmocka_unit_test(test_map__copies_its_keys),   cmocka_unit_test(test_map__many_keys),
		cmocka_unit_test(test_map__holds_any_number),  cmocka_unit_test(test_map__release_leaves_it_usable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
