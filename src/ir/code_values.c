/* Values inside of a function. */
#include "ir/code_internal.h"

struct hr_code_value hr_code_value_of_type(LLVMTypeRef type)
{
	struct hr_code_value value = { .index = HR_CODE_NONE };

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		value.bits = (uint16_t)LLVMGetIntTypeWidth(type);
		break;
	case LLVMPointerTypeKind:
		value.is_pointer = true;
		value.bits = 64;
		break;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
		value.is_real = true;
		break;
	default:
		break;
	}
	return value;
}

/* A pointer that is a number in disguise: (void *)-1. */
static LLVMValueRef disguised_number(LLVMValueRef constant)
{
	if (!LLVMIsAConstantExpr(constant) || LLVMGetConstOpcode(constant) != LLVMIntToPtr)
		return NULL;
	LLVMValueRef number = LLVMGetOperand(constant, 0);
	return LLVMIsAConstantInt(number) ? number : NULL;
}

static struct hr_code_value constant_value(struct hr_code_reader *reader, LLVMValueRef constant)
{
	struct hr_code_value value = hr_code_value_of_type(LLVMTypeOf(constant));
	struct hr_constant_address address;
	LLVMBool loses;
	LLVMValueRef number = LLVMIsAConstantInt(constant) ? constant : disguised_number(constant);

	value.kind = HR_VALUE_OTHER;
	if (number) {
		value.kind = HR_VALUE_INTEGER;
		value.number = LLVMConstIntGetSExtValue(number);
	} else if (LLVMIsAConstantFP(constant)) {
		value.kind = HR_VALUE_REAL;
		value.real = LLVMConstRealGetDouble(constant, &loses);
	} else if (LLVMIsUndef(constant)) {
		value.kind = HR_VALUE_UNDEFINED;
	} else if (value.is_pointer && LLVMIsNull(constant)) {
		value.kind = HR_VALUE_NULL;
	} else if (value.is_pointer && hr_code_constant_address(&address, reader, constant)) {
		if (!address.is_function || address.bytes == 0) {
			value.kind = address.is_function ? HR_VALUE_FUNCTION : HR_VALUE_VARIABLE;
			value.index = address.index;
			value.number = address.bytes;
		}
	}
	return value;
}

/* What yields its operand is nothing of its own. */
static LLVMValueRef behind(LLVMValueRef value)
{
	for (;;) {
		if (LLVMIsAFreezeInst(value) ||
		    (LLVMIsACallInst(value) && hr_code_intrinsic(value).kind == HR_INTRINSIC_OPERAND)) {
			value = LLVMGetOperand(value, 0);
			continue;
		}
		/* the sum of arithmetic that also tells of its overflow */
		if (LLVMIsAExtractValueInst(value) && LLVMGetIndices(value)[0] == 0) {
			LLVMValueRef whole = LLVMGetOperand(value, 0);
			if (LLVMIsACallInst(whole) && hr_code_intrinsic(whole).kind == HR_INTRINSIC_BINARY)
				return whole;
		}
		return value;
	}
}

uint32_t hr_code_value_index(struct hr_code_reader *reader, struct hr_code_function *function, LLVMValueRef value)
{
	uint32_t known;
	struct hr_code_value fresh;

	value = behind(value);
	if (hr_pointer_map_get(&reader->values, value, &known))
		return known;
	if (LLVMIsConstant(value)) {
		fresh = constant_value(reader, value);
	} else {
		/* of a block that is never reached, a block's address, metadata, inline assembly */
		fresh = hr_code_value_of_type(LLVMTypeOf(value));
		fresh.kind = LLVMIsAInstruction(value) ? HR_VALUE_UNDEFINED : HR_VALUE_OTHER;
	}
	known = (uint32_t)function->values.count;
	hr_vec_push(&function->values, fresh);
	hr_pointer_map_put(&reader->values, value, known);
	return known;
}
