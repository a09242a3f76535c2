/* The unit's work. Its threads count without locks: a program that has some is not one that repeats. */
#include "runtime/work.h"

#include "runtime/changing.h"
#include "runtime/state.h"

#include <string.h>

uint64_t hr_work;
HR_CHANGING(hr_work);

static uint64_t most;
HR_CHANGING(most);

void hr_work_begin(uint64_t limit)
{
	hr_work = 0;
	most = limit;
}

bool hr_work_is_over(void)
{
	return most > 0 && *(volatile const uint64_t *)&hr_work > most;
}

bool hr_work_ends(void)
{
	if (!hr_work_is_over())
		return false;
	hr_runtime.status = HR_WIRE_HANG;
	memset(&hr_runtime.fault, 0, sizeof hr_runtime.fault);
	return true;
}
