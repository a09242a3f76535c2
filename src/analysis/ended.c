/* Which parameters a function always frees: the proof that it ends their lives.
 *
 * "May be freed on some path" says little: a handle can die in a corner that no caller sees. Here every path counts that returns, that the parameter is
 * not NULL on, and that did something before it returned: a function that looks at its arguments and refuses at once leaves them alone, and is
 * a destroyer nevertheless. What counts is freeing by the C library, or by a function that always frees.
 *
 * Invariant: callees come before callers; among functions that call each other nothing is taken for granted. */
#include "analysis/callgraph.h"
#include "analysis/flow.h"
#include "analysis/parts.h"

#include "base/memory.h"

enum { UNTOUCHED = 1, CHANGED = 2, FREED = 4 };
enum { MOST_PARAMETERS = 64 };

struct ended {
	struct hr_facts *facts;
	struct hr_call_graph *graph;
	uint64_t *always; /* by function: bits of parameters as the machine passes them */
};

struct walk {
	const struct ended *ended;
	uint32_t index;
	const struct hr_code_function *function;
	uint32_t parameter;
	const struct hr_flow *flow;
	bool has_allocator; /* free(), or a function of the caller's in its place */
	unsigned *states;   /* by block: what can be when it begins */
};

/* The head of a list that a loop goes through: what the variable is in the first round; HR_CODE_NONE: not the variable of a loop. */
static uint32_t first_of(const struct walk *walk, const struct hr_code_instruction *phi)
{
	const struct hr_code_function *function = walk->function;
	uint32_t first = HR_CODE_NONE;

	for (uint32_t i = 0; i < phi->operand_count; i++) {
		uint32_t from = function->targets.data[phi->targets + i];
		if (walk->flow->position[from] == HR_CODE_NONE || hr_flow_dominates(walk->flow, phi->block, from))
			continue;
		if (first != HR_CODE_NONE)
			return HR_CODE_NONE;
		first = function->operands.data[phi->operands + i];
	}
	return phi->operand_count > 1 ? first : HR_CODE_NONE;
}

/* The parameter itself, whatever it is called on the way. */
static bool is_parameter(const struct walk *walk, uint32_t value)
{
	const struct hr_code_function *function = walk->function;

	for (int steps = 0; steps < 8; steps++) {
		const struct hr_code_value *at = &function->values.data[value];
		if (at->kind == HR_VALUE_PARAMETER)
			return at->index == walk->parameter;
		if (at->kind != HR_VALUE_INSTRUCTION)
			return false;
		const struct hr_code_instruction *from = &function->instructions.data[at->index];
		if (from->op == HR_CODE_PHI) {
			value = first_of(walk, from);
			if (value == HR_CODE_NONE)
				return false;
			continue;
		}
		bool is_same = (from->op == HR_CODE_CAST && from->detail == HR_CAST_SAME) ||
			       (from->op == HR_CODE_ADDRESS && from->operand_count == 1 &&
				!function->addresses.data[from->address].bytes);
		if (!is_same)
			return false;
		value = function->operands.data[from->operands];
	}
	return false;
}

static bool target_frees(const struct ended *ended, uint32_t target, uint32_t number)
{
	const struct hr_libc_function *library = ended->graph->library[target];

	if (library)
		return (hr_libc_parameter(library, number).does & HR_LIBC_FREE) != 0 &&
		       !(library->does & HR_LIBC_FRESH);
	return number < MOST_PARAMETERS && ended->always[target] >> number & 1;
}

static bool call_frees(const struct walk *walk, uint32_t instruction)
{
	const struct hr_code_instruction *at = &walk->function->instructions.data[instruction];
	const struct hr_call *call = hr_call_graph_call(walk->ended->graph, walk->index, instruction);

	if (!call || (call->is_unknown && !walk->has_allocator) || (!call->is_unknown && !call->target_count))
		return false;
	for (uint32_t i = 1; i < at->operand_count; i++) {
		bool all = is_parameter(walk, walk->function->operands.data[at->operands + i]);
		for (uint32_t k = 0; all && k < call->target_count; k++)
			all = target_frees(walk->ended,
					   walk->ended->graph->functions[walk->index].targets.data[call->targets + k],
					   i - 1);
		if (all)
			return true;
	}
	return false;
}

/* "allocator ? allocator->free(p) : free(p)": where one of the ways is free(), so is the other. */
static bool frees_by_library(const struct walk *walk)
{
	for (uint32_t i = 0; i < walk->function->instructions.count; i++) {
		const struct hr_call *call = hr_call_graph_call(walk->ended->graph, walk->index, i);
		if (call && !call->is_unknown && call->target_count == 1 &&
		    walk->ended->graph
			    ->library[walk->ended->graph->functions[walk->index].targets.data[call->targets]] &&
		    call_frees(walk, i))
			return true;
	}
	return false;
}

/* Calls that only look at something leave everything as it is. */
static bool call_changes(const struct walk *walk, uint32_t instruction)
{
	const struct hr_call *call = hr_call_graph_call(walk->ended->graph, walk->index, instruction);

	if (!call || call->is_unknown)
		return true;
	for (uint32_t i = 0; i < call->target_count; i++) {
		uint32_t target = walk->ended->graph->functions[walk->index].targets.data[call->targets + i];
		enum hr_purity purity = walk->ended->facts->functions.data[target].purity;
		if (purity != HR_PURITY_PURE && purity != HR_PURITY_OBSERVER)
			return true;
	}
	return false;
}

