/* Signals that ask us to end.
 *
 * Invariants: the handler does nothing but set a mark, write a byte to a pipe of our own, or let the signal have its usual effect; errno is as
 * it was afterwards. */
#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const int watched[] = { SIGINT, SIGTERM, SIGHUP };

static volatile sig_atomic_t holds;
static volatile sig_atomic_t came;
static int postponed;
static int pipe_ends[2] = { -1, -1 };

/* The usual effect, as soon as the handler is left. */
static void end_by(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

static void take(int number)
{
	int saved = errno;

	if (!holds || came) {
		end_by(number);
	} else {
		came = number;
		(void)!write(pipe_ends[1], "", 1);
	}
	errno = saved;
}

void hr_interrupt_watch(void)
{
	struct sigaction action, before;

	if (pipe_ends[0] >= 0 || pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) < 0)
		return;
	memset(&action, 0, sizeof action);
	action.sa_handler = take;
	action.sa_flags = SA_RESTART; /* who waits long, polls */
	for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
		if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(watched[i], &action, NULL);
}

void hr_interrupt_hold(void)
{
	holds = holds + 1;
}

void hr_interrupt_release(void)
{
	holds = holds - 1;
}

int hr_interrupt_signal(void)
{
	return came;
}

int hr_interrupt_descriptor(void)
{
	return pipe_ends[0];
}

int hr_interrupt_check(struct hr_error *error)
{
	return came ? hr_fail(error, HR_ERROR_INTERRUPTED, "interrupted") : 0;
}

int hr_interrupt_postpone(void)
{
	int number = came;
	char byte;

	if (!number)
		return 0;
	postponed = number;
	while (read(pipe_ends[0], &byte, 1) == 1)
		;
	came = 0; /* one that came in between ended us */
	return number;
}

int hr_interrupt_postponed(void)
{
	return postponed;
}

void hr_interrupt_end(void)
{
	sigset_t one;
	int number = came ? came : postponed;

	if (!number)
		return;
	signal(number, SIG_DFL);
	sigemptyset(&one);
	sigaddset(&one, number);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(number);
}
