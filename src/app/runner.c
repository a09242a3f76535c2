/* Sequences → programs → outcomes, for everybody who runs a handful of sequences and wants to know all about them.
 *
 * Invariants: every sequence is told once, in order, also one that cannot be encoded (HR_OUTCOME_NOT_RUN). Programs live until the next run,
 * because whoever keeps an outcome that long reads values through them. */
#include "app/runner.h"

#include "base/clock.h"

#include <string.h>

struct telling {
	struct hr_app_runner *runner;
	HR_VEC(size_t) places; /* by program: the sequence's index */
	size_t next;           /* sequence to be told */
	size_t count;
	hr_outcome_fn *tell;
	void *context;
};

/* Tells of all sequences before `end` that they could not be run. */
static void tell_not_run(struct telling *telling, size_t end)
{
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	for (; telling->next < end; telling->next++) {
		telling->tell(telling->context, telling->next, &outcome);
		hr_outcome_clear(&outcome);
	}
	hr_outcome_release(&outcome);
}

static void tell(void *context, size_t index, struct hr_outcome *outcome)
{
	struct telling *telling = context;
	struct hr_app_runner *runner = telling->runner;
	struct hr_error error = HR_ERROR_INIT;
	tell_not_run(telling, telling->places.data[index]);
	runner->runs++;
	runner->calls += outcome->calls.count;
	/* an outcome without lines is better than none */
	if (outcome->status != HR_OUTCOME_NORMAL || outcome->notes.count)
		(void)hr_symbols_apply(runner->symbols, outcome, &error);
	hr_error_release(&error);
	telling->tell(telling->context, telling->next++, outcome);
}

static void forget_programs(struct hr_app_runner *runner)
{
	for (size_t i = 0; i < runner->programs.count; i++)
		hr_program_free(runner->programs.data[i]);
	hr_vec_clear(&runner->programs);
}

static int run(void *context, const struct hr_sequence *const *sequences, size_t count,
	       const struct hr_run_wants *wants, hr_outcome_fn *tell_caller, void *tell_context, struct hr_error *error)
{
	struct hr_app_runner *runner = context;
	struct telling telling = { .runner = runner, .count = count, .tell = tell_caller, .context = tell_context };
	static const struct hr_run_wants nothing;
	forget_programs(runner);
	if (runner->deadline > 0 && hr_clock_seconds() >= runner->deadline) {
		runner->was_cut = true;
		tell_not_run(&telling, count);
		return 0;
	}
	for (size_t i = 0; i < count; i++) {
		struct hr_program *program = NULL;
		struct hr_error reason = HR_ERROR_INIT;
		if (!hr_program_new(&program, sequences[i], &runner->unit->callables, wants ? wants : &nothing,
				    &reason)) {
			hr_vec_push(&runner->programs, program);
			hr_vec_push(&telling.places, i);
		}
		hr_error_release(&reason);
	}
	int status = hr_workers_run(runner->unit->workers, runner->programs.data, runner->programs.count, tell,
				    &telling, error);
	if (!status)
		tell_not_run(&telling, count);
	hr_vec_release(&telling.places);
	return status;
}

void hr_app_runner_init(struct hr_app_runner *runner, const struct hr_app_unit *unit)
{
	memset(runner, 0, sizeof *runner);
	runner->unit = unit;
	runner->symbols = hr_symbols_new(unit->built.object);
	runner->runner = (struct hr_runner){ run, runner };
}

void hr_app_runner_release(struct hr_app_runner *runner)
{
	forget_programs(runner);
	hr_vec_release(&runner->programs);
	hr_symbols_free(runner->symbols);
	runner->symbols = NULL;
}
