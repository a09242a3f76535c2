/* An encoded sequence, shared by the files of this folder. */
#ifndef HR_EXEC_PROGRAM_H
#define HR_EXEC_PROGRAM_H

#include "exec/exec.h"
#include "wire/wire.h"

/* What image, data, code and pointer list of a program may take: less than a channel has. */
#define HR_MOST_PROGRAM ((size_t)7 << 20)

/* Makes room for `wanted` elements in all. */
#define hr_program_reserve(vec, wanted)                                                                \
	do {                                                                                           \
		while ((vec)->capacity < (wanted))                                                     \
			(vec)->data = hr_vec_grow((vec)->data, &(vec)->capacity, sizeof *(vec)->data); \
	} while (0)

struct hr_program {
	unsigned char *bytes; /* a struct hr_wire_program and what belongs to it */
	size_t size;
	size_t capacity; /* of the bytes */
	size_t area_size;
	size_t value_count;
	size_t statement_count;
	size_t pointers;         /* where the pointer list is in the bytes */
	HR_VEC(size_t) slot_of;  /* by value: its slot; (size_t)-1: it has none */
	HR_VEC(size_t) value_of; /* by entry of the pointer list: the value, or HR_NO_VALUE */
	HR_VEC(uint32_t)
	callback_counts;       /* by callback type: instances used. This and the next only while it is made. */
	HR_VEC(size_t) wanted; /* values whose fingerprint is asked for */
};

/* Entry `index` of the pointer list: a slot. */
static inline uint32_t hr_program_pointer(const struct hr_program *program, size_t index)
{
	uint32_t slot;
	__builtin_memcpy(&slot, program->bytes + program->pointers + index * sizeof slot, sizeof slot);
	return slot;
}

/* Reads a result that a worker wrote. Anything may stand there: what does not hold together makes the outcome HR_OUTCOME_DIED.
 * `available` bytes may be read from `bytes` on. Returns the size of the result, at most `available`; 0 when it is none. */
size_t hr_outcome_decode(struct hr_outcome *out, const struct hr_program *program, const void *bytes, size_t available);

#endif
