/* Gates of the environment and the locale. */
#include "gate_testing.h"

#include "runtime/gate_state.h"

#include <errno.h>
#include <iconv.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>

GATE(getenv);
GATE(setenv);
GATE(unsetenv);
GATE(putenv);
GATE(clearenv);
GATE(setlocale);
GATE(localeconv);
GATE(newlocale);
GATE(uselocale);
GATE(nl_langinfo);
GATE(textdomain);
GATE(iconv_open);
extern char *hr_gate_gettext(const char *);
extern char *hr_gate_ngettext(const char *, const char *, unsigned long);
extern char **hr_gate_environ;

static void test_environment__is_small_and_fixed(void **state)
{
	(void)state;
	assert_string_equal(hr_gate_getenv("HOME"), "/tmp");
	assert_string_equal(hr_gate_getenv("PATH"), "/usr/bin:/bin");
	assert_string_equal(hr_gate_getenv("TZ"), "UTC");
	assert_null(hr_gate_getenv("HOM"));
	assert_null(hr_gate_getenv("HOMER"));
	assert_null(hr_gate_getenv(""));
	setenv("HARRIER_TEST", "1", 1); /* the real one stays out of sight */
	assert_null(hr_gate_getenv("HARRIER_TEST"));
}

static void test_environment__can_be_changed(void **state)
{
	(void)state;
	char own[] = "OWN=mine";
	assert_int_equal(hr_gate_setenv("HOME", "/other", 0), 0);
	assert_string_equal(hr_gate_getenv("HOME"), "/tmp");
	const char *before = hr_gate_getenv("HOME");
	assert_int_equal(hr_gate_setenv("HOME", "/other", 1), 0);
	assert_string_equal(hr_gate_getenv("HOME"), "/other");
	assert_string_equal(before, "/tmp"); /* the old text is still there */
	assert_int_equal(hr_gate_putenv(own), 0);
	own[4] = 'M';
	assert_string_equal(hr_gate_getenv("OWN"), "Mine");
	assert_int_equal(hr_gate_putenv("HOME"), 0);
	assert_null(hr_gate_getenv("HOME"));
	assert_int_equal(hr_gate_unsetenv("OWN"), 0);
	assert_null(hr_gate_getenv("OWN"));
	assert_int_equal(hr_gate_setenv("A=B", "c", 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(hr_gate_setenv("", "c", 1), -1);
	assert_int_equal(hr_gate_clearenv(), 0);
	assert_null(hr_gate_getenv("PATH"));
	assert_int_equal(hr_gate_setenv("NEW", "1", 1), 0);
	assert_string_equal(hr_gate_environ[0], "NEW=1");
	assert_null(hr_gate_environ[1]);
	after_case();
	test_environment__is_small_and_fixed(NULL);
}

static void test_environment__can_be_replaced(void **state)
{
	(void)state;
	char one[] = "ONE=1";
	char *list[] = { one, NULL };
	hr_gate_environ = list;
	assert_string_equal(hr_gate_getenv("ONE"), "1");
	assert_null(hr_gate_getenv("HOME"));
	assert_int_equal(hr_gate_setenv("TWO", "2", 1), 0);
	assert_string_equal(hr_gate_getenv("ONE"), "1");
	assert_string_equal(hr_gate_getenv("TWO"), "2");
	assert_null(list[1]);
	after_case();
	test_environment__is_small_and_fixed(NULL);
}

static void test_environment__ends(void **state)
{
	(void)state;
	int made = 0;
	for (; made < 1000; made++) {
		char name[16];
		name[0] = 'V';
		name[1] = (char)('0' + made / 100);
		name[2] = (char)('0' + made / 10 % 10);
		name[3] = (char)('0' + made % 10);
		name[4] = '\0';
		if (hr_gate_setenv(name, "value", 1))
			break;
	}
	assert_int_equal(errno, ENOMEM);
	assert_true(made > 200 && made < 1000);
	assert_string_equal(hr_gate_getenv("V100"), "value");
	after_case();
	test_environment__is_small_and_fixed(NULL);
}

CASE(name_unterminated)
{
	hr_gate_getenv(bytes("HOME", 4));
}

CASE(list_unterminated)
{
	hr_gate_environ = bytes(&(char *){ text("A=1") }, sizeof(char *));
	hr_gate_getenv("HOME");
}

CASE(entry_freed)
{
	char *entry = text("A=1");
	hr_gate_putenv(entry);
	hr_arena_free(entry, "free");
	hr_gate_getenv("A");
}

static void test_environment__reports_bad_memory(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "a name without an end", name_unterminated, HR_FAULT_HEAP_OVERFLOW },
		{ "a list without an end", list_unterminated, HR_FAULT_HEAP_OVERFLOW },
		{ "an entry that was freed", entry_freed, HR_FAULT_USE_AFTER_FREE },
	};
	check_cases(cases, COUNT(cases));
}

static void test_environment__keeps_are_roots(void **state)
{
	(void)state;
	char *entry = text("A=1");
	hr_gate_putenv(entry);
	struct hr_range roots[16];
	const uint32_t count = hr_gate_state_roots(roots, COUNT(roots));
	bool found = false;
	for (uint32_t i = 0; i < count; i++)
		for (uintptr_t at = roots[i].begin; at + sizeof(char *) <= roots[i].end; at += sizeof(char *))
			found = found || *(char **)at == entry;
	assert_true(found);
	after_case();
}

static void test_locale__is_c(void **state)
{
	(void)state;
	assert_string_equal(hr_gate_setlocale(LC_ALL, NULL), "C");
	assert_string_equal(hr_gate_setlocale(LC_ALL, ""), "C");
	assert_string_equal(hr_gate_setlocale(LC_NUMERIC, "POSIX"), "C");
	assert_null(hr_gate_setlocale(LC_ALL, "de_DE.UTF-8"));
	assert_null(hr_gate_setlocale(99, "C"));
	assert_string_equal(hr_gate_localeconv()->decimal_point, ".");
	assert_string_equal(hr_gate_localeconv()->negative_sign, "");
	assert_string_equal(hr_gate_nl_langinfo(RADIXCHAR), ".");
	locale_t locale = hr_gate_newlocale(LC_ALL_MASK, "C", (locale_t)0);
	assert_non_null(locale);
	assert_null(hr_gate_newlocale(LC_ALL_MASK, "de_DE", (locale_t)0));
	assert_ptr_equal(hr_gate_uselocale(locale), LC_GLOBAL_LOCALE);
	assert_ptr_equal(hr_gate_uselocale((locale_t)0), locale);
	after_case();
	assert_ptr_equal(hr_gate_uselocale((locale_t)0), LC_GLOBAL_LOCALE);
	assert_string_equal(hr_gate_gettext("message"), "message");
	assert_string_equal(hr_gate_ngettext("one", "many", 2), "many");
	assert_string_equal(hr_gate_textdomain("mine"), "mine");
	after_case();
	assert_string_equal(hr_gate_textdomain(NULL), "messages");
	assert_true(hr_gate_iconv_open("UTF-8", "LATIN1") == (iconv_t)-1);
	assert_int_equal(errno, EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_environment__is_small_and_fixed),
		cmocka_unit_test(test_environment__can_be_changed),
		cmocka_unit_test(test_environment__can_be_replaced),
		cmocka_unit_test(test_environment__ends),
		cmocka_unit_test(test_environment__reports_bad_memory),
		cmocka_unit_test(test_environment__keeps_are_roots),
		cmocka_unit_test(test_locale__is_c),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
