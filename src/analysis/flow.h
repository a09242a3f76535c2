/* The control flow of one function: order, dominators, loops, uses of values, and the conditions that hold in a block. Private to this folder. */
#ifndef HR_ANALYSIS_FLOW_H
#define HR_ANALYSIS_FLOW_H

#include "ir/code.h"

struct hr_flow {
	const struct hr_code_function *function;
	struct hr_arena arena;
	uint32_t *order; /* reachable blocks, each before those that it dominates */
	uint32_t order_count;
	uint32_t *position;  /* of a block in `order`; HR_CODE_NONE: not reachable */
	uint32_t *dominator; /* immediate; the entry's is itself */
	uint32_t *tree_in;   /* numbering of the tree of dominators */
	uint32_t *tree_out;
	uint32_t *loop; /* head of the innermost loop around a block, or HR_CODE_NONE; a head is in its own loop */
	uint32_t *loop_parent; /* of a head: that of the next loop around it */
	uint32_t *use_first;   /* of a value: slice of `uses`; one entry more than values */
	uint32_t *uses;        /* instructions, once for each operand */
};

/* The function must have blocks. */
void hr_flow_init(struct hr_flow *flow, const struct hr_code_function *function);
void hr_flow_release(struct hr_flow *flow);

bool hr_flow_dominates(const struct hr_flow *flow, uint32_t above, uint32_t below);
bool hr_flow_in_loop(const struct hr_flow *flow, uint32_t head, uint32_t block);

/* The last instruction of a block; NULL when it is empty. */
const struct hr_code_instruction *hr_flow_end(const struct hr_code_function *function, uint32_t block);

/* The instruction that yields a value; NULL for parameters and constants. */
const struct hr_code_instruction *hr_flow_maker(const struct hr_code_function *function, uint32_t value);

uint32_t hr_flow_operand(const struct hr_code_function *function, const struct hr_code_instruction *instruction,
			 uint32_t which);

/* "left comparison right" holds; `block` ends with the branch that decided it. */
struct hr_known {
	uint32_t left, right;
	enum hr_compared comparison;
	uint32_t block;
};

enum { HR_KNOWN_MAX = 48 };

/* What holds whenever `block` is entered, nearest first; what a condition of the form a && b tells is taken apart. Returns how many, at most HR_KNOWN_MAX. */
size_t hr_flow_known(struct hr_known *out, const struct hr_flow *flow, uint32_t block);

/* The same when control goes from one block to the next. */
size_t hr_flow_known_edge(struct hr_known *out, const struct hr_flow *flow, uint32_t from, uint32_t to);

/* What a condition tells when it is true (or false). `out` has room for HR_KNOWN_MAX from `count` on; returns the new count. */
size_t hr_flow_known_condition(struct hr_known *out, size_t count, const struct hr_flow *flow, uint32_t condition,
			       bool holds, uint32_t block);

enum hr_compared hr_comparison_negated(enum hr_compared comparison);
enum hr_compared hr_comparison_swapped(enum hr_compared comparison);

/* The value behind casts between integers and from pointers to the same. */
uint32_t hr_flow_uncast(const struct hr_code_function *function, uint32_t value);

#endif
