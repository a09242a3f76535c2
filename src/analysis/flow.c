/* Order of blocks, dominators and loops. Blocks that cannot be reached have no position and are in no loop; every walk begins at the entry.
 * Dominators by the method of Cooper, Harvey and Kennedy; loops are the natural ones, found from back edges, innermost last. */
#include "analysis/flow.h"

#include "base/memory.h"

#include <string.h>

const struct hr_code_instruction *hr_flow_end(const struct hr_code_function *function, uint32_t block)
{
	const struct hr_code_block *b = &function->blocks.data[block];
	return b->count ? &function->instructions.data[b->first + b->count - 1] : NULL;
}

const struct hr_code_instruction *hr_flow_maker(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *v = &function->values.data[value];
	return v->kind == HR_VALUE_INSTRUCTION ? &function->instructions.data[v->index] : NULL;
}

uint32_t hr_flow_operand(const struct hr_code_function *function, const struct hr_code_instruction *instruction,
			 uint32_t which)
{
	return function->operands.data[instruction->operands + which];
}

static uint32_t *numbers(struct hr_flow *flow, size_t count, uint32_t fill)
{
	uint32_t *out = hr_arena_alloc(&flow->arena, (count + 1) * sizeof *out);
	for (size_t i = 0; i <= count; i++)
		out[i] = fill;
	return out;
}

/* Depth first, without recursion: functions may have very many blocks. */
static void find_order(struct hr_flow *flow)
{
	const struct hr_code_function *function = flow->function;
	size_t count = function->blocks.count;
	flow->order = numbers(flow, count, HR_CODE_NONE);
	flow->position = numbers(flow, count, HR_CODE_NONE);
	uint32_t *stack = hr_calloc(count + 1, sizeof *stack);
	uint32_t *next = hr_calloc(count + 1, sizeof *next);
	uint32_t *post = hr_calloc(count + 1, sizeof *post);
	bool *seen = hr_calloc(count + 1, sizeof *seen);
	size_t depth = 0;
	uint32_t done = 0;
	stack[depth++] = 0;
	seen[0] = true;
	while (depth) {
		uint32_t block = stack[depth - 1];
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (end && next[block] < end->target_count) {
			uint32_t to = function->targets.data[end->targets + next[block]++];
			if (!seen[to]) {
				seen[to] = true;
				stack[depth++] = to;
			}
			continue;
		}
		post[done++] = block;
		depth--;
	}
	flow->order_count = done;
	for (uint32_t i = 0; i < done; i++) {
		flow->order[i] = post[done - 1 - i];
		flow->position[flow->order[i]] = i;
	}
	free(stack);
	free(next);
	free(post);
	free(seen);
}

static uint32_t common_dominator(const struct hr_flow *flow, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (flow->position[a] > flow->position[b])
			a = flow->dominator[a];
		while (flow->position[b] > flow->position[a])
			b = flow->dominator[b];
	}
	return a;
}

static void find_dominators(struct hr_flow *flow)
{
	const struct hr_code_function *function = flow->function;
	flow->dominator = numbers(flow, function->blocks.count, HR_CODE_NONE);
	flow->dominator[0] = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 1; i < flow->order_count; i++) {
			uint32_t block = flow->order[i];
			const struct hr_code_block *b = &function->blocks.data[block];
			uint32_t found = HR_CODE_NONE;
			for (uint32_t p = 0; p < b->predecessor_count; p++) {
				uint32_t from = function->targets.data[b->predecessors + p];
				if (flow->dominator[from] == HR_CODE_NONE)
					continue;
				found = found == HR_CODE_NONE ? from : common_dominator(flow, from, found);
			}
			if (found != flow->dominator[block]) {
				flow->dominator[block] = found;
				changed = true;
			}
		}
	}
}

/* Numbers the tree so that "dominates" is two comparisons: sizes of subtrees from the leaves up, then places from the root down. */
static void number_tree(struct hr_flow *flow)
{
	size_t count = flow->function->blocks.count;
	flow->tree_in = numbers(flow, count, HR_CODE_NONE);
	flow->tree_out = numbers(flow, count, 0);
	uint32_t *size = hr_calloc(count + 1, sizeof *size);
	uint32_t *used = hr_calloc(count + 1, sizeof *used);
	for (uint32_t i = flow->order_count; i-- > 0;) {
		uint32_t block = flow->order[i];
		size[block]++;
		if (i)
			size[flow->dominator[block]] += size[block];
	}
	for (uint32_t i = 0; i < flow->order_count; i++) {
		uint32_t block = flow->order[i], parent = flow->dominator[block];
		flow->tree_in[block] = i ? flow->tree_in[parent] + 1 + used[parent] : 0;
		if (i)
			used[parent] += size[block];
		flow->tree_out[block] = flow->tree_in[block] + size[block];
	}
	free(size);
	free(used);
}

