/* The runtime's own system calls. They all come from one instruction, by whose address the fence knows them: what the unit's code, libc or a
 * library asks of the kernel is another matter (fence/profiles.c has the lists). From the moment the fence stands nothing else in this folder may
 * make a system call.
 *
 * All but hr_system_call return what libc's function of that purpose does, with errno. */
#ifndef HR_RUNTIME_SYSTEM_H
#define HR_RUNTIME_SYSTEM_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/state.h"

/* What the kernel answers: -errno on failure. */
long hr_system_call(long number, long a, long b, long c, long d, long e, long f);

/* The code that the instruction is in. */
struct hr_range hr_system_range(void);

void *hr_system_map(void *address, size_t size, int protection, int flags, int file, off_t offset);
int hr_system_unmap(void *address, size_t size);
int hr_system_protect(void *address, size_t size, int protection);
int hr_system_advise(void *address, size_t size, int advice);

ssize_t hr_system_read(int file, void *to, size_t size);
ssize_t hr_system_write(int file, const void *from, size_t size);
int hr_system_close(int file);

_Noreturn void hr_system_exit(int code);

pid_t hr_system_thread(void);  /* the calling thread's id */
pid_t hr_system_process(void); /* the process's */

/* A child, as by fork; but libc is not told: no handlers run, and libc's idea of the thread's id stays the parent's. */
pid_t hr_system_fork(void);

/* CPU time of the process, in nanoseconds. */
int64_t hr_system_process_time(void);

/* A handler that takes siginfo; `flags` as for sigaction. No signal is blocked while it runs. */
int hr_system_handle(int number, void (*handler)(int, siginfo_t *, void *), int flags);
int hr_system_ignore(int number);

#endif
