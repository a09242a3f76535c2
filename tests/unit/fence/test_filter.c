/* What the seccomp filter lets through, call by call. */
#include "behind.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>

enum from { LIBRARY, UNIT, TRUSTED };

struct call {
	const char *what;
	enum from from;
	long number;
	long arguments[4];
	bool is_trapped;
	long result; /* not trapped: at least this, or exactly when negative */
};

static long make_call(void *context)
{
	const struct call *call = context;
	const long *a = call->arguments;
	long result;

	switch (call->from) {
	case UNIT:
		return unit_call(call->number, a[0], a[1], a[2]);
	case TRUSTED:
		return trusted_call(call->number, a[0], a[1], a[2], a[3], -1, 0);
	default:
		result = syscall(call->number, a[0], a[1], a[2], a[3], -1, 0);
		return result == -1 ? -errno : result;
	}
}

static void check_calls(enum hr_fence_profile profile, struct call *calls, size_t count)
{
	bool all = true;

	for (size_t i = 0; i < count; i++) {
		struct hr_fence fence = fence_of(profile);
		fence.without = ~(unsigned)HR_FENCE_CALLS;
		behind(&fence, make_call, &calls[i]);
		bool is_right = told->is_trapped == calls[i].is_trapped;
		if (is_right && told->is_trapped)
			is_right = told->number == calls[i].number && told->machine == AUDIT_ARCH_X86_64;
		else if (is_right && calls[i].result < 0)
			is_right = told->result == calls[i].result;
		else if (is_right)
			is_right = told->result >= calls[i].result && told->status == 0;
		if (!is_right)
			print_error("%s: trapped %d, number %ld, result %ld, status %#x\n", calls[i].what,
				    told->is_trapped, told->number, told->result, told->status);
		all = all && is_right;
	}
	assert_true(all);
}

#define CHECK(profile, calls) check_calls(profile, calls, sizeof(calls) / sizeof *(calls))

static void test_filter__worker_reads_and_allocates(void **state)
{
	static const char path[] = "/dev/null";
	struct call calls[] = {
		{ "open to read", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC }, false, 0 },
		{ "open a directory", LIBRARY, SYS_openat, { AT_FDCWD, (long)"/", O_RDONLY | O_DIRECTORY }, false, 0 },
		{ "read a stranger", LIBRARY, SYS_read, { 1000, 0, 0 }, false, -EBADF },
		{ "ask whether it is a socket", LIBRARY, SYS_getpeername, { 1000, 0, 0 }, false, -EBADF },
		{ "ask for an option", LIBRARY, SYS_getsockopt, { 1000, SOL_SOCKET, SO_TYPE, 0 }, false, -EBADF },
		{ "make a socket", LIBRARY, SYS_socket, { AF_UNIX, SOCK_STREAM, 0 }, true, 0 },
		{ "brk", LIBRARY, SYS_brk, { 0 }, false, 0 },
		{ "mmap",
		  LIBRARY,
		  SYS_mmap,
		  { 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS },
		  false,
		  0 },
		{ "munmap", LIBRARY, SYS_munmap, { 0x7f0000000000, 4096 }, false, 0 },
		{ "munmap in the old layout", LIBRARY, SYS_munmap, { 0x2aaaaaaab000, 4096 }, false, 0 },
		{ "pid", LIBRARY, SYS_getpid, { 0 }, false, 1 },
		{ "own mmap at a place",
		  TRUSTED,
		  SYS_mmap,
		  { 0x100000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED },
		  false,
		  0 },
		{ "own question for a page", TRUSTED, SYS_rt_sigprocmask, { -1, 8, 0, 8 }, false, -EFAULT },
		{ "own read", TRUSTED, SYS_read, { 3, 0, 0 }, false, -EBADF },
	};

	(void)state;
	need(HR_FENCE_CALLS);
	CHECK(HR_FENCE_WORKER, calls);
}

