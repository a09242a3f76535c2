/* The private file area: names, directories, what is there at first, and that it is all forgotten. */
#include "gate_testing.h"

#include "runtime/files.h"
#include "runtime/stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wnonnull" /* the cases break the rules */

GATE(open);
GATE(close);
GATE(read);
GATE(write);
GATE(fopen);
GATE(fclose);
GATE(fgetc);
GATE(stat);
GATE(lstat);
GATE(access);
GATE(unlink);
GATE(remove);
GATE(rename);
GATE(link);
GATE(symlink);
GATE(readlink);
GATE(mkdir);
GATE(rmdir);
GATE(chdir);
GATE(fchdir);
GATE(getcwd);
GATE(chmod);
GATE(chown);
GATE(utimensat);
GATE(umask);
GATE(truncate);
GATE(realpath);
GATE(mkstemp);
GATE(mkdtemp);
GATE(tmpnam);
GATE(opendir);
GATE(readdir);
GATE(closedir);
GATE(rewinddir);
GATE(telldir);
GATE(seekdir);
GATE(scandir);
GATE(alphasort);

static int forget(void **state)
{
	(void)state;
	hr_files_reset();
	after_case();
	return 0;
}

static void make(const char *path)
{
	int descriptor = hr_gate_open(path, O_CREAT | O_WRONLY, 0644);
	assert_true(descriptor >= 0);
	hr_gate_close(descriptor);
}

/* ---- the same as the kernel: each line is one operation in an empty directory ---- */

struct library {
	__typeof__(open) *open;
	__typeof__(close) *close;
	__typeof__(unlink) *unlink;
	__typeof__(remove) *remove;
	__typeof__(rename) *rename;
	__typeof__(link) *link;
	__typeof__(symlink) *symlink;
	__typeof__(readlink) *readlink;
	__typeof__(mkdir) *mkdir;
	__typeof__(rmdir) *rmdir;
	__typeof__(chdir) *chdir;
	__typeof__(stat) *stat;
	__typeof__(lstat) *lstat;
	__typeof__(realpath) *realpath;
};

static const struct library libraries[] = {
	{ hr_gate_open, hr_gate_close, hr_gate_unlink, hr_gate_remove, hr_gate_rename, hr_gate_link, hr_gate_symlink,
	  hr_gate_readlink, hr_gate_mkdir, hr_gate_rmdir, hr_gate_chdir, hr_gate_stat, hr_gate_lstat,
	  hr_gate_realpath },
	{ open, close, unlink, remove, rename, link, symlink, readlink, mkdir, rmdir, chdir, stat, lstat, realpath },
};

