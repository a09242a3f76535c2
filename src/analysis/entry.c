/* Beginnings and endings of functions. A block is "before anything else" when all ways to it are; blocks inside of loops therefore only if the whole loop does
 * nothing. */
#include "analysis/entry.h"

#include "base/text.h"

#include <string.h>

bool hr_is_errno(const struct hr_function_values *values, uint32_t instruction)
{
	uint32_t target = hr_call_target(values->unit, values->index, instruction);
	if (target == HR_CODE_NONE)
		return false;
	const char *name = values->unit->code->functions.data[target].name;
	return strcmp(name, "__errno_location") == 0 || strcmp(name, "__ctype_b_loc") == 0;
}

static bool is_quiet_call(const struct hr_function_values *values, uint32_t instruction)
{
	uint32_t target = hr_call_target(values->unit, values->index, instruction);
	if (target == HR_CODE_NONE)
		return false;
	if (hr_is_errno(values, instruction) || hr_is_intrinsic(values->unit->code->functions.data[target].name))
		return true;
	const struct hr_libc_function *library = values->unit->graph->library[target];
	if (!library) {
		enum hr_purity purity = values->unit->facts->functions.data[target].purity;
		return purity == HR_PURITY_PURE || purity == HR_PURITY_OBSERVER;
	}
	if (library->does & (HR_LIBC_OUTSIDE | HR_LIBC_FRESH))
		return false;
	for (size_t p = 0; p < HR_LIBC_PARAMETERS; p++)
		if (hr_libc_parameter(library, p).does & (HR_LIBC_WRITE | HR_LIBC_FREE | HR_LIBC_CALLED))
			return false;
	return true;
}

static bool is_to_local(const struct hr_function_values *values, uint32_t pointer)
{
	uint32_t origin = values->origins[pointer];
	const struct hr_code_instruction *maker =
		origin == HR_CODE_NONE || values->sums.atoms.data[origin].kind != HR_ATOM_VALUE
			? NULL
			: hr_flow_maker(values->function, values->sums.atoms.data[origin].number);
	return maker && maker->op == HR_CODE_LOCAL;
}

static bool is_to_errno(const struct hr_function_values *values, uint32_t pointer)
{
	const struct hr_code_value *value = &values->function->values.data[pointer];
	return value->kind == HR_VALUE_INSTRUCTION && hr_is_errno(values, value->index);
}

static bool is_quiet(const struct hr_function_values *values, uint32_t index, bool allows_constants)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *instruction = &function->instructions.data[index];
	switch ((enum hr_code_op)instruction->op) {
	case HR_CODE_STORE: {
		uint32_t pointer = hr_flow_operand(function, instruction, 1);
		uint8_t kind = function->values.data[hr_flow_operand(function, instruction, 0)].kind;
		bool is_constant = kind != HR_VALUE_PARAMETER && kind != HR_VALUE_INSTRUCTION && kind != HR_VALUE_OTHER;
		return is_to_local(values, pointer) || is_to_errno(values, pointer) ||
		       (allows_constants && is_constant);
	}
	case HR_CODE_CALL:
		return is_quiet_call(values, index);
	case HR_CODE_ASSEMBLY:
	case HR_CODE_ATOMIC:
	case HR_CODE_VA_ARG:
	case HR_CODE_OTHER:
		return false;
	default:
		return !instruction->is_volatile;
	}
}

static bool is_quiet_block(const struct hr_function_values *values, uint32_t block, bool allows_constants)
{
	const struct hr_code_block *b = &values->function->blocks.data[block];
	for (uint32_t i = 0; i < b->count; i++)
		if (!is_quiet(values, b->first + i, allows_constants))
			return false;
	return true;
}

