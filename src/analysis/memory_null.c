/* What happens when an argument is NULL, and what always happens when none is. */
#include "analysis/memory_facts.h"

#include "base/memory.h"

static unsigned marks_of(const struct memory *memory, uint32_t parameter)
{
	for (size_t i = 0; i < memory->objects.count; i++)
		if (memory->objects.data[i].kind == OBJECT_PARAMETER && memory->objects.data[i].index == parameter)
			return memory->objects.data[i].marks;
	return 0;
}

static void tell_null(struct hr_memory_facts *facts, const struct hr_path_run *run, const struct hr_code *code,
		      uint64_t bit, unsigned marks, bool is_imprecise)
{
	const char *signature = code->signatures.data[code->functions.data[run->function].signature];
	const struct hr_path_result *result = &run->result;
	bool is_void = signature[0] == 'v' && signature[1] == 'o' && signature[2] == 'i';
	bool is_strange =
		result->strange & bit &&
		(is_imprecise || marks & (MARK_INDIRECT | MARK_FOREIGN | MARK_MAYBE_READ | MARK_MAYBE_WRITTEN));
	int64_t number = 0;
	bool has_number = hr_range_is_number(run->returns_after ? &run->result_after : &result->result, &number);

	facts->is_checked = result->checked & bit;
	if (result->crashes & bit) {
		facts->null = HR_NULL_CRASH;
		facts->at_null = run->at_crash;
		return;
	}
	if (facts->is_checked)
		facts->at_null = run->at_check;
	if (result->stops & bit) {
		facts->stops = true;
		facts->null = result->asserts & bit ? HR_NULL_ASSERT : HR_NULL_UNKNOWN;
		return;
	}
	if (is_strange || !result->returns)
		return;
	facts->null = HR_NULL_LEGAL;
	if (!facts->is_checked || run->acts_before || run->acts_after)
		return;
	if (!is_void && !has_number && run->works_after)
		return;
	facts->refuses = true;
	facts->has_refused_with = !is_void && has_number;
	facts->refused_with = number;
}

void hr_tell_paths(struct hr_facts *facts, uint32_t index, struct hr_paths *paths, const struct memory *memory)
{
	const struct hr_code_function *function = &facts->code->functions.data[index];
	struct hr_function_facts *own = &facts->functions.data[index];
	size_t count = function->parameters.count;
	struct hr_range *ranges = hr_calloc(count, sizeof *ranges);

	for (size_t i = 0; i < count; i++)
		ranges[i] = function->values.data[i].is_pointer ? hr_range_nonzero() : hr_range_all();
	struct hr_path_run ordinary;
	hr_paths_run(&ordinary, paths, index, ranges);
	for (uint32_t i = 0; i < count && i < 64; i++) {
		const struct hr_code_parameter *parameter = &function->parameters.data[i];

		if (!function->values.data[i].is_pointer || parameter->source == HR_CODE_NONE || !parameter->is_whole ||
		    parameter->is_by_value)
			continue;
		struct hr_memory_facts *to = &own->parameters.data[parameter->source].memory;
		struct hr_path_run run;
		uint64_t bit = (uint64_t)1 << i;

		if (ordinary.result.returns && ordinary.result.touched & bit)
			to->dereferenced = HR_DEREFERENCED_ALWAYS;
		ranges[i] = hr_range_number(0);
		ranges[i].null_of = bit;
		hr_paths_run(&run, paths, index, ranges);
		tell_null(to, &run, facts->code, bit, marks_of(memory, i), memory->is_imprecise);
		hr_path_run_release(&run);
		ranges[i] = hr_range_nonzero();
	}
	hr_path_run_release(&ordinary);
	free(ranges);
}
