/* Which pointers lead into the object behind a parameter, and where in it: through casts, addresses, choices, variables of the frame, and calls that return an argument.
 *
 * Invariant: what may be one of two parameters counts as unknown for both. */
#include "analysis/first_use.h"

struct hr_first_use *hr_first_use_of(struct hr_first_walk *walk, uint32_t parameter)
{
	return &walk->own->parameters.data[parameter].first;
}

static bool join(struct hr_first_base *into, struct hr_first_base other)
{
	struct hr_first_base before = *into;

	if (!other.is_set)
		return false;
	if (!into->is_set) {
		*into = other;
		return true;
	}
	if (into->parameter == HR_CODE_NONE) {
		into->parameter = other.parameter;
		into->offset = other.offset;
		into->is_maybe = other.parameter != HR_CODE_NONE;
	} else if (other.parameter == HR_CODE_NONE) {
		into->is_maybe = true;
	} else if (other.parameter != into->parameter) {
		into->is_maybe = true; /* either: both are noted as unknown by the caller */
	} else if (other.offset != into->offset) {
		into->offset = HR_FIRST_VARIES;
		into->is_maybe = into->is_maybe || other.is_maybe;
	} else {
		into->is_maybe = into->is_maybe || other.is_maybe;
	}
	return before.parameter != into->parameter || before.offset != into->offset ||
	       before.is_maybe != into->is_maybe;
}

static struct hr_first_base base_of_parameter(const struct hr_first_walk *walk, uint32_t index)
{
	const struct hr_code_parameter *parameter = &walk->function->parameters.data[index];
	struct hr_first_base none = { .parameter = HR_CODE_NONE, .is_set = true };

	if (parameter->source >= walk->count || !parameter->is_whole || parameter->is_by_value)
		return none;
	return (struct hr_first_base){ .parameter = parameter->source, .is_set = true };
}

struct hr_first_base hr_first_base(const struct hr_first_walk *walk, uint32_t value)
{
	const struct hr_code_value *v = &walk->function->values.data[value];

	if (v->kind == HR_VALUE_PARAMETER)
		return v->is_pointer ? base_of_parameter(walk, v->index)
				     : (struct hr_first_base){ .parameter = HR_CODE_NONE, .is_set = true };
	if (v->kind == HR_VALUE_INSTRUCTION)
		return walk->bases[v->index];
	/* NULL leads nowhere */
	return (struct hr_first_base){ .parameter = HR_CODE_NONE,
				       .is_set = v->kind != HR_VALUE_NULL && v->kind != HR_VALUE_UNDEFINED };
}

uint32_t hr_first_source(const struct hr_code_function *callee, uint32_t argument)
{
	if (argument >= callee->parameters.count || !callee->parameters.data[argument].is_whole ||
	    callee->parameters.data[argument].is_by_value)
		return HR_CODE_NONE;
	return callee->parameters.data[argument].source;
}

/* What a call returns of its arguments. */
static struct hr_first_base base_of_call(const struct hr_first_walk *walk, uint32_t index)
{
	const struct hr_code_instruction *call = &walk->function->instructions.data[index];
	const struct hr_call *to = hr_call_graph_call(walk->graph, walk->index, index);
	struct hr_first_base out = { .parameter = HR_CODE_NONE, .is_set = true };

	if (!to)
		return out;
	const struct hr_callers *callers = &walk->graph->functions[walk->index];
	for (uint32_t t = 0; t < to->target_count; t++) {
		uint32_t target = callers->targets.data[to->targets + t];
		const struct hr_libc_function *library = walk->graph->library[target];
		const struct hr_function_facts *callee = &walk->facts->functions.data[target];
		for (uint32_t a = 1; a < call->operand_count; a++) {
			struct hr_first_base argument = hr_first_base(walk, hr_flow_operand(walk->function, call, a));
			if (!argument.is_set || argument.parameter == HR_CODE_NONE)
				continue;
			uint32_t source = hr_first_source(&walk->facts->code->functions.data[target], a - 1);
			bool is_returned =
				library ? a - 1 < HR_LIBC_PARAMETERS &&
						  hr_libc_parameter(library, a - 1).does & HR_LIBC_RETURNED
					: source < callee->parameters.count &&
						  callee->parameters.data[source].memory.kept & HR_KEPT_RETURNED;
			if (is_returned)
				return (struct hr_first_base){ argument.parameter, HR_FIRST_VARIES, argument.is_maybe,
							       true };
		}
	}
	return out;
}

/* A variable of the frame that the pointer is kept in: whatever is done to the variable, it leads into the same object. */
static struct hr_first_base base_in_local(const struct hr_first_walk *walk, uint32_t local)
{
	struct hr_first_base out = { .parameter = HR_CODE_NONE };

