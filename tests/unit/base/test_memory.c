/* Allocation that cannot fail. */
#include "base/memory.h"
#include "expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

static void test_memory__calloc_zeroes(void **state)
{
	unsigned char *bytes = hr_calloc(3, 5);

	(void)state;
	for (size_t i = 0; i < 15; i++)
		assert_int_equal(bytes[i], 0);
	free(bytes);
}

static void test_memory__nothing_is_not_null(void **state)
{
	void *none = hr_calloc(0, 8), *small = hr_calloc(8, 0), *grown = hr_reallocarray(NULL, 0, 8);

	(void)state;
	assert_non_null(none);
	assert_non_null(small);
	assert_non_null(grown);
	grown = hr_reallocarray(grown, 0, 0);
	assert_non_null(grown);
	free(none);
	free(small);
	free(grown);
}

static void test_memory__reallocarray_keeps_the_content(void **state)
{
	int *numbers = hr_reallocarray(NULL, 2, sizeof *numbers);

	(void)state;
	numbers[0] = 11;
	numbers[1] = 22;
	numbers = hr_reallocarray(numbers, 1000, sizeof *numbers);
	assert_int_equal(numbers[0], 11);
	assert_int_equal(numbers[1], 22);
	free(numbers);
}

/* The counts are volatile so that no compiler sees the overflow coming and refuses to build it. */
static void overflow_calloc(void *unused)
{
	volatile size_t count = SIZE_MAX / 4 + 2;

	(void)unused;
	free(hr_calloc(count, 4));
}

static void overflow_reallocarray(void *unused)
{
	volatile size_t count = SIZE_MAX / 4 + 2;

	(void)unused;
	free(hr_reallocarray(NULL, count, 4));
}

static void test_memory__overflow_is_a_bug(void **state)
{
	(void)state;
	assert_true(ends_in_bug(overflow_calloc, NULL));
	assert_true(ends_in_bug(overflow_reallocarray, NULL));
}

static void test_memory__strdup_copies(void **state)
{
	char *copy = hr_strdup("harrier"), *empty = hr_strdup("");

	(void)state;
	assert_string_equal(copy, "harrier");
	assert_string_equal(empty, "");
	free(copy);
	free(empty);
}

static void test_memory__strndup_stops_at_length_or_nul(void **state)
{
	static const struct {
		const char *text;
		size_t length;
		const char *copy;
	} cases[] = {
		{ "harrier", 3, "har" },       { "harrier", 7, "harrier" },
		{ "harrier", 100, "harrier" }, { "harrier", SIZE_MAX, "harrier" },
		{ "harrier", 0, "" },          { "a\0b", 3, "a" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *copy = hr_strndup(cases[i].text, cases[i].length);

		assert_string_equal(copy, cases[i].copy);
		free(copy);
	}
}

static void test_memory__strndup_does_not_read_past_length(void **state)
{
	char *exact = hr_calloc(2, 1), *copy;

	(void)state;
	exact[0] = 'a';
	exact[1] = 'b';
	copy = hr_strndup(exact, 2);
	assert_string_equal(copy, "ab");
	free(copy);
	free(exact);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory__calloc_zeroes),
		cmocka_unit_test(test_memory__nothing_is_not_null),
		cmocka_unit_test(test_memory__reallocarray_keeps_the_content),
		cmocka_unit_test(test_memory__overflow_is_a_bug),
		cmocka_unit_test(test_memory__strdup_copies),
		cmocka_unit_test(test_memory__strndup_stops_at_length_or_nul),
		cmocka_unit_test(test_memory__strndup_does_not_read_past_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
