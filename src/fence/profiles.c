/* Which system calls pass, by profile: tables.
 *
 * The zygote and its workers have lists of what passes; all else is trapped. Their own calls, which come from the trusted range, are on lists
 * too: whoever jumps there gets no more than the runtime itself needs. A test program has a list of what does not pass: it is C that was written
 * to be run anywhere. Filters add up: what a worker does must pass the zygote's as well.
 *
 * What the kernel reads from memory (paths, the structures of clone3 and openat2) a filter cannot see: where it would have to, the call does not
 * exist (ENOSYS), and libc takes the older one. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#define RULES(table) { table, sizeof(table) / sizeof *(table) }

#define PASS(name) { .number = HR_CALL_##name }
#define PASS_IF(name, ...) { .number = HR_CALL_##name, .conditions = { __VA_ARGS__ } }
#define FAIL(name, code) { .number = HR_CALL_##name, .error = (code) }
#define FAIL_IF(name, code, ...) { .number = HR_CALL_##name, .error = (code), .conditions = { __VA_ARGS__ } }

#define CLEAR(argument, bits) { HR_TEST_CLEAR, argument, (uint32_t)(bits) }
#define SET(argument, bits) { HR_TEST_SET, argument, (uint32_t)(bits) }
#define EQUAL(argument, value) { HR_TEST_EQUAL, argument, (uint32_t)(value) }
#define DIFFERENT(argument, value) { HR_TEST_DIFFERENT, argument, (uint32_t)(value) }
#define NOT_OWN(argument) { HR_TEST_NOT_OWN, argument, 0 }
#define NULL_POINTER(argument) { HR_TEST_NULL, argument, 0 }
#define SELF(argument) { HR_TEST_OWN_PID, argument, 0 }
#define SOMEBODY_ELSE(argument) { HR_TEST_NOT_OWN_PID, argument, 0 }
#define OTHER_FAMILY(argument, letter) { HR_TEST_OTHER_FAMILY, argument, letter }
#define HIGH_LEAST(argument, value) { HR_TEST_HIGH_LEAST, argument, value }
#define HIGH_MOST(argument, value) { HR_TEST_HIGH_MOST, argument, value }
#define HIGH_CLEAR(argument) { HR_TEST_HIGH_CLEAR, argument, 0 }

/* O_TMPFILE has O_DIRECTORY in it, which alone is harmless. */
#define WRITING_FLAGS (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (__O_TMPFILE & ~O_DIRECTORY))

/* Memory that is not the runtime's: above the shadow, and not from 0x6000 to 0x6fff'ffff'ffff, where all its fixed places are. At most 4 GB, which
 * cannot reach over there. By the upper half of address and size; the places are told by runtime's headers, which this folder does not see. */
#define BELOW_ITS_PLACES HIGH_LEAST(0, 0x1001), HIGH_MOST(0, 0x5ffe), HIGH_CLEAR(1)
#define ABOVE_ITS_PLACES HIGH_LEAST(0, 0x7000), HIGH_CLEAR(1)

/* ---- the zygote and its workers: code that is neither trusted nor the unit's own, which is libc and libraries ---- */

/* Questions, and what changes nothing outside the thread. */
static const struct hr_filter_rule harmless[] = {
	PASS(brk),
	PASS(futex),
	PASS(rt_sigreturn),
	PASS(clock_gettime),
	PASS(gettimeofday),
	PASS(time),
	PASS(clock_getres),
	PASS(getrandom),
	PASS(getpid),
	PASS(gettid),
	PASS(getppid),
	PASS(getuid),
	PASS(geteuid),
	PASS(getgid),
	PASS(getegid),
	PASS(getgroups),
	PASS(getpgrp),
	PASS(getpgid),
	PASS(getsid),
	PASS(getresuid),
	PASS(getresgid),
	PASS(getpriority),
	PASS(getrlimit),
	PASS_IF(prlimit64, NULL_POINTER(2)),
	PASS(getrusage),
	PASS(times),
	PASS(uname),
	PASS(sysinfo),
	PASS(getcpu),
	PASS(getcwd),
	PASS(sched_yield),
	PASS(sched_getaffinity),
	PASS(sched_getparam),
	PASS(sched_getscheduler),
	PASS(mincore),
	PASS_IF(rt_sigprocmask,
		NULL_POINTER(1)), /* else the runtime answers: a filter that traps must not find SIGSYS blocked */
	PASS(rt_sigpending),
	PASS(restart_syscall),
	PASS_IF(sigaltstack, NULL_POINTER(0)),
	/* handlers of signals that nobody sends; the last two are libc's own, for threads */
	PASS_IF(rt_sigaction, NULL_POINTER(1)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGPIPE)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGINT)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGQUIT)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGTERM)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGHUP)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGCHLD)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGUSR1)),
	PASS_IF(rt_sigaction, EQUAL(0, SIGUSR2)),
	PASS_IF(rt_sigaction, EQUAL(0, 32)),
	PASS_IF(rt_sigaction, EQUAL(0, 33)),
};

