/* The state that gate functions keep: touched, marked, brought back. The contract is in gate_state.h.
 *
 * Invariants: a state is in the list exactly when it is touched; the mark of a state that was never touched is not filled, because the
 * state itself is still what it was. */
#include "runtime/gate_state.h"

#include <string.h>

/* The linker's names for the two ends of the section that HR_GATE_DATA puts variables into. */
extern unsigned char __start_hr_gate_data[];
extern unsigned char __stop_hr_gate_data[];
extern unsigned char __start_hr_gate_open[];
extern unsigned char __stop_hr_gate_open[];

enum { MOST_DATA = 2048, MOST_OPEN = 32768 };

static struct hr_gate_state *touched;
static _Alignas(16) unsigned char data_mark[MOST_DATA];
static size_t data_size;
static _Alignas(16) unsigned char open_mark[MOST_OPEN];
HR_SAMPLED(open_mark);
static size_t open_size;
static bool open_is_marked; /* constructors left something there */

struct hr_range hr_gate_data_range(void)
{
	return (struct hr_range){ (uintptr_t)__start_hr_gate_data, (uintptr_t)__stop_hr_gate_data };
}

struct hr_range hr_gate_open_range(void)
{
	return (struct hr_range){ (uintptr_t)__start_hr_gate_open, (uintptr_t)__stop_hr_gate_open };
}

static void mark_data(void)
{
	data_size = (size_t)(__stop_hr_gate_data - __start_hr_gate_data);
	if (data_size > sizeof data_mark) /* a wrong constant in this file: found by the first test that runs */
		__builtin_trap();
	memcpy(data_mark, __start_hr_gate_data, data_size);
	open_size = (size_t)(__stop_hr_gate_open - __start_hr_gate_open);
	if (open_size > sizeof open_mark)
		__builtin_trap();
}

/* Before anything of the unit can have run. */
__attribute__((constructor)) static void remember_beginning(void)
{
	mark_data();
	memcpy(open_mark, __start_hr_gate_open, open_size);
}

void hr_gate_state_touch(struct hr_gate_state *state)
{
	if (state->changing.is_touched)
		return;
	if (!state->changing.is_marked) {
		memcpy(state->mark, state->memory, state->size);
		state->changing.is_marked = true;
	}
	state->changing.is_touched = true;
	state->changing.next = touched;
	touched = state;
}

void hr_gate_states_mark(void)
{
	mark_data();
	if (memcmp(open_mark, __start_hr_gate_open, open_size) != 0) {
		memcpy(open_mark, __start_hr_gate_open, open_size);
		open_is_marked = true;
	}
	while (touched) {
		struct hr_gate_state *state = touched;
		memcpy(state->mark, state->memory, state->size);
		state->changing.is_touched = false;
		touched = state->changing.next;
	}
}

void hr_gate_states_reset(void)
{
	memcpy(__start_hr_gate_data, data_mark, data_size);
	while (touched) {
		struct hr_gate_state *state = touched;
		if (state->release)
			state->release(state->mark);
		memcpy(state->memory, state->mark, state->size);
		state->changing.is_touched = false;
		touched = state->changing.next;
	}
	if (open_is_marked)
		memcpy(__start_hr_gate_open, open_mark, open_size);
}

uint32_t hr_gate_state_roots(struct hr_range *out, uint32_t most)
{
	uint32_t count = 0;
	if (count < most)
		out[count++] = (struct hr_range){ (uintptr_t)__start_hr_gate_data, (uintptr_t)__stop_hr_gate_data };
	for (const struct hr_gate_state *state = touched; state && count < most; state = state->changing.next) {
		const uintptr_t begin = (uintptr_t)state->memory;
		out[count++] = (struct hr_range){ begin, begin + state->size };
	}
	return count;
}
