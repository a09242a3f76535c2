/* Removes a file: the one that HOSTILE_FILE names. */
#include "constructors.h"

#include <sys/syscall.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
#if defined HOSTILE_ARMED && defined HOSTILE_FILE
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(SYS_unlink), "D"(HOSTILE_FILE) : "rcx", "r11", "memory");
#endif
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
