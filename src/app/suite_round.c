/* All tests of a suite once: programs run side by side, what fails is run alone, and what came of it is told in the order of the tests.
 *
 * Invariant: what comes of a test does not depend on how many programs run at a time, nor on which of them ends first. */
#include "app/suite_round_internal.h"

#include "app/allowance.h"
#include "app/gen_suite.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "suite/areas.h"

#include <stdlib.h>
#include <string.h>

/* Programs are started for a number of tests: few enough to keep all processors busy, but a start costs something, too. */
enum { TESTS_PER_SECOND = 10, FEWEST_OF_A_START = 16, STARTS_PER_PROCESSOR = 2, ENOUGH_ASKED = 2 };

enum hr_tap hr_tap_tells(const char *output, const char *name)
{
	size_t length = strlen(name);
	for (const char *line = output; *line;) {
		size_t size = strcspn(line, "\n");
		if (size > length + 3 && memcmp(line + size - length, name, length) == 0 &&
		    memcmp(line + size - length - 3, " - ", 3) == 0) {
			if (strncmp(line, "ok ", 3) == 0)
				return HR_TAP_PASSED;
			if (strncmp(line, "not ok ", 7) == 0)
				return HR_TAP_FAILED;
		}
		line += size + (line[size] == '\n');
	}
	return HR_TAP_NOTHING;
}

void hr_tap_take(enum hr_tap *told, const char *output, const char *const *names, size_t count, bool is_ended)
{
	for (size_t i = 0; i < count; i++)
		told[i] = hr_tap_tells(output, names[i]);
	size_t last = count;
	while (last > 0 && told[last - 1] == HR_TAP_NOTHING)
		last--;
	if (is_ended && last && told[last - 1] == HR_TAP_FAILED)
		told[last - 1] = HR_TAP_NOTHING;
}

bool hr_round_is_over(const struct hr_running *running)
{
	return hr_allowance_is_over(running->trial->until, hr_clock_seconds());
}

static struct hr_start *add_start(hr_starts *starts, const struct hr_running *running, size_t test)
{
	struct hr_start *start = hr_calloc(1, sizeof *start);
	start->run = running->round->run;
	start->run.program = hr_suite_program_name(running->trial->unit, running->tests[test].area);
	start->result = (struct hr_process_result)HR_PROCESS_RESULT_INIT;
	start->error = (struct hr_error)HR_ERROR_INIT;
	hr_vec_push(starts, start);
	return start;
}

static void add_test(struct hr_start *start, const struct hr_running *running, size_t test)
{
	hr_vec_push(&start->tests, test);
	hr_vec_push(&start->names, running->tests[test].name);
}

static void run_one(void *context, size_t index)
{
	struct hr_start *start = ((hr_starts *)context)->data[index];
	start->status = hr_suite_trial_run(&start->result, &start->trial, &start->run, &start->error);
}

int hr_starts_run(hr_starts *starts, struct hr_running *running, struct hr_error *error)
{
	struct hr_suite_trial *trial = running->trial;
	int status = 0;
	for (size_t i = 0; i < starts->count; i++) {
		struct hr_start *start = starts->data[i];
		start->trial = *trial;
		start->trial.is_late = false;
		start->trial.number = trial->number++;
		hr_vec_push(&start->names, NULL);
		start->run.names = start->names.data;
	}
	hr_parallel(starts->count, 0, run_one, starts);
	for (size_t i = 0; i < starts->count; i++) {
		struct hr_start *start = starts->data[i];
		trial->is_late = trial->is_late || start->trial.is_late;
		if (start->status && !status) {
			status = start->status;
			*error = start->error;
			start->error = (struct hr_error)HR_ERROR_INIT;
		}
	}
	return status;
}

void hr_starts_release(hr_starts *starts)
{
	for (size_t i = 0; i < starts->count; i++) {
		struct hr_start *start = starts->data[i];
		free((char *)(uintptr_t)start->run.program);
		hr_vec_release(&start->tests);
		hr_vec_release(&start->names);
		hr_process_result_release(&start->result);
		hr_error_release(&start->error);
		free(start);
	}
	hr_vec_release(starts);
}

