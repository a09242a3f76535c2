/* Who sets errno to tell of an error: a function that stores something but 0 there itself, or calls one of the unit that does. What the C library leaves there is no business of the
 * unit's: it was not meant to be told. */
#include "analysis/parts.h"

#include "analysis/callgraph.h"
#include "analysis/flow.h"

#include <string.h>

static bool is_errno(const struct hr_code *code, const struct hr_code_function *function, uint32_t pointer)
{
	const struct hr_code_value *value = &function->values.data[pointer];
	if (value->kind != HR_VALUE_INSTRUCTION)
		return false;
	const struct hr_code_instruction *call = &function->instructions.data[value->index];
	if (call->op != HR_CODE_CALL)
		return false;
	const struct hr_code_value *callee = &function->values.data[hr_flow_operand(function, call, 0)];
	return callee->kind == HR_VALUE_FUNCTION &&
	       strcmp(code->functions.data[callee->index].name, "__errno_location") == 0;
}

static void look_at(struct hr_function_facts *facts, const struct hr_code *code,
		    const struct hr_code_function *function)
{
	for (size_t i = 0; i < function->instructions.count && !facts->sets_errno; i++) {
		const struct hr_code_instruction *store = &function->instructions.data[i];
		if (store->op != HR_CODE_STORE || !is_errno(code, function, hr_flow_operand(function, store, 1)))
			continue;
		const struct hr_code_value *value = &function->values.data[hr_flow_operand(function, store, 0)];
		if (value->kind == HR_VALUE_INTEGER && value->number != 0) {
			facts->sets_errno = true;
			facts->at_errno = (struct hr_place){ store->file, store->line };
		}
	}
}

void hr_analyse_errno(struct hr_facts *facts)
{
	for (size_t i = 0; i < facts->functions.count; i++)
		look_at(&facts->functions.data[i], facts->code, &facts->code->functions.data[i]);
	for (bool is_more = true; is_more;) {
		is_more = false;
		for (size_t i = 0; i < facts->functions.count; i++) {
			struct hr_function_facts *caller = &facts->functions.data[i];
			for (size_t k = 0; k < caller->callees.count && !caller->sets_errno; k++) {
				const struct hr_function_facts *callee =
					&facts->functions.data[caller->callees.data[k]];
				caller->sets_errno = callee->sets_errno;
				caller->at_errno = callee->sets_errno ? callee->at_errno : caller->at_errno;
				is_more = is_more || callee->sets_errno;
			}
		}
	}
}
