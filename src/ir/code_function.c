/* The body of a function: blocks that can be reached, their instructions and what these work on.
 *
 * Invariants: blocks and instructions keep their order; a block that nothing leads to is not there, and neither are the values that would come
 * from it; numbers of instructions are known before any operand is, so that one may come from further down. */
#include "ir/code_internal.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

struct body {
	struct hr_code_reader *reader;
	struct hr_code_function *function;
	struct hr_code_instruction *now; /* being filled */
};

static void add_target(struct body *body, LLVMBasicBlockRef block)
{
	uint32_t index = HR_CODE_NONE;

	hr_pointer_map_get(&body->reader->blocks, block, &index);
	hr_vec_push(&body->function->targets, index);
	body->now->target_count++;
}

/* ---- operands ---- */

static void add_operand(struct body *body, LLVMValueRef value)
{
	uint32_t index = hr_code_value_index(body->reader, body->function, value);

	hr_vec_push(&body->function->operands, index);
	body->now->operand_count++;
}

static void add_operands(struct body *body, LLVMValueRef source, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		add_operand(body, LLVMGetOperand(source, i));
}

static void add_function_operand(struct body *body, uint32_t function)
{
	uint32_t index = (uint32_t)body->function->values.count;

	hr_vec_push(
		&body->function->values,
		(struct hr_code_value){ .kind = HR_VALUE_FUNCTION, .is_pointer = true, .bits = 64, .index = function });
	hr_vec_push(&body->function->operands, index);
	body->now->operand_count++;
}

static uint32_t clamp(uint64_t size)
{
	return size < HR_CODE_NONE ? (uint32_t)size : HR_CODE_NONE;
}

/* ---- one kind of instruction each ---- */

static void fill_all(struct body *body, LLVMValueRef source)
{
	add_operands(body, source, (unsigned)LLVMGetNumOperands(source));
}

static void fill_load(struct body *body, LLVMValueRef source)
{
	body->now->is_volatile = LLVMGetVolatile(source);
	body->now->size = clamp(LLVMStoreSizeOfType(body->reader->layout, LLVMTypeOf(source)));
	fill_all(body, source);
}

static void fill_store(struct body *body, LLVMValueRef source)
{
	body->now->is_volatile = LLVMGetVolatile(source);
	body->now->size = clamp(LLVMStoreSizeOfType(body->reader->layout, LLVMTypeOf(LLVMGetOperand(source, 0))));
	fill_all(body, source);
}

static void fill_address(struct body *body, LLVMValueRef source)
{
	struct hr_address_steps steps;

	if (LLVMGetTypeKind(LLVMTypeOf(source)) != LLVMPointerTypeKind) { /* several at once */
		body->now->op = HR_CODE_OTHER;
		fill_all(body, source);
		return;
	}
	hr_code_address_steps(&steps, body->reader, source);
	body->now->address = (uint32_t)body->function->addresses.count;
	hr_vec_push(&body->function->addresses,
		    (struct hr_code_address){
			    .type = steps.type ? hr_code_type_index(body->reader, steps.type) : HR_CODE_NONE,
			    .bytes = steps.bytes,
			    .offset = steps.offset,
			    .strides = (uint32_t)body->function->strides.count,
			    .element = clamp(steps.element),
		    });
	add_operand(body, steps.base);
	for (size_t i = 0; i < steps.indices.count; i++) {
		add_operand(body, steps.indices.data[i]);
		hr_vec_push(&body->function->strides, steps.strides.data[i]);
	}
	hr_code_address_release(&steps);
}

static void fill_local(struct body *body, LLVMValueRef source)
{
	LLVMTypeRef type = LLVMGetAllocatedType(source);
	LLVMValueRef count = LLVMGetOperand(source, 0);

	if (LLVMIsAConstantInt(count)) {
		body->now->size =
			clamp(LLVMABISizeOfType(body->reader->layout, type) * LLVMConstIntGetZExtValue(count));
	} else {
		body->now->size = HR_CODE_NONE;
		add_operand(body, count);
	}
	hr_code_type_index(body->reader, type);
}

static void fill_call(struct body *body, LLVMValueRef source)
{
	LLVMValueRef callee = LLVMGetCalledValue(source);
	struct hr_intrinsic_meaning meaning = hr_code_intrinsic(source);
	unsigned arguments = LLVMGetNumArgOperands(source);

	if (LLVMIsAInlineAsm(callee)) {
		body->now->op = HR_CODE_ASSEMBLY;
		add_operands(body, source, arguments);
		return;
	}
	switch (meaning.kind) {
	case HR_INTRINSIC_CALL:
		add_function_operand(body, hr_code_function_named(body->reader, meaning.callee, meaning.signature));
		body->now->signature = hr_code_signature_text(body->reader, meaning.signature);
		add_operands(body, source, meaning.arguments);
		break;
	case HR_INTRINSIC_BINARY:
		body->now->op = HR_CODE_BINARY;
		body->now->detail = (uint8_t)meaning.binary;
		add_operands(body, source, 2);
		break;
	case HR_INTRINSIC_NOT:
		add_operand(body, callee);
		body->now->signature = hr_code_signature_index(body->reader, LLVMGetCalledFunctionType(source));
		add_operands(body, source, arguments);
		break;
	default:
		body->now->op = HR_CODE_OTHER;
		add_operands(body, source, arguments);
		break;
	}
}

