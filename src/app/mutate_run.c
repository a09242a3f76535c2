/* `harrier mutate`: what tests notice.
 *
 * Tests of a program that takes their names as arguments run without starting it anew: it is started once for some hundred mutants, and
 * forks for each mutant and test, as many at a time as there are cores (build/mutants.h). Commands are started each time.
 *
 * Invariant: a mutant is run only with tests that reach it and in which it makes a difference where it is, until one fails. */
#include "app/mutate_internal.h"

#include "app/arguments.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "build/mutants.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	LEAST_CPU_MS = 3, /* of a test with a mutant: however quick it is without */
	LEAST_COMMAND_CPU_MS = 1000,
	LEAST_WALL_MS = 3000,
	SLOWER = 5,           /* a mutant may take so much longer than none */
	SLOWER_THAN_MOST = 1, /* and than none in code that is not optimised, which is slow with noting as well */
	SLOWER_COMMAND = 20,  /* the same of a command, of which one run was timed by the clock */
	CHUNK = 256,          /* mutants for one start of a program */
};

static void kill_by(struct hr_mutation *mutation, size_t mutant, size_t test, bool is_hung)
{
	struct hr_mutate_result *result = &mutation->results.data[mutant];
	result->state = HR_MUTATE_KILLED;
	result->killer = test;
	result->is_hung = is_hung;
	mutation->tests.data[test].killed++;
}

static long cpu_limit(const struct hr_mutate_test *test)
{
	long least = test->program ? LEAST_CPU_MS : LEAST_COMMAND_CPU_MS;
	long limit = (long)(test->seconds * 1000 * (test->program ? SLOWER : SLOWER_COMMAND));
	long slow = (long)(test->most_seconds * 1000 * SLOWER_THAN_MOST);
	limit = limit > slow ? limit : slow;
	return limit > least ? limit : least;
}

/* Mutants that are run with the tests of one program. */
struct chunk {
	const char *program;
	const size_t *mutants;
	size_t count;
	bool *is_done; /* of each: it is known what came of it */
};

/* One job: a mutant with the tests of the program that reach it. `tests` gets which they are. */
struct job {
	size_t mutant;
	size_t index; /* in the chunk */
	HR_VEC(unsigned) tests;
};

typedef HR_VEC(struct job) hr_jobs_list;

/* What has killed most so far is tried first. */
static void most_deadly_first(const struct hr_mutation *mutation, unsigned *tests, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		unsigned test = tests[i];
		size_t at = i;
		for (; at && mutation->tests.data[tests[at - 1]].killed < mutation->tests.data[test].killed; at--)
			tests[at] = tests[at - 1];
		tests[at] = test;
	}
}

/* Appends the job of a mutant; without any test there is none. */
static void list_job(struct hr_strbuf *out, hr_jobs_list *list, struct hr_mutation *mutation, const struct chunk *chunk,
		     size_t index)
{
	size_t mutant = chunk->mutants[index];
	const struct hr_mutate_result *result = &mutation->results.data[mutant];
	struct job job = { .mutant = mutant, .index = index };
	long most = 0;
	for (size_t i = 0; i < result->moved.count; i++) {
		const struct hr_mutate_test *test = &mutation->tests.data[result->moved.data[i]];
		if (test->program != chunk->program)
			continue;
		hr_vec_push(&job.tests, result->moved.data[i]);
		most = cpu_limit(test) > most ? cpu_limit(test) : most;
	}
	if (!job.tests.count)
		return;
	most_deadly_first(mutation, job.tests.data, job.tests.count);
	long wall = 10 * most > LEAST_WALL_MS ? 10 * most : LEAST_WALL_MS;
	long told = most;
	hr_strbuf_addf(out, "%016" PRIx64 " %ld %ld 0", mutation->mutants.list.data[mutant].id, most, wall);
	for (size_t i = 0; i < job.tests.count; i++) {
		const struct hr_mutate_test *test = &mutation->tests.data[job.tests.data[i]];
		if (cpu_limit(test) != told)
			hr_strbuf_addf(out, " =%ld", told = cpu_limit(test));
		hr_strbuf_addf(out, " %s", test->name);
	}
	hr_strbuf_addch(out, '\n');
	hr_vec_push(list, job);
}

