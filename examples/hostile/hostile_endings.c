/* Calls that do not return as a call should: they go on for ever, end the process, or leave by another door. Every loop ends by itself after
 * some seconds, and the library then answers HOSTILE_WENT_ON. */
#include "hostile_internal.h"

#include <assert.h>
#include <err.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- without an end ---- */

long hostile_loop(void)
{
	uint64_t end = hostile_deadline();
	while (hostile_cycles() < end)
		;
	return HOSTILE_WENT_ON;
}

long hostile_loop_calling(void)
{
	char text[32];
	uint64_t end = hostile_deadline();
	while (hostile_cycles() < end)
		snprintf(text, sizeof text, "%d %s", 5, "five");
	return HOSTILE_WENT_ON;
}

/* Not one instrumented instruction. */
long hostile_loop_assembly(void)
{
	uint64_t end = hostile_deadline();
	__asm__ volatile("1: rdtsc\n\t"
			 "shlq $32, %%rdx\n\t"
			 "orq %%rdx, %%rax\n\t"
			 "cmpq %0, %%rax\n\t"
			 "jb 1b"
			 :
			 : "r"(end)
			 : "rax", "rdx", "cc");
	return HOSTILE_WENT_ON;
}

/* One call of libc's that takes some ten seconds. */
long hostile_loop_in_libc(void)
{
	enum { LENGTH = 60 };
	char text[LENGTH + 1];
	regex_t pattern;
	regmatch_t match[4];
	memset(text, 'a', LENGTH);
	text[LENGTH] = 0;
	if (regcomp(&pattern, "(a*)(a*)(a*)\\1\\2\\3b", REG_EXTENDED) != 0)
		return 0;
	regexec(&pattern, text, 4, match, 0);
	return HOSTILE_WENT_ON;
}

/* Time that passes only when it is asked for. */
long hostile_wait_for_time(void)
{
	uint64_t end = hostile_deadline();
	time_t start = time(NULL);
	while (time(NULL) < start + 1000000 && hostile_cycles() < end)
		;
	return HOSTILE_WENT_ON;
}

static long recurse(long depth, long most)
{
	volatile char local[256];
	local[0] = (char)depth;
	return depth < most ? recurse(depth + 1, most) + local[0] : 0;
}

long hostile_recursion(void)
{
	return recurse(0, 1000000);
}

/* Pushes until there is no stack. */
long hostile_push(void)
{
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "movl $0x10000000, %%ecx\n"
			 "1: pushq %%rcx\n\t"
			 "decl %%ecx\n\t"
			 "jnz 1b\n\t"
			 "movq %%rbx, %%rsp"
			 :
			 :
			 : "rbx", "rcx", "memory", "cc");
	return HOSTILE_WENT_ON;
}

/* Steps over any guard below the stack. */
long hostile_step_over_guard(void)
{
	volatile char *far = (volatile char *)__builtin_frame_address(0) - ((size_t)3 << 30);
	hostile_stamp((uintptr_t)far, 1, 1);
	return HOSTILE_WENT_ON;
}

long hostile_sleep(void)
{
	sleep(3600);
	return 0;
}

long hostile_pause(void)
{
	return pause();
}

long hostile_read_stdin(void)
{
	long count = 0;
	while (count < 1000000 && getchar() != EOF)
		count++;
	return count;
}

/* ---- the end of the process ---- */

void hostile_exit(int code)
{
	exit(code);
}

void hostile_exit_now(int code)
{
	_exit(code);
}

void hostile_quick_exit(int code)
{
	quick_exit(code);
}

void hostile_abort(void)
{
	abort();
}

void hostile_assert(int number)
{
	assert(number > 1000000);
}

void hostile_err(void)
{
	errx(3, "nothing works");
}

long hostile_raise(int number)
{
	return raise(number);
}

static void loop_at_exit(void)
{
	hostile_loop();
}

static void fault_at_exit(void)
{
	volatile int *nowhere = NULL;
	*nowhere = 1;
}

long hostile_atexit(int which)
{
	return atexit(which ? loop_at_exit : fault_at_exit);
}

