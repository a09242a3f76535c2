/* System calls that the fence does not let through. */
#ifndef HR_RUNTIME_REFUSED_H
#define HR_RUNTIME_REFUSED_H

#include <signal.h>

/* What becomes of one, in the handler of SIGSYS: leaves the unit with the outcome of the call, or answers it in the registers of the context
 * and returns. The unit is inside, on the interpreter's thread. */
void hr_refused_call(const siginfo_t *info, void *context);

#endif
