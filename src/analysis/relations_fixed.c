/* Buffers of a fixed size. For callers, how many bytes are touched at least (a span without a number); told as a fact only where that is all: every access
 * is limited by a constant, at least one is made by a loop, and the pointer goes nowhere else. */
#include "analysis/relations_internal.h"

struct extent {
	int64_t bytes;
	bool is_all;    /* no access without such a limit */
	bool is_looped; /* some access moves */
	const struct hr_access *first;
};

static bool has_type(const struct hr_function_values *values, const struct hr_access *access)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *instruction = &function->instructions.data[access->instruction];
	if (instruction->op != HR_CODE_LOAD && instruction->op != HR_CODE_STORE)
		return false;
	const struct hr_code_instruction *maker =
		hr_flow_maker(function, hr_flow_operand(function, instruction, instruction->op == HR_CODE_STORE));
	return maker && maker->op == HR_CODE_ADDRESS && function->addresses.data[maker->address].type != HR_CODE_NONE;
}

static struct extent measure(const struct hr_function_values *values, const hr_accesses *accesses, uint32_t base)
{
	struct extent extent = { .is_all = true };
	for (size_t i = 0; i < accesses->count; i++) {
		const struct hr_access *access = &accesses->data[i];
		if (access->origin != base)
			continue;
		bool is_limited = false;
		for (size_t l = 0; l < access->limits.count; l++) {
			const struct hr_limit *limit = &access->limits.items[l];
			if (limit->base != base || limit->number != HR_CODE_NONE || limit->factor <= 0)
				continue;
			is_limited = true;
			if (limit->factor > extent.bytes) {
				extent.bytes = limit->factor;
				extent.first = access;
			}
		}
		extent.is_looped |= access->last.count > 1 || hr_sum_single(&access->last) != base;
		extent.is_all &= is_limited && !has_type(values, access);
	}
	return extent;
}

/* Nothing but loads, stores, steps and comparisons. */
static bool goes_nowhere(const struct hr_function_values *values, uint32_t base)
{
	const struct hr_code_function *function = values->function;
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		bool is_plain = instruction->op == HR_CODE_LOAD || instruction->op == HR_CODE_ADDRESS ||
				instruction->op == HR_CODE_COMPARE || instruction->op == HR_CODE_PHI;
		for (uint32_t o = 0; o < instruction->operand_count && !is_plain; o++) {
			uint32_t operand = hr_flow_operand(function, instruction, o);
			if (values->origins[operand] == base && function->values.data[operand].is_pointer &&
			    !(instruction->op == HR_CODE_STORE && o == 1))
				return false;
		}
	}
	return true;
}

/* What the source took the pointer for; else what was loaded or stored. */
static uint32_t element_of(const struct hr_code_function *function, const struct hr_access *access)
{
	const struct hr_code_instruction *instruction = &function->instructions.data[access->instruction];
	if (instruction->op != HR_CODE_LOAD && instruction->op != HR_CODE_STORE)
		return 1;
	const struct hr_code_instruction *maker =
		hr_flow_maker(function, hr_flow_operand(function, instruction, instruction->op == HR_CODE_STORE));
	uint32_t element = maker && maker->op == HR_CODE_ADDRESS ? function->addresses.data[maker->address].element : 0;
	return element ? element : instruction->size;
}

void hr_find_fixed(struct hr_function_values *values, const hr_accesses *accesses)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t p = 0; p < function->parameters.count; p++) {
		if (!function->values.data[p].is_pointer)
			continue;
		struct extent extent = measure(values, accesses, p);
		if (!extent.first)
			continue;
		const struct hr_access *group[] = { extent.first };
		struct hr_span span = {
			.buffer = { .parameter = p, .type = HR_CODE_NONE },
			.number = { .parameter = HR_CODE_NONE },
			.times = { .parameter = HR_CODE_NONE },
			.factor = extent.bytes,
			.relation = hr_accesses_read_first(&values->flow, group, 1) ? HR_RELATION_LENGTH
										    : HR_RELATION_CAPACITY,
			.by = HR_LIMIT_BOUNDED,
			.at = hr_place_of(&function->instructions.data[extent.first->instruction]),
		};
		uint32_t element = element_of(function, extent.first);
		span.element = element && extent.bytes % element == 0 ? element : 1;
		span.is_hidden = !extent.is_all || !extent.is_looped || !goes_nowhere(values, p);
		hr_span_add(values, &span);
	}
}
