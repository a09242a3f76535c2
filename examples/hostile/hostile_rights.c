/* Limits, privileges, and other ways to where only the kernel or the loader may go. */
#include "hostile_internal.h"

#include <dlfcn.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* What the calls below point to. */
static const struct rlimit nothing = { 0, 0 };
static const uint32_t capability_version[2] = { 0x20080522, 0 };
static const uint32_t no_capabilities[6];
static const uint64_t first_processor = 1;

/* ---- limits and privileges ---- */

long hostile_limits(void)
{
	const struct rlimit none = { 0, 0 };
	return setrlimit(RLIMIT_AS, &none) + setrlimit(RLIMIT_NOFILE, &none) + setrlimit(RLIMIT_CPU, &none);
}

RAW_ONE(hostile_raw_limits, SYS_prlimit64, 0, RLIMIT_NOFILE, &nothing, 0)

long hostile_raw_limits_of(long process)
{
	ARMED_ONLY();
	return RAW(SYS_prlimit64, process, RLIMIT_FSIZE, &nothing, 0);
}

long hostile_seccomp(void)
{
	ARMED_ONLY();
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

long hostile_prctl_name(void)
{
	return prctl(PR_SET_NAME, "innocent", 0, 0, 0);
}

RAW_ONE(hostile_raw_seccomp, SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, 0)
RAW_ONE(hostile_raw_prctl_seccomp, SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT)
RAW_ONE(hostile_raw_prctl_orphan, SYS_prctl, PR_SET_PDEATHSIG, 0)
RAW_ONE(hostile_raw_prctl_clock, SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV)
RAW_ONE(hostile_raw_prctl_dumpable, SYS_prctl, PR_SET_DUMPABLE, 0)
RAW_ONE(hostile_raw_setuid, SYS_setuid, 12345)
RAW_ONE(hostile_raw_setresuid, SYS_setresuid, 0, 0, 0)
RAW_ONE(hostile_raw_setgid, SYS_setgid, 12345)
RAW_ONE(hostile_raw_capset, SYS_capset, capability_version, no_capabilities)
RAW_ONE(hostile_raw_setsid, SYS_setsid)
RAW_ONE(hostile_raw_unshare, SYS_unshare, CLONE_NEWUSER | CLONE_NEWNS)
RAW_ONE(hostile_raw_setpriority, SYS_setpriority, PRIO_PROCESS, 0, 19)
RAW_ONE(hostile_raw_affinity, SYS_sched_setaffinity, 0, 8, &first_processor)
RAW_ONE(hostile_raw_personality, SYS_personality, 0x0400000)
RAW_ONE(hostile_raw_reboot, SYS_reboot, 0, 0, 0, 0) /* not the kernel's magic numbers: nothing would happen */

/* The thread pointer again, the way that is for it. */
RAW_ONE(hostile_raw_arch_prctl, SYS_arch_prctl, 0x1002, 0x1000)

/* ---- doors beside the one that is watched ---- */

/* As 32-bit programs do: 20 is getpid there, and writev here. */
long hostile_int80(void)
{
	long result;
	ARMED_ONLY();
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "r8", "r9", "r10", "r11", "memory");
	return result;
}

/* The x32 numbers. */
RAW_ONE(hostile_raw_x32, SYS_getpid | 0x40000000)
RAW_ONE(hostile_raw_unknown, 100000)

/* The page at the end of the address space that the kernel emulates. */
long hostile_vsyscall(void)
{
	long (*time_of_old)(long *) = (long (*)(long *))(uintptr_t)0xffffffffff600400;
	ARMED_ONLY();
	return time_of_old(NULL) > 0;
}

/* The instruction of somebody else: libc's code is full of them. */
static long borrow(uintptr_t from, long number, long a, long b)
{
	for (uintptr_t at = from; at < from + 0x40000; at++) {
		if ((hostile_peek(at) & 0xffff) != 0x050f)
			continue;
		long result;
		__asm__ volatile("callq *%1"
				 : "=a"(result)
				 : "r"(at), "a"(number), "D"(a), "S"(b)
				 : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc");
		return result;
	}
	return 0;
}

long hostile_borrow_libc(const char *path)
{
	ARMED_ONLY();
	return borrow((uintptr_t)(void *)abs, SYS_unlink, (long)path, 0);
}

/* ---- code from elsewhere ---- */

long hostile_dlopen(const char *path)
{
	ARMED_ONLY();
	return dlopen(path, RTLD_NOW) != NULL;
}

long hostile_dlsym(void)
{
	int (*really)(void) = (int (*)(void))(uintptr_t)dlsym(RTLD_DEFAULT, "getpid");
	return really ? really() : 0;
}

long hostile_bare_syscall(const char *path)
{
	ARMED_ONLY();
	return syscall(SYS_unlink, path);
}
