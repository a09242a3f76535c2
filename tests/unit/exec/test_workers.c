/* The pool: outcomes in the order of the programs, whatever dies in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../build/building.h"
#include "exec/exec.h"
#include "fence/fence.h"
#include "seq/text.h"

static const char header[] = "int count(int by);\nint die(int how);\nint spin(int rounds);\n";
static const char source[] =
	"#include \"unit.h\"\n"
	"static int total;\n"
	"int count(int by) { return total += by; }\n"
	"int spin(int rounds) { volatile int i = 0; while (rounds > 3) i++; return i; }\n"
	/* ends the process behind the worker's back, where the fence lets it: exit_group */
	"int die(int how) { if (how > 3) __asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(1)); return how; }\n";

struct pool {
	struct unit *unit;
	struct hr_workers *workers;
	struct hr_sequence *sequences[3];
	struct hr_program *programs[3]; /* counts, dies, hangs */
};

static void open_pool(struct pool *pool, void **state, const struct hr_workers_options *wanted)
{
	static const char *const texts[] = { "v0 = count(3)\n", "v0 = die(4)\n", "v0 = spin(4)\n" };
	static const struct hr_run_wants none;
	struct hr_workers_options options = *wanted;
	struct hr_error error = HR_ERROR_INIT;
	pool->unit = *state;
	pool->workers = NULL;
	build_fine(pool->unit, header, source, "");
	options.unit = pool->unit->built.object;
	if (hr_workers_start(&pool->workers, &options, &error))
		fail_msg("%s", error.message.data);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(hr_sequence_read(&pool->sequences[i], pool->unit->model, texts[i], strlen(texts[i]),
						  "t", &error),
				 0);
		assert_int_equal(
			hr_program_new(&pool->programs[i], pool->sequences[i], &pool->unit->callables, &none, &error),
			0);
	}
}

static void close_pool(struct pool *pool)
{
	hr_workers_stop(pool->workers);
	for (size_t i = 0; i < 3; i++) {
		hr_program_free(pool->programs[i]);
		hr_sequence_free(pool->sequences[i]);
	}
}

enum { COUNTS, DIES, HANGS };

struct told {
	size_t next;
	const unsigned char *kinds; /* which program each is */
	size_t wrong;
};

static void check(void *context, size_t index, struct hr_outcome *outcome)
{
	struct told *told = context;
	static const enum hr_outcome_status expected[] = { HR_OUTCOME_NORMAL, HR_OUTCOME_DIED, HR_OUTCOME_HANG };
	assert_int_equal(index, told->next);
	told->next++;
	told->wrong += outcome->status != expected[told->kinds[index]];
	if (told->kinds[index] != COUNTS || outcome->status != HR_OUTCOME_NORMAL)
		return;
	int value = 0;
	memcpy(&value, hr_outcome_bytes(outcome, 0), sizeof value);
	told->wrong += value != 3; /* the total is 0 before each of them */
}

static void run_all(struct pool *pool, const unsigned char *kinds, size_t count)
{
	struct hr_program **programs = calloc(count + 1, sizeof *programs);
	struct told told = { 0, kinds, 0 };
	struct hr_error error = HR_ERROR_INIT;
	assert_non_null(programs);
	for (size_t i = 0; i < count; i++)
		programs[i] = pool->programs[kinds[i]];
	if (hr_workers_run(pool->workers, programs, count, check, &told, &error))
		fail_msg("%s", error.message.data);
	assert_int_equal(told.next, count);
	assert_int_equal(told.wrong, 0);
	free(programs);
	hr_error_release(&error);
}

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

static void count_told(void *context, size_t index, struct hr_outcome *outcome)
{
	(void)index;
	*(size_t *)context += outcome->status == HR_OUTCOME_DIED;
}

/* Nothing but deaths: an error in the end, not for ever. */
static void test_workers__give_up(void **state)
{
	struct hr_program *programs[150];
	struct hr_error error = HR_ERROR_INIT;
	struct pool pool;
	size_t died = 0;
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 1, .without = HR_FENCE_CALLS });
	for (size_t i = 0; i < 150; i++)
		programs[i] = pool.programs[DIES];
	assert_int_equal(hr_workers_run(pool.workers, programs, 150, count_told, &died, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_true(died >= 100 && died < 150);
	hr_error_release(&error);
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
		IN_UNIT(test_workers__give_up),
		IN_UNIT(test_workers__need_a_unit),
	};
	return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
