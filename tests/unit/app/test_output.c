/* The folder that results go to: what is in it before, during and after. */
#include "app/output.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instead of libc's: when asked to, as on a file system where a file has another number at every look. */
static bool is_unstable;

int stat(const char *path, struct stat *out)
{
	static ino_t looks;
	int status = fstatat(AT_FDCWD, path, out, 0);

	if (is_unstable)
		out->st_ino += ++looks;
	return status;
}

/* The same: as on a file system that can rename only. */
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
	char *out; /* directory/out */
	struct hr_output output;
	struct hr_error error;
};

static int make_place(void **state)
{
	static struct place place;

	place = (struct place){ .output = HR_OUTPUT_INIT, .error = HR_ERROR_INIT };
	if (hr_directory_temporary(&place.directory, &place.error))
		return -1;
	place.out = hr_path_join(place.directory, "out");
	*state = &place;
	return 0;
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

static void open_output(struct place *place)
{
	if (hr_output_open(&place->output, place->out, &place->error))
		fail_msg("%s", place->error.message.data);
}

static int put(struct place *place, const char *one, const char *two)
{
	struct hr_output_file files[] = { { "one", one, strlen(one) }, { "two", two, strlen(two) } };

	return hr_output_replace(&place->output, "tests", files, 2, &place->error);
}

static void write_in(const struct place *place, const char *name, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(place->out, name);

	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
	free(path);
}

/* The text of a file in the folder; "-" when it is not there. For the caller to free. */
static char *read_in(const struct place *place, const char *name)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(place->out, name);

	if (hr_file_read(&text, path, &error))
		hr_strbuf_addch(&text, '-');
	hr_error_release(&error);
	free(path);
	return hr_strbuf_detach(&text);
}

static void expect(const struct place *place, const char *name, const char *text)
{
	char *found = read_in(place, name);

	assert_string_equal(found, text);
	free(found);
}

static size_t entries_in(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count - 2;
}

/* Also where the folder cannot be exchanged as a whole: the second time a directory is in it. */
static void test_output__what_has_no_text_goes(void **state)
{
	struct place *place = *state;

	open_output(place);
	for (int i = 0; i < 2; i++) {
		struct hr_output_file files[] = { { "one", "1", 1 }, { "two", NULL, 0 } };
		assert_int_equal(put(place, "1", "2"), 0);
		write_in(place, "tests/mine", "3");
		char *inner = hr_path_join(place->out, "tests/inner");
		if (i)
			assert_int_equal(mkdir(inner, 0777), 0);
		free(inner);
		assert_int_equal(hr_output_replace(&place->output, "tests", files, 2, &place->error), 0);
		expect(place, "tests/one", "1");
		expect(place, "tests/two", "-");
		expect(place, "tests/mine", "3");
	}
}

static void test_output__folder_is_made_and_filled(void **state)
{
	struct place *place = *state;

	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	hr_output_close(&place->output);
	expect(place, "tests/one", "1");
	expect(place, "tests/two", "2");
	assert_int_equal(entries_in(place->out), 1);
}

static void test_output__one_by_one_where_files_can_be_renamed_only(void **state)
{
	struct place *place = *state;

	open_output(place);
	is_plain = true;
	int first = put(place, "1", "2");
	int second = put(place, "3", "4");
	is_plain = false;
	assert_int_equal(first, 0);
	assert_int_equal(second, 0);
	hr_output_close(&place->output);
	expect(place, "tests/one", "3");
	expect(place, "tests/two", "4");
	assert_int_equal(entries_in(place->out), 1);
}

static void test_output__folder_that_stays_empty_goes_again(void **state)
{
	struct place *place = *state;

	open_output(place);
	hr_output_close(&place->output);
	assert_false(hr_path_is_directory(place->out));
	mkdir(place->out, 0777); /* not one that was there before */
	open_output(place);
	hr_output_close(&place->output);
	assert_true(hr_path_is_directory(place->out));
	assert_int_equal(entries_in(place->out), 0);
}

