/* How far functions are from each other, how many branches they have, and who comes first.
 *
 * `init` is the function that a function calls first itself, to set up what the rest uses: it changes what others read, and everything the caller does besides
 * comes after it, but for asking whether it is needed. `after` has the functions that all callers in the unit call before this one. */
#include "analysis/entry.h"

#include "base/memory.h"

#include <string.h>

void hr_facts_distances(uint32_t *out, const struct hr_facts *facts, uint32_t from)
{
	size_t count = facts->functions.count;
	uint32_t *queue = hr_calloc(count + 1, sizeof *queue);
	size_t head = 0, tail = 0;
	for (size_t i = 0; i < count; i++)
		out[i] = HR_CODE_NONE;
	out[from] = 0;
	queue[tail++] = from;
	while (head < tail) {
		uint32_t index = queue[head++];
		const struct hr_function_facts *function = &facts->functions.data[index];
		for (size_t i = 0; i < function->callees.count; i++) {
			uint32_t callee = function->callees.data[i];
			if (out[callee] != HR_CODE_NONE)
				continue;
			out[callee] = out[index] + 1;
			queue[tail++] = callee;
		}
	}
	free(queue);
}

static uint32_t count_branches(const struct hr_code_function *function)
{
	uint32_t branches = 0;
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *end = &function->instructions.data[i];
		if ((end->op == HR_CODE_BRANCH || end->op == HR_CODE_SWITCH || end->op == HR_CODE_JUMP) &&
		    end->target_count > 1)
			branches += end->target_count;
	}
	return branches;
}

/* ---- what is called first ---- */

static bool has_cell(const hr_cells *cells, struct hr_cell cell)
{
	for (size_t i = 0; i < cells->count; i++)
		if (cells->data[i].type == cell.type && cells->data[i].offset == cell.offset)
			return true;
	return false;
}

/* Whether an address is that of one of these fields and variables. */
static bool is_one_of(const struct hr_code_function *function, uint32_t pointer, const hr_cells *cells)
{
	for (unsigned depth = 0; depth < 6; depth++) {
		const struct hr_code_value *value = &function->values.data[pointer];
		const struct hr_code_instruction *maker = hr_flow_maker(function, pointer);
		if (value->kind == HR_VALUE_VARIABLE)
			return has_cell(cells, (struct hr_cell){ HR_CODE_NONE, value->index });
		if (!maker || maker->op != HR_CODE_ADDRESS)
			return false;
		const struct hr_code_address *address = &function->addresses.data[maker->address];
		if (address->type != HR_CODE_NONE &&
		    has_cell(cells, (struct hr_cell){ address->type, (uint64_t)address->offset }))
			return true;
		pointer = hr_flow_operand(function, maker, 0);
	}
	return false;
}

/* A condition that loads something that `defined` has: "is it ready?" */
static bool asks_for(const struct hr_code_function *function, uint32_t block, const hr_cells *defined)
{
	const struct hr_code_instruction *end = hr_flow_end(function, block);
	if (!end || end->op != HR_CODE_BRANCH || end->target_count != 2)
		return false;
	uint32_t value = hr_flow_operand(function, end, 0);
	for (unsigned depth = 0; depth < 8; depth++) {
		const struct hr_code_instruction *maker = hr_flow_maker(function, value);
		if (!maker || !maker->operand_count)
			return false;
		if (maker->op == HR_CODE_LOAD)
			return is_one_of(function, hr_flow_operand(function, maker, 0), defined);
		value = hr_flow_operand(function, maker, 0);
	}
	return false;
}

static bool loads_one_of(const struct hr_code_function *function, const hr_cells *cells)
{
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *load = &function->instructions.data[i];
		if (load->op == HR_CODE_LOAD && is_one_of(function, hr_flow_operand(function, load, 0), cells))
			return true;
	}
	return false;
}

/* Sets up state that the caller uses itself; whether that was done before is asked, there or here. */
static bool sets_up(const struct hr_function_values *values, uint32_t target, bool is_asked)
{
	const struct hr_code_function *callee = &values->unit->code->functions.data[target];
	const struct hr_function_facts *facts = &values->unit->facts->functions.data[target];
	if (!callee->is_defined || target == values->index || callee->is_noreturn || !callee->blocks.count)
		return false;
	return (is_asked || asks_for(callee, 0, &facts->defines)) && loads_one_of(values->function, &facts->defines);
}

/* The call stands where nothing else has happened yet, and every way on goes by it; or by the test that it is not needed: then that is asked here. */
static bool is_first(const struct hr_function_values *values, const bool *is_entry, uint32_t index, bool *is_asked)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *call = &function->instructions.data[index];
	const struct hr_code_block *block = &function->blocks.data[call->block];
	*is_asked = false;
	if (!is_entry[call->block])
		return false;
	for (uint32_t i = block->first; i < index; i++) {
		const struct hr_code_instruction *before = &function->instructions.data[i];
		if (before->op == HR_CODE_CALL || before->op == HR_CODE_STORE)
			return false;
	}
	if (call->block == 0)
		return true;
	/* if (!ready) make_ready(): one test in front, and both ways meet behind */
	const struct hr_code_instruction *end = hr_flow_end(function, 0);
	const struct hr_code_instruction *after = hr_flow_end(function, call->block);
	uint32_t target = hr_call_target(values->unit, values->index, index);
	if (values->flow.dominator[call->block] != 0 || !after || after->target_count != 1 ||
	    !asks_for(function, 0, &values->unit->facts->functions.data[target].defines))
		return false;
	*is_asked = true;
	uint32_t behind = function->targets.data[after->targets];
	return function->targets.data[end->targets] == behind || function->targets.data[end->targets + 1] == behind;
}

