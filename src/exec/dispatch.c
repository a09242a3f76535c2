/* Giving programs to workers, and listening to them.
 *
 * A worker has one stretch for each of its channels, and runs them in the order in which it was told, so that it works while we read.
 * Invariants: the stretches and what is not handed out yet are disjoint and cover everything from the cursor on. A process runs programs in their
 * order, so that an edge is new to it with the first program that executes it. What a worker says
 * over its pipe is held against what it was told: a byte that cannot be ends it, because the unit may have written it. */
#include "exec/pool.h"

#include "base/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { WATCH_MS = 500 /* how often we look whether a busy worker still moves */ };

bool hr_lane_is_busy(const struct hr_lane *lane)
{
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++)
		if (lane->stretches[i].state == HR_STRETCH_RUNNING)
			return true;
	return false;
}

struct hr_stretch *hr_lane_oldest(struct hr_lane *lane)
{
	struct hr_stretch *found = NULL;
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		struct hr_stretch *stretch = &lane->stretches[i];
		if (stretch->state == HR_STRETCH_RUNNING && (!found || stretch->told_at < found->told_at))
			found = stretch;
	}
	return found;
}

/* ---- giving out ---- */

/* Writes programs of the stretch into the channel, as many as fit, at most so many. */
static void fill_channel(unsigned char *out, const struct hr_run *run, struct hr_stretch *stretch, size_t most)
{
	size_t at = 0;
	stretch->batch = 0;
	stretch->longest_ms = 0;
	for (size_t i = stretch->begin; i < stretch->end && stretch->batch < most; i++, stretch->batch++) {
		const struct hr_program *program = hr_run_program(run, i);
		struct hr_wire_program header;
		if (at + program->size > HR_CHANNEL_PROGRAMS)
			break;
		memcpy(&header, program->bytes, sizeof header);
		header.id = hr_run_id(run, i);
		if (!header.cpu_ms || run->workers->work) /* where work counts, time is for what does none */
			header.cpu_ms = run->workers->cpu_ms;
		header.cpu_ms *= stretch->factor;
		header.work = run->workers->work * stretch->factor;
		if (header.cpu_ms > stretch->longest_ms)
			stretch->longest_ms = header.cpu_ms;
		memcpy(out + at, &header, sizeof header);
		memcpy(out + at + sizeof header, program->bytes + sizeof header, program->size - sizeof header);
		at += program->size;
	}
}

/* A process that was given as many programs as it may run: it gets no more, and is replaced when it is done. */
static bool is_old(const struct hr_run *run, unsigned index)
{
	const struct hr_worker *worker = &run->workers->workers[index];
	return worker->pid > 0 && worker->programs_given >= run->workers->recycle;
}

int hr_dispatch_start(struct hr_run *run, unsigned index, unsigned channel, struct hr_error *error)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct hr_lane *lane = &run->workers->lanes[index];
	struct hr_stretch *stretch = &lane->stretches[channel];
	if (is_old(run, index) && hr_lane_is_busy(lane))
		return 0; /* it stays waiting */
	if ((worker->pid <= 0 || is_old(run, index)) && hr_supply(run->workers, worker, error))
		return -1;
	fill_channel(worker->programs[channel], run, stretch, run->workers->recycle - worker->programs_given);
	if (stretch->batch == 0)
		return hr_fail(error, HR_ERROR_INPUT, "a sequence is too large to run");
	if (!hr_lane_is_busy(lane))
		hr_watch_restart(&lane->watch);
	if (hr_worker_go(worker, channel, (uint32_t)stretch->batch) != 0) {
		hr_dispatch_bury(run, index); /* it stays waiting, for the next process */
		return 0;
	}
	worker->programs_given += stretch->batch;
	stretch->state = HR_STRETCH_RUNNING;
	stretch->has_begun = stretch->died = stretch->was_killed = false;
	stretch->told_at = ++lane->tellings;
	return 0;
}

/* The slice that the next program belongs to. */
static const struct hr_slice *next_slice(const struct hr_run *run)
{
	size_t slice = 0;
	while (run->slices.data[slice].end <= run->next)
		slice++;
	return &run->slices.data[slice];
}

/* Takes the next programs, all of one slice. */
static void take_more(struct hr_run *run, struct hr_stretch *stretch)
{
	const struct hr_slice *slice = next_slice(run);
	size_t left = slice->end - run->next;
	size_t places = (size_t)run->workers->count * HR_WIRE_CHANNELS;
	size_t share = slice->share ? slice->share : (left + places - 1) / places;
	if (share > left)
		share = left;
	stretch->begin = run->next;
	stretch->end = run->next + (share < run->workers->batch ? share : run->workers->batch);
	stretch->factor = 1;
	stretch->state = HR_STRETCH_WAITING;
	run->next = stretch->end;
}

/* Something of it is to be started: now, or when what its worker did before it died was looked at. */
static bool is_to_run(const struct hr_stretch *stretch)
{
	return stretch->state == HR_STRETCH_WAITING || (stretch->state == HR_STRETCH_READY && stretch->died);
}

