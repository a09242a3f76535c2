/* Processes: starting them, waiting for them, who and where we are.
 *
 * The unit is alone: there is no other process, it has no children, and it is always the same user on the same small machine. What would
 * start another program or change this process is not let through: a failure result would be a lie that the emitted test,
 * run for real, does not repeat. Waiting answers what is true: no children. */
#include "runtime/gate_process_internal.h"

#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define STARTING "starting a process is not let through"
HR_GATE_REFUSED(daemon, STARTING)
HR_GATE_REFUSED(execl, STARTING)
HR_GATE_REFUSED(execle, STARTING)
HR_GATE_REFUSED(execlp, STARTING)
HR_GATE_REFUSED(execv, STARTING)
HR_GATE_REFUSED(execve, STARTING)
HR_GATE_REFUSED(execveat, STARTING)
HR_GATE_REFUSED(execvp, STARTING)
HR_GATE_REFUSED(execvpe, STARTING)
HR_GATE_REFUSED(fexecve, STARTING)
HR_GATE_REFUSED(clone, STARTING)
HR_GATE_REFUSED(fork, STARTING)
HR_GATE_REFUSED(_Fork, STARTING)
HR_GATE_REFUSED(forkpty, STARTING)
HR_GATE_REFUSED(openpty, STARTING)
HR_GATE_REFUSED(posix_spawn, STARTING)
HR_GATE_REFUSED(posix_spawnp, STARTING)
HR_GATE_REFUSED(unshare, STARTING)
HR_GATE_REFUSED(vfork, STARTING)
HR_GATE_REFUSED(ptrace, "watching another process is not let through")
HR_GATE_REFUSED(chroot, "changing the root directory is not let through")
HR_GATE_REFUSED(mount, "mounting is not let through")
HR_GATE_REFUSED(umount, "mounting is not let through")
HR_GATE_REFUSED(umount2, "mounting is not let through")
HR_GATE_REFUSED(reboot, "stopping the machine is not let through")

/* NULL asks whether there is a shell; there is none here. */
int hr_gate_system(const char *command)
{
	HR_GATE_ENTER("system");
	if (!command)
		return 0;
	hr_gate_string(site, command);
	hr_gate_refuse(site, STARTING);
}

