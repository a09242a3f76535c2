/* What every test of the memory checker begins with: the mappings, and a way to run a piece of code as if it were the unit. */
#ifndef HR_TEST_MEMORY_SETUP_H
#define HR_TEST_MEMORY_SETUP_H

#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FILL 0xaa

static inline int map_memory(void **state)
{
	(void)state;
	hr_runtime.fill = FILL;
	return hr_shadow_map() || hr_arena_map() || hr_fake_stack_map() || hr_stack_map() ? -1 : 0;
}

static inline int reset_memory(void **state)
{
	(void)state;
	hr_arena_reset();
	hr_fake_stack_reset();
	hr_poison_reset();
	hr_stack_refill(FILL);
	memset(&hr_runtime.fault, 0, sizeof hr_runtime.fault);
	return 0;
}

/* Runs `body` on the unit's stack; the fault that ended it, NULL when it returned. */
static inline const struct hr_wire_fault *run(void (*body)(void **, void *), void *argument)
{
	void *arguments[] = { argument };
	return hr_switch_call(body, arguments, NULL) ? &hr_runtime.fault : NULL;
}

#endif
