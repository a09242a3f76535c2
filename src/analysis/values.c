/* Numbers and buffers, for the whole unit: callees before their callers, twice, so that functions that call each other and structs whose members go together are
 * seen through as well. */
#include "analysis/values_internal.h"

#include "base/memory.h"

#include <string.h>

static void forget(struct hr_value_facts *facts)
{
	facts->relation = HR_RELATION_NONE;
	facts->of = -1;
	facts->by_pointer = false;
	facts->bound.kind = HR_BOUND_NONE;
	hr_vec_clear(&facts->checks);
}

bool hr_function_values_init(struct hr_function_values *values, struct hr_unit_values *unit, uint32_t index)
{
	memset(values, 0, sizeof *values);
	values->unit = unit;
	values->index = index;
	values->function = &unit->code->functions.data[index];
	values->facts = &unit->facts->functions.data[index];
	if (!values->function->blocks.count)
		return false;
	hr_flow_init(&values->flow, values->function);
	hr_sums_init(&values->sums, unit->code, &values->flow);
	hr_bounds_init(&values->bounds, &values->sums);
	values->is_limited = hr_arena_alloc(&values->flow.arena, values->function->instructions.count + 1);
	hr_origins_find(values);
	return true;
}

void hr_function_values_release(struct hr_function_values *values)
{
	hr_bounds_release(&values->bounds);
	hr_sums_release(&values->sums);
	hr_flow_release(&values->flow);
}

static void analyse_function(struct hr_unit_values *unit, uint32_t index)
{
	struct hr_function_values values;
	if (!hr_function_values_init(&values, unit, index))
		return;
	hr_vec_clear(&unit->spans[index]);
	for (size_t i = 0; i < values.facts->parameters.count; i++)
		forget(&values.facts->parameters.data[i].value);
	for (size_t i = 0; i < values.facts->fields.count; i++)
		forget(&values.facts->fields.data[i].value);
	hr_find_relations(&values);
	hr_find_meanings(&values);
	hr_find_checks(&values);
	hr_function_values_release(&values);
}

void hr_analyse_values(struct hr_facts *facts)
{
	const struct hr_code *code = facts->code;
	struct hr_unit_values unit;
	memset(&unit, 0, sizeof unit);
	unit.facts = facts;
	unit.code = code;
	unit.spans = hr_calloc(code->functions.count + 1, sizeof *unit.spans);
	unit.graph = hr_facts_graph(facts);
	for (unsigned round = 0; round < 2; round++)
		for (uint32_t i = 0; i < code->functions.count; i++)
			analyse_function(&unit, unit.graph->order[i]);
	hr_find_fields(&unit);
	for (size_t i = 0; i < code->functions.count; i++)
		hr_vec_release(&unit.spans[i]);
	free(unit.spans);
	hr_vec_release(&unit.type_spans);
	hr_arena_release(&unit.arena);
}
