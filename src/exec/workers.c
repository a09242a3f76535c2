/* The pool: programs go out in batches, outcomes come back in the order of the programs.
 *
 * A stretch of the programs is what one worker is given at once; it has one stretch for each of its channels, and runs them in the order in which
 * it was told, so that it works while we read. Invariants: the stretches and what is not handed out yet are disjoint and cover everything from the
 * cursor on; the cursor is the next program whose outcome is told. A worker that dies takes one program with it (the one it
 * was running); the rest of its stretches is run by its successor. */
#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "exec/program.h"
#include "exec/worker.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	DEFAULT_CPU_MS = 1000,
	DEFAULT_RECYCLE = 1000000,
	DEFAULT_BATCH = 512,        /* what fits a cache with its results */
	WATCH_MS = 500,             /* how often we look whether a busy worker still moves */
	MOST_DEATHS_IN_A_ROW = 100, /* without a single program finished in between */
};

enum stretch_state {
	STRETCH_NONE,
	STRETCH_WAITING, /* to be started */
	STRETCH_RUNNING,
	STRETCH_READY, /* results stand in the channel */
};

struct stretch {
	enum stretch_state state;
	size_t begin;
	size_t end;
	size_t batch; /* programs in the batch that is running */
	bool died;
	bool was_killed;  /* by us: it hung */
	uint64_t told_at; /* when the worker was told of it, by its own count */
};

/* What the pool knows of a worker beside its process: one stretch for each channel. */
struct lanes {
	struct stretch stretches[HR_WIRE_CHANNELS];
	uint64_t tellings;
	uint64_t seen; /* progress when it was last seen to move */
	double moved_at;
};

struct hr_workers {
	struct hr_zygote zygote;
	struct hr_worker *workers;
	struct lanes *lanes;
	unsigned count;
	unsigned cpu_ms;
	size_t recycle;
	size_t batch;
	size_t deaths_in_a_row;
};

struct run {
	struct hr_workers *workers;
	struct hr_program *const *programs;
	size_t count;
	size_t next;   /* first program that nobody has */
	size_t cursor; /* next to be told */
	hr_outcome_fn *tell;
	void *context;
};

/* A number of the shared memory, read once: the unit may change it between two looks. */
static uint32_t look(const uint32_t *number)
{
	return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

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
	for (unsigned i = 0; i < workers->count; i++) {
		if (hr_worker_open(&workers->workers[i], i, workers->cpu_ms, error))
			return -1;
		if (hr_worker_spawn(&workers->workers[i], &workers->zygote, error))
			return -1;
	}
	return 0;
}

int hr_workers_start(struct hr_workers **out, const struct hr_workers_options *options, struct hr_error *error)
{
	struct hr_workers *workers = hr_calloc(1, sizeof *workers);
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	char *found = options->program ? hr_strdup(options->program) : hr_workers_program();
	int status = 0;
	workers->zygote.socket = -1;
	workers->count = options->count ? options->count : cores > 0 ? (unsigned)cores : 1;
	workers->cpu_ms = options->cpu_ms ? options->cpu_ms : DEFAULT_CPU_MS;
	workers->recycle = options->recycle ? options->recycle : DEFAULT_RECYCLE;
	workers->batch = options->batch ? options->batch : DEFAULT_BATCH;
	if (workers->count > HR_WIRE_MOST_SLOTS)
		workers->count = HR_WIRE_MOST_SLOTS;
	workers->workers = hr_calloc(workers->count, sizeof *workers->workers);
	workers->lanes = hr_calloc(workers->count, sizeof *workers->lanes);
	for (unsigned i = 0; i < workers->count; i++)
		workers->workers[i].memory = workers->workers[i].go = workers->workers[i].done = -1;
	if (!found)
		status = hr_fail(error, HR_ERROR_INTERNAL,
				 "the program 'harrier-worker' is not installed beside harrier");
	if (!status)
		status = hr_zygote_start(&workers->zygote, found, options->unit, options->without, error);
	if (!status)
		status = open_all(workers, error);
	free(found);
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
	for (unsigned i = 0; i < workers->count; i++)
		hr_worker_close(&workers->workers[i]);
	hr_zygote_stop(&workers->zygote);
	free(workers->workers);
	free(workers->lanes);
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

/* Writes programs of the stretch into the channel, as many as fit, at most so many. */
static size_t fill_channel(unsigned char *out, const struct run *run, const struct stretch *stretch, size_t most)
{
	size_t at = 0;
	size_t count = 0;
	for (size_t i = stretch->begin; i < stretch->end && count < most; i++, count++) {
		const struct hr_program *program = run->programs[i];
		if (at + program->size > HR_CHANNEL_PROGRAMS)
			break;
		memcpy(out + at, program->bytes, program->size);
		uint64_t id = i;
		memcpy(out + at, &id, sizeof id); /* the first member of hr_wire_program */
		at += program->size;
	}
	return count;
}

static bool is_busy(const struct lanes *lanes)
{
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++)
		if (lanes->stretches[i].state == STRETCH_RUNNING)
			return true;
	return false;
}

