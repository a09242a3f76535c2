/* Names of system calls. */
#include "fence/fence_internal.h"

static const char *const names[] = {
#define HR_CALL(number, name) [number] = #name,
#include "fence/calls.def"
#undef HR_CALL
};

const char *hr_fence_call_name(long number)
{
	if (number < 0 || (size_t)number >= sizeof names / sizeof *names)
		return NULL;
	return names[number];
}