bool hr_flow_dominates(const struct hr_flow *flow, uint32_t above, uint32_t below)
{
	if (flow->position[above] == HR_CODE_NONE || flow->position[below] == HR_CODE_NONE)
		return false;
	return flow->tree_in[above] <= flow->tree_in[below] && flow->tree_in[below] < flow->tree_out[above];
}

/* Walks back from a back edge to the loop's head. Heads are taken from the last in the order to the first: inner loops before those around them. */
static void fill_loop(struct hr_flow *flow, uint32_t head, uint32_t from, uint32_t *stack)
{
	const struct hr_code_function *function = flow->function;
	size_t depth = 0;
	stack[depth++] = from;
	while (depth) {
		uint32_t block = stack[--depth];
		/* Go to the outermost loop that this block is known to be in. */
		while (block != head && flow->loop[block] != HR_CODE_NONE && flow->loop[block] != block)
			block = flow->loop[block];
		while (block != head && flow->loop[block] == block && flow->loop_parent[block] != HR_CODE_NONE)
			block = flow->loop_parent[block];
		if (block == head)
			continue;
		if (flow->loop[block] == block)
			flow->loop_parent[block] = head;
		else
			flow->loop[block] = head;
		const struct hr_code_block *b = &function->blocks.data[block];
		for (uint32_t p = 0; p < b->predecessor_count; p++) {
			uint32_t to = function->targets.data[b->predecessors + p];
			if (hr_flow_dominates(flow, head, to) && depth < function->targets.count)
				stack[depth++] = to;
		}
	}
}

static void find_loops(struct hr_flow *flow)
{
	const struct hr_code_function *function = flow->function;
	flow->loop = numbers(flow, function->blocks.count, HR_CODE_NONE);
	flow->loop_parent = numbers(flow, function->blocks.count, HR_CODE_NONE);
	uint32_t *stack = hr_calloc(function->targets.count + 2, sizeof *stack);
	for (uint32_t i = flow->order_count; i-- > 0;) {
		uint32_t head = flow->order[i];
		const struct hr_code_block *b = &function->blocks.data[head];
		for (uint32_t p = 0; p < b->predecessor_count; p++) {
			uint32_t from = function->targets.data[b->predecessors + p];
			if (!hr_flow_dominates(flow, head, from))
				continue;
			flow->loop[head] = head;
			fill_loop(flow, head, from, stack);
		}
	}
	free(stack);
}

bool hr_flow_in_loop(const struct hr_flow *flow, uint32_t head, uint32_t block)
{
	uint32_t loop = flow->loop[block];
	for (unsigned depth = 0; loop != HR_CODE_NONE && depth < 1000; depth++) {
		if (loop == head)
			return true;
		loop = flow->loop_parent[loop];
	}
	return false;
}

static void find_uses(struct hr_flow *flow)
{
	const struct hr_code_function *function = flow->function;
	flow->use_first = numbers(flow, function->values.count + 1, 0);
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		for (uint32_t o = 0; o < instruction->operand_count; o++)
			flow->use_first[hr_flow_operand(function, instruction, o) + 1]++;
	}
	for (size_t v = 0; v < function->values.count; v++)
		flow->use_first[v + 1] += flow->use_first[v];
	flow->uses = numbers(flow, flow->use_first[function->values.count], 0);
	uint32_t *filled = hr_calloc(function->values.count + 1, sizeof *filled);
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		for (uint32_t o = 0; o < instruction->operand_count; o++) {
			uint32_t value = hr_flow_operand(function, instruction, o);
			flow->uses[flow->use_first[value] + filled[value]++] = (uint32_t)i;
		}
	}
	free(filled);
}

void hr_flow_init(struct hr_flow *flow, const struct hr_code_function *function)
{
	memset(flow, 0, sizeof *flow);
	flow->function = function;
	find_order(flow);
	find_dominators(flow);
	number_tree(flow);
	find_loops(flow);
	find_uses(flow);
}

void hr_flow_release(struct hr_flow *flow)
{
	hr_arena_release(&flow->arena);
}
