/* When a worker is not trusted any more: the one list of reasons. It then ends after the program that is running, whose result is told, and the
 * engine has a fresh one made; so what may be broken in it touches no later program.
 *
 * | reason | who notices |
 * | --- | --- |
 * | the unit was left from code that is not its own (libc, a library, the runtime), which may hold anything half done | signals.c |
 * | a system call of such code was not let through, and left | refused.c |
 * | a thread is still there after the program | integrity.c, in wary workers |
 * | memory of the runtime is not what it has to be | integrity.c, in wary workers |
 * | the thread's own memory, or the register that leads to it, changed | switch.c |
 * | the process took far more memory than any program may | growth.c |
 *
 * What ends a worker without a doubt about its state: that it has run as many programs as it may (the engine counts). */
#ifndef HR_RUNTIME_SUSPICION_H
#define HR_RUNTIME_SUSPICION_H

#include "runtime/state.h"

static inline void hr_suspect(enum hr_suspicion reason)
{
	hr_runtime.suspicion |= reason;
}

#endif
