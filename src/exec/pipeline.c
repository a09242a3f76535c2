/* Slices of programs: begun, and told one after the other.
 *
 * Invariants: the cursor is the next program whose outcome is told; the stretches (dispatch.c) and what is not handed out yet cover everything
 * from there on. A stretch lies within one slice. A worker that dies takes one program with it (the one it was running), which confirm.c
 * looks into; the rest of its stretches is run by its successor. Every batch that a worker began brings the cursor on, so a run ends. */
#include "base/interrupt.h"
#include "exec/pool.h"

#include <string.h>

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
	const struct hr_slice *slice = &run->slices.data[0];
	hr_outcome_fn *tell = slice->tell; /* which may begin another slice */
	void *context = slice->context;
	size_t index = run->cursor++ - slice->begin;
	tell(context, index, outcome);
	return 0;
}

static int tell_finished(struct reading *reading, struct hr_run *run, const struct hr_wire_channel *channel,
			 const unsigned char *results, const struct hr_stretch *stretch, struct hr_error *error)
{
	size_t finished = hr_look(&channel->finished);
	struct hr_outcome *outcome = &run->outcome;
	int status = 0;
	if (finished > stretch->batch)
		finished = stretch->batch;
	while (reading->told < finished && !reading->is_garbled && !status) {
		const unsigned char *at = results + reading->used;
		uint32_t suspicion = 0;
		hr_outcome_clear(outcome);
		size_t size = hr_result_read(outcome, run, run->cursor, at, HR_CHANNEL_RESULTS - reading->used);
		if (size > 0)
			memcpy(&suspicion, at + offsetof(struct hr_wire_result, suspicion), sizeof suspicion);
		reading->is_suspect = suspicion != 0;
		reading->is_garbled = size == 0;
		reading->used += (size + 7) & ~(size_t)7;
		reading->told++;
		status = tell_one(run, outcome, suspicion & HR_SUSPECT_INTEGRITY, error);
	}
	return status;
}

static int tell_lost(struct hr_run *run, const struct hr_stretch *stretch, struct hr_error *error)
{
	hr_outcome_clear(&run->outcome);
	run->outcome.status = stretch->was_killed ? HR_OUTCOME_HANG : HR_OUTCOME_DIED;
	return tell_one(run, &run->outcome, false, error);
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
	/* For want of room: the worker is at later programs already, but runs programs in their order or not at all. */
	bool is_overtaken = reading.told < stretch->batch && hr_lane_is_busy(&run->workers->lanes[index]);
	if (!stretch->died && (is_short || is_overtaken || reading.is_suspect || reading.is_garbled))
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

/* ---- slices ---- */

/* With nobody at work numbers start again. */
static void restart(struct hr_workers *workers)
{
	struct hr_run *run = &workers->run;
	run->first = run->count = run->next = run->cursor = 0;
	hr_vec_clear(&run->programs);
	workers->runs++;
	workers->fruitless = workers->fresh_zygotes = workers->deaths_in_a_row = 0;
	for (unsigned i = 0; i <= workers->count; i++)
		memset(workers->lanes[i].stretches, 0, sizeof workers->lanes[i].stretches);
}

int hr_pipeline_begin(struct hr_workers *workers, struct hr_program *const *programs, size_t count, size_t share,
		      hr_outcome_fn *tell, void *context, struct hr_error *error)
{
	struct hr_run *run = &workers->run;
	if (!run->slices.count)
		restart(workers);
	struct hr_slice slice = { .begin = run->count,
				  .end = run->count + count,
				  .share = share,
				  .tell = tell,
				  .context = context,
				  .deaths_left = workers->death_confirmations };
	hr_vec_push(&run->slices, slice);
	for (size_t i = 0; i < count; i++)
		hr_vec_push(&run->programs, programs[i]);
	run->count += count;
	int status = hr_dispatch_start_all(run, error);
	if (status)
		hr_workers_abandon(workers);
	return status;
}

int hr_workers_begin(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		     void *context, struct hr_error *error)
{
	workers->is_begun = true;
	/* one channel of each worker: the other is for the slice after it */
	size_t share = (count + workers->count - 1) / workers->count;
	return hr_pipeline_begin(workers, programs, count, share, tell, context, error);
}

/* The oldest slice was told. */
static void drop_slice(struct hr_run *run)
{
	size_t told = run->cursor - run->first;
	run->programs.count -= told;
	run->first = run->cursor;
	if (run->programs.count)
		memmove(run->programs.data, run->programs.data + told,
			run->programs.count * sizeof *run->programs.data);
	run->slices.count--;
	memmove(run->slices.data, run->slices.data + 1, run->slices.count * sizeof *run->slices.data);
}

int hr_workers_finish(struct hr_workers *workers, struct hr_error *error)
{
	struct hr_run *run = &workers->run;
	int status = 0;
	if (!run->slices.count)
		return 0;
	while (run->cursor < run->slices.data[0].end && !status) {
		bool found = false;
		status = hr_interrupt_check(error);
		if (!status)
			status = hr_dispatch_start_all(run, error);
		if (!status)
			status = collect_next(&found, run, error);
		if (!status && !found)
			hr_dispatch_wait(run);
	}
	if (status)
		hr_workers_abandon(workers);
	else
		drop_slice(run);
	return status;
}

size_t hr_workers_begun(const struct hr_workers *workers)
{
	return workers->run.slices.count;
}

void hr_workers_abandon(struct hr_workers *workers)
{
	hr_vec_clear(&workers->run.slices);
	hr_vec_clear(&workers->run.programs);
	for (unsigned i = 0; i <= workers->count; i++)
		if (hr_lane_is_busy(&workers->lanes[i]))
			hr_worker_kill(&workers->workers[i]); /* what it does is no longer known */
}