/* Files, to be read. */
static const struct hr_filter_rule reading[] = {
	PASS_IF(read, NOT_OWN(0)),
	PASS_IF(readv, NOT_OWN(0)),
	PASS_IF(pread64, NOT_OWN(0)),
	PASS_IF(preadv, NOT_OWN(0)),
	PASS_IF(lseek, NOT_OWN(0)),
	PASS_IF(close, NOT_OWN(0)),
	PASS_IF(fstat, NOT_OWN(0)),
	PASS_IF(newfstatat, NOT_OWN(0)),
	PASS_IF(statx, NOT_OWN(0)),
	PASS_IF(getdents64, NOT_OWN(0)),
	PASS_IF(fadvise64, NOT_OWN(0)),
	PASS_IF(ioctl, NOT_OWN(0), EQUAL(1, TCGETS)),
	PASS_IF(fcntl, NOT_OWN(0), EQUAL(1, F_GETFD)),
	PASS_IF(fcntl, NOT_OWN(0), EQUAL(1, F_GETFL)),
	PASS_IF(fcntl, NOT_OWN(0), EQUAL(1, F_SETFD)),
	PASS_IF(open, CLEAR(1, WRITING_FLAGS)),
	PASS_IF(openat, CLEAR(2, WRITING_FLAGS)),
	PASS(stat),
	PASS(lstat),
	PASS(access),
	PASS(faccessat),
	PASS(faccessat2),
	PASS(readlink),
	PASS(readlinkat),
	PASS(statfs),
	PASS(fstatfs),
	FAIL(openat2, ENOSYS),
	/* whether a descriptor is a socket: logging does so before each line, to tell a daemon from a terminal */
	PASS_IF(getpeername, NOT_OWN(0)),
	PASS_IF(getsockopt, NOT_OWN(0), EQUAL(1, SOL_SOCKET), EQUAL(2, SO_TYPE)),
};

/* Memory that is not the runtime's, and never code. */
static const struct hr_filter_rule memory[] = {
	PASS_IF(mmap, CLEAR(2, PROT_EXEC), CLEAR(3, MAP_FIXED | MAP_FIXED_NOREPLACE)),
	PASS_IF(munmap, ABOVE_ITS_PLACES),
	PASS_IF(munmap, BELOW_ITS_PLACES),
	PASS_IF(mremap, ABOVE_ITS_PLACES, CLEAR(3, MREMAP_FIXED)),
	PASS_IF(mremap, BELOW_ITS_PLACES, CLEAR(3, MREMAP_FIXED)),
	PASS_IF(madvise, ABOVE_ITS_PLACES),
	PASS_IF(madvise, BELOW_ITS_PLACES),
	PASS_IF(mprotect, ABOVE_ITS_PLACES, CLEAR(2, PROT_EXEC)),
	PASS_IF(mprotect, BELOW_ITS_PLACES, CLEAR(2, PROT_EXEC)),
};

/* While the unit is loaded, code is mapped. Constructors of libraries look for caches that they may write: they do without, as on a machine where they may not. */
static const struct hr_filter_rule loading[] = {
	PASS(mmap),
	PASS(munmap),
	PASS(mremap),
	PASS(madvise),
	PASS(mprotect),
	FAIL_IF(open, EACCES, SET(1, WRITING_FLAGS)),
	FAIL_IF(openat, EACCES, SET(2, WRITING_FLAGS)),
	FAIL(creat, EACCES),
	FAIL(mkdir, EACCES),
	FAIL(mkdirat, EACCES),
};

/* ---- the runtime's own calls ---- */

