/* `harrier mutate`: what tests notice.
 *
 * Tests of a program that takes their names as arguments run without starting it anew: it is started once for some hundred mutants, and
 * forks for each mutant and test (build/mutants.h). Commands are started each time.
 *
 * Invariant: a mutant is run only with tests that reach it, until one fails. */
#include "app/mutate_internal.h"

#include "app/arguments.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/random.h"
#include "build/mutants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	LEAST_CPU_MS = 100, /* of a test with a mutant: however quick it is without */
	LEAST_COMMAND_CPU_MS = 1000,
	LEAST_WALL_MS = 3000,
	SLOWER = 20, /* a mutant may take so much longer than none */
	CHUNK = 256, /* mutants for one start of a program */
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
	long limit = (long)(test->seconds * 1000 * SLOWER);
	return limit > least ? limit : least;
}

/* One job: a mutant with the tests of a program that reach it. `tests` gets which they are. */
struct job {
	size_t mutant;
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

static void list_job(struct hr_strbuf *out, hr_jobs_list *list, struct hr_mutation *mutation, size_t mutant,
		     const char *program)
{
	const struct hr_mutate_result *result = &mutation->results.data[mutant];
	struct job job = { mutant, HR_VEC_INIT };
	long cpu = 0;
	for (size_t i = 0; i < result->tests.count; i++) {
		const struct hr_mutate_test *test = &mutation->tests.data[result->tests.data[i]];
		if (test->program != program)
			continue;
		hr_vec_push(&job.tests, result->tests.data[i]);
		cpu = cpu_limit(test) > cpu ? cpu_limit(test) : cpu;
	}
	if (!job.tests.count)
		return;
	most_deadly_first(mutation, job.tests.data, job.tests.count);
	long wall = 10 * cpu > LEAST_WALL_MS ? 10 * cpu : LEAST_WALL_MS;
	hr_strbuf_addf(out, "%016" PRIx64 " %ld %ld 0", mutation->mutants.list.data[mutant].id, cpu, wall);
	for (size_t i = 0; i < job.tests.count; i++)
		hr_strbuf_addf(out, " %s", mutation->tests.data[job.tests.data[i]].name);
	hr_strbuf_addch(out, '\n');
	hr_vec_push(list, job);
}

/* Takes in the results; returns how many jobs are done. */
static size_t take_results(struct hr_mutation *mutation, const hr_jobs_list *list, const hr_mutate_lines *lines)
{
	size_t at = 0, done = 0;
	for (size_t i = 0; i < lines->count && at < list->count; i++) {
		const struct hr_mutate_line *line = &lines->data[i];
		while (at < list->count && mutation->mutants.list.data[list->data[at].mutant].id != line->id)
			at++;
		if (at == list->count || line->number >= list->data[at].tests.count)
			break;
		const struct job *job = &list->data[at];
		unsigned test = job->tests.data[line->number];
		mutation->runs_made++;
		done = at + (line->status || line->number + 1 == job->tests.count);
		if (line->status)
			kill_by(mutation, job->mutant, test,
				(double)line->micros / 1000 >= (double)cpu_limit(&mutation->tests.data[test]));
	}
	return done;
}

static bool is_over(const struct hr_mutation *mutation)
{
	return mutation->end > 0 && hr_clock_seconds() >= mutation->end;
}

/* A start of the program ended before this job did: returns which mutant to go on with, by index. */
static size_t go_on(struct hr_mutation *mutation, const struct job *job, size_t index, bool is_cut, bool is_first)
{
	if (is_cut && !is_first) /* those before took long */
		return index;
	/* it brought all down, or takes for ever: no test would be content with that */
	kill_by(mutation, job->mutant, job->tests.data[0], true);
	return index + 1;
}

/* There is no time left: also of those that no test reaches, or that another program killed, so that what was run stands for all. */
static void leave_out(struct hr_mutation *mutation, const size_t *mutants, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mutation->results.data[mutants[i]].state = HR_MUTATE_NOT_RUN;
}

/* These mutants with the tests of one program. */
static int run_chunk(struct hr_mutation *mutation, const size_t *mutants, size_t count, const char *program,
		     struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < count && !status;) {
		struct hr_strbuf jobs = HR_STRBUF_INIT;
		hr_jobs_list list = HR_VEC_INIT;
		hr_mutate_lines lines = HR_VEC_INIT;
		char *private = NULL;
		for (size_t i = first; i < count; i++)
			if (mutation->results.data[mutants[i]].state == HR_MUTATE_SURVIVED)
				list_job(&jobs, &list, mutation, mutants[i], program);
		size_t done = 0;
		bool is_cut = false;
		if (list.count) {
			status = hr_mutation_run_jobs(&lines, &is_cut, mutation, program, &jobs, &private, error);
			done = take_results(mutation, &list, &lines);
			hr_directory_remove(private);
		}
		first = count;
		if (done < list.count && !status) {
			size_t index = 0;
			while (mutants[index] != list.data[done].mutant)
				index++;
			if (is_cut && is_over(mutation))
				leave_out(mutation, mutants + index, count - index);
			else
				first = go_on(mutation, &list.data[done], index, is_cut, done == 0);
		}
		for (size_t i = 0; i < list.count; i++)
			hr_vec_release(&list.data[i].tests);
		free(private);
		hr_vec_release(&list);
		hr_vec_release(&lines);
		hr_strbuf_release(&jobs);
	}
	return status;
}

/* A mutant with the commands that reach it. */
static int run_commands(struct hr_mutation *mutation, size_t mutant, struct hr_error *error)
{
	struct hr_mutate_result *result = &mutation->results.data[mutant];
	int status = 0;
	for (size_t i = 0; i < result->tests.count && !status && result->state == HR_MUTATE_SURVIVED; i++) {
		const struct hr_mutate_test *test = &mutation->tests.data[result->tests.data[i]];
		if (test->program)
			continue;
		char id[64], cpu[64];
		const char *environment[] = { id, cpu, NULL };
		bool passed, is_hung;
		snprintf(id, sizeof id, HR_MUTANT_VARIABLE "=%016" PRIx64, mutation->mutants.list.data[mutant].id);
		snprintf(cpu, sizeof cpu, HR_MUTANT_CPU_VARIABLE "=%ld", cpu_limit(test));
		unsigned seconds = (unsigned)(10 + test->seconds * SLOWER);
		status = hr_mutation_run_command(&passed, &is_hung, NULL, mutation, test->name, environment, seconds,
						 error);
		mutation->runs_made++;
		if (!status && !passed)
			kill_by(mutation, mutant, result->tests.data[i], is_hung);
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
