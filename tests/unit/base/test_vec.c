/* Growable arrays. */
#include "base/vec.h"
#include "expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct point {
	int x, y;
	const char *name;
};

static void test_vec__init_is_empty(void **state)
{
	HR_VEC(int) vec = HR_VEC_INIT;

	(void)state;
	assert_int_equal(vec.count, 0);
	hr_vec_release(&vec);
	assert_null(vec.data);
}

static void test_vec__push_keeps_order_through_growth(void **state)
{
	HR_VEC(int) vec = HR_VEC_INIT;

	(void)state;
	for (int i = 0; i < 10000; i++)
		hr_vec_push(&vec, i * 3);
	assert_int_equal(vec.count, 10000);
	for (int i = 0; i < 10000; i++)
		assert_int_equal(vec.data[i], i * 3);
	hr_vec_release(&vec);
}

static void test_vec__push_takes_compound_literals(void **state)
{
	HR_VEC(struct point) vec = HR_VEC_INIT;

	(void)state;
	hr_vec_push(&vec, (struct point){ .x = 1, .y = 2, .name = "p" });
	hr_vec_push(&vec, (struct point){ 3, 4, NULL });
	assert_int_equal(vec.data[0].y, 2);
	assert_string_equal(vec.data[0].name, "p");
	assert_int_equal(vec.data[1].x, 3);
	hr_vec_release(&vec);
}

static void test_vec__push_of_own_element_through_growth(void **state)
{
	HR_VEC(int) vec = HR_VEC_INIT;

	(void)state;
	hr_vec_push(&vec, 42);
	for (int i = 0; i < 100; i++)
		hr_vec_push(&vec, vec.data[0]);
	assert_int_equal(vec.data[100], 42);
	hr_vec_release(&vec);
}

static void test_vec__add_gives_zeroed_elements(void **state)
{
	HR_VEC(struct point) vec = HR_VEC_INIT;

	(void)state;
	for (int i = 0; i < 100; i++) {
		struct point *point = hr_vec_add(&vec);

		assert_int_equal(point->x, 0);
		assert_int_equal(point->y, 0);
		assert_null(point->name);
		point->x = point->y = i;
		point->name = "used";
	}
	assert_int_equal(vec.count, 100);
	assert_int_equal(vec.data[99].x, 99);
	hr_vec_clear(&vec);
	assert_null(hr_vec_add(&vec)->name);
	hr_vec_release(&vec);
}

static void test_vec__clear_keeps_the_storage(void **state)
{
	HR_VEC(int) vec = HR_VEC_INIT;
	size_t capacity;
	int *data;

	(void)state;
	hr_vec_push(&vec, 1);
	capacity = vec.capacity;
	data = vec.data;
	hr_vec_clear(&vec);
	assert_int_equal(vec.count, 0);
	assert_int_equal(vec.capacity, capacity);
	hr_vec_push(&vec, 2);
	assert_ptr_equal(vec.data, data);
	hr_vec_release(&vec);
}

static void test_vec__release_leaves_it_usable(void **state)
{
	HR_VEC(int) vec = HR_VEC_INIT;

	(void)state;
	hr_vec_push(&vec, 1);
	hr_vec_release(&vec);
	hr_vec_release(&vec);
	assert_int_equal(vec.count, 0);
	assert_int_equal(vec.capacity, 0);
	hr_vec_push(&vec, 5);
	assert_int_equal(vec.data[0], 5);
	hr_vec_release(&vec);
}

static void grow_without_bounds(void *capacity)
{
	size_t size = *(size_t *)capacity;

	free(hr_vec_grow(NULL, &size, sizeof(int)));
}

static void test_vec__overflow_is_a_bug(void **state)
{
	size_t count_overflows = SIZE_MAX / 2 + 1, bytes_overflow = SIZE_MAX / 4;

	(void)state;
	assert_true(ends_in_bug(grow_without_bounds, &count_overflows));
	assert_true(ends_in_bug(grow_without_bounds, &bytes_overflow));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vec__init_is_empty),
		cmocka_unit_test(test_vec__push_keeps_order_through_growth),
		cmocka_unit_test(test_vec__push_takes_compound_literals),
		cmocka_unit_test(test_vec__push_of_own_element_through_growth),
		cmocka_unit_test(test_vec__add_gives_zeroed_elements),
		cmocka_unit_test(test_vec__clear_keeps_the_storage),
		cmocka_unit_test(test_vec__release_leaves_it_usable),
		cmocka_unit_test(test_vec__overflow_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
