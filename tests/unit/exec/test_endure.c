/* The pool when things go wrong: every program has one outcome, and it is the right one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pool.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- our own processes ---- */

/* The first child of a process; 0: it has none. */
static pid_t child_of(pid_t parent)
{
	char path[64];
	int child = 0;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
	FILE *file = fopen(path, "r");
	if (file && fscanf(file, "%d", &child) != 1)
		child = 0;
	if (file)
		fclose(file);
	return child;
}

static pid_t zygote(void)
{
	return child_of(getpid());
}

/* ---- deaths ---- */

enum { ROW = 70 };

static void test_endure__any_number_of_deaths(void **state)
{
	unsigned char kinds[ROW + 20] = { 0 };
	struct told told = { .kinds = kinds };
	struct pool pool;
	memset(kinds + 10, DIES, ROW);
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 2 });
	run_told(&pool, &told, sizeof kinds);
	assert_int_equal(told.confirmed, ROW);
	assert_int_equal(hr_workers_counts(pool.workers).deaths_confirmed, ROW);
	assert_true(hr_workers_counts(pool.workers).zygotes >= 2); /* after 8 in a row, and after 64 */
	close_pool(&pool);
}

static void test_endure__deaths_are_confirmed_so_often(void **state)
{
	static const unsigned char kinds[] = { DIES, COUNTS, DIES, DIES, DIES, COUNTS };
	struct told told = { .kinds = kinds };
	struct pool pool;
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 1, .death_confirmations = 2 });
	run_told(&pool, &told, sizeof kinds);
	assert_int_equal(told.confirmed, 2);
	close_pool(&pool);
}

/* The unit writes into the pipe and the shared memory as if it were the worker. */
static void test_endure__lies_of_the_unit(void **state)
{
	static const struct hr_workers_options options[] = { { .count = 1 },
							     { .count = 2, .batch = 7 },
							     { .batch = 1 } };
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		unsigned char kinds[200] = { 0 };
		struct pool pool;
		for (size_t k = 3; k < 190; k += 17)
			kinds[k] = (unsigned char)(BABBLES + k % 3);
		kinds[100] = kinds[101] = kinds[102] = SCRIBBLES_NOTHING;
		kinds[150] = kinds[151] = kinds[199] = SCRIBBLES_MUCH;
		open_pool(&pool, state, &options[i]);
		run_all(&pool, kinds, sizeof kinds);
		run_all(&pool, kinds, sizeof kinds);
		close_pool(&pool);
	}
}

/* ---- somebody else kills ---- */

static void kill_worker(struct told *told)
{
	(void)told;
	kill(child_of(zygote()), SIGKILL);
}

static void kill_zygote(struct told *told)
{
	(void)told;
	kill(zygote(), SIGKILL);
}

static void stop_zygote(struct told *told)
{
	pid_t pid = zygote();
	(void)told;
	kill(child_of(pid), SIGKILL); /* so that it is asked for something */
	kill(pid, SIGSTOP);
}

static void test_endure__kills_from_outside(void **state)
{
	static void (*const ways[])(struct told *) = { kill_worker, kill_zygote, stop_zygote };
	static const unsigned char kinds[5000];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct pool pool;
		/* long enough for a busy machine where nobody is made to be silent */
		unsigned answer_ms = ways[i] == stop_zygote ? 1000 : 60000;
		open_pool(&pool, state,
			  &(struct hr_workers_options){ .count = 2, .batch = 16, .answer_ms = answer_ms });
		for (size_t k = 0; k < 3; k++) {
			struct told told = { .kinds = kinds, .at = 100 + 700 * k, .disturb = ways[i] };
			run_told(&pool, &told, sizeof kinds);
		}
		assert_true(hr_workers_counts(pool.workers).zygotes >= (i > 0));
		ways[i](NULL); /* between two runs, too */
		run_all(&pool, kinds, 10);
		close_pool(&pool);
	}
}

/* ---- hangs ---- */

static void test_endure__what_is_only_slow(void **state)
{
	static const unsigned char kinds[] = { COUNTS, PLODS, COUNTS, PLODS };
	struct told told = { .kinds = kinds };
	struct pool pool;
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 2, .cpu_ms = 10, .hang_factor = 500 });
	run_told(&pool, &told, sizeof kinds);
	assert_int_equal(told.slow, 2);
	assert_int_equal(hr_workers_counts(pool.workers).slow, 2);
	assert_int_equal(hr_workers_counts(pool.workers).hangs_confirmed, 0);
	close_pool(&pool);
}

