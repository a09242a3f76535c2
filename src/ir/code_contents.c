/* The initial contents of variables: bytes, and the addresses among them. */
#include "ir/code_internal.h"

#include <string.h>

bool hr_code_constant_address(struct hr_constant_address *out, const struct hr_code_reader *reader,
			      LLVMValueRef constant)
{
	struct hr_address_steps steps;
	uint32_t index;

	while (LLVMIsAConstantExpr(constant) &&
	       (LLVMGetConstOpcode(constant) == LLVMBitCast || LLVMGetConstOpcode(constant) == LLVMAddrSpaceCast))
		constant = LLVMGetOperand(constant, 0);
	hr_code_address_steps(&steps, reader, constant);
	bool is_plain = !steps.indices.count;
	LLVMValueRef base = steps.base;
	*out = (struct hr_constant_address){ .bytes = steps.bytes };
	hr_code_address_release(&steps);
	if (!is_plain)
		return false;
	if (hr_pointer_map_get(&reader->functions, base, &index))
		out->is_function = true;
	else if (!hr_pointer_map_get(&reader->variables, base, &index))
		return false;
	out->index = index;
	return true;
}

struct contents {
	const struct hr_code_reader *reader;
	unsigned char *bytes;
	uint64_t size;
	struct hr_code_variable *variable;
};

static void put(struct contents *contents, uint64_t offset, const void *bytes, uint64_t size)
{
	if (offset < contents->size && size <= contents->size - offset)
		memcpy(contents->bytes + offset, bytes, size);
}

static void fill(struct contents *contents, uint64_t offset, LLVMValueRef constant);

static void fill_integer(struct contents *contents, uint64_t offset, LLVMValueRef constant)
{
	unsigned long long number = LLVMConstIntGetZExtValue(constant);
	uint64_t size = LLVMStoreSizeOfType(contents->reader->layout, LLVMTypeOf(constant));

	put(contents, offset, &number, size < sizeof number ? size : sizeof number);
}

static void fill_real(struct contents *contents, uint64_t offset, LLVMValueRef constant)
{
	LLVMBool loses;
	double number = LLVMConstRealGetDouble(constant, &loses);
	float small = (float)number;
	long double large = number;

	switch (LLVMGetTypeKind(LLVMTypeOf(constant))) {
	case LLVMFloatTypeKind:
		put(contents, offset, &small, sizeof small);
		break;
	case LLVMDoubleTypeKind:
		put(contents, offset, &number, sizeof number);
		break;
	case LLVMX86_FP80TypeKind:
		put(contents, offset, &large, 10);
		break;
	default:
		break;
	}
}

static void fill_array(struct contents *contents, uint64_t offset, LLVMValueRef constant, LLVMTypeRef type)
{
	LLVMTypeRef element = LLVMGetElementType(type);
	uint64_t stride = LLVMABISizeOfType(contents->reader->layout, element);
	uint64_t count =
		LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);

	if (LLVMIsAConstantDataArray(constant) && LLVMIsConstantString(constant)) {
		size_t length;
		const char *text = LLVMGetAsString(constant, &length);
		put(contents, offset, text, length);
		return;
	}
	for (uint64_t i = 0; i < count; i++)
		fill(contents, offset + i * stride, LLVMGetAggregateElement(constant, (unsigned)i));
}

static void fill_struct(struct contents *contents, uint64_t offset, LLVMValueRef constant, LLVMTypeRef type)
{
	unsigned count = LLVMCountStructElementTypes(type);

	for (unsigned i = 0; i < count; i++)
		fill(contents, offset + LLVMOffsetOfElement(contents->reader->layout, type, i),
		     LLVMGetAggregateElement(constant, i));
}

static void fill(struct contents *contents, uint64_t offset, LLVMValueRef constant)
{
	if (!constant || LLVMIsNull(constant) || LLVMIsUndef(constant))
		return;
	LLVMTypeRef type = LLVMTypeOf(constant);
	struct hr_constant_address address;
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		if (LLVMIsAConstantInt(constant))
			fill_integer(contents, offset, constant);
		break;
	case LLVMPointerTypeKind:
		if (hr_code_constant_address(&address, contents->reader, constant))
			hr_vec_push(&contents->variable->references,
				    (struct hr_code_reference){ .offset = offset,
								.is_function = address.is_function,
								.index = address.index,
								.bytes = address.bytes });
		break;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		fill_array(contents, offset, constant, type);
		break;
	case LLVMStructTypeKind:
		fill_struct(contents, offset, constant, type);
		break;
	default:
		if (LLVMIsAConstantFP(constant))
			fill_real(contents, offset, constant);
		break;
	}
}

void hr_code_fill_variables(struct hr_code_reader *reader)
{
	for (LLVMValueRef it = LLVMGetFirstGlobal(reader->module); it; it = LLVMGetNextGlobal(it)) {
		uint32_t index;
		LLVMValueRef initial = LLVMGetInitializer(it);
		if (!initial || LLVMIsNull(initial) || LLVMIsUndef(initial) ||
		    !hr_pointer_map_get(&reader->variables, it, &index))
			continue;
		struct hr_code_variable *variable = &reader->code->variables.data[index];
		struct contents contents = { .reader = reader, .size = variable->size, .variable = variable };
		contents.bytes = hr_arena_alloc(&reader->code->arena, variable->size ? variable->size : 1);
		fill(&contents, 0, initial);
		variable->contents = contents.bytes;
	}
}
