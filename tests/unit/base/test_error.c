/* What went wrong. */
#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_error__init_is_none(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(error.kind, HR_ERROR_NONE);
	assert_string_equal(error.message.data, "");
	assert_string_equal(error.details.data, "");
	assert_string_equal(error.hint.data, "");
	hr_error_release(&error);
}

static void test_error__fail_sets_kind_and_message(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(hr_fail(&error, HR_ERROR_USAGE, "unknown option '%s'", "--x"), -1);
	assert_int_equal(error.kind, HR_ERROR_USAGE);
	assert_string_equal(error.message.data, "unknown option '--x'");
	hr_error_release(&error);
}

static void test_error__fail_clears_details_and_hint(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	hr_fail(&error, HR_ERROR_INPUT, "first");
	hr_strbuf_addstr(&error.details, "old details");
	hr_strbuf_addstr(&error.hint, "old hint");
	hr_fail(&error, HR_ERROR_INTERNAL, "second");
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_string_equal(error.message.data, "second");
	assert_string_equal(error.details.data, "");
	assert_string_equal(error.hint.data, "");
	hr_error_release(&error);
}

static void test_error__message_can_wrap_itself(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	hr_fail(&error, HR_ERROR_INPUT, "no such function 'f'");
	hr_strbuf_addstr(&error.hint, "try 'g'");
	hr_fail(&error, error.kind, "target 1: %s (%s)", error.message.data, error.hint.data);
	assert_int_equal(error.kind, HR_ERROR_INPUT);
	assert_string_equal(error.message.data, "target 1: no such function 'f' (try 'g')");
	hr_error_release(&error);
}

static void test_error__message_is_one_line(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	hr_fail(&error, HR_ERROR_INPUT, "%s", "two\nlines\n\n");
	assert_string_equal(error.message.data, "two lines");
	hr_fail(&error, HR_ERROR_INPUT, "%s", "\n");
	assert_string_equal(error.message.data, "");
	hr_error_release(&error);
}

static void test_error__release_leaves_it_usable(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	hr_fail(&error, HR_ERROR_INPUT, "x");
	hr_error_release(&error);
	assert_int_equal(error.kind, HR_ERROR_NONE);
	assert_string_equal(error.message.data, "");
	assert_int_equal(hr_fail(&error, HR_ERROR_INPUT, "y"), -1);
	hr_error_release(&error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_error__init_is_none),
		cmocka_unit_test(test_error__fail_sets_kind_and_message),
		cmocka_unit_test(test_error__fail_clears_details_and_hint),
		cmocka_unit_test(test_error__message_can_wrap_itself),
		cmocka_unit_test(test_error__message_is_one_line),
		cmocka_unit_test(test_error__release_leaves_it_usable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
