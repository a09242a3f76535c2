/* For the gate functions: what they check, and how they report.
 *
 * A gate function `hr_gate_NAME` stands in for libc's NAME in the unit (wire/gate_table.def). It runs on the unit's stack, checks every
 * range of memory it is about to touch against the shadow before it touches it, and reports by leaving: nothing has happened then. What the
 * real function would do beyond memory (files, time, processes) is done by the runtime's own, resettable stand-ins. */
#ifndef HR_RUNTIME_GATE_H
#define HR_RUNTIME_GATE_H

#include "runtime/fault.h"
#include "runtime/shadow.h"
#include "runtime/work.h"

#include <stddef.h>
#include <stdint.h>

/* Gate functions are called by the unit alone, through names that `build` writes into its bitcode; nobody here calls them, so they are
 * declared nowhere, and gate_names.c proves that they exist. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* A second name for a gate function: __isoc99_sscanf for sscanf. Also for the fortified ones that only add a trailing argument
 * (__memcpy_chk): on x86-64 an argument that nobody reads does no harm. */
#define HR_GATE_ALIAS(name, known) \
	extern __typeof__(hr_gate_##known) hr_gate_##name __attribute__((alias("hr_gate_" #known)))

/* What a call of libc counts as, in rounds of a loop; and so many bytes that it touches as one. */
enum { HR_GATE_WORK = 32, HR_GATE_BYTES_OF_WORK = 64 };

/* Every gate function begins with this: it knows by it where in the unit it was called. */
#define HR_GATE_ENTER(name)                     \
	const struct hr_gate_site hr_gate_site_ = { name, __builtin_return_address(0), __builtin_frame_address(0) }; \
	const struct hr_gate_site *const site = &hr_gate_site_; \
	hr_work += HR_GATE_WORK; \
	if (__builtin_expect(hr_stack_is_short(hr_gate_site_.frame), 0)) \
	hr_fault_no_stack(hr_gate_site_.pc, hr_gate_site_.frame)

struct hr_gate_site {
	const char *function; /* as reports name it: "strcpy" */
	void *pc;
	void *frame;
};

/* Each reports and leaves when it does not hold. A size of 0 is always fine. */
void hr_gate_reads(const struct hr_gate_site *site, const void *from, size_t size);
void hr_gate_writes(const struct hr_gate_site *site, const void *to, size_t size);
void hr_gate_no_overlap(const struct hr_gate_site *site, const void *a, size_t a_size, const void *b, size_t b_size);

/* The length of a string, every byte of which (the NUL included) is checked. */
size_t hr_gate_string(const struct hr_gate_site *site, const char *text);

/* The length of a string of at most `most` bytes; no byte beyond the NUL or `most` is checked. */
size_t hr_gate_bounded_string(const struct hr_gate_site *site, const char *text, size_t most);

/* A fault of a given kind at this site. */
_Noreturn void hr_gate_fault(const struct hr_gate_site *site, enum hr_wire_fault_kind kind, uintptr_t address,
			     size_t size, const char *text);

/* The call is not let through: HR_WIRE_REFUSED with the function's name. */
_Noreturn void hr_gate_refuse(const struct hr_gate_site *site, const char *text);

/* Memory that libc would own and the unit may use (what strerror or localtime return): the same block for a slot until the sequence ends.
 * `slot` is static and zero at first. Not of the runtime's own memory, which is closed to the unit. Fresh ones are zero. */
struct hr_gate_static {
	void *memory;
	uint64_t sequence;
};
void *hr_gate_static(struct hr_gate_static *slot, size_t size);

/* Memory of the runtime for the time of one gate function: released in reverse order; what is left when the unit was left is taken back by
 * hr_gates_reset. Not zero. Leaves with HR_WIRE_EXHAUSTED when there is none. */
void *hr_scratch_take(size_t size);
void hr_scratch_release(void *memory);

/* Resets, one a file of gates, called by hr_gates_reset after each sequence; add yours to its table in gate.c. Each brings the state that
 * its functions keep back to what it was when the process started. */
void hr_gates_reset(void);
void hr_gate_string_reset(void); /* strtok's place */
void hr_gate_tree_reset(void);   /* hsearch's table */

/* atexit functions that the unit registered: run before the leak check, on the unit's stack. */
void hr_gate_run_atexit(void);
uint32_t hr_gate_atexit_count(void);

#endif
