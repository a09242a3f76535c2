/* The unit's work. Its threads count without locks: a program that has some is not one that repeats. */
#include "runtime/work.h"

#include "runtime/changing.h"

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
