/* Programs by name: what PATH leads to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/programs.h"
#include "base/file.h"

#include "../frontend/scratch.h"

#include <stdlib.h>
#include <sys/stat.h>

static void test_programs__a_directory_is_none(void **state)
{
	char *first = hr_path_join(*state, "first"), *second = hr_path_join(*state, "second");
	char *folder = hr_path_join(first, "tool"), *tool = hr_path_join(second, "tool");
	struct hr_strbuf path = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(mkdir(first, 0700), 0);
	assert_int_equal(mkdir(second, 0700), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(hr_file_write(tool, "#!/bin/sh\n", 10, &error), 0);
	hr_strbuf_addf(&path, "%s:.:%s", first, second);
	assert_int_equal(setenv("PATH", path.data, 1), 0);

	assert_null(hr_find_program("tool")); /* may not be run */
	assert_int_equal(chmod(tool, 0700), 0);
	char *found = hr_find_program("tool");
	assert_string_equal(found, tool);
	assert_null(hr_find_program("another-tool"));

	free(found);
	hr_strbuf_release(&path);
	free(tool);
	free(folder);
	free(second);
	free(first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_programs__a_directory_is_none),
	};

	return cmocka_run_group_tests_name("programs", tests, NULL, NULL);
}
