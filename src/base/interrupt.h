/* Signals that ask us to end: SIGINT, SIGTERM, SIGHUP.
 *
 * Without anything to clean up they end the process at once, as ever. While something is held (a temporary directory, an output folder), the
 * first one only makes a mark: what waits for others looks at the mark, fails with HR_ERROR_INTERRUPTED, and everybody cleans up on the way out.
 * The second one ends the process in any case. */
#ifndef HR_BASE_INTERRUPT_H
#define HR_BASE_INTERRUPT_H

#include "base/error.h"

/* From now on they are watched, unless we were started deaf to them (nohup). Before, nothing here has any effect. */
void hr_interrupt_watch(void);

/* While at least one _hold is without its _release, there is something to clean up. */
void hr_interrupt_hold(void);
void hr_interrupt_release(void);

/* The signal that came; 0: none. */
int hr_interrupt_signal(void);

/* A descriptor that can be read from once a signal came, for poll; -1 (which poll passes over) when nobody watches. Never read from it. */
int hr_interrupt_descriptor(void);

/* 0, or -1 with HR_ERROR_INTERRUPTED when a signal came. */
int hr_interrupt_check(struct hr_error *error);

/* What came is seen to: work goes on until the next signal, which is as the first one again. hr_interrupt_end still ends by the earlier one. Returns the
 * signal; 0: none came. */
int hr_interrupt_postpone(void);

/* The signal that was postponed; 0: none. */
int hr_interrupt_postponed(void);

/* Ends the process the way the signal would have ended it; comes back when none came (nor was postponed). */
void hr_interrupt_end(void);

#endif
