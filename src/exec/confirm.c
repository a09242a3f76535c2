/* Running again what is not believed at once: hangs with more time, deaths some more times (the rules stand in exec.h).
 *
 * It is done alone, in a fresh process of a slot of its own (the spare), while the other workers go on with what they have. Invariant: the spare
 * has work only within hr_confirm. */
#include "exec/pool.h"

#include "base/interrupt.h"

#include <string.h>

enum { MORE_WHEN_MIXED = 4, DEATHS = 4 /* in a row: a program that dies so often does so by itself */ };

size_t hr_result_read(struct hr_outcome *out, const struct hr_run *run, size_t index, const unsigned char *bytes,
		      size_t available)
{
	uint64_t id = 0;
	if (available >= HR_WIRE_RESULT_LEAST)
		memcpy(&id, bytes + offsetof(struct hr_wire_result, id), sizeof id);
	if (id != hr_run_id(run, index)) { /* of an earlier batch, or of nobody */
		out->status = HR_OUTCOME_DIED;
		return 0;
	}
	return hr_outcome_decode(out, hr_run_program(run, index), bytes, available);
}

/* The call that did not come back: of the innermost function, because the place inside of it is another at each tick. */
static uint64_t pc_of_hang(const struct hr_outcome *outcome)
{
	const hr_frames *stack = &outcome->fault.stack;
	return stack->count > 1 ? stack->data[1].pc : stack->count ? stack->data[0].pc : 0;
}

/* NULL: there are too many places already. */
static struct hr_hang_place *find_place(struct hr_workers *workers, uint64_t pc)
{
	for (size_t i = 0; i < workers->place_count; i++)
		if (workers->places[i].pc == pc)
			return &workers->places[i];
	if (workers->place_count == HR_MOST_HANG_PLACES)
		return NULL;
	struct hr_hang_place *place = &workers->places[workers->place_count++];
	*place = (struct hr_hang_place){ .pc = pc };
	return place;
}

static bool is_believed(const struct hr_workers *workers, const struct hr_hang_place *place)
{
	if (workers->hang_factor <= 1)
		return true;
	if (workers->confirm_all)
		return false;
	if (!place)
		return true;
	if (place->slow)
		return place->hangs + place->slow >= workers->hang_confirmations * MORE_WHEN_MIXED;
	return place->hangs >= workers->hang_confirmations;
}

static int run_again(struct hr_run *run, size_t index, unsigned factor, struct hr_outcome *outcome,
		     struct hr_error *error)
{
	unsigned spare = run->workers->count;
	struct hr_worker *worker = &run->workers->workers[spare];
	struct hr_stretch *stretch = &run->workers->lanes[spare].stretches[0];
	*stretch =
		(struct hr_stretch){ .state = HR_STRETCH_WAITING, .begin = index, .end = index + 1, .factor = factor };
	while (stretch->state != HR_STRETCH_READY) {
		if (hr_interrupt_check(error))
			return -1;
		if (stretch->state == HR_STRETCH_WAITING && hr_dispatch_start(run, spare, 0, error))
			return -1;
		if (stretch->state == HR_STRETCH_RUNNING)
			hr_dispatch_wait(run);
	}
	hr_outcome_clear(outcome);
	if (hr_look(&worker->channels[0]->finished) > 0)
		hr_result_read(outcome, run, index, worker->results[0], HR_CHANNEL_RESULTS);
	else
		outcome->status = stretch->was_killed ? HR_OUTCOME_HANG : HR_OUTCOME_DIED;
	stretch->state = HR_STRETCH_NONE;
	hr_worker_kill(worker);
	if (outcome->status == HR_OUTCOME_DIED)
		hr_supply_has_died(run->workers);
	else
		hr_supply_has_finished(run->workers);
	return 0;
}

/* What came of it, for those who read the outcome and for later hangs of the place. */
static void conclude(struct hr_workers *workers, struct hr_outcome *outcome, struct hr_hang_place *place, bool hung,
		     unsigned deaths)
{
	if (outcome->status == HR_OUTCOME_DIED) {
		outcome->is_confirmed = deaths > 1;
		workers->counts.deaths_confirmed += deaths > 1;
		return;
	}
	workers->counts.deaths_made_good += deaths > 0;
	if (!hung)
		return;
	bool is_hang = outcome->status == HR_OUTCOME_HANG;
	outcome->is_confirmed = is_hang;
	outcome->was_slow = !is_hang;
	workers->counts.hangs_confirmed += is_hang;
	workers->counts.slow += !is_hang;
	if (place) {
		place->hangs += is_hang;
		place->slow += !is_hang;
	}
}

int hr_confirm(struct hr_run *run, size_t index, struct hr_outcome *outcome, bool is_doubtful, struct hr_error *error)
{
	struct hr_workers *workers = run->workers;
	unsigned *deaths_left = &run->slices.data[0].deaths_left;
	struct hr_hang_place *place = NULL;
	bool hung = false;
	unsigned deaths = 0;
	if (outcome->status == HR_OUTCOME_DIED)
		hr_supply_has_died(workers);
	for (;;) {
		if (is_doubtful && *deaths_left > 0) {
			is_doubtful = false;
			(*deaths_left)--;
		} else if (outcome->status == HR_OUTCOME_HANG && !hung) {
			uint64_t pc = pc_of_hang(outcome);
			place = pc ? find_place(workers, pc) : NULL; /* where work is limited nobody knows it */
			if (pc ? is_believed(workers, place) : workers->hang_factor <= 1)
				break;
			hung = true;
		} else if (outcome->status == HR_OUTCOME_DIED && ++deaths < DEATHS &&
			   (deaths > 1 || *deaths_left > 0)) {
			*deaths_left -= deaths == 1;
		} else {
			break;
		}
		if (run_again(run, index, hung ? workers->hang_factor : 1, outcome, error))
			return -1;
	}
	conclude(workers, outcome, place, hung, deaths);
	return 0;
}