/* In a worker: what a sequence needs, what is hot first. */
static const struct hr_filter_rule trusted_in_worker[] = {
	PASS_IF(madvise, EQUAL(2, MADV_DONTNEED)),
	PASS_IF(mprotect, CLEAR(2, PROT_EXEC)),
	PASS_IF(read, EQUAL(0, HR_FENCE_OWN_FIRST)),
	PASS_IF(write, EQUAL(0, HR_FENCE_OWN_LAST)),
	PASS_IF(write, EQUAL(0, 2)), /* last words; leads nowhere */
	PASS(clock_gettime),
	PASS(gettid),
	PASS(getpid),
	PASS(rt_sigreturn),
	PASS_IF(rt_sigprocmask, EQUAL(0, -1)), /* a question whether memory is there */
	PASS_IF(mmap, CLEAR(2, PROT_EXEC), SET(3, MAP_ANONYMOUS)),
	PASS(munmap),
	PASS(getrusage),
	PASS_IF(msync, EQUAL(2, MS_ASYNC)),       /* a question whether memory is there, too */
	PASS_IF(unshare, EQUAL(0, CLONE_THREAD)), /* a question whether there are other threads */
	PASS(exit_group),
};

/* In the zygote, and in a worker that is being set up. */
static const struct hr_filter_rule trusted_in_zygote[] = {
	PASS(madvise),
	PASS_IF(mprotect, CLEAR(2, PROT_EXEC)),
	PASS(read),
	PASS(write),
	PASS(clock_gettime),
	PASS(gettid),
	PASS(getpid),
	PASS(getppid),
	PASS(rt_sigreturn),
	PASS(rt_sigprocmask),
	PASS_IF(mmap, CLEAR(2, PROT_EXEC)),
	PASS(munmap),
	PASS(getrusage),
	PASS_IF(msync, EQUAL(2, MS_ASYNC)), /* a question whether memory is there, too */
	PASS_IF(unshare, EQUAL(0, CLONE_THREAD)),
	PASS(exit_group),
	PASS(recvmsg),
	PASS(sendto),
	PASS_IF(clone, EQUAL(0, SIGCHLD)),
	PASS(wait4),
	PASS(kill),
	PASS(setsid),
	PASS(close),
	PASS(close_range),
	PASS(fcntl),
	PASS(dup2),
	PASS(fstat),
	PASS(memfd_create),
	PASS(ftruncate),
	PASS(rt_sigaction),
	PASS(sigaltstack),
	PASS(timer_create),
	PASS(timer_settime),
	PASS(seccomp),
	PASS_IF(prlimit64, EQUAL(0, 0)),
	PASS(capset),
	PASS(capget),
	PASS_IF(prctl, EQUAL(0, PR_SET_PDEATHSIG)),
	PASS_IF(prctl, EQUAL(0, PR_SET_NO_NEW_PRIVS)),
	PASS_IF(prctl, EQUAL(0, PR_SET_DUMPABLE)),
	PASS_IF(prctl, EQUAL(0, PR_CAPBSET_DROP)),
	PASS_IF(prctl, EQUAL(0, PR_CAPBSET_READ)),
	PASS_IF(prctl, EQUAL(0, PR_CAP_AMBIENT)),
};

/* ---- test programs ---- */

