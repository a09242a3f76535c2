/* The call graph: calls and their targets, and an order in which callees come first.
 *
 * Invariants: every CALL instruction of a defined function has one entry; targets are sorted and there once. Components are numbered so that a call
 * leads to the same or a lower one. */
#include "analysis/callgraph.h"
#include "analysis/pointer_flow.h"

#include "base/memory.h"

#include <string.h>

bool hr_is_intrinsic(const char *name)
{
	return strncmp(name, "llvm.", 5) == 0;
}

static void add_call(struct hr_call_graph *graph, struct hr_pointer_flow *flow, uint32_t index, uint32_t instruction)
{
	const struct hr_code_function *function = &graph->code->functions.data[index];
	const struct hr_code_instruction *at = &function->instructions.data[instruction];
	struct hr_callers *callers = &graph->functions[index];
	const struct hr_code_value *callee = &function->values.data[function->operands.data[at->operands]];
	struct hr_call call = { .instruction = instruction, .targets = (uint32_t)callers->targets.count };

	if (callee->kind == HR_VALUE_FUNCTION)
		hr_vec_push(&callers->targets, callee->index);
	else
		call.is_unknown = hr_pointer_flow_targets(flow, index, function->operands.data[at->operands],
							  at->signature, &callers->targets.data,
							  &callers->targets.count, &callers->targets.capacity);
	call.target_count = (uint32_t)callers->targets.count - call.targets;
	hr_vec_push(&callers->calls, call);
}

const struct hr_call *hr_call_graph_call(const struct hr_call_graph *graph, uint32_t function, uint32_t instruction)
{
	const struct hr_callers *callers = &graph->functions[function];
	size_t low = 0;
	size_t high = callers->calls.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (callers->calls.data[middle].instruction < instruction)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < callers->calls.count && callers->calls.data[low].instruction == instruction)
		return &callers->calls.data[low];
	return NULL;
}

/* ---- strongly connected components, after Tarjan, with a stack of our own ---- */

struct visit {
	uint32_t function;
	uint32_t next; /* target to look at */
};

struct tarjan {
	struct hr_call_graph *graph;
	uint32_t *number; /* in which they were met, from 1; 0: not yet */
	uint32_t *low;
	bool *is_on_stack;
	HR_VEC(uint32_t) stack;
	HR_VEC(struct visit) visits;
	uint32_t met;
	uint32_t done; /* filled of `order` */
};

static void enter(struct tarjan *tarjan, uint32_t function)
{
	tarjan->number[function] = tarjan->low[function] = ++tarjan->met;
	tarjan->is_on_stack[function] = true;
	hr_vec_push(&tarjan->stack, function);
	hr_vec_push(&tarjan->visits, (struct visit){ .function = function });
}

static void leave(struct tarjan *tarjan, uint32_t function)
{
	if (tarjan->low[function] == tarjan->number[function]) {
		uint32_t member;

		do {
			member = tarjan->stack.data[--tarjan->stack.count];
			tarjan->is_on_stack[member] = false;
			tarjan->graph->component[member] = tarjan->graph->component_count;
			tarjan->graph->order[tarjan->done++] = member;
		} while (member != function);
		tarjan->graph->component_count++;
	}
	tarjan->visits.count--;
	if (tarjan->visits.count) {
		uint32_t caller = tarjan->visits.data[tarjan->visits.count - 1].function;

		if (tarjan->low[function] < tarjan->low[caller])
			tarjan->low[caller] = tarjan->low[function];
	}
}

static void walk(struct tarjan *tarjan, uint32_t from)
{
	enter(tarjan, from);
	while (tarjan->visits.count) {
		struct visit *visit = &tarjan->visits.data[tarjan->visits.count - 1];
		uint32_t function = visit->function;

		if (visit->next == tarjan->graph->functions[function].targets.count) {
			leave(tarjan, function);
			continue;
		}
		uint32_t target = tarjan->graph->functions[function].targets.data[visit->next++];
		if (!tarjan->number[target])
			enter(tarjan, target);
		else if (tarjan->is_on_stack[target] && tarjan->number[target] < tarjan->low[function])
			tarjan->low[function] = tarjan->number[target];
	}
}

static void find_components(struct hr_call_graph *graph)
{
	size_t count = graph->code->functions.count;
	struct tarjan tarjan = {
		.graph = graph,
		.number = hr_calloc(count, sizeof(uint32_t)),
		.low = hr_calloc(count, sizeof(uint32_t)),
		.is_on_stack = hr_calloc(count, sizeof(bool)),
	};

	for (size_t i = 0; i < count; i++)
		if (!tarjan.number[i])
			walk(&tarjan, (uint32_t)i);
	free(tarjan.number);
	free(tarjan.low);
	free(tarjan.is_on_stack);
	hr_vec_release(&tarjan.stack);
	hr_vec_release(&tarjan.visits);
}

struct hr_call_graph *hr_call_graph_new(const struct hr_code *code)
{
	struct hr_call_graph *graph = hr_calloc(1, sizeof *graph);
	size_t count = code->functions.count;
	struct hr_pointer_flow *flow = hr_pointer_flow_new(code);

	graph->code = code;
	graph->functions = hr_calloc(count, sizeof *graph->functions);
	graph->library = (const struct hr_libc_function **)hr_calloc(count, sizeof *graph->library);
	graph->order = hr_calloc(count, sizeof *graph->order);
	graph->component = hr_calloc(count, sizeof *graph->component);
	for (size_t i = 0; i < count; i++) {
		const struct hr_code_function *function = &code->functions.data[i];

		if (!function->is_defined)
			graph->library[i] = hr_libc_find(function->name);
		for (size_t k = 0; k < function->instructions.count; k++)
			if (function->instructions.data[k].op == HR_CODE_CALL)
				add_call(graph, flow, (uint32_t)i, (uint32_t)k);
	}
	hr_pointer_flow_free(flow);
	find_components(graph);
	return graph;
}

void hr_call_graph_free(struct hr_call_graph *graph)
{
	if (!graph)
		return;
	for (size_t i = 0; i < graph->code->functions.count; i++) {
		hr_vec_release(&graph->functions[i].calls);
		hr_vec_release(&graph->functions[i].targets);
	}
	free(graph->functions);
	free((void *)graph->library);
	free(graph->order);
	free(graph->component);
	free(graph);
}
