/* Changes of what code does to others: calls that are not made, stores that are not done, other results. */
#include "ir/mutants_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- calls ---- */

static bool call_has(LLVMValueRef call, LLVMValueRef function, LLVMAttributeIndex index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return LLVMGetCallSiteEnumAttribute(call, index, kind) ||
	       (function && LLVMGetEnumAttributeAtIndex(function, index, kind));
}

/* A function of this type that does nothing and returns zero. */
static LLVMValueRef nothing_of(struct hr_mutate_pass *pass, LLVMTypeRef type)
{
	char key[32];
	size_t index = pass->nothing.count;

	snprintf(key, sizeof key, "%p", (void *)type);
	if (hr_map_get(&pass->nothing_by_type, key, &index))
		return pass->nothing.data[index];
	hr_map_put(&pass->nothing_by_type, key, index);
	LLVMValueRef function = LLVMAddFunction(pass->module->module, "__harrier_nothing", type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(pass->module->context);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(pass->module->context, function, ""));
	LLVMTypeRef result = LLVMGetReturnType(type);
	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, LLVMConstNull(result));
	LLVMDisposeBuilder(builder);
	hr_vec_push(&pass->nothing, function);
	return function;
}

static bool is_result_slot(LLVMValueRef pointer)
{
	return LLVMIsAAllocaInst(pointer) && hr_mutate_is_named(pointer, "retval");
}

/* Its result is returned, or decided by, and nothing else: changes of that are nearly the same. */
static bool is_passed_on(LLVMValueRef call)
{
	LLVMValueRef user = hr_mutate_only_user(call);

	if (!user)
		return false;
	if (LLVMIsAStoreInst(user))
		return is_result_slot(LLVMGetOperand(user, 1));
	return LLVMIsAReturnInst(user) || hr_mutate_is_branch(user) ||
	       hr_text_starts_with(hr_mutate_name(user), "tobool");
}

void hr_mutate_call(struct hr_mutate_pass *pass)
{
	LLVMValueRef call = pass->instruction;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMValueRef function = LLVMIsAFunction(callee);
	const char *name = function ? hr_mutate_name(function) : "a function pointer";
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);

	/* memory that is not freed is nothing that a test could see */
	if (LLVMIsAInlineAsm(callee) || hr_text_starts_with(name, "llvm.") || strcmp(name, "free") == 0 ||
	    call_has(call, function, LLVMAttributeFunctionIndex, "noreturn") ||
	    call_has(call, function, LLVMAttributeFunctionIndex, "returns_twice"))
		return;
	LLVMPositionBuilderBefore(pass->builder, call);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef argument = LLVMGetOperand(call, i);
		char where[32];
		/* 64 bits are sizes: a block that is larger by one is no difference */
		if (!hr_mutate_is_integer(argument) || LLVMGetIntTypeWidth(LLVMTypeOf(argument)) == 64)
			continue;
		snprintf(where, sizeof where, "argument %u: ", i + 1);
		hr_mutate_constant(pass, i, where);
	}
	if (call_has(call, function, 1, "sret") || is_passed_on(call))
		return;
	bool is_void = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
	LLVMValueRef when = hr_mutate_add(
		pass, HR_MUTANT_CALL,
		is_void || !LLVMGetFirstUse(call) ? "call to %s removed" : "call to %s removed, its result is 0", name);
	struct hr_mutate_chain chain = { NULL, callee };
	if (when)
		hr_mutate_choose(pass, &chain, when, nothing_of(pass, type));
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, chain.last);
}

/* ---- stores and results ---- */

