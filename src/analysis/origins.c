/* Where pointers come from: casts, steps and phis are looked through; what is left is a parameter, the contents of a cell, a local, anything else. A phi of pointers
 * from several places has none; one that may also be NULL or the address of a local has that of the rest, for that is how a pointer that may be
 * left out is replaced. Found by going round until nothing changes; an origin changes twice at most. */
#include "analysis/values_internal.h"

#define SEVERAL HR_CODE_NONE
#define NOT_YET (HR_CODE_NONE - 1)

struct hr_place hr_place_of(const struct hr_code_instruction *instruction)
{
	return (struct hr_place){ instruction->file, instruction->line };
}

uint32_t hr_call_target(const struct hr_unit_values *unit, uint32_t function, uint32_t instruction)
{
	const struct hr_code_function *code = &unit->code->functions.data[function];
	const struct hr_code_instruction *call = &code->instructions.data[instruction];
	if (call->op != HR_CODE_CALL || !call->operand_count)
		return HR_CODE_NONE;
	const struct hr_code_value *callee = &code->values.data[hr_flow_operand(code, call, 0)];
	if (callee->kind == HR_VALUE_FUNCTION)
		return callee->index;
	const struct hr_call *reached = hr_call_graph_call(unit->graph, function, instruction);
	return reached && reached->target_count == 1 && !reached->is_unknown
		       ? unit->graph->functions[function].targets.data[reached->targets]
		       : HR_CODE_NONE;
}

const struct hr_libc_function *hr_call_library(const struct hr_function_values *values, uint32_t instruction)
{
	uint32_t target = hr_call_target(values->unit, values->index, instruction);
	return target == HR_CODE_NONE ? NULL : values->unit->graph->library[target];
}

static bool is_stand_in(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_instruction *maker = hr_flow_maker(function, value);
	for (unsigned depth = 0; maker && maker->op == HR_CODE_ADDRESS && depth < 4; depth++) {
		value = hr_flow_operand(function, maker, 0);
		maker = hr_flow_maker(function, value);
	}
	uint8_t kind = function->values.data[value].kind;
	return kind == HR_VALUE_NULL || kind == HR_VALUE_UNDEFINED || (maker && maker->op == HR_CODE_LOCAL);
}

static uint32_t merge(const struct hr_function_values *values, const struct hr_code_instruction *instruction,
		      uint32_t first)
{
	uint32_t origin = NOT_YET;
	for (uint32_t o = first; o < instruction->operand_count; o++) {
		uint32_t operand = hr_flow_operand(values->function, instruction, o);
		if (is_stand_in(values->function, operand) || values->origins[operand] == NOT_YET)
			continue;
		if (origin != NOT_YET && origin != values->origins[operand])
			return SEVERAL;
		origin = values->origins[operand];
	}
	return origin;
}

