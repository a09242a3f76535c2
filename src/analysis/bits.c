/* Which single bits of a parameter are asked for, or taken out: here, and in callees that it is handed on to, also after other bits were added to it, and when a
 * callee gives it back. What is computed from it in any other way is another number. */
#include "analysis/callgraph.h"
#include "analysis/flow.h"
#include "analysis/parts.h"

#include "base/memory.h"

enum { MOST_PARAMETERS = 64 };

struct search {
	struct hr_facts *facts;
	const struct hr_call_graph *graph;
	uint64_t *returned; /* by function: bits of parameters, as the machine passes them, that come back */
	const struct hr_code_function *function;
	uint32_t index;
	uint64_t *from; /* by value of the function: bits of parameters that it is a set of bits of */
};

static bool is_single(uint64_t number)
{
	return number && !(number & (number - 1));
}

/* The one bit that `number` has, or the one that it lacks; 0: it is no such mask. */
static uint64_t masked_bit(const struct hr_code_value *value)
{
	uint64_t all = value->bits >= 64 || !value->bits ? UINT64_MAX : (UINT64_C(1) << value->bits) - 1;
	uint64_t number = (uint64_t)value->number & all;

	if (is_single(number))
		return number;
	return is_single(~number & all) ? ~number & all : 0;
}

/* The function that is called, when it is one of the unit's, and the only one. */
static uint32_t target_of(const struct search *search, uint32_t instruction)
{
	const struct hr_call *call = hr_call_graph_call(search->graph, search->index, instruction);

	if (!call || call->is_unknown || call->target_count != 1)
		return HR_CODE_NONE;
	uint32_t target = search->graph->functions[search->index].targets.data[call->targets];
	return search->facts->code->functions.data[target].blocks.count ? target : HR_CODE_NONE;
}

/* What the bits of an instruction's value come from. */
static uint64_t sources(const struct search *search, uint32_t index)
{
	const struct hr_code_instruction *at = &search->function->instructions.data[index];
	const uint32_t *operands = hr_code_operands(search->function, at);
	uint64_t from = 0;

	switch (at->op) {
	case HR_CODE_CAST:
		return at->detail <= HR_CAST_SIGN_EXTEND ? search->from[operands[0]] : 0;
	case HR_CODE_PHI:
	case HR_CODE_SELECT:
		for (uint32_t o = at->op == HR_CODE_SELECT; o < at->operand_count; o++)
			from |= search->from[operands[o]];
		return from;
	case HR_CODE_BINARY:
		for (uint32_t o = 0; o < 2 && (at->detail == HR_AND || at->detail == HR_OR); o++) {
			const struct hr_code_value *other = &search->function->values.data[operands[!o]];
			bool is_constant = other->kind == HR_VALUE_INTEGER;
			/* one bit that is asked for is an answer, not a set any more */
			if (at->detail == HR_OR || (is_constant && !is_single((uint64_t)other->number)))
				from |= search->from[operands[o]];
		}
		return from;
	case HR_CODE_CALL: {
		uint32_t target = target_of(search, index);
		for (uint32_t o = 1; o < at->operand_count && o <= MOST_PARAMETERS && target != HR_CODE_NONE; o++)
			if (search->returned[target] >> (o - 1) & 1)
				from |= search->from[operands[o]];
		return from;
	}
	default:
		return 0;
	}
}

static void follow_values(struct search *search)
{
	const struct hr_code_function *function = search->function;
	bool is_changed = true;

	for (size_t v = 0; v < function->values.count; v++) {
		const struct hr_code_value *value = &function->values.data[v];
		search->from[v] = value->kind == HR_VALUE_PARAMETER && !value->is_pointer && !value->is_real &&
						  value->index < MOST_PARAMETERS
					  ? UINT64_C(1) << value->index
					  : 0;
	}
	while (is_changed) {
		is_changed = false;
		for (uint32_t i = 0; i < function->instructions.count; i++) {
			uint32_t value = function->instructions.data[i].value;
			uint64_t from = value != HR_CODE_NONE ? sources(search, i) : 0;
			if (from & ~search->from[value != HR_CODE_NONE ? value : 0]) {
				search->from[value] |= from;
				is_changed = true;
			}
		}
	}
}

static void add_bits(struct search *search, uint64_t from, uint64_t bits)
{
	struct hr_function_facts *facts = &search->facts->functions.data[search->index];

	for (uint32_t p = 0; from && p < search->function->parameters.count && p < MOST_PARAMETERS; p++) {
		const struct hr_code_parameter *parameter = &search->function->parameters.data[p];
		if (from >> p & 1 && parameter->source != HR_CODE_NONE && parameter->is_whole)
			facts->parameters.data[parameter->source].value.bits |= bits;
	}
}

static void look_at(struct search *search, uint32_t index)
{
	const struct hr_code_instruction *at = &search->function->instructions.data[index];
	const uint32_t *operands = hr_code_operands(search->function, at);

	if (at->op == HR_CODE_BINARY && at->detail == HR_AND) {
		for (uint32_t o = 0; o < 2; o++) {
			const struct hr_code_value *mask = &search->function->values.data[operands[!o]];
			if (mask->kind == HR_VALUE_INTEGER)
				add_bits(search, search->from[operands[o]], masked_bit(mask));
		}
	} else if (at->op == HR_CODE_RETURN && at->operand_count) {
		search->returned[search->index] |= search->from[operands[0]];
	} else if (at->op == HR_CODE_CALL) {
		uint32_t target = target_of(search, index);
		if (target == HR_CODE_NONE)
			return;
		const struct hr_code_function *callee = &search->facts->code->functions.data[target];
		for (uint32_t p = 0; p < callee->parameters.count && p + 1 < at->operand_count; p++)
			if (callee->parameters.data[p].source != HR_CODE_NONE && callee->parameters.data[p].is_whole)
				add_bits(search, search->from[operands[p + 1]],
					 search->facts->functions.data[target]
						 .parameters.data[callee->parameters.data[p].source]
						 .value.bits);
	}
}

void hr_analyse_bits(struct hr_facts *facts)
{
	const struct hr_code *code = facts->code;
	struct search search = { .facts = facts, .graph = hr_facts_graph(facts) };

	search.returned = hr_calloc(code->functions.count + 1, sizeof *search.returned);
	/* twice: functions that call each other */
	for (unsigned round = 0; round < 2; round++)
		for (uint32_t i = 0; i < code->functions.count; i++) {
			search.index = search.graph->order[i];
			search.function = &code->functions.data[search.index];
			if (!search.function->blocks.count)
				continue;
			search.from = hr_calloc(search.function->values.count + 1, sizeof *search.from);
			follow_values(&search);
			for (uint32_t k = 0; k < search.function->instructions.count; k++)
				look_at(&search, k);
			free(search.from);
		}
	free(search.returned);
}
