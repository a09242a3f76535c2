/* What becomes of the objects behind pointers: the analyses put together, and their results as facts. */
#include "analysis/memory_facts.h"
#include "analysis/parts.h"

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

static void tell_calls(struct hr_function_facts *facts, const struct hr_callers *callers)
{
	size_t kept = 0;

	for (size_t i = 0; i < callers->targets.count; i++)
		hr_vec_push(&facts->callees, callers->targets.data[i]);
	if (facts->callees.count)
		qsort(facts->callees.data, facts->callees.count, sizeof *facts->callees.data, compare_numbers);
	for (size_t i = 0; i < facts->callees.count; i++)
		if (!i || facts->callees.data[i] != facts->callees.data[i - 1])
			facts->callees.data[kept++] = facts->callees.data[i];
	facts->callees.count = kept;
	for (size_t i = 0; i < callers->calls.count; i++)
		facts->calls_unknown |= callers->calls.data[i].is_unknown;
}

void hr_analyse_memory(struct hr_facts *facts)
{
	struct hr_call_graph *graph = hr_facts_graph(facts);

	for (size_t i = 0; i < facts->functions.count; i++)
		tell_calls(&facts->functions.data[i], &graph->functions[i]);
	struct hr_paths *paths = hr_paths_new(graph);
	struct memory_effects *effects = hr_effects_new(graph, paths);
	for (uint32_t i = 0; i < facts->functions.count; i++) {
		const struct memory *memory = hr_effects_ask(effects, i, i, NULL);

		if (!facts->code->functions.data[i].is_defined || !memory)
			continue;
		hr_tell_memory(facts, i, memory);
		hr_tell_paths(facts, i, paths, memory);
	}
	hr_tell_cells(facts, graph);
	hr_effects_free(effects);
	hr_paths_free(paths);
}