static bool is_local(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *at = &function->values.data[value];

	return at->kind == HR_VALUE_INSTRUCTION && function->instructions.data[at->index].op == HR_CODE_LOCAL;
}

static unsigned step(const struct walk *walk, uint32_t instruction, unsigned states)
{
	const struct hr_code_instruction *at = &walk->function->instructions.data[instruction];
	bool changes = false;

	if (at->op == HR_CODE_CALL) {
		if (call_frees(walk, instruction))
			return FREED;
		changes = call_changes(walk, instruction);
	} else if (at->op == HR_CODE_STORE) {
		changes = !is_local(walk->function, walk->function->operands.data[at->operands + 1]);
	} else if (at->op == HR_CODE_ATOMIC || at->op == HR_CODE_ASSEMBLY) {
		changes = true;
	}
	return changes && states & UNTOUCHED ? (states & ~(unsigned)UNTOUCHED) | CHANGED : states;
}

/* The target that is taken when the parameter is NULL, where a branch asks; HR_CODE_NONE where it does not. */
static uint32_t null_target(const struct walk *walk, const struct hr_code_instruction *end)
{
	const struct hr_code_function *function = walk->function;

	if (end->op != HR_CODE_BRANCH || end->target_count != 2)
		return HR_CODE_NONE;
	const struct hr_code_value *condition = &function->values.data[function->operands.data[end->operands]];
	if (condition->kind != HR_VALUE_INSTRUCTION)
		return HR_CODE_NONE;
	const struct hr_code_instruction *compare = &function->instructions.data[condition->index];
	if (compare->op != HR_CODE_COMPARE || compare->detail > HR_NOT_EQUAL)
		return HR_CODE_NONE;
	const uint32_t *operands = hr_code_operands(function, compare);
	bool is_null = function->values.data[operands[0]].kind == HR_VALUE_NULL ||
		       function->values.data[operands[1]].kind == HR_VALUE_NULL;
	if (!is_null || (!is_parameter(walk, operands[0]) && !is_parameter(walk, operands[1])))
		return HR_CODE_NONE;
	return function->targets.data[end->targets + (compare->detail == HR_NOT_EQUAL)];
}

/* States at the end of a block, and whether it returns. */
static unsigned run_block(const struct walk *walk, uint32_t block)
{
	const struct hr_code_block *at = &walk->function->blocks.data[block];
	unsigned states = walk->states[block];

	for (uint32_t i = 0; i < at->count; i++)
		states = step(walk, at->first + i, states);
	return states;
}

static const struct hr_code_instruction *end_of(const struct walk *walk, uint32_t block)
{
	const struct hr_code_block *at = &walk->function->blocks.data[block];

	return &walk->function->instructions.data[at->first + at->count - 1];
}

static bool always_frees(struct walk *walk)
{
	HR_VEC(uint32_t) waiting = HR_VEC_INIT;
	unsigned at_return = 0;

	walk->states[0] = UNTOUCHED;
	hr_vec_push(&waiting, 0);
	while (waiting.count && !(at_return & CHANGED)) {
		uint32_t block = waiting.data[--waiting.count];
		const struct hr_code_instruction *end = end_of(walk, block);
		unsigned states = run_block(walk, block);
		uint32_t without = null_target(walk, end);
		if (end->op == HR_CODE_RETURN)
			at_return |= states;
		for (uint32_t i = 0; i < end->target_count; i++) {
			uint32_t to = walk->function->targets.data[end->targets + i];
			/* behind a loop through a list its variable is NULL, and the parameter is freed */
			unsigned on = to == without ? states & FREED : states;
			if ((walk->states[to] | on) == walk->states[to])
				continue;
			walk->states[to] |= on;
			hr_vec_push(&waiting, to);
		}
	}
	hr_vec_release(&waiting);
	return at_return & FREED && !(at_return & CHANGED);
}

static void look_at(struct ended *ended, uint32_t index)
{
	const struct hr_code_function *function = &ended->facts->code->functions.data[index];
	struct hr_function_facts *facts = &ended->facts->functions.data[index];

	for (uint32_t i = 0; i < function->parameters.count && i < MOST_PARAMETERS; i++) {
		uint32_t source = function->parameters.data[i].source;
		/* what is never freed is not freed always */
		if (source >= facts->parameters.count || source >= MOST_PARAMETERS ||
		    facts->parameters.data[source].memory.freed != HR_FREED_YES)
			continue;
		struct hr_flow flow;
		hr_flow_init(&flow, function);
		struct walk walk = {
			.ended = ended, .index = index, .function = function, .parameter = i, .flow = &flow
		};
		walk.states = hr_calloc(function->blocks.count, sizeof *walk.states);
		walk.has_allocator = frees_by_library(&walk);
		if (always_frees(&walk)) {
			ended->always[index] |= UINT64_C(1) << i;
			facts->always_freed |= UINT64_C(1) << source;
		}
		free(walk.states);
		hr_flow_release(&flow);
	}
}

void hr_analyse_ended(struct hr_facts *facts)
{
	struct ended ended = { .facts = facts, .graph = hr_facts_graph(facts) };
	size_t count = facts->code->functions.count;

	ended.always = hr_calloc(count ? count : 1, sizeof *ended.always);
	for (size_t i = 0; i < count; i++)
		if (facts->code->functions.data[ended.graph->order[i]].is_defined)
			look_at(&ended, ended.graph->order[i]);
	free(ended.always);
}
