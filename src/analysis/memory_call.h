/* One call, for the files that deal with calls. */
#ifndef HR_ANALYSIS_MEMORY_CALL_H
#define HR_ANALYSIS_MEMORY_CALL_H

#include "analysis/memory_internal.h"

struct memory_call {
	struct memory_frame *frame;
	const struct hr_code_instruction *at;
	uint32_t instruction;
	const uint32_t *arguments;
	uint32_t count;
	struct hr_place place;
};

void hr_call_add(struct memory *memory, pointees *set, uint32_t object,
		 uint32_t stride); /* one element: its beginning, or anywhere */

/* An argument is freed: what it points to (`set`), and what equal pointers do. */
void hr_call_free(const struct memory_call *call, uint32_t argument, const pointees *set, unsigned mark);

/* What a summary says happens to the caller's memory. `all`, when not NULL: every parameter is any of these. */
void hr_call_apply(const struct memory_call *call, const struct memory *summary, const pointees *all, pointees *result);

void hr_call_to_library(const struct memory_call *call, const struct hr_libc_function *function, pointees *result);

#endif