/* A choice instead of the operand, for each result that a function could have instead. */
static void change_result(struct hr_mutate_pass *pass, unsigned operand)
{
	LLVMValueRef result = LLVMGetOperand(pass->instruction, operand);
	LLVMTypeRef type = LLVMTypeOf(result);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	bool is_constant = LLVMIsConstant(result);
	struct hr_mutate_chain chain = { NULL, result };

	LLVMPositionBuilderBefore(pass->builder, pass->instruction);
	if (kind == LLVMPointerTypeKind && !LLVMIsNull(result))
		hr_mutate_choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns NULL"),
				 LLVMConstNull(type));
	bool is_integer = kind == LLVMIntegerTypeKind;
	if (!is_integer && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) {
		LLVMSetOperand(pass->instruction, operand, chain.last);
		return;
	}
	if (!is_constant || !LLVMIsNull(result))
		hr_mutate_choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns 0"), LLVMConstNull(type));
	if (!is_constant || LLVMIsNull(result))
		hr_mutate_choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns 1"),
				 is_integer ? LLVMConstInt(type, 1, 0) : LLVMConstReal(type, 1));
	LLVMSetOperand(pass->instruction, operand, chain.last);
}

void hr_mutate_return(struct hr_mutate_pass *pass)
{
	LLVMValueRef result = LLVMGetNumOperands(pass->instruction) ? LLVMGetOperand(pass->instruction, 0) : NULL;

	if (!result || (LLVMIsALoadInst(result) && is_result_slot(LLVMGetOperand(result, 0))))
		return;
	change_result(pass, 0);
}

/* A variable that clang made for itself. */
static bool is_temporary(LLVMValueRef pointer)
{
	const char *name = hr_mutate_name(pointer);
	const char *dot = strchr(name, '.');

	return LLVMIsAAllocaInst(pointer) &&
	       (!*name || (dot && !hr_text_starts_with(dot, ".addr")) || hr_mutate_is_named(pointer, "tmp") ||
		hr_mutate_is_named(pointer, "saved_stack") || hr_text_starts_with(name, "coerce"));
}

/* How to call what is stored to. */
static void name_target(char *out, size_t size, LLVMValueRef pointer)
{
	const char *name = hr_mutate_name(pointer);
	size_t length = strcspn(name, ".");

	if (LLVMIsAGetElementPtrInst(pointer) &&
	    (hr_text_starts_with(name, "arrayidx") || hr_text_starts_with(name, "add.ptr"))) {
		snprintf(out, size, "an element");
	} else if (!length || LLVMIsALoadInst(pointer) || hr_text_starts_with(name, "incdec")) {
		snprintf(out, size, "what a pointer points to");
	} else {
		while (length > 1 && !LLVMIsAGlobalVariable(pointer) && isdigit((unsigned char)name[length - 1]))
			length--;
		snprintf(out, size, "%.*s", (int)length, name);
	}
}

void hr_mutate_store(struct hr_mutate_pass *pass)
{
	LLVMValueRef store = pass->instruction;
	LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	if (is_result_slot(pointer)) {
		change_result(pass, 0);
		return;
	}
	if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic || LLVMIsAArgument(value) ||
	    is_temporary(pointer) || hr_mutate_is_named(value, "inc") || hr_mutate_is_named(value, "dec") ||
	    hr_mutate_is_named(value, "incdec.ptr"))
		return;
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind &&
	    kind != LLVMDoubleTypeKind)
		return;
	char target[100];
	LLVMPositionBuilderBefore(pass->builder, store);
	hr_mutate_constant(pass, 0, "");
	if (LLVMIsAAllocaInst(pointer) && hr_mutate_declares(pass, hr_mutate_name(pointer)))
		return;
	struct hr_mutate_chain chain = { NULL, LLVMGetOperand(store, 0) };
	name_target(target, sizeof target, pointer);
	LLVMValueRef when = hr_mutate_add(pass, HR_MUTANT_STORE, "store to %s removed", target);
	if (!when)
		return;
	LLVMValueRef before = LLVMBuildLoad2(pass->builder, LLVMTypeOf(value), pointer, "");
	LLVMSetAlignment(before, LLVMGetAlignment(store));
	hr_mutate_choose(pass, &chain, when, before);
	LLVMSetOperand(store, 0, chain.last);
}
