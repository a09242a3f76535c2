/* Names of a user's additions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/extras.h"

static void test_extras__names(void **state)
{
	const char *rest = NULL;
	(void)state;

	assert_int_equal(hr_extra_of("harrier_pre_list_add", &rest), HR_EXTRA_PRE);
	assert_string_equal(rest, "list_add");
	assert_int_equal(hr_extra_of("harrier_observe_list_first_item", &rest), HR_EXTRA_OBSERVE);
	assert_string_equal(rest, "list_first_item");
	assert_int_equal(hr_extra_of("harrier_premature", NULL), HR_EXTRA_UNKNOWN);
	assert_int_equal(hr_extra_of("list_add", NULL), HR_EXTRA_NONE);
	assert_int_equal(hr_extra_of("", NULL), HR_EXTRA_NONE);
	for (int i = HR_EXTRA_PRE; i < HR_EXTRA_COUNT; i++)
		assert_int_equal(hr_extra_of(hr_extra_prefix((enum hr_extra)i), &rest), i);
	assert_null(hr_extra_prefix(HR_EXTRA_NONE));
}

static void test_extras__assertions(void **state)
{
	(void)state;

	assert_true(hr_is_broken_condition("harrier_pre_list_add"));
	assert_false(hr_is_broken_condition("harrier_post_list_add"));
	assert_true(hr_is_broken_contract("harrier_post_list_add"));
	assert_true(hr_is_broken_contract("harrier_invariant_list"));
	assert_false(hr_is_broken_contract("list != NULL"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_extras__names),
		cmocka_unit_test(test_extras__assertions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
