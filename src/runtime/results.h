/* What a program leaves to be told, collected while it runs in logs of bounded size, and written into its result at the end. */
#ifndef HR_RUNTIME_RESULTS_H
#define HR_RUNTIME_RESULTS_H

#include "runtime/state.h"

/* Entries one after the other. */
struct hr_log {
	uint8_t *bytes;
	uint32_t size; /* capacity */
	uint32_t used;
	uint32_t count;
	bool truncated; /* an entry did not fit: neither it nor any later one is in the log */
};

struct hr_logs {
	struct hr_log calls;        /* struct hr_wire_call */
	struct hr_log descriptions; /* struct hr_wire_description and bytes */
	struct hr_log fingerprints; /* struct hr_wire_fingerprint */
	struct hr_log callbacks;    /* struct hr_wire_callback_call and what follows it */
};

extern struct hr_logs hr_logs;

/* Maps the logs at their place. 0, or errno. */
int hr_logs_map(void);

/* Room for an entry of `size` bytes (a multiple of 8); NULL when there is none left in this program. */
void *hr_log_append(struct hr_log *log, uint32_t size);

/* Empties all logs. */
void hr_logs_clear(void);

/* What is known of a pointer. */
void hr_pointer_look(struct hr_wire_pointer *out, uint32_t slot, uintptr_t address);

/* Writes the result of the program that hr_runtime and the logs know of; harvests the coverage on the way. `program` is valid and its value
 * area is `area`. What does not fit into `room` bytes is left out, and said to be. */
void hr_result_write(struct hr_wire_result *result, size_t room, const struct hr_wire_program *program,
		     const uint8_t *area);

/* The same for a program that could not be run: nothing but its id and hr_runtime. */
void hr_result_write_bare(struct hr_wire_result *result, uint64_t id);

#endif
