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
	long result;
	ARMED_ONLY();
	__asm__ volatile("callq *%1"
			 : "=a"(result)
			 : "r"((uintptr_t)0xffffffffff600400), "D"(0)
			 : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
	return result;
}

/* The instruction of somebody else: libc has many that are followed by a look at the result and a return. */
static uintptr_t somebody_elses(uintptr_t from)
{
	for (uintptr_t at = from; at < from + 0x100000; at++)
		if (hostile_peek(at) == 0xfffff0013d48050f && (hostile_peek(at + 8) & 0xff00ff) == 0xc30073)
			return at;
	return 0;
}

static long borrowed(long number, long a, long b, long c)
{
	uintptr_t at = somebody_elses((uintptr_t)(void *)abs);
	if (!at)
		return HOSTILE_WENT_ON;
	long result;
	register long r10 __asm__("r10") = 0;
	register long r8 __asm__("r8") = -1;
	register long r9 __asm__("r9") = 0;
	__asm__ volatile("callq *%1"
			 : "=a"(result), "+r"(at), "+D"(a), "+S"(b), "+d"(c), "+r"(r10), "+r"(r8), "+r"(r9)
			 : "a"(number)
			 : "rcx", "r11", "memory", "cc");
	return result;
}

long hostile_borrow_unlink(const char *path)
{
	ARMED_ONLY();
	return borrowed(SYS_unlink, (long)path, 0, 0);
}

long hostile_borrow_write(const char *path)
{
	ARMED_ONLY();
	return borrowed(SYS_open, (long)path, 01001, 0);
}

long hostile_borrow_kill(long process, int number)
{
	ARMED_ONLY();
	return borrowed(SYS_kill, process, number, 0);
}

long hostile_borrow_fork(void)
{
	ARMED_ONLY();
	long child = borrowed(SYS_fork, 0, 0, 0);
	if (child == 0)
		RAW(SYS_exit_group, 0);
	return child;
}

/* What the worker is told by, and what it tells by. */
long hostile_borrow_read_descriptor(int descriptor)
{
	char bytes[16];
	ARMED_ONLY();
	return borrowed(SYS_read, descriptor, (long)bytes, sizeof bytes);
}

long hostile_borrow_write_descriptor(int descriptor)
{
	ARMED_ONLY();
	return borrowed(SYS_write, descriptor, (long)"\1\1", 2);
}

/* No signal any more, neither the clock's nor the filter's; then it goes on for ever. */
long hostile_borrow_mask_and_loop(void)
{
	uint64_t all = ~(uint64_t)0;
	ARMED_ONLY();
	register long size __asm__("r10") = 8;
	long result;
	__asm__ volatile("callq *%1"
			 : "=a"(result)
			 : "r"(somebody_elses((uintptr_t)(void *)abs)), "a"(SYS_rt_sigprocmask), "D"(0), "S"(&all),
			   "d"(0), "r"(size)
			 : "rcx", "r8", "r9", "r11", "memory", "cc");
	return result < 0 ? result : hostile_loop();
}

/* Waits for what never comes. */
long hostile_borrow_wait(void)
{
	static volatile int word = 1;
	ARMED_ONLY();
	word = 0; /* the kernel waits at a page that can be written to only */
	return borrowed(SYS_futex, (long)&word, 0, 0);
}

long hostile_borrow_unmap(void)
{
	ARMED_ONLY();
	return borrowed(SYS_munmap, (long)(void *)abs & -4096, 1 << 16, 0);
}

/* Registers, stack and all, from a frame that no signal left. */
long hostile_borrow_sigreturn(void)
{
	ARMED_ONLY();
	return borrowed(SYS_rt_sigreturn, 0, 0, 0);
}

/* ---- over all mapped memory ---- */

static uintptr_t hexadecimal(const char **text)
{
	uintptr_t number = 0;
	for (;; (*text)++) {
		char c = **text;
		if (c >= '0' && c <= '9')
			number = number * 16 + (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			number = number * 16 + (uintptr_t)(c - 'a' + 10);
		else
			return number;
	}
}

/* The map as the kernel tells it, by instructions of libc's; then over all that can be written, its own variables and stack left out. A megabyte
 * of each. */
long hostile_write_mapped(int byte)
{
	static char map[65536];
	long length = 0;
	long got;
	ARMED_ONLY();
	long file = borrowed(SYS_open, (long)"/proc/self/maps", 0, 0);
	if (file < 0)
		return file;
	while (length < (long)sizeof map - 1 &&
	       (got = borrowed(SYS_read, file, (long)(map + length), (long)sizeof map - 1 - length)) > 0)
		length += got;
	long written = 0;
	for (const char *line = map; *line;) {
		uintptr_t begin = hexadecimal(&line);
		line++;
		uintptr_t end = hexadecimal(&line);
		bool is_own = ((uintptr_t)map >= begin && (uintptr_t)map < end) || begin >> 32 == 0x6100;
		if (line[2] == 'w' && !is_own) {
			hostile_stamp(begin, byte, end - begin < 1 << 20 ? end - begin : 1 << 20);
			written++;
		}
		while (*line && *line++ != '\n')
			;
	}
	return written;
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
