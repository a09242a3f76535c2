/* The unit's call stack, by frame pointers.
 *
 * Invariants: nothing outside the open part of the unit's stack is read, and every step goes up, so that the walk ends whatever the unit
 * wrote over its frames. The chain ends with the zero that hr_switch_call puts into rbp. */
#include "runtime/fault.h"

/* What the compiler leaves at a frame pointer on x86-64. */
struct frame {
	const struct frame *caller;
	uintptr_t return_address;
};

static void add(struct hr_wire_stack *out, uintptr_t return_address)
{
	uintptr_t pc =
		return_address - 1; /* within the call, which may be the last instruction of its line or function */
	if (out->count < HR_WIRE_FRAMES && hr_range_has(hr_runtime.unit_text, pc))
		out->pc[out->count++] = pc - hr_runtime.unit_base;
}

static bool is_frame(const struct frame *frame)
{
	uintptr_t address = (uintptr_t)frame;
	return address % sizeof(uintptr_t) == 0 && address >= hr_stack_lowest() &&
	       address <= hr_runtime.unit_stack.end - sizeof *frame;
}

void hr_stack_walk(struct hr_wire_stack *out, void *pc, void *frame)
{
	out->count = 0;
	out->reserved = 0;
	if (pc)
		add(out, (uintptr_t)pc);
	const struct frame *at = frame;
	bool is_first = true;
	while (is_frame(at) && out->count < HR_WIRE_FRAMES) {
		/* an entry point passes its own frame, whose return address is the pc that was told already */
		if (!is_first || at->return_address != (uintptr_t)pc)
			add(out, at->return_address);
		is_first = false;
		if (at->caller <= at)
			break;
		at = at->caller;
	}
	for (uint32_t i = out->count; i < HR_WIRE_FRAMES; i++)
		out->pc[i] = 0;
}

static uintptr_t word_at(uintptr_t address)
{
	return *(const uintptr_t *)address;
}

static bool leads_into_unit(uintptr_t address)
{
	return hr_range_has(hr_runtime.unit_text, word_at(address) - 1);
}

void hr_stack_reach_unit(uintptr_t *pc, uintptr_t *frame, uintptr_t stack_pointer)
{
	const uintptr_t last = hr_runtime.unit_stack.end - sizeof(struct frame);
	uintptr_t at = (stack_pointer + sizeof at - 1) & ~(uintptr_t)(sizeof at - 1);

	if (hr_range_has(hr_runtime.unit_text, *pc - 1) || at < hr_stack_lowest())
		return;
	while (at <= last && !leads_into_unit(at))
		at += sizeof at;
	if (at > last)
		return;
	*pc = word_at(at);
	for (at += sizeof at; at <= last; at += sizeof at) {
		uintptr_t caller = word_at(at);
		bool is_chained = caller == 0 || (caller > at && is_frame((const struct frame *)caller));
		if (is_chained && leads_into_unit(at + sizeof at)) {
			*frame = at;
			return;
		}
	}
}