static uint32_t find_init(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	const bool *is_entry = hr_entry_find(values);
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		uint32_t target = hr_call_target(values->unit, values->index, i);
		bool is_asked;
		if (target != HR_CODE_NONE && is_first(values, is_entry, i, &is_asked) &&
		    sets_up(values, target, is_asked))
			return target;
	}
	return HR_CODE_NONE;
}

/* ---- what callers call before ---- */

struct before {
	struct hr_unit_values *unit;
	bool *is_called; /* by somebody in the unit */
	HR_VEC(uint32_t) *
		seen; /* of each function: what all callers so far called before it; sorted by when it was found */
};

static bool changes_something(const struct before *before, uint32_t target)
{
	return before->unit->code->functions.data[target].is_defined &&
	       before->unit->facts->functions.data[target].purity == HR_PURITY_IMPURE;
}

/* The functions that are called on every way to a call: those in blocks that dominate it. Only objects that both are given count. */
static bool shares_argument(const struct hr_function_values *values, const struct hr_code_instruction *a,
			    const struct hr_code_instruction *b)
{
	for (uint32_t x = 1; x < a->operand_count; x++)
		for (uint32_t y = 1; y < b->operand_count; y++) {
			uint32_t left = hr_flow_operand(values->function, a, x);
			uint32_t right = hr_flow_operand(values->function, b, y);
			if (values->function->values.data[left].is_pointer &&
			    values->function->values.data[right].is_pointer &&
			    values->origins[left] == values->origins[right] && values->origins[left] != HR_CODE_NONE)
				return true;
		}
	return false;
}

static void look_at_call(struct before *before, struct hr_function_values *values, uint32_t index, uint32_t target,
			 const uint32_t *calls, size_t call_count)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *call = &function->instructions.data[index];
	bool is_new = !before->is_called[target];
	size_t kept = 0;
	before->is_called[target] = true;
	if (!is_new && !before->seen[target].count)
		return;
	HR_VEC(uint32_t) found = HR_VEC_INIT;
	for (size_t c = 0; c < call_count; c++) {
		const struct hr_code_instruction *other = &function->instructions.data[calls[c]];
		uint32_t first = hr_call_target(before->unit, values->index, calls[c]);
		bool is_before = other->block == call->block
					 ? calls[c] < index
					 : hr_flow_dominates(&values->flow, other->block, call->block);
		if (is_before && first != target && shares_argument(values, other, call))
			hr_vec_push(&found, first);
	}
	for (size_t i = 0; i < found.count && is_new; i++) {
		bool is_there = false;
		for (size_t j = 0; j < before->seen[target].count; j++)
			is_there |= before->seen[target].data[j] == found.data[i];
		if (!is_there)
			hr_vec_push(&before->seen[target], found.data[i]);
	}
	for (size_t i = 0; i < before->seen[target].count && !is_new; i++)
		for (size_t j = 0; j < found.count; j++)
			if (found.data[j] == before->seen[target].data[i]) {
				before->seen[target].data[kept++] = found.data[j];
				break;
			}
	if (!is_new)
		before->seen[target].count = kept;
	hr_vec_release(&found);
}

static void look_at_caller(struct before *before, struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	HR_VEC(uint32_t) calls = HR_VEC_INIT;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		uint32_t target = hr_call_target(before->unit, values->index, i);
		if (target != HR_CODE_NONE && changes_something(before, target) && calls.count < 200)
			hr_vec_push(&calls, i);
	}
	for (size_t c = 0; c < calls.count; c++)
		look_at_call(before, values, calls.data[c], hr_call_target(before->unit, values->index, calls.data[c]),
			     calls.data, calls.count);
	hr_vec_release(&calls);
}

void hr_analyse_reach(struct hr_facts *facts)
{
	size_t count = facts->functions.count;
	struct hr_unit_values unit;
	memset(&unit, 0, sizeof unit);
	unit.facts = facts;
	unit.code = facts->code;
	unit.graph = hr_facts_graph(facts);
	struct before before = { .unit = &unit,
				 .is_called = hr_calloc(count + 1, sizeof *before.is_called),
				 .seen = hr_calloc(count + 1, sizeof *before.seen) };
	for (uint32_t i = 0; i < count; i++) {
		struct hr_function_values values;
		facts->functions.data[i].branches = count_branches(&facts->code->functions.data[i]);
		facts->functions.data[i].init = HR_CODE_NONE;
		if (!hr_function_values_init(&values, &unit, i))
			continue;
		facts->functions.data[i].init = find_init(&values);
		look_at_caller(&before, &values);
		hr_function_values_release(&values);
	}
	for (uint32_t i = 0; i < count; i++) {
		hr_vec_clear(&facts->functions.data[i].after);
		for (size_t a = 0; a < before.seen[i].count; a++)
			hr_vec_push(&facts->functions.data[i].after, before.seen[i].data[a]);
		hr_vec_release(&before.seen[i]);
	}
	free(before.seen);
	free(before.is_called);
}
