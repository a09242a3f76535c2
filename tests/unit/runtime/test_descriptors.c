/* Descriptors of the private file area: reading, writing, sharing, pipes and mappings as the kernel does them. */
#include "gate_testing.h"

#include "runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* the cases break the rules that the headers tell the compiler */
#pragma GCC diagnostic ignored "-Wnonnull"
#ifndef __clang__ /* which does not know this warning */
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

GATE(open);
GATE(openat);
GATE(close);
GATE(read);
GATE(write);
GATE(pread);
GATE(pwrite);
GATE(readv);
GATE(writev);
GATE(lseek);
GATE(dup);
GATE(dup2);
GATE(dup3);
GATE(pipe);
GATE(pipe2);
GATE(fcntl);
GATE(ioctl);
GATE(ftruncate);
GATE(fsync);
GATE(isatty);
GATE(poll);
GATE(select);
GATE(mmap);
GATE(munmap);
GATE(msync);
GATE(mprotect);
GATE(unlink);
GATE(fstat);
GATE(posix_fallocate);

static int forget(void **state)
{
	(void)state;
	hr_files_reset();
	after_case();
	return 0;
}

/* ---- the same as the kernel ---- */

struct library {
	const char *path;
	__typeof__(open) *open;
	__typeof__(close) *close;
	__typeof__(read) *read;
	__typeof__(write) *write;
	__typeof__(pread) *pread;
	__typeof__(pwrite) *pwrite;
	__typeof__(lseek) *lseek;
	__typeof__(ftruncate) *ftruncate;
	__typeof__(fcntl) *fcntl;
	__typeof__(dup) *dup;
};

static char real_path[] = "/tmp/harrier-descriptors-XXXXXX";

static const struct library libraries[] = {
	{ "/tmp/script", hr_gate_open, hr_gate_close, hr_gate_read, hr_gate_write, hr_gate_pread, hr_gate_pwrite,
	  hr_gate_lseek, hr_gate_ftruncate, hr_gate_fcntl, hr_gate_dup },
	{ real_path, open, close, read, write, pread, pwrite, lseek, ftruncate, fcntl, dup },
};

/* A script is a list of operations on two descriptors of one file: the first letter says which. oN open with flags N, rN read, wTEXT write,
 * RN/N pread at N, WN/TEXT pwrite, sN cN eN DN HN lseek, tN ftruncate, f F_GETFL, a F_SETFL O_APPEND, d the other becomes a duplicate, x close. */
static int flags_of(const char *text)
{
	static const struct {
		char letter;
		int flag;
	} flags[] = {
		{ 'w', O_WRONLY }, { '+', O_RDWR },   { 'c', O_CREAT },     { 'x', O_EXCL },
		{ 't', O_TRUNC },  { 'a', O_APPEND }, { 'd', O_DIRECTORY }, { 'n', O_NOFOLLOW },
	};
	int all = 0;
	for (; *text; text++)
		for (size_t i = 0; i < COUNT(flags); i++)
			all |= flags[i].letter == *text ? flags[i].flag : 0;
	return all;
}

static long step(const struct library *library, int *descriptors, const char *word, char *buffer)
{
	int *here = &descriptors[word[0] == 'B'], *other = &descriptors[word[0] != 'B'];
	const char *argument = word + 2;
	const char *slash = strchr(argument, '/');
	long number = strtol(argument, NULL, 10);
	ssize_t done;
	switch (word[1]) {
	case 'o':
		return (*here = library->open(library->path, flags_of(argument), 0644)) < 0 ? -1 : 0;
	case 'r':
	case 'R':
		done = word[1] == 'r' ? library->read(*here, buffer, (size_t)number)
				      : library->pread(*here, buffer, (size_t)number, strtol(slash + 1, NULL, 10));
		buffer[done < 0 ? 0 : done] = '\0';
		return done;
	case 'w':
		return library->write(*here, argument, strlen(argument));
	case 'W':
		return library->pwrite(*here, slash + 1, strlen(slash + 1), number);
	case 's':
		return library->lseek(*here, number, SEEK_SET);
	case 'c':
		return library->lseek(*here, number, SEEK_CUR);
	case 'e':
		return library->lseek(*here, number, SEEK_END);
	case 'q':
		return library->lseek(*here, number, 77);
	case 't':
		return library->ftruncate(*here, number);
	case 'f':
		return library->fcntl(*here, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK);
	case 'a':
		return library->fcntl(*here, F_SETFL, O_APPEND);
	case 'd':
		return (*other = library->dup(*here)) < 0 ? -1 : 0;
	case 'x':
		return library->close(*here);
	default:
		fail_msg("no operation '%s'", word);
		return 0;
	}
}

