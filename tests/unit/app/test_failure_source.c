/* The lines of the source that a failure's README shows. */
#include "app/failure_source.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void expect(const char *text, unsigned line, const char *function, const char *expected)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	char *directory;
	assert_int_equal(hr_directory_temporary(&directory, &error), 0);
	char *file = hr_path_join(directory, "walk.c");
	assert_int_equal(hr_file_write(file, text, strlen(text), &error), 0);
	hr_failure_source(&out, file, line, function);
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
	hr_directory_remove(directory);
	free(directory);
	free(file);
}

static void test_failure_source__the_line_and_its_neighbours(void **state)
{
	(void)state;
	expect("a\nb\nc\nd\ne\nf\n", 4, "walk",
	       "\nIt happens in walk.c:4, walk():\n\n          2  b\n          3  c\n    >     4  d\n          5  e\n"
	       "          6  f\n");
	expect("a\r\nb", 1, "", "\nIt happens in walk.c:1:\n\n    >     1  a\n          2  b\n");
}

static void test_failure_source__nothing_where_there_is_none(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	(void)state;
	expect("a\n", 3, "walk", "");
	expect("a\n", 0, "walk", "");
	hr_failure_source(&out, "no/such/file.c", 1, "walk");
	hr_failure_source(&out, NULL, 1, NULL);
	assert_string_equal(out.data, "");
	hr_strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_failure_source__the_line_and_its_neighbours),
		cmocka_unit_test(test_failure_source__nothing_where_there_is_none),
	};
	return cmocka_run_group_tests_name("failure_source", tests, NULL, NULL);
}
