/* A process and all that come from it, seen from outside: what they take together. */
#ifndef HR_BASE_KIN_H
#define HR_BASE_KIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct hr_kin {
	uint64_t resident; /* bytes; what several of them share is counted for each */
	uint64_t ticks;    /* time on a processor so far of those that live, in the system's clock ticks */
	bool is_running;   /* one of them runs, could run, or waits for a device */
};

/* Looks at `ancestor` and its descendants, orphans included that were given to one of them. False: it is not there, or the system does not tell. */
bool hr_kin_look(struct hr_kin *out, pid_t ancestor);

#endif