bool *hr_entry_find(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	size_t count = function->blocks.count;
	bool *entered = hr_arena_alloc(&values->flow.arena, count + 1);
	bool *quiet = hr_arena_alloc(&values->flow.arena, count + 1);
	for (uint32_t b = 0; b < count; b++) {
		entered[b] = values->flow.position[b] != HR_CODE_NONE;
		quiet[b] = is_quiet_block(values, b, true);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 1; i < values->flow.order_count; i++) {
			uint32_t block = values->flow.order[i];
			const struct hr_code_block *b = &function->blocks.data[block];
			for (uint32_t p = 0; p < b->predecessor_count && entered[block]; p++) {
				uint32_t from = function->targets.data[b->predecessors + p];
				if (values->flow.position[from] == HR_CODE_NONE || (entered[from] && quiet[from]))
					continue;
				entered[block] = false;
				changed = true;
			}
		}
	}
	return entered;
}

bool hr_returns_at_once(const struct hr_function_values *values, uint32_t block, uint32_t *result)
{
	const struct hr_code_function *function = values->function;
	uint32_t from = HR_CODE_NONE, held = HR_CODE_NONE;
	for (unsigned steps = 0; steps < 8; steps++) {
		const struct hr_code_block *b = &function->blocks.data[block];
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (!end || !is_quiet_block(values, block, false))
			return false;
		if (end->op == HR_CODE_RETURN) {
			uint32_t value = end->operand_count ? hr_flow_operand(function, end, 0) : HR_CODE_NONE;
			const struct hr_code_instruction *phi =
				value == HR_CODE_NONE ? NULL : hr_flow_maker(function, hr_flow_uncast(function, value));
			if (phi && phi->op == HR_CODE_PHI && phi->block == block && from != HR_CODE_NONE)
				for (uint32_t o = 0; o < phi->operand_count; o++)
					if (function->targets.data[phi->targets + o] == from)
						value = hr_flow_operand(function, phi, o);
			if (held != HR_CODE_NONE && value != HR_CODE_NONE &&
			    function->values.data[value].kind == HR_VALUE_INSTRUCTION)
				value = held;
			if (result)
				*result = value != HR_CODE_NONE &&
							  function->values.data[value].kind != HR_VALUE_INSTRUCTION
						  ? value
						  : HR_CODE_NONE;
			return true;
		}
		if (end->op != HR_CODE_BRANCH || end->target_count != 1)
			return false;
		/* what a phi on the way gets is what is returned, when it is */
		for (uint32_t i = 0; i < b->count && from != HR_CODE_NONE; i++) {
			const struct hr_code_instruction *phi = &function->instructions.data[b->first + i];
			for (uint32_t o = 0; phi->op == HR_CODE_PHI && o < phi->operand_count; o++)
				if (function->targets.data[phi->targets + o] == from)
					held = hr_flow_operand(function, phi, o);
		}
		from = block;
		block = function->targets.data[end->targets];
	}
	return false;
}

static bool never_returns(const struct hr_function_values *values, uint32_t instruction)
{
	uint32_t target = hr_call_target(values->unit, values->index, instruction);
	if (target == HR_CODE_NONE)
		return false;
	const struct hr_libc_function *library = values->unit->graph->library[target];
	return values->unit->code->functions.data[target].is_noreturn || (library && library->does & HR_LIBC_STOPS);
}

bool hr_stops_at_once(const struct hr_function_values *values, uint32_t block)
{
	const struct hr_code_function *function = values->function;
	for (unsigned steps = 0; steps < 4; steps++) {
		const struct hr_code_block *b = &function->blocks.data[block];
		for (uint32_t i = 0; i < b->count; i++)
			if (never_returns(values, b->first + i))
				return true;
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (!end || end->op != HR_CODE_BRANCH || end->target_count != 1)
			return false;
		block = function->targets.data[end->targets];
	}
	return false;
}

const char *hr_assertion_text(const struct hr_function_values *values, uint32_t block)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_block *b = &function->blocks.data[block];
	for (uint32_t i = 0; i < b->count; i++) {
		const struct hr_code_instruction *call = &function->instructions.data[b->first + i];
		uint32_t target = hr_call_target(values->unit, values->index, b->first + i);
		size_t length;
		if (target != HR_CODE_NONE && call->operand_count > 1 &&
		    hr_text_starts_with(values->unit->code->functions.data[target].name, "__assert"))
			return hr_known_text(values, hr_flow_operand(function, call, 1), &length);
	}
	return NULL;
}
