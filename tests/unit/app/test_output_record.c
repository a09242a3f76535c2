/* Files that people edit: what is theirs stays, what is ours is replaced or goes. */
#include "app/output.h"
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
	char *directory;
	char *out;
	struct hr_output output;
	struct hr_strbuf left;
	struct hr_error error;
};

static int make_place(void **state)
{
	static struct place place;
	place = (struct place){ .output = HR_OUTPUT_INIT, .left = HR_STRBUF_INIT, .error = HR_ERROR_INIT };
	if (hr_directory_temporary(&place.directory, &place.error))
		return -1;
	place.out = hr_path_join(place.directory, "out");
	*state = &place;
	return hr_output_open(&place.output, place.out, &place.error);
}

static int drop_place(void **state)
{
	struct place *place = *state;
	hr_output_close(&place->output);
	hr_directory_remove(place->directory);
	hr_strbuf_release(&place->left);
	hr_error_release(&place->error);
	free(place->directory);
	free(place->out);
	return 0;
}

static char *path_of(const struct place *place, const char *name)
{
	char *folder = hr_path_join(place->out, "tests");
	char *path = hr_path_join(folder, name);
	free(folder);
	return path;
}

static void expect(const struct place *place, const char *name, const char *text)
{
	char *path = path_of(place, name);
	struct hr_strbuf found = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	if (!text) {
		assert_int_not_equal(access(path, F_OK), 0);
	} else {
		assert_int_equal(hr_file_read(&found, path, &error), 0);
		assert_string_equal(found.data, text);
	}
	hr_strbuf_release(&found);
	free(path);
}

static void edit(struct place *place, const char *name, const char *text)
{
	char *path = path_of(place, name);
	assert_int_equal(hr_file_write(path, text, strlen(text), &place->error), 0);
	free(path);
}

/* Writes a.c with this text, and b.c with that; NULL: there is none. */
static void update(struct place *place, const char *a, const char *b)
{
	struct hr_output_file files[2];
	size_t count = 0;
	if (a)
		files[count++] = (struct hr_output_file){ "a.c", a, strlen(a) };
	if (b)
		files[count++] = (struct hr_output_file){ "b.c", b, strlen(b) };
	hr_strbuf_clear(&place->left);
	assert_int_equal(hr_output_update(&place->output, "tests", files, count, &place->left, &place->error), 0);
}

static void test_output_record__what_nobody_touched_is_replaced_or_goes(void **state)
{
	struct place *place = *state;
	update(place, "one", "two");
	edit(place, "b", "the program");
	edit(place, "b.o", "its object file");
	update(place, "three", NULL);
	expect(place, "a.c", "three");
	expect(place, "b.c", NULL);
	expect(place, "b", NULL);
	expect(place, "b.o", NULL);
	assert_string_equal(place->left.data, "");
}

static void test_output_record__what_was_edited_stays_and_is_told(void **state)
{
	struct place *place = *state;
	update(place, "one", "two");
	edit(place, "a.c", "mine");
	update(place, "three", "four");
	expect(place, "a.c", "mine");
	expect(place, "b.c", "four");
	assert_string_equal(place->left.data, "a.c");
	update(place, "five", NULL);
	expect(place, "a.c", "mine");
	expect(place, "b.c", "four"); /* what was edited may need it */
	edit(place, "a.c", "one");    /* as it was first */
	update(place, "six", NULL);
	expect(place, "a.c", "six");
	expect(place, "b.c", NULL);
}

static void test_output_record__edited_file_that_is_not_wanted_any_more_stays(void **state)
{
	struct place *place = *state;
	update(place, "one", "two");
	edit(place, "b.c", "mine");
	update(place, "one", NULL);
	expect(place, "b.c", "mine");
	assert_string_equal(place->left.data, "b.c");
}

static void test_output_record__without_a_record_everything_is_the_users(void **state)
{
	struct place *place = *state;
	update(place, "one", NULL);
	char *record = hr_path_join(place->out, "tests.written");
	assert_int_equal(unlink(record), 0);
	update(place, "two", NULL);
	expect(place, "a.c", "one");
	assert_string_equal(place->left.data, "a.c");
	update(place, "one", NULL); /* what is the same anyway is ours again */
	assert_string_equal(place->left.data, "");
	update(place, "two", NULL);
	expect(place, "a.c", "two");
	free(record);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, drop_place)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(test_output_record__what_nobody_touched_is_replaced_or_goes),
		IN_PLACE(test_output_record__what_was_edited_stays_and_is_told),
		IN_PLACE(test_output_record__edited_file_that_is_not_wanted_any_more_stays),
		IN_PLACE(test_output_record__without_a_record_everything_is_the_users),
	};
	return cmocka_run_group_tests_name("output_record", tests, NULL, NULL);
}