static void test_filter__worker_changes_nothing(void **state)
{
	static const char path[] = "/nowhere/at/all";
	struct call calls[] = {
		{ "open to write", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_WRONLY }, true, 0 },
		{ "open to create", LIBRARY, SYS_open, { (long)path, O_CREAT, 0600 }, true, 0 },
		{ "open to truncate", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_TRUNC }, true, 0 },
		{ "temporary file", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_TMPFILE | O_RDWR }, true, 0 },
		{ "unlink", LIBRARY, SYS_unlink, { (long)path }, true, 0 },
		{ "unlinkat", LIBRARY, SYS_unlinkat, { AT_FDCWD, (long)path, 0 }, true, 0 },
		{ "write", LIBRARY, SYS_write, { 1, (long)path, 0 }, true, 0 },
		{ "kill", LIBRARY, SYS_kill, { 1, 0 }, true, 0 },
		{ "fork", LIBRARY, SYS_fork, { 0 }, true, 0 },
		{ "clone", LIBRARY, SYS_clone, { SIGCHLD }, true, 0 },
		{ "exec", LIBRARY, SYS_execve, { (long)path, 0, 0 }, true, 0 },
		{ "socket", LIBRARY, SYS_socket, { AF_INET, SOCK_STREAM, 0 }, true, 0 },
		{ "ptrace", LIBRARY, SYS_ptrace, { 0 }, true, 0 },
		{ "code", LIBRARY, SYS_mmap, { 0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS }, true, 0 },
		{ "code of data", LIBRARY, SYS_mprotect, { 0x7f0000000000, 4096, PROT_EXEC }, true, 0 },
		{ "map over others",
		  LIBRARY,
		  SYS_mmap,
		  { 0x7f0000000000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED },
		  true,
		  0 },
		{ "unmap the runtime's", LIBRARY, SYS_munmap, { 0x690000000000, 4096 }, true, 0 },
		{ "unmap up to the runtime's", LIBRARY, SYS_munmap, { 0x5ffffffff000, 1 << 20 }, true, 0 },
		{ "unmap the shadow", LIBRARY, SYS_munmap, { 0x7fff8000, 4096 }, true, 0 },
		{ "unmap everything", LIBRARY, SYS_munmap, { 0x7f0000000000, 1L << 40 }, true, 0 },
		{ "read its pipe", LIBRARY, SYS_read, { 3, 0, 0 }, true, 0 },
		{ "close its pipe", LIBRARY, SYS_close, { 4 }, true, 0 },
		{ "close all", LIBRARY, SYS_close_range, { 0, 100, 0 }, true, 0 },
		{ "handlers", LIBRARY, SYS_rt_sigaction, { SIGSEGV, (long)path, 0, 8 }, true, 0 },
		{ "mask of signals", LIBRARY, SYS_rt_sigprocmask, { SIG_BLOCK, (long)path, 0, 8 }, true, 0 },
		{ "another filter", LIBRARY, SYS_seccomp, { 1, 0, 0 }, true, 0 },
		{ "prctl", LIBRARY, SYS_prctl, { PR_SET_DUMPABLE, 1 }, true, 0 },
		{ "limits", LIBRARY, SYS_prlimit64, { 0, 0, (long)path }, true, 0 },
		{ "an unknown call", LIBRARY, 999, { 0 }, true, 0 },
		{ "a call of x32", LIBRARY, 0x40000000 | SYS_getpid, { 0 }, true, 0 },
	};

	(void)state;
	need(HR_FENCE_CALLS);
	CHECK(HR_FENCE_WORKER, calls);
}

static void test_filter__worker_refuses_all_of_the_unit(void **state)
{
	struct call calls[] = {
		{ "pid", UNIT, SYS_getpid, { 0 }, true, 0 },
		{ "munmap", UNIT, SYS_munmap, { 0x7f0000000000, 4096 }, true, 0 },
		{ "exit", UNIT, SYS_exit_group, { 7 }, true, 0 },
	};

	(void)state;
	need(HR_FENCE_CALLS);
	CHECK(HR_FENCE_WORKER, calls);
}

/* Whoever jumps to the runtime's own system call gets only what that needs. */
static void test_filter__worker_trusts_no_further(void **state)
{
	struct call calls[] = {
		{ "exec", TRUSTED, SYS_execve, { 0 }, true, 0 },
		{ "open", TRUSTED, SYS_openat, { AT_FDCWD, (long)"/", O_RDONLY }, true, 0 },
		{ "kill", TRUSTED, SYS_kill, { 1, 0 }, true, 0 },
		{ "clone", TRUSTED, SYS_clone, { SIGCHLD }, true, 0 },
		{ "write elsewhere", TRUSTED, SYS_write, { 5, 0, 0 }, true, 0 },
		{ "code", TRUSTED, SYS_mprotect, { 0x7f0000000000, 4096, PROT_EXEC }, true, 0 },
		{ "mask of signals", TRUSTED, SYS_rt_sigprocmask, { SIG_BLOCK, 0, 0, 8 }, true, 0 },
	};

	(void)state;
	need(HR_FENCE_CALLS);
	CHECK(HR_FENCE_WORKER, calls);
}