	for (uint32_t u = walk->flow.use_first[local]; u < walk->flow.use_first[local + 1]; u++) {
		const struct hr_code_instruction *use = &walk->function->instructions.data[walk->flow.uses[u]];
		if (use->op == HR_CODE_STORE && hr_flow_operand(walk->function, use, 1) == local)
			join(&out, hr_first_base(walk, hr_flow_operand(walk->function, use, 0)));
	}
	if (out.is_set && out.parameter != HR_CODE_NONE)
		out.offset = HR_FIRST_VARIES;
	out.is_set = true;
	return out;
}

static struct hr_first_base made_by(const struct hr_first_walk *walk, uint32_t index)
{
	const struct hr_code_function *function = walk->function;
	const struct hr_code_instruction *it = &function->instructions.data[index];
	struct hr_first_base out = { .parameter = HR_CODE_NONE, .is_set = true };

	switch (it->op) {
	case HR_CODE_ADDRESS:
		out = hr_first_base(walk, hr_flow_operand(function, it, 0));
		if (out.is_set && out.parameter != HR_CODE_NONE)
			out.offset = it->operand_count > 1 || out.offset == HR_FIRST_VARIES
					     ? HR_FIRST_VARIES
					     : out.offset + function->addresses.data[it->address].bytes;
		return out;
	case HR_CODE_CAST:
		return hr_first_base(walk, hr_flow_operand(function, it, 0));
	case HR_CODE_LOAD: {
		uint32_t from = hr_flow_operand(function, it, 0);
		const struct hr_code_instruction *maker = hr_flow_maker(function, from);
		return maker && maker->op == HR_CODE_LOCAL && function->values.data[it->value].is_pointer
			       ? base_in_local(walk, from)
			       : out;
	}
	case HR_CODE_PHI:
	case HR_CODE_SELECT:
		out.is_set = false;
		for (uint32_t i = it->op == HR_CODE_SELECT; i < it->operand_count; i++)
			join(&out, hr_first_base(walk, hr_flow_operand(function, it, i)));
		return out;
	case HR_CODE_CALL:
		return base_of_call(walk, index);
	default:
		return out;
	}
}

/* One of two parameters: what is done to it is told of neither. */
static void give_up_on_either(struct hr_first_walk *walk, const struct hr_code_instruction *it)
{
	uint32_t one = HR_CODE_NONE;

	if (it->op != HR_CODE_PHI && it->op != HR_CODE_SELECT)
		return;
	for (uint32_t i = it->op == HR_CODE_SELECT; i < it->operand_count; i++) {
		struct hr_first_base base = hr_first_base(walk, hr_flow_operand(walk->function, it, i));
		if (!base.is_set || base.parameter == HR_CODE_NONE)
			continue;
		if (one != HR_CODE_NONE && one != base.parameter)
			hr_first_use_of(walk, one)->is_unknown = hr_first_use_of(walk, base.parameter)->is_unknown =
				true;
		one = base.parameter;
	}
}

/* p[i], p + 1: more than one of what it points to. */
static void note_elements(struct hr_first_walk *walk, const struct hr_code_instruction *it)
{
	if (it->op != HR_CODE_ADDRESS)
		return;
	const struct hr_code_address *address = &walk->function->addresses.data[it->address];
	struct hr_first_base base = hr_first_base(walk, hr_flow_operand(walk->function, it, 0));
	if (!base.is_set || base.parameter == HR_CODE_NONE || !address->element)
		return;
	bool is_element = it->operand_count > 1 ? walk->function->strides.data[address->strides] == address->element
						: address->bytes && address->bytes % address->element == 0 &&
							  address->type == HR_CODE_NONE;
	if (is_element)
		hr_first_use_of(walk, base.parameter)->element = address->element;
}

void hr_first_find_bases(struct hr_first_walk *walk)
{
	bool changed = true;

	for (int round = 0; changed && round < HR_FIRST_ROUNDS; round++) {
		changed = false;
		for (uint32_t b = 0; b < walk->flow.order_count; b++) {
			const struct hr_code_block *block = &walk->function->blocks.data[walk->flow.order[b]];
			for (uint32_t i = block->first; i < block->first + block->count; i++)
				if (walk->function->instructions.data[i].value != HR_CODE_NONE)
					changed |= join(&walk->bases[i], made_by(walk, i));
		}
	}
	for (uint32_t i = 0; i < walk->function->instructions.count; i++) {
		give_up_on_either(walk, &walk->function->instructions.data[i]);
		note_elements(walk, &walk->function->instructions.data[i]);
	}
}
