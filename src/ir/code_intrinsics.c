/* What LLVM's own functions mean, as a table. */
#include "ir/code_internal.h"

#include <string.h>

static const struct {
	const char *prefix;
	struct hr_intrinsic_meaning meaning;
} meanings[] = {
	{ "llvm.dbg.", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.lifetime.", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.assume", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.donothing", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.sideeffect", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.prefetch", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.stackrestore", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.invariant.", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.var.annotation", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.experimental.noalias", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.va_end", { .kind = HR_INTRINSIC_LEFT_OUT } },
	{ "llvm.expect", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.launder.", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.strip.", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.ptr.annotation", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.annotation", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.threadlocal.address", { .kind = HR_INTRINSIC_OPERAND } },
	{ "llvm.memcpy.", { HR_INTRINSIC_CALL, "memcpy", "ptr(ptr, ptr, i64)", 3, HR_ADD } },
	{ "llvm.memmove.", { HR_INTRINSIC_CALL, "memmove", "ptr(ptr, ptr, i64)", 3, HR_ADD } },
	{ "llvm.memset.", { HR_INTRINSIC_CALL, "memset", "ptr(ptr, i32, i64)", 3, HR_ADD } },
	{ "llvm.trap", { HR_INTRINSIC_CALL, "abort", "void()", 0, HR_ADD } },
	{ "llvm.ubsantrap", { HR_INTRINSIC_CALL, "abort", "void()", 0, HR_ADD } },
	{ "llvm.sadd.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_ADD } },
	{ "llvm.uadd.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_ADD } },
	{ "llvm.ssub.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_SUBTRACT } },
	{ "llvm.usub.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_SUBTRACT } },
	{ "llvm.smul.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_MULTIPLY } },
	{ "llvm.umul.with.overflow.", { .kind = HR_INTRINSIC_BINARY, .binary = HR_MULTIPLY } },
};

struct hr_intrinsic_meaning hr_code_intrinsic(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMGetCalledValue(instruction);
	size_t length;

	if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
		return (struct hr_intrinsic_meaning){ .kind = HR_INTRINSIC_NOT };
	const char *name = LLVMGetValueName2(callee, &length);
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (strncmp(name, meanings[i].prefix, strlen(meanings[i].prefix)) == 0)
			return meanings[i].meaning;
	return (struct hr_intrinsic_meaning){ .kind = HR_INTRINSIC_OTHER };
}
