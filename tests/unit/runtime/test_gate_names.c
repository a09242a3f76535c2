/* The table of gated names: sorted lists, no name twice, and a definition for each. */
#include "runtime/gate_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The table includes the lists one after the other; here each stands alone. */
#define HR_GATE(name) #name,
#define HR_DATA(name) #name,
#define HR_PASS(name) #name,
static const char *const memory_names[] = {
#include "wire/gate_memory.def"
	NULL
};
static const char *const print_names[] = {
#include "wire/gate_print.def"
	NULL
};
static const char *const files_names[] = {
#include "wire/gate_files.def"
	NULL
};
static const char *const process_names[] = {
#include "wire/gate_process.def"
	NULL
};
static const char *const pass_names[] = {
#include "wire/gate_pass.def"
	NULL
};
#undef HR_GATE
#undef HR_DATA
#undef HR_PASS

static const char *const *const lists[] = { memory_names, print_names, files_names, process_names, pass_names };

static void test_gate_names__lists_are_sorted(void **state)
{
	(void)state;
	for (size_t list = 0; list < COUNT(lists); list++)
		for (size_t i = 1; lists[list][0] && lists[list][i]; i++)
			if (strcmp(lists[list][i - 1], lists[list][i]) >= 0)
				fail_msg("%s stands before %s", lists[list][i - 1], lists[list][i]);
}

static bool has(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (!strcmp(*list, name))
			return true;
	return false;
}

static void test_gate_names__no_name_stands_twice(void **state)
{
	(void)state;
	for (size_t list = 0; list < COUNT(lists); list++)
		for (size_t i = 0; lists[list][i]; i++)
			for (size_t other = list + 1; other < COUNT(lists); other++)
				if (has(lists[other], lists[list][i]))
					fail_msg("%s stands in two lists", lists[list][i]);
}

static void test_gate_names__each_has_a_definition(void **state)
{
	(void)state;
	size_t count = 0;
	const struct hr_gate_name *names = hr_gate_names(&count);
	assert_true(count > 500);
	for (size_t i = 0; i < count; i++)
		assert_non_null(names[i].address);
}

static void test_gate_names__are_found(void **state)
{
	(void)state;
	assert_non_null(hr_gate_find("exit"));
	assert_false(hr_gate_find("exit")->is_data);
	assert_true(hr_gate_find("environ")->is_data);
	assert_ptr_equal(hr_gate_find("environ")->address, hr_gate_find("__environ")->address);
	assert_null(hr_gate_find("sin"));
	assert_null(hr_gate_find("no_such_function"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gate_names__lists_are_sorted),
		cmocka_unit_test(test_gate_names__no_name_stands_twice),
		cmocka_unit_test(test_gate_names__each_has_a_definition),
		cmocka_unit_test(test_gate_names__are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
