/* Ranges of values, and the table of the C library's functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/libc.h"
#include "analysis/ranges.h"

static struct hr_range between(int64_t low, int64_t high)
{
	struct hr_range range = hr_range_all();

	range.low = low;
	range.high = high;
	return range;
}

static void test_ranges__compared(void **state)
{
	(void)state;
	static const struct {
		enum hr_compared comparison;
		int64_t low, high, other_low, other_high;
		int answer;
	} cases[] = {
		{ HR_EQUAL, 3, 3, 3, 3, 1 },
		{ HR_EQUAL, 3, 5, 6, 9, 0 },
		{ HR_EQUAL, 3, 6, 6, 9, -1 },
		{ HR_NOT_EQUAL, 3, 5, 6, 9, 1 },
		{ HR_SIGNED_LESS, -4, -1, 0, 0, 1 },
		{ HR_SIGNED_GREATER_EQUAL, 0, 5, 0, 0, 1 },
		{ HR_UNSIGNED_LESS, INT64_MIN, INT64_MAX, 0, 0, 0 },
		{ HR_UNSIGNED_LESS, 0, 3, 4, 9, 1 },
		{ HR_UNSIGNED_LESS, 5, 5, -1, -1, 1 },
		{ HR_UNSIGNED_GREATER, -15, -15, -23, -23, 1 },
		{ HR_UNSIGNED_GREATER, -1, 4, 2, 2, -1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct hr_range left = between(cases[i].low, cases[i].high);
		struct hr_range right = between(cases[i].other_low, cases[i].other_high);

		if (hr_range_compare(cases[i].comparison, &left, &right) != cases[i].answer)
			fail_msg("case %zu", i);
	}
}

static void test_ranges__refined(void **state)
{
	(void)state;
	struct hr_range null = hr_range_number(0);
	struct hr_range ten = hr_range_number(10);
	struct hr_range range = hr_range_all();

	range.null_of = 1;
	range = hr_range_refine(range, HR_NOT_EQUAL, &null);
	assert_true(hr_range_is_nonzero(&range));
	assert_int_equal(range.null_of, 0);
	range = hr_range_refine(range, HR_EQUAL, &null);
	assert_true(hr_range_is_none(&range));
	range = hr_range_refine(hr_range_all(), HR_UNSIGNED_LESS, &ten);
	assert_true(range.low == 0 && range.high == 9);
	range = hr_range_refine(range, HR_SIGNED_GREATER, &ten);
	assert_true(hr_range_is_none(&range));
	range = hr_range_refine(hr_range_all(), HR_UNSIGNED_GREATER, &null);
	assert_true(hr_range_is_nonzero(&range));
}

static void test_ranges__computed(void **state)
{
	(void)state;
	struct hr_range digits = between(0, 9);
	struct hr_range any = hr_range_all();
	struct hr_range byte = hr_range_number(255);
	struct hr_range result = hr_range_binary(HR_ADD, &digits, &byte, 32);

	assert_true(result.low == 255 && result.high == 264);
	result = hr_range_binary(HR_ADD, &any, &byte, 64);
	assert_true(result.low == INT64_MIN && result.high == INT64_MAX);
	result = hr_range_binary(HR_AND, &any, &byte, 32);
	assert_true(result.low == 0 && result.high == 255);
	result = hr_range_cast(HR_CAST_ZERO_EXTEND, &any, 8, 32);
	assert_true(result.low == 0 && result.high == 255);
	result = hr_range_cast(HR_CAST_TRUNCATE, &byte, 32, 8); /* -1 */
	assert_true(result.low == INT64_MIN);
	result = hr_range_join(digits, byte);
	assert_true(result.low == 0 && result.high == 255);
	assert_true(hr_range_is_none(&(struct hr_range){ .low = 1, .high = 0 }));
}

static void test_ranges__library(void **state)
{
	(void)state;
	const struct hr_libc_function *copy = hr_libc_find("memcpy");

	assert_non_null(copy);
	assert_int_equal(hr_libc_parameter(copy, 0).does, HR_LIBC_WRITE | HR_LIBC_RETURNED);
	assert_int_equal(hr_libc_parameter(copy, 1).size, 2);
	assert_true(hr_libc_parameter(copy, 2).is_length);
	assert_int_equal(hr_libc_parameter(copy, 7).does, 0);
	assert_int_equal(hr_libc_parameter(copy, 70).size, -1);
	const struct hr_libc_function *reading = hr_libc_find("fread");
	assert_int_equal(hr_libc_parameter(reading, 0).size, 1);
	assert_int_equal(hr_libc_parameter(reading, 0).times, 2);
	assert_int_equal(hr_libc_parameter(reading, 3).meaning, HR_MEANING_FILE);
	assert_ptr_equal(hr_libc_find("__isoc99_sscanf"), hr_libc_find("sscanf"));
	assert_ptr_equal(hr_libc_find("fopen64"), hr_libc_find("fopen"));
	assert_ptr_equal(hr_libc_find("fputs_unlocked"), hr_libc_find("fputs"));
	assert_null(hr_libc_find("cJSON_Parse"));
	assert_null(hr_libc_find(""));
	assert_null(hr_libc_find("mem"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranges__compared),
		cmocka_unit_test(test_ranges__refined),
		cmocka_unit_test(test_ranges__computed),
		cmocka_unit_test(test_ranges__library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
