/* A process between us and a program, which sees to it that nothing of the program is left when it has ended, whatever that did to get away from
 * its group, its session or its parents.
 *
 * With the right to make one the keeper is the first process of a PID namespace, and the kernel ends all others with it. Else it is the one whom
 * orphans are given to, and it kills until there is none left; a program whose processes replace each other faster than they can be found can escape
 * from that, for as long as nobody limits it. */
#ifndef HR_BASE_KEEPER_H
#define HR_BASE_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

struct hr_keeper {
	pid_t pid;
	bool has_namespace;
};

/* As fork: 0 in the child, which has to become the keeper. -1 with errno set. */
pid_t hr_keeper_fork(struct hr_keeper *out);

/* In the child. Starts a process that calls `become`, which must not come back; closes all descriptors, waits, ends all that is left, and ends with
 * the program's exit code (or 128 + signal). `alive` is an end of a pipe whose other end only the engine has: the keeper does not outlive the
 * engine. Comes back only when no process can be started, with errno set. Only async-signal-safe calls are made, and may be made in `become`. */
void hr_keeper_serve(const struct hr_keeper *keeper, int alive, void (*become)(void *context), void *context);

/* From outside: asks the program's group to end (SIGTERM), or ends everything at once. */
void hr_keeper_ask(const struct hr_keeper *keeper);
void hr_keeper_end(const struct hr_keeper *keeper);

#endif
