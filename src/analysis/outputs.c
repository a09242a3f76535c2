/* What is written when: for each parameter, whether the object behind it is written on every way to a block, and on some. At the returns these become "always",
 * "on success only" or "sometimes". What is handed to code that is not known may be written: then only "always" can still be told. */
#include "analysis/returns.h"

#include "base/memory.h"

struct writes {
	uint64_t always, some;
};

struct outputs {
	struct hr_function_values *values;
	struct writes *here;  /* of each block, by itself */
	struct writes *until; /* until its end */
	uint64_t unknown;     /* parameters that other code may write */
};

static uint64_t bit_of(const struct hr_function_values *values, uint32_t pointer)
{
	uint32_t origin = values->origins[pointer];
	if (origin == HR_CODE_NONE || values->sums.atoms.data[origin].kind != HR_ATOM_VALUE)
		return 0;
	const struct hr_code_value *value = &values->function->values.data[values->sums.atoms.data[origin].number];
	if (value->kind != HR_VALUE_PARAMETER || !value->is_pointer)
		return 0;
	const struct hr_code_parameter *parameter = &values->function->parameters.data[value->index];
	return parameter->source < 64 && parameter->is_whole && !parameter->is_by_value
		       ? UINT64_C(1) << parameter->source
		       : 0;
}

static void look_at_call(struct outputs *outputs, uint32_t index, struct writes *writes)
{
	struct hr_function_values *values = outputs->values;
	const struct hr_code_instruction *call = &values->function->instructions.data[index];
	uint32_t target = hr_call_target(values->unit, values->index, index);
	for (uint32_t a = 1; a < call->operand_count; a++) {
		uint32_t argument = hr_flow_operand(values->function, call, a);
		uint64_t bit = values->function->values.data[argument].is_pointer ? bit_of(values, argument) : 0;
		if (!bit)
			continue;
		if (target == HR_CODE_NONE) {
			outputs->unknown |= bit;
			continue;
		}
		const struct hr_libc_function *library = values->unit->graph->library[target];
		const struct hr_code_function *callee = &values->unit->code->functions.data[target];
		if (library) {
			bool is_written = a - 1 < HR_LIBC_PARAMETERS
						  ? hr_libc_parameter(library, a - 1).does & HR_LIBC_WRITE
						  : library->does & HR_LIBC_REST_WRITTEN;
			writes->always |= is_written ? bit : 0;
			writes->some |= is_written ? bit : 0;
		} else if (!callee->is_defined || a - 1 >= callee->parameters.count) {
			outputs->unknown |= bit;
		} else {
			const struct hr_function_facts *facts = &values->unit->facts->functions.data[target];
			uint32_t source = callee->parameters.data[a - 1].source;
			if (source >= 64)
				continue;
			writes->always |= facts->output_always >> source & 1 ? bit : 0;
			writes->some |= facts->output >> source & 1 ? bit : 0;
		}
	}
}

static void look_at_block(struct outputs *outputs, uint32_t block)
{
	const struct hr_code_function *function = outputs->values->function;
	const struct hr_code_block *b = &function->blocks.data[block];
	struct writes *writes = &outputs->here[block];
	for (uint32_t i = 0; i < b->count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[b->first + i];
		if (instruction->op == HR_CODE_STORE) {
			uint64_t bit = bit_of(outputs->values, hr_flow_operand(function, instruction, 1));
			writes->always |= bit;
			writes->some |= bit;
		} else if (instruction->op == HR_CODE_CALL) {
			look_at_call(outputs, b->first + i, writes);
		}
	}
}