/* The stretch to be started next: of those that are to run the one whose programs come first, if it can be started now. HR_WIRE_CHANNELS: none. */
static unsigned first_waiting(const struct hr_lane *lane)
{
	unsigned found = HR_WIRE_CHANNELS;
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++)
		if (is_to_run(&lane->stretches[i]) &&
		    (found == HR_WIRE_CHANNELS || lane->stretches[i].begin < lane->stretches[found].begin))
			found = i;
	return found < HR_WIRE_CHANNELS && lane->stretches[found].state == HR_STRETCH_WAITING ? found
											      : HR_WIRE_CHANNELS;
}

static int start_waiting(struct hr_run *run, unsigned index, struct hr_error *error)
{
	struct hr_lane *lane = &run->workers->lanes[index];
	unsigned channel;
	while ((channel = first_waiting(lane)) < HR_WIRE_CHANNELS) {
		if (hr_dispatch_start(run, index, channel, error))
			return -1;
		if (lane->stretches[channel].state == HR_STRETCH_WAITING)
			break; /* not yet: and nothing that comes after it either */
	}
	return 0;
}

int hr_dispatch_start_all(struct hr_run *run, struct hr_error *error)
{
	for (unsigned channel = 0; channel < HR_WIRE_CHANNELS; channel++)
		for (unsigned i = 0; i < run->workers->count; i++) {
			struct hr_stretch *stretch = &run->workers->lanes[i].stretches[channel];
			if (stretch->state == HR_STRETCH_NONE && run->next < run->count)
				take_more(run, stretch);
		}
	for (unsigned i = 0; i < run->workers->count; i++)
		if (start_waiting(run, i, error))
			return -1;
	return 0;
}

/* ---- listening ---- */

void hr_dispatch_bury(struct hr_run *run, unsigned index)
{
	struct hr_worker *worker = &run->workers->workers[index];
	bool was_told = false;
	bool has_begun = false;
	hr_worker_kill(worker);
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		struct hr_stretch *stretch = &run->workers->lanes[index].stretches[i];
		if (stretch->state != HR_STRETCH_RUNNING)
			continue;
		stretch->died = was_told = true;
		stretch->state = stretch->has_begun ? HR_STRETCH_READY : HR_STRETCH_WAITING;
		has_begun = has_begun || stretch->has_begun;
	}
	if (was_told && !has_begun)
		hr_supply_was_fruitless(run->workers);
}

/* One byte of a worker. False when it makes no sense. */
static bool understand(struct hr_run *run, struct hr_lane *lane, char byte)
{
	struct hr_stretch *stretch = hr_lane_oldest(lane);
	if (!stretch)
		return false;
	if (byte == HR_WIRE_BEGUN && !stretch->has_begun) {
		stretch->has_begun = true;
		hr_supply_has_begun(run->workers);
		return true;
	}
	if (byte != HR_WIRE_DONE || !stretch->has_begun)
		return false;
	stretch->state = HR_STRETCH_READY;
	return true;
}

static void hear(struct hr_run *run, unsigned index)
{
	char bytes[2 * HR_WIRE_CHANNELS];
	ssize_t length = read(run->workers->workers[index].done, bytes, sizeof bytes);
	if (length < 0 && errno == EINTR)
		return;
	bool is_sound = length > 0;
	for (ssize_t i = 0; i < length && is_sound; i++)
		is_sound = understand(run, &run->workers->lanes[index], bytes[i]);
	if (!is_sound)
		hr_dispatch_bury(run, index);
}

static void look_after(struct hr_run *run, unsigned index)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct hr_lane *lane = &run->workers->lanes[index];
	struct hr_stretch *stretch = hr_lane_oldest(lane);
	uint64_t progress = lane->tellings * 2 + stretch->has_begun;
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++)
		progress = progress * 65599 + hr_look(&worker->channels[i]->finished);
	if (!hr_watch_is_stuck(&lane->watch, worker->pid, progress, stretch->longest_ms))
		return;
	stretch->was_killed = true;
	hr_dispatch_bury(run, index);
}

void hr_dispatch_wait(struct hr_run *run)
{
	struct pollfd polls[HR_WIRE_MOST_SLOTS + 1];
	unsigned owners[HR_WIRE_MOST_SLOTS];
	nfds_t count = 0;
	for (unsigned i = 0; i <= run->workers->count; i++) {
		if (!hr_lane_is_busy(&run->workers->lanes[i]))
			continue;
		polls[count] = (struct pollfd){ .fd = run->workers->workers[i].done, .events = POLLIN };
		owners[count++] = i;
	}
	if (count == 0)
		return; /* everything died at once: there is something to start */
	polls[count] = (struct pollfd){ .fd = hr_interrupt_descriptor(), .events = POLLIN };
	int ready = poll(polls, count + 1, WATCH_MS);
	for (nfds_t i = 0; i < count; i++) {
		if (ready <= 0 || !polls[i].revents)
			look_after(run, owners[i]);
		else
			hear(run, owners[i]);
	}
}