static void test_filter__zygote_loads_and_spawns(void **state)
{
	static const char path[] = "/nowhere/at/all";
	struct call calls[] = {
		{ "code", LIBRARY, SYS_mmap, { 0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS }, false, 0 },
		{ "prctl of its own", TRUSTED, SYS_prctl, { PR_SET_PDEATHSIG, 0 }, false, 0 },
		{ "kill of its own", TRUSTED, SYS_kill, { 0, 0 }, false, 0 },
		{ "handler", LIBRARY, SYS_rt_sigaction, { SIGPIPE, 0, 0, 8 }, false, 0 },
		{ "handler that is ours", LIBRARY, SYS_rt_sigaction, { SIGSEGV, (long)path, 0, 8 }, true, 0 },
		{ "fork", LIBRARY, SYS_fork, { 0 }, true, 0 },
		{ "unlink", LIBRARY, SYS_unlink, { (long)path }, true, 0 },
		{ "socket", LIBRARY, SYS_socket, { AF_INET, SOCK_STREAM, 0 }, true, 0 },
		{ "open to write", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_WRONLY }, false, -EACCES },
		{ "exec of its own", TRUSTED, SYS_execve, { 0 }, true, 0 },
	};

	(void)state;
	need(HR_FENCE_CALLS);
	CHECK(HR_FENCE_LOADING, calls);
}

static long raise_worker_and_fork(void *context)
{
	struct hr_fence *worker = context;
	char why[256];
	long child = trusted_call(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);

	if (child == 0) {
		if (hr_fence_raise(worker, why, sizeof why) != 0)
			return -1;
		return trusted_call(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0); /* now trapped */
	}
	trusted_call(SYS_wait4, child, 0, 0, 0, 0, 0);
	return 0;
}

static void test_filter__worker_stands_on_top_of_zygote(void **state)
{
	struct hr_fence zygote = fence_of(HR_FENCE_LOADING);
	struct hr_fence worker = fence_of(HR_FENCE_WORKER);

	(void)state;
	need(HR_FENCE_CALLS | HR_FENCE_PRIVILEGES | HR_FENCE_LIMITS);
	zygote.call = worker.call = trusted_call;
	behind(&zygote, raise_worker_and_fork, &worker);
	assert_int_equal(told->is_trapped, 1);
	assert_int_equal(told->number, SYS_clone);
	assert_int_equal(worker.layers, 0); /* that was in the child */
}

/* A process to aim at. */
static pid_t start_other(void)
{
	need(HR_FENCE_CALLS);
	pid_t other = fork();
	if (other == 0) {
		alarm(600);
		for (;;)
			pause();
	}
	return other;
}

static void test_filter__test_keeps_to_itself(void **state)
{
	static char path[] = "/nowhere/at/all";
	static int pair[2];
	static unsigned long mask[16] = { 1 };
	pid_t other = start_other();
	struct call calls[] = {
		{ "internet", LIBRARY, SYS_socket, { AF_INET, SOCK_STREAM, 0 }, false, -EACCES },
		{ "daemons", LIBRARY, SYS_socket, { AF_UNIX, SOCK_STREAM, 0 }, false, -EACCES },
		{ "a pair", LIBRARY, SYS_socketpair, { AF_UNIX, SOCK_STREAM, 0, (long)pair }, false, 0 },
		{ "a pair that can send to daemons",
		  LIBRARY,
		  SYS_socketpair,
		  { AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, (long)pair },
		  false,
		  -EACCES },
		{ "another word for that",
		  LIBRARY,
		  SYS_socketpair,
		  { AF_UNIX, SOCK_RAW, 0, (long)pair },
		  false,
		  -EACCES },
		{ "ptrace", LIBRARY, SYS_ptrace, { 0 }, false, -EPERM },
		{ "processors of the parent",
		  LIBRARY,
		  SYS_sched_setaffinity,
		  { getpid(), 8, (long)mask },
		  false,
		  -EPERM },
		{ "its own processors", LIBRARY, SYS_sched_setaffinity, { 0, 0, (long)mask }, false, -EINVAL },
		{ "memory of others", LIBRARY, SYS_shmat, { 1000000, 0, SHM_RDONLY }, false, -EPERM },
		{ "an end to memory of others", LIBRARY, SYS_shmctl, { 1000000, IPC_RMID, 0 }, false, -EPERM },
		{ "semaphores of others", LIBRARY, SYS_semctl, { 1000000, 0, IPC_RMID, 0 }, false, -EPERM },
		{ "messages of others", LIBRARY, SYS_msgrcv, { 1000000, 0, 0, 0 }, false, -EPERM },
		{ "flags of a file", LIBRARY, SYS_ioctl, { 0, FS_IOC_SETFLAGS, (long)mask }, false, -EPERM },
		{ "who gets signals of a file", LIBRARY, SYS_ioctl, { 0, FIOSETOWN, (long)mask }, false, -EPERM },
		{ "typing", LIBRARY, SYS_ioctl, { 0, TIOCSTI, (long)mask }, false, -EPERM },
		{ "how much there is to read", LIBRARY, SYS_ioctl, { -1, FIONREAD, (long)mask }, false, -EBADF },
		{ "abort of another", LIBRARY, SYS_tgkill, { other, other, SIGABRT }, false, -EPERM },
		{ "kill of the parent", LIBRARY, SYS_kill, { getpid(), 0 }, false, -EPERM },
		{ "kill of all", LIBRARY, SYS_kill, { -1, 0 }, false, -EPERM },
		{ "mount", LIBRARY, SYS_mount, { 0 }, false, -EPERM },
		{ "namespace", LIBRARY, SYS_unshare, { CLONE_NEWUSER }, false, -EPERM },
		{ "namespace by clone", LIBRARY, SYS_clone, { CLONE_NEWUSER | SIGCHLD }, false, -EPERM },
		{ "clone3", LIBRARY, SYS_clone3, { 0 }, false, -ENOSYS },
		{ "bpf", LIBRARY, SYS_bpf, { 0 }, false, -EPERM },
		{ "io_uring", LIBRARY, SYS_io_uring_setup, { 0 }, false, -EPERM },
		{ "a call nobody knows yet", LIBRARY, 2000, { 0 }, false, -ENOSYS },
		{ "open to write", LIBRARY, SYS_openat, { AT_FDCWD, (long)path, O_WRONLY }, false, -EACCES },
		{ "open to read", LIBRARY, SYS_openat, { AT_FDCWD, (long)"/", O_RDONLY }, false, 0 },
		{ "unlink", LIBRARY, SYS_unlink, { (long)path }, false, -EACCES },
		{ "mode", LIBRARY, SYS_chmod, { (long)path, 0 }, false, -EPERM },
	};

	(void)state;
	CHECK(HR_FENCE_TEST, calls);
	assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
}

