/* Temporary directories: who removes which ones. Every test has a TMPDIR of its own. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MARK = 01700 }; /* the mode by which they are known */

static int make_directory(void **state)
{
	char path[] = "/tmp/test-temporary-XXXXXX";

	if (!mkdtemp(path))
		return -1;
	*state = hr_strdup(path);
	return setenv("TMPDIR", path, 1);
}

static int drop_directory(void **state)
{
	hr_directory_remove(*state);
	free(*state);
	return unsetenv("TMPDIR");
}

static size_t entries_in(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	size_t count = 0;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		count += entry->d_name[0] != '.';
	closedir(directory);
	return count;
}

static char *make_temporary(void)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = NULL;

	if (hr_directory_temporary(&path, &error))
		fail_msg("%s", error.message.data);
	return path;
}

static void remove_temporary(char *path)
{
	hr_directory_remove(path);
	free(path);
}

/* Makes one, with a file in it, in a process that waits for its death; its id. */
static pid_t start_other(const char *directory, const char *mark)
{
	char *path = hr_path_join(directory, mark);
	struct hr_error error = HR_ERROR_INIT;
	pid_t other = fork();

	if (other == 0) {
		char *temporary = make_temporary();
		char *file = hr_path_join(temporary, "file");

		if (hr_file_write(file, "x", 1, &error) == 0)
			(void)hr_file_write(path, temporary, strlen(temporary), &error);
		for (;;)
			pause();
	}
	for (int i = 0; i < 12000 && !hr_path_is_file(path); i++)
		nanosleep(&(struct timespec){ 0, 5000000 }, NULL);
	assert_true(hr_path_is_file(path));
	free(path);
	return other;
}

static void end_other(pid_t other)
{
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
}

static void test_temporary__name_is_in_tmpdir(void **state)
{
	char *path = make_temporary();

	assert_true(hr_path_is_below(path, *state));
	assert_true(hr_text_starts_with(hr_path_name(path), "harrier-"));
	assert_int_equal(strlen(hr_path_name(path)), strlen("harrier-XXXXXX"));
	assert_int_equal(entries_in(*state), 1);
	remove_temporary(path);
	assert_int_equal(entries_in(*state), 0);
}

static void test_temporary__of_a_dead_process_goes_of_a_living_one_stays(void **state)
{
	pid_t dead = start_other(*state, "dead");
	pid_t living = start_other(*state, "living");
	char *path;

	assert_int_equal(entries_in(*state), 4);
	end_other(dead);
	path = make_temporary();
	assert_int_equal(entries_in(*state), 4); /* two marks, the living one's and ours */
	remove_temporary(path);
	end_other(living);
	path = make_temporary(); /* once in the life of a process is enough */
	assert_int_equal(entries_in(*state), 4);
	remove_temporary(path);
}

static void test_temporary__other_names_files_and_links_are_left_alone(void **state)
{
	static const char *const directories[] = { "harrier-out",    "harrier-abc",   "harrier-abcdefg",
						   "harrier-a.cdef", "harrierabcdef", "xharrier-abcdef" };
	struct hr_error error = HR_ERROR_INIT;
	char *target = hr_path_join(*state, "target"), *link = hr_path_join(*state, "harrier-abcde1");
	char *file = hr_path_join(*state, "harrier-abcde2");
	size_t count = sizeof directories / sizeof *directories;
	char *path;

	for (size_t i = 0; i < count; i++) {
		path = hr_path_join(*state, directories[i]);
		assert_int_equal(mkdir(path, 0700), 0);
		free(path);
	}
	assert_int_equal(mkdir(target, 0700), 0);
	assert_int_equal(symlink(target, link), 0);
	assert_int_equal(hr_file_write(file, "x", 1, &error), 0);
	path = make_temporary();
	assert_int_equal(entries_in(*state), count + 4);
	remove_temporary(path);
	free(target);
	free(link);
	free(file);
}

/* What the user made may have any name. */
static void test_temporary__what_we_did_not_make_stays(void **state)
{
	static const char *const names[] = { "harrier-master", "harrier-backup", "harrier-aB3xY9" };
	char *path;

	for (size_t i = 0; i < 3; i++) {
		path = hr_path_join(*state, names[i]);
		assert_int_equal(mkdir(path, i == 1 ? 0755 : 0700), 0);
		free(path);
	}
	path = make_temporary();
	assert_int_equal(entries_in(*state), 4);
	remove_temporary(path);
	assert_int_equal(entries_in(*state), 3);
}

