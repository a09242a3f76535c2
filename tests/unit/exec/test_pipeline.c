/* Slices that begin before the last was told: the order, whatever dies; what is new to everybody; and others who run something in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pool.h"

#include "base/random.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { SLICES = 8, SLICE = 60, EDGES = 512 };

struct pipeline {
	struct pool *pool;
	struct told told[SLICES];
	unsigned char kinds[SLICES][SLICE];
	size_t begun;
	size_t finished;
};

static void begin_slice(struct pipeline *pipeline, size_t count)
{
	struct hr_program *programs[SLICE];
	struct hr_error error = HR_ERROR_INIT;
	size_t slice = pipeline->begun++;
	pipeline->told[slice].kinds = pipeline->kinds[slice];
	for (size_t i = 0; i < count; i++)
		programs[i] = pipeline->pool->programs[pipeline->kinds[slice][i]];
	if (hr_workers_begin(pipeline->pool->workers, programs, count, check, &pipeline->told[slice], &error))
		fail_msg("%s", error.message.data);
}

static void finish_slice(struct pipeline *pipeline, size_t count)
{
	struct hr_error error = HR_ERROR_INIT;
	struct told *told = &pipeline->told[pipeline->finished++];
	assert_int_equal(told->next, 0); /* nothing of a later slice is told */
	if (hr_workers_finish(pipeline->pool->workers, &error))
		fail_msg("%s", error.message.data);
	assert_int_equal(told->next, count);
	assert_int_equal(told->wrong, 0);
}

static const struct hr_workers_options all_options[] = {
	{ .count = 1 },
	{ .count = 3, .batch = 7 },
	{ .count = 2, .recycle = 33 },
	{ .count = 1, .batch = 20, .recycle = 50 },
};

static void test_pipeline__keeps_the_order(void **state)
{
	for (size_t i = 0; i < sizeof all_options / sizeof *all_options; i++)
		for (size_t ahead = 1; ahead <= 3; ahead++) {
			struct pool pool;
			struct pipeline pipeline = { .pool = &pool };
			open_pool(&pool, state, &all_options[i]);
			for (size_t slice = 0; slice < SLICES; slice++)
				pipeline.kinds[slice][slice * 7] = pipeline.kinds[slice][SLICE - 1] =
					slice % 5 == 1 ? DIES : COUNTS;
			while (pipeline.finished < SLICES) {
				while (pipeline.begun < SLICES && pipeline.begun - pipeline.finished < ahead)
					begin_slice(&pipeline, pipeline.begun % 4 == 2 ? 0 : SLICE);
				assert_int_equal(hr_workers_begun(pool.workers), pipeline.begun - pipeline.finished);
				finish_slice(&pipeline, pipeline.finished % 4 == 2 ? 0 : SLICE);
			}
			assert_int_equal(hr_workers_begun(pool.workers), 0);
			close_pool(&pool);
		}
}

static struct pool *disturbed;

/* Whoever works for us dies: the zygote, and its workers with it. */
static void kill_everybody(struct told *told)
{
	char path[64];
	(void)told;
	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	FILE *children = fopen(path, "r");
	long pid;
	assert_non_null(children);
	while (fscanf(children, "%ld", &pid) == 1)
		if (pid > 1)
			kill((pid_t)pid, SIGKILL);
	fclose(children);
}

static void run_something(struct told *told)
{
	static const unsigned char kinds[] = { COUNTS, DIES, COUNTS };
	(void)told;
	run_all(disturbed, kinds, sizeof kinds);
}

/* Outcomes are told while the next slice runs, which the disturbance hits as well. */
static void disturb_with(void **state, void (*disturb)(struct told *told))
{
	for (size_t i = 0; i < 2; i++) {
		struct pool pool;
		struct pipeline pipeline = { .pool = &pool };
		open_pool(&pool, state, &all_options[i]);
		disturbed = &pool;
		for (size_t slice = 0; slice < SLICES; slice += 5) {
			pipeline.told[slice].at = 1 + slice * 5;
			pipeline.told[slice].disturb = disturb;
			pipeline.kinds[slice][40] = DIES;
		}
		begin_slice(&pipeline, SLICE);
		while (pipeline.finished < SLICES) {
			if (pipeline.begun < SLICES)
				begin_slice(&pipeline, SLICE);
			finish_slice(&pipeline, SLICE);
		}
		close_pool(&pool);
	}
}

static void test_pipeline__outlives_its_workers(void **state)
{
	disturb_with(state, kill_everybody);
}

static void test_pipeline__others_run_in_between(void **state)
{
	disturb_with(state, run_something);
}

static void test_pipeline__is_abandoned(void **state)
{
	for (size_t i = 0; i < 2; i++) {
		static const unsigned char kinds[SLICE];
		struct pool pool;
		struct pipeline pipeline = { .pool = &pool };
		open_pool(&pool, state, &all_options[i]);
		for (int round = 0; round < 3; round++) {
			memset(&pipeline.told, 0, sizeof pipeline.told);
			pipeline.begun = pipeline.finished = 0;
			pipeline.kinds[1][3] = HANGS;
			begin_slice(&pipeline, SLICE);
			begin_slice(&pipeline, SLICE);
			finish_slice(&pipeline, SLICE);
			hr_workers_abandon(pool.workers);
			assert_int_equal(hr_workers_begun(pool.workers), 0);
			run_all(&pool, kinds, SLICE);
			assert_int_equal(pipeline.told[1].next, 0);
		}
		close_pool(&pool);
	}
}

