/* A process and all that come from it, and what a program that is run is told to keep to. */
#include "base/kin.h"
#include "base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 64 << 20 };

/* A child that waits for a child of its own, which holds a block of memory and waits for `wait_end`. */
static pid_t start_family(int ready_end, int wait_end)
{
	pid_t child = fork();
	if (child)
		return child;
	if (fork() == 0) {
		char byte = 0;
		char *block = malloc(BLOCK);
		if (block)
			memset(block, 1, BLOCK);
		if (write(ready_end, &byte, 1) == 1)
			(void)!read(wait_end, &byte, 1);
		free(block);
		_exit(0);
	}
	wait(NULL);
	_exit(0);
}

static void test_kin__counts_grandchildren(void **state)
{
	int ready[2], wait_for[2];
	char byte;
	struct hr_kin kin;
	(void)state;
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(wait_for), 0);
	pid_t child = start_family(ready[1], wait_for[0]);
	assert_true(child > 0);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_true(hr_kin_look(&kin, child));
	assert_true(kin.resident >= BLOCK);
	assert_true(hr_kin_look(&kin, getpid()));
	assert_true(kin.is_running); /* we are */
	assert_int_equal(write(wait_for[1], &byte, 1), 1);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_false(hr_kin_look(&kin, child));
	for (int i = 0; i < 2; i++) {
		close(ready[i]);
		close(wait_for[i]);
	}
}

#define SHELL(script) ((const char *const[]){ "sh", "-c", script, NULL })

static void run(struct hr_process_result *out, struct hr_process process)
{
	struct hr_error error = HR_ERROR_INIT;
	process.leaves_nothing = true;
	assert_int_equal(hr_process_run(out, &process, &error), 0);
	hr_error_release(&error);
}

static void test_kin__program_that_takes_too_much_is_ended(void **state)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	(void)state;
	run(&result, (struct hr_process){ .argv = SHELL("x=$(head -c 100000000 /dev/zero | tr '\\0' a); sleep 60"),
					  .timeout_seconds = 60,
					  .most_resident = BLOCK });
	assert_true(result.is_too_large);
	assert_false(result.timed_out);
	assert_int_equal(result.exit_code, 128 + SIGKILL);
	run(&result, (struct hr_process){ .argv = SHELL("sleep 0.6"), .timeout_seconds = 60, .most_resident = BLOCK });
	assert_false(result.is_too_large);
	assert_int_equal(result.exit_code, 0);
	hr_process_result_release(&result);
}

static void test_kin__waiting_is_told_from_working(void **state)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	(void)state;
	run(&result, (struct hr_process){ .argv = SHELL("sleep 60"), .timeout_seconds = 4, .most_resident = BLOCK });
	assert_true(result.timed_out);
	assert_true(result.was_idle);
	run(&result,
	    (struct hr_process){ .argv = SHELL("while :; do :; done"), .timeout_seconds = 4, .most_resident = BLOCK });
	assert_true(result.timed_out);
	assert_false(result.was_idle);
	hr_process_result_release(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kin__counts_grandchildren),
		cmocka_unit_test(test_kin__program_that_takes_too_much_is_ended),
		cmocka_unit_test(test_kin__waiting_is_told_from_working),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