static const struct job *find_job(const struct hr_mutation *mutation, const hr_jobs_list *list, uint64_t id,
				  size_t *hint)
{
	for (size_t i = 0; i < list->count; i++) {
		size_t at = (*hint + i) % list->count;
		if (mutation->mutants.list.data[list->data[at].mutant].id == id)
			return &list->data[*hint = at];
	}
	return NULL;
}

/* Takes in the results, in whatever order they came; returns how many jobs are done. */
static size_t take_results(struct hr_mutation *mutation, const struct chunk *chunk, const hr_jobs_list *list,
			   const hr_mutate_lines *lines)
{
	size_t hint = 0, done = 0;
	for (size_t i = 0; i < lines->count; i++) {
		const struct hr_mutate_line *line = &lines->data[i];
		const struct job *job = find_job(mutation, list, line->id, &hint);
		if (!job || line->number >= job->tests.count || chunk->is_done[job->index])
			continue;
		unsigned test = job->tests.data[line->number];
		double limit = (double)cpu_limit(&mutation->tests.data[test]);
		mutation->runs_made++;
		if (line->status)
			kill_by(mutation, job->mutant, test,
				line->status == SIGKILL || (double)line->micros / 1000 >= limit);
		if (line->status || line->number + 1 == job->tests.count) {
			chunk->is_done[job->index] = true;
			done++;
		}
	}
	return done;
}

static bool is_over(const struct hr_mutation *mutation)
{
	return mutation->end > 0 && hr_clock_seconds() >= mutation->end;
}

/* There is no time left: also of those that no test reaches, or that another program killed, so that what was run stands for all. */
static void leave_out(struct hr_mutation *mutation, const size_t *mutants, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mutation->results.data[mutants[i]].state = HR_MUTATE_NOT_RUN;
}

/* A start of the program ended before it was through: what is to become of the first job that is not done? */
static void judge_end(bool *goes_on, struct hr_mutation *mutation, const struct chunk *chunk, const struct job *job,
		      bool is_cut, bool is_alone)
{
	if (is_cut && is_over(mutation)) {
		leave_out(mutation, chunk->mutants + job->index, chunk->count - job->index);
		return;
	}
	*goes_on = true;
	if (!is_alone) /* those before took long; or which of them it was is seen when they run one by one */
		return;
	/* it brought all down, or takes for ever: no test would be content with that */
	kill_by(mutation, job->mutant, job->tests.data[0], true);
	chunk->is_done[job->index] = true;
}

/* Starts the program once, for all that is not done. */
static int run_once(bool *goes_on, struct hr_mutation *mutation, const struct chunk *chunk, unsigned lanes,
		    struct hr_error *error)
{
	struct hr_strbuf jobs = HR_STRBUF_INIT;
	hr_jobs_list list = HR_VEC_INIT;
	hr_mutate_lines lines = HR_VEC_INIT;
	char *private = NULL;
	bool is_cut = false;
	int status = 0;
	*goes_on = false;
	for (size_t i = 0; i < chunk->count; i++)
		if (!chunk->is_done[i] && mutation->results.data[chunk->mutants[i]].state == HR_MUTATE_SURVIVED)
			list_job(&jobs, &list, mutation, chunk, i);
	if (list.count) {
		status = hr_mutation_run_jobs(&lines, &is_cut, mutation, chunk->program, &jobs, lanes, &private, error);
		size_t done = take_results(mutation, chunk, &list, &lines);
		size_t first = 0;
		while (first < list.count && chunk->is_done[list.data[first].index])
			first++;
		if (first < list.count && !status)
			judge_end(goes_on, mutation, chunk, &list.data[first], is_cut,
				  lanes == 1 && (!is_cut || !done));
		hr_directory_remove(private);
	}
	for (size_t i = 0; i < list.count; i++)
		hr_vec_release(&list.data[i].tests);
	free(private);
	hr_vec_release(&list);
	hr_vec_release(&lines);
	hr_strbuf_release(&jobs);
	return status;
}

/* These mutants with the tests of one program: several at a time, and one by one what did not get to its end that way. */
static int run_chunk(struct hr_mutation *mutation, const size_t *mutants, size_t count, const char *program,
		     struct hr_error *error)
{
	struct chunk chunk = { program, mutants, count, hr_calloc(count, sizeof *chunk.is_done) };
	unsigned lanes = mutation->lanes ? mutation->lanes : 1;
	int status = 0;
	for (bool goes_on = true; goes_on && !status; lanes = 1)
		status = run_once(&goes_on, mutation, &chunk, lanes, error);
	free(chunk.is_done);
	return status;
}