static long signal_oneself(void *context)
{
	(void)context;
	return kill(getpid(), 0);
}

static long abort_in_child(void *context)
{
	int status = 0;
	pid_t child = fork();

	(void)context;
	if (child == 0) {
		signal(SIGABRT, SIG_DFL);
		signal(SIGSEGV, SIG_DFL);
		abort();
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(
		status); /* without Landlock not by SIGABRT: its number is another, and it cannot be told from a stranger's */
}

static void test_filter__test_signals_itself(void **state)
{
	struct hr_fence fence = { .profile = HR_FENCE_TEST,
				  .file_size = 1 << 20,
				  .without = ~(unsigned)HR_FENCE_CALLS };

	(void)state;
	need(HR_FENCE_CALLS);
	assert_int_equal(behind(&fence, signal_oneself, NULL)->result, 0);
	assert_int_equal(behind(&fence, abort_in_child, NULL)->result, 1);
}

static long call_by_interrupt(void *context)
{
	long result;

	(void)context;
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory", "r8", "r9", "r10", "r11"); /* getpid */
	return result;
}

static void test_filter__another_machine_is_refused(void **state)
{
	struct hr_fence worker = fence_of(HR_FENCE_WORKER);
	struct hr_fence test = { .profile = HR_FENCE_TEST, .without = ~(unsigned)HR_FENCE_CALLS };

	(void)state;
	need(HR_FENCE_CALLS);
	worker.without = ~(unsigned)HR_FENCE_CALLS;
	behind(&worker, call_by_interrupt, NULL);
	/* a kernel without that door kills by SIGSEGV */
	if (told->status == 0) {
		assert_int_equal(told->is_trapped, 1);
		assert_int_equal(told->machine, AUDIT_ARCH_I386);
		assert_int_equal(behind(&test, call_by_interrupt, NULL)->result, -EPERM);
	}
}

static void test_filter__where_it_came_from(void **state)
{
	struct hr_fence fence = fence_of(HR_FENCE_WORKER);
	struct call call = { "unlink", UNIT, SYS_unlink, { 0 }, true, 0 };

	(void)state;
	need(HR_FENCE_CALLS);
	fence.without = ~(unsigned)HR_FENCE_CALLS;
	behind(&fence, make_call, &call);
	assert_int_equal(told->is_trapped, 1);
	assert_in_range(told->from, (uintptr_t)unit_begin, (uintptr_t)unit_end - 1);
	assert_string_equal(hr_fence_call_name(told->number), "unlink");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_filter__worker_reads_and_allocates),
		cmocka_unit_test(test_filter__worker_changes_nothing),
		cmocka_unit_test(test_filter__worker_refuses_all_of_the_unit),
		cmocka_unit_test(test_filter__worker_trusts_no_further),
		cmocka_unit_test(test_filter__zygote_loads_and_spawns),
		cmocka_unit_test(test_filter__worker_stands_on_top_of_zygote),
		cmocka_unit_test(test_filter__test_keeps_to_itself),
		cmocka_unit_test(test_filter__test_signals_itself),
		cmocka_unit_test(test_filter__another_machine_is_refused),
		cmocka_unit_test(test_filter__where_it_came_from),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
