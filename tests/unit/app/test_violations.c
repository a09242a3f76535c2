/* Broken contracts as the store keeps them: read back as they were; what we did not write is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/campaign_internal.h"

#include <string.h>

static const struct hr_violation violation = {
	.value = 7,
	.expected = -3,
	.contract = { .premise_count = 2,
		      .premises = { { .expectation = HR_EXPECT_EQUAL, .value = 5, .other = 6 },
				    { .expectation = HR_EXPECT_REAL, .value = 4, .other = HR_NO_VALUE, .real = 0.1 } },
		      .conclusion = { .expectation = HR_EXPECT_TEXT,
				      .value = 7,
				      .other = HR_NO_VALUE,
				      .number = INT64_MIN,
				      .text = "a\0\n\xff",
				      .length = 4 },
		      .tail = 2,
		      .value_count = 8 },
};

static void test_violations__read_back_as_written(void **state)
{
	(void)state;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_strbuf again = HR_STRBUF_INIT;
	struct hr_violation read;
	memset(&read, 0, sizeof read);
	hr_violation_write(&text, &violation);
	assert_true(hr_violation_read(&read, &arena, text.data));
	hr_violation_write(&again, &read);
	assert_string_equal(again.data, text.data);
	assert_int_equal(read.value, 7);
	assert_int_equal(read.expected, -3);
	assert_int_equal(read.contract.premises[0].other, 6);
	assert_true(read.contract.premises[1].real == 0.1);
	assert_true(read.contract.premises[1].other == HR_NO_VALUE);
	assert_null(read.contract.premises[1].text);
	assert_int_equal(read.contract.conclusion.length, 4);
	assert_memory_equal(read.contract.conclusion.text, "a\0\n\xff", 4);
	assert_true(read.contract.conclusion.number == INT64_MIN);
	hr_strbuf_release(&text);
	hr_strbuf_release(&again);
	hr_arena_release(&arena);
}

static void test_violations__refuses_what_it_did_not_write(void **state)
{
	static const char *const texts[] = {
		"",
		"nonsense",
		"7 -3 2 8 0",                       /* no conclusion */
		"7 -3 2 8 5\n0 -1 -1 0 0x0p+0 -",   /* too many premises */
		"9 -3 2 8 0\n0 -1 -1 0 0x0p+0 -",   /* a value that there is not */
		"7 -3 2 8 0\n0 8 -1 0 0x0p+0 -",    /* the same in a condition */
		"7 -3 2 8 0\n0 -2 -1 0 0x0p+0 -",   /* less than none */
		"7 -3 2 8 0\n99 -1 -1 0 0x0p+0 -",  /* no such expectation */
		"7 -3 2 8 0\n0 -1 -1 0 0x0p+0 6",   /* half a byte */
		"7 -3 2 8 0\n0 -1 -1 0 0x0p+0 61",  /* text without its end */
		"7 -3 2 8 1\n0 -1 -1 0 0x0p+0 61.", /* a premise is missing */
	};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		struct hr_violation read;
		memset(&read, 0, sizeof read);
		if (hr_violation_read(&read, &arena, texts[i]))
			fail_msg("%zu: '%s' was read", i, texts[i]);
		hr_arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_violations__read_back_as_written),
		cmocka_unit_test(test_violations__refuses_what_it_did_not_write),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