/* A variable that callees get the address of: from all that is stored there. What they store is taken to be moved, not exchanged. */
static uint32_t origin_of_load(struct hr_function_values *values, const struct hr_code_instruction *load)
{
	const struct hr_code_function *function = values->function;
	uint32_t local = hr_flow_operand(function, load, 0);
	uint32_t origin = NOT_YET;
	if (!values->sums.locals.at_entry[local]) {
		uint32_t atom = hr_sum_single(hr_sum_of(&values->sums, load->value));
		return atom == HR_CODE_NONE ? load->value : atom;
	}
	for (uint32_t u = values->flow.use_first[local]; u < values->flow.use_first[local + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[values->flow.uses[u]];
		if (use->op != HR_CODE_STORE)
			continue;
		uint32_t stored = hr_flow_operand(function, use, 0);
		if (is_stand_in(function, stored) || values->origins[stored] == NOT_YET)
			continue;
		if (origin != NOT_YET && origin != values->origins[stored])
			return SEVERAL;
		origin = values->origins[stored];
	}
	return origin;
}

/* strchr(text, c) points into text. */
static uint32_t origin_of_call(struct hr_function_values *values, const struct hr_code_instruction *call)
{
	const struct hr_libc_function *library =
		hr_call_library(values, values->function->values.data[call->value].index);
	for (uint32_t p = 0; library && p < HR_LIBC_PARAMETERS && p + 1 < call->operand_count; p++)
		if (hr_libc_parameter(library, p).does & HR_LIBC_RETURNED)
			return values->origins[hr_flow_operand(values->function, call, p + 1)];
	return call->value;
}

static uint32_t origin_of(struct hr_function_values *values, const struct hr_code_instruction *instruction)
{
	uint32_t atom;
	switch ((enum hr_code_op)instruction->op) {
	case HR_CODE_PHI:
		return merge(values, instruction, 0);
	case HR_CODE_SELECT:
		return merge(values, instruction, 1);
	case HR_CODE_ADDRESS:
		return values->origins[hr_flow_operand(values->function, instruction, 0)];
	case HR_CODE_CAST:
		atom = hr_flow_operand(values->function, instruction, 0);
		return values->function->values.data[atom].is_pointer ? values->origins[atom] : instruction->value;
	case HR_CODE_LOAD:
		return origin_of_load(values, instruction);
	case HR_CODE_CALL:
		return origin_of_call(values, instruction);
	default:
		return instruction->value;
	}
}

void hr_origins_find(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	size_t count = function->values.count;
	values->origins = hr_arena_alloc(&values->flow.arena, (count + 1) * sizeof *values->origins);
	for (uint32_t i = 0; i < count; i++) {
		const struct hr_code_value *value = &function->values.data[i];
		uint32_t single =
			value->kind == HR_VALUE_VARIABLE ? hr_sum_single(hr_sum_of(&values->sums, i)) : HR_CODE_NONE;
		values->origins[i] = value->kind == HR_VALUE_INSTRUCTION ? NOT_YET
				     : single != HR_CODE_NONE            ? single
									 : i;
	}
	for (unsigned round = 0; round < 12; round++) {
		bool changed = false;
		for (uint32_t b = 0; b < values->flow.order_count; b++) {
			const struct hr_code_block *block = &function->blocks.data[values->flow.order[b]];
			for (uint32_t i = 0; i < block->count; i++) {
				const struct hr_code_instruction *instruction =
					&function->instructions.data[block->first + i];
				if (instruction->value == HR_CODE_NONE ||
				    !function->values.data[instruction->value].is_pointer)
					continue;
				uint32_t origin = origin_of(values, instruction);
				changed |= origin != values->origins[instruction->value];
				values->origins[instruction->value] = origin;
			}
		}
		if (!changed)
			break;
	}
	for (size_t i = 0; i < count; i++)
		if (values->origins[i] == NOT_YET)
			values->origins[i] = SEVERAL;
}

/* ---- what is the caller's ---- */

bool hr_ref_of_atom(struct hr_ref *out, const struct hr_sums *sums, uint32_t atom)
{
	*out = (struct hr_ref){ .parameter = HR_CODE_NONE, .type = HR_CODE_NONE };
	if (atom == HR_CODE_NONE)
		return false;
	const struct hr_atom *a = &sums->atoms.data[atom];
	if (a->kind == HR_ATOM_CELL) {
		out->is_cell = true;
		out->bytes = a->bytes;
		out->type = a->type;
		out->offset = a->offset;
		a = &sums->atoms.data[a->base];
	}
	if (a->kind != HR_ATOM_VALUE)
		return false;
	const struct hr_code_value *value = &sums->function->values.data[a->number];
	if (value->kind != HR_VALUE_PARAMETER)
		return false;
	out->parameter = value->index;
	return true;
}

bool hr_ref_equal(const struct hr_ref *a, const struct hr_ref *b)
{
	return a->parameter == b->parameter && a->is_cell == b->is_cell && (!a->is_cell || a->bytes == b->bytes);
}

struct hr_value_facts *hr_ref_facts(struct hr_function_values *values, const struct hr_ref *ref)
{
	if (ref->parameter == HR_CODE_NONE)
		return NULL;
	const struct hr_code_parameter *parameter = &values->function->parameters.data[ref->parameter];
	if (parameter->source == HR_CODE_NONE || !parameter->is_whole)
		return NULL;
	if (!ref->is_cell)
		return parameter->is_by_value ? NULL : &values->facts->parameters.data[parameter->source].value;
	/* a struct inside of another is told by the outer one, or not at all */
	if (ref->type == HR_CODE_NONE || ref->offset < 0 || ref->offset != ref->bytes)
		return NULL;
	return &hr_facts_field(values->unit->facts, values->index, parameter->source, ref->type, (uint64_t)ref->offset)
			->value;
}
