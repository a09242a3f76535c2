/* Never comes to its end: 60 seconds of it, some 3 times as long as a loader should wait. */
#include "constructors.h"

#include <stdint.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
	uint64_t end = __builtin_ia32_rdtsc() + 60 * (uint64_t)3000000000u;
	while (__builtin_ia32_rdtsc() < end)
		;
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
