/* The same work on many things, several at a time. */
#include "base/parallel.h"
#include "base/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { MANY = 1000, PROGRAMS = 12 };

static void count_one(void *context, size_t index)
{
	atomic_fetch_add(&((atomic_int *)context)[index], 1);
}

static void test_parallel__each_index_once(void **state)
{
	static atomic_int counts[MANY];
	(void)state;
	hr_parallel(0, 3, count_one, counts);
	hr_parallel(MANY, 3, count_one, counts);
	hr_parallel(MANY, 0, count_one, counts);
	hr_parallel(1, 500, count_one, counts);
	assert_int_equal(counts[0], 3);
	for (size_t i = 1; i < MANY; i++)
		assert_int_equal(counts[i], 2);
}

struct meeting {
	pthread_barrier_t barrier;
	atomic_int met;
};

static void meet(void *context, size_t index)
{
	struct meeting *meeting = context;
	(void)index;
	pthread_barrier_wait(&meeting->barrier);
	atomic_fetch_add(&meeting->met, 1);
}

static void test_parallel__several_at_a_time(void **state)
{
	struct meeting meeting = { .met = 0 };
	(void)state;
	pthread_barrier_init(&meeting.barrier, NULL, 4);
	hr_parallel(4, 4, meet, &meeting); /* or nobody gets on */
	assert_int_equal(meeting.met, 4);
	pthread_barrier_destroy(&meeting.barrier);
}

static void run_program(void *context, size_t index)
{
	char script[64];
	const char *argv[] = { "sh", "-c", script, NULL };
	struct hr_process process = { .argv = argv, .timeout_seconds = 60, .leaves_nothing = true };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	char wanted[32];
	snprintf(script, sizeof script, "echo %zu; exit %zu", index, index);
	snprintf(wanted, sizeof wanted, "%zu\n", index);
	((bool *)context)[index] = hr_process_run(&result, &process, &error) == 0 && result.exit_code == (int)index &&
				   strcmp(result.output.data, wanted) == 0;
	hr_process_result_release(&result);
	hr_error_release(&error);
}

static void test_parallel__programs_do_not_mix(void **state)
{
	bool fine[PROGRAMS] = { false };
	(void)state;
	hr_parallel(PROGRAMS, 4, run_program, fine);
	for (size_t i = 0; i < PROGRAMS; i++)
		assert_true(fine[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parallel__each_index_once),
		cmocka_unit_test(test_parallel__several_at_a_time),
		cmocka_unit_test(test_parallel__programs_do_not_mix),
	};
	assert_true(hr_parallel_processors() >= 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