static void test_output__files_of_others_stay(void **state)
{
	struct place *place = *state;
	struct stat before, after;
	char *notes = hr_path_join(place->out, "tests/notes");
	char link[64];

	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	write_in(place, "mine", "m");
	write_in(place, "tests/notes", "n");
	assert_int_equal(chmod(notes, 0640), 0);
	assert_int_equal(stat(notes, &before), 0);
	free(notes);
	notes = hr_path_join(place->out, "tests/link");
	assert_int_equal(symlink("nowhere", notes), 0);
	assert_int_equal(put(place, "3", "4"), 0);
	assert_int_equal(readlink(notes, link, sizeof link), 7);
	free(notes);
	notes = hr_path_join(place->out, "tests/notes");
	assert_int_equal(stat(notes, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	assert_int_equal(after.st_nlink, 1);
	assert_int_equal(after.st_mode & 07777, 0640);
	hr_output_close(&place->output);
	expect(place, "mine", "m");
	expect(place, "tests/notes", "n");
	expect(place, "tests/one", "3");
	expect(place, "tests/two", "4");
	assert_int_equal(entries_in(place->out), 2);
	free(notes);
}

static void test_output__folders_and_links_of_others_stay(void **state)
{
	struct place *place = *state;
	char *folder = hr_path_join(place->out, "tests/folder");
	char *two = hr_path_join(place->out, "tests/two");
	struct stat info;

	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	assert_int_equal(mkdir(folder, 0777), 0);
	write_in(place, "tests/folder/file", "f");
	write_in(place, "elsewhere", "2");
	assert_int_equal(unlink(two), 0);
	assert_int_equal(symlink("../elsewhere", two), 0);
	assert_int_equal(put(place, "3", "4"), 0);
	expect(place, "tests/folder/file", "f");
	expect(place, "tests/one", "3");
	assert_int_equal(lstat(two, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	expect(place, "elsewhere", "4");
	free(folder);
	free(two);
}

static void test_output__the_same_again_changes_nothing(void **state)
{
	struct place *place = *state;
	char *path = hr_path_join(place->out, "tests/one");
	struct stat before, after;

	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(put(place, "1", "2"), 0);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	free(path);
}

static void test_output__second_run_is_told_who_has_it(void **state)
{
	struct place *place = *state;
	struct hr_output second;
	char number[32];

	open_output(place);
	snprintf(number, sizeof number, "process %ld", (long)getpid());
	assert_int_equal(hr_output_open(&second, place->out, &place->error), -1);
	assert_int_equal(place->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(place->error.message.data, number));
	assert_non_null(strstr(place->error.message.data, place->out));
	assert_int_equal(put(place, "1", "2"), 0); /* the first one does not notice */
	hr_output_close(&place->output);
	open_output(place);
}

static void test_output__lock_of_a_dead_run_is_none(void **state)
{
	struct place *place = *state;
	pid_t other = fork();

	if (other == 0) {
		open_output(place);
		kill(getpid(), SIGKILL);
	}
	waitpid(other, NULL, 0);
	assert_int_equal(entries_in(place->out), 2); /* lock and stage */
	open_output(place);
	assert_int_equal(entries_in(place->out), 2);
	hr_output_close(&place->output);
	assert_int_equal(entries_in(place->out), 0);
}

static void test_output__lock_that_is_never_the_same_is_told(void **state)
{
	struct place *place = *state;

	is_unstable = true;
	int status = hr_output_open(&place->output, place->out, &place->error);
	is_unstable = false;
	assert_int_equal(status, -1);
	assert_int_equal(place->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(place->error.message.data, "cannot lock the folder"));
	assert_non_null(strstr(place->error.hint.data, "--out"));
	open_output(place); /* nobody has it */
}

static void test_output__what_cannot_be_made_or_written_is_told(void **state)
{
	struct place *place = *state;
	char *file = hr_path_join(place->directory, "file");

	assert_int_equal(hr_file_write(file, "x", 1, &place->error), 0);
	assert_int_equal(hr_output_open(&place->output, file, &place->error), -1);
	assert_non_null(strstr(place->error.message.data, file));
	assert_int_equal(hr_output_open(&place->output, "/dev/null/x", &place->error), -1);
	assert_string_equal(place->error.message.data, "cannot make the folder '/dev/null/x': Not a directory");
	free(file);
}

/* A limit on the size of files stands in for a full disk. */
static void test_output__without_space_all_stays_as_it_was(void **state)
{
	struct place *place = *state;
	struct rlimit before, small;
	char large[5000];
	int status;

	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	memset(large, 'x', sizeof large - 1);
	large[sizeof large - 1] = '\0';
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = 4096;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	status = put(place, "3", large);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(status, -1);
	assert_non_null(strstr(place->error.message.data, "out/tests/two': File too large"));
	expect(place, "tests/one", "1");
	expect(place, "tests/two", "2");
	assert_int_equal(entries_in(place->out), 3); /* tests, lock, stage */
	assert_int_equal(entries_in(place->output.stage), 0);
}

/* Whoever looks sees both files of one run, at every moment, also after a death in the middle. */
static void test_output__killed_at_any_moment_is_old_or_new(void **state)
{
	struct place *place = *state;

	for (unsigned round = 0; round < 60; round++) {
		pid_t other = fork();

		if (other == 0) {
			char text[2000];

			if (hr_output_open(&place->output, place->out, &place->error))
				_exit(1);
			for (unsigned i = 0;; i++) {
				memset(text, 'a' + (int)((i + round) % 20), sizeof text - 1);
				text[sizeof text - 1] = '\0';
				if (put(place, text, text))
					_exit(2);
			}
		}
		usleep(2000 + round * 500);
		kill(other, SIGKILL);
		int status;
		waitpid(other, &status, 0);
		assert_true(WIFSIGNALED(status));
		if (!hr_path_is_directory(place->out))
			continue;
		char *one = read_in(place, "tests/one");
		char *two = read_in(place, "tests/two");
		assert_string_equal(one, two);
		free(one);
		free(two);
	}
	open_output(place);
	assert_int_equal(put(place, "1", "2"), 0);
	hr_output_close(&place->output);
	assert_int_equal(entries_in(place->out), 1);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, drop_place)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(test_output__what_has_no_text_goes),
		IN_PLACE(test_output__folder_is_made_and_filled),
		IN_PLACE(test_output__one_by_one_where_files_can_be_renamed_only),
		IN_PLACE(test_output__folder_that_stays_empty_goes_again),
		IN_PLACE(test_output__files_of_others_stay),
		IN_PLACE(test_output__folders_and_links_of_others_stay),
		IN_PLACE(test_output__the_same_again_changes_nothing),
		IN_PLACE(test_output__second_run_is_told_who_has_it),
		IN_PLACE(test_output__lock_of_a_dead_run_is_none),
		IN_PLACE(test_output__lock_that_is_never_the_same_is_told),
		IN_PLACE(test_output__what_cannot_be_made_or_written_is_told),
		IN_PLACE(test_output__without_space_all_stays_as_it_was),
		IN_PLACE(test_output__killed_at_any_moment_is_old_or_new),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
