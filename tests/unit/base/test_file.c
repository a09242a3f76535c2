/* Files and paths. Every test has a temporary directory of its own. */
#include "base/file.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static int make_directory(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path;

	if (hr_directory_temporary(&path, &error) < 0)
		return -1;
	*state = path;
	return 0;
}

static int drop_directory(void **state)
{
	hr_directory_remove(*state);
	free(*state);
	return 0;
}

static void put(const char *path, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;

	assert_int_equal(hr_file_write(path, text, strlen(text), &error), 0);
}

/* The text belongs to the caller. */
static char *get(const char *path)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;

	assert_int_equal(hr_file_read(&text, path, &error), 0);
	return hr_strbuf_detach(&text);
}

static void check_content(const char *path, const char *expected)
{
	char *text = get(path);

	assert_string_equal(text, expected);
	free(text);
}

static size_t entries_in(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count - 2; /* the dots */
}

static void test_file__read_appends(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *path = hr_path_join(*state, "f");

	put(path, "second");
	hr_strbuf_addstr(&text, "first ");
	assert_int_equal(hr_file_read(&text, path, &error), 0);
	assert_string_equal(text.data, "first second");
	hr_strbuf_release(&text);
	free(path);
}

static void test_file__round_trip_of_any_bytes(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf bytes = HR_STRBUF_INIT, back = HR_STRBUF_INIT;
	char *path = hr_path_join(*state, "f");

	for (unsigned i = 0; i < 300000; i++)
		hr_strbuf_addch(&bytes, (char)(i * 7 % 256));
	assert_int_equal(hr_file_write(path, bytes.data, bytes.length, &error), 0);
	assert_int_equal(hr_file_read(&back, path, &error), 0);
	assert_int_equal(back.length, bytes.length);
	assert_memory_equal(back.data, bytes.data, bytes.length);
	hr_strbuf_release(&bytes);
	hr_strbuf_release(&back);
	free(path);
}

static void test_file__empty_file(void **state)
{
	char *path = hr_path_join(*state, "f");

	put(path, "");
	assert_true(hr_path_is_file(path));
	check_content(path, "");
	free(path);
}