/* ---- what is new to everybody ---- */

static const char maze_header[] = "int maze(int a, int b);\nint die(int how);\nint much(int size);\n";
static const char maze_source[] =
	"#include \"unit.h\"\n#include <stdio.h>\n"
	"int maze(int a, int b) {\n"
	"  int n = 0;\n"
	"  switch (a & 15) { case 0: n = 1; break; case 1: n = b * 3; break; case 2: n = b ^ 9; break; case 3: n = b / 3; break;\n"
	"    case 4: n = 17; break; case 5: n = b - 4; break; case 6: n = 2; break; case 7: n = b | 64; break; case 9: n = 5; break; }\n"
	"  if (b > 100) n += 3; else if (b > 50) n ^= 1; else if (b > 25) n -= 3; else if (b > 12) n *= 2;\n"
	"  for (int i = 0; i < (a & 3); i++) if ((n >> i) & 1) n += b & 1 ? 3 : 5;\n"
	"  if (a == b) { if (a & 32) n = 3; else n = 4; }\n"
	"  return n; }\n"
	"int die(int how) { if (how > 3) __asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(1)); return how; }\n"
	"int much(int size) { for (int i = 0; i < size; i++) putchar('a'); return size; }\n";

/* For each program the edges that no earlier one had, as a number. */
struct seen {
	bool is_seen[EDGES];
	uint64_t sums[2000];
	size_t count;
};

static void see(void *context, size_t index, struct hr_outcome *outcome)
{
	struct seen *seen = context;
	uint64_t *sum = &seen->sums[seen->count++];
	(void)index;
	*sum = (uint64_t)outcome->status;
	for (size_t i = 0; i < outcome->new_edges.count; i++) {
		uint32_t edge = outcome->new_edges.data[i];
		assert_true(edge < EDGES);
		if (!seen->is_seen[edge])
			*sum = *sum * 31 + edge + 1;
		seen->is_seen[edge] = true;
	}
}

static void test_pipeline__tells_edges_with_who_was_first(void **state)
{
	enum { PROGRAMS = 400, ROUND = 80 };
	static const struct hr_workers_options options[] = {
		{ .count = 1 },
		{ .count = 1, .batch = 16 },
		{ .count = 2, .batch = 5, .recycle = 30 },
		{ .count = 4, .batch = 3 },
		{ .count = 3 },
	};
	static struct seen seen[sizeof options / sizeof *options];
	struct unit *unit = *state;
	struct hr_program *programs[PROGRAMS];
	struct hr_sequence *sequences[PROGRAMS];
	struct hr_error error = HR_ERROR_INIT;
	struct hr_random random;
	build_fine(unit, maze_header, maze_source, "");
	hr_random_seed(&random, 3);
	for (size_t i = 0; i < PROGRAMS; i++) {
		/* output of 60 KB: a channel is full with some hundreds of those */
		struct hr_run_wants wants = { .output = true };
		char text[100];
		snprintf(text, sizeof text, "v0 = maze(%d, %d)\n%s\n%s\n", (int)hr_random_below(&random, 64),
			 (int)hr_random_below(&random, 200),
			 hr_random_below(&random, 40) ? "v1 = die(1)" : "v1 = die(4)",
			 hr_random_below(&random, 3) ? "v2 = much(3)" : "v2 = much(60000)");
		assert_int_equal(hr_sequence_read(&sequences[i], unit->model, text, strlen(text), "t", &error), 0);
		assert_int_equal(hr_program_new(&programs[i], sequences[i], &unit->callables, &wants, &error), 0);
	}
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct hr_workers_options own = options[i];
		struct hr_workers *workers = NULL;
		own.unit = unit->built.object;
		own.without = HR_FENCE_CALLS;
		assert_int_equal(hr_workers_start(&workers, &own, &error), 0);
		for (size_t k = 0; k < PROGRAMS; k += ROUND) {
			assert_int_equal(hr_workers_begin(workers, programs + k, ROUND, see, &seen[i], &error), 0);
			if (k)
				assert_int_equal(hr_workers_finish(workers, &error), 0);
		}
		assert_int_equal(hr_workers_finish(workers, &error), 0);
		hr_workers_stop(workers);
		assert_int_equal(seen[i].count, PROGRAMS);
		assert_memory_equal(seen[i].sums, seen[0].sums, sizeof seen[0].sums);
	}
	for (size_t i = 0; i < PROGRAMS; i++) {
		hr_program_free(programs[i]);
		hr_sequence_free(sequences[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_pipeline__keeps_the_order),
		IN_UNIT(test_pipeline__outlives_its_workers),
		IN_UNIT(test_pipeline__others_run_in_between),
		IN_UNIT(test_pipeline__is_abandoned),
		IN_UNIT(test_pipeline__tells_edges_with_who_was_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
