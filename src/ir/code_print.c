/* Code as text, one line an instruction. */
#include "ir/code.h"

#include "base/strbuf.h"

#include <inttypes.h>
#include <string.h>

static const char *const ops[HR_CODE_OP_COUNT] = {
	[HR_CODE_LOAD] = "load",
	[HR_CODE_STORE] = "store",
	[HR_CODE_ADDRESS] = "address",
	[HR_CODE_LOCAL] = "local",
	[HR_CODE_CALL] = "call",
	[HR_CODE_ASSEMBLY] = "assembly",
	[HR_CODE_RETURN] = "return",
	[HR_CODE_BRANCH] = "branch",
	[HR_CODE_SWITCH] = "switch",
	[HR_CODE_JUMP] = "jump",
	[HR_CODE_UNREACHABLE] = "unreachable",
	[HR_CODE_COMPARE] = "compare",
	[HR_CODE_COMPARE_REAL] = "compare-real",
	[HR_CODE_PHI] = "phi",
	[HR_CODE_SELECT] = "select",
	[HR_CODE_CAST] = "cast",
	[HR_CODE_BINARY] = "binary",
	[HR_CODE_VA_ARG] = "va-arg",
	[HR_CODE_EXTRACT] = "extract",
	[HR_CODE_INSERT] = "insert",
	[HR_CODE_ATOMIC] = "atomic",
	[HR_CODE_OTHER] = "other",
};

/* Instructions whose name is their detail. */
static const char *const comparisons[] = {
	[HR_EQUAL] = "==",
	[HR_NOT_EQUAL] = "!=",
	[HR_UNSIGNED_GREATER] = "u>",
	[HR_UNSIGNED_GREATER_EQUAL] = "u>=",
	[HR_UNSIGNED_LESS] = "u<",
	[HR_UNSIGNED_LESS_EQUAL] = "u<=",
	[HR_SIGNED_GREATER] = ">",
	[HR_SIGNED_GREATER_EQUAL] = ">=",
	[HR_SIGNED_LESS] = "<",
	[HR_SIGNED_LESS_EQUAL] = "<=",
};
static const char *const casts[] = {
	[HR_CAST_SAME] = "same",
	[HR_CAST_TRUNCATE] = "truncate",
	[HR_CAST_ZERO_EXTEND] = "zero-extend",
	[HR_CAST_SIGN_EXTEND] = "sign-extend",
	[HR_CAST_TO_POINTER] = "to-pointer",
	[HR_CAST_TO_INTEGER] = "to-integer",
	[HR_CAST_REAL] = "real",
};
static const char *const binaries[] = {
	[HR_ADD] = "+",
	[HR_SUBTRACT] = "-",
	[HR_MULTIPLY] = "*",
	[HR_DIVIDE_UNSIGNED] = "u/",
	[HR_DIVIDE_SIGNED] = "/",
	[HR_REMAINDER_UNSIGNED] = "u%",
	[HR_REMAINDER_SIGNED] = "%",
	[HR_SHIFT_LEFT] = "<<",
	[HR_SHIFT_RIGHT_UNSIGNED] = "u>>",
	[HR_SHIFT_RIGHT_SIGNED] = ">>",
	[HR_AND] = "&",
	[HR_OR] = "|",
	[HR_EXCLUSIVE_OR] = "^",
	[HR_BINARY_REAL] = "real",
};

static const char *op_text(const struct hr_code_instruction *instruction)
{
	switch (instruction->op) {
	case HR_CODE_COMPARE:
		return comparisons[instruction->detail];
	case HR_CODE_CAST:
		return casts[instruction->detail];
	case HR_CODE_BINARY:
		return binaries[instruction->detail];
	default:
		return ops[instruction->op];
	}
}

static void print_value(struct hr_strbuf *out, const struct hr_code *code, const struct hr_code_function *function,
			uint32_t index)
{
	const struct hr_code_value *value = &function->values.data[index];

	switch ((enum hr_value_kind)value->kind) {
	case HR_VALUE_PARAMETER: {
		const struct hr_code_parameter *parameter = &function->parameters.data[value->index];
		hr_strbuf_addf(out, "%%%s", *parameter->name ? parameter->name : "parameter");
		if (!*parameter->name || !parameter->is_whole)
			hr_strbuf_addf(out, "#%u", value->index);
		break;
	}
	case HR_VALUE_INSTRUCTION:
		hr_strbuf_addf(out, "v%u", index);
		break;
	case HR_VALUE_INTEGER:
		hr_strbuf_addf(out, "%" PRId64, value->number);
		break;
	case HR_VALUE_REAL:
		hr_strbuf_addf(out, "%g", value->real);
		break;
	case HR_VALUE_NULL:
		hr_strbuf_addstr(out, "null");
		break;
	case HR_VALUE_FUNCTION:
		hr_strbuf_addf(out, "@%s", code->functions.data[value->index].name);
		break;
	case HR_VALUE_VARIABLE:
		hr_strbuf_addf(out, "@%s", code->variables.data[value->index].name);
		if (value->number)
			hr_strbuf_addf(out, "%+" PRId64, value->number);
		break;
	case HR_VALUE_UNDEFINED:
		hr_strbuf_addstr(out, "undefined");
		break;
	case HR_VALUE_OTHER:
		hr_strbuf_addstr(out, "constant");
		break;
	}
}

