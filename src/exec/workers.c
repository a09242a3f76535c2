/* The pool as a whole: started, stopped, asked about. */
#include "base/file.h"
#include "base/memory.h"
#include "exec/pool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	DEFAULT_CPU_MS = 1000,
	DEFAULT_RECYCLE = 1000000,
	DEFAULT_BATCH = 512, /* what fits a cache with its results */
	DEFAULT_HANG_FACTOR = 20,
	DEFAULT_HANG_CONFIRMATIONS = 3,
	DEFAULT_DEATH_CONFIRMATIONS = 10000,
	DEFAULT_ANSWER_MS = 20000,
	DEFAULT_MEMORY_MB = 2048,
};

char *hr_workers_program(void)
{
	static const char *const places[] = { "harrier-worker", "../libexec/harrier/harrier-worker",
					      "../harrier-worker", "../../harrier-worker" };
	char *self = hr_path_real("/proc/self/exe");
	char *directory = self ? hr_path_parent(self) : NULL;
	char *found = NULL;
	for (size_t i = 0; directory && !found && i < sizeof places / sizeof *places; i++) {
		char *path = hr_path_join(directory, places[i]);
		if (access(path, X_OK) == 0)
			found = path;
		else
			free(path);
	}
	free(directory);
	free(self);
	return found;
}

static int open_all(struct hr_workers *workers, struct hr_error *error)
{
	for (unsigned i = 0; i <= workers->count; i++) {
		if (hr_worker_open(&workers->workers[i], i, workers->cpu_ms, workers->memory_mb, error))
			return -1;
		if (i < workers->count && hr_supply(workers, &workers->workers[i], error))
			return -1;
	}
	return 0;
}

static unsigned or_default(unsigned number, unsigned otherwise)
{
	return number ? number : otherwise;
}

static struct hr_workers *make_pool(const struct hr_workers_options *options)
{
	struct hr_workers *workers = hr_calloc(1, sizeof *workers);
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	workers->zygote.socket = -1;
	workers->zygote.answer_ms = (int)or_default(options->answer_ms, DEFAULT_ANSWER_MS);
	workers->program = options->program ? hr_strdup(options->program) : hr_workers_program();
	workers->unit = hr_strdup(options->unit);
	workers->count = or_default(options->count, cores > 0 ? (unsigned)cores : 1);
	workers->cpu_ms = or_default(options->cpu_ms, DEFAULT_CPU_MS);
	workers->work = options->work;
	workers->recycle = or_default(options->recycle, DEFAULT_RECYCLE);
	workers->batch = or_default(options->batch, DEFAULT_BATCH);
	workers->hang_factor = or_default(options->hang_factor, DEFAULT_HANG_FACTOR);
	workers->hang_confirmations = or_default(options->hang_confirmations, DEFAULT_HANG_CONFIRMATIONS);
	workers->death_confirmations = or_default(options->death_confirmations, DEFAULT_DEATH_CONFIRMATIONS);
	workers->confirm_all = options->confirm_all;
	workers->memory_mb = or_default(options->memory_mb, DEFAULT_MEMORY_MB);
	workers->without = options->without;
	if (workers->count >= HR_WIRE_MOST_SLOTS)
		workers->count = HR_WIRE_MOST_SLOTS - 1;
	workers->workers = hr_calloc((size_t)workers->count + 1, sizeof *workers->workers);
	workers->lanes = hr_calloc((size_t)workers->count + 1, sizeof *workers->lanes);
	workers->options = *options;
	workers->run.workers = workers;
	hr_outcome_init(&workers->run.outcome);
	for (unsigned i = 0; i <= workers->count; i++) {
		struct hr_worker *worker = &workers->workers[i];
		worker->memory = worker->go = worker->done = worker->process = -1;
	}
	return workers;
}

int hr_workers_start(struct hr_workers **out, const struct hr_workers_options *options, struct hr_error *error)
{
	struct hr_workers *workers = make_pool(options);
	int status = 0;
	if (!workers->program)
		status = hr_fail(error, HR_ERROR_INTERNAL,
				 "the program 'harrier-worker' is not installed beside harrier");
	if (!status)
		status = hr_zygote_start(&workers->zygote, workers->program, workers->unit, workers->without, error);
	if (!status)
		status = open_all(workers, error);
	if (status)
		hr_workers_stop(workers);
	else
		*out = workers;
	return status;
}

void hr_workers_stop(struct hr_workers *workers)
{
	if (!workers)
		return;
	hr_workers_stop(workers->aside);
	hr_workers_abandon(workers);
	for (unsigned i = 0; i <= workers->count; i++)
		hr_worker_close(&workers->workers[i]);
	hr_zygote_stop(&workers->zygote);
	hr_vec_release(&workers->run.programs);
	hr_vec_release(&workers->run.slices);
	hr_outcome_release(&workers->run.outcome);
	free(workers->workers);
	free(workers->lanes);
	free(workers->program);
	free(workers->unit);
	free(workers);
}

unsigned hr_workers_fence(const struct hr_workers *workers)
{
	return workers->zygote.layers;
}

uint32_t hr_workers_edge_count(const struct hr_workers *workers)
{
	return workers->zygote.edge_count;
}

struct hr_workers_counts hr_workers_counts(const struct hr_workers *workers)
{
	struct hr_workers_counts counts = workers->counts;
	if (workers->aside) {
		counts.workers += workers->aside->counts.workers;
		counts.zygotes += workers->aside->counts.zygotes;
		counts.hangs_confirmed += workers->aside->counts.hangs_confirmed;
		counts.slow += workers->aside->counts.slow;
		counts.deaths_confirmed += workers->aside->counts.deaths_confirmed;
		counts.deaths_made_good += workers->aside->counts.deaths_made_good;
	}
	return counts;
}

/* ---- runs that are done with at once ---- */

/* Their own workers, when others are at something that was begun. */
static int start_aside(struct hr_workers *workers, struct hr_error *error)
{
	struct hr_workers_options options = workers->options;
	options.program = workers->program;
	options.unit = workers->unit;
	return workers->aside ? 0 : hr_workers_start(&workers->aside, &options, error);
}

int hr_workers_run(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		   void *context, struct hr_error *error)
{
	if (!workers->is_begun) {
		int status = hr_pipeline_begin(workers, programs, count, 0, tell, context, error);
		return status ? status : hr_workers_finish(workers, error);
	}
	if (start_aside(workers, error))
		return -1;
	return hr_workers_run(workers->aside, programs, count, tell, context, error);
}
