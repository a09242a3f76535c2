/* An encoded sequence, shared by the files of this folder. */
#ifndef HR_EXEC_PROGRAM_H
#define HR_EXEC_PROGRAM_H

#include "exec/exec.h"
#include "wire/wire.h"

struct hr_program {
	unsigned char *bytes; /* a struct hr_wire_program and what belongs to it */
	size_t size;
	size_t value_count;
	HR_VEC(size_t) slot_of;         /* by value: its slot; (size_t)-1: it has none */
	HR_VEC(size_t) value_of;        /* by entry of the pointer list: the value, or HR_NO_VALUE */
	HR_VEC(uint32_t) pointer_slots; /* the pointer list itself */
	size_t statement_count;
};

/* Reads a result that a worker wrote. Anything may stand there: what does not hold together makes the outcome HR_OUTCOME_DIED.
 * `available` bytes may be read from `bytes` on. Returns the size of the result, at most `available`; 0 when it is none. */
size_t hr_outcome_decode(struct hr_outcome *out, const struct hr_program *program, const void *bytes, size_t available);

#endif
