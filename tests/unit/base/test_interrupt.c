/* Signals that ask us to end, each case in a process of its own; and the clock that measures durations. */
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How a process ends that runs `body` and then with 42. */
static int status_of(void (*body)(void))
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		alarm(600);
		body();
		_exit(42);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void raise_without_hold(void)
{
	hr_interrupt_watch();
	raise(SIGTERM);
}

static void raise_with_hold(void)
{
	struct hr_error error = HR_ERROR_INIT;
	struct pollfd one;

	hr_interrupt_watch();
	hr_interrupt_hold();
	one = (struct pollfd){ .fd = hr_interrupt_descriptor(), .events = POLLIN };
	if (poll(&one, 1, 0) != 0 || hr_interrupt_signal() || hr_interrupt_check(&error))
		_exit(1);
	raise(SIGINT);
	if (poll(&one, 1, 0) != 1 || hr_interrupt_signal() != SIGINT || hr_interrupt_check(&error) != -1)
		_exit(2);
	if (error.kind != HR_ERROR_INTERRUPTED)
		_exit(3);
}

static void raise_twice(void)
{
	raise_with_hold();
	raise(SIGINT);
}

/* Work goes on after the first one, the second is as the first was, the third ends. */
static void raise_postponed(void)
{
	struct hr_error error = HR_ERROR_INIT;
	struct pollfd one;

	raise_with_hold();
	one = (struct pollfd){ .fd = hr_interrupt_descriptor(), .events = POLLIN };
	if (hr_interrupt_postpone() != SIGINT || hr_interrupt_postponed() != SIGINT || hr_interrupt_postpone() != 0)
		_exit(4);
	if (poll(&one, 1, 0) != 0 || hr_interrupt_signal() || hr_interrupt_check(&error))
		_exit(5);
	raise(SIGTERM);
	if (poll(&one, 1, 0) != 1 || hr_interrupt_signal() != SIGTERM)
		_exit(6);
	raise(SIGTERM);
}

static void end_postponed(void)
{
	raise_with_hold();
	hr_interrupt_postpone();
	hr_interrupt_release();
	hr_interrupt_end();
}

static void end_after_hold(void)
{
	raise_with_hold();
	hr_interrupt_release();
	hr_interrupt_end();
}

static void raise_ignored(void)
{
	signal(SIGHUP, SIG_IGN);
	hr_interrupt_watch();
	hr_interrupt_hold();
	raise(SIGHUP);
	if (hr_interrupt_signal())
		_exit(1);
}

static void run_program(bool leaves_nothing)
{
	static const char *const argv[] = { "sleep", "60", NULL };
	struct hr_process process = { .argv = argv, .leaves_nothing = leaves_nothing };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;

	char *path;

	hr_interrupt_watch();

	if (hr_directory_temporary(&path, &error))
		_exit(1);
	pid_t us = getpid();
	pid_t other = fork();
	if (other == 0) {
		nanosleep(&(struct timespec){ 0, 200000000 }, NULL);
		kill(us, SIGTERM);
		_exit(0);
	}

	if (hr_process_run(&result, &process, &error) != -1 || error.kind != HR_ERROR_INTERRUPTED)
		_exit(2);
	if (hr_process_run(&result, &process, &error) != -1 || error.kind != HR_ERROR_INTERRUPTED)
		_exit(3); /* nothing is begun any more */
	hr_directory_remove(path);
	waitpid(other, NULL, 0);
	if (waitpid(-1, NULL, WNOHANG) != -1)
		_exit(4); /* somebody is left */
	hr_interrupt_end();
}

static void interrupt_program(void)
{
	run_program(false);
}

static void interrupt_keeper(void)
{
	run_program(true);
}

static void test_interrupt__ends_at_once_when_nothing_is_held(void **state)
{
	int status = status_of(raise_without_hold);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
}

static void test_interrupt__leaves_a_mark_while_something_is_held(void **state)
{
	int status = status_of(raise_with_hold);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 42);
}

static void test_interrupt__the_second_one_ends_in_any_case(void **state)
{
	(void)state;
	assert_int_equal(WTERMSIG(status_of(raise_twice)), SIGINT);
	assert_int_equal(WTERMSIG(status_of(raise_postponed)), SIGTERM);
}

static void test_interrupt__end_is_by_the_signal(void **state)
{
	(void)state;
	assert_int_equal(WTERMSIG(status_of(end_after_hold)), SIGINT);
	assert_int_equal(WTERMSIG(status_of(end_postponed)), SIGINT);
}

static void test_interrupt__who_was_started_deaf_stays_deaf(void **state)
{
	(void)state;
	assert_int_equal(WEXITSTATUS(status_of(raise_ignored)), 42);
}

static void test_interrupt__program_that_is_waited_for_ends_too(void **state)
{
	(void)state;
	assert_int_equal(status_of(interrupt_program), SIGTERM);
	assert_int_equal(status_of(interrupt_keeper), SIGTERM);
}

/* The clock of the machine cannot be set in a test; that ours is another one can be seen from what it counts from. */
static void test_clock__goes_forward_and_is_not_that_of_the_wall(void **state)
{
	struct timespec since_start;
	double before = hr_clock_seconds(), now = before;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		double next = hr_clock_seconds();

		assert_true(next >= now);
		now = next;
	}
	clock_gettime(CLOCK_MONOTONIC, &since_start);
	assert_true((double)since_start.tv_sec + 1 >= now && (double)since_start.tv_sec - 60 <= now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interrupt__ends_at_once_when_nothing_is_held),
		cmocka_unit_test(test_interrupt__leaves_a_mark_while_something_is_held),
		cmocka_unit_test(test_interrupt__the_second_one_ends_in_any_case),
		cmocka_unit_test(test_interrupt__end_is_by_the_signal),
		cmocka_unit_test(test_interrupt__who_was_started_deaf_stays_deaf),
		cmocka_unit_test(test_interrupt__program_that_is_waited_for_ends_too),
		cmocka_unit_test(test_clock__goes_forward_and_is_not_that_of_the_wall),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
