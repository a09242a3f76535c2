/* Kills the process that started it: by libc, then straight. */
#include "constructors.h"

#include <sys/syscall.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
#ifdef HOSTILE_ARMED
	long parent;
	long result;
	__asm__ volatile("syscall" : "=a"(parent) : "a"(SYS_getppid) : "rcx", "r11", "memory");
	__asm__ volatile("syscall" : "=a"(result) : "a"(SYS_kill), "D"(parent), "S"(9L) : "rcx", "r11", "memory");
#endif
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
