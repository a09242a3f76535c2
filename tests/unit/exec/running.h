/* A unit made of text with its roles, workers for it, and a runner over them. Include after cmocka.h. */
#ifndef HR_TESTS_EXEC_RUNNING_H
#define HR_TESTS_EXEC_RUNNING_H

#include "../build/building.h"
#include "exec/exec.h"
#include "roles/roles.h"
#include "seq/runner.h"
#include "seq/text.h"

struct running {
	struct unit *unit;
	struct hr_workers *workers;
	struct hr_runner runner;
	size_t runs; /* sequences run so far */
};

static inline int run_in_workers(void *context, const struct hr_sequence *const *sequences, size_t count,
				 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
				 struct hr_error *error)
{
	struct running *running = context;
	struct hr_program **programs = calloc(count + 1, sizeof *programs);
	int status = programs ? 0 : -1;

	for (size_t i = 0; i < count && !status; i++)
		status = hr_program_new(&programs[i], sequences[i], &running->unit->callables, wants, error);
	if (!status)
		status = hr_workers_run(running->workers, programs, count, tell, tell_context, error);
	for (size_t i = 0; programs && i < count; i++)
		hr_program_free(programs[i]);
	free(programs);
	running->runs += count;
	return status;
}

/* Builds "unit.h" and "unit.c", infers roles, starts one worker. */
static inline void start_running(struct running *running, void **state, const char *header, const char *source)
{
	struct hr_workers_options options = { .count = 1 };

	running->unit = *state;
	running->workers = NULL;
	running->runs = 0;
	running->runner = (struct hr_runner){ run_in_workers, running };
	build_fine(running->unit, header, source, "");
	hr_roles_infer(running->unit->model);
	options.unit = running->unit->built.object;
	if (hr_workers_start(&running->workers, &options, &running->unit->error))
		fail_msg("%s", running->unit->error.message.data);
}

static inline void stop_running(struct running *running)
{
	hr_workers_stop(running->workers);
}

static inline struct hr_sequence *sequence_of(const struct running *running, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequence = NULL;

	if (hr_sequence_read(&sequence, running->unit->model, text, strlen(text), "t", &error) < 0)
		fail_msg("%s\n%s", error.message.data, error.details.data);
	return sequence;
}

#endif
