/* The runner that stages are given: every sequence told once and in order, also those that cannot be run; places of what went wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../build/building.h"
#include "app/runner.h"
#include "base/clock.h"
#include "seq/text.h"

#include <stdio.h>

static const char header[] = "int each(int (*visit)(int number));\nint at(const int *numbers, int index);\n";
static const char source[] = "#include \"unit.h\"\n"
			     "int each(int (*visit)(int)) { return visit(3); }\n"
			     "int at(const int *numbers, int index) { return numbers[index]; }\n";

struct told {
	size_t count;
	enum hr_outcome_status statuses[16];
	char function[64]; /* of the first frame of the last fault */
	unsigned line;
	int value; /* the first, of the last that was normal */
};

static void note(void *context, size_t index, struct hr_outcome *outcome)
{
	struct told *told = context;
	assert_int_equal(index, told->count);
	told->statuses[told->count++] = outcome->status;
	if (outcome->status == HR_OUTCOME_NORMAL)
		memcpy(&told->value, hr_outcome_bytes(outcome, outcome->slot_count - 1), sizeof told->value);
	if (outcome->status != HR_OUTCOME_FAULT)
		return;
	assert_true(outcome->fault.stack.count > 0);
	snprintf(told->function, sizeof told->function, "%s", outcome->fault.stack.data[0].function);
	told->line = outcome->fault.stack.data[0].line;
}

static void test_runner__tells_everything_in_order(void **state)
{
	static const char nine[] = "v0 = each(callback(1))\nv1 = each(callback(1))\nv2 = each(callback(1))\n"
				   "v3 = each(callback(1))\nv4 = each(callback(1))\nv5 = each(callback(1))\n"
				   "v6 = each(callback(1))\nv7 = each(callback(1))\nv8 = each(callback(1))\n";
	static const char *const texts[] = {
		nine, "v0 = each(callback(7))\n", nine, nine, "v0 = new int[2] [4, 5]\nv1 = at(v0, 2)\n", nine
	};
	enum { COUNT = sizeof texts / sizeof *texts };
	struct unit *built = *state;
	struct hr_app_unit unit = { .model = NULL };
	struct hr_sequence *sequences[COUNT];
	struct hr_app_runner runner;
	struct hr_workers_options options = { .count = 1 };
	struct told told = { 0 };
	build_fine(built, header, source, "");
	options.unit = built->built.object;
	unit.model = built->model;
	unit.callables = built->callables;
	unit.built = built->built;
	if (hr_workers_start(&unit.workers, &options, &built->error))
		fail_msg("%s", built->error.message.data);
	for (size_t i = 0; i < COUNT; i++)
		if (hr_sequence_read(&sequences[i], built->model, texts[i], strlen(texts[i]), "t", &built->error))
			fail_msg("%s", built->error.message.data);
	hr_app_runner_init(&runner, &unit);
	for (int round = 0; round < 2; round++) {
		memset(&told, 0, sizeof told);
		assert_int_equal(runner.runner.run(runner.runner.context, (const struct hr_sequence *const *)sequences,
						   COUNT, NULL, note, &told, &built->error),
				 0);
		assert_int_equal(told.count, COUNT);
		for (size_t i = 0; i < COUNT; i++)
			assert_int_equal(told.statuses[i], i == 1   ? HR_OUTCOME_NORMAL
							   : i == 4 ? HR_OUTCOME_FAULT
								    : HR_OUTCOME_NOT_RUN);
		assert_int_equal(told.value, 7);
		assert_string_equal(told.function, "at");
		assert_int_equal(told.line, 3);
	}
	assert_int_equal(runner.runs, 4);
	/* after its time nothing is run, and that is told of each */
	memset(&told, 0, sizeof told);
	assert_false(runner.was_cut);
	runner.deadline = hr_clock_seconds();
	assert_int_equal(runner.runner.run(runner.runner.context, (const struct hr_sequence *const *)sequences, COUNT,
					   NULL, note, &told, &built->error),
			 0);
	assert_true(runner.was_cut);
	assert_int_equal(told.count, COUNT);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(told.statuses[i], HR_OUTCOME_NOT_RUN);
	assert_int_equal(runner.runs, 4);
	hr_app_runner_release(&runner);
	for (size_t i = 0; i < COUNT; i++)
		hr_sequence_free(sequences[i]);
	hr_workers_stop(unit.workers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_runner__tells_everything_in_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