/* posix_spawn's attributes and file actions belong to a call that is refused: preparing for it succeeds and does nothing. */
#define PREPARES(name)                         \
	int hr_gate_##name(void *object)       \
	{                                      \
		HR_GATE_ENTER(#name);          \
		hr_gate_reads(site, object, 1);\
		return 0;                      \
	}
PREPARES(posix_spawn_file_actions_addclose)
PREPARES(posix_spawn_file_actions_adddup2)
PREPARES(posix_spawn_file_actions_addopen)
PREPARES(posix_spawn_file_actions_destroy)
PREPARES(posix_spawnattr_destroy)
PREPARES(posix_spawnattr_setflags)
PREPARES(posix_spawnattr_setpgroup)
PREPARES(posix_spawnattr_setsigdefault)
PREPARES(posix_spawnattr_setsigmask)

int hr_gate_posix_spawn_file_actions_init(posix_spawn_file_actions_t *out)
{
	HR_GATE_ENTER("posix_spawn_file_actions_init");
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	return 0;
}

int hr_gate_posix_spawnattr_init(posix_spawnattr_t *out)
{
	HR_GATE_ENTER("posix_spawnattr_init");
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	return 0;
}

/* ---- answers that never change ---- */

#define ANSWER(type, name, value)          \
	type hr_gate_##name(void)          \
	{                                  \
		return value;              \
	}
ANSWER(int, getpid, HR_GATE_PID)
ANSWER(int, getppid, HR_GATE_PARENT_PID)
ANSWER(int, gettid, HR_GATE_PID)
ANSWER(int, getpgrp, HR_GATE_PID)
ANSWER(unsigned, getuid, HR_GATE_USER_ID)
ANSWER(unsigned, geteuid, HR_GATE_USER_ID)
ANSWER(unsigned, getgid, HR_GATE_USER_ID)
ANSWER(unsigned, getegid, HR_GATE_USER_ID)
ANSWER(int, getpagesize, 4096)
ANSWER(int, get_nprocs, 1)
ANSWER(int, get_nprocs_conf, 1)
ANSWER(long, get_phys_pages, 1l << 18)
ANSWER(long, get_avphys_pages, 1l << 17)
ANSWER(int, getdtablesize, 1024)
ANSWER(int, sched_yield, 0)
ANSWER(int, sched_getcpu, 0)
ANSWER(int, __libc_current_sigrtmin, 34)
ANSWER(int, __libc_current_sigrtmax, 64)
ANSWER(int, issetugid, 0)
ANSWER(unsigned long, getauxval, 0)
ANSWER(unsigned long, __getauxval, 0)
ANSWER(long, gethostid, 0x007f0100)
ANSWER(int, vhangup, (errno = EPERM, -1))
ANSWER(int, acct, (errno = EPERM, -1))

int hr_gate_getpgid(int process)
{
	return process == 0 || process == HR_GATE_PID ? HR_GATE_PID : hr_gate_fail(ESRCH);
}

int hr_gate_getsid(int process)
{
	return process == 0 || process == HR_GATE_PID ? HR_GATE_PARENT_PID : hr_gate_fail(ESRCH);
}

int hr_gate_setsid(void)
{
	return hr_gate_fail(EPERM); /* as for any leader of a group */
}

int hr_gate_setpgid(int process, int group)
{
	const bool is_self = process == 0 || process == HR_GATE_PID;
	return is_self && (group == 0 || group == HR_GATE_PID) ? 0 : hr_gate_fail(is_self ? EPERM : ESRCH);
}

int hr_gate_setpgrp(void)
{
	return 0;
}

/* ---- children ---- */

int hr_gate_wait(int *status)
{
	(void)status;
	return hr_gate_fail(ECHILD);
}

int hr_gate_waitpid(int process, int *status, int options)
{
	(void)process;
	(void)status;
	(void)options;
	return hr_gate_fail(ECHILD);
}

int hr_gate_wait3(int *status, int options, void *usage)
{
	(void)usage;
	return hr_gate_waitpid(-1, status, options);
}

int hr_gate_wait4(int process, int *status, int options, void *usage)
{
	(void)usage;
	return hr_gate_waitpid(process, status, options);
}

int hr_gate_waitid(int kind, unsigned id, void *out, int options)
{
	(void)kind;
	(void)id;
	(void)out;
	(void)options;
	return hr_gate_fail(ECHILD);
}

/* ---- users: changing to who we are works, to another is not permitted ---- */

static int become(unsigned id)
{
	return id == HR_GATE_USER_ID || id == UINT32_MAX ? 0 : hr_gate_fail(EPERM);
}

#define BECOME_ONE(name)                \
	int hr_gate_##name(unsigned id) \
	{                               \
		return become(id);      \
	}
BECOME_ONE(setuid)
BECOME_ONE(seteuid)
BECOME_ONE(setgid)
BECOME_ONE(setegid)

int hr_gate_setfsuid(unsigned id)
{
	(void)id;
	return (int)HR_GATE_USER_ID; /* the one before, whether it worked or not */
}

int hr_gate_setfsgid(unsigned id)
{
	(void)id;
	return (int)HR_GATE_USER_ID;
}

static int become_all(unsigned real, unsigned effective, unsigned saved)
{
	return become(real) || become(effective) ? -1 : become(saved);
}

int hr_gate_setreuid(unsigned real, unsigned effective)
{
	return become_all(real, effective, UINT32_MAX);
}

int hr_gate_setregid(unsigned real, unsigned effective)
{
	return become_all(real, effective, UINT32_MAX);
}

int hr_gate_setresuid(unsigned real, unsigned effective, unsigned saved)
{
	return become_all(real, effective, saved);
}

int hr_gate_setresgid(unsigned real, unsigned effective, unsigned saved)
{
	return become_all(real, effective, saved);
}

static int tell_three(const struct hr_gate_site *site, unsigned *real, unsigned *effective, unsigned *saved)
{
	hr_gate_writes(site, real, sizeof *real);
	hr_gate_writes(site, effective, sizeof *effective);
	hr_gate_writes(site, saved, sizeof *saved);
	*real = *effective = *saved = HR_GATE_USER_ID;
	return 0;
}

int hr_gate_getresuid(unsigned *real, unsigned *effective, unsigned *saved)
{
	HR_GATE_ENTER("getresuid");
	return tell_three(site, real, effective, saved);
}

int hr_gate_getresgid(unsigned *real, unsigned *effective, unsigned *saved)
{
	HR_GATE_ENTER("getresgid");
	return tell_three(site, real, effective, saved);
}

int hr_gate_getgroups(int size, unsigned *list)
{
	HR_GATE_ENTER("getgroups");
	if (size < 0)
		return hr_gate_fail(EINVAL);
	if (size > 0) {
		hr_gate_writes(site, list, sizeof *list);
		list[0] = HR_GATE_USER_ID;
	}
	return 1;
}

int hr_gate_setgroups(size_t size, const unsigned *list)
{
	(void)size;
	(void)list;
	return hr_gate_fail(EPERM);
}

int hr_gate_initgroups(const char *user, unsigned group)
{
	HR_GATE_ENTER("initgroups");
	hr_gate_string(site, user);
	(void)group;
	return hr_gate_fail(EPERM);
}

/* ---- the rest ---- */

static struct {
	char name[16];
} thread_name = { "harrier" };
HR_GATE_STATE(thread_name);

int hr_gate_prctl(int option, unsigned long argument)
{
	HR_GATE_ENTER("prctl");
	if (option == PR_SET_NAME) {
		HR_GATE_TOUCH(thread_name);
		memset(thread_name.name, 0, sizeof thread_name.name);
		const size_t length = hr_gate_bounded_string(site, (const char *)argument, sizeof thread_name.name - 1);
		memcpy(thread_name.name, (const char *)argument, length);
		return 0;
	}
	if (option == PR_GET_NAME) {
		hr_gate_writes(site, (void *)argument, sizeof thread_name.name);
		memcpy((void *)argument, thread_name.name, sizeof thread_name.name);
		return 0;
	}
	if (option == PR_GET_DUMPABLE || option == PR_SET_DUMPABLE)
		return option == PR_GET_DUMPABLE;
	hr_gate_refuse(site, "this option of prctl is not let through");
}

long hr_gate_syscall(long number, long first, long second)
{
	HR_GATE_ENTER("syscall");
	switch (number) {
	case SYS_gettid:
	case SYS_getpid:
		return HR_GATE_PID;
	case SYS_getcpu:
		return hr_gate_fail(ENOSYS);
	case SYS_getrandom:
		hr_gate_writes(site, (void *)first, (size_t)second);
		hr_gate_random_fill((void *)first, (size_t)second);
		return second;
	default:
		hr_gate_refuse(site, "a bare system call is not let through");
	}
}