static void fill_branch(struct body *body, LLVMValueRef source)
{
	if (LLVMIsConditional(source))
		add_operand(body, LLVMGetCondition(source));
	for (unsigned i = 0; i < LLVMGetNumSuccessors(source); i++)
		add_target(body, LLVMGetSuccessor(source, i));
}

static void fill_switch(struct body *body, LLVMValueRef source)
{
	unsigned count =
		(unsigned)LLVMGetNumOperands(source); /* condition, default, then value and block of each case */

	add_operand(body, LLVMGetOperand(source, 0));
	for (unsigned i = 2; i < count; i += 2)
		add_operand(body, LLVMGetOperand(source, i));
	add_target(body, LLVMGetSwitchDefaultDest(source));
	for (unsigned i = 3; i < count; i += 2)
		add_target(body, LLVMValueAsBasicBlock(LLVMGetOperand(source, i)));
}

/* Computed goto, and assembly that can jump. */
static void fill_jump(struct body *body, LLVMValueRef source)
{
	if (body->now->op == HR_CODE_JUMP)
		add_operand(body, LLVMGetOperand(source, 0));
	else
		add_operands(body, source, LLVMGetNumArgOperands(source));
	for (unsigned i = 0; i < LLVMGetNumSuccessors(source); i++)
		add_target(body, LLVMGetSuccessor(source, i));
}

static void fill_phi(struct body *body, LLVMValueRef source)
{
	uint32_t known;

	for (unsigned i = 0; i < LLVMCountIncoming(source); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(source, i);
		if (!hr_pointer_map_get(&body->reader->blocks, from, &known) || hr_code_ends_early(from))
			continue;
		add_operand(body, LLVMGetIncomingValue(source, i));
		add_target(body, from);
	}
}

/* va_arg on x86-64 asks where the argument is: clang's question, not the source's. */
static bool is_of_compiler(LLVMValueRef source)
{
	size_t length;
	return strncmp(LLVMGetValueName2(source, &length), "fits_in_", 8) == 0;
}

static void fill_compare(struct body *body, LLVMValueRef source)
{
	if (is_of_compiler(source)) {
		body->now->op = HR_CODE_OTHER;
		return;
	}
	body->now->detail = (uint8_t)(LLVMGetICmpPredicate(source) - LLVMIntEQ);
	fill_all(body, source);
}

static void fill_member(struct body *body, LLVMValueRef source)
{
	LLVMValueRef whole = LLVMGetOperand(source, 0);

	body->now->number = LLVMGetIndices(source)[0];
	if (body->now->op == HR_CODE_EXTRACT && LLVMIsACallInst(whole) &&
	    hr_code_intrinsic(whole).kind == HR_INTRINSIC_BINARY) { /* did it overflow? */
		body->now->op = HR_CODE_OTHER;
		add_operands(body, whole, 2);
		return;
	}
	fill_all(body, source);
}

_Static_assert(LLVMIntNE - LLVMIntEQ == HR_NOT_EQUAL && LLVMIntULE - LLVMIntEQ == HR_UNSIGNED_LESS_EQUAL &&
		       LLVMIntSGT - LLVMIntEQ == HR_SIGNED_GREATER && LLVMIntSLE - LLVMIntEQ == HR_SIGNED_LESS_EQUAL,
	       "comparisons are numbered as LLVM does it");

