/* How much the unit does, counted by its own code (hr_module_count_work): a limit that is the same in every run, unlike one of time. */
#ifndef HR_RUNTIME_WORK_H
#define HR_RUNTIME_WORK_H

#include <stdbool.h>
#include <stdint.h>

/* Found by the unit as HR_WIRE_WORK; the gate adds what libc does. */
extern uint64_t hr_work;

/* Counts from 0; 0 for no limit. */
void hr_work_begin(uint64_t limit);

/* True from the moment on in which the program has done more than it may. */
bool hr_work_is_over(void);

/* After a call of the unit: whoever has done more than he may hangs in it, whatever came of it. A tick might have ended it before, or not, and nothing that is told may depend on that. False: there was no more. */
bool hr_work_ends(void);

#endif
