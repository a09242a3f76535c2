/* `a && b`, `a || b`: every way out of them becomes a branch of its own, which coverage can count.
 *
 * Clang lets all ways meet in one block, with a value that tells which one it was (a phi), and that is branched on or used. Normally the optimiser takes this apart, or
 * turns it into arithmetic; where branches are to be kept it does neither. So
 * - where the value is only branched on, ways on which it is known go on to where that leads;
 * - where it is used otherwise, the last operand is branched on as well.
 *
 * Invariants: what the code computes does not change; blocks with other phis behind them are left alone. */
#include "ir/ir.h"
#include "ir/module_internal.h"

enum { MOST_WAYS = 32 };

/* One way into the block. */
struct way {
	LLVMValueRef value;
	LLVMBasicBlockRef from;
};

static bool is_known(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) != NULL;
}

static bool has_phi(LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

/* How many successors of the block are that other one; they are made `to` unless that is NULL. */
static unsigned lead(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	unsigned found = 0;

	if (!end || !LLVMIsABranchInst(end))
		return 0;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		if (LLVMGetSuccessor(end, i) != block)
			continue;
		found++;
		if (to)
			LLVMSetSuccessor(end, i, to);
	}
	return found;
}

/* Writes the phi anew, with these ways. */
static void replace(LLVMBuilderRef builder, LLVMValueRef phi, struct way *ways, unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(phi);
	LLVMValueRef fresh = LLVMConstInt(type, 0, 0); /* no way is left: never executed */

	if (count) {
		LLVMPositionBuilderBefore(builder, phi);
		fresh = LLVMBuildPhi(builder, type, "");
		for (unsigned i = 0; i < count; i++)
			LLVMAddIncoming(fresh, &ways[i].value, &ways[i].from, 1);
	}
	LLVMReplaceAllUsesWith(phi, fresh);
	LLVMInstructionEraseFromParent(phi);
}

/* The value is branched on where it comes into being, and used for nothing else. */
static bool is_only_branched_on(LLVMValueRef phi, LLVMValueRef end)
{
	LLVMUseRef use = LLVMGetFirstUse(phi);

	return LLVMGetNextInstruction(phi) == end && LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
	       LLVMGetCondition(end) == phi && use && !LLVMGetNextUse(use);
}

static void thread(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMValueRef phi, struct way *ways, unsigned count)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef targets[] = { LLVMGetSuccessor(end, 1), LLVMGetSuccessor(end, 0) };
	unsigned left = 0;

	for (unsigned i = 0; i < 2; i++)
		if (targets[i] == block || has_phi(targets[i]))
			return;
	for (unsigned i = 0; i < count; i++) {
		if (is_known(ways[i].value) && lead(ways[i].from, block, NULL) == 1)
			lead(ways[i].from, block, targets[LLVMConstIntGetZExtValue(ways[i].value) != 0]);
		else
			ways[left++] = ways[i];
	}
	if (left == count)
		return;
	replace(builder, phi, ways, left);
	/* no instruction, but exits of a loop are not made one across it */
	LLVMPositionBuilderBefore(builder, end);
	LLVMBuildFence(builder, LLVMAtomicOrderingSequentiallyConsistent, 1, "");
}

static void split(LLVMBuilderRef builder, struct hr_module *module, LLVMBasicBlockRef block, LLVMValueRef phi,
		  struct way *ways, unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(phi);
	unsigned was = count;

	for (unsigned i = 0; i < was && count < MOST_WAYS; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(ways[i].from);

		if (is_known(ways[i].value) || !LLVMIsAInstruction(ways[i].value) || !LLVMIsABranchInst(end) ||
		    LLVMIsConditional(end))
			continue;
		LLVMBasicBlockRef when_true = LLVMInsertBasicBlockInContext(module->context, block, "");
		LLVMPositionBuilderBefore(builder, end); /* whose line both have */
		LLVMBuildCondBr(builder, ways[i].value, when_true, block);
		LLVMPositionBuilderAtEnd(builder, when_true);
		LLVMBuildBr(builder, block);
		LLVMInstructionEraseFromParent(end);
		ways[i].value = LLVMConstInt(type, 0, 0);
		ways[count++] = (struct way){ LLVMConstInt(type, 1, 0), when_true };
	}
	if (count > was)
		replace(builder, phi, ways, count);
}

static void take_apart(LLVMBuilderRef builder, struct hr_module *module, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);
	struct way ways[MOST_WAYS];
	unsigned known = 0;

	if (!phi || !LLVMIsAPHINode(phi) || LLVMIsAPHINode(LLVMGetNextInstruction(phi)) ||
	    LLVMTypeOf(phi) != LLVMInt1TypeInContext(module->context) || LLVMCountIncoming(phi) > MOST_WAYS)
		return;
	unsigned count = LLVMCountIncoming(phi);
	for (unsigned i = 0; i < count; i++) {
		ways[i] = (struct way){ LLVMGetIncomingValue(phi, i), LLVMGetIncomingBlock(phi, i) };
		known += is_known(ways[i].value);
	}
	if (known == 0) /* none of these operators */
		return;
	if (is_only_branched_on(phi, LLVMGetBasicBlockTerminator(block)))
		thread(builder, block, phi, ways, count);
	else
		split(builder, module, block, phi, ways, count);
}

void hr_module_keep_conditions(struct hr_module *module)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(module->context);

	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(it); block; block = LLVMGetNextBasicBlock(block))
			take_apart(builder, module, block);
	LLVMDisposeBuilder(builder);
}
