/* The same work on many things, several at a time: for what mostly waits for other programs. */
#ifndef HR_BASE_PARALLEL_H
#define HR_BASE_PARALLEL_H

#include <stddef.h>

/* Calls `work` once with each index below `count`, in their order as far as beginning goes, from at most `jobs` threads at a time, and comes back when all calls have. 0 jobs: one for each processor. Where there
 * are no threads to be had, all is done by the caller. Signals are left to the thread that called. */
void hr_parallel(size_t count, unsigned jobs, void (*work)(void *context, size_t index), void *context);

/* Processors that we may use, at least 1. */
unsigned hr_parallel_processors(void);

#endif