static const struct {
	const char *operation, *first, *second;
} operations[] = {
	{ "make", "a", "" },
	{ "make", "", "" },
	{ "make", "a/b", "" },
	{ "make", "no/b", "" },
	{ "make", "d/", "" },
	{ "stat", "a", "" },
	{ "stat", "a/", "" },
	{ "stat", ".", "" },
	{ "mkdir", "d", "" },
	{ "mkdir", "d", "" },
	{ "mkdir", "a", "" },
	{ "mkdir", "e/", "" },
	{ "mkdir", "no/x", "" },
	{ "mkdir", ".", "" },
	{ "make", "d", "" },
	{ "make", "d/f", "" },
	{ "stat", "d", "" },
	{ "stat", "d/../a", "" },
	{ "stat", "no/../a", "" },
	{ "stat", "a/..", "" },
	{ "rmdir", "d", "" },
	{ "rmdir", "a", "" },
	{ "rmdir", "no", "" },
	{ "rmdir", ".", "" },
	{ "rmdir", "d/..", "" },
	{ "unlink", "no", "" },
	{ "unlink", "d", "" },
	{ "link", "a", "b" },
	{ "link", "a", "b" },
	{ "link", "d", "x" },
	{ "link", "no", "x" },
	{ "stat", "a", "" },
	{ "symlink", "a", "s" },
	{ "symlink", "", "t" },
	{ "symlink", "a", "s" },
	{ "symlink", "loop", "loop" },
	{ "stat", "loop", "" },
	{ "lstat", "loop", "" },
	{ "readlink", "s", "" },
	{ "readlink", "a", "" },
	{ "lstat", "s", "" },
	{ "stat", "s", "" },
	{ "symlink", "d", "sd" },
	{ "stat", "sd/f", "" },
	{ "lstat", "sd/", "" },
	{ "symlink", "new", "sn" },
	{ "stat", "sn", "" },
	{ "make", "sn", "" },
	{ "stat", "new", "" },
	{ "exclusive", "sn", "" },
	{ "exclusive", "new", "" },
	{ "rename", "a", "a" },
	{ "rename", "a", "b" },
	{ "stat", "a", "" },
	{ "rename", "a", "c" },
	{ "stat", "b", "" },
	{ "rename", "no", "c" },
	{ "rename", "c", "d" },
	{ "rename", "d", "c" },
	{ "rename", "d", "d/x" },
	{ "rename", "d", "e" },
	{ "rename", "e", "g" },
	{ "stat", "g/f", "" },
	{ "mkdir", "h", "" },
	{ "rename", "h", "g" },
	{ "unlink", "g/f", "" },
	{ "rename", "h", "g" },
	{ "stat", ".", "" },
	{ "chdir", "g", "" },
	{ "rmdir", "../g", "" },
	{ "make", "here", "" },
	{ "stat", ".", "" },
	{ "chdir", "..", "" },
	{ "remove", "b", "" },
	{ "remove", "b", "" },
	{ "mkdir", "dd", "" },
	{ "remove", "dd", "" },
	{ "rename", "sd", "moved" },
	{ "lstat", "moved", "" },
	{ "unlink", "moved", "" },
	{ "mkdir", "p/q", "" },
	{ "mkdir", "p", "" },
	{ "mkdir", "p/q", "" },
	{ "remove", "p", "" },
	{ "rename", "p/q", "p2" },
	{ "stat", "p", "" },
	{ "rename", "p2", "p/q/r" },
	{ "rename", "p2/", "p3/" },
	{ "rename", "c", "y/" },
	{ "make", "p3/z", "" },
	{ "rename", "p3/z", "zz" },
	{ "stat", "zz", "" },
	{ "unlink", "zz/", "" },
	{ "link", "zz", "p3/hard" },
	{ "unlink", "zz", "" },
	{ "stat", "p3/hard", "" },
	{ "real", "p3/../p3/./hard", "" },
	{ "real", "no", "" },
};

static char long_name[300];

static long perform(const struct library *library, size_t index, char *text)
{
	const char *operation = operations[index].operation, *first = operations[index].first,
		   *second = operations[index].second;
	struct stat status;
	text[0] = '\0';
	if (strcmp(operation, "make") == 0 || strcmp(operation, "exclusive") == 0) {
		int flags = O_CREAT | O_WRONLY | (*operation == 'e' ? O_EXCL : 0);
		int descriptor = library->open(first, flags, 0644);
		return descriptor < 0 ? -1 : library->close(descriptor);
	}
	if (strcmp(operation, "stat") == 0 || strcmp(operation, "lstat") == 0) {
		int result = (*operation == 's' ? library->stat : library->lstat)(first, &status);
		if (result == 0)
			sprintf(text, "%o %ld %ld", status.st_mode & S_IFMT, (long)status.st_nlink,
				S_ISDIR(status.st_mode) ? 0 : (long)status.st_size);
		return result;
	}
	if (strcmp(operation, "readlink") == 0) {
		ssize_t length = library->readlink(first, text, 100);
		text[length < 0 ? 0 : length] = '\0';
		return length;
	}
	if (strcmp(operation, "real") == 0) {
		char *path = library->realpath(first, text);
		if (path && strrchr(path, '/'))
			memmove(text, strrchr(path, '/'), strlen(strrchr(path, '/')) + 1);
		if (path)
			errno = 0; /* glibc leaves what a readlink on the way said */
		else
			text[0] = '\0'; /* and how far it got */
		return path != NULL;
	}
	if (strcmp(operation, "unlink") == 0)
		return library->unlink(first);
	if (strcmp(operation, "remove") == 0)
		return library->remove(first);
	if (strcmp(operation, "mkdir") == 0)
		return library->mkdir(first, 0755);
	if (strcmp(operation, "rmdir") == 0)
		return library->rmdir(first);
	if (strcmp(operation, "chdir") == 0)
		return library->chdir(first);
	if (strcmp(operation, "rename") == 0)
		return library->rename(first, second);
	if (strcmp(operation, "link") == 0)
		return library->link(first, second);
	return library->symlink(first, second);
}

