/* Closes all descriptors by system calls of its own, the socket to the engine too. */
#include "constructors.h"

#include <sys/syscall.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
#ifdef HOSTILE_ARMED
	for (long i = 0; i < 100; i++) {
		long result;
		__asm__ volatile("syscall" : "=a"(result) : "a"(SYS_close), "D"(i) : "rcx", "r11", "memory");
	}
#endif
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
