/* Doing something behind the fence: in a child, which tells how it went over shared memory. */
#ifndef HR_TESTS_BEHIND_H
#define HR_TESTS_BEHIND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fence/fence.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child tells. */
struct told {
	int failed;      /* hr_fence_raise did */
	unsigned layers; /* that stand */
	long result;     /* of what was done */
	int is_trapped;  /* a system call was refused by SIGSYS: which, of which kind of machine, from where */
	long number;
	unsigned machine;
	uintptr_t from;
	int status; /* as waitpid tells it */
	char why[256];
};

static struct told *told;

/* Both ranges are written here: one is trusted by the filter, one is what the unit's code is to a worker. */
long trusted_call(long number, long a, long b, long c, long d, long e, long f);
long unit_call(long number, long a, long b, long c);
extern const char trusted_begin[], trusted_end[], unit_begin[], unit_end[];

__asm__(".text\n"
	"trusted_begin:\n"
	"trusted_call:\n"
	"	mov %rdi, %rax\n"
	"	mov %rsi, %rdi\n"
	"	mov %rdx, %rsi\n"
	"	mov %rcx, %rdx\n"
	"	mov %r8, %r10\n"
	"	mov %r9, %r8\n"
	"	mov 8(%rsp), %r9\n"
	"	syscall\n"
	"	ret\n"
	"trusted_end:\n"
	"unit_begin:\n"
	"unit_call:\n"
	"	mov %rdi, %rax\n"
	"	mov %rsi, %rdi\n"
	"	mov %rdx, %rsi\n"
	"	mov %rcx, %rdx\n"
	"	syscall\n"
	"	ret\n"
	"unit_end:\n");

static void on_refusal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	told->is_trapped = 1;
	told->number = info->si_syscall;
	told->machine = info->si_arch;
	told->from = (uintptr_t)info->si_call_addr;
	trusted_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

typedef long deed(void *context);

/* Raises the fence in a child and does the deed there. */
static inline const struct told *behind(struct hr_fence *fence, deed *act, void *context)
{
	if (!told) {
		told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		assert_true(told != MAP_FAILED);
	}
	memset(told, 0, sizeof *told);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct sigaction action = { .sa_sigaction = on_refusal, .sa_flags = SA_SIGINFO };
		sigaction(SIGSYS, &action, NULL);
		told->failed = hr_fence_raise(fence, told->why, sizeof told->why);
		told->layers = fence->layers;
		if (!told->failed)
			told->result = act(context);
		trusted_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
	}
	assert_int_equal(waitpid(child, &told->status, 0), child);
	if (told->failed)
		print_error("%s\n", told->why);
	assert_int_equal(told->failed, 0);
	return told;
}

/* The fence of a zygote or a worker, with the ranges above. */
static inline struct hr_fence fence_of(enum hr_fence_profile profile)
{
	return (struct hr_fence){
		.profile = profile,
		.file_size = UINT64_C(1) << 30,
		.trusted_begin = (uintptr_t)trusted_begin,
		.trusted_end = (uintptr_t)trusted_end,
		.refused_begin = profile == HR_FENCE_WORKER ? (uintptr_t)unit_begin : 0,
		.refused_end = profile == HR_FENCE_WORKER ? (uintptr_t)unit_end : 0,
	};
}

/* Skips the test when the kernel does not offer the layers. */
static inline void need(unsigned layers)
{
	static struct hr_fence_offer offer;
	static bool is_known;

	if (!is_known)
		hr_fence_probe(&offer);
	is_known = true;
	if ((offer.layers & layers) != layers)
		skip();
}

#endif