static void test_files__names_are_made_and_removed_as_by_the_kernel(void **state)
{
	(void)state;
	char directory[] = "/tmp/harrier-files-XXXXXX", before[PATH_MAX];
	assert_non_null(getcwd(before, sizeof before));
	assert_non_null(mkdtemp(directory));
	assert_int_equal(chdir(directory), 0);
	assert_int_equal(hr_gate_mkdir("w", 0755), 0); /* no deeper and no shallower than the real one */
	assert_int_equal(hr_gate_chdir("w"), 0);
	char wrong[256] = "";
	for (size_t i = 0; i < COUNT(operations) && !wrong[0]; i++) {
		char ours[PATH_MAX], theirs[PATH_MAX];
		errno = 0;
		long our_result = perform(&libraries[0], i, ours);
		int our_error = errno;
		errno = 0;
		long their_result = perform(&libraries[1], i, theirs);
		int their_error = errno;
		if (our_result != their_result || our_error != their_error || strcmp(ours, theirs) != 0)
			snprintf(wrong, sizeof wrong, "%zu %s %s %s: %ld %.40s (%s), kernel %ld %.40s (%s)", i,
				 operations[i].operation, operations[i].first, operations[i].second, our_result, ours,
				 strerrorname_np(our_error), their_result, theirs, strerrorname_np(their_error));
	}
	assert_int_equal(chdir(before), 0);
	char command[64];
	snprintf(command, sizeof command, "rm -r %s", directory);
	assert_int_equal(system(command), 0);
	if (wrong[0])
		fail_msg("%s", wrong);
}

/* ---- what is there ---- */

static void test_files__nothing_of_the_machine_is_there(void **state)
{
	(void)state;
	static const char *const absent[] = { "/etc/passwd", "/proc/self/maps", "/usr",
					      "/home",       "/dev/tty",        "/dev/urandom" };
	struct stat status;
	for (size_t i = 0; i < COUNT(absent); i++) {
		assert_int_equal(hr_gate_stat(absent[i], &status), -1);
		assert_int_equal(errno, ENOENT);
		assert_null(hr_gate_fopen(absent[i], "r"));
	}
	char path[64];
	assert_string_equal(hr_gate_getcwd(path, sizeof path), "/tmp");
	assert_int_equal(hr_gate_stat("/dev/null", &status), 0);
	assert_true(S_ISCHR(status.st_mode));
	assert_int_equal(status.st_mtime, 1000000000);
	/* only /tmp belongs to everybody */
	assert_int_equal(hr_gate_open("/x", O_CREAT | O_WRONLY, 0644), -1);
	assert_int_equal(errno, EACCES);
	assert_int_equal(hr_gate_mkdir("/dev/x", 0755), -1);
	assert_int_equal(errno, EACCES);
	assert_int_equal(hr_gate_unlink("/dev/null"), -1);
	assert_int_equal(errno, EACCES);
}

static void test_files__are_made_for_programs(void **state)
{
	(void)state;
	const char *first = hr_files_make("abc", 3), *second = hr_files_make(NULL, 0);
	assert_string_equal(first, "/tmp/harrier-1");
	assert_string_equal(second, "/tmp/harrier-2");
	assert_int_equal(hr_arena_find((uintptr_t)first)->size, strlen(first) + 1);
	struct stat status;
	assert_int_equal(hr_gate_stat(first, &status), 0);
	assert_int_equal(status.st_size, 3);
	FILE *file = hr_files_stream("xyz", 3, false);
	assert_int_equal(hr_gate_fgetc(file), 'x');
	assert_int_equal(hr_gate_write(hr_stream_find(file)->descriptor, "y", 1), 1); /* as in tests that are written */
	int descriptor = hr_files_descriptor("uvw", 3);
	char one;
	assert_int_equal(hr_gate_read(descriptor, &one, 1), 1);
	assert_int_equal(one, 'u');
	assert_int_equal(hr_gate_access("/tmp/harrier-4", R_OK | W_OK), 0);
}

