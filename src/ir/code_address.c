/* Addresses: chains of getelementptr as one sum.
 *
 * Invariant: the base of what comes out is no getelementptr, unless the chain has more variable indices than are kept together. The struct it tells is the
 * first on the way from the base whose member is selected. */
#include "ir/code_internal.h"

#include <string.h>

enum { MOST_INDICES = 6 };

static bool is_address(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) ||
	       (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

static void add_constant(struct hr_address_steps *out, int64_t bytes)
{
	out->bytes += bytes;
	if (out->type)
		out->offset += bytes;
}

static void add_index(struct hr_address_steps *out, LLVMValueRef index, uint64_t stride)
{
	if (LLVMIsAConstantInt(index)) {
		add_constant(out, (int64_t)((uint64_t)LLVMConstIntGetSExtValue(index) * stride));
		return;
	}
	hr_vec_push(&out->indices, index);
	hr_vec_push(&out->strides, (int64_t)stride);
}

/* The indices of one getelementptr on top of what is there. */
static void add_steps(struct hr_address_steps *out, const struct hr_code_reader *reader, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	unsigned count = (unsigned)LLVMGetNumOperands(address);

	for (unsigned i = 1; i < count; i++) {
		LLVMValueRef index = LLVMGetOperand(address, i);
		if (i == 1) {
			add_index(out, index, LLVMABISizeOfType(reader->layout, type));
			continue;
		}
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
			if (!out->type)
				out->type = type;
			add_constant(out, (int64_t)LLVMOffsetOfElement(reader->layout, type, member));
			type = LLVMStructGetTypeAtIndex(type, member);
		} else {
			type = LLVMGetElementType(type);
			add_index(out, index, LLVMABISizeOfType(reader->layout, type));
		}
	}
}

static unsigned count_variable(LLVMValueRef address)
{
	unsigned found = 0;

	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++)
		found += !LLVMIsAConstantInt(LLVMGetOperand(address, i));
	return found;
}

void hr_code_address_steps(struct hr_address_steps *out, const struct hr_code_reader *reader, LLVMValueRef address)
{
	HR_VEC(LLVMValueRef) chain = HR_VEC_INIT;
	unsigned variable = 0;

	memset(out, 0, sizeof *out);
	while (is_address(address) && (!chain.count || variable + count_variable(address) <= MOST_INDICES)) {
		variable += count_variable(address);
		hr_vec_push(&chain, address);
		address = LLVMGetOperand(address, 0);
	}
	out->base = address;
	for (size_t i = chain.count; i-- > 0;)
		add_steps(out, reader, chain.data[i]);
	if (chain.count)
		out->element =
			LLVMABISizeOfType(reader->layout, LLVMGetGEPSourceElementType(chain.data[chain.count - 1]));
	hr_vec_release(&chain);
}

void hr_code_address_release(struct hr_address_steps *steps)
{
	hr_vec_release(&steps->indices);
	hr_vec_release(&steps->strides);
}