static void exit_at_exit(void)
{
	exit(9);
}

long hostile_exit_at_exit(void)
{
	atexit(exit_at_exit);
	exit(8);
}

/* ---- other doors ---- */

static jmp_buf left;

static __attribute__((noinline)) int leave_behind(void)
{
	return setjmp(left);
}

/* To a function that has returned. */
long hostile_longjmp_back(void)
{
	if (leave_behind() == 0)
		longjmp(left, 1);
	return HOSTILE_WENT_ON;
}

/* To where nobody ever was. */
long hostile_longjmp_anywhere(void)
{
	memset(left, 0x41, sizeof left);
	longjmp(left, 1);
}

long hostile_jump_nowhere(void)
{
	void (*nowhere)(void) = (void (*)(void))(uintptr_t)0x1234567000;
	nowhere();
	return HOSTILE_WENT_ON;
}

long hostile_return_nowhere(void)
{
	__asm__ volatile("movabsq $0x4141414141414141, %%rax\n\t"
			 "pushq %%rax\n\t"
			 "ret"
			 :
			 :
			 : "rax", "memory");
	return HOSTILE_WENT_ON;
}

static unsigned char pivot[1 << 16] __attribute__((aligned(4096)));

static __attribute__((used)) long work_elsewhere(void)
{
	char text[64];
	return snprintf(text, sizeof text, "%d", 12345);
}

/* Goes on with a stack of its own, calls, and comes back. */
long hostile_pivot(void)
{
	long result;
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "movq %1, %%rsp\n\t"
			 "callq *%2\n\t"
			 "movq %%rbx, %%rsp"
			 : "=a"(result)
			 : "r"(pivot + sizeof pivot - 64), "r"(work_elsewhere)
			 : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
	return result;
}

static __attribute__((used)) long fault_elsewhere(void)
{
	volatile int *nowhere = NULL;
	return *nowhere;
}

/* The same, and faults there. */
long hostile_pivot_and_fault(void)
{
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "movq %0, %%rsp\n\t"
			 "callq *%1\n\t"
			 "movq %%rbx, %%rsp"
			 :
			 : "r"(pivot + sizeof pivot - 64), "r"(fault_elsewhere)
			 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
	return HOSTILE_WENT_ON;
}

/* No stack at all: what the processor pushes faults again. */
long hostile_pivot_nowhere(void)
{
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "xorl %%esp, %%esp\n\t"
			 "pushq %%rax\n\t"
			 "movq %%rbx, %%rsp"
			 :
			 :
			 : "rbx", "memory");
	return HOSTILE_WENT_ON;
}

/* Returns with every register that it should have kept in disorder. */
__asm__(".text\n"
	".type clobber, @function\n"
	"clobber:\n\t"
	"movq $0x4141414141414141, %rbx\n\t"
	"movq %rbx, %rbp\n\t"
	"movq %rbx, %r12\n\t"
	"movq %rbx, %r13\n\t"
	"movq %rbx, %r14\n\t"
	"movq %rbx, %r15\n\t"
	"movl $5, %eax\n\t"
	"ret\n"
	".size clobber, .-clobber\n");
extern long clobber(void) __attribute__((visibility("hidden")));

long hostile_clobber(void)
{
	return clobber();
}

/* ---- what the processor does not allow ---- */

long hostile_illegal_instruction(void)
{
	__asm__ volatile("ud2");
	return HOSTILE_WENT_ON;
}

long hostile_privileged_instruction(void)
{
	__asm__ volatile("hlt");
	return HOSTILE_WENT_ON;
}

long hostile_breakpoint(void)
{
	__asm__ volatile("int3");
	return HOSTILE_WENT_ON;
}

long hostile_divide(int by)
{
	int result;
	__asm__ volatile("cltd; idivl %1" : "=a"(result) : "r"(by), "0"(100) : "edx", "cc");
	return result;
}

/* One trap for each instruction from here on. */
long hostile_single_step(void)
{
	__asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq; nop; nop" : : : "memory", "cc");
	return HOSTILE_WENT_ON;
}
