/* Functions of a test that stand in for the unit under test: marked AS_UNIT, they are what hr_runtime.unit_text covers. */
#ifndef HR_TESTS_AS_UNIT_H
#define HR_TESTS_AS_UNIT_H

#include "runtime/arena.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

#define AS_UNIT __attribute__((section("as_unit"), noinline, used))

extern const char __start_as_unit[], __stop_as_unit[];

/* Maps shadow, arena and stack, and says where the unit is. Once a program. */
static inline int as_unit_set_up(void **state)
{
	(void)state;
	assert_int_equal(hr_shadow_map(), 0);
	assert_int_equal(hr_arena_map(), 0);
	assert_int_equal(hr_stack_map(), 0);
	hr_runtime.unit_base = (uintptr_t)__start_as_unit;
	hr_runtime.unit_text = (struct hr_range){ (uintptr_t)__start_as_unit, (uintptr_t)__stop_as_unit };
	return 0;
}

/* Runs it and asserts how it ends; the fault is in hr_runtime. */
static inline void as_unit_expect(void (*stub)(void **, void *), void **arguments, enum hr_wire_status status)
{
	long result = 0;
	hr_runtime.status = HR_WIRE_NORMAL;
	hr_runtime.suspicion = 0;
	int left = hr_switch_call(stub, arguments, &result);
	assert_int_equal(left, status != HR_WIRE_NORMAL);
	assert_int_equal(hr_runtime.status, status);
	assert_false(hr_runtime.inside);
}

/* True when the frame of the unit's stack `index` is just behind the beginning of a function. */
static inline bool as_unit_frame_is_in(const struct hr_wire_stack *stack, unsigned index, uintptr_t function)
{
	uint64_t begin = function - hr_runtime.unit_base;
	return index < stack->count && stack->pc[index] >= begin && stack->pc[index] < begin + 512;
}

#endif
