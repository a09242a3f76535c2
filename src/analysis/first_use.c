/* Who is first at the memory behind a parameter: its caller, whose bytes are read, or the function, which writes them before it reads any. That parts what is
 * filled from what is changed in place.
 *
 * Bytes at constant offsets are told apart, as far as HR_FIRST_BYTES; the rest is "elsewhere". Two things flow along the ways through a function: the bytes that are written on every
 * way, and those that are on some. A byte that is read where no way has written it is surely the caller's; one that some way has not written perhaps. Calls
 * count by what was found about their targets: callees before callers, functions that call each other until nothing changes.
 *
 * Invariants: ways on which the pointer is NULL do not count; a pointer that escapes (stored, handed to unknown code) makes what is not there unknown, and takes
 * nothing back of what is. */
#include "analysis/first_use.h"
#include "analysis/parts.h"

#include "base/memory.h"

#include <string.h>

/* On this edge the parameter is NULL: nothing can be missing there. */
static void drop_null(struct hr_first_walk *walk, struct hr_first_ways *from, uint32_t block, uint32_t to)
{
	const struct hr_code_instruction *end = hr_flow_end(walk->function, block);
	struct hr_known known[HR_KNOWN_MAX];

	if (!end || end->op != HR_CODE_BRANCH || end->target_count != 2)
		return;
	size_t count = hr_flow_known_condition(known, 0, &walk->flow, hr_flow_operand(walk->function, end, 0),
					       walk->function->targets.data[end->targets] == to, block);
	for (size_t k = 0; k < count; k++) {
		struct hr_first_base base = hr_first_base(walk, known[k].left);
		if (known[k].comparison == HR_EQUAL && base.is_set && base.parameter != HR_CODE_NONE &&
		    walk->function->values.data[known[k].right].kind == HR_VALUE_NULL)
			memset(from[base.parameter].always, 0xff, sizeof from->always);
	}
}

/* Does the edge leave a loop that writes to it? */
static bool is_behind_loop(const struct hr_first_walk *walk, uint32_t from, uint32_t to, size_t parameter)
{
	for (uint32_t head = walk->flow.loop[from]; head != HR_CODE_NONE; head = walk->flow.loop_parent[head])
		if (!hr_flow_in_loop(&walk->flow, head, to) && walk->is_written_in[head * walk->count + parameter])
			return true;
	return false;
}

/* What the rounds of the loops that the edge leaves have written: behind them, that is not surely the caller's any more. */
static void add_rounds(struct hr_first_walk *walk, uint32_t from, uint32_t to)
{
	for (uint32_t head = walk->flow.loop[from]; head != HR_CODE_NONE; head = walk->flow.loop_parent[head]) {
		const struct hr_code_block *b = &walk->function->blocks.data[head];
		if (hr_flow_in_loop(&walk->flow, head, to))
			continue;
		for (uint32_t i = 0; i < b->predecessor_count; i++) {
			uint32_t last = walk->function->targets.data[b->predecessors + i];
			if (walk->flow.position[last] == HR_CODE_NONE ||
			    walk->flow.position[last] < walk->flow.position[head])
				continue;
			for (size_t p = 0; p < walk->count; p++) {
				const struct hr_first_ways *round = &walk->until[last * walk->count + p];
				for (int w = 0; w < HR_FIRST_WORDS; w++)
					walk->now[p].some[w] |= round->some[w];
				walk->now[p].some_elsewhere |= round->some_elsewhere;
			}
		}
	}
}

static void note_loops(struct hr_first_walk *walk, uint32_t block)
{
	for (size_t p = 0; p < walk->count; p++) {
		if (!walk->now[p].is_touched)
			continue;
		for (uint32_t head = walk->flow.loop[block]; head != HR_CODE_NONE; head = walk->flow.loop_parent[head])
			walk->is_written_in[head * walk->count + p] = true;
	}
}

static void enter(struct hr_first_walk *walk, uint32_t block, struct hr_first_ways *scratch)
{
	const struct hr_code_block *b = &walk->function->blocks.data[block];
	bool is_entry = block == walk->flow.order[0];

	for (size_t p = 0; p < walk->count; p++) {
		memset(&walk->now[p], 0, sizeof walk->now[p]);
		if (!is_entry)
			memset(walk->now[p].always, 0xff, sizeof walk->now[p].always);
		walk->now[p].is_touched = !is_entry;
	}
	for (uint32_t i = 0; i < b->predecessor_count; i++) {
		uint32_t from = walk->function->targets.data[b->predecessors + i];
		if (walk->flow.position[from] == HR_CODE_NONE)
			continue;
		memcpy(scratch, &walk->until[from * walk->count], walk->count * sizeof *scratch);
		drop_null(walk, scratch, from, block);
		/* what a loop writes comes after what its first round reads */
		bool is_back = walk->flow.position[from] >= walk->flow.position[block];
		if (!is_back)
			add_rounds(walk, from, block);
		for (size_t p = 0; p < walk->count; p++) {
			for (int w = 0; w < HR_FIRST_WORDS; w++) {
				walk->now[p].always[w] &= scratch[p].always[w];
				walk->now[p].some[w] |= is_back ? 0 : scratch[p].some[w];
			}
			walk->now[p].some_elsewhere |= !is_back && scratch[p].some_elsewhere;
			walk->now[p].is_touched &= scratch[p].is_touched || is_behind_loop(walk, from, block, p);
		}
	}
}