static void test_file__read_of_missing_or_directory_fails(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT, expected = HR_STRBUF_INIT;
	char *path = hr_path_join(*state, "absent");

	hr_strbuf_addstr(&text, "kept");
	assert_int_equal(hr_file_read(&text, path, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INPUT);
	hr_strbuf_addf(&expected, "cannot read '%s': No such file or directory", path);
	assert_string_equal(error.message.data, expected.data);

	assert_int_equal(hr_file_read(&text, *state, &error), -1);
	assert_non_null(strstr(error.message.data, "Is a directory"));
	assert_string_equal(text.data, "kept");
	hr_error_release(&error);
	hr_strbuf_release(&text);
	hr_strbuf_release(&expected);
	free(path);
}

static void test_file__write_replaces_and_leaves_nothing_beside(void **state)
{
	char *path = hr_path_join(*state, "f");

	put(path, "a long first text");
	put(path, "short");
	check_content(path, "short");
	assert_int_equal(entries_in(*state), 1);
	free(path);
}

static void test_file__write_is_seen_whole_or_not_at_all(void **state)
{
	char *path = hr_path_join(*state, "f");
	char byte;
	int fd;

	put(path, "old");
	fd = open(path, O_RDONLY);
	put(path, "new");
	assert_int_equal(read(fd, &byte, 1), 1); /* who has it open still reads the old text */
	assert_int_equal(byte, 'o');
	close(fd);
	free(path);
}

static void test_file__write_in_missing_folder_fails(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(*state, "absent/f");

	assert_int_equal(hr_file_write(path, "x", 1, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(error.message.data, "cannot write '"));
	assert_non_null(strstr(error.message.data, "No such file or directory"));
	assert_int_equal(entries_in(*state), 0);
	hr_error_release(&error);
	free(path);
}

static void test_file__write_over_directory_fails(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(*state, "d");

	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(hr_file_write(path, "x", 1, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_true(hr_path_is_directory(path));
	assert_int_equal(entries_in(*state), 1);
	hr_error_release(&error);
	free(path);
}

static void test_file__failed_write_leaves_the_old_text(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(*state, "f");
	struct rlimit old, small;
	int status;

	put(path, "old");
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 10;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	status = hr_file_write(path, "more than ten bytes", 19, &error);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);

	assert_int_equal(status, -1);
	assert_non_null(strstr(error.message.data, "File too large"));
	check_content(path, "old");
	assert_int_equal(entries_in(*state), 1);
	hr_error_release(&error);
	free(path);
}

static void test_file__full_device_is_an_error(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(hr_file_write("/dev/full", "x", 1, &error), -1);
	assert_string_equal(error.message.data, "cannot write '/dev/full': No space left on device");
	hr_error_release(&error);
}

static void test_file__write_to_device_leaves_it_a_device(void **state)
{
	struct stat info;

	(void)state;
	put("/dev/null", "gone");
	assert_int_equal(stat("/dev/null", &info), 0);
	assert_true(S_ISCHR(info.st_mode));
}

static void test_file__write_keeps_mode_and_links(void **state)
{
	char *path = hr_path_join(*state, "f"), *link_path = hr_path_join(*state, "l");
	struct stat info;

	put(path, "old");
	assert_int_equal(chmod(path, 0751), 0);
	assert_int_equal(symlink("f", link_path), 0);
	put(link_path, "new");
	assert_int_equal(lstat(link_path, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0751);
	check_content(path, "new");
	free(path);
	free(link_path);
}

static void test_file__new_file_has_the_mode_of_the_umask(void **state)
{
	char *path = hr_path_join(*state, "f");
	mode_t old = umask(026);
	struct stat info;

	put(path, "x");
	umask(old);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0640);
	free(path);
}

static void test_file__kinds_of_path(void **state)
{
	char *path = hr_path_join(*state, "f"), *link_path = hr_path_join(*state, "l");

	put(path, "x");
	assert_int_equal(symlink(*state, link_path), 0);
	assert_true(hr_path_is_file(path));
	assert_false(hr_path_is_directory(path));
	assert_true(hr_path_is_directory(*state));
	assert_true(hr_path_is_directory(link_path));
	assert_false(hr_path_is_file(link_path));
	assert_int_equal(unlink(path), 0);
	assert_false(hr_path_is_file(path));
	assert_false(hr_path_is_directory(path));
	assert_false(hr_path_is_file(""));
	free(path);
	free(link_path);
}

static void test_file__path_join(void **state)
{
	static const struct {
		const char *directory, *path, *joined;
	} cases[] = {
		{ "a", "b", "a/b" },       { "a/", "b", "a/b" },        { "/", "b", "/b" },   { "a", "/b", "/b" },
		{ "", "b", "b" },          { NULL, "b", "b" },          { NULL, "/b", "/b" }, { "a", "", "a/" },
		{ "a", "../b", "a/../b" }, { "a/b", "c/d", "a/b/c/d" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char *joined = hr_path_join(cases[i].directory, cases[i].path);

		assert_string_equal(joined, cases[i].joined);
		free(joined);
	}
}

static void test_file__path_parent_and_name(void **state)
{
	static const struct {
		const char *path, *parent, *name;
	} cases[] = {
		{ "a/b.c", "a", "b.c" }, { "a", ".", "a" },   { "/a", "/", "a" },   { "/", "/", "/" },
		{ "//", "/", "//" },     { "", ".", "" },     { "a//b", "a", "b" }, { "/a/b", "/a", "b" },
		{ "a/b/", "a", "b/" },   { "a/", ".", "a/" }, { "//a", "/", "a" },  { "../x", "..", "x" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char *parent = hr_path_parent(cases[i].path);

		assert_string_equal(parent, cases[i].parent);
		assert_string_equal(hr_path_name(cases[i].path), cases[i].name);
		free(parent);
	}
}

static void test_file__path_absolute(void **state)
{
	static const struct {
		const char *path, *absolute;
	} cases[] = {
		{ "/", "/" },
		{ "//", "/" },
		{ "/a/b", "/a/b" },
		{ "/a//b/", "/a/b" },
		{ "/a/./b/.", "/a/b" },
		{ "/a/../b", "/b" },
		{ "/../../a", "/a" },
		{ "/a/b/../..", "/" },
		{ "/..a/.b", "/..a/.b" },
		{ "/a/.../b", "/a/.../b" },
		{ "/absent/x/../y", "/absent/y" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char *absolute = hr_path_absolute(cases[i].path);

		assert_string_equal(absolute, cases[i].absolute);
		free(absolute);
	}
}

static void test_file__path_absolute_from_here(void **state)
{
	static const char *const same[] = { "", ".", "./", "x/..", "./x/../." };
	char *here = getcwd(NULL, 0), *real = hr_path_real(*state), *absolute, *expected;

	assert_int_equal(chdir(real), 0);
	for (size_t i = 0; i < COUNT(same); i++) {
		absolute = hr_path_absolute(same[i]);
		assert_string_equal(absolute, real);
		free(absolute);
	}
	absolute = hr_path_absolute("a/./b/../c");
	expected = hr_path_join(real, "a/c");
	assert_string_equal(absolute, expected);
	assert_int_equal(chdir(here), 0);
	free(absolute);
	free(expected);
	free(here);
	free(real);
}

static void test_file__path_real(void **state)
{
	char *real = hr_path_real(*state), *path = hr_path_join(real, "f");
	char *link_path = hr_path_join(real, "l"), *through;

	put(path, "x");
	assert_int_equal(symlink("f", link_path), 0);
	through = hr_path_real(link_path);
	assert_string_equal(through, path);
	assert_int_equal(unlink(path), 0);
	assert_null(hr_path_real(link_path));
	assert_null(hr_path_real(path));
	assert_null(hr_path_real(""));
	free(real);
	free(path);
	free(link_path);
	free(through);
}

static void test_file__path_is_below(void **state)
{
	static const struct {
		const char *path, *directory;
		bool below;
	} cases[] = {
		{ "/a/b", "/a", true },  { "/a/b/c", "/a", true }, { "/a", "/a", false },
		{ "/ab", "/a", false },  { "/a", "/", true },      { "/", "/", false },
		{ "/a", "/a/b", false }, { "/a/", "/a", false },   { "/b/a", "/a", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(hr_path_is_below(cases[i].path, cases[i].directory), cases[i].below);
}

static void test_file__what_is_very_deep_is_removed(void **state)
{
	enum { DEPTH = 3000 };
	char *top = hr_path_join(*state, "top");
	int fd, next;

	assert_int_equal(mkdir(top, 0700), 0);
	fd = open(top, O_RDONLY | O_DIRECTORY);
	for (int i = 0; i < DEPTH; i++) {
		assert_int_equal(mkdirat(fd, "d", 0700), 0);
		next = openat(fd, "d", O_RDONLY | O_DIRECTORY);
		assert_true(next >= 0);
		close(fd);
		fd = next;
	}
	close(fd);
	hr_directory_remove(top);
	assert_false(hr_path_is_directory(top));
	free(top);
}

/* As root every directory is accessible: then this shows nothing. */
static void test_file__what_was_made_inaccessible_is_removed(void **state)
{
	static const char *const names[] = { "top", "top/closed", "top/closed/inner" };
	char *paths[3];

	for (size_t i = 0; i < COUNT(names); i++) {
		paths[i] = hr_path_join(*state, names[i]);
		assert_int_equal(mkdir(paths[i], 0700), 0);
	}
	assert_int_equal(chmod(paths[2], 0), 0);
	assert_int_equal(chmod(paths[1], 0500), 0);
	assert_int_equal(chmod(paths[0], 0), 0);
	hr_directory_remove(paths[0]);
	assert_false(hr_path_is_directory(paths[0]));
	for (size_t i = 0; i < COUNT(names); i++)
		free(paths[i]);
}

static void test_file__room(void **state)
{
	assert_true(hr_path_has_room(*state));
	assert_false(hr_path_has_room("/proc")); /* has no blocks at all */
	assert_true(hr_path_has_room("/nothing/of/the/kind"));
}

static void test_file__temporary_directory_is_fresh_and_private(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct stat info;
	char *other;

	assert_int_equal(hr_directory_temporary(&other, &error), 0);
	assert_string_not_equal(other, *state);
	assert_int_equal(stat(other, &info), 0);
	assert_true(S_ISDIR(info.st_mode));
	assert_int_equal(info.st_mode & 077, 0);
	assert_int_equal(entries_in(other), 0);
	hr_directory_remove(other);
	assert_false(hr_path_is_directory(other));
	free(other);
}

static void test_file__temporary_directory_obeys_tmpdir(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	char *old = getenv("TMPDIR") ? hr_strdup(getenv("TMPDIR")) : NULL;
	char *path = NULL, *absent = hr_path_join(*state, "absent");

	setenv("TMPDIR", *state, 1);
	assert_int_equal(hr_directory_temporary(&path, &error), 0);
	assert_true(hr_path_is_below(path, *state));
	free(path);

	setenv("TMPDIR", absent, 1);
	assert_int_equal(hr_directory_temporary(&path, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(error.message.data, absent));

	if (old)
		setenv("TMPDIR", old, 1);
	else
		unsetenv("TMPDIR");
	hr_error_release(&error);
	free(absent);
	free(old);
}

static void test_file__remove_takes_all_but_what_links_lead_to(void **state)
{
	char *tree = hr_path_join(*state, "tree"), *deep = hr_strdup(tree);
	char *outside = hr_path_join(*state, "outside"), *kept = hr_path_join(outside, "kept");
	char *to_directory = hr_path_join(tree, "to_directory"), *dangling = hr_path_join(tree, "dangling");

	assert_int_equal(mkdir(outside, 0700), 0);
	put(kept, "kept");
	for (int i = 0; i < 60; i++) {
		char *file = hr_path_join(deep, "f"), *next = hr_path_join(deep, "a-directory-with-quite-a-long-name");

		assert_int_equal(mkdir(deep, 0700), 0);
		put(file, "x");
		free(file);
		free(deep);
		deep = next;
	}
	assert_int_equal(symlink(outside, to_directory), 0);
	assert_int_equal(symlink("nowhere", dangling), 0);

	hr_directory_remove(tree);
	assert_false(hr_path_is_directory(tree));
	check_content(kept, "kept");
	free(tree);
	free(deep);
	free(outside);
	free(kept);
	free(to_directory);
	free(dangling);
}

static void test_file__remove_is_for_directories(void **state)
{
	char *file = hr_path_join(*state, "f"), *link_path = hr_path_join(*state, "l");
	char *target = hr_path_join(*state, "d"), *absent = hr_path_join(*state, "absent");

	put(file, "x");
	assert_int_equal(mkdir(target, 0700), 0);
	assert_int_equal(symlink(target, link_path), 0);
	hr_directory_remove(file);
	hr_directory_remove(link_path);
	hr_directory_remove(absent);
	assert_true(hr_path_is_file(file));
	assert_true(hr_path_is_directory(link_path));
	free(file);
	free(link_path);
	free(target);
	free(absent);
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make_directory, drop_directory)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(test_file__read_appends),
		IN_DIRECTORY(test_file__round_trip_of_any_bytes),
		IN_DIRECTORY(test_file__empty_file),
		IN_DIRECTORY(test_file__read_of_missing_or_directory_fails),
		IN_DIRECTORY(test_file__write_replaces_and_leaves_nothing_beside),
		IN_DIRECTORY(test_file__write_is_seen_whole_or_not_at_all),
		IN_DIRECTORY(test_file__write_in_missing_folder_fails),
		IN_DIRECTORY(test_file__write_over_directory_fails),
		IN_DIRECTORY(test_file__failed_write_leaves_the_old_text),
		cmocka_unit_test(test_file__full_device_is_an_error),
		cmocka_unit_test(test_file__write_to_device_leaves_it_a_device),
		IN_DIRECTORY(test_file__write_keeps_mode_and_links),
		IN_DIRECTORY(test_file__new_file_has_the_mode_of_the_umask),
		IN_DIRECTORY(test_file__kinds_of_path),
		cmocka_unit_test(test_file__path_join),
		cmocka_unit_test(test_file__path_parent_and_name),
		cmocka_unit_test(test_file__path_absolute),
		IN_DIRECTORY(test_file__path_absolute_from_here),
		IN_DIRECTORY(test_file__path_real),
		cmocka_unit_test(test_file__path_is_below),
		IN_DIRECTORY(test_file__what_is_very_deep_is_removed),
		IN_DIRECTORY(test_file__what_was_made_inaccessible_is_removed),
		IN_DIRECTORY(test_file__room),
		IN_DIRECTORY(test_file__temporary_directory_is_fresh_and_private),
		IN_DIRECTORY(test_file__temporary_directory_obeys_tmpdir),
		IN_DIRECTORY(test_file__remove_takes_all_but_what_links_lead_to),
		IN_DIRECTORY(test_file__remove_is_for_directories),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