/* Pointers are taken to be valid: a way on which a parameter is NULL does not count, for none of them. */
static uint64_t null_on_edge(const struct outputs *outputs, uint32_t from, uint32_t to)
{
	const struct hr_code_function *function = outputs->values->function;
	const struct hr_code_instruction *end = hr_flow_end(function, from);
	uint64_t bits = 0;
	if (end->op != HR_CODE_BRANCH || end->target_count != 2)
		return 0;
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = hr_flow_known_condition(known, 0, &outputs->values->flow, hr_flow_operand(function, end, 0),
					       function->targets.data[end->targets] == to, from);
	for (size_t k = 0; k < count; k++)
		if (known[k].comparison == HR_EQUAL && function->values.data[known[k].right].kind == HR_VALUE_NULL &&
		    function->values.data[known[k].left].kind == HR_VALUE_PARAMETER)
			bits = UINT64_MAX;
	return bits;
}

static void flow_through(struct outputs *outputs)
{
	const struct hr_flow *flow = &outputs->values->flow;
	const struct hr_code_function *function = flow->function;
	for (uint32_t i = 0; i < flow->order_count; i++)
		outputs->until[flow->order[i]].always = UINT64_MAX;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < flow->order_count; i++) {
			uint32_t block = flow->order[i];
			const struct hr_code_block *b = &function->blocks.data[block];
			struct writes in = { i ? UINT64_MAX : 0, 0 };
			for (uint32_t p = 0; p < b->predecessor_count; p++) {
				uint32_t from = function->targets.data[b->predecessors + p];
				if (flow->position[from] == HR_CODE_NONE)
					continue;
				in.always &= outputs->until[from].always | null_on_edge(outputs, from, block);
				in.some |= outputs->until[from].some;
			}
			in.always |= outputs->here[block].always;
			in.some |= outputs->here[block].some;
			changed |= in.always != outputs->until[block].always || in.some != outputs->until[block].some;
			outputs->until[block] = in;
		}
	}
}

static void tell(struct outputs *outputs, const hr_results *results)
{
	const struct hr_code_function *function = outputs->values->function;
	struct hr_function_facts *facts = outputs->values->facts;
	uint64_t always = UINT64_MAX, some = 0, fine = UINT64_MAX, wrong = 0;
	bool has_fine = false, has_wrong = false, is_known = true;
	for (uint32_t i = 0; i < outputs->values->flow.order_count; i++) {
		uint32_t block = outputs->values->flow.order[i];
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (!end || end->op != HR_CODE_RETURN)
			continue;
		always &= outputs->until[block].always;
		some |= outputs->until[block].some;
	}
	for (size_t i = 0; i < results->count; i++) {
		const struct hr_result *result = &results->data[i];
		struct writes writes = outputs->until[result->from];
		if (result->to != HR_CODE_NONE) {
			writes.always |= null_on_edge(outputs, result->from, result->to);
			writes.always |= outputs->here[result->to].always;
			writes.some |= outputs->here[result->to].some;
		}
		enum hr_outcome outcome = hr_result_outcome(outputs->values, result->value);
		is_known &= outcome != HR_OUTCOME_UNKNOWN;
		has_fine |= outcome == HR_OUTCOME_FINE;
		has_wrong |= outcome == HR_OUTCOME_ERROR;
		if (outcome == HR_OUTCOME_FINE)
			fine &= writes.always;
		if (outcome == HR_OUTCOME_ERROR)
			wrong |= writes.some;
	}
	facts->output_always = always == UINT64_MAX ? 0 : always;
	facts->output = some;
	facts->output_on_success = is_known && has_fine && has_wrong ? fine & ~wrong & some & ~outputs->unknown : 0;
}

void hr_find_outputs(struct hr_function_values *values, const hr_results *results)
{
	size_t blocks = values->function->blocks.count;
	struct outputs outputs = { .values = values,
				   .here = hr_calloc(blocks + 1, sizeof *outputs.here),
				   .until = hr_calloc(blocks + 1, sizeof *outputs.until) };
	for (uint32_t i = 0; i < values->flow.order_count; i++)
		look_at_block(&outputs, values->flow.order[i]);
	flow_through(&outputs);
	tell(&outputs, results);
	free(outputs.here);
	free(outputs.until);
}
