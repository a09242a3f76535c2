/* The pool: programs go out in batches, outcomes come back in the order of the programs.
 *
 * Invariants: the cursor is the next program whose outcome is told; the stretches (dispatch.c) and what is not handed out yet cover everything
 * from there on. A worker that dies takes one program with it (the one it was running), which confirm.c looks into; the rest of
 * its stretches is run by its successor. Every batch that a worker began brings the cursor on, so a run ends. */
#include "base/file.h"
#include "base/interrupt.h"
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
	for (unsigned i = 0; i <= workers->count; i++)
		hr_worker_close(&workers->workers[i]);
	hr_zygote_stop(&workers->zygote);
	hr_workers_abandon(workers);
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
	return workers->counts;
}

/* ---- telling ---- */

/* What was read of the results in a channel. */
struct reading {
	size_t told;
	size_t used;     /* bytes of results */
	bool is_garbled; /* what follows cannot be found any more: it is run again */
	bool is_suspect; /* the worker ends after the last of them */
};

static int tell_one(struct hr_run *run, struct hr_outcome *outcome, bool is_doubtful, struct hr_error *error)
{
	if (outcome->status == HR_OUTCOME_HANG || outcome->status == HR_OUTCOME_DIED || is_doubtful) {
		if (hr_confirm(run, run->cursor, outcome, is_doubtful, error))
			return -1;
	} else {
		hr_supply_has_finished(run->workers);
	}
	run->tell(run->context, run->cursor++, outcome);
	return 0;
}

static int tell_finished(struct reading *reading, struct hr_run *run, const struct hr_wire_channel *channel,
			 const unsigned char *results, const struct hr_stretch *stretch, struct hr_error *error)
{
	size_t finished = hr_look(&channel->finished);
	struct hr_outcome outcome;
	int status = 0;
	if (finished > stretch->batch)
		finished = stretch->batch;
	hr_outcome_init(&outcome);
	while (reading->told < finished && !reading->is_garbled && !status) {
		const unsigned char *at = results + reading->used;
		uint32_t suspicion = 0;
		hr_outcome_clear(&outcome);
		size_t size = hr_result_read(&outcome, run, run->cursor, at, HR_CHANNEL_RESULTS - reading->used);
		if (size > 0)
			memcpy(&suspicion, at + offsetof(struct hr_wire_result, suspicion), sizeof suspicion);
		reading->is_suspect = suspicion != 0;
		reading->is_garbled = size == 0;
		reading->used += (size + 7) & ~(size_t)7;
		reading->told++;
		status = tell_one(run, &outcome, suspicion & HR_SUSPECT_INTEGRITY, error);
	}
	hr_outcome_release(&outcome);
	return status;
}

static int tell_lost(struct hr_run *run, const struct hr_stretch *stretch, struct hr_error *error)
{
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = stretch->was_killed ? HR_OUTCOME_HANG : HR_OUTCOME_DIED;
	int status = tell_one(run, &outcome, false, error);
	hr_outcome_release(&outcome);
	return status;
}

/* True when a program was running as the worker died. One that was suspect ends after a complete result, between two programs; but what the shared memory
 * says of that is believed only as long as the run gets on. */
static bool one_is_lost(const struct hr_stretch *stretch, const struct reading *reading, uint32_t started)
{
	if (reading->told == stretch->batch || reading->is_garbled)
		return false;
	return stretch->was_killed || reading->told == 0 || (stretch->died && started > reading->told);
}

/* Tells what the worker that has the cursor's program brought; the rest of its stretch waits to be started. */
static int collect(struct hr_run *run, unsigned index, unsigned number, struct hr_error *error)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct hr_stretch *stretch = &run->workers->lanes[index].stretches[number];
	const struct hr_wire_channel *channel = worker->channels[number];
	uint32_t started = hr_look(&channel->started);
	struct reading reading = { 0 };
	int status = tell_finished(&reading, run, channel, worker->results[number], stretch, error);
	/* It stopped early, and not for want of room: it ends, or the unit wrote over the channel. */
	bool is_short = reading.told < stretch->batch && reading.used + HR_WIRE_BATCH_ROOM <= HR_CHANNEL_RESULTS;
	if (!stretch->died && (is_short || reading.is_suspect || reading.is_garbled))
		hr_dispatch_bury(run, index);
	if (!status && one_is_lost(stretch, &reading, started))
		status = tell_lost(run, stretch, error);
	stretch->begin = run->cursor;
	stretch->state = stretch->begin < stretch->end ? HR_STRETCH_WAITING : HR_STRETCH_NONE;
	return status;
}

static int collect_next(bool *found, struct hr_run *run, struct hr_error *error)
{
	*found = false;
	for (unsigned i = 0; i < run->workers->count; i++)
		for (unsigned channel = 0; channel < HR_WIRE_CHANNELS; channel++) {
			const struct hr_stretch *stretch = &run->workers->lanes[i].stretches[channel];
			if (stretch->state == HR_STRETCH_READY && stretch->begin == run->cursor) {
				*found = true;
				return collect(run, i, channel, error);
			}
		}
	return 0;
}

int hr_workers_run(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		   void *context, struct hr_error *error)
{
	struct hr_run run = { .workers = workers,
			      .programs = programs,
			      .count = count,
			      .tell = tell,
			      .context = context,
			      .deaths_left = workers->death_confirmations };
	int status = 0;
	workers->runs++;
	workers->fruitless = workers->fresh_zygotes = workers->deaths_in_a_row = 0;
	for (unsigned i = 0; i <= workers->count; i++)
		memset(workers->lanes[i].stretches, 0, sizeof workers->lanes[i].stretches);
	while (run.cursor < count && !status) {
		bool found = false;
		status = hr_interrupt_check(error);
		if (!status)
			status = hr_dispatch_start_all(&run, error);
		if (!status)
			status = collect_next(&found, &run, error);
		if (!status && !found)
			hr_dispatch_wait(&run);
	}
	for (unsigned i = 0; i <= workers->count; i++)
		if (hr_lane_is_busy(&workers->lanes[i]))
			hr_worker_kill(&workers->workers[i]); /* after an error: what it does is no longer known */
	return status;
}
