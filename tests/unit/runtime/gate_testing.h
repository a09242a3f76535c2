/* For the tests of the libc gate: a runtime without a unit, and cases that must leave with a fault before anything was written. */
#ifndef HR_TESTS_GATE_TESTING_H
#define HR_TESTS_GATE_TESTING_H

#include "runtime/arena.h"
#include "runtime/fault.h"
#include "runtime/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FILL 0xab
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The cases break the rules that the headers tell the compiler. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wrestrict"
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif

/* The gate function of that name has the type of the real one. */
#define GATE(name) extern __typeof__(name) hr_gate_##name

struct fault_case {
	const char *what;
	void (*body)(void);
	enum hr_wire_fault_kind kind; /* HR_FAULT_NONE: it returns */
};

static inline int gate_set_up(void **state)
{
	(void)state;
	int error = hr_shadow_map();
	if (!error)
		error = hr_arena_map();
	if (!error)
		error = hr_stack_map();
	hr_runtime.fill = FILL;
	return error;
}

/* A block with exactly these bytes, or with a string and its NUL, or with the fill pattern. */
static inline void *bytes(const void *from, size_t size)
{
	void *block = hr_arena_allocate(size, 16, HR_BLOCK_UNIT);
	return memcpy(block, from, size);
}

static inline char *text(const char *from)
{
	return bytes(from, strlen(from) + 1);
}

/* The last block of this kind must still be as it was when the case has left. */
static unsigned char *untouched;
static size_t untouched_size;

static inline void *room(size_t size)
{
	untouched = hr_arena_allocate(size, 16, HR_BLOCK_UNIT);
	untouched_size = size;
	return untouched;
}

static inline void run_body(void **arguments, void *result)
{
	(void)result;
	void (*body)(void);
	memcpy(&body, arguments, sizeof body);
	body();
}

/* Runs it as the unit; true when it left with a fault. */
static inline bool leaves(void (*body)(void))
{
	void *arguments[1];
	memcpy(arguments, &body, sizeof body);
	memset(&hr_runtime.fault, 0, sizeof hr_runtime.fault);
	return hr_switch_call(run_body, arguments, NULL) != 0;
}

static inline void after_case(void)
{
	hr_gates_reset();
	hr_stack_refill(FILL);
	hr_arena_reset();
	untouched = NULL;
}

static inline void check_cases(const struct fault_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const bool left = leaves(cases[i].body);
		const enum hr_wire_fault_kind kind =
			left ? (enum hr_wire_fault_kind)hr_runtime.fault.kind : HR_FAULT_NONE;
		if (kind != cases[i].kind)
			fail_msg("%s: fault %d and not %d (%s)", cases[i].what, (int)kind, (int)cases[i].kind,
				 hr_runtime.fault.function);
		for (size_t at = 0; left && untouched && at < untouched_size; at++)
			if (untouched[at] != FILL)
				fail_msg("%s: byte %zu was written before it left", cases[i].what, at);
		after_case();
	}
}

/* As the first statement of a case: names it where it stands. */
#define CASE(name) static void name(void)

#endif