static void test_endure__hangs_of_a_place(void **state)
{
	static const struct {
		struct hr_workers_options options;
		size_t confirmed;
	} cases[] = {
		{ { .count = 1, .cpu_ms = 10, .hang_factor = 2 }, 3 },
		{ { .count = 2, .cpu_ms = 10, .hang_factor = 2, .hang_confirmations = 1 }, 1 },
		{ { .count = 2, .cpu_ms = 10, .hang_factor = 2, .confirm_all = true }, 6 },
		{ { .count = 2, .cpu_ms = 10, .hang_factor = 1 }, 0 },
	};
	static const unsigned char kinds[] = { HANGS, HANGS, HANGS, COUNTS, HANGS, HANGS, HANGS };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct told told = { .kinds = kinds };
		struct pool pool;
		open_pool(&pool, state, &cases[i].options);
		run_told(&pool, &told, sizeof kinds);
		assert_int_equal(told.confirmed, cases[i].confirmed);
		assert_int_equal(hr_workers_counts(pool.workers).hangs_confirmed, cases[i].confirmed);
		close_pool(&pool);
	}
}

/* A worker that sleeps uses up no time: the engine has to see it. */
static void stop_worker(struct told *told)
{
	(void)told;
	kill(child_of(zygote()), SIGSTOP);
}

static void test_endure__workers_that_stand_still(void **state)
{
	static const unsigned char kinds[2000];
	struct told told = { .kinds = kinds, .at = 100, .disturb = stop_worker };
	struct pool pool;
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 1, .batch = 100, .cpu_ms = 10 });
	run_told(&pool, &told, sizeof kinds);
	assert_true(hr_workers_counts(pool.workers).workers >= 2);
	close_pool(&pool);
}

/* ---- when it is over ---- */

static const char *flag; /* the file that breaks the worker program */

static void break_worker_program(struct told *told)
{
	FILE *file = fopen(flag, "w");
	if (file)
		fclose(file);
	kill_zygote(told);
}

static void ignore(void *context, size_t index, struct hr_outcome *outcome)
{
	struct told *told = context;
	(void)outcome;
	assert_int_equal(index, told->next++);
	if (index == told->at)
		told->disturb(told);
}

/* No more workers: an error, not for ever. And when there are workers again, it goes on. */
static void test_endure__give_up(void **state)
{
	struct unit *unit = *state;
	struct hr_error error = HR_ERROR_INIT;
	struct told told = { .at = 100, .disturb = break_worker_program };
	struct hr_program *programs[2000];
	struct pool pool;
	flag = path_in(unit, "broken");
	const char *script = path_in(unit, "worker");
	char *self = hr_path_real("/proc/self/exe");
	char *directory = hr_path_parent(self);
	write_in(unit, "worker",
		 hr_arena_printf(&unit->arena,
				 "#!/bin/sh\n[ ! -e '%s' ] || exit 1\nexec '%s/../../harrier-worker' \"$@\"\n", flag,
				 directory));
	free(directory);
	free(self);
	assert_int_equal(chmod(script, 0700), 0);
	open_pool(&pool, state, &(struct hr_workers_options){ .count = 2, .batch = 16, .program = script });
	for (size_t i = 0; i < 2000; i++)
		programs[i] = pool.programs[COUNTS];
	assert_int_equal(hr_workers_run(pool.workers, programs, 2000, ignore, &told, &error), -1);
	assert_int_equal(error.kind, HR_ERROR_INTERNAL);
	assert_true(told.next >= 100 && told.next < 2000);
	hr_error_release(&error);
	assert_int_equal(unlink(flag), 0);
	static const unsigned char kinds[100];
	run_all(&pool, kinds, sizeof kinds);
	close_pool(&pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_endure__any_number_of_deaths),     IN_UNIT(test_endure__deaths_are_confirmed_so_often),
		IN_UNIT(test_endure__lies_of_the_unit),         IN_UNIT(test_endure__kills_from_outside),
		IN_UNIT(test_endure__what_is_only_slow),        IN_UNIT(test_endure__hangs_of_a_place),
		IN_UNIT(test_endure__workers_that_stand_still), IN_UNIT(test_endure__give_up),
	};
	return cmocka_run_group_tests_name("endure", tests, NULL, NULL);
}
