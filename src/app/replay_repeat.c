/* `harrier replay --repeat N`: the same sequences again and again, for their rate and to see whether every run ends the same way. */
#include "app/replay_internal.h"
#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLICE = 65536 };

struct counting {
	size_t count;    /* of sequences */
	size_t position; /* of the slice's first run in all runs */
	unsigned char *first_status;
	bool *is_seen;
	size_t statuses[HR_OUTCOME_STATUS_COUNT];
	size_t calls;
	size_t differing;
};

static void count(void *context, size_t index, struct hr_outcome *outcome)
{
	struct counting *counting = context;
	size_t sequence = (counting->position + index) % counting->count;
	counting->statuses[outcome->status]++;
	counting->calls += outcome->calls.count;
	if (!counting->is_seen[sequence]) {
		counting->is_seen[sequence] = true;
		counting->first_status[sequence] = (unsigned char)outcome->status;
	} else if (counting->first_status[sequence] != outcome->status) {
		counting->differing++;
	}
}

static void tell(const struct counting *counting, size_t runs, double seconds)
{
	const char *separator = "";
	printf("%zu runs, %zu calls in %.3f s: %.0f calls/s\n", runs, counting->calls, seconds,
	       (double)counting->calls / seconds);
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++) {
		if (!counting->statuses[i])
			continue;
		printf("%s%zu %s", separator, counting->statuses[i], hr_outcome_status_name((enum hr_outcome_status)i));
		separator = ", ";
	}
	printf("\n");
	if (counting->differing)
		printf("%zu runs ended otherwise than the first run of the same sequence\n", counting->differing);
}

int hr_replay_repeat(bool *is_fine, struct hr_app_unit *unit, struct hr_program *const *programs, size_t program_count,
		     size_t runs, struct hr_error *error)
{
	struct counting counting = { .count = program_count };
	struct hr_program **slice = hr_calloc(SLICE, sizeof(struct hr_program *));
	counting.first_status = hr_calloc(program_count, 1);
	counting.is_seen = hr_calloc(program_count, sizeof(bool));
	int status = 0;
	double begin = hr_clock_seconds();
	while (counting.position < runs && !status) {
		size_t size = runs - counting.position < SLICE ? runs - counting.position : SLICE;
		for (size_t i = 0; i < size; i++)
			slice[i] = programs[(counting.position + i) % program_count];
		status = hr_workers_run(unit->workers, slice, size, count, &counting, error);
		counting.position += size;
	}
	if (!status) {
		tell(&counting, runs, hr_clock_seconds() - begin);
		*is_fine = counting.statuses[HR_OUTCOME_NORMAL] == runs;
	}
	free(slice);
	free(counting.first_status);
	free(counting.is_seen);
	return status;
}
