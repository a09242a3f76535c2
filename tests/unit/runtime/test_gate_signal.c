/* Gates of signals: what the unit sends to itself, its handlers, its mask. No real signal is ever sent. */
#include "gate_testing.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

GATE(raise);
GATE(kill);
GATE(signal);
GATE(sigaction);
GATE(sigprocmask);
GATE(sigpending);
GATE(sigwait);
GATE(sigemptyset);
GATE(sigfillset);
GATE(sigaddset);
GATE(sigdelset);
GATE(sigismember);
GATE(sigaltstack);
GATE(alarm);
GATE(setitimer);
GATE(pause);
GATE(getpid);

static volatile int caught, times, code_seen;

static void catch_it(int number)
{
	caught = number;
	times++;
}

static void catch_more(int number, siginfo_t *information, void *context)
{
	(void)context;
	catch_it(number);
	code_seen = information->si_code;
}

static void test_signal__handler_is_called(void **state)
{
	(void)state;
	caught = times = 0;
	assert_ptr_equal(hr_gate_signal(SIGUSR1, catch_it), SIG_DFL);
	assert_int_equal(hr_gate_raise(SIGUSR1), 0);
	assert_int_equal(caught, SIGUSR1);
	assert_int_equal(hr_gate_kill(hr_gate_getpid(), SIGUSR1), 0);
	assert_int_equal(hr_gate_kill(0, SIGUSR1), 0);
	assert_int_equal(times, 3);
	assert_ptr_equal(hr_gate_signal(SIGUSR1, SIG_IGN), catch_it);
	assert_int_equal(hr_gate_raise(SIGUSR1), 0);
	assert_int_equal(times, 3);
	after_case();
	assert_ptr_equal(hr_gate_signal(SIGUSR1, SIG_DFL), SIG_DFL); /* forgotten */
	after_case();
}