static const struct hr_filter_rule for_tests[] = {
	/* the network, and daemons behind sockets in the file system: one half of a pair of datagrams (or SOCK_RAW, which is the same there) can
	 * send to any of them */
	FAIL(socket, EACCES),
	FAIL_IF(socketpair, EACCES, DIFFERENT(0, AF_UNIX)),
	FAIL_IF(socketpair, EACCES, SET(1, SOCK_DGRAM)),
	FAIL(connect, EACCES),
	FAIL(bind, EACCES),
	/* other processes */
	FAIL(ptrace, EPERM),
	FAIL(process_vm_readv, EPERM),
	FAIL(process_vm_writev, EPERM),
	FAIL(process_madvise, EPERM),
	FAIL(process_mrelease, EPERM),
	FAIL(kcmp, EPERM),
	FAIL(pidfd_getfd, EPERM),
	FAIL(pidfd_send_signal, EPERM),
	FAIL_IF(prlimit64, EPERM, DIFFERENT(0, 0), SOMEBODY_ELSE(0)),
	FAIL(setpriority, EPERM),
	FAIL(sched_setscheduler, EPERM),
	FAIL(sched_setattr, EPERM),
	FAIL(sched_setparam, EPERM),
	FAIL_IF(sched_setaffinity, EPERM, DIFFERENT(0, 0), SOMEBODY_ELSE(0)),
	FAIL(ioprio_set, EPERM),
	FAIL(migrate_pages, EPERM),
	FAIL(move_pages, EPERM),
	/* mounts and namespaces */
	FAIL(mount, EPERM),
	FAIL(umount2, EPERM),
	FAIL(pivot_root, EPERM),
	FAIL(chroot, EPERM),
	FAIL(open_tree, EPERM),
	FAIL(open_tree_attr, EPERM),
	FAIL(move_mount, EPERM),
	FAIL(fsopen, EPERM),
	FAIL(fsconfig, EPERM),
	FAIL(fsmount, EPERM),
	FAIL(fspick, EPERM),
	FAIL(mount_setattr, EPERM),
	FAIL(unshare, EPERM),
	FAIL(setns, EPERM),
	FAIL_IF(clone, EPERM,
		SET(0, CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
			       CLONE_NEWCGROUP)),
	FAIL(clone3, ENOSYS),
	/* the machine */
	FAIL(reboot, EPERM),
	FAIL(kexec_load, EPERM),
	FAIL(kexec_file_load, EPERM),
	FAIL(init_module, EPERM),
	FAIL(finit_module, EPERM),
	FAIL(delete_module, EPERM),
	FAIL(swapon, EPERM),
	FAIL(swapoff, EPERM),
	FAIL(acct, EPERM),
	FAIL(quotactl, EPERM),
	FAIL(quotactl_fd, EPERM),
	FAIL(settimeofday, EPERM),
	FAIL(clock_settime, EPERM),
	FAIL(clock_adjtime, EPERM),
	FAIL(adjtimex, EPERM),
	FAIL(sethostname, EPERM),
	FAIL(setdomainname, EPERM),
	FAIL(syslog, EPERM),
	FAIL(vhangup, EPERM),
	FAIL(iopl, EPERM),
	FAIL(ioperm, EPERM),
	FAIL(lookup_dcookie, EPERM),
	FAIL(nfsservctl, EPERM),
	/* doors into the kernel that no test needs */
	FAIL(bpf, EPERM),
	FAIL(perf_event_open, EPERM),
	FAIL(userfaultfd, EPERM),
	FAIL(io_uring_setup, EPERM),
	FAIL(io_uring_enter, EPERM),
	FAIL(io_uring_register, EPERM),
	FAIL(add_key, EPERM),
	FAIL(request_key, EPERM),
	FAIL(keyctl, EPERM),
	FAIL(fanotify_init, EPERM),
	FAIL(fanotify_mark, EPERM),
	FAIL(open_by_handle_at, EPERM),
	FAIL(name_to_handle_at, EPERM),
	FAIL(modify_ldt, EPERM),
	/* 'T' is terminals, and what every file has; other families change attributes of files that are only open to be read, or make
	 * subvolumes, and Landlock looks at none of that */
	FAIL_IF(ioctl, EPERM, OTHER_FAMILY(1, 'T')),
	FAIL_IF(ioctl, EPERM, EQUAL(1, TIOCSTI)),
	FAIL_IF(ioctl, EPERM, EQUAL(1, TIOCLINUX)),
	/* what outlives a process, and belongs to others who are of the same user */
	FAIL(shmget, EPERM),
	FAIL(shmat, EPERM),
	FAIL(shmctl, EPERM),
	FAIL(semget, EPERM),
	FAIL(semop, EPERM),
	FAIL(semtimedop, EPERM),
	FAIL(semctl, EPERM),
	FAIL(msgget, EPERM),
	FAIL(msgsnd, EPERM),
	FAIL(msgrcv, EPERM),
	FAIL(msgctl, EPERM),
	FAIL(mq_open, EPERM),
	FAIL(mq_unlink, EPERM),
};

/* Where Landlock does not keep signals inside. A child of the program has another number, which no filter tells from a stranger's: its abort ends
 * it all the same, but by the instruction that libc has for when signals fail. */
static const struct hr_filter_rule signals_to_self[] = {
	FAIL_IF(kill, EPERM, SOMEBODY_ELSE(0)),
	FAIL(tkill, EPERM),
	FAIL_IF(tgkill, EPERM, SOMEBODY_ELSE(0)),
	FAIL_IF(rt_sigqueueinfo, EPERM, SOMEBODY_ELSE(0)),
	FAIL_IF(rt_tgsigqueueinfo, EPERM, SOMEBODY_ELSE(0)),
	FAIL_IF(fcntl, EPERM, EQUAL(1, F_SETOWN)),
	FAIL_IF(fcntl, EPERM, EQUAL(1, F_SETOWN_EX)),
};

