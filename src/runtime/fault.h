/* Reporting what went wrong in the unit, and leaving it. */
#ifndef HR_RUNTIME_FAULT_H
#define HR_RUNTIME_FAULT_H

#include "runtime/state.h"

/* A bad access. Decides the kind from the shadow and the owner of the address (hr_owner_of), fills hr_runtime.fault with it, with the
 * unit's stack, and leaves. `function` names the library function whose check failed, NULL for the unit's own access. `pc` and `frame` are
 * where in the unit it happened: pass __builtin_return_address(0) and __builtin_frame_address(0) of the entry point that the unit called. */
_Noreturn void hr_fault_access(uintptr_t address, size_t size, enum hr_wire_access access, const char *function,
			       void *pc, void *frame);

/* Anything else of known kind. `text` may be NULL. `code`: exit code or signal. */
_Noreturn void hr_fault_kind(enum hr_wire_fault_kind kind, uintptr_t address, size_t size, int code,
			     const char *function, const char *text, void *pc, void *frame);

/* A fault that the processor or the kernel told by signal number `code`. Decides between NULL, wild, exhausted and the like for
 * HR_FAULT_WILD; any other kind is taken as it is. `access` may be HR_ACCESS_NONE. */
_Noreturn void hr_fault_trap(enum hr_wire_fault_kind kind, uintptr_t address, enum hr_wire_access access, int code,
			     void *pc, void *frame);

/* The program's time is over: leaves with HR_WIRE_HANG and the stack of where it is. */
_Noreturn void hr_fault_hang(void *pc, void *frame);

/* The process grew out of bounds: leaves with HR_WIRE_EXHAUSTED and the stack of where it is. */
_Noreturn void hr_fault_exhausted(void *pc, void *frame);

/* The unit's stack is used up, though not to the last byte: as if the call had hit the guard below it. */
_Noreturn void hr_fault_no_stack(void *pc, void *frame);

/* Undefined behaviour, as told by the compiler; by the policy table it ends the sequence (does not return), or is only recorded,
 * once per place, and returns. */
void hr_fault_undefined(enum hr_wire_fault_kind kind, const char *file, uint32_t line, uint32_t column,
			const char *text, uintptr_t address, void *pc, void *frame);

/* True when this place was recorded already, or too many were: telling it again would change nothing. */
bool hr_fault_is_noted(enum hr_wire_fault_kind kind, const char *file, uint32_t line, uint32_t column);

/* The policy table: true when the kind ends a sequence. */
bool hr_fault_ends(enum hr_wire_fault_kind kind);

/* Leaves the unit with a status (HR_WIRE_HANG, HR_WIRE_EXIT, …) and hr_runtime.fault as it stands. */
_Noreturn void hr_leave(enum hr_wire_status status);

/* What was only recorded: for the interpreter. Cleared by hr_faults_clear, before each program. */
const struct hr_wire_fault *hr_fault_notes(uint32_t *count);
void hr_faults_clear(void);

/* What an address belongs to. */
void hr_owner_of(struct hr_wire_owner *out, uintptr_t address);

/* The stack of unit frames from `frame` up to the top of the unit's stack, by frame pointers; `pc` (may be NULL) is the innermost,
 * a return address like all others (for an interrupted instruction: its address + 1). Never
 * faults: every frame pointer is checked against the bounds of the stack. */
void hr_stack_walk(struct hr_wire_stack *out, void *pc, void *frame);

/* From a library, which keeps no frame pointers: brings `pc` and `frame` to the function of the unit that called it, as well as that can be
 * told from what lies on the stack. Leaves them alone when the pc (a return address) is in the unit, and where nothing is found. */
void hr_stack_reach_unit(uintptr_t *pc, uintptr_t *frame, uintptr_t stack_pointer);

/* ---- the switch between the interpreter and the unit (switch.c) ---- */

/* Maps the unit's stack at a fixed address, with a guard below; all of it is open until the first hr_stack_refill, so that loading
 * the unit needs no signal handler. 0, or errno. */
int hr_stack_map(void);

/* Calls `stub(arguments, result)` on the unit's stack. Returns 0 when it returned, 1 when hr_leave ended it. Not re-entrant. The
 * callee-saved registers, the floating-point modes and the direction flag are as before either way; only what the unit does to MXCSR
 * alone (flush to zero, sticky flags) stays until hr_stack_restart, unless it was left. */
int hr_switch_call(void (*stub)(void **, void *), void **arguments, void *result);

/* Fills what a sequence may have dirtied of the stack with `fill` again and clears the shadow of all of it. */
void hr_stack_refill(uint8_t fill);

/* The same at the beginning of a sequence: floating-point modes and flags are as at first, too. */
void hr_stack_restart(uint8_t fill);

/* Clears the stack's shadow from `low` to the top (longjmp, noreturn). */
void hr_stack_forget(uintptr_t low);

/* A write fault at `address` within the stack's reserve: opens more of the stack. True when that was it. */
bool hr_stack_grow(uintptr_t address);

/* The lowest address of the unit's stack that is open now. */
uintptr_t hr_stack_lowest(void);

/* True for an address in the guard below the stack: it is exhausted. */
bool hr_stack_is_guard(uintptr_t address);

/* The last of the stack is for gate functions: one that would begin there does not. So they are never left half done because the stack ends, and
 * a worker goes on after a recursion without end, which is what it mostly is. */
#define HR_STACK_BASE 0x610000000000u
#define HR_STACK_RESERVE 0x10000u
static inline bool hr_stack_is_short(const void *frame)
{
	return (uintptr_t)frame - HR_STACK_BASE < HR_STACK_RESERVE;
}

/* ---- signals (signals.c) ---- */

/* Installs the handlers on an alternate stack and the CPU-time tick. In the worker, after the fork from the zygote; may be called
 * again, also in the zygote before it. 0, or errno. */
int hr_signals_install(void);

/* The CPU-time limit of the program that starts now, in milliseconds; 0 stops the clock. */
void hr_signals_limit(uint32_t cpu_ms);

#endif