static const char *const scripts[] = {
	"Ao Aocw Awabc Ar3 Bo Br9 Bw! Bs1 Br9 Br9 Ax Ax Aw!",
	"Aocx+ Aocx+ Ao+cx Ad Awabc As0 Br2 Ar2 Bc0 Ax Br1 Bs0 Br9",
	"Ao+c Bo Awabcdef Br3 Aw! Br9 As0 AwX Bs0 Br9 At3 Br9 Bs0 Br9 At8 Br9",
	"Ao+ct Bo+a Awabc Bwdef As0 Ar9 Bs0 BwZ Br9 Bc0 Aaf Af Aa Af AwY As0 Ar20",
	"Ao+ct Awabcdef AR3/2 AR9/9 AR1/-1 AW2/XY AW9/Z AW-1/Z Ac0 As0 Ar20",
	"Ao+ct As5 Awx As0 Ar9 Ac-99 Ae-1 Ar9 Aq0 Ae5 Ar1 Ac0",
	"Ao+cta Awabc AW0/Z Ac0 As0 Ar9 AR9/0",
	"Aowct Awx At2 Ae0 Ar1 Aod Ao/ At0",
	"Ao At0 At-1 Aow At-1 At4 Ae0",
	"Ar1 Aw1 As0 At0 Af Ad Ax",
};

static void perform(const struct library *library, const char *script, char *out, size_t size)
{
	char words[512], buffer[512] = "";
	int descriptors[2] = { -1, -1 };
	snprintf(words, sizeof words, "%s", script);
	size_t length = 0;
	for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
		errno = 0;
		buffer[0] = '\0';
		long result = step(library, descriptors, word, buffer);
		length += (size_t)snprintf(out + length, size - length, "%s=%ld %s !%d\n", word, result, buffer, errno);
	}
	for (int i = 0; i < 2; i++)
		if (descriptors[i] >= 0)
			library->close(descriptors[i]);
}

static void test_descriptors__do_what_those_of_the_kernel_do(void **state)
{
	(void)state;
	int descriptor = mkstemp(real_path);
	assert_true(descriptor >= 0);
	close(descriptor);
	static char ours[8192], theirs[8192];
	for (size_t i = 0; i < COUNT(scripts); i++) {
		unlink(real_path);
		hr_gate_unlink("/tmp/script");
		perform(&libraries[0], scripts[i], ours, sizeof ours);
		perform(&libraries[1], scripts[i], theirs, sizeof theirs);
		if (strcmp(ours, theirs) != 0) {
			unlink(real_path);
			fail_msg("%s:\nours\n%s\nthe kernel\n%s", scripts[i], ours, theirs);
		}
	}
	unlink(real_path);
}

/* ---- numbers and sharing ---- */

