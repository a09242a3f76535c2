/* What the files of the pool share: workers.c (the pool as a whole), pipeline.c (slices that were begun, and telling), dispatch.c (giving out, listening), supply.c (having processes at all),
 * watch.c (those that say nothing), confirm.c (what is run a second time before it is told). */
#ifndef HR_EXEC_POOL_H
#define HR_EXEC_POOL_H

#include "exec/program.h"
#include "exec/worker.h"

enum hr_stretch_state {
	HR_STRETCH_NONE,
	HR_STRETCH_WAITING, /* to be started */
	HR_STRETCH_RUNNING,
	HR_STRETCH_READY, /* results stand in the channel */
};

/* Programs that one worker is given at once. */
struct hr_stretch {
	enum hr_stretch_state state;
	size_t begin;
	size_t end;
	size_t batch;        /* programs in the batch that is running */
	unsigned factor;     /* by which the time limits of its programs are multiplied */
	unsigned longest_ms; /* the longest limit in the batch */
	bool has_begun;      /* the worker said so */
	bool died;
	bool was_killed;  /* by us: it hung */
	uint64_t told_at; /* when the worker was told of it, by its own count */
};

/* When a worker was last seen to do something. */
struct hr_watch {
	uint64_t seen;
	double moved_at; /* on the clock */
	double looked_at;
	double cpu_at;       /* by its own processor time; negative: not looked at yet */
	double asleep_since; /* negative: it is not */
};

/* What the pool knows of a worker beside its process: one stretch for each channel. */
struct hr_lane {
	struct hr_stretch stretches[HR_WIRE_CHANNELS];
	uint64_t tellings;
	struct hr_watch watch;
};

/* Hangs of one place, and what came of running them again. */
struct hr_hang_place {
	uint64_t pc; /* 0: the place is not known */
	unsigned hangs;
	unsigned slow;
};

enum { HR_MOST_HANG_PLACES = 64 };

/* Programs that were begun together. */
struct hr_slice {
	size_t begin;
	size_t end;
	size_t share; /* programs of each stretch; 0: what is left is divided by the places that there are */
	hr_outcome_fn *tell;
	void *context;
	unsigned deaths_left; /* that may be run again */
};

/* All programs since the pool was last idle, as one row: slices are parts of it. */
struct hr_run {
	struct hr_workers *workers;
	HR_VEC(struct hr_program *) programs; /* from `first` on: those before it were told */
	size_t first;
	size_t count;                   /* of the whole row */
	size_t next;                    /* first program that nobody has */
	size_t cursor;                  /* next to be told: it belongs to the first slice */
	HR_VEC(struct hr_slice) slices; /* begun, the oldest first */
	struct hr_outcome outcome;      /* for telling: its room is used again */
};

struct hr_workers {
	char *program;
	char *unit;
	unsigned without; /* layers of the fence */
	struct hr_zygote zygote;
	struct hr_worker *workers; /* count, and one more: the spare, for what is run again */
	struct hr_lane *lanes;
	unsigned count;
	unsigned cpu_ms;
	uint64_t work;
	unsigned memory_mb;
	unsigned hang_factor;
	unsigned hang_confirmations;
	unsigned death_confirmations;
	bool confirm_all;
	size_t recycle;
	size_t batch;
	uint32_t runs; /* so far: part of every program's id */
	struct hr_workers_counts counts;
	/* supply: see supply.c */
	unsigned fruitless;
	unsigned fresh_zygotes;
	unsigned deaths_in_a_row;
	struct hr_hang_place places[HR_MOST_HANG_PLACES];
	size_t place_count;
	struct hr_run run;
	bool is_begun;                     /* hr_workers_begin was called, ever */
	struct hr_workers *aside;          /* who does what hr_workers_run is asked for from then on; NULL: not yet */
	struct hr_workers_options options; /* for them */
};

/* A number of the shared memory, read once: the unit may change it between two looks. */
static inline uint32_t hr_look(const uint32_t *number)
{
	return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

static inline struct hr_program *hr_run_program(const struct hr_run *run, size_t index)
{
	return run->programs.data[index - run->first];
}

static inline uint64_t hr_run_id(const struct hr_run *run, size_t index)
{
	return (uint64_t)run->workers->runs << 40 | index;
}

/* ---- pipeline.c ---- */

/* As hr_workers_begin; `share` as in the slice. */
int hr_pipeline_begin(struct hr_workers *workers, struct hr_program *const *programs, size_t count, size_t share,
		      hr_outcome_fn *tell, void *context, struct hr_error *error);

/* ---- dispatch.c ---- */

/* Starts what waits. A worker that is gone meanwhile is no failure: its stretch stays waiting. */
int hr_dispatch_start(struct hr_run *run, unsigned index, unsigned channel, struct hr_error *error);
int hr_dispatch_start_all(struct hr_run *run, struct hr_error *error);

/* Waits until some worker says something, or for a while, and sees to those that say nothing. */
void hr_dispatch_wait(struct hr_run *run);

/* Ends a worker that is gone, or has to go. What it had not begun is as if it had never been told. */
void hr_dispatch_bury(struct hr_run *run, unsigned index);

bool hr_lane_is_busy(const struct hr_lane *lane);

/* The stretch that the worker is at: of those that run, the one it was told of first; NULL: it is idle. */
struct hr_stretch *hr_lane_oldest(struct hr_lane *lane);

/* ---- supply.c ---- */

/* A fresh process for the slot, from a fresh zygote when that is what it takes. Fails when several zygotes in a row brought nobody who began a
 * program. */
int hr_supply(struct hr_workers *workers, struct hr_worker *worker, struct hr_error *error);

/* A worker was told of programs and is gone without having begun; one has begun; one died with a program; one finished a program. */
void hr_supply_was_fruitless(struct hr_workers *workers);
void hr_supply_has_begun(struct hr_workers *workers);
void hr_supply_has_died(struct hr_workers *workers);
void hr_supply_has_finished(struct hr_workers *workers);

/* ---- watch.c ---- */

void hr_watch_restart(struct hr_watch *watch);

/* True when a worker that has work stands still for longer than any program may. `progress` is any number that changes while it works,
 * `limit_ms` the longest limit of what it has. */
bool hr_watch_is_stuck(struct hr_watch *watch, pid_t pid, uint64_t progress, unsigned limit_ms);

/* False when the system says that it has another parent. */
bool hr_watch_is_child(pid_t pid, pid_t parent);

/* ---- confirm.c ---- */

/* An outcome that is a hang, a death or doubtful (of a worker that an earlier program may have broken) is run again where the rules (exec.h) ask for
 * it, and becomes what came of that. `outcome` may then borrow from the spare's channel, until the next call. */
int hr_confirm(struct hr_run *run, size_t index, struct hr_outcome *outcome, bool is_doubtful, struct hr_error *error);

/* Reads result `index` of the run. Returns its size, 0 when what stands there is not it: the outcome is HR_OUTCOME_DIED then. */
size_t hr_result_read(struct hr_outcome *out, const struct hr_run *run, size_t index, const unsigned char *bytes,
		      size_t available);

#endif
