/* A binary heap in an array. Invariants: no job has a smaller priority than its parent, at (index - 1) / 2; count <= room. */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

struct job {
	int priority;
	int number;
};

struct hold_heap {
	struct job *jobs;
	size_t count;
	size_t room;
	char *label;
};

hold_heap *hold_heap_new(void)
{
	return calloc(1, sizeof(hold_heap));
}

void hold_heap_free(hold_heap *heap)
{
	if (!heap)
		return;
	free(heap->jobs);
	free(heap->label);
	free(heap);
}

size_t hold_heap_count(const hold_heap *heap)
{
	return heap ? heap->count : 0;
}

enum hold_error hold_heap_push(hold_heap *heap, int priority, int job)
{
	size_t index;

	if (heap->count == heap->room) {
		size_t room = heap->room > 0 ? 2 * heap->room : 4;
		struct job *jobs = realloc(heap->jobs, room * sizeof *jobs);

		if (!jobs)
			return HOLD_NO_MEMORY;
		heap->jobs = jobs;
		heap->room = room;
	}
	for (index = heap->count++; index > 0; index = (index - 1) / 2) {
		if (heap->jobs[(index - 1) / 2].priority <= priority)
			break;
		heap->jobs[index] = heap->jobs[(index - 1) / 2];
	}
	heap->jobs[index].priority = priority;
	heap->jobs[index].number = job;
	return HOLD_OK;
}

enum hold_error hold_heap_peek(const hold_heap *heap, int *job)
{
	if (hold_heap_count(heap) == 0)
		return HOLD_MISSING;
	if (job)
		*job = heap->jobs[0].number;
	return HOLD_OK;
}

enum hold_error hold_heap_pop(hold_heap *heap, int *job)
{
	struct job last;
	size_t index = 0, child;

	if (heap->count == 0)
		return HOLD_MISSING;
	if (job)
		*job = heap->jobs[0].number;
	last = heap->jobs[--heap->count];
	while ((child = 2 * index + 1) < heap->count) {
		if (child + 1 < heap->count && heap->jobs[child + 1].priority < heap->jobs[child].priority)
			child++;
		if (last.priority <= heap->jobs[child].priority)
			break;
		heap->jobs[index] = heap->jobs[child];
		index = child;
	}
	heap->jobs[index] = last;
	return HOLD_OK;
}

enum hold_error hold_heap_set_label(hold_heap *heap, const char *label)
{
	char *copy = NULL;

	if (label) {
		copy = malloc(strlen(label) + 1);
		if (!copy)
			return HOLD_NO_MEMORY;
		strcpy(copy, label);
	}
	free(heap->label);
	heap->label = copy;
	return HOLD_OK;
}

const char *hold_heap_label(const hold_heap *heap)
{
	return heap ? heap->label : NULL;
}

void hold_heap_clear(hold_heap *heap)
{
	heap->count = 0;
}
