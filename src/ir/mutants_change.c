/* The changes of each kind of instruction: which there are, what they have in common, numbers and operators. Conditions are in mutants_conditions.c, calls, stores and results in mutants_effects.c.
 *
 * All are values that are chosen: what is computed instead of it, what is stored (what is there already), who is called (a function that does
 * nothing). So no change needs a branch. What would be computed must not trap: it is computed always. */
#include "ir/mutants_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void hr_mutate_choose(struct hr_mutate_pass *pass, struct hr_mutate_chain *chain, LLVMValueRef when,
		      LLVMValueRef instead)
{
	if (!when)
		return;
	hr_vec_push(&pass->differences,
		    ((struct hr_mutate_difference){ pass->changes, instead,
						    chain->first ? LLVMGetOperand(chain->first, 2) : chain->last }));
	LLVMValueRef choice = LLVMBuildSelect(pass->builder, when, instead, chain->last, "");
	if (!chain->first)
		chain->first = choice;
	chain->last = choice;
}

const char *hr_mutate_name(LLVMValueRef value)
{
	size_t length;
	return LLVMGetValueName2(value, &length);
}

/* All who use the original use what was chosen, which has the same name, for those who go by that. */
void hr_mutate_replace(const struct hr_mutate_chain *chain, LLVMValueRef original)
{
	if (!chain->first)
		return;
	LLVMReplaceAllUsesWith(original, chain->last);
	LLVMSetOperand(chain->first, 2, original);
	LLVMSetValueName2(chain->last, hr_mutate_name(original), strlen(hr_mutate_name(original)));
}

/* Clang's name for it, with nothing or a number behind. */
bool hr_mutate_is_named(LLVMValueRef value, const char *name)
{
	const char *own = hr_mutate_name(value);
	size_t length = strlen(name);

	if (strncmp(own, name, length) != 0)
		return false;
	for (own += length; isdigit((unsigned char)*own); own++)
		;
	return *own == '\0';
}

LLVMValueRef hr_mutate_only_user(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

bool hr_mutate_is_integer(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

bool hr_mutate_is_bit(LLVMValueRef value)
{
	return hr_mutate_is_integer(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
}

static bool is_before_end(LLVMValueRef value)
{
	return LLVMGetNextInstruction(value) != NULL;
}

/* ---- constants ---- */

/* 0 and 1 are often truths: they change places. There is nothing above the largest number. */
static int64_t other_number(int64_t number, unsigned width)
{
	if (number == 1)
		return 0;
	return width > 1 && number == INT64_MAX >> (64 - width) ? number - 1 : number + 1;
}

/* Another number for an operand, `where` being "" or what it is; the builder stands before the instruction. */
void hr_mutate_constant(struct hr_mutate_pass *pass, unsigned operand, const char *where)
{
	LLVMValueRef constant = LLVMGetOperand(pass->instruction, operand);

	if (!LLVMIsAConstantInt(constant) || !hr_mutate_is_integer(constant))
		return;
	bool is_truth = hr_mutate_is_bit(constant);
	int64_t number =
		is_truth ? (int64_t)LLVMConstIntGetZExtValue(constant) : (int64_t)LLVMConstIntGetSExtValue(constant);
	int64_t other = other_number(number, LLVMGetIntTypeWidth(LLVMTypeOf(constant)));
	struct hr_mutate_chain chain = { NULL, constant };
	LLVMValueRef when =
		hr_mutate_add(pass, HR_MUTANT_CONSTANT, "%s%" PRId64 " became %" PRId64, where, number, other);
	hr_mutate_choose(pass, &chain, when, LLVMConstInt(LLVMTypeOf(constant), (uint64_t)other, 1));
	LLVMSetOperand(pass->instruction, operand, chain.last);
}

/* ---- arithmetic ---- */

struct arithmetic {
	LLVMOpcode opcode;
	LLVMOpcode other;
	const char *text;
	const char *other_text;
};

static const struct arithmetic operators[] = {
	{ LLVMAdd, LLVMSub, "+", "-" },    { LLVMSub, LLVMAdd, "-", "+" },    { LLVMMul, LLVMAdd, "*", "+" },
	{ LLVMUDiv, LLVMMul, "/", "*" },   { LLVMSDiv, LLVMMul, "/", "*" },   { LLVMURem, LLVMUDiv, "%", "/" },
	{ LLVMSRem, LLVMSDiv, "%", "/" },  { LLVMShl, LLVMLShr, "<<", ">>" }, { LLVMLShr, LLVMShl, ">>", "<<" },
	{ LLVMAShr, LLVMShl, ">>", "<<" }, { LLVMAnd, LLVMOr, "&", "|" },     { LLVMOr, LLVMAnd, "|", "&" },
	{ LLVMXor, LLVMAnd, "^", "&" },    { LLVMFAdd, LLVMFSub, "+", "-" },  { LLVMFSub, LLVMFAdd, "-", "+" },
	{ LLVMFMul, LLVMFDiv, "*", "/" },  { LLVMFDiv, LLVMFMul, "/", "*" },
};

static const struct arithmetic *find_arithmetic(LLVMOpcode opcode)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (operators[i].opcode == opcode)
			return &operators[i];
	return NULL;
}

/* `-x` and `~x`: the operand that stays when the sign goes; NULL: no such thing. */
static LLVMValueRef unary_operand(LLVMValueRef instruction, LLVMOpcode opcode)
{
	LLVMValueRef left = LLVMGetOperand(instruction, 0);

	if (opcode == LLVMFNeg)
		return left;
	LLVMValueRef right = LLVMGetOperand(instruction, 1);
	if (opcode == LLVMSub && LLVMIsAConstantInt(left) && LLVMIsNull(left))
		return right;
	if (opcode == LLVMXor && LLVMIsAConstantInt(right) && LLVMConstIntGetSExtValue(right) == -1)
		return left;
	return NULL;
}

static void change_arithmetic(struct hr_mutate_pass *pass, LLVMOpcode opcode)
{
	LLVMValueRef instruction = pass->instruction;
	const struct arithmetic *arithmetic = find_arithmetic(opcode);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
	bool is_step = hr_mutate_is_named(instruction, "inc") || hr_mutate_is_named(instruction, "dec");

	/* differences of pointers, and bits that stand for truths: nobody wrote these operators; bit-fields are taken apart with them */
	if (hr_mutate_is_bit(instruction) || hr_text_starts_with(hr_mutate_name(instruction), "sub.ptr") ||
	    hr_text_starts_with(hr_mutate_name(instruction), "bf.") ||
	    (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind))
		return;
	LLVMValueRef operand = unary_operand(instruction, opcode);
	LLVMPositionBuilderBefore(pass->builder, instruction);
	for (unsigned i = 0; i < 2 && !operand && !is_step; i++)
		hr_mutate_constant(pass, i, "");
	LLVMPositionBuilderBefore(pass->builder, LLVMGetNextInstruction(instruction));
	struct hr_mutate_chain chain = { NULL, instruction };
	LLVMValueRef when = NULL;
	LLVMValueRef instead = operand;
	if (operand)
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR, "%s removed", opcode == LLVMXor ? "~" : "-");
	else if (is_step)
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR,
				     hr_mutate_is_named(instruction, "inc") ? "++ became --" : "-- became ++");
	else
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR, "%s became %s", arithmetic->text,
				     arithmetic->other_text);
	if (when && !operand)
		instead = LLVMBuildBinOp(pass->builder, arithmetic->other, LLVMGetOperand(instruction, 0),
					 LLVMGetOperand(instruction, 1), "");
	hr_mutate_choose(pass, &chain, when, instead);
	hr_mutate_replace(&chain, instruction);
}

