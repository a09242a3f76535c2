/* What the counters and traces of coverage cost beside the checks for undefined behaviour.
 *
 * Clang writes those checks as branches of the program, before coverage is added: every check that passes would be an edge of its own, and every
 * alignment a comparison worth telling. Neither says anything about the unit. They are taken out where the check passes; the edge of a
 * check that fails stays counted.
 *
 * Invariant: of a block that was counted, or known to have run because a block after it was, the same can still be told. Coverage does not count a
 * block whose successors are all counted, and a block that begins with a check is such a one: so the first check of a row keeps its counter
 * unless its block has one of its own. */
#include "ir/ir.h"
#include "ir/module_internal.h"

#include <string.h>

enum { MOST_STEPS = 4 };

static bool has_prefix(LLVMValueRef value, const char *prefix)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);
	return length >= strlen(prefix) && strncmp(name, prefix, strlen(prefix)) == 0;
}

/* True when a number is an address, or a few steps of arithmetic away from one. */
static bool is_address(LLVMValueRef value, int steps)
{
	if (LLVMIsAPtrToIntInst(value) || (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt))
		return true;
	if (steps == 0 || !LLVMIsABinaryOperator(value))
		return false;
	return is_address(LLVMGetOperand(value, 0), steps - 1) || is_address(LLVMGetOperand(value, 1), steps - 1);
}

/* Comparisons of addresses: no value that a caller could choose. */
static void drop_traces(LLVMValueRef trace)
{
	for (LLVMUseRef use = LLVMGetFirstUse(trace), next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == trace &&
		    (is_address(LLVMGetOperand(call, 0), MOST_STEPS) ||
		     is_address(LLVMGetOperand(call, 1), MOST_STEPS)))
			LLVMInstructionEraseFromParent(call);
	}
}

/* The variable behind an address that is constant but for its offset. */
static LLVMValueRef base_of(LLVMValueRef pointer)
{
	while (LLVMIsAConstantExpr(pointer) && LLVMGetNumOperands(pointer) > 0)
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* A block that does nothing but count: load, add, store, branch. */
static bool only_counts(LLVMBasicBlockRef block, LLVMValueRef counting[3])
{
	LLVMValueRef it = LLVMGetFirstInstruction(block);
	for (int i = 0; i < 3; i++, it = LLVMGetNextInstruction(it)) {
		if (!it)
			return false;
		counting[i] = it;
	}
	return LLVMIsALoadInst(counting[0]) && LLVMIsABinaryOperator(counting[1]) && LLVMIsAStoreInst(counting[2]) &&
	       it && LLVMIsABranchInst(it) && LLVMGetNumSuccessors(it) == 1 &&
	       has_prefix(base_of(LLVMGetOperand(counting[0], 0)), "__sancov_gen_");
}

static bool has_counter(LLVMBasicBlockRef block)
{
	for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it))
		if (LLVMIsAStoreInst(it) && has_prefix(base_of(LLVMGetOperand(it, 1)), "__sancov_gen_"))
			return true;
	return false;
}

static bool reports(LLVMBasicBlockRef block)
{
	for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it))
		if (LLVMIsACallInst(it) && has_prefix(LLVMGetCalledValue(it), "__ubsan_handle_"))
			return true;
	return false;
}

/* True when the only way to a block leads out of a check, whatever it finds: the block runs whenever the check does. */
static bool follows_check(LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef reporting = NULL, other = NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
			continue;
		LLVMBasicBlockRef before = LLVMGetInstructionParent(LLVMGetUser(use));
		if (!reporting && reports(before))
			reporting = before;
		else if (!other)
			other = before;
		else
			return false;
	}
	if (!reporting || !other)
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(reporting)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef branch = LLVMGetUser(use);
		if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2 ||
		    (LLVMGetSuccessor(branch, 0) != other && LLVMGetSuccessor(branch, 1) != other))
			return false;
	}
	/* and nothing but the check leads to where it passes */
	LLVMUseRef first = LLVMGetFirstUse(LLVMBasicBlockAsValue(other));
	return first && !LLVMGetNextUse(first);
}

/* Where a branch goes to when it does not go to the block that reports. */
static void drop_counter(LLVMBasicBlockRef reporting)
{
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(reporting)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef branch = LLVMGetUser(use);
		if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
			continue;
		LLVMBasicBlockRef passing = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == reporting);
		LLVMValueRef counting[3];
		LLVMBasicBlockRef checking = LLVMGetInstructionParent(branch);
		if (passing == reporting || !only_counts(passing, counting) ||
		    !(has_counter(checking) || follows_check(checking)))
			continue;
		for (int i = 2; i >= 0; i--)
			LLVMInstructionEraseFromParent(counting[i]);
	}
}

static void drop_counters(LLVMValueRef handler)
{
	for (LLVMUseRef use = LLVMGetFirstUse(handler); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);
		if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == handler)
			drop_counter(LLVMGetInstructionParent(call));
	}
}

void hr_module_trim_coverage(struct hr_module *module)
{
	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it)) {
		if (has_prefix(it, "__sanitizer_cov_trace_cmp") || has_prefix(it, "__sanitizer_cov_trace_const_cmp"))
			drop_traces(it);
		else if (has_prefix(it, "__ubsan_handle_"))
			drop_counters(it);
	}
}
