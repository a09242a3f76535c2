/* State that gate functions keep between calls, and how it comes back after each sequence.
 *
 * A gate function that remembers something (a clock, a seed, an environment) keeps it in a static variable, names the variable with
 * HR_GATE_STATE, and says HR_GATE_TOUCH before it changes it. A reset then costs what was touched: one test when nothing was.
 *
 * Variables that the unit changes without calling anybody (optind, environ) carry HR_GATE_DATA instead: they stand together in one
 * section and are copied back after every sequence. Keep them few. HR_GATE_OPEN is for larger memory that the unit gets pointers into: it is open
 * to the unit (all other memory of the worker is closed, see closed.h), and copied back when constructors of the unit left something there. What is
 * changed by calls needs HR_GATE_STATE besides. */
#ifndef HR_RUNTIME_GATE_STATE_H
#define HR_RUNTIME_GATE_STATE_H

#include "runtime/changing.h"
#include "runtime/gate.h"

#include <errno.h>

struct hr_gate_state {
	void *memory;
	void *mark; /* what comes back */
	size_t size;
	void (*release)(const void *mark); /* gives back what the state owns and the mark does not; may be NULL */
	struct {
		struct hr_gate_state *next; /* touched ones */
		bool is_touched;
		bool is_marked;
	} changing;
};

/* After the variable's definition, in the same file. */
#define HR_GATE_STATE(variable) HR_GATE_STATE_OWNING(variable, NULL)
#define HR_GATE_STATE_OWNING(variable, release)                                                 \
	static _Alignas(16) unsigned char variable##_mark_[sizeof(variable)];                     \
	static struct hr_gate_state variable##_state_ = { &(variable), variable##_mark_,          \
							  sizeof(variable), (release), { NULL, false, false } }; \
	HR_CHANGING(variable##_mark_);                                                            \
	HR_CHANGING_PART(variable##_list_, variable##_state_.changing)

#define HR_GATE_TOUCH(variable)                                        \
	do {                                                           \
		if (!variable##_state_.changing.is_touched)                     \
			hr_gate_state_touch(&variable##_state_);       \
	} while (0)

#define HR_GATE_DATA __attribute__((section("hr_gate_data")))
#define HR_GATE_OPEN __attribute__((section("hr_gate_open")))

/* The two sections. */
struct hr_range hr_gate_data_range(void);
struct hr_range hr_gate_open_range(void);

/* Before the state is changed for the first time since the last reset. */
void hr_gate_state_touch(struct hr_gate_state *state);

/* All of it as it is now is what a reset brings back; before, that is what it was when the process started. Belongs beside
 * hr_snapshot_take: constructors of the unit may have registered, seeded or set something. */
void hr_gate_states_mark(void);

/* Back to the mark. */
void hr_gate_states_reset(void);

/* Where the gate keeps pointers of the unit since the mark (putenv's strings, values of thread keys, arguments of exit handlers): roots of
 * the leak check beside hr_snapshot_roots. */
uint32_t hr_gate_state_roots(struct hr_range *out, uint32_t most);

#endif
