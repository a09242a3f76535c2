/* Slices of programs that were begun, and are told one after the other. */
#include "base/memory.h"
#include "exec/pool.h"

#include <stdlib.h>
#include <string.h>

int hr_workers_begin(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		     void *context, struct hr_error *error)
{
	struct hr_slice slice = { hr_reallocarray(NULL, count ? count : 1, sizeof(struct hr_program *)), count, tell,
				  context };
	(void)error;
	if (count)
		memcpy(slice.programs, programs, count * sizeof(struct hr_program *));
	hr_vec_push(&workers->slices, slice);
	return 0;
}

int hr_workers_finish(struct hr_workers *workers, struct hr_error *error)
{
	if (!workers->slices.count)
		return 0;
	struct hr_slice slice = workers->slices.data[0];
	workers->slices.count--;
	memmove(workers->slices.data, workers->slices.data + 1, workers->slices.count * sizeof slice);
	int status = hr_workers_run(workers, slice.programs, slice.count, slice.tell, slice.context, error);
	free(slice.programs);
	if (status)
		hr_workers_abandon(workers);
	return status;
}

size_t hr_workers_begun(const struct hr_workers *workers)
{
	return workers->slices.count;
}

void hr_workers_abandon(struct hr_workers *workers)
{
	for (size_t i = 0; i < workers->slices.count; i++)
		free(workers->slices.data[i].programs);
	hr_vec_release(&workers->slices);
}
