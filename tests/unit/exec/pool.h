/* A pool of workers for a small unit, with a program for each way to behave. */
#ifndef HR_TESTS_EXEC_POOL_H
#define HR_TESTS_EXEC_POOL_H

#include "../build/building.h"
#include "exec/exec.h"
#include "fence/fence.h"
#include "seq/text.h"

static const char header[] =
	"int count(int by);\nint die(int how);\nint spin(int rounds);\nint plod(int rounds);\nint babble(int byte);\n"
	"int scribble(int number);\n";
static const char source[] =
	"#include \"unit.h\"\n"
	"static int total;\n"
	"int count(int by) { return total += by; }\n"
	"int spin(int rounds) { volatile int i = 0; while (rounds > 3) i++; return i; }\n"
	/* ends the process behind the worker's back, where the fence lets it: exit_group */
	"int die(int how) { if (how > 3) __asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(1)); return how; }\n"
	/* takes its time, and ends: about 100 ms */
	"int plod(int rounds) { volatile int i = 0; while (i < rounds) i++; return i; }\n"
	/* talks to the engine in the worker's name: write(4, …) */
	"int babble(int byte) { char text[3] = { byte, byte, byte }; __asm__ volatile(\"syscall\" : : \"a\"(1), \"D\"(4), \"S\"(text), \"d\"(3) : "
	"\"rcx\", \"r11\", \"memory\"); return byte; }\n"
	/* says that nothing, or everything, was done (hr_wire_channel: started, finished), and would die */
	"int scribble(int number) { __asm__ volatile(\"movl %0, 56(%1)\\n\\tmovl %0, 60(%1)\" : : \"r\"(number), \"r\"(0x6a0000000000)); "
	"return die(4); }\n";

enum kind { COUNTS, DIES, HANGS, PLODS, BABBLES, SCRIBBLES_NOTHING, SCRIBBLES_MUCH, KIND_COUNT };

struct pool {
	struct unit *unit;
	struct hr_workers *workers;
	struct hr_sequence *sequences[KIND_COUNT];
	struct hr_program *programs[KIND_COUNT];
};

static inline void open_pool(struct pool *pool, void **state, const struct hr_workers_options *wanted)
{
	static const char *const texts[KIND_COUNT] = {
		[COUNTS] = "v0 = count(3)\n",
		[DIES] = "v0 = die(4)\n",
		[HANGS] = "v0 = spin(4)\n",
		[PLODS] = "v0 = plod(150000000)\n",
		[BABBLES] = "v0 = babble(100)\n",
		[SCRIBBLES_NOTHING] = "v0 = scribble(0)\n",
		[SCRIBBLES_MUCH] = "v0 = scribble(500)\n",
	};
	static const struct hr_run_wants none;
	struct hr_workers_options options = *wanted;
	struct hr_error error = HR_ERROR_INIT;
	pool->unit = *state;
	pool->workers = NULL;
	build_fine(pool->unit, header, source, "");
	options.unit = pool->unit->built.object;
	options.without |= HR_FENCE_CALLS;
	if (hr_workers_start(&pool->workers, &options, &error))
		fail_msg("%s", error.message.data);
	for (size_t i = 0; i < KIND_COUNT; i++) {
		assert_int_equal(hr_sequence_read(&pool->sequences[i], pool->unit->model, texts[i], strlen(texts[i]),
						  "t", &error),
				 0);
		assert_int_equal(
			hr_program_new(&pool->programs[i], pool->sequences[i], &pool->unit->callables, &none, &error),
			0);
	}
}

static inline void close_pool(struct pool *pool)
{
	hr_workers_stop(pool->workers);
	for (size_t i = 0; i < KIND_COUNT; i++) {
		hr_program_free(pool->programs[i]);
		hr_sequence_free(pool->sequences[i]);
	}
}

struct told {
	size_t next;
	const unsigned char *kinds; /* which program each is */
	size_t wrong;
	size_t slow;
	size_t confirmed;
	size_t at; /* when this one is told, `disturb` is called; 0: never */
	void (*disturb)(struct told *told);
};

static inline void check(void *context, size_t index, struct hr_outcome *outcome)
{
	struct told *told = context;
	static const enum hr_outcome_status expected[KIND_COUNT] = {
		[COUNTS] = HR_OUTCOME_NORMAL,        [DIES] = HR_OUTCOME_DIED,
		[HANGS] = HR_OUTCOME_HANG,           [PLODS] = HR_OUTCOME_NORMAL,
		[BABBLES] = HR_OUTCOME_NORMAL,       [SCRIBBLES_NOTHING] = HR_OUTCOME_FAULT,
		[SCRIBBLES_MUCH] = HR_OUTCOME_FAULT,
	};
	assert_int_equal(index, told->next);
	told->next++;
	/* who speaks in the worker's name may be taken for dead before it is done */
	bool is_lying = told->kinds[index] == BABBLES && outcome->status == HR_OUTCOME_DIED;
	told->wrong += outcome->status != expected[told->kinds[index]] && !is_lying;
	told->slow += outcome->was_slow;
	told->confirmed += outcome->is_confirmed;
	if (told->at && index == told->at)
		told->disturb(told);
	if (told->kinds[index] != COUNTS || outcome->status != HR_OUTCOME_NORMAL)
		return;
	int value = 0;
	memcpy(&value, hr_outcome_bytes(outcome, 0), sizeof value);
	told->wrong += value != 3; /* the total is 0 before each of them */
}

static inline void run_told(struct pool *pool, struct told *told, size_t count)
{
	struct hr_program **programs = calloc(count + 1, sizeof *programs);
	struct hr_error error = HR_ERROR_INIT;
	assert_non_null(programs);
	for (size_t i = 0; i < count; i++)
		programs[i] = pool->programs[told->kinds[i]];
	if (hr_workers_run(pool->workers, programs, count, check, told, &error))
		fail_msg("%s", error.message.data);
	assert_int_equal(told->next, count);
	assert_int_equal(told->wrong, 0);
	free(programs);
	hr_error_release(&error);
}

static inline void run_all(struct pool *pool, const unsigned char *kinds, size_t count)
{
	struct told told = { .kinds = kinds };
	run_told(pool, &told, count);
}

#endif
