/* The worker's own memory: closed to the unit, but for what belongs to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>

#include "runtime/closed.h"
#include "runtime/gate_state.h"
#include "runtime/shadow.h"
#include "runtime/stream.h"

static int own_data = 3;
static int own_bss[100];
static const int own_constant = 5;
extern char **hr_gate_environ;
extern int hr_gate_optind;

static bool is_open(const void *address, size_t size)
{
	return !hr_shadow_is_bad(address, size);
}

static int set_up(void **state)
{
	(void)state;
	int failed = hr_shadow_map();
	hr_worker_close();
	return failed;
}

struct lconv *hr_gate_localeconv(void);

static void test_closed__what_is_the_runtimes(void **state)
{
	(void)state;
	volatile int local = 3;
	struct hr_range pages = hr_state_pages();
	assert_false(is_open(&own_data, sizeof own_data));
	assert_false(is_open(&own_bss[99], sizeof own_bss[99]));
	assert_false(is_open(&hr_runtime.inside, 1));
	assert_false(is_open((void *)pages.begin, 1));
	assert_false(is_open((void *)(pages.end - 1), 1));
	assert_false(is_open((const void *)&local, sizeof local));
	assert_int_equal(*hr_shadow_of((uintptr_t)&own_data), HR_SHADOW_FOREIGN);
}

static void test_closed__what_is_the_units(void **state)
{
	(void)state;
	struct hr_range data = hr_gate_data_range();
	struct hr_range opened = hr_gate_open_range();
	assert_true(is_open((void *)data.begin, data.end - data.begin));
	assert_true(is_open((void *)opened.begin, opened.end - opened.begin));
	assert_true(is_open(&hr_gate_environ, sizeof hr_gate_environ));
	assert_true(is_open(hr_gate_environ[0], 5));
	assert_true(is_open(&hr_gate_optind, sizeof hr_gate_optind));
	assert_true(is_open(&hr_gate_stdin, sizeof hr_gate_stdin));
	assert_true(is_open(hr_gate_stdout, HR_STREAM_OPEN_BYTES));
	assert_false(is_open((char *)hr_gate_stdout + HR_STREAM_OPEN_BYTES, 1));
	assert_true(is_open(&own_constant, sizeof own_constant));
	const struct lconv *conventions = hr_gate_localeconv();
	assert_true(is_open(conventions, sizeof *conventions));
	assert_true(is_open(conventions->decimal_point, 2));
	assert_true(is_open(conventions->grouping, 1));
}

static void test_closed__variables_of_streams_come_back(void **state)
{
	(void)state;
	FILE *before = hr_gate_stdout;
	hr_gate_stdout = NULL;
	hr_gate_optind = 7;
	hr_gates_reset();
	assert_ptr_equal(hr_gate_stdout, before);
	assert_int_equal(hr_gate_optind, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_closed__what_is_the_runtimes),
		cmocka_unit_test(test_closed__what_is_the_units),
		cmocka_unit_test(test_closed__variables_of_streams_come_back),
	};
	return cmocka_run_group_tests(tests, set_up, NULL);
}