/* What Landlock does not look at, and a mount that is read-only forbids: modes, owners, times and attributes of files. */
static const struct hr_filter_rule attributes[] = {
	FAIL(chmod, EPERM),        FAIL(fchmod, EPERM),       FAIL(fchmodat, EPERM),     FAIL(fchmodat2, EPERM),
	FAIL(chown, EPERM),        FAIL(fchown, EPERM),       FAIL(lchown, EPERM),       FAIL(fchownat, EPERM),
	FAIL(utime, EPERM),        FAIL(utimes, EPERM),       FAIL(futimesat, EPERM),    FAIL(utimensat, EPERM),
	FAIL(setxattr, EPERM),     FAIL(lsetxattr, EPERM),    FAIL(fsetxattr, EPERM),    FAIL(setxattrat, EPERM),
	FAIL(removexattr, EPERM),  FAIL(lremovexattr, EPERM), FAIL(fremovexattr, EPERM), FAIL(removexattrat, EPERM),
	FAIL(file_setattr, EPERM),
};

/* Where nothing looks at paths: no file is changed at all. */
static const struct hr_filter_rule writing[] = {
	FAIL_IF(open, EACCES, SET(1, WRITING_FLAGS)),
	FAIL_IF(openat, EACCES, SET(2, WRITING_FLAGS)),
	FAIL(openat2, ENOSYS),
	FAIL(creat, EACCES),
	FAIL(truncate, EACCES),
	FAIL(unlink, EACCES),
	FAIL(unlinkat, EACCES),
	FAIL(rmdir, EACCES),
	FAIL(mkdir, EACCES),
	FAIL(mkdirat, EACCES),
	FAIL(mknod, EACCES),
	FAIL(mknodat, EACCES),
	FAIL(rename, EACCES),
	FAIL(renameat, EACCES),
	FAIL(renameat2, EACCES),
	FAIL(link, EACCES),
	FAIL(linkat, EACCES),
	FAIL(symlink, EACCES),
	FAIL(symlinkat, EACCES),
};

/* What the first versions of Landlock do not look at: cutting files off. Who opens a file to write as well is stopped there; the mode that is neither
 * reading nor writing (both bits) is for ioctl, and cuts off all the same. */
static const struct hr_filter_rule truncation[] = {
	FAIL(truncate, EACCES),
	FAIL_IF(open, EACCES, SET(1, O_TRUNC), CLEAR(1, O_ACCMODE)),
	FAIL_IF(open, EACCES, SET(1, O_TRUNC), SET(1, O_WRONLY), SET(1, O_RDWR)),
	FAIL_IF(openat, EACCES, SET(2, O_TRUNC), CLEAR(2, O_ACCMODE)),
	FAIL_IF(openat, EACCES, SET(2, O_TRUNC), SET(2, O_WRONLY), SET(2, O_RDWR)),
	FAIL(openat2, ENOSYS),
};

static void plan_test(struct hr_filter_plan *out, const struct hr_fence_work *work)
{
	unsigned layers = work->fence->layers;
	bool has_signals = layers & HR_FENCE_LANDLOCK && hr_fence_landlock_has_signals(work->call);

	out->refuses_unknown = true;
	out->parts[0] = (struct hr_filter_rules)RULES(for_tests);
	if (!has_signals)
		out->parts[1] = (struct hr_filter_rules)RULES(signals_to_self);
	if (!(layers & HR_FENCE_MOUNTS) && !work->fence->builds)
		out->parts[2] = (struct hr_filter_rules)RULES(attributes);
	if (!(layers & (HR_FENCE_MOUNTS | HR_FENCE_LANDLOCK)))
		out->parts[3] = (struct hr_filter_rules)RULES(writing);
	else if (!(layers & HR_FENCE_MOUNTS) && !hr_fence_landlock_has_truncation(work->call))
		out->parts[3] = (struct hr_filter_rules)RULES(truncation);
}

void hr_filter_plan(struct hr_filter_plan *out, const struct hr_fence_work *work)
{
	if (work->fence->profile == HR_FENCE_TEST) {
		plan_test(out, work);
		return;
	}
	bool is_worker = work->fence->profile == HR_FENCE_WORKER;
	out->traps = true;
	if (is_worker)
		out->trusted = (struct hr_filter_rules)RULES(trusted_in_worker);
	else
		out->trusted = (struct hr_filter_rules)RULES(trusted_in_zygote);
	out->parts[0] = (struct hr_filter_rules)RULES(harmless);
	out->parts[1] = (struct hr_filter_rules)RULES(reading);
	if (is_worker)
		out->parts[2] = (struct hr_filter_rules)RULES(memory);
	else
		out->parts[2] = (struct hr_filter_rules)RULES(loading);
}
