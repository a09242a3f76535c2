/* How much code does, counted: functions that are entered and rounds of loops, in one variable of whoever runs it.
 *
 * What a run takes on the clock differs from run to run; this does not. It goes into code that is optimised and checked already, so that nothing moves or
 * merges it, and costs what a counter of coverage costs.
 *
 * Invariant: there is no way round a circle of blocks without counting. Every circle has an edge that leads to a block that stands no further down, so it
 * is enough to count in the blocks that such edges lead to. */
#include "ir/code_internal.h"
#include "ir/ir.h"
#include "ir/module_internal.h"

#include <llvm-c/DebugInfo.h>

struct counting {
	LLVMBuilderRef builder;
	LLVMTypeRef type;
	LLVMValueRef variable;
	struct hr_pointer_map places; /* of blocks: how far down they stand */
};

static uint32_t place_of(const struct counting *counting, LLVMBasicBlockRef block)
{
	uint32_t place = 0;
	hr_pointer_map_get(&counting->places, block, &place);
	return place;
}

/* True when something that stands no higher leads to the block. */
static bool ends_circle(const struct counting *counting, LLVMBasicBlockRef block)
{
	uint32_t place = place_of(counting, block);
	for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsATerminatorInst(user) || place_of(counting, LLVMGetInstructionParent(user)) >= place)
			return true; /* an address that is taken may be jumped to from anywhere */
	}
	return false;
}

/* Where something can be put into a block: behind its phis, and in the first one behind its variables, which have to stay there. NULL: nowhere. */
static LLVMValueRef room_in(LLVMBasicBlockRef block)
{
	LLVMValueRef at = LLVMGetFirstInstruction(block);
	while (at && (LLVMIsAPHINode(at) || LLVMIsAAllocaInst(at)))
		at = LLVMGetNextInstruction(at);
	return at && !LLVMIsALandingPadInst(at) ? at : NULL;
}

static void count_in(const struct counting *counting, LLVMBasicBlockRef block)
{
	LLVMValueRef at = room_in(block);
	if (!at)
		return;
	LLVMPositionBuilderBefore(counting->builder, at);
	LLVMSetCurrentDebugLocation2(counting->builder, LLVMInstructionGetDebugLoc(at));
	LLVMValueRef before = LLVMBuildLoad2(counting->builder, counting->type, counting->variable, "");
	LLVMValueRef after = LLVMBuildAdd(counting->builder, before, LLVMConstInt(counting->type, 1, 0), "");
	LLVMBuildStore(counting->builder, after, counting->variable);
}

/* Assembly alone, which brings its own beginning and end. */
static bool is_naked(LLVMValueRef function)
{
	static const char name[] = "naked";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void count_function(struct counting *counting, LLVMValueRef function)
{
	uint32_t place = 0;
	hr_pointer_map_clear(&counting->places);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		hr_pointer_map_put(&counting->places, block, place++);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		if (place_of(counting, block) == 0 || ends_circle(counting, block))
			count_in(counting, block);
}

void hr_module_count_work(struct hr_module *module, const char *variable)
{
	struct counting counting = { .builder = LLVMCreateBuilderInContext(module->context),
				     .type = LLVMInt64TypeInContext(module->context),
				     .variable = LLVMGetNamedGlobal(module->module, variable) };
	if (!counting.variable)
		counting.variable = LLVMAddGlobal(module->module, counting.type, variable);
	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it))
		if (!LLVMIsDeclaration(it) && LLVMGetLinkage(it) != LLVMAvailableExternallyLinkage && !is_naked(it))
			count_function(&counting, it);
	hr_pointer_map_release(&counting.places);
	LLVMDisposeBuilder(counting.builder);
}
