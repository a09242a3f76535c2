/* The values that a function can return, each with the edge on which it is decided, and what decided it. */
#include "analysis/returns.h"

#include "analysis/entry.h"
#include "base/memory.h"

#include <string.h>

enum { RESULTS_MAX = 400 };

struct walk {
	const struct hr_function_values *values;
	hr_results *out;
	bool *seen; /* values */
};

static void walk_value(struct walk *walk, uint32_t value, uint32_t from, uint32_t to)
{
	const struct hr_code_function *function = walk->values->function;
	const struct hr_code_instruction *maker = hr_flow_maker(function, value);
	if (walk->out->count > RESULTS_MAX)
		return;
	if (maker && maker->op == HR_CODE_CAST && maker->detail != HR_CAST_REAL) {
		walk_value(walk, hr_flow_operand(function, maker, 0), from, to);
		return;
	}
	if (maker && maker->op == HR_CODE_PHI && !walk->seen[value]) {
		walk->seen[value] = true;
		for (uint32_t o = 0; o < maker->operand_count; o++) {
			uint32_t predecessor = function->targets.data[maker->targets + o];
			if (walk->values->flow.position[predecessor] != HR_CODE_NONE)
				walk_value(walk, hr_flow_operand(function, maker, o), predecessor, maker->block);
		}
		return;
	}
	if (maker && maker->op == HR_CODE_PHI)
		return;
	hr_vec_push(walk->out, (struct hr_result){ value, from, to });
}

bool hr_results_find(hr_results *out, const struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	struct walk walk = { values, out, hr_calloc(function->values.count + 1, sizeof *walk.seen) };
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *end = &function->instructions.data[i];
		if (end->op == HR_CODE_RETURN && end->operand_count &&
		    values->flow.position[end->block] != HR_CODE_NONE)
			walk_value(&walk, hr_flow_operand(function, end, 0), end->block, HR_CODE_NONE);
	}
	free(walk.seen);
	return out->count <= RESULTS_MAX;
}

/* ---- what a result follows ---- */

/* What was stored where this is loaded from, a little earlier in the same block or in the only one before it. */
static uint32_t loaded_value(struct hr_function_values *values, uint32_t value)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *load = hr_flow_maker(function, value);
	if (!load || load->op != HR_CODE_LOAD)
		return value;
	const struct hr_sum *at = hr_sum_of(&values->sums, hr_flow_operand(function, load, 0));
	uint32_t block = load->block;
	uint32_t end = function->values.data[value].index;
	for (unsigned steps = 0; steps < 4; steps++) {
		const struct hr_code_block *b = &function->blocks.data[block];
		for (uint32_t i = end; i-- > b->first;) {
			const struct hr_code_instruction *store = &function->instructions.data[i];
			int64_t difference;
			if (store->op == HR_CODE_STORE &&
			    hr_sum_differ_by(hr_sum_of(&values->sums, hr_flow_operand(function, store, 1)), at,
					     &difference) &&
			    difference == 0)
				return hr_flow_operand(function, store, 0);
		}
		if (b->predecessor_count != 1)
			break;
		block = function->targets.data[b->predecessors];
		end = function->blocks.data[block].first + function->blocks.data[block].count;
	}
	return value;
}

static bool is_allocation(const struct hr_function_values *values, uint32_t target)
{
	const struct hr_libc_function *library = values->unit->graph->library[target];
	return library && library->does & HR_LIBC_FRESH && !(library->does & HR_LIBC_OUTSIDE);
}

