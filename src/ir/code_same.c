/* Whether a function of one unit is the same as one of another: instruction by instruction.
 *
 * Invariant: lines, files and the numbers of functions, variables and types mean nothing; names do, and for literals and constants what is in them. */
#include "ir/code.h"

#include <string.h>

struct pair {
	const struct hr_code *codes[2];
	const struct hr_code_function *functions[2];
};

static bool is_same_variable(const struct hr_code_variable *a, const struct hr_code_variable *b)
{
	if (a->is_text != b->is_text || a->is_constant != b->is_constant)
		return false;
	if (!a->is_text && strcmp(a->source_name, b->source_name) != 0)
		return false;
	if (!a->is_text && !a->is_constant)
		return true;
	return a->size == b->size && !a->contents == !b->contents &&
	       (!a->contents || memcmp(a->contents, b->contents, a->size) == 0);
}

static bool is_same_value(const struct pair *pair, uint32_t left, uint32_t right)
{
	const struct hr_code_value *a = &pair->functions[0]->values.data[left];
	const struct hr_code_value *b = &pair->functions[1]->values.data[right];
	if (a->kind != b->kind || a->bits != b->bits || a->is_pointer != b->is_pointer)
		return false;
	switch ((enum hr_value_kind)a->kind) {
	case HR_VALUE_PARAMETER:
	case HR_VALUE_INSTRUCTION:
		return a->index == b->index;
	case HR_VALUE_INTEGER:
	case HR_VALUE_REAL: /* by its bits */
		return a->number == b->number;
	case HR_VALUE_FUNCTION:
		return strcmp(pair->codes[0]->functions.data[a->index].source_name,
			      pair->codes[1]->functions.data[b->index].source_name) == 0;
	case HR_VALUE_VARIABLE:
		return a->number == b->number && is_same_variable(&pair->codes[0]->variables.data[a->index],
								  &pair->codes[1]->variables.data[b->index]);
	case HR_VALUE_NULL:
	case HR_VALUE_UNDEFINED:
	case HR_VALUE_OTHER:
		return true;
	}
	return false;
}

static bool is_same_address(const struct pair *pair, const struct hr_code_instruction *left,
			    const struct hr_code_instruction *right)
{
	const struct hr_code_address *a = &pair->functions[0]->addresses.data[left->address];
	const struct hr_code_address *b = &pair->functions[1]->addresses.data[right->address];
	if (a->bytes != b->bytes) /* sizes of whole structs may differ: nobody sees that here */
		return false;
	for (uint32_t i = 1; i < left->operand_count; i++)
		if (pair->functions[0]->strides.data[a->strides + i - 1] !=
		    pair->functions[1]->strides.data[b->strides + i - 1])
			return false;
	return true;
}

static bool is_same_instruction(const struct pair *pair, const struct hr_code_instruction *a,
				const struct hr_code_instruction *b)
{
	if (a->op != b->op || a->detail != b->detail || a->is_volatile != b->is_volatile || a->block != b->block ||
	    a->operand_count != b->operand_count || a->target_count != b->target_count || a->size != b->size ||
	    a->number != b->number)
		return false;
	for (uint32_t i = 0; i < a->operand_count; i++)
		if (!is_same_value(pair, pair->functions[0]->operands.data[a->operands + i],
				   pair->functions[1]->operands.data[b->operands + i]))
			return false;
	for (uint32_t i = 0; i < a->target_count; i++)
		if (pair->functions[0]->targets.data[a->targets + i] !=
		    pair->functions[1]->targets.data[b->targets + i])
			return false;
	return a->op != HR_CODE_ADDRESS || is_same_address(pair, a, b);
}

bool hr_code_is_same(const struct hr_code *code, const struct hr_code_function *function,
		     const struct hr_code *other_code, const struct hr_code_function *other)
{
	struct pair pair = { { code, other_code }, { function, other } };
	if (function->parameters.count != other->parameters.count || function->blocks.count != other->blocks.count ||
	    function->instructions.count != other->instructions.count)
		return false;
	for (size_t i = 0; i < function->instructions.count; i++)
		if (!is_same_instruction(&pair, &function->instructions.data[i], &other->instructions.data[i]))
			return false;
	return true;
}
