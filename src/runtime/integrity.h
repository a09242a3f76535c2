/* Integrity: whether the worker itself is still whole, for units with code that nobody checks (assembly, functions and objects without
 * instrumentation). What checked code does wrong is seen before it happens; such code may have written anywhere.
 *
 * A wary worker has the shared memory read-only at its usual place and writes it at another one, which nobody can guess; its results carry
 * sums. It compares what the unit must leave alone around each call (the interpreter's
 * stack, the value area) and after each program (the runtime's variables, samples of the shadow), and puts right what can be. For
 * other workers all this costs a test of one variable a call. */
#ifndef HR_RUNTIME_INTEGRITY_H
#define HR_RUNTIME_INTEGRITY_H

#include "runtime/state.h"

/* The shared memory, of `size` bytes, is mapped at `shared` and is `file`. Returns where it is to be used from now on; NULL on failure. */
void *hr_integrity_hide(void *shared, size_t size, int file);

/* In a worker that is set up, after a restore, before its first program: makes it wary from here on. 0, or errno. */
int hr_integrity_begin(void);
bool hr_integrity_is_wary(void);

/* hr_switch_call, for code of the unit. What it changed of the interpreter's stack is put right; when it changed that, or the value area
 * beyond its result, it was left with a fault, unless the call ended badly anyway. */
int hr_integrity_call(void (*stub)(void **, void *), void **arguments, void *result, size_t result_size);

/* After a program and its restore: NULL, or what is not as it has to be, for people. */
const char *hr_integrity_broken(void);

/* Makes hr_runtime tell of it: a write to foreign memory that was noticed afterwards. */
void hr_integrity_tell(const char *what);

#endif