/* A call whose result was tested: an allocation, or a function that can fail, on the side of its errors. */
static unsigned follows_call(const struct hr_function_values *values, uint32_t index, const struct hr_known *known)
{
	const struct hr_code_function *function = values->function;
	uint32_t target = hr_call_target(values->unit, values->index, index);
	const struct hr_code_value *right = &function->values.data[known->right];
	bool is_null = right->kind == HR_VALUE_NULL;
	if (target == HR_CODE_NONE) {
		/* through a pointer: an allocator that can be exchanged */
		const struct hr_call *call = hr_call_graph_call(values->unit->graph, values->index, index);
		for (uint32_t t = 0; call && is_null && t < call->target_count; t++)
			if (is_allocation(
				    values,
				    values->unit->graph->functions[values->index].targets.data[call->targets + t]))
				return known->comparison == HR_EQUAL ? HR_FOLLOWS_ALLOC : 0;
		return 0;
	}
	if (is_null && is_allocation(values, target))
		return known->comparison == HR_EQUAL ? HR_FOLLOWS_ALLOC : 0;
	if (right->kind != HR_VALUE_INTEGER && !is_null)
		return 0;
	int64_t number = is_null ? 0 : right->number;
	const struct hr_libc_function *library = values->unit->graph->library[target];
	enum hr_error_results errors = values->unit->facts->functions.data[target].error_results;
	if (library && is_null)
		errors = HR_ERRORS_NULL;
	else if (library && library->does & HR_LIBC_OUTSIDE)
		errors = number < 0 || known->comparison == HR_SIGNED_LESS ? HR_ERRORS_NEGATIVE : HR_ERRORS_NONZERO;
	switch (errors) {
	case HR_ERRORS_NULL:
	case HR_ERRORS_ZERO:
		return number == 0 && known->comparison == HR_EQUAL ? HR_FOLLOWS_CALLEE : 0;
	case HR_ERRORS_NEGATIVE:
		if ((known->comparison == HR_SIGNED_LESS && number <= 0) ||
		    (known->comparison == HR_SIGNED_LESS_EQUAL && number < 0) ||
		    (known->comparison == HR_EQUAL && number < 0) || (known->comparison == HR_NOT_EQUAL && number == 0))
			return HR_FOLLOWS_CALLEE;
		return 0;
	case HR_ERRORS_NONZERO:
		if ((known->comparison == HR_NOT_EQUAL && number == 0) ||
		    (known->comparison == HR_EQUAL && number != 0) ||
		    (known->comparison == HR_SIGNED_GREATER && number == 0) ||
		    (known->comparison == HR_SIGNED_LESS && number == 0))
			return HR_FOLLOWS_CALLEE;
		return 0;
	default:
		return 0;
	}
}

static bool has_parameter(const struct hr_sums *sums, const struct hr_sum *sum)
{
	for (uint8_t t = 0; t < sum->count; t++) {
		const struct hr_atom *atom = &sums->atoms.data[sum->terms[t].atom];
		if (atom->kind == HR_ATOM_VALUE && !atom->is_pointer &&
		    sums->function->values.data[atom->number].kind == HR_VALUE_PARAMETER)
			return true;
	}
	return false;
}

static unsigned follows_condition(struct hr_function_values *values, const struct hr_known *known)
{
	const struct hr_code_function *function = values->function;
	uint32_t left = hr_flow_uncast(function, known->left);
	left = loaded_value(values, left);
	left = hr_flow_uncast(function, left);
	const struct hr_code_value *l = &function->values.data[left], *r = &function->values.data[known->right];
	const struct hr_code_instruction *maker = hr_flow_maker(function, left);
	if (maker && maker->op == HR_CODE_CALL)
		return follows_call(values, l->index, known);
	if (l->is_pointer && r->kind == HR_VALUE_NULL) {
		if (known->comparison != HR_EQUAL)
			return 0;
		return l->kind == HR_VALUE_PARAMETER        ? HR_FOLLOWS_NULL
		       : maker && maker->op == HR_CODE_LOAD ? HR_FOLLOWS_DATA
							    : 0;
	}
	if (l->is_pointer)
		return 0;
	if (l->kind == HR_VALUE_PARAMETER || has_parameter(&values->sums, hr_sum_of(&values->sums, known->left)) ||
	    (r->kind != HR_VALUE_INTEGER && has_parameter(&values->sums, hr_sum_of(&values->sums, known->right))))
		return HR_FOLLOWS_RANGE;
	if (maker && maker->op == HR_CODE_LOAD)
		return HR_FOLLOWS_DATA;
	return 0;
}

/* The branches that lead to a block, through blocks that only go on. */
static unsigned follows_block(struct hr_function_values *values, uint32_t from, uint32_t to, unsigned depth,
			      struct hr_place *at)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *end = hr_flow_end(function, from);
	unsigned follows = 0;
	if (depth > 4 || !end)
		return 0;
	if (to != HR_CODE_NONE && end->op == HR_CODE_BRANCH && end->target_count == 2) {
		struct hr_known known[HR_KNOWN_MAX];
		size_t count = hr_flow_known_condition(known, 0, &values->flow, hr_flow_operand(function, end, 0),
						       function->targets.data[end->targets] == to, from);
		/* the innermost is the comparison itself */
		for (size_t k = count; k-- > 0 && !follows;)
			follows = follows_condition(values, &known[k]);
		if (follows && !at->line)
			*at = hr_place_of(end);
		return follows;
	}
	const struct hr_code_block *b = &function->blocks.data[from];
	for (uint32_t p = 0; p < b->predecessor_count && p < 16; p++) {
		unsigned one = follows_block(values, function->targets.data[b->predecessors + p], from, depth + 1, at);
		if (!one)
			return 0;
		follows |= one;
	}
	return follows;
}

unsigned hr_result_follows(struct hr_function_values *values, const struct hr_result *result, struct hr_place *at)
{
	*at = (struct hr_place){ HR_CODE_NONE, 0 };
	return follows_block(values, result->from, result->to, 0, at);
}