static void test_signal__actions_have_flags(void **state)
{
	(void)state;
	times = 0;
	struct sigaction action = { .sa_flags = SA_SIGINFO | (int)SA_RESETHAND }, old;
	action.sa_sigaction = catch_more;
	assert_int_equal(hr_gate_sigaction(SIGUSR2, &action, NULL), 0);
	assert_int_equal(hr_gate_sigaction(SIGUSR2, NULL, &old), 0);
	assert_ptr_equal(old.sa_sigaction, catch_more);
	assert_int_equal(hr_gate_kill(hr_gate_getpid(), SIGUSR2), 0);
	assert_int_equal(caught, SIGUSR2);
	assert_int_equal(code_seen, SI_USER);
	assert_int_equal(hr_gate_sigaction(SIGUSR2, NULL, &old), 0);
	assert_ptr_equal(old.sa_handler, SIG_DFL);
	assert_int_equal(hr_gate_sigaction(SIGKILL, &action, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(hr_gate_sigaction(65, NULL, &old), -1);
	assert_int_equal(hr_gate_raise(0), -1);
	after_case();
}

static void test_signal__blocked_ones_wait(void **state)
{
	(void)state;
	times = 0;
	sigset_t set, pending;
	hr_gate_signal(SIGUSR1, catch_it);
	hr_gate_sigemptyset(&set);
	hr_gate_sigaddset(&set, SIGUSR1);
	hr_gate_sigaddset(&set, SIGTERM);
	assert_int_equal(hr_gate_sigprocmask(SIG_BLOCK, &set, NULL), 0);
	hr_gate_raise(SIGUSR1);
	hr_gate_raise(SIGTERM);
	assert_int_equal(times, 0);
	assert_int_equal(hr_gate_sigpending(&pending), 0);
	assert_int_equal(hr_gate_sigismember(&pending, SIGUSR1), 1);
	assert_int_equal(hr_gate_sigismember(&pending, SIGUSR2), 0);
	hr_gate_sigdelset(&set, SIGUSR1);
	int number = 0;
	assert_int_equal(hr_gate_sigwait(&set, &number), 0);
	assert_int_equal(number, SIGTERM);
	hr_gate_sigfillset(&set);
	assert_int_equal(hr_gate_sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
	assert_int_equal(times, 1);
	assert_int_equal(hr_gate_sigprocmask(7, &set, NULL), -1);
	after_case();
}

static void test_signal__sets_are_as_libc_makes_them(void **state)
{
	(void)state;
	sigset_t ours, theirs;
	hr_gate_sigfillset(&ours);
	sigfillset(&theirs);
	assert_memory_equal(&ours, &theirs, 8);
	hr_gate_sigemptyset(&ours);
	sigemptyset(&theirs);
	for (int number = 1; number < 30; number += 3) {
		hr_gate_sigaddset(&ours, number);
		sigaddset(&theirs, number);
	}
	assert_memory_equal(&ours, &theirs, 8); /* libc leaves the rest as it was */
	assert_int_equal(hr_gate_sigaddset(&ours, 0), -1);
	assert_int_equal(hr_gate_sigismember(&ours, 65), -1);
}

CASE(terminate)
{
	hr_gate_raise(SIGTERM);
}

CASE(abort_by_signal)
{
	hr_gate_raise(SIGABRT);
}

CASE(kill_all)
{
	hr_gate_kill(-1, SIGTERM);
}

CASE(child_died)
{
	hr_gate_raise(SIGCHLD);
}

CASE(wait_for_nothing)
{
	hr_gate_pause();
}

CASE(stop)
{
	hr_gate_raise(SIGSTOP);
}

CASE(set_too_small)
{
	hr_gate_sigemptyset(room(8));
}

CASE(action_unreadable)
{
	hr_gate_sigaction(SIGUSR1, room(8), NULL);
}

CASE(no_place_for_the_old_one)
{
	struct sigaction *volatile old = (struct sigaction *)room(8);
	hr_gate_sigaction(SIGUSR1, NULL, old);
}

static void test_signal__default_ends(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "raise(SIGTERM)", terminate, HR_FAULT_SIGNAL },
		{ "raise(SIGABRT)", abort_by_signal, HR_FAULT_ABORT },
		{ "raise(SIGCHLD)", child_died, HR_FAULT_NONE },
		{ "raise(SIGSTOP)", stop, HR_FAULT_REFUSED_CALL },
		{ "kill(-1)", kill_all, HR_FAULT_REFUSED_CALL },
		{ "pause()", wait_for_nothing, HR_FAULT_REFUSED_CALL },
		{ "a set that is too small", set_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "an action that is too small", action_unreadable, HR_FAULT_HEAP_OVERFLOW },
		{ "an old action that does not fit", no_place_for_the_old_one, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
	assert_true(leaves(terminate));
	assert_int_equal(hr_runtime.fault.code, SIGTERM);
	after_case();
	assert_int_equal(hr_gate_kill(12345, SIGTERM), -1);
	assert_int_equal(errno, ESRCH);
}

static void test_signal__timers_are_remembered(void **state)
{
	(void)state;
	assert_int_equal(hr_gate_alarm(10), 0);
	assert_int_equal(hr_gate_alarm(0), 10);
	struct itimerval fresh = { { 1, 2 }, { 3, 4 } }, old;
	assert_int_equal(hr_gate_setitimer(ITIMER_REAL, &fresh, NULL), 0);
	assert_int_equal(hr_gate_setitimer(ITIMER_REAL, &fresh, &old), 0);
	assert_int_equal(old.it_value.tv_sec, 3);
	after_case();
	assert_int_equal(hr_gate_setitimer(ITIMER_REAL, &fresh, &old), 0);
	assert_int_equal(old.it_value.tv_sec, 0);
	after_case();
	assert_int_equal(alarm(0), 0); /* the machine's clock was never started */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signal__handler_is_called),
		cmocka_unit_test(test_signal__actions_have_flags),
		cmocka_unit_test(test_signal__blocked_ones_wait),
		cmocka_unit_test(test_signal__sets_are_as_libc_makes_them),
		cmocka_unit_test(test_signal__default_ends),
		cmocka_unit_test(test_signal__timers_are_remembered),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
