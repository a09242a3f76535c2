/* Synthesised callbacks: functions of the stubs that ask the runtime what to return, and leave a record of their calls. */
#ifndef HR_RUNTIME_CALLBACKS_H
#define HR_RUNTIME_CALLBACKS_H

#include "runtime/state.h"

/* Callback `number` of the unit's table returns the `count` values of `size` bytes at `values` in turn, the last one for ever, until the
 * program is over. The values are not copied. */
void hr_callbacks_set(unsigned number, const uint8_t *values, uint32_t count, uint32_t size);

/* Forgets what was set and starts counting calls anew. */
void hr_callbacks_reset(void);

/* HR_WIRE_CALLBACK_ENTRY; see wire/wire.h. Leaves the unit when a program makes too many of these calls. */
void hr_runtime_callback(unsigned number, unsigned count, void *const *arguments, const unsigned *sizes, void *result,
			 unsigned result_size);

#endif
