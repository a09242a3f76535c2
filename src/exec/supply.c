/* Having workers, whatever happens to those there are, and to the zygote.
 *
 * A zygote that is gone, does not answer in time or answers nonsense is ended and replaced; its workers end with it, which shows as the end of their
 * pipes like any death. What the machine refuses for the moment (descriptors, processes, memory) is tried again after a while.
 *
 * Invariant: the run always gets on or ends. `fruitless` counts attempts since a worker last began a program: after a few the zygote is taken to
 * be the reason, after a few zygotes the run is given up. A program that kills its worker is an outcome and no reason to give up; but a long
 * row of deaths without one program finished may be the zygote's fault as well, and gets a fresh one now and then. */
#include "exec/pool.h"

#include "base/interrupt.h"

#include <time.h>

enum {
	MOST_FRUITLESS = 3, /* of one zygote */
	MOST_ZYGOTES = 6,   /* one after the other, without a worker that begins */
	DEATHS_FOR_FRESH = 8,
	FIRST_WAIT_MS = 10,
};

static void wait_ms(unsigned ms)
{
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	while (nanosleep(&left, &left) != 0)
		; /* interrupted: the rest */
}

/* Ten milliseconds, then twice as long each time: some seconds in all before the run is given up. */
static void wait_a_while(const struct hr_workers *workers)
{
	unsigned times = workers->fruitless + MOST_FRUITLESS * workers->fresh_zygotes;
	wait_ms(FIRST_WAIT_MS << (times < 7 ? times : 7));
}

static int replace_zygote(struct hr_workers *workers, struct hr_error *error)
{
	hr_zygote_kill(&workers->zygote);
	workers->fruitless = 0;
	workers->fresh_zygotes++;
	workers->counts.zygotes++;
	return hr_zygote_start(&workers->zygote, workers->program, workers->unit, workers->without, error);
}

static int try_to_spawn(struct hr_workers *workers, struct hr_worker *worker, struct hr_error *error)
{
	if (workers->zygote.pid <= 0 || workers->fruitless >= MOST_FRUITLESS) {
		if (replace_zygote(workers, error))
			return -1;
	}
	switch (hr_worker_spawn(worker, &workers->zygote, error)) {
	case HR_SPAWNED:
		workers->counts.workers++;
		return 0;
	case HR_SPAWN_NO_ZYGOTE:
		hr_zygote_kill(&workers->zygote);
		return -1;
	default:
		return -1;
	}
}

int hr_supply(struct hr_workers *workers, struct hr_worker *worker, struct hr_error *error)
{
	hr_worker_kill(worker);
	if (workers->fresh_zygotes >= MOST_ZYGOTES && workers->fruitless > 0)
		return hr_fail(error, HR_ERROR_INTERNAL, "workers die one after the other before they begin");
	if (workers->fresh_zygotes > 0)
		wait_a_while(workers);
	while (hr_interrupt_check(error) || try_to_spawn(workers, worker, error)) {
		hr_supply_was_fruitless(workers);
		if (workers->fresh_zygotes >= MOST_ZYGOTES || error->kind == HR_ERROR_INTERRUPTED)
			return -1;
		hr_error_release(error);
		wait_a_while(workers);
	}
	return 0;
}

void hr_supply_was_fruitless(struct hr_workers *workers)
{
	workers->fruitless++;
}

void hr_supply_has_begun(struct hr_workers *workers)
{
	workers->fruitless = workers->fresh_zygotes = 0;
}

void hr_supply_has_died(struct hr_workers *workers)
{
	unsigned row = ++workers->deaths_in_a_row;
	while (row > DEATHS_FOR_FRESH && row % DEATHS_FOR_FRESH == 0)
		row /= DEATHS_FOR_FRESH;
	if (row == DEATHS_FOR_FRESH) /* at 8, 64, 512, … */
		hr_zygote_kill(&workers->zygote);
}

void hr_supply_has_finished(struct hr_workers *workers)
{
	workers->deaths_in_a_row = 0;
}
