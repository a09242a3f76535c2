/* Who calls whom, also through function pointers.
 *
 * A function pointer is followed by what is stored where: functions flow from their names through values, parameters, results, variables and
 * members (struct type + offset, whatever object they are in) to calls. A pointer that the unit sets to a function of its own unless the caller of the
 * unit gives another counts as the unit's own; one that only the caller can have given is unknown. */
#ifndef HR_ANALYSIS_CALLGRAPH_H
#define HR_ANALYSIS_CALLGRAPH_H

#include "analysis/facts.h"
#include "analysis/libc.h"

struct hr_call {
	uint32_t instruction;
	uint32_t targets; /* slice of the function's `targets`: functions, sorted */
	uint32_t target_count;
	bool is_unknown; /* other code may be called as well, or only that */
};

struct hr_callers {
	HR_VEC(struct hr_call) calls; /* in the order of instructions */
	HR_VEC(uint32_t) targets;
};

struct hr_call_graph {
	const struct hr_code *code;
	struct hr_callers *functions;            /* parallel to the code's */
	const struct hr_libc_function **library; /* for those that are only declared: what is known of them, or NULL */
	uint32_t *order;                         /* all functions, callees before callers but for recursion */
	uint32_t
		*component; /* functions that can call each other have the same one; numbered in the order of `order` */
	uint32_t component_count;
};

struct hr_call_graph *hr_call_graph_new(const struct hr_code *code);
void hr_call_graph_free(struct hr_call_graph *graph); /* NULL is fine */

/* The call that an instruction makes; NULL when it is none. */
const struct hr_call *hr_call_graph_call(const struct hr_call_graph *graph, uint32_t function, uint32_t instruction);

/* True for functions that do nothing to memory and that no programmer called (markers of the compiler). */
bool hr_is_intrinsic(const char *name);

#endif
