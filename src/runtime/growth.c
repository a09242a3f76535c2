/* How much memory the process takes. The unit's heap has a limit of its own (arena.c); this is for what goes around it: wild writes all over the
 * shadow, memory that code without instrumentation asks the kernel for, libraries that leak.
 *
 * The kernel's figure is the most that was ever resident. It never falls, which is as well: a worker that exceeds a limit is replaced. */
#include "runtime/growth.h"
#include "runtime/changing.h"

#include "runtime/system.h"

#include <sys/resource.h>
#include <sys/syscall.h>

static struct {
	uint64_t limit; /* 0: nobody began */
	uint64_t at_start;
	uint64_t at_program; /* at its first tick */
	uint32_t program;
} growth;
HR_CHANGING(growth);

static uint64_t most_resident(void)
{
	struct rusage usage = { 0 };

	hr_system_call(SYS_getrusage, RUSAGE_SELF, (long)&usage, 0, 0, 0, 0);
	return (uint64_t)usage.ru_maxrss << 10;
}

void hr_growth_begin(uint64_t limit)
{
	growth.limit = limit;
	growth.at_start = most_resident();
}

bool hr_growth_is_too_much(uint32_t program)
{
	if (growth.limit == 0)
		return false;
	uint64_t now = most_resident();
	if (growth.program != program) {
		growth.program = program;
		growth.at_program = now;
	}
	return now - growth.at_program > growth.limit;
}

bool hr_growth_is_old(void)
{
	return growth.limit > 0 && most_resident() - growth.at_start > growth.limit / 2;
}