/* Clang says of what it added itself why it did. */
static bool is_annotated(LLVMValueRef instruction)
{
	static const char name[] = "annotation";

	return LLVMHasMetadata(instruction) &&
	       LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(
						    LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(
							    LLVMGetInstructionParent(instruction)))),
						    name, sizeof name - 1));
}

/* What clang makes of va_arg(): where the next argument lies. */
static bool is_of_argument_list(LLVMValueRef instruction)
{
	static const char prefix[] = "vaarg.in_";
	const char *block = LLVMGetBasicBlockName(LLVMGetInstructionParent(instruction));

	static const char *const places[] = { "overflow_arg_area_p", "gp_offset_p", "fp_offset_p" };

	if (LLVMIsAStoreInst(instruction))
		for (size_t i = 0; i < sizeof places / sizeof *places; i++)
			if (hr_mutate_is_named(LLVMGetOperand(instruction, 1), places[i]))
				return true;
	if (LLVMIsABranchInst(instruction) && LLVMIsConditional(instruction))
		block = LLVMGetBasicBlockName(LLVMGetSuccessor(instruction, 0));
	return hr_text_starts_with(block, prefix) || hr_text_starts_with(hr_mutate_name(instruction), "fits_in_");
}

void hr_mutate_instruction(struct hr_mutate_pass *pass, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);

	if (is_annotated(instruction) || is_of_argument_list(instruction) || !hr_mutate_begin(pass, instruction) ||
	    (!LLVMIsATerminatorInst(instruction) && !is_before_end(instruction)))
		return;
	switch (opcode) {
	case LLVMICmp:
	case LLVMFCmp:
		hr_mutate_comparison(pass);
		break;
	case LLVMBr:
		hr_mutate_branch(pass);
		break;
	case LLVMSwitch:
		hr_mutate_switch(pass);
		break;
	case LLVMCall:
		hr_mutate_call(pass);
		break;
	case LLVMStore:
		hr_mutate_store(pass);
		break;
	case LLVMRet:
		hr_mutate_return(pass);
		break;
	default:
		if (find_arithmetic(opcode) || opcode == LLVMFNeg)
			change_arithmetic(pass, opcode);
	}
	hr_mutate_end(pass);
}
