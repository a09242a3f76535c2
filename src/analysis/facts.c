/* All the facts: room for them, the analyses one after the other, and their end.
 *
 * Invariant: what no analysis spoke of is "not known", and refers to nothing. */
#include "analysis/facts.h"
#include "analysis/callgraph.h"
#include "analysis/parts.h"

#include "base/memory.h"

static const struct hr_place nowhere = { HR_CODE_NONE, 0 };

static void init_memory(struct hr_memory_facts *memory)
{
	memory->at_dereferenced = nowhere;
	memory->at_written = nowhere;
	memory->at_freed = nowhere;
	memory->at_kept = nowhere;
	memory->at_null = nowhere;
}

static void init_value(struct hr_value_facts *value)
{
	value->of = -1;
	value->bound.number = -1;
	value->bound.times = -1;
	value->bound.at = nowhere;
	value->at_relation = nowhere;
	value->at_meaning = nowhere;
}

static void init_function(struct hr_function_facts *facts, const struct hr_code_function *function)
{
	uint32_t count = 0;

	for (size_t i = 0; i < function->parameters.count; i++) {
		uint32_t source = function->parameters.data[i].source;
		if (source != HR_CODE_NONE && source >= count)
			count = source + 1;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct hr_parameter_facts *parameter = hr_vec_add(&facts->parameters);
		init_memory(&parameter->memory);
		init_value(&parameter->value);
		parameter->first.at_read = nowhere;
	}
	facts->returns_of = -1;
	facts->at_returns = nowhere;
	facts->at_errno = nowhere;
	facts->init = HR_CODE_NONE;
}

struct hr_field_facts *hr_facts_field(struct hr_facts *facts, uint32_t function, uint32_t parameter, uint32_t type,
				      uint64_t offset)
{
	struct hr_function_facts *of = &facts->functions.data[function];

	for (size_t i = 0; i < of->fields.count; i++) {
		struct hr_field_facts *field = &of->fields.data[i];
		if (field->parameter == parameter && field->type == type && field->offset == offset)
			return field;
	}
	struct hr_field_facts *fresh = hr_vec_add(&of->fields);
	fresh->parameter = parameter;
	fresh->type = type;
	fresh->offset = offset;
	init_memory(&fresh->memory);
	init_value(&fresh->value);
	return fresh;
}

struct hr_call_graph *hr_facts_graph(struct hr_facts *facts)
{
	if (!facts->graph)
		facts->graph = hr_call_graph_new(facts->code);
	return facts->graph;
}

struct hr_facts *hr_facts_find(const struct hr_code *code)
{
	struct hr_facts *facts = hr_calloc(1, sizeof *facts);

	facts->code = code;
	for (size_t i = 0; i < code->functions.count; i++)
		init_function(hr_vec_add(&facts->functions), &code->functions.data[i]);
	hr_analyse_memory(facts);
	hr_analyse_ended(facts);
	hr_analyse_reach(facts);
	hr_analyse_values(facts);
	hr_analyse_bits(facts);
	hr_analyse_errors(facts);
	hr_analyse_errno(facts);
	hr_analyse_constants(facts);
	hr_analyse_first_use(facts);
	return facts;
}

static void release_function(struct hr_function_facts *facts)
{
	for (size_t i = 0; i < facts->parameters.count; i++)
		hr_vec_release(&facts->parameters.data[i].value.checks);
	for (size_t i = 0; i < facts->fields.count; i++)
		hr_vec_release(&facts->fields.data[i].value.checks);
	hr_vec_release(&facts->parameters);
	hr_vec_release(&facts->fields);
	hr_vec_release(&facts->defines);
	hr_vec_release(&facts->uses);
	hr_vec_release(&facts->errors);
	hr_vec_release(&facts->assertions);
	hr_vec_release(&facts->callees);
	hr_vec_release(&facts->after);
}

void hr_facts_free(struct hr_facts *facts)
{
	if (!facts)
		return;
	for (size_t i = 0; i < facts->functions.count; i++)
		release_function(&facts->functions.data[i]);
	hr_vec_release(&facts->functions);
	hr_vec_release(&facts->literals);
	hr_call_graph_free(facts->graph);
	hr_arena_release(&facts->arena);
	free(facts);
}
