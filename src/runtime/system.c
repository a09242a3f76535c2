/* The runtime's own system calls. x86-64 Linux only.
 *
 * Invariant: the section hr_system holds the two instructions that make them and nothing else; whoever jumps there from elsewhere gets what the
 * fence allows the runtime, which in a worker is little. */
#include "runtime/system.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#define RESTORER 0x04000000 /* SA_RESTORER, which libc's headers keep to themselves */

/* Hidden: the unit does not find them by name. */
__asm__(".pushsection hr_system, \"ax\", @progbits\n"
	".globl hr_system_call\n"
	".hidden hr_system_call\n"
	".type hr_system_call, @function\n"
	"hr_system_call:\n"
	"	mov %rdi, %rax\n"
	"	mov %rsi, %rdi\n"
	"	mov %rdx, %rsi\n"
	"	mov %rcx, %rdx\n"
	"	mov %r8, %r10\n"
	"	mov %r9, %r8\n"
	"	mov 8(%rsp), %r9\n"
	"	syscall\n"
	"	ret\n"
	".size hr_system_call, . - hr_system_call\n"
	".globl hr_system_return\n"
	".hidden hr_system_return\n"
	".type hr_system_return, @function\n"
	"hr_system_return:\n"
	"	mov $15, %eax\n" /* rt_sigreturn */
	"	syscall\n"
	"	ud2\n"
	".size hr_system_return, . - hr_system_return\n"
	".popsection\n");

/* Where a handler returns to. */
void hr_system_return(void) __attribute__((visibility("hidden")));

/* Bounds of the section, by the linker. */
extern const char __start_hr_system[] __attribute__((visibility("hidden")));
extern const char __stop_hr_system[] __attribute__((visibility("hidden")));

struct hr_range hr_system_range(void)
{
	return (struct hr_range){ (uintptr_t)__start_hr_system, (uintptr_t)__stop_hr_system };
}

/* -errno becomes -1 and errno. */
static long result_of(long answer)
{
	if (answer >= 0 || answer < -4095)
		return answer;
	errno = (int)-answer;
	return -1;
}

void *hr_system_map(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
	return (void *)result_of(hr_system_call(SYS_mmap, (long)address, (long)size, protection, flags, file, offset));
}

int hr_system_unmap(void *address, size_t size)
{
	return (int)result_of(hr_system_call(SYS_munmap, (long)address, (long)size, 0, 0, 0, 0));
}

int hr_system_protect(void *address, size_t size, int protection)
{
	return (int)result_of(hr_system_call(SYS_mprotect, (long)address, (long)size, protection, 0, 0, 0));
}

int hr_system_advise(void *address, size_t size, int advice)
{
	return (int)result_of(hr_system_call(SYS_madvise, (long)address, (long)size, advice, 0, 0, 0));
}

ssize_t hr_system_read(int file, void *to, size_t size)
{
	return result_of(hr_system_call(SYS_read, file, (long)to, (long)size, 0, 0, 0));
}

ssize_t hr_system_write(int file, const void *from, size_t size)
{
	return result_of(hr_system_call(SYS_write, file, (long)from, (long)size, 0, 0, 0));
}

int hr_system_close(int file)
{
	return (int)result_of(hr_system_call(SYS_close, file, 0, 0, 0, 0, 0));
}

void hr_system_exit(int code)
{
	for (;;)
		hr_system_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

pid_t hr_system_thread(void)
{
	return (pid_t)hr_system_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

pid_t hr_system_process(void)
{
	return (pid_t)hr_system_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

pid_t hr_system_fork(void)
{
	return (pid_t)result_of(hr_system_call(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0));
}

int64_t hr_system_process_time(void)
{
	struct timespec now = { 0 };

	hr_system_call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&now, 0, 0, 0, 0);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int act(int number, uintptr_t handler, int flags)
{
	/* as the kernel has it, which is not as libc has it */
	const struct {
		uintptr_t handler;
		unsigned long flags;
		void (*restorer)(void);
		uint64_t mask;
	} action = { handler, (unsigned)flags | RESTORER, hr_system_return, 0 };

	return (int)result_of(
		hr_system_call(SYS_rt_sigaction, number, (long)&action, 0, (long)sizeof action.mask, 0, 0));
}

int hr_system_handle(int number, void (*handler)(int, siginfo_t *, void *), int flags)
{
	return act(number, (uintptr_t)handler, flags);
}

int hr_system_ignore(int number)
{
	return act(number, (uintptr_t)SIG_IGN, 0);
}