static void test_descriptors__lowest_number_is_given(void **state)
{
	(void)state;
	assert_int_equal(hr_files_descriptor("ab", 2), 3);
	assert_int_equal(hr_gate_dup(3), 4);
	assert_int_equal(hr_gate_close(3), 0);
	assert_int_equal(hr_gate_open("/dev/null", O_RDWR), 3);
	assert_int_equal(hr_gate_fcntl(3, F_DUPFD, 10), 10);
	assert_int_equal(hr_gate_fcntl(3, F_DUPFD_CLOEXEC, 10), 11);
	assert_int_equal(hr_gate_fcntl(11, F_GETFD), FD_CLOEXEC);
	assert_int_equal(hr_gate_fcntl(11, F_SETFD, 0), 0);
	assert_int_equal(hr_gate_fcntl(11, F_GETFD), 0);
	assert_int_equal(hr_gate_dup2(4, 1000), 1000);
	char two[2];
	assert_int_equal(hr_gate_read(1000, two, 2), 2);
	assert_int_equal(hr_gate_dup2(4, 1024), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(hr_gate_dup3(4, 4, 0), -1);
	assert_int_equal(errno, EINVAL);
	int count = 0;
	while (hr_gate_dup(3) >= 0)
		count++;
	assert_int_equal(errno, EMFILE);
	assert_int_equal(count, 1024 - 3 - 5);
}

static void test_descriptors__output_can_be_turned_away(void **state)
{
	(void)state;
	size_t size;
	bool truncated;
	int file = hr_gate_open("out", O_CREAT | O_RDWR, 0644);
	int saved = hr_gate_dup(1);
	hr_gate_dup2(file, 1);
	hr_gate_write(1, "hidden", 6);
	hr_gate_dup2(saved, 1);
	hr_gate_write(1, "seen", 4);
	assert_memory_equal(hr_files_output(&size, &truncated), "seen", 4);
	assert_int_equal(size, 4);
	char text[8] = "";
	assert_int_equal(hr_gate_pread(file, text, 8, 0), 6);
	assert_string_equal(text, "hidden");
}

static void test_descriptors__a_removed_file_lives_while_it_is_open(void **state)
{
	(void)state;
	int file = hr_gate_open("x", O_CREAT | O_RDWR, 0644);
	hr_gate_write(file, "abc", 3);
	assert_int_equal(hr_gate_unlink("x"), 0);
	assert_int_equal(hr_gate_open("x", O_RDONLY), -1);
	struct stat status;
	assert_int_equal(hr_gate_fstat(file, &status), 0);
	assert_int_equal(status.st_nlink, 0);
	assert_int_equal(status.st_size, 3);
	assert_int_equal(hr_gate_close(file), 0);
}

static void test_descriptors__vectors_and_requests(void **state)
{
	(void)state;
	int file = hr_files_descriptor("abcdefgh", 8);
	char one[3], two[10];
	const struct iovec parts[] = { { one, sizeof one }, { NULL, 0 }, { two, sizeof two } };
	int waiting = 0;
	assert_int_equal(hr_gate_ioctl(file, FIONREAD, &waiting), 0);
	assert_int_equal(waiting, 8);
	assert_int_equal(hr_gate_readv(file, parts, 3), 8);
	assert_memory_equal(one, "abc", 3);
	assert_memory_equal(two, "defgh", 5);
	const struct iovec again[] = { { one, 2 }, { two, 3 } };
	assert_int_equal(hr_gate_writev(file, again, 2), 5);
	assert_int_equal(hr_gate_lseek(file, 0, SEEK_CUR), 13);
	assert_int_equal(hr_gate_writev(file, again, -1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(hr_gate_ioctl(file, 0x5401 /* TCGETS */, two), -1);
	assert_int_equal(errno, ENOTTY);
	assert_int_equal(hr_gate_isatty(1), 0);
	assert_int_equal(errno, ENOTTY);
	assert_int_equal(hr_gate_isatty(99), 0);
	assert_int_equal(errno, EBADF);
	assert_int_equal(hr_gate_fsync(file), 0);
	assert_int_equal(hr_gate_fsync(99), -1);
	assert_int_equal(hr_gate_posix_fallocate(file, 0, 100), 0);
	assert_int_equal(hr_gate_lseek(file, 0, SEEK_END), 100);
	assert_int_equal(hr_gate_posix_fallocate(file, 0, 1l << 40), EFBIG);
	/* as the kernel has it; ftruncate() tells another reason */
	int device = hr_gate_open("/dev/null", O_RDWR), read_only = hr_gate_open("/dev/null", O_RDONLY);
	assert_int_equal(hr_gate_posix_fallocate(read_only, 0, 1), EBADF);
	assert_int_equal(hr_gate_posix_fallocate(read_only, 0, 0), EINVAL);
	assert_int_equal(hr_gate_posix_fallocate(device, 0, 1), ENODEV);
	assert_int_equal(hr_gate_posix_fallocate(99, 0, 1), EBADF);
}

static void test_descriptors__devices(void **state)
{
	(void)state;
	char eight[8] = "xxxxxxx";
	int null = hr_gate_open("/dev/null", O_RDWR), zero = hr_gate_open("/dev/zero", O_RDWR);
	int full = hr_gate_open("/dev/full", O_RDWR);
	assert_int_equal(hr_gate_read(null, eight, 8), 0);
	assert_int_equal(hr_gate_write(null, eight, 8), 8);
	assert_int_equal(hr_gate_read(zero, eight, 8), 8);
	assert_memory_equal(eight, "\0\0\0\0\0\0\0", 8);
	assert_int_equal(hr_gate_read(full, eight, 8), 8);
	assert_int_equal(hr_gate_write(full, eight, 8), -1);
	assert_int_equal(errno, ENOSPC);
	assert_int_equal(hr_gate_read(0, eight, 8), 0);
	assert_int_equal(hr_gate_read(hr_gate_open("/tmp", O_RDONLY), eight, 8), -1);
	assert_int_equal(errno, EISDIR);
	/* beyond 64 MB there is nothing */
	int file = hr_files_descriptor("", 0);
	assert_int_equal(hr_gate_pwrite(file, "x", 1, 1l << 40), -1);
	assert_int_equal(errno, ENOSPC);
	assert_int_equal(hr_gate_ftruncate(file, 1l << 40), -1);
	assert_int_equal(errno, EFBIG);
}

/* ---- pipes ---- */

static void test_descriptors__pipes(void **state)
{
	(void)state;
	int ends[2];
	char text[16] = "";
	assert_int_equal(hr_gate_pipe(ends), 0);
	assert_int_equal(hr_gate_write(ends[1], "abc", 3), 3);
	assert_int_equal(hr_gate_read(ends[0], text, 2), 2);
	assert_int_equal(hr_gate_write(ends[1], "def", 3), 3);
	struct pollfd both[] = { { ends[0], POLLIN, 0 }, { ends[1], POLLOUT, 0 }, { 77, POLLIN, 0 } };
	assert_int_equal(hr_gate_poll(both, 3, 0), 3);
	assert_int_equal(both[0].revents, POLLIN);
	assert_int_equal(both[2].revents, POLLNVAL);
	assert_int_equal(hr_gate_read(ends[0], text, 16), 4);
	assert_memory_equal(text, "cdef", 4);
	fd_set set;
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	assert_int_equal(hr_gate_select(ends[0] + 1, &set, NULL, NULL, NULL), 0);
	assert_int_equal(hr_gate_read(ends[1], text, 1), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(hr_gate_lseek(ends[0], 0, SEEK_SET), -1);
	assert_int_equal(errno, ESPIPE);
	hr_gate_close(ends[1]);
	assert_int_equal(hr_gate_read(ends[0], text, 1), 0);
	assert_int_equal(hr_gate_pipe2(ends, O_NONBLOCK), 0);
	assert_int_equal(hr_gate_read(ends[0], text, 1), -1);
	assert_int_equal(errno, EAGAIN);
	static char large[100000];
	assert_int_equal(hr_gate_write(ends[1], large, sizeof large), 65536);
	assert_int_equal(hr_gate_write(ends[1], large, 1), -1);
	assert_int_equal(errno, EAGAIN);
	hr_gate_close(ends[0]);
	assert_int_equal(hr_gate_write(ends[1], "x", 1), -1);
	assert_int_equal(errno, EPIPE);
}

CASE(wait_for_an_empty_pipe)
{
	int ends[2];
	char one;
	hr_gate_pipe(ends);
	hr_gate_read(ends[0], &one, 1);
}

static void test_descriptors__waiting_for_ever_is_a_hang(void **state)
{
	(void)state;
	assert_true(leaves(wait_for_an_empty_pipe));
	assert_int_equal(hr_runtime.status, HR_WIRE_HANG);
}

/* ---- mappings ---- */

static void test_descriptors__mappings(void **state)
{
	(void)state;
	int file = hr_files_descriptor("hello", 5);
	char *private = hr_gate_mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
	assert_true(private != MAP_FAILED);
	assert_int_equal((uintptr_t)private % 4096, 0);
	assert_memory_equal(private, "hello\0\0", 7);
	assert_false(hr_shadow_is_bad(private, 4096));
	assert_true(hr_shadow_is_bad(private + 4096, 1)); /* beyond the file's last page */
	private[0] = 'J';
	char *shared = hr_gate_mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	shared[1] = 'u';
	char text[6] = "";
	assert_int_equal(hr_gate_pread(file, text, 5, 0), 5);
	assert_string_equal(text, "hullo");
	assert_int_equal(hr_gate_pwrite(file, "H", 1, 0), 1);
	assert_int_equal(shared[0], 'H');
	shared[4] = 'a';
	assert_int_equal(hr_gate_msync(shared, 5, MS_SYNC), 0);
	hr_gate_close(file);
	assert_int_equal(hr_gate_munmap(shared, 5), 0);
	assert_true(hr_shadow_is_bad(shared, 1));
	assert_int_equal(hr_gate_munmap(private, 8192), 0);
	char *own = hr_gate_mmap(NULL, 10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_int_equal(own[9999], 0);
	assert_int_equal(hr_gate_mprotect(own + 4096, 4096, PROT_NONE), 0);
	assert_true(hr_shadow_is_bad(own + 4096, 1));
	assert_false(hr_shadow_is_bad(own + 8192, 1));
	assert_int_equal(hr_gate_munmap(own, 4096), 0);
	assert_true(hr_shadow_is_bad(own, 1));
}

static void test_descriptors__mappings_that_cannot_be(void **state)
{
	(void)state;
	int file = hr_gate_open("x", O_CREAT | O_RDONLY, 0644);
	const struct {
		size_t size;
		int protection, flags, descriptor;
		off_t offset;
		int error;
	} cases[] = {
		{ 0, PROT_READ, MAP_PRIVATE, file, 0, EINVAL },
		{ 10, PROT_READ, MAP_PRIVATE, file, 3, EINVAL },
		{ 10, PROT_READ, MAP_PRIVATE, 99, 0, EBADF },
		{ 10, PROT_READ, 0, file, 0, EINVAL },
		{ 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0, EACCES },
		{ 10, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0, EINVAL },
		{ 10, PROT_READ, MAP_PRIVATE, hr_gate_open("/tmp", O_RDONLY), 0, ENODEV },
		{ SIZE_MAX - 5000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0, ENOMEM },
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		errno = 0;
		assert_ptr_equal(hr_gate_mmap(NULL, cases[i].size, cases[i].protection, cases[i].flags,
					      cases[i].descriptor, cases[i].offset),
				 MAP_FAILED);
		assert_int_equal(errno, cases[i].error);
	}
}

/* ---- faults ---- */

CASE(read_into_too_little)
{
	hr_gate_read(hr_files_descriptor("abcdef", 6), room(3), 4);
}

CASE(read_of_less_than_asked_for)
{
	hr_gate_read(hr_files_descriptor("abc", 3), hr_arena_allocate(3, 16, HR_BLOCK_UNIT), 100);
}

CASE(write_from_too_little)
{
	hr_gate_write(1, text("abc"), 5);
}

CASE(read_into_null)
{
	hr_gate_read(hr_files_descriptor("abc", 3), NULL, 3);
}

CASE(write_of_nothing)
{
	hr_gate_write(1, NULL, 0);
}

CASE(pipe_into_null)
{
	hr_gate_pipe(NULL);
}

static void test_descriptors__faults(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "read into too little", read_into_too_little, HR_FAULT_HEAP_OVERFLOW },
		{ "read of less than asked for", read_of_less_than_asked_for, HR_FAULT_NONE },
		{ "write from too little", write_from_too_little, HR_FAULT_HEAP_OVERFLOW },
		{ "read into NULL", read_into_null, HR_FAULT_NULL },
		{ "write of nothing", write_of_nothing, HR_FAULT_NONE },
		{ "pipe into NULL", pipe_into_null, HR_FAULT_NULL },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_descriptors__do_what_those_of_the_kernel_do, forget),
		cmocka_unit_test_teardown(test_descriptors__lowest_number_is_given, forget),
		cmocka_unit_test_teardown(test_descriptors__output_can_be_turned_away, forget),
		cmocka_unit_test_teardown(test_descriptors__a_removed_file_lives_while_it_is_open, forget),
		cmocka_unit_test_teardown(test_descriptors__vectors_and_requests, forget),
		cmocka_unit_test_teardown(test_descriptors__devices, forget),
		cmocka_unit_test_teardown(test_descriptors__pipes, forget),
		cmocka_unit_test_teardown(test_descriptors__waiting_for_ever_is_a_hang, forget),
		cmocka_unit_test_teardown(test_descriptors__mappings, forget),
		cmocka_unit_test_teardown(test_descriptors__mappings_that_cannot_be, forget),
		cmocka_unit_test_teardown(test_descriptors__faults, forget),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