static void print_address(struct hr_strbuf *out, const struct hr_code *code, const struct hr_code_function *function,
			  const struct hr_code_instruction *instruction)
{
	const struct hr_code_address *address = &function->addresses.data[instruction->address];
	const uint32_t *operands = hr_code_operands(function, instruction);

	hr_strbuf_addch(out, ' ');
	print_value(out, code, function, operands[0]);
	hr_strbuf_addf(out, " %+" PRId64, address->bytes);
	for (uint32_t i = 1; i < instruction->operand_count; i++) {
		hr_strbuf_addf(out, " + ");
		print_value(out, code, function, operands[i]);
		hr_strbuf_addf(out, " * %" PRId64, function->strides.data[address->strides + i - 1]);
	}
	if (address->type != HR_CODE_NONE)
		hr_strbuf_addf(out, " (%s%+" PRId64 ")", code->types.data[address->type].name, address->offset);
}

static void print_instruction(struct hr_strbuf *out, const struct hr_code *code,
			      const struct hr_code_function *function, const struct hr_code_instruction *instruction)
{
	hr_strbuf_addch(out, '\t');
	if (instruction->value != HR_CODE_NONE)
		hr_strbuf_addf(out, "v%u = ", instruction->value);
	hr_strbuf_addf(out, "%s%s", instruction->is_volatile ? "volatile " : "", op_text(instruction));
	if (instruction->size == HR_CODE_NONE)
		hr_strbuf_addstr(out, ".?");
	else if (instruction->size)
		hr_strbuf_addf(out, ".%u", instruction->size);
	if (instruction->op == HR_CODE_ADDRESS) {
		print_address(out, code, function, instruction);
	} else {
		for (uint32_t i = 0; i < instruction->operand_count; i++) {
			hr_strbuf_addstr(out, i ? ", " : " ");
			print_value(out, code, function, function->operands.data[instruction->operands + i]);
		}
	}
	if (instruction->op == HR_CODE_EXTRACT || instruction->op == HR_CODE_INSERT)
		hr_strbuf_addf(out, " [%u]", instruction->number);
	for (uint32_t i = 0; i < instruction->target_count; i++)
		hr_strbuf_addf(out, "%sb%u",
			       i                                ? " "
			       : instruction->op == HR_CODE_PHI ? " from "
								: " to ",
			       function->targets.data[instruction->targets + i]);
	if (instruction->line)
		hr_strbuf_addf(out, "  ; %u", instruction->line);
	hr_strbuf_addch(out, '\n');
}

void hr_code_print(struct hr_strbuf *out, const struct hr_code *code, const struct hr_code_function *function)
{
	hr_strbuf_addf(out, "%s%s(", function->is_local ? "static " : "", function->name);
	for (size_t i = 0; i < function->parameters.count; i++)
		hr_strbuf_addf(out, "%s%s", i ? ", " : "", function->parameters.data[i].name);
	hr_strbuf_addf(out, "%s)", function->is_variadic ? ", ..." : "");
	if (function->file != HR_CODE_NONE)
		hr_strbuf_addf(out, " at %s:%u", code->files.data[function->file], function->line);
	hr_strbuf_addch(out, '\n');
	for (size_t b = 0; b < function->blocks.count; b++) {
		const struct hr_code_block *block = &function->blocks.data[b];
		hr_strbuf_addf(out, "b%zu:", b);
		for (uint32_t i = 0; i < block->predecessor_count; i++)
			hr_strbuf_addf(out, "%s b%u", i ? "" : " from",
				       function->targets.data[block->predecessors + i]);
		hr_strbuf_addch(out, '\n');
		for (uint32_t i = 0; i < block->count; i++)
			print_instruction(out, code, function, &function->instructions.data[block->first + i]);
	}
}