static void test_temporary__of_another_user_is_left_alone(void **state)
{
	char *other = hr_path_join(*state, "harrier-other1");
	char *path;

	if (geteuid() != 0)
		skip();
	assert_int_equal(mkdir(other, 0777), 0);
	assert_int_equal(chmod(other, MARK), 0);
	assert_int_equal(chown(other, 65534, 65534), 0);
	path = make_temporary();
	assert_true(hr_path_is_directory(other));
	remove_temporary(path);
	free(other);
}

static void test_temporary__one_that_got_no_lock_goes(void **state)
{
	char *left = hr_path_join(*state, "harrier-unlocked-abcdef");
	char *path;

	assert_int_equal(mkdir(left, 0700), 0);
	path = make_temporary();
	assert_false(hr_path_is_directory(left));
	remove_temporary(path);
	free(left);
}

/* Many that begin at once clean up after each other all the time: everybody gets one all the same. */
static void test_temporary__makers_do_not_disturb_each_other(void **state)
{
	enum { MAKERS = 40 };
	pid_t makers[MAKERS];
	int status;

	for (int i = 0; i < MAKERS; i++) {
		makers[i] = fork();
		if (makers[i] == 0) {
			struct hr_error error = HR_ERROR_INIT;
			char *path = NULL;

			if (hr_directory_temporary(&path, &error))
				_exit(1);
			usleep(1000);
			if (!hr_path_is_directory(path))
				_exit(2);
			hr_directory_remove(path);
			_exit(0);
		}
	}
	for (int i = 0; i < MAKERS; i++) {
		assert_int_equal(waitpid(makers[i], &status, 0), makers[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(entries_in(*state), 0);
}

static void test_temporary__other_place_and_prefix(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *left = hr_path_join(*state, "making.abcdef");
	char *path = NULL, *absent = hr_path_join(*state, "absent");

	assert_int_equal(mkdir(left, 0700), 0);
	assert_int_equal(chmod(left, MARK), 0);
	assert_int_equal(hr_directory_temporary_in(&path, *state, "making.", &error), 0);
	assert_true(hr_text_starts_with(hr_path_name(path), "making."));
	assert_false(hr_path_is_directory(left));
	remove_temporary(path);
	assert_int_equal(hr_directory_temporary_in(&path, absent, "making.", &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(error.message.data, "No such file or directory"));
	hr_error_release(&error);
	free(absent);
	free(left);
}

/* Makes and removes one in a new process, which cleans up first; whether that leaves so many entries, as soon as there is time for it. */
static bool leaves_in_time(const char *directory, size_t entries)
{
	for (int i = 0; i < 6000; i++) {
		pid_t cleaner = fork();

		if (cleaner == 0) {
			remove_temporary(make_temporary());
			_exit(0);
		}
		waitpid(cleaner, NULL, 0);
		if (entries_in(directory) == entries)
			return true;
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	return false;
}

/* The lock goes with the last descriptor, which the program closes while it starts: at a moment that nobody can see from here. */
static void test_temporary__a_program_that_lives_on_does_not_hold_the_lock(void **state)
{
	char *mark = hr_path_join(*state, "mark");
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	pid_t maker = fork();
	bool is_gone, lives;

	if (maker == 0) {
		(void)make_temporary();
		pid_t program = fork();
		if (program == 0) {
			execlp("sleep", "sleep", "1000", (char *)NULL);
			_exit(127);
		}
		char number[32];
		snprintf(number, sizeof number, "%ld", (long)program);
		(void)hr_file_write(mark, number, strlen(number), &error);
		_exit(0);
	}
	waitpid(maker, NULL, 0);
	assert_int_equal(hr_file_read(&text, mark, &error), 0);
	is_gone = leaves_in_time(*state, 1); /* the mark */
	lives = kill((pid_t)atol(text.data), 0) == 0;
	kill((pid_t)atol(text.data), SIGKILL);
	assert_true(is_gone);
	assert_true(lives);
	hr_strbuf_release(&text);
	free(mark);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_temporary__name_is_in_tmpdir, make_directory, drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__of_a_dead_process_goes_of_a_living_one_stays,
						make_directory, drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__other_names_files_and_links_are_left_alone,
						make_directory, drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__what_we_did_not_make_stays, make_directory,
						drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__of_another_user_is_left_alone, make_directory,
						drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__one_that_got_no_lock_goes, make_directory,
						drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__makers_do_not_disturb_each_other, make_directory,
						drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__other_place_and_prefix, make_directory, drop_directory),
		cmocka_unit_test_setup_teardown(test_temporary__a_program_that_lives_on_does_not_hold_the_lock,
						make_directory, drop_directory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