/* A process that was given as many programs as it may run: it gets no more, and is replaced when it is done. */
static bool is_old(const struct run *run, unsigned index)
{
	const struct hr_worker *worker = &run->workers->workers[index];
	return worker->pid > 0 && worker->programs_given >= run->workers->recycle;
}

/* Ends a worker that is gone, or has to go. What it had not begun is as if it had never been told. A death that leaves
 * nothing to tell is counted here, others where they are told. */
static void bury(struct run *run, unsigned index)
{
	struct hr_worker *worker = &run->workers->workers[index];
	bool has_begun = false;
	hr_worker_kill(worker);
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		struct stretch *stretch = &run->workers->lanes[index].stretches[i];
		if (stretch->state != STRETCH_RUNNING)
			continue;
		stretch->died = true;
		stretch->state = look(&worker->channels[i]->started) ? STRETCH_READY : STRETCH_WAITING;
		has_begun = has_begun || stretch->state == STRETCH_READY;
	}
	if (!has_begun)
		run->workers->deaths_in_a_row++;
}

static int start(struct run *run, unsigned index, unsigned channel, struct hr_error *error)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct lanes *lanes = &run->workers->lanes[index];
	struct stretch *stretch = &lanes->stretches[channel];
	if (is_old(run, index) && is_busy(lanes))
		return 0; /* it stays waiting */
	if ((worker->pid <= 0 || is_old(run, index)) && hr_worker_spawn(worker, &run->workers->zygote, error))
		return -1;
	size_t most = run->workers->recycle - worker->programs_given;
	stretch->batch = fill_channel(worker->programs[channel], run, stretch, most);
	if (stretch->batch == 0)
		return hr_fail(error, HR_ERROR_INPUT, "a sequence is too large to run");
	if (!is_busy(lanes))
		lanes->moved_at = hr_clock_seconds();
	if (hr_worker_go(worker, channel, (uint32_t)stretch->batch) != 0) {
		bury(run, index); /* it stays waiting, for the next process */
		return 0;
	}
	worker->programs_given += stretch->batch;
	stretch->state = STRETCH_RUNNING;
	stretch->died = stretch->was_killed = false;
	stretch->told_at = ++lanes->tellings;
	return 0;
}

static void take_more(struct run *run, struct stretch *stretch)
{
	size_t left = run->count - run->next;
	size_t places = (size_t)run->workers->count * HR_WIRE_CHANNELS;
	size_t share = (left + places - 1) / places;
	stretch->begin = run->next;
	stretch->end = run->next + (share < run->workers->batch ? share : run->workers->batch);
	stretch->state = STRETCH_WAITING;
	run->next = stretch->end;
}

static int start_all(struct run *run, struct hr_error *error)
{
	for (unsigned channel = 0; channel < HR_WIRE_CHANNELS; channel++)
		for (unsigned i = 0; i < run->workers->count; i++) {
			struct stretch *stretch = &run->workers->lanes[i].stretches[channel];
			if (stretch->state == STRETCH_NONE && run->next < run->count)
				take_more(run, stretch);
			if (stretch->state == STRETCH_WAITING && start(run, i, channel, error))
				return -1;
		}
	return 0;
}

/* The stretch that the worker is at: of those that run, the one it was told of first. */
static struct stretch *oldest(struct lanes *lanes)
{
	struct stretch *found = NULL;
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++) {
		struct stretch *stretch = &lanes->stretches[i];
		if (stretch->state == STRETCH_RUNNING && (!found || stretch->told_at < found->told_at))
			found = stretch;
	}
	return found;
}

/* Looks after a worker that says nothing: killed when it stopped moving for far longer than any program may take. */
static void watch(struct run *run, unsigned index)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct lanes *lanes = &run->workers->lanes[index];
	uint64_t seen = lanes->tellings;
	for (unsigned i = 0; i < HR_WIRE_CHANNELS; i++)
		seen = seen * 65599 + look(&worker->channels[i]->finished);
	double time = hr_clock_seconds();
	if (seen != lanes->seen) {
		lanes->seen = seen;
		lanes->moved_at = time;
		return;
	}
	double patience = 5.0 + run->workers->cpu_ms / 1000.0 * 10;
	if (time - lanes->moved_at < patience)
		return;
	struct stretch *stuck = oldest(lanes);
	stuck->was_killed = true;
	bury(run, index);
	stuck->state = STRETCH_READY;
}