static void test_files__are_forgotten(void **state)
{
	(void)state;
	struct stat before, after;
	for (int round = 0; round < 3; round++) {
		assert_int_equal(hr_gate_access("kept", F_OK), -1);
		make("kept");
		assert_int_equal(hr_gate_stat("kept", round ? &after : &before), 0);
		if (round)
			assert_memory_equal(&before, &after, sizeof before);
		assert_int_equal(hr_gate_mkdir("deep", 0700), 0);
		assert_int_equal(hr_gate_chdir("deep"), 0);
		assert_int_equal(hr_gate_umask(077), 022);
		assert_int_equal(hr_gate_rmdir("/tmp/deep"), 0);
		assert_int_equal(hr_gate_close(1), 0);
		assert_string_equal(hr_files_make("", 0), "/tmp/harrier-1");
		hr_files_reset();
		hr_arena_reset();
		assert_int_equal(hr_gate_write(1, "x", 1), 1);
	}
}

static void test_files__a_reset_of_nothing_is_cheap(void **state)
{
	(void)state;
	struct timespec begin, end;
	enum { ROUNDS = 1000000 };
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	for (int i = 0; i < ROUNDS; i++)
		hr_files_reset();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	double nanoseconds =
		((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / ROUNDS;
	print_message("reset: %.1f ns\n", nanoseconds);
	assert_true(nanoseconds < 2000); /* 3 here; a folder that is gone through takes more */
}

/* ---- permissions, times, limits of names ---- */

static void test_files__permissions_hold(void **state)
{
	(void)state;
	make("x");
	assert_int_equal(hr_gate_chmod("x", 0400), 0);
	assert_int_equal(hr_gate_open("x", O_WRONLY), -1);
	assert_int_equal(errno, EACCES);
	assert_null(hr_gate_fopen("x", "r+"));
	assert_int_equal(hr_gate_access("x", R_OK), 0);
	assert_int_equal(hr_gate_access("x", W_OK), -1);
	assert_int_equal(hr_gate_access("x", 99), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(hr_gate_truncate("x", 0), -1);
	assert_int_equal(errno, EACCES);
	hr_gate_mkdir("d", 0755);
	make("d/y");
	hr_gate_chmod("d", 0);
	struct stat status;
	assert_int_equal(hr_gate_stat("d/y", &status), -1);
	assert_int_equal(errno, EACCES);
	assert_int_equal(hr_gate_chmod("/dev/null", 0), -1);
	assert_int_equal(errno, EPERM);
	assert_int_equal(hr_gate_chown("x", 0, 0), -1);
	assert_int_equal(errno, EPERM);
	const struct timespec times[2] = { { 5, 6 }, { 7, UTIME_OMIT } };
	assert_int_equal(hr_gate_utimensat(AT_FDCWD, "x", times, 0), 0);
	assert_int_equal(hr_gate_stat("x", &status), 0);
	assert_int_equal(status.st_atim.tv_nsec, 6);
	assert_int_equal(status.st_mtime, 1000000000);
}

static void test_files__names_can_be_too_long(void **state)
{
	(void)state;
	memset(long_name, 'n', sizeof long_name);
	long_name[256] = '\0';
	assert_int_equal(hr_gate_mkdir(long_name, 0755), -1);
	assert_int_equal(errno, ENAMETOOLONG);
	long_name[255] = '\0';
	assert_int_equal(hr_gate_mkdir(long_name, 0755), 0);
	char path[PATH_MAX + 1];
	memset(path, '/', sizeof path);
	path[PATH_MAX] = '\0';
	struct stat status;
	assert_int_equal(hr_gate_stat(path, &status), -1);
	assert_int_equal(errno, ENAMETOOLONG);
	path[PATH_MAX - 1] = '\0';
	assert_int_equal(hr_gate_stat(path, &status), 0);
	char small[4];
	assert_null(hr_gate_getcwd(small, sizeof small));
	assert_int_equal(errno, ERANGE);
	char *own = hr_gate_getcwd(NULL, 0);
	assert_string_equal(own, "/tmp");
	hr_arena_free(own, "free");
}

static void test_files__temporary_names(void **state)
{
	(void)state;
	char first[] = "/tmp/aXXXXXX", second[] = "/tmp/aXXXXXX", bad[] = "/tmp/aXXXXX";
	assert_true(hr_gate_mkstemp(first) >= 0);
	assert_non_null(hr_gate_mkdtemp(second));
	assert_string_not_equal(first, second);
	assert_int_equal(hr_gate_access(first, F_OK), 0);
	assert_int_equal(hr_gate_mkstemp(bad), -1);
	assert_int_equal(errno, EINVAL);
	assert_non_null(hr_gate_tmpnam(NULL));
	hr_files_reset();
	char again[] = "/tmp/aXXXXXX";
	assert_true(hr_gate_mkstemp(again) >= 0);
	assert_string_equal(first, again);
}

/* ---- directories ---- */

static void list(DIR *directory, char *out)
{
	struct dirent *entry;
	*out = '\0';
	while ((entry = hr_gate_readdir(directory)))
		sprintf(out + strlen(out), "%s ", entry->d_name);
}

static int is_not_dot(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void test_files__directories_are_read_in_order(void **state)
{
	(void)state;
	char names[256];
	make("c");
	make("a");
	hr_gate_mkdir("b", 0755);
	DIR *directory = hr_gate_opendir(".");
	list(directory, names);
	assert_string_equal(names, ". .. c a b ");
	hr_gate_rewinddir(directory);
	for (int i = 0; i < 3; i++)
		hr_gate_readdir(directory);
	long here = hr_gate_telldir(directory);
	hr_gate_unlink("c"); /* the one that was read last */
	make("d");
	list(directory, names);
	assert_string_equal(names, "a b d ");
	hr_gate_seekdir(directory, here);
	assert_string_equal(hr_gate_readdir(directory)->d_name, "a");
	assert_int_equal(hr_gate_readdir(directory)->d_type, DT_DIR);
	assert_int_equal(hr_gate_closedir(directory), 0);
	struct dirent **sorted;
	assert_int_equal(hr_gate_scandir(".", &sorted, is_not_dot, hr_gate_alphasort), 3);
	assert_string_equal(sorted[0]->d_name, "a");
	assert_string_equal(sorted[2]->d_name, "d");
	assert_null(hr_gate_opendir("a"));
	assert_int_equal(errno, ENOTDIR);
	assert_null(hr_gate_opendir("nowhere"));
	assert_int_equal(errno, ENOENT);
}

CASE(directory_closed_twice)
{
	DIR *directory = hr_gate_opendir("/");
	hr_gate_closedir(directory);
	hr_gate_closedir(directory);
}

CASE(directory_null)
{
	hr_gate_readdir(NULL);
}

CASE(stream_as_directory)
{
	hr_gate_readdir((DIR *)hr_gate_fopen("x", "w"));
}

CASE(directory_as_stream)
{
	hr_gate_fclose((FILE *)hr_gate_opendir("/"));
}

CASE(status_too_small)
{
	hr_gate_stat("/tmp", room(sizeof(struct stat) - 1));
}

CASE(link_read_into_too_little)
{
	hr_gate_symlink("0123456789", "s");
	hr_gate_readlink("s", room(5), 10);
}

static void test_files__faults(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "directory closed twice", directory_closed_twice, HR_FAULT_BAD_FILE },
		{ "directory NULL", directory_null, HR_FAULT_NULL },
		{ "stream as directory", stream_as_directory, HR_FAULT_BAD_FILE },
		{ "directory as stream", directory_as_stream, HR_FAULT_BAD_FILE },
		{ "stat into too little", status_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "readlink into too little", link_read_into_too_little, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_files__names_are_made_and_removed_as_by_the_kernel, forget),
		cmocka_unit_test_teardown(test_files__nothing_of_the_machine_is_there, forget),
		cmocka_unit_test_teardown(test_files__are_made_for_programs, forget),
		cmocka_unit_test_teardown(test_files__are_forgotten, forget),
		cmocka_unit_test_teardown(test_files__a_reset_of_nothing_is_cheap, forget),
		cmocka_unit_test_teardown(test_files__permissions_hold, forget),
		cmocka_unit_test_teardown(test_files__names_can_be_too_long, forget),
		cmocka_unit_test_teardown(test_files__temporary_names, forget),
		cmocka_unit_test_teardown(test_files__directories_are_read_in_order, forget),
		cmocka_unit_test_teardown(test_files__faults, forget),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