/* What becomes of each of LLVM's instructions; any other has all its operands, and nothing is known about it. */
static const struct {
	void (*fill)(struct body *, LLVMValueRef);
	uint8_t op;
	uint8_t detail;
} forms[] = {
	[LLVMRet] = { fill_all, HR_CODE_RETURN, 0 },
	[LLVMBr] = { fill_branch, HR_CODE_BRANCH, 0 },
	[LLVMSwitch] = { fill_switch, HR_CODE_SWITCH, 0 },
	[LLVMIndirectBr] = { fill_jump, HR_CODE_JUMP, 0 },
	[LLVMCallBr] = { fill_jump, HR_CODE_ASSEMBLY, 0 },
	[LLVMUnreachable] = { fill_all, HR_CODE_UNREACHABLE, 0 },
	[LLVMAdd] = { fill_all, HR_CODE_BINARY, HR_ADD },
	[LLVMSub] = { fill_all, HR_CODE_BINARY, HR_SUBTRACT },
	[LLVMMul] = { fill_all, HR_CODE_BINARY, HR_MULTIPLY },
	[LLVMUDiv] = { fill_all, HR_CODE_BINARY, HR_DIVIDE_UNSIGNED },
	[LLVMSDiv] = { fill_all, HR_CODE_BINARY, HR_DIVIDE_SIGNED },
	[LLVMURem] = { fill_all, HR_CODE_BINARY, HR_REMAINDER_UNSIGNED },
	[LLVMSRem] = { fill_all, HR_CODE_BINARY, HR_REMAINDER_SIGNED },
	[LLVMShl] = { fill_all, HR_CODE_BINARY, HR_SHIFT_LEFT },
	[LLVMLShr] = { fill_all, HR_CODE_BINARY, HR_SHIFT_RIGHT_UNSIGNED },
	[LLVMAShr] = { fill_all, HR_CODE_BINARY, HR_SHIFT_RIGHT_SIGNED },
	[LLVMAnd] = { fill_all, HR_CODE_BINARY, HR_AND },
	[LLVMOr] = { fill_all, HR_CODE_BINARY, HR_OR },
	[LLVMXor] = { fill_all, HR_CODE_BINARY, HR_EXCLUSIVE_OR },
	[LLVMFAdd] = { fill_all, HR_CODE_BINARY, HR_BINARY_REAL },
	[LLVMFSub] = { fill_all, HR_CODE_BINARY, HR_BINARY_REAL },
	[LLVMFMul] = { fill_all, HR_CODE_BINARY, HR_BINARY_REAL },
	[LLVMFDiv] = { fill_all, HR_CODE_BINARY, HR_BINARY_REAL },
	[LLVMFRem] = { fill_all, HR_CODE_BINARY, HR_BINARY_REAL },
	[LLVMAlloca] = { fill_local, HR_CODE_LOCAL, 0 },
	[LLVMLoad] = { fill_load, HR_CODE_LOAD, 0 },
	[LLVMStore] = { fill_store, HR_CODE_STORE, 0 },
	[LLVMGetElementPtr] = { fill_address, HR_CODE_ADDRESS, 0 },
	[LLVMTrunc] = { fill_all, HR_CODE_CAST, HR_CAST_TRUNCATE },
	[LLVMZExt] = { fill_all, HR_CODE_CAST, HR_CAST_ZERO_EXTEND },
	[LLVMSExt] = { fill_all, HR_CODE_CAST, HR_CAST_SIGN_EXTEND },
	[LLVMFPToUI] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMFPToSI] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMUIToFP] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMSIToFP] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMFPTrunc] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMFPExt] = { fill_all, HR_CODE_CAST, HR_CAST_REAL },
	[LLVMPtrToInt] = { fill_all, HR_CODE_CAST, HR_CAST_TO_INTEGER },
	[LLVMIntToPtr] = { fill_all, HR_CODE_CAST, HR_CAST_TO_POINTER },
	[LLVMBitCast] = { fill_all, HR_CODE_CAST, HR_CAST_SAME },
	[LLVMAddrSpaceCast] = { fill_all, HR_CODE_CAST, HR_CAST_SAME },
	[LLVMICmp] = { fill_compare, HR_CODE_COMPARE, 0 },
	[LLVMFCmp] = { fill_all, HR_CODE_COMPARE_REAL, 0 },
	[LLVMPHI] = { fill_phi, HR_CODE_PHI, 0 },
	[LLVMCall] = { fill_call, HR_CODE_CALL, 0 },
	[LLVMSelect] = { fill_all, HR_CODE_SELECT, 0 },
	[LLVMVAArg] = { fill_all, HR_CODE_VA_ARG, 0 },
	[LLVMExtractValue] = { fill_member, HR_CODE_EXTRACT, 0 },
	[LLVMInsertValue] = { fill_member, HR_CODE_INSERT, 0 },
	[LLVMAtomicRMW] = { fill_all, HR_CODE_ATOMIC, 0 },
	[LLVMAtomicCmpXchg] = { fill_all, HR_CODE_ATOMIC, 0 },
};

/* ---- all of them ---- */

/* What has no instruction of its own: see hr_code_value_index. */
static bool is_left_out(LLVMValueRef source)
{
	if (LLVMIsAFreezeInst(source))
		return true;
	if (LLVMIsACallInst(source)) {
		enum hr_intrinsic kind = hr_code_intrinsic(source).kind;
		return kind == HR_INTRINSIC_LEFT_OUT || kind == HR_INTRINSIC_OPERAND;
	}
	if (LLVMIsAExtractValueInst(source) && LLVMGetIndices(source)[0] == 0) {
		LLVMValueRef whole = LLVMGetOperand(source, 0);
		return LLVMIsACallInst(whole) && hr_code_intrinsic(whole).kind == HR_INTRINSIC_BINARY;
	}
	return false;
}

