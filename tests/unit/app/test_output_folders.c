/* Folders in the output folder: what is ours is replaced, what is the user's stays. */
#include "app/output.h"
#include "base/file.h"
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instead of libc's: when asked to, as on a file system that can rename only, or has no hard links. */
static bool is_plain;
static bool has_no_links;
static unsigned steps_left; /* until we are killed; 0: we are not */

static void take_step(void)
{
	if (steps_left && --steps_left == 0)
		kill(getpid(), SIGKILL);
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags)
{
	take_step();
	if (is_plain && flags) {
		errno = EINVAL;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

int rename(const char *from, const char *to)
{
	return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
	take_step();
	if (has_no_links) {
		errno = EPERM;
		return -1;
	}
	return (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags);
}

int unlink(const char *path)
{
	take_step();
	return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
	take_step();
	return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdir(const char *path, mode_t mode)
{
	take_step();
	return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

/* What is not on the disk yet does not matter to who kills us. */
int fsync(int descriptor)
{
	(void)descriptor;
	return 0;
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
	is_plain = has_no_links = false;
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

static void make_folder(const struct place *place, const char *name)
{
	char *path = path_of(place, name);
	assert_int_equal(mkdir(path, 0777), 0);
	free(path);
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
	write_one(place, "02-leak-b/test.other", "what it printed, for a comparison\n");
	write_one(place, "02-leak-b/old.mk", "of an earlier comparison\n");
	make_folder(place, "own");
	write_one(place, "own/file", "in mine\n");
	put(place, first, 1, "two\n");
	assert_holds(place, "notes.txt", "mine\n");
	assert_holds(place, "own/file", "in mine\n");
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
	assert_holds(place, "01-null-a/test.c", "two\n");
	assert_holds(place, "02-leak-b/notes.txt", "of b\n"); /* all that is left of it */
	assert_holds(place, "02-leak-b/test.c", NULL);
	assert_holds(place, "02-leak-b/test.o", NULL);
	assert_holds(place, "02-leak-b/test.other", NULL);
	assert_holds(place, "02-leak-b/old.mk", NULL);
	put(place, NULL, 0, "");
	assert_holds(place, "notes.txt", "mine\n");
	assert_holds(place, "01-null-a/test.c", NULL);
	assert_holds(place, "01-null-a/notes.txt", "of a\n");
}

/* All that a user may put into the folders of two failures. */
static void fill_as_user(const struct place *place)
{
	static const char *const folders[] = { "own", "own/deep", "01-null-a/notes", "02-leak-b/notes",
					       "02-leak-b/test.o" };
	write_one(place, "notes.txt", "mine\n");
	write_one(place, "02-leak-b/notes.txt", "of b\n");
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *file = hr_path_join(folders[i], "file");
		make_folder(place, folders[i]);
		write_one(place, file, folders[i]);
		free(file);
	}
}

static void assert_has_what_is_the_users(const struct place *place)
{
	assert_holds(place, "notes.txt", "mine\n");
	assert_holds(place, "02-leak-b/notes.txt", "of b\n");
	assert_holds(place, "own/file", "own");
	assert_holds(place, "own/deep/file", "own/deep");
	assert_holds(place, "01-null-a/notes/file", "01-null-a/notes");
	assert_holds(place, "02-leak-b/notes/file", "02-leak-b/notes");
	assert_holds(place, "02-leak-b/test.o/file", "02-leak-b/test.o"); /* make leaves no folders */
}

/* Where nothing can have a second name, all is as with folders, which never can. */
static void test_output_folders__folders_of_the_user_stay(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	put(place, names, 2, "one\n");
	fill_as_user(place);
	for (int round = 0; round < 2; round++) {
		has_no_links = round;
		put(place, names, 1, "two\n");
		assert_holds(place, "01-null-a/test.c", "two\n");
		assert_holds(place, "02-leak-b/test.c", NULL);
		assert_has_what_is_the_users(place);
		put(place, names, 2, "three\n");
		assert_holds(place, "02-leak-b/test.c", "three\n");
		assert_has_what_is_the_users(place);
		put(place, NULL, 0, "");
		assert_holds(place, "01-null-a/test.c", NULL);
		assert_has_what_is_the_users(place);
	}
}

/* What it leads to is written to, as a file's target is, but nothing goes there. */
static void test_output_folders__links_of_the_user_stay(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	char *link = path_of(place, "02-leak-b");
	char *elsewhere = hr_path_join(place->out, "elsewhere");
	struct stat info;
	put(place, names, 2, "one\n");
	assert_int_equal(rename(link, elsewhere), 0);
	assert_int_equal(symlink("../elsewhere", link), 0);
	put(place, names, 2, "two\n");
	assert_holds(place, "01-null-a/test.c", "two\n");
	assert_holds(place, "../elsewhere/test.c", "two\n");
	put(place, names, 1, "three\n");
	assert_holds(place, "01-null-a/test.c", "three\n");
	assert_holds(place, "../elsewhere/test.c", "two\n");
	assert_int_equal(lstat(link, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	free(elsewhere);
	free(link);
}

/* Whoever is not root cannot move such a folder to another one. */
static void test_output_folders__what_is_read_only_stays(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	char *notes = path_of(place, "02-leak-b/notes");
	put(place, names, 2, "one\n");
	fill_as_user(place);
	assert_int_equal(chmod(notes, 0555), 0);
	put(place, names, 1, "two\n");
	assert_holds(place, "01-null-a/test.c", "two\n");
	assert_holds(place, "02-leak-b/test.c", NULL);
	assert_has_what_is_the_users(place);
	free(notes);
}

/* A file of the user's is where a folder is to be. */
static void test_output_folders__what_cannot_be_moved_is_an_error(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	static const struct hr_output_file file = { "sequence.seq", "y\n", 2 };
	static const struct hr_output_folder folders[] = { { "01-null-a", &file, 1 }, { "03-leak-c", &file, 1 } };
	put(place, names, 2, "one\n");
	write_one(place, "03-leak-c", "mine\n");
	assert_int_equal(
		hr_output_replace_folders(&place->output, "failures", folders, 2, "sequence.seq", &place->error), -1);
	assert_non_null(strstr(place->error.message.data, "03-leak-c"));
	assert_holds(place, "03-leak-c", "mine\n");
	assert_holds(place, "02-leak-b/test.c", "one\n");
}

/* As a run leaves it that was killed behind the step; there is a file in both places, and a folder. */
static void test_output_folders__what_a_killed_run_left_is_given_back(void **state)
{
	struct place *place = *state;
	static const char *const names[] = { "01-null-a", "02-leak-b" };
	put(place, names, 2, "one\n");
	fill_as_user(place);
	write_one(place, "02-leak-b/kept.txt", "old\n");
	char *path = hr_path_join(place->out, "failures");
	char *before = hr_path_join(place->out, ".harrier-old-failures");
	assert_int_equal(rename(path, before), 0);
	put(place, names, 1, "one\n");
	assert_has_what_is_the_users(place);
	assert_int_equal(access(before, F_OK), -1);
	assert_int_equal(rename(path, before), 0);
	make_folder(place, "");
	make_folder(place, "own");
	make_folder(place, "02-leak-b");
	write_one(place, "02-leak-b/kept.txt", "new\n");
	assert_int_equal(hr_output_replace_folders(&place->output, "failures", NULL, 0, "sequence.seq", &place->error),
			 -1);
	assert_non_null(strstr(place->error.message.data, "cannot move"));
	assert_non_null(strstr(place->error.message.data, "kept.txt"));
	assert_has_what_is_the_users(place);
	assert_holds(place, "02-leak-b/kept.txt", "new\n");
	assert_holds(place, "../.harrier-old-failures/02-leak-b/kept.txt", "old\n");
	/* what is new is written all the same */
	static const struct hr_output_file file = { "test.c", "three\n", 6 };
	static const struct hr_output_folder folder = { "01-null-a", &file, 1 };
	hr_error_release(&place->error);
	place->error = (struct hr_error)HR_ERROR_INIT;
	assert_int_equal(
		hr_output_replace_folders(&place->output, "failures", &folder, 1, "sequence.seq", &place->error), -1);
	assert_non_null(strstr(place->error.message.data, "kept.txt"));
	assert_holds(place, "01-null-a/test.c", "three\n");
	assert_has_what_is_the_users(place);
	char *kept = hr_path_join(before, "02-leak-b/kept.txt");
	assert_int_equal(unlink(kept), 0);
	put(place, names, 1, "two\n");
	assert_has_what_is_the_users(place);
	assert_holds(place, "02-leak-b/kept.txt", "new\n");
	assert_int_equal(access(before, F_OK), -1);
	free(kept);
	free(before);
	free(path);
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

/* A run, in a process of its own, that is killed after so many steps (0: never). Returns whether it was. */
static bool run_until(struct place *place, const char *const *names, size_t count, const char *text, unsigned steps)
{
	int status;
	pid_t other = fork();
	if (other == 0) {
		if (hr_output_open(&place->output, place->out, &place->error))
			_exit(1);
		steps_left = steps;
		put(place, names, count, text);
		steps_left = 0;
		hr_output_close(&place->output);
		_exit(0);
	}
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
	return WIFSIGNALED(status);
}

static void assert_is_old_or_new(const struct place *place)
{
	char *path = path_of(place, "01-leak-b/test.c");
	bool is_new = access(path, F_OK) == 0;
	assert_holds(place, "01-leak-b/test.c", is_new ? "two\n" : NULL);
	assert_holds(place, "01-null-a/test.c", is_new ? NULL : "one\n");
	assert_holds(place, "02-leak-b/test.c", is_new ? NULL : "one\n");
	assert_holds(place, "03-leak-c/test.c", is_new ? "two\n" : "one\n");
	assert_holds(place, "04-leak-d/test.c", is_new ? NULL : "one\n");
	free(path);
}

/* At each step, and the run after it, too: the one after these has it all. */
static void test_output_folders__killed_at_any_moment(void **state)
{
	struct place *place = *state;
	static const char *const first[] = { "01-null-a", "02-leak-b", "03-leak-c", "04-leak-d" };
	static const char *const second[] = { "01-leak-b", "03-leak-c" };
	enum { WAYS = 3 };
	hr_output_close(&place->output);
	free(place->out);
	place->out = hr_path_join(place->directory, "killed"); /* whoever opened it once does not clean up again */
	for (int way = 0; way < WAYS; way++) {
		bool was_killed = true;
		for (unsigned steps = 1; was_killed; steps++) {
			is_plain = has_no_links = false;
			assert_false(run_until(place, first, 4, "one\n", 0));
			fill_as_user(place);
			has_no_links = way == 1;
			is_plain = way == 2;
			was_killed = run_until(place, second, 2, "two\n", steps);
			if (!is_plain)
				assert_is_old_or_new(place);
			(void)run_until(place, second, 2, "two\n", steps * 7 % 23 + 1);
			if (!is_plain)
				assert_is_old_or_new(place);
			assert_false(run_until(place, second, 2, "two\n", 0));
			assert_holds(place, "01-leak-b/test.c", "two\n");
			assert_holds(place, "03-leak-c/test.c", "two\n");
			assert_holds(place, "01-null-a/test.c", NULL);
			assert_holds(place, "02-leak-b/test.c", NULL);
			assert_has_what_is_the_users(place);
			assert_int_equal(entries_in(place->out), 1);
			char *path = hr_path_join(place->out, "failures");
			assert_int_equal(entries_in(path), 6); /* two, what is left of two, notes.txt and own */
			hr_directory_remove(place->out);
			free(path);
		}
	}
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
		IN_PLACE(test_output_folders__folders_of_the_user_stay),
		IN_PLACE(test_output_folders__links_of_the_user_stay),
		IN_PLACE(test_output_folders__what_is_read_only_stays),
		IN_PLACE(test_output_folders__what_cannot_be_moved_is_an_error),
		IN_PLACE(test_output_folders__what_a_killed_run_left_is_given_back),
		IN_PLACE(test_output_folders__killed_at_any_moment),
		IN_PLACE(test_output_folders__replaced_one_by_one),
		IN_PLACE(test_output_folders__one_by_one_from_the_first_to_the_last),
	};
	return cmocka_run_group_tests_name("output_folders", tests, NULL, NULL);
}