/* Each block by itself, to see which loops write. */
static void find_loops(struct hr_first_walk *walk)
{
	for (uint32_t i = 0; i < walk->flow.order_count; i++) {
		const struct hr_code_block *b = &walk->function->blocks.data[walk->flow.order[i]];
		if (walk->flow.loop[walk->flow.order[i]] == HR_CODE_NONE)
			continue;
		memset(walk->now, 0, walk->count * sizeof *walk->now);
		for (uint32_t k = b->first; k < b->first + b->count; k++)
			hr_first_step(walk, k);
		note_loops(walk, walk->flow.order[i]);
	}
}

static bool pass(struct hr_first_walk *walk, struct hr_first_ways *scratch)
{
	bool changed = false;

	for (uint32_t i = 0; i < walk->flow.order_count; i++) {
		uint32_t block = walk->flow.order[i];
		const struct hr_code_block *b = &walk->function->blocks.data[block];
		struct hr_first_ways *until = &walk->until[block * walk->count];
		enter(walk, block, scratch);
		for (uint32_t k = b->first; k < b->first + b->count; k++)
			hr_first_step(walk, k);
		if (memcmp(until, walk->now, walk->count * sizeof *until) != 0) {
			memcpy(until, walk->now, walk->count * sizeof *until);
			changed = true;
		}
	}
	return changed;
}

static void tell_always(struct hr_first_walk *walk)
{
	bool returns = false;

	for (size_t p = 0; p < walk->count; p++)
		memset(walk->own->parameters.data[p].first.always, 0xff, sizeof walk->now->always);
	for (uint32_t i = 0; i < walk->flow.order_count; i++) {
		uint32_t block = walk->flow.order[i];
		const struct hr_code_instruction *end = hr_flow_end(walk->function, block);
		if (!end || end->op != HR_CODE_RETURN)
			continue;
		returns = true;
		for (size_t p = 0; p < walk->count; p++)
			for (int w = 0; w < HR_FIRST_WORDS; w++)
				walk->own->parameters.data[p].first.always[w] &=
					walk->until[block * walk->count + p].always[w];
	}
	for (size_t p = 0; p < walk->count && !returns; p++)
		memset(walk->own->parameters.data[p].first.always, 0, sizeof walk->now->always);
}

/* Returns whether anything changed. */
static bool look_at(struct hr_facts *facts, const struct hr_call_graph *graph, uint32_t index)
{
	const struct hr_code_function *function = &facts->code->functions.data[index];
	struct hr_function_facts *own = &facts->functions.data[index];
	struct hr_first_walk walk = { .facts = facts,
				      .graph = graph,
				      .function = function,
				      .own = own,
				      .index = index,
				      .count = own->parameters.count };
	size_t size = own->parameters.count * sizeof *own->parameters.data;

	if (!function->is_defined || !function->blocks.count || !walk.count)
		return false;
	struct hr_parameter_facts *before = hr_calloc(1, size);
	memcpy(before, own->parameters.data, size);
	hr_flow_init(&walk.flow, function);
	walk.bases = hr_calloc(function->instructions.count + 1, sizeof *walk.bases);
	walk.until = hr_calloc(function->blocks.count * walk.count + 1, sizeof *walk.until);
	walk.now = hr_calloc(walk.count, sizeof *walk.now);
	walk.is_written_in = hr_calloc(function->blocks.count * walk.count + 1, sizeof *walk.is_written_in);
	struct hr_first_ways *scratch = hr_calloc(walk.count, sizeof *scratch);
	hr_first_find_bases(&walk);
	for (size_t i = 0; i < function->blocks.count * walk.count; i++)
		memset(walk.until[i].always, 0xff, sizeof walk.until[i].always), walk.until[i].is_touched = true;
	find_loops(&walk);
	while (pass(&walk, scratch))
		;
	walk.tells = true;
	pass(&walk, scratch);
	tell_always(&walk);
	bool changed = memcmp(before, own->parameters.data, size) != 0;
	free(before);
	free(scratch);
	free(walk.now);
	free(walk.until);
	free(walk.bases);
	free(walk.is_written_in);
	hr_flow_release(&walk.flow);
	return changed;
}

void hr_analyse_first_use(struct hr_facts *facts)
{
	const struct hr_call_graph *graph = hr_facts_graph(facts);
	size_t count = facts->code->functions.count;

	for (size_t start = 0, end; start < count; start = end) {
		bool changed = true;
		for (end = start;
		     end < count && graph->component[graph->order[end]] == graph->component[graph->order[start]];)
			end++;
		for (int round = 0; changed && round < HR_FIRST_ROUNDS; round++) {
			changed = false;
			for (size_t i = start; i < end; i++)
				changed |= look_at(facts, graph, graph->order[i]);
			changed = changed && end - start > 0;
		}
		for (size_t i = start; changed && i < end; i++)
			for (size_t p = 0; p < facts->functions.data[graph->order[i]].parameters.count; p++)
				facts->functions.data[graph->order[i]].parameters.data[p].first.is_unknown = true;
	}
}