/* ---- together ---- */

/* The tests of one area that have passed so far, in the order of the round. */
static void add_area(hr_starts *starts, const struct hr_running *running, size_t first, size_t end, size_t most)
{
	HR_VEC(size_t) order = HR_VEC_INIT;
	struct hr_random random;
	struct hr_start *start = NULL;
	for (size_t i = first; i < end; i++)
		if (running->passed[i])
			hr_vec_push(&order, i);
	hr_random_seed(&random, running->round->order);
	for (size_t i = order.count; running->round->order && i > 1; i--) {
		size_t other = hr_random_below(&random, i);
		size_t test = order.data[other];
		order.data[other] = order.data[i - 1];
		order.data[i - 1] = test;
	}
	for (size_t i = 0; i < order.count; i++) {
		if (i % most == 0)
			start = add_start(starts, running, first);
		add_test(start, running, order.data[i]);
	}
	hr_vec_release(&order);
}

void hr_starts_add_areas(hr_starts *starts, const struct hr_running *running)
{
	size_t wanted = 0;
	for (size_t i = 0; i < running->count; i++)
		wanted += running->passed[i];
	size_t most = wanted / ((size_t)hr_parallel_processors() * STARTS_PER_PROCESSOR) + 1;
	if (most < FEWEST_OF_A_START)
		most = FEWEST_OF_A_START;
	for (size_t first = 0; first < running->count;) {
		size_t end = hr_tests_area_end(running->tests, running->count, first);
		add_area(starts, running, first, end, most);
		first = end;
	}
	for (size_t i = 0; i < starts->count; i++) {
		struct hr_suite_trial_run *run = &starts->data[i]->run;
		run->seconds = (run->seconds ? run->seconds : HR_SUITE_TEST_SECONDS) +
			       (unsigned)starts->data[i]->tests.count / TESTS_PER_SECOND;
	}
}

/* ---- alone ---- */

/* There is no time to ask a test that has failed what is wrong, nor one that nothing is known of. */
static void judge_late(struct hr_running *running, size_t test, enum hr_tap told)
{
	const struct hr_suite_round *round = running->round;
	running->trial->is_late = true;
	running->passed[test] = told != HR_TAP_FAILED && !round->is_first;
	if (!running->passed[test] && round->failed)
		round->failed(round->context, test, NULL, told);
}

static size_t focus_of(const struct hr_running *running, size_t test)
{
	const struct hr_test *it = &running->tests[test];
	return it->sequence->statements.data[it->focus].operation;
}

static struct hr_known_failure *find_known(const struct hr_running *running, size_t operation)
{
	for (size_t i = 0; i < running->known.count; i++)
		if (running->known.data[i].operation == operation)
			return &running->known.data[i];
	return NULL;
}

/* Keeps the result for tests that fail like this one; it is the start's no longer. */
static void note_failure(struct hr_running *running, struct hr_start *start)
{
	size_t operation = focus_of(running, start->tests.data[0]);
	struct hr_known_failure *known = find_known(running, operation);
	if (strstr(start->result.errors.data, "Assertion `") || start->result.timed_out)
		return;
	if (known) {
		known->times++;
		return;
	}
	hr_vec_push(&running->known, ((struct hr_known_failure){ operation, 1, start->result }));
	start->result = (struct hr_process_result)HR_PROCESS_RESULT_INIT;
}

void hr_round_note_seen(struct hr_running *running, size_t test)
{
	if (running->round->is_seen)
		running->round->is_seen[test] = true;
}

static void judge_alone(struct hr_running *running, struct hr_start *start, enum hr_tap told)
{
	const struct hr_suite_round *round = running->round;
	size_t test = start->tests.data[0];
	if (start->trial.is_late) { /* ended by us, before it came to its end */
		judge_late(running, test, told);
		return;
	}
	running->passed[test] = told != HR_TAP_FAILED && start->result.exit_code == 0 && !start->result.timed_out;
	if (running->passed[test])
		hr_round_note_seen(running, test);
	if (!running->passed[test] && round->failed)
		round->failed(round->context, test, &start->result, told);
	if (!running->passed[test] && round->is_slow)
		note_failure(running, start);
}

