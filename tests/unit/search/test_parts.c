/* Names of the guided strategy's parts. */
#include "search/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static unsigned read_parts(const char *text)
{
	const char *unknown;
	unsigned parts;

	assert_true(hr_parts_read(&parts, text, &unknown));
	return parts;
}

static void test_parts__names(void **state)
{
	(void)state;
	assert_int_equal(read_parts("all"), HR_PARTS_ALL);
	assert_int_equal(read_parts("none"), 0);
	for (unsigned i = 0; i < HR_PART_COUNT; i++) {
		assert_int_equal(read_parts(hr_part_name(i)), 1u << i);
		for (unsigned k = 0; k < HR_PART_COUNT; k++)
			assert_int_equal(hr_parts_have(read_parts(hr_part_name(i)), k), i == k);
	}
	assert_int_equal(read_parts("constants,bloodhound"), 1u << HR_PART_CONSTANTS | 1u << HR_PART_BLOODHOUND);
}

static void test_parts__taken_away(void **state)
{
	(void)state;
	assert_int_equal(read_parts("-elephant"), HR_PARTS_DEFAULT & ~(1u << HR_PART_ELEPHANT));
	assert_int_equal(read_parts("-elephant,-impurity"),
			 HR_PARTS_DEFAULT & ~(1u << HR_PART_ELEPHANT | 1u << HR_PART_IMPURITY));
	assert_false(hr_parts_have(HR_PARTS_DEFAULT, HR_PART_ORIENTEERING));
	assert_false(hr_parts_have(HR_PARTS_DEFAULT, HR_PART_BLOODHOUND));
	assert_int_equal(read_parts("all,-detective"), HR_PARTS_ALL & ~(1u << HR_PART_DETECTIVE));
}

static void test_parts__unknown_names_are_pointed_out(void **state)
{
	static const struct {
		const char *text;
		const char *rest;
	} cases[] = { { "", "" },           { "constant", "constant" },
		      { "constants,", "" }, { "constants,cat,impurity", "cat,impurity" },
		      { "-", "-" },         { "none,constants", "none,constants" },
		      { ",", "," } };
	const char *unknown;
	unsigned parts;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_false(hr_parts_read(&parts, cases[i].text, &unknown));
		assert_string_equal(unknown, cases[i].rest);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts__names),
		cmocka_unit_test(test_parts__taken_away),
		cmocka_unit_test(test_parts__unknown_names_are_pointed_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
