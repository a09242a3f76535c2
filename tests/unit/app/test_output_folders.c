/* Folders in the output folder: what is ours is replaced, what is the user's stays. */
#include "app/output.h"
#include "base/file.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Instead of libc's: when asked to, as on a file system that can rename only. */
static bool is_plain;

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags)
{
	if (is_plain && flags) {
		errno = EINVAL;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

struct place {
	char *directory;
	char *out;
	struct hr_output output;
	struct hr_error error;
};

static int make_place(void **state)
{
	static struct place place;
	place = (struct place){ .output = HR_OUTPUT_INIT, .error = HR_ERROR_INIT };
	is_plain = false;
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
	hr_error_release(&place->error);
	free(place->directory);
	free(place->out);
	return 0;
}

/* Folders of these names, each with the mark and a test.c that holds `text`. */
static void put(struct place *place, const char *const *names, size_t count, const char *text)
{
	struct hr_output_file files[] = { { "sequence.seq", "x\n", 2 }, { "test.c", text, strlen(text) } };
	struct hr_output_folder folders[4];
	for (size_t i = 0; i < count; i++)
		folders[i] = (struct hr_output_folder){ names[i], files, 2 };
	if (hr_output_replace_folders(&place->output, "failures", folders, count, "sequence.seq", &place->error))
		fail_msg("%s", place->error.message.data);
}

static char *path_of(const struct place *place, const char *name)
{
	char *folder = hr_path_join(place->out, "failures");
	char *path = hr_path_join(folder, name);
	free(folder);
	return path;
}

static void write_one(const struct place *place, const char *name, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = path_of(place, name);
	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
	free(path);
}

/* NULL: there must be no such thing. */
static void assert_holds(const struct place *place, const char *name, const char *expected)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *path = path_of(place, name);
	if (!expected) {
		assert_int_equal(access(path, F_OK), -1);
	} else {
		assert_int_equal(hr_file_read(&text, path, &error), 0);
		assert_string_equal(text.data, expected);
	}
	hr_error_release(&error);
	hr_strbuf_release(&text);
	free(path);
}

static void test_output_folders__replaced_all_at_once(void **state)
{
	struct place *place = *state;
	static const char *const first[] = { "01-null-a", "02-leak-b" };
	static const char *const second[] = { "01-leak-b" };
	put(place, first, 2, "one\n");
	assert_holds(place, "01-null-a/test.c", "one\n");
	assert_holds(place, "02-leak-b/test.c", "one\n");
	put(place, second, 1, "two\n");
	assert_holds(place, "01-leak-b/test.c", "two\n");
	assert_holds(place, "01-null-a", NULL);
	assert_holds(place, "02-leak-b", NULL);
	put(place, NULL, 0, "");
	assert_holds(place, "", NULL);
}

static void test_output_folders__what_is_the_users_stays(void **state)
{
	struct place *place = *state;
	static const char *const first[] = { "01-null-a", "02-leak-b" };
	put(place, first, 2, "one\n");
	write_one(place, "notes.txt", "mine\n");
	write_one(place, "01-null-a/notes.txt", "of a\n");
	write_one(place, "02-leak-b/notes.txt", "of b\n");
	write_one(place, "02-leak-b/test.o", "object");
	write_one(place, "02-leak-b/old.mk", "of an earlier comparison\n");
	char *own = path_of(place, "own");
	assert_int_equal(mkdir(own, 0777), 0);
	write_one(place, "own/file", "in mine\n");
	put(place, first, 1, "two\n");
	assert_holds(place, "notes.txt", "mine\n");
	assert_holds(place, "own/file", "in mine\n");
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
	assert_holds(place, "01-null-a/test.c", "two\n");
	assert_holds(place, "02-leak-b/notes.txt", "of b\n"); /* all that is left of it */
	assert_holds(place, "02-leak-b/test.c", NULL);
	assert_holds(place, "02-leak-b/test.o", NULL);
	assert_holds(place, "02-leak-b/old.mk", NULL);
	put(place, NULL, 0, "");
	assert_holds(place, "notes.txt", "mine\n");
	assert_holds(place, "01-null-a/test.c", NULL);
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
	free(own);
}

static void test_output_folders__the_same_again_changes_nothing(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a" };
	struct stat before;
	struct stat after;
	put(place, names, 1, "one\n");
	char *path = path_of(place, "01-null-a");
	assert_int_equal(stat(path, &before), 0);
	put(place, names, 1, "one\n");
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	free(path);
}

static void test_output_folders__a_file_in_the_way_is_an_error(void **state)
{
	struct place *place = *state;
	static const struct hr_output_file file = { "sequence.seq", "x\n", 2 };
	static const struct hr_output_folder folder = { "01-null-a", &file, 1 };
	char *path = hr_path_join(place->out, "failures");
	assert_int_equal(hr_file_write(path, "mine", 4, &place->error), 0);
	assert_int_equal(
		hr_output_replace_folders(&place->output, "failures", &folder, 1, "sequence.seq", &place->error), -1);
	assert_non_null(strstr(place->error.message.data, strerror(ENOTDIR)));
	free(path);
}

/* The user's are there, and of what we or make wrote in earlier runs nothing is. */
static void test_output_folders__replaced_one_by_one(void **state)
{
	struct place *place = *state;
	static const char *const first[] = { "01-null-a", "02-leak-b", "03-leak-c" };
	static const char *const second[] = { "01-null-a" };
	put(place, first, 3, "one\n");
	write_one(place, "notes.txt", "mine\n");
	write_one(place, "01-null-a/notes.txt", "of a\n");
	write_one(place, "01-null-a/report.txt", "of an earlier run\n");
	write_one(place, "01-null-a/test.o", "object");
	write_one(place, "02-leak-b/notes.txt", "of b\n");
	is_plain = true;
	put(place, second, 1, "two\n");
	assert_holds(place, "01-null-a/test.c", "two\n");
	assert_holds(place, "01-null-a/sequence.seq", "x\n");
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
	assert_holds(place, "01-null-a/report.txt", NULL);
	assert_holds(place, "01-null-a/test.o", NULL);
	assert_holds(place, "02-leak-b/notes.txt", "of b\n");
	assert_holds(place, "02-leak-b/test.c", NULL);
	assert_holds(place, "02-leak-b/sequence.seq", NULL);
	assert_holds(place, "03-leak-c", NULL);
	assert_holds(place, "notes.txt", "mine\n");
	put(place, NULL, 0, "");
	assert_holds(place, "01-null-a/test.c", NULL);
	assert_holds(place, "01-null-a/sequence.seq", NULL);
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
}

static void test_output_folders__one_by_one_from_the_first_to_the_last(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	is_plain = true;
	put(place, names, 2, "one\n");
	assert_holds(place, "02-leak-b/test.c", "one\n");
	put(place, NULL, 0, "");
	assert_holds(place, "", NULL);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, drop_place)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(test_output_folders__replaced_all_at_once),
		IN_PLACE(test_output_folders__what_is_the_users_stays),
		IN_PLACE(test_output_folders__the_same_again_changes_nothing),
		IN_PLACE(test_output_folders__a_file_in_the_way_is_an_error),
		IN_PLACE(test_output_folders__replaced_one_by_one),
		IN_PLACE(test_output_folders__one_by_one_from_the_first_to_the_last),
	};
	return cmocka_run_group_tests_name("output_folders", tests, NULL, NULL);
}
