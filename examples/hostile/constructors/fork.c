/* Leaves a child behind, for two seconds. */
#include "constructors.h"

#include <stdint.h>
#include <sys/syscall.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
#ifdef HOSTILE_ARMED
	long child;
	__asm__ volatile("syscall" : "=a"(child) : "a"(SYS_fork) : "rcx", "r11", "memory");
	if (child == 0) {
		uint64_t end = __builtin_ia32_rdtsc() + 2 * (uint64_t)3000000000u;
		while (__builtin_ia32_rdtsc() < end)
			;
		__asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(0) : "rcx", "r11", "memory");
	}
#endif
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
