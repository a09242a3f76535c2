/* Running programs, one after the other, each from the state that the snapshot remembers. */
#ifndef HR_RUNTIME_INTERPRETER_H
#define HR_RUNTIME_INTERPRETER_H

#include "runtime/state.h"

/* Where the worker keeps what it must find quickly and the unit must not touch: fixed places, poisoned HR_SHADOW_FOREIGN. */
#define HR_AREA_BASE 0x680000000000u    /* the value area */
#define HR_LOGS_BASE 0x690000000000u    /* what a program leaves to be told, see results.h */
#define HR_CHANNEL_BASE 0x6a0000000000u /* the shared memory */

#define HR_AREA_MOST HR_WIRE_AREA_MOST
#define HR_BATCH_ROOM HR_WIRE_BATCH_ROOM

/* Maps the value area and the logs. Before the unit is loaded. 0, or errno. */
int hr_interpreter_map(void);

/* Runs a program of `size` bytes, which nobody looked at yet, and writes its result, of at most `room` bytes (at least
 * HR_BATCH_ROOM). The unit is left as the program left it: hr_interpreter_restore comes next. */
void hr_interpreter_run(struct hr_wire_result *result, size_t room, const struct hr_wire_program *program, size_t size,
			uint32_t default_cpu_ms);

/* Brings everything back to the snapshot. */
void hr_interpreter_restore(void);

/* Runs the batch that stands in the channel. False when the worker must end: the last program left it in a doubtful state. */
bool hr_interpreter_batch(struct hr_wire_channel *channel);

#endif