/* Fails as those before it did: it is not asked. */
static bool judge_by_others(struct hr_running *running, size_t test, enum hr_tap told)
{
	const struct hr_known_failure *known =
		told == HR_TAP_FAILED ? find_known(running, focus_of(running, test)) : NULL;
	if (!known || known->times < ENOUGH_ASKED)
		return false;
	running->passed[test] = false;
	if (running->round->failed)
		running->round->failed(running->round->context, test, &known->result, told);
	return true;
}

/* Each for itself: what it says when it fails, or whether it passes when nothing else is around. `told` has HR_TAP_PASSED for all others. */
static int run_alone(struct hr_running *running, const enum hr_tap *told, struct hr_error *error)
{
	size_t most = hr_parallel_processors();
	int status = 0;
	for (size_t at = 0; at < running->count && !status;) {
		hr_starts starts = HR_VEC_INIT;
		for (; at < running->count && starts.count < most; at++) {
			if (told[at] == HR_TAP_PASSED || judge_by_others(running, at, told[at]))
				continue;
			if (hr_round_is_over(running))
				judge_late(running, at, told[at]);
			else
				add_test(add_start(&starts, running, at), running, at);
		}
		status = hr_starts_run(&starts, running, error);
		for (size_t i = 0; i < starts.count && !status; i++) {
			size_t test = starts.data[i]->tests.data[0];
			/* as it would have been, one after the other */
			if (!judge_by_others(running, test, told[test]))
				judge_alone(running, starts.data[i], told[test]);
		}
		hr_starts_release(&starts);
	}
	return status;
}

static void take_told(enum hr_tap *told, struct hr_running *running, const struct hr_start *start)
{
	size_t count = start->tests.count;
	enum hr_tap *own = hr_calloc(count, sizeof *own);
	bool is_whole = start->result.exit_code == 0 && !start->result.timed_out;
	if (!is_whole)
		hr_tap_take(own, start->result.output.data, start->names.data, count, start->result.timed_out);
	for (size_t i = 0; i < count; i++) {
		size_t test = start->tests.data[i];
		told[test] = is_whole ? HR_TAP_PASSED : own[i];
		if (told[test] == HR_TAP_PASSED)
			hr_round_note_seen(running, test);
	}
	free(own);
}

/* In processes of their own, those that passed so far. */
static int run_apart(enum hr_tap *told, struct hr_running *running, struct hr_error *error)
{
	hr_starts starts = HR_VEC_INIT;
	hr_starts_add_areas(&starts, running);
	int status = hr_starts_run(&starts, running, error);
	for (size_t i = 0; i < starts.count && !status; i++)
		take_told(told, running, starts.data[i]);
	hr_starts_release(&starts);
	return status;
}

/* First all in one process, then what nothing could be said of. */
static int run_quickly(enum hr_tap *told, struct hr_running *running, struct hr_error *error)
{
	struct hr_running rest = *running;
	bool *apart = hr_calloc(running->count, sizeof *apart);
	int status = hr_round_run_together(told, apart, running, error);
	rest.passed = apart;
	if (!status)
		status = run_apart(told, &rest, error);
	free(apart);
	return status;
}

int hr_suite_trial_run_all(bool *passed, struct hr_suite_trial *trial, const struct hr_test *tests, size_t count,
			   const struct hr_suite_round *round, struct hr_error *error)
{
	struct hr_running running = { trial, tests, count, round, passed, HR_VEC_INIT };
	enum hr_tap *told = hr_calloc(count + 1, sizeof *told);
	for (size_t i = 0; i < count; i++)
		told[i] = HR_TAP_PASSED;
	int status = (round->is_together ? run_quickly : run_apart)(told, &running, error);
	if (!status)
		status = run_alone(&running, told, error);
	for (size_t i = 0; i < running.known.count; i++)
		hr_process_result_release(&running.known.data[i].result);
	hr_vec_release(&running.known);
	free(told);
	return status;
}
