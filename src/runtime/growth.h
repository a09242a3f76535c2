/* How much memory the process takes. */
#ifndef HR_RUNTIME_GROWTH_H
#define HR_RUNTIME_GROWTH_H

#include "runtime/state.h"

/* In a fresh worker: from here on growth counts. `limit` in bytes. */
void hr_growth_begin(uint64_t limit);

/* To be asked at each tick, with a number that is another one for each program: true when the running program made the process grow by more than the
 * limit. */
bool hr_growth_is_too_much(uint32_t program);

/* Between programs: true when all of them together made it grow by more than half the limit. */
bool hr_growth_is_old(void);

#endif