static void hear(struct run *run, unsigned index)
{
	struct hr_worker *worker = &run->workers->workers[index];
	char byte;
	ssize_t length = read(worker->done, &byte, 1);
	if (length < 0 && errno == EINTR)
		return;
	if (length == 1 && byte == HR_WIRE_DONE) {
		oldest(&run->workers->lanes[index])->state = STRETCH_READY;
		return;
	}
	bury(run, index);
}

static void wait_for_any(struct run *run)
{
	struct pollfd polls[HR_WIRE_MOST_SLOTS + 1];
	unsigned owners[HR_WIRE_MOST_SLOTS];
	nfds_t count = 0;
	for (unsigned i = 0; i < run->workers->count; i++) {
		if (!is_busy(&run->workers->lanes[i]))
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
			watch(run, owners[i]);
		else
			hear(run, owners[i]);
	}
}

static void tell_died(struct run *run, const struct stretch *stretch)
{
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = stretch->was_killed ? HR_OUTCOME_HANG : HR_OUTCOME_DIED;
	run->tell(run->context, run->cursor++, &outcome);
	hr_outcome_release(&outcome);
}

/* Tells the results that stand in the channel. */
static size_t tell_finished(struct run *run, const struct hr_wire_channel *channel, const unsigned char *results,
			    const struct stretch *stretch)
{
	size_t finished = look(&channel->finished);
	if (finished > stretch->batch)
		finished = stretch->batch;
	size_t at = 0;
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < finished; i++) {
		const struct hr_program *program = run->programs[run->cursor];
		hr_outcome_clear(&outcome);
		size_t size = hr_outcome_decode(&outcome, program, results + at, HR_CHANNEL_RESULTS - at);
		run->tell(run->context, run->cursor++, &outcome);
		if (size == 0)
			finished = i + 1; /* what follows cannot be found any more: run it again */
		at += (size + 7) & ~(size_t)7;
	}
	hr_outcome_release(&outcome);
	return finished;
}

/* Tells what the worker that has the cursor's program brought; the rest of its stretch waits to be started. */
static void collect(struct run *run, unsigned index, unsigned number)
{
	struct hr_worker *worker = &run->workers->workers[index];
	struct stretch *stretch = &run->workers->lanes[index].stretches[number];
	const struct hr_wire_channel *channel = worker->channels[number];
	size_t told = tell_finished(run, channel, worker->results[number], stretch);
	run->workers->deaths_in_a_row = told ? 0 : run->workers->deaths_in_a_row;
	if (!stretch->died && told == 0) {
		/* It said that it is done and did nothing: the unit wrote over the channel. */
		bury(run, index);
		tell_died(run, stretch);
	} else if (stretch->died && told < stretch->batch) {
		/* A worker that was suspect ends after a complete result, between two programs: no program died with it. */
		if (look(&channel->started) > look(&channel->finished) || stretch->was_killed)
			tell_died(run, stretch);
		if (told == 0)
			run->workers->deaths_in_a_row++;
	}
	stretch->begin = run->cursor;
	stretch->state = stretch->begin < stretch->end ? STRETCH_WAITING : STRETCH_NONE;
}

static bool collect_next(struct run *run)
{
	for (unsigned i = 0; i < run->workers->count; i++)
		for (unsigned channel = 0; channel < HR_WIRE_CHANNELS; channel++) {
			const struct stretch *stretch = &run->workers->lanes[i].stretches[channel];
			if (stretch->state == STRETCH_READY && stretch->begin == run->cursor) {
				collect(run, i, channel);
				return true;
			}
		}
	return false;
}

int hr_workers_run(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		   void *context, struct hr_error *error)
{
	struct run run = { workers, programs, count, 0, 0, tell, context };
	int status = 0;
	workers->deaths_in_a_row = 0;
	for (unsigned i = 0; i < workers->count; i++)
		memset(workers->lanes[i].stretches, 0, sizeof workers->lanes[i].stretches);
	while (run.cursor < count && !status) {
		status = hr_interrupt_check(error);
		if (!status)
			status = start_all(&run, error);
		if (!status && !collect_next(&run))
			wait_for_any(&run);
		if (!status && workers->deaths_in_a_row > MOST_DEATHS_IN_A_ROW)
			status = hr_fail(error, HR_ERROR_INTERNAL, "workers die one after the other");
	}
	for (unsigned i = 0; i < workers->count; i++)
		if (is_busy(&workers->lanes[i]))
			hr_worker_kill(&workers->workers[i]); /* after an error: what it does is no longer known */
	return status;
}
