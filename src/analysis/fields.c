/* Facts about the members of a struct that a caller passes, from what goes together in its type: a function whose parameter has that type, and that reaches code
 * which loads both members, takes them from its caller — unless it puts something else there itself. Callees before their callers is not needed here: the
 * types of parameters and the members that are loaded are passed up until nothing changes. */
#include "analysis/values_internal.h"

#include "base/memory.h"

#include <string.h>

struct uses {
	uint64_t loaded; /* bit n: type_spans n: the buffer is loaded here or below */
	uint64_t filled; /* it is put there from a parameter, here */
	uint32_t *types; /* of each parameter */
};

struct search {
	struct hr_unit_values *unit;
	struct uses *uses;
	size_t spans; /* at most 64 are looked at */
};

static uint32_t parameter_of(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *v = &function->values.data[value];
	return v->kind == HR_VALUE_PARAMETER ? v->index : HR_CODE_NONE;
}

static void look_at_address(struct search *search, uint32_t index, const struct hr_code_instruction *address)
{
	const struct hr_code_function *function = &search->unit->code->functions.data[index];
	uint32_t type = function->addresses.data[address->address].type;
	uint32_t parameter = parameter_of(function, hr_flow_operand(function, address, 0));
	if (parameter != HR_CODE_NONE && type != HR_CODE_NONE && search->uses[index].types[parameter] == HR_CODE_NONE)
		search->uses[index].types[parameter] = type;
}

static uint64_t spans_at(const struct search *search, const struct hr_code_function *function, uint32_t pointer)
{
	const struct hr_code_instruction *maker = hr_flow_maker(function, pointer);
	uint64_t found = 0;
	if (!maker || maker->op != HR_CODE_ADDRESS)
		return 0;
	const struct hr_code_address *address = &function->addresses.data[maker->address];
	for (size_t s = 0; s < search->spans; s++) {
		const struct hr_type_span *span = &search->unit->type_spans.data[s];
		if (span->type == address->type && span->buffer == address->offset && !span->is_contradicted)
			found |= UINT64_C(1) << s;
	}
	return found;
}

static void look_at_function(struct search *search, uint32_t index)
{
	const struct hr_code_function *function = &search->unit->code->functions.data[index];
	struct uses *uses = &search->uses[index];
	uses->types = hr_calloc(function->parameters.count + 1, sizeof *uses->types);
	for (size_t p = 0; p < function->parameters.count; p++)
		uses->types[p] = HR_CODE_NONE;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_ADDRESS)
			look_at_address(search, index, instruction);
		if (instruction->op == HR_CODE_LOAD)
			uses->loaded |= spans_at(search, function, hr_flow_operand(function, instruction, 0));
		if (instruction->op == HR_CODE_STORE &&
		    parameter_of(function, hr_flow_operand(function, instruction, 0)) != HR_CODE_NONE)
			uses->filled |= spans_at(search, function, hr_flow_operand(function, instruction, 1));
	}
}

static bool pass_up(struct search *search, uint32_t index)
{
	const struct hr_code_function *function = &search->unit->code->functions.data[index];
	struct uses *uses = &search->uses[index];
	bool changed = false;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *call = &function->instructions.data[i];
		uint32_t target = hr_call_target(search->unit, index, i);
		if (target == HR_CODE_NONE)
			continue;
		const struct uses *callee = &search->uses[target];
		changed |= (callee->loaded & ~uses->loaded) != 0;
		uses->loaded |= callee->loaded;
		size_t count = search->unit->code->functions.data[target].parameters.count;
		for (uint32_t p = 0; p < count && p + 1 < call->operand_count; p++) {
			uint32_t own = parameter_of(function, hr_flow_operand(function, call, p + 1));
			if (own == HR_CODE_NONE || uses->types[own] != HR_CODE_NONE || callee->types[p] == HR_CODE_NONE)
				continue;
			uses->types[own] = callee->types[p];
			changed = true;
		}
	}
	return changed;
}

static void tell_fields(struct search *search, uint32_t index)
{
	struct hr_unit_values *unit = search->unit;
	const struct hr_code_function *function = &unit->code->functions.data[index];
	struct hr_function_values values = {
		.unit = unit, .index = index, .function = function, .facts = &unit->facts->functions.data[index]
	};
	for (uint32_t p = 0; p < function->parameters.count; p++) {
		for (size_t s = 0; s < search->spans; s++) {
			const struct hr_type_span *span = &unit->type_spans.data[s];
			uint64_t bit = UINT64_C(1) << s;
			if (span->type != search->uses[index].types[p] || span->is_contradicted ||
			    !(search->uses[index].loaded & bit) || (search->uses[index].filled & bit))
				continue;
			struct hr_span told = { .buffer = { p, true, span->buffer, span->type, span->buffer },
						.number = { p, true, span->number, span->type, span->number },
						.times = { .parameter = HR_CODE_NONE },
						.factor = span->factor,
						.relation =
							span->is_written ? HR_RELATION_CAPACITY : HR_RELATION_LENGTH,
						.by = HR_LIMIT_BOUNDED,
						.at = span->at };
			hr_span_add(&values, &told);
		}
	}
}

void hr_find_fields(struct hr_unit_values *unit)
{
	size_t count = unit->code->functions.count;
	struct search search = { .unit = unit, .spans = unit->type_spans.count < 64 ? unit->type_spans.count : 64 };
	if (!search.spans)
		return;
	search.uses = hr_calloc(count + 1, sizeof *search.uses);
	for (uint32_t i = 0; i < count; i++)
		look_at_function(&search, i);
	bool changed = true;
	for (unsigned round = 0; changed && round < 10; round++) {
		changed = false;
		for (uint32_t i = 0; i < count; i++)
			changed |= pass_up(&search, i);
	}
	for (uint32_t i = 0; i < count; i++)
		tell_fields(&search, i);
	for (uint32_t i = 0; i < count; i++)
		free(search.uses[i].types);
	free(search.uses);
}