static uint32_t number_value(struct body *body, LLVMValueRef source, uint32_t instruction)
{
	LLVMTypeRef type = LLVMTypeOf(source);

	if (LLVMIsACallInst(source) && hr_code_intrinsic(source).kind == HR_INTRINSIC_BINARY)
		type = LLVMTypeOf(LLVMGetOperand(source, 0));
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || LLVMGetTypeKind(type) == LLVMTokenTypeKind)
		return HR_CODE_NONE;
	struct hr_code_value value = hr_code_value_of_type(type);
	uint32_t number = (uint32_t)body->function->values.count;
	value.kind = HR_VALUE_INSTRUCTION;
	value.index = instruction;
	hr_vec_push(&body->function->values, value);
	hr_pointer_map_put(&body->reader->values, source, number);
	return number;
}

static void place(struct body *body, struct hr_code_instruction *instruction, LLVMValueRef source)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(source);

	instruction->file = HR_CODE_NONE;
	if (!location)
		return;
	instruction->file = hr_code_file_index(body->reader, LLVMDIScopeGetFile(LLVMDILocationGetScope(location)));
	instruction->line = LLVMDILocationGetLine(location);
}

static void number_instructions(struct body *body, LLVMValueRef source)
{
	struct hr_code_function *function = body->function;

	for (LLVMBasicBlockRef it = LLVMGetFirstBasicBlock(source); it; it = LLVMGetNextBasicBlock(it)) {
		uint32_t block;
		if (!hr_pointer_map_get(&body->reader->blocks, it, &block))
			continue;
		function->blocks.data[block].first = (uint32_t)function->instructions.count;
		for (LLVMValueRef one = LLVMGetFirstInstruction(it); one; one = LLVMGetNextInstruction(one)) {
			if (is_left_out(one))
				continue;
			struct hr_code_instruction instruction = { .block = block, .signature = HR_CODE_NONE };
			instruction.value = number_value(body, one, (uint32_t)function->instructions.count);
			place(body, &instruction, one);
			hr_vec_push(&function->instructions, instruction);
			function->blocks.data[block].count++;
			if (hr_code_is_trap(one)) {
				instruction.op = HR_CODE_UNREACHABLE;
				instruction.value = HR_CODE_NONE;
				hr_vec_push(&function->instructions, instruction);
				function->blocks.data[block].count++;
				break;
			}
		}
	}
}

static void fill_instructions(struct body *body, LLVMValueRef source)
{
	uint32_t next = 0;
	uint32_t block;

	for (LLVMBasicBlockRef it = LLVMGetFirstBasicBlock(source); it; it = LLVMGetNextBasicBlock(it)) {
		if (!hr_pointer_map_get(&body->reader->blocks, it, &block))
			continue;
		for (LLVMValueRef one = LLVMGetFirstInstruction(it); one; one = LLVMGetNextInstruction(one)) {
			if (is_left_out(one))
				continue;
			size_t form = LLVMGetInstructionOpcode(one);
			body->now = &body->function->instructions.data[next++];
			body->now->operands = (uint32_t)body->function->operands.count;
			body->now->targets = (uint32_t)body->function->targets.count;
			if (form < sizeof forms / sizeof *forms && forms[form].fill) {
				body->now->op = forms[form].op;
				body->now->detail = forms[form].detail;
				forms[form].fill(body, one);
			} else {
				body->now->op = HR_CODE_OTHER;
				fill_all(body, one);
			}
			if (hr_code_is_trap(one)) {
				next++; /* what cannot be reached, as it was numbered */
				break;
			}
		}
	}
}

void hr_code_fill_function(struct hr_code_reader *reader, uint32_t index, LLVMValueRef source)
{
	/* moved while it is filled: functions can be declared on the way */
	struct hr_code_function function = reader->code->functions.data[index];
	struct body body = { .reader = reader, .function = &function };
	unsigned parameters = LLVMCountParams(source);

	hr_pointer_map_clear(&reader->values);
	hr_pointer_map_clear(&reader->blocks);
	for (unsigned i = 0; i < parameters; i++) {
		LLVMValueRef parameter = LLVMGetParam(source, i);
		struct hr_code_value value = hr_code_value_of_type(LLVMTypeOf(parameter));
		value.kind = HR_VALUE_PARAMETER;
		value.index = i;
		hr_pointer_map_put(&reader->values, parameter, i);
		hr_vec_push(&function.values, value);
	}
	hr_code_list_blocks(reader, &function, source);
	number_instructions(&body, source);
	fill_instructions(&body, source);
	hr_code_list_predecessors(&function);
	reader->code->functions.data[index] = function;
}
