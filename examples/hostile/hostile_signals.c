/* Signals and timers: not to be told that its time is over, and to tell others. */
#include "hostile_internal.h"

#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* What the calls below point to. */
static const struct timespec hour = { 3600, 0 };
static const struct itimerspec never = { { 0, 0 }, { 0, 0 } };
static const stack_t no_stack = { .ss_flags = SS_DISABLE };
static volatile int turns;

/* ---- signals and timers ---- */

static void on_signal(int number)
{
	(void)number;
	turns++;
}

/* Its own handler for what goes wrong, which swallows it; then something goes wrong. */
long hostile_handle_faults(void)
{
	signal(SIGSEGV, on_signal);
	signal(SIGABRT, SIG_IGN);
	signal(SIGPROF, SIG_IGN);
	*(volatile int *)NULL = 1;
	return HOSTILE_WENT_ON;
}

/* No signal ever again; then it never comes back. */
long hostile_mask_and_loop(void)
{
	sigset_t all;
	uint64_t end = hostile_deadline();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	while (hostile_cycles() < end)
		;
	return HOSTILE_WENT_ON;
}

long hostile_mask(void)
{
	sigset_t all;
	sigfillset(&all);
	return sigprocmask(SIG_BLOCK, &all, NULL);
}

/* Handlers are to run on a stack that is not there. */
long hostile_signal_stack(void)
{
	const stack_t stack = { .ss_sp = (void *)(uintptr_t)0x1000, .ss_size = 65536 };
	return sigaltstack(&stack, NULL);
}

long hostile_alarm(void)
{
	alarm(1);
	return alarm(1) <= 1;
}

long hostile_timer(void)
{
	const struct itimerval soon = { { 0, 1000 }, { 0, 1000 } };
	return setitimer(ITIMER_REAL, &soon, NULL);
}

RAW_ONE(hostile_raw_alarm, SYS_alarm, 1)
RAW_ONE(hostile_raw_pause, SYS_pause)
RAW_ONE(hostile_raw_signal_stack, SYS_sigaltstack, &no_stack, 0)
RAW_ONE(hostile_raw_forget_timer, SYS_timer_delete, 0)
RAW_ONE(hostile_raw_stop_timer, SYS_timer_settime, 0, 0, &never, 0)
RAW_ONE(hostile_raw_sleep, SYS_nanosleep, &hour, 0)
RAW_ONE(hostile_raw_sleep_until, SYS_clock_nanosleep, CLOCK_REALTIME, 0, &hour, 0)
RAW_ONE(hostile_raw_wait, SYS_futex, &turns, FUTEX_WAIT, turns, &hour, 0, 0)

long hostile_raw_timer(void)
{
	const struct itimerval soon = { { 0, 1000 }, { 0, 1000 } };
	ARMED_ONLY();
	return RAW(SYS_setitimer, ITIMER_PROF, &soon, 0);
}

long hostile_raw_new_timer(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
	int timer = 0;
	ARMED_ONLY();
	return RAW(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
}

/* The kernel's own form, which has the restorer in it. */
struct kernel_action {
	uintptr_t handler;
	unsigned long flags;
	uintptr_t restorer;
	uint64_t mask;
};

long hostile_raw_handle(int number)
{
	const struct kernel_action ignore = { 1, 0, 0, 0 };
	ARMED_ONLY();
	return RAW(SYS_rt_sigaction, number, &ignore, 0, 8);
}

/* Also the one that a filter sends. */
long hostile_raw_mask_and_loop(void)
{
	uint64_t all = ~(uint64_t)0;
	ARMED_ONLY();
	RAW(SYS_rt_sigprocmask, SIG_SETMASK, &all, 0, 8);
	return hostile_loop();
}

/* A frame for the return from a signal that nobody sent: any register, any mask. */
RAW_ONE(hostile_raw_sigreturn, SYS_rt_sigreturn)
