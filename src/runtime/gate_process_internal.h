/* What the gate functions around ending, signals and messages share with each other. */
#ifndef HR_RUNTIME_GATE_PROCESS_INTERNAL_H
#define HR_RUNTIME_GATE_PROCESS_INTERNAL_H

#include "runtime/gate_state.h"

#include <pthread.h>
#include <stdarg.h>

#define HR_GATE_PID 4711
#define HR_GATE_PARENT_PID 4710
#define HR_GATE_USER_ID 1000u

/* Defines a gate function that is never let through. It takes no arguments because it looks at none. */
#define HR_GATE_REFUSED(name, text)            \
	_Noreturn void hr_gate_##name(void)    \
	{                                      \
		HR_GATE_ENTER(#name);          \
		hr_gate_refuse(site, text);    \
	}

/* Sets errno; -1, as most functions fail. */
static inline int hr_gate_fail(int number)
{
	errno = number;
	return -1;
}

/* Leaves with HR_WIRE_EXIT and the code. */
_Noreturn void hr_gate_leave_with_code(const struct hr_gate_site *site, int code);

/* A signal sent to the unit by itself: calls its handler, remembers it while it is blocked, or does what is done by default, which may
 * end the sequence. `sender`: SI_TKILL, SI_USER, … */
void hr_gate_deliver(const struct hr_gate_site *site, int number, int sender);

/* The unit jumps to where the stack pointer is `stack`: the handlers below are left. What sigsetjmp saved is taken to be the mask from before
 * the outermost of them, which holds unless the unit changed it in between; signals that it lets through are delivered. */
void hr_gate_leave_handlers(const struct hr_gate_site *site, uintptr_t stack, bool restores_mask);

/* A message on the unit's error output, of texts that are the runtime's or were checked. */
void hr_gate_say(const char *text);

/* The name of the program, as messages begin with it. */
extern char *hr_gate_program_invocation_name;
extern char *hr_gate_program_invocation_short_name;

/* Nanoseconds since the virtual clock started at HR_GATE_CLOCK_START; each question moves it on by a step, sleeping by what was slept. */
#define HR_GATE_CLOCK_START 1000000000 /* seconds since 1970: 2001-09-09 01:46:40 UTC */
uint64_t hr_gate_clock_read(void);
void hr_gate_clock_advance(uint64_t nanoseconds);

/* The next number of the fixed generator behind arc4random, getrandom, getentropy. */
uint64_t hr_gate_random_word(void);
void hr_gate_random_fill(void *out, size_t size);

/* The number of the thread that runs: 0 for the one that calls the unit. */
uint32_t hr_gate_thread(void);
pthread_t hr_gate_pthread_self(void);

/* Thread-specific values: those of the running thread change places with `values`, HR_GATE_KEYS of them; or go to their destructors. */
#define HR_GATE_KEYS 128u
void hr_gate_keys_exchange(void **values);
void hr_gate_keys_destroy(void);

#endif
