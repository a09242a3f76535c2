/* The pool: outcomes in the order of the programs, whatever dies in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pool.h"

enum { MANY = 3000 };

static void test_workers__keep_the_order(void **state)
{
	static const struct hr_workers_options options[] = {
		{ .count = 1 },
		{ .count = 4 },
		{ .count = 1, .batch = 1 },
		{ .count = 3, .batch = 7 },
		{ .count = 2, .recycle = 1000 },
		{ .count = 1, .recycle = 700, .batch = 1024 },
	};
	static const unsigned char kinds[MANY];
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct pool pool;
		open_pool(&pool, state, &options[i]);
		run_all(&pool, kinds, MANY);
		run_all(&pool, kinds, 1);
		run_all(&pool, kinds, 0);
		close_pool(&pool);
	}
}

static void count_beginnings(void *context, size_t index, struct hr_outcome *outcome)
{
	(void)index;
	*(size_t *)context += outcome->new_edges.count > 0;
}

/* Edges are new to each process: that tells how many there were. */
static void test_workers__are_replaced_after_so_many(void **state)
{
	static const struct {
		struct hr_workers_options options;
		size_t processes;
	} cases[] = {
		{ { .count = 1 }, 1 },
		{ { .count = 1, .recycle = 10 }, 10 },
		{ { .count = 1, .recycle = 1, .batch = 1 }, 100 },
		{ { .count = 1, .recycle = 7, .batch = 3 }, 15 },
		{ { .count = 1, .recycle = 100 }, 1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_program *programs[100];
		struct hr_error error = HR_ERROR_INIT;
		struct pool pool;
		size_t processes = 0;
		open_pool(&pool, state, &cases[i].options);
		for (size_t k = 0; k < 100; k++)
			programs[k] = pool.programs[COUNTS];
		assert_int_equal(hr_workers_run(pool.workers, programs, 100, count_beginnings, &processes, &error), 0);
		assert_int_equal(processes, cases[i].processes);
		close_pool(&pool);
	}
}

/* A program that takes the worker with it is told as such, all others run: at the beginning, in between, at the end, in a row. */
static void test_workers__are_replaced_when_they_die(void **state)
{
	static const struct hr_workers_options options[] = { { .count = 1, .without = HR_FENCE_CALLS },
							     { .count = 3, .batch = 5, .without = HR_FENCE_CALLS } };
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		unsigned char kinds[100] = { 0 };
		struct pool pool;
		kinds[0] = kinds[7] = kinds[50] = kinds[51] = kinds[52] = kinds[99] = DIES;
		open_pool(&pool, state, &options[i]);
		run_all(&pool, kinds, sizeof kinds);
		run_all(&pool, kinds, sizeof kinds);
		close_pool(&pool);
	}
}

static void test_workers__end_what_does_not(void **state)
{
	static const unsigned char kinds[] = { COUNTS, HANGS, COUNTS, COUNTS, HANGS };
	struct pool pool;
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 2, .cpu_ms = 20 });
	run_all(&pool, kinds, sizeof kinds);
	close_pool(&pool);
}

static void test_workers__need_a_unit(void **state)
{
	struct unit *unit = *state;
	struct hr_workers *workers = NULL;
	struct hr_workers_options options = { .unit = path_in(unit, "nothing.so"), .count = 1 };
	assert_int_equal(hr_workers_start(&workers, &options, &unit->error), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
	options.program = path_in(unit, "no-worker");
	assert_int_equal(hr_workers_start(&workers, &options, &unit->error), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INTERNAL);
	assert_null(workers);
	hr_workers_stop(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_workers__keep_the_order),
		IN_UNIT(test_workers__are_replaced_after_so_many),
		IN_UNIT(test_workers__are_replaced_when_they_die),
		IN_UNIT(test_workers__end_what_does_not),
		IN_UNIT(test_workers__need_a_unit),
	};
	return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
