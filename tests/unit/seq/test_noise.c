/* Noise: many bytes, told by four numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "seq/noise.h"

enum { MOST = 5000 };

/* Whatever it is made with, it is found to be noise, and the same bytes come of what was found. */
static void test_noise__is_found_again(void **state)
{
	static const size_t lengths[] = { HR_NOISE_SHORTEST, 129, 1000, MOST };
	char bytes[MOST], again[MOST];
	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (size_t k = 0; k < hr_noise_letter_count; k++)
			for (unsigned seed = 0; seed < HR_NOISE_SEEDS; seed += 17)
				for (size_t period = lengths[i]; period > 90; period -= period / 3) {
					struct hr_noise noise = { period, hr_noise_letters[k], seed }, found;
					hr_noise_fill(bytes, lengths[i], &noise);
					assert_true(hr_noise_find(&found, bytes, lengths[i]));
					hr_noise_fill(again, lengths[i], &found);
					assert_memory_equal(bytes, again, lengths[i]);
				}
}

static void test_noise__a_beginning_of_it_is_noise(void **state)
{
	struct hr_noise noise = { 700, 4, 9 }, found;
	char bytes[MOST];
	(void)state;
	hr_noise_fill(bytes, sizeof bytes, &noise);
	assert_true(hr_noise_find(&found, bytes, 2000));
	assert_int_equal(found.period, 700);
	assert_int_equal(found.letters, 4);
	assert_true(hr_noise_find(&found, bytes, 300));
	assert_int_equal(found.period, 300);
	assert_false(hr_noise_find(&found, bytes, HR_NOISE_SHORTEST - 1));
}

static void test_noise__one_other_byte_and_it_is_none(void **state)
{
	struct hr_noise noise = { MOST, 26, 200 }, found;
	char bytes[MOST];
	(void)state;
	hr_noise_fill(bytes, sizeof bytes, &noise);
	bytes[MOST - 1] = '!';
	assert_false(hr_noise_find(&found, bytes, sizeof bytes));
	memset(bytes, 0, sizeof bytes);
	assert_false(hr_noise_find(&found, bytes, sizeof bytes));
}

/* Small alphabets are letters, which can be text; large ones have all bytes. */
static void test_noise__letters(void **state)
{
	struct hr_noise noise = { MOST, 4, 1 };
	char bytes[MOST];
	(void)state;
	hr_noise_fill(bytes, sizeof bytes, &noise);
	for (size_t i = 0; i < sizeof bytes; i++)
		assert_in_range(bytes[i], 'a', 'd');
	noise.letters = 256;
	hr_noise_fill(bytes, sizeof bytes, &noise);
	assert_non_null(memchr(bytes, 0, sizeof bytes));
	assert_non_null(memchr(bytes, 0xff, sizeof bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_noise__is_found_again),
		cmocka_unit_test(test_noise__a_beginning_of_it_is_noise),
		cmocka_unit_test(test_noise__one_other_byte_and_it_is_none),
		cmocka_unit_test(test_noise__letters),
	};
	return cmocka_run_group_tests_name("seq/noise", tests, NULL, NULL);
}