/* A mutant with the commands that reach it. */
static int run_commands(struct hr_mutation *mutation, size_t mutant, struct hr_error *error)
{
	struct hr_mutate_result *result = &mutation->results.data[mutant];
	int status = 0;
	for (size_t i = 0; i < result->moved.count && !status && result->state == HR_MUTATE_SURVIVED; i++) {
		const struct hr_mutate_test *test = &mutation->tests.data[result->moved.data[i]];
		if (test->program)
			continue;
		char id[64], cpu[64];
		const char *environment[] = { id, cpu, NULL };
		bool passed, is_hung;
		snprintf(id, sizeof id, HR_MUTANT_VARIABLE "=%016" PRIx64, mutation->mutants.list.data[mutant].id);
		snprintf(cpu, sizeof cpu, HR_MUTANT_CPU_VARIABLE "=%ld", cpu_limit(test));
		unsigned seconds = (unsigned)(10 + test->seconds * SLOWER_COMMAND);
		status = hr_mutation_run_command(&passed, &is_hung, NULL, mutation, test->name, environment, seconds,
						 error);
		mutation->runs_made++;
		if (!status && !passed)
			kill_by(mutation, mutant, result->moved.data[i], is_hung);
	}
	return status;
}

/* In the order of chance: whatever time there is, what was run stands for all. */
static void shuffle(size_t *order, size_t count, uint64_t seed)
{
	struct hr_random random;
	hr_random_seed(&random, seed);
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	for (size_t i = count; i > 1; i--) {
		size_t other = hr_random_below(&random, i);
		size_t kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
}

static void show_progress(size_t done, size_t count, size_t killed)
{
	if (isatty(STDERR_FILENO) != 1)
		return;
	fprintf(stderr, "\r\033[Kmutants %zu/%zu, %zu killed", done, count, killed);
	fflush(stderr);
}

static size_t count_killed(const struct hr_mutation *mutation)
{
	size_t killed = 0;
	for (size_t i = 0; i < mutation->results.count; i++)
		killed += mutation->results.data[i].state == HR_MUTATE_KILLED;
	return killed;
}

static int run_some(struct hr_mutation *mutation, const size_t *mutants, size_t count, struct hr_error *error)
{
	const char *program = NULL;
	int status = 0;
	for (size_t i = 0; i < mutation->tests.count && !status; i++)
		if (mutation->tests.data[i].program && mutation->tests.data[i].program != program) {
			program = mutation->tests.data[i].program;
			status = run_chunk(mutation, mutants, count, program, error);
		}
	for (size_t i = 0; i < count && !status; i++)
		status = run_commands(mutation, mutants[i], error);
	return status;
}

int hr_mutation_run(struct hr_mutation *mutation, struct hr_error *error)
{
	size_t all = mutation->results.count;
	size_t *order = hr_arena_alloc(&mutation->arena, all * sizeof *order);
	size_t count = mutation->most && (size_t)mutation->most < all ? (size_t)mutation->most : all;
	bool by_command = mutation->runs.count > 0;
	double began = hr_clock_seconds();
	size_t done = 0;
	int status = 0;
	mutation->end = mutation->budget > 0 ? began + mutation->budget : 0;
	shuffle(order, all, (uint64_t)mutation->seed);
	for (size_t i = 0; i < all; i++)
		mutation->results.data[order[i]].state = HR_MUTATE_NOT_RUN;
	while (done < count && !status && !is_over(mutation)) {
		size_t some = count - done < (by_command ? 1 : CHUNK) ? count - done : by_command ? 1 : CHUNK;
		for (size_t i = 0; i < some; i++) {
			struct hr_mutate_result *result = &mutation->results.data[order[done + i]];
			result->state = result->tests.count ? HR_MUTATE_SURVIVED : HR_MUTATE_UNREACHED;
		}
		status = run_some(mutation, order + done, some, error);
		done += some;
		show_progress(done, count, count_killed(mutation));
	}
	hr_progress_clear();
	mutation->running = hr_clock_seconds() - began;
	return status;
}
