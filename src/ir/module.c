/* Modules of bitcode.
 *
 * Invariants: each module has an LLVM context of its own, so that modules can be used and freed in any order; names that begin with
 * the byte 1 (LLVM's mark for "as it is, no prefix") are told and found without it. */
#include "ir/ir.h"
#include "ir/module_internal.h"

#include "base/memory.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include <string.h>

/* LLVM ends the process on diagnostics that nobody handles; what matters of them comes back as a result as well. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
	(void)info;
	(void)context;
}

int hr_module_parse(LLVMModuleRef *out, LLVMContextRef context, const char *path, struct hr_error *error)
{
	LLVMMemoryBufferRef buffer;
	char *reason = NULL;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &reason)) {
		hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': %s", path, reason);
		LLVMDisposeMessage(reason);
		return -1;
	}
	LLVMBool failed = LLVMParseBitcodeInContext2(context, buffer, out);
	LLVMDisposeMemoryBuffer(buffer);
	return failed ? hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': it is no bitcode", path) : 0;
}

int hr_module_read(struct hr_module **out, const char *path, struct hr_error *error)
{
	struct hr_module *module = hr_calloc(1, sizeof *module);

	module->context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(module->context, ignore_diagnostic, NULL);
	if (hr_module_parse(&module->module, module->context, path, error)) {
		module->module = NULL;
		hr_module_free(module);
		return -1;
	}
	*out = module;
	return 0;
}

int hr_module_write(const struct hr_module *module, const char *path, struct hr_error *error)
{
	if (LLVMWriteBitcodeToFile(module->module, path))
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s'", path);
	return 0;
}

void hr_module_free(struct hr_module *module)
{
	if (!module)
		return;
	if (module->module)
		LLVMDisposeModule(module->module);
	LLVMContextDispose(module->context);
	free(module);
}

static const char *name_of(LLVMValueRef value)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);

	return *name == '\1' ? name + 1 : name;
}

static void note_symbol(hr_symbols *out, LLVMValueRef value, bool is_function)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);
	const char *name = name_of(value);

	if (!*name || strncmp(name, "llvm.", 5) == 0)
		return;
	/* available_externally: a body to look into, defined elsewhere */
	hr_vec_push(out, (struct hr_symbol){
				 .name = name,
				 .is_function = is_function,
				 .is_defined = !LLVMIsDeclaration(value) && linkage != LLVMAvailableExternallyLinkage,
				 .is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage,
			 });
}

void hr_module_symbols(hr_symbols *out, const struct hr_module *module)
{
	LLVMModuleRef from = module->module;

	for (LLVMValueRef it = LLVMGetFirstFunction(from); it; it = LLVMGetNextFunction(it))
		note_symbol(out, it, true);
	for (LLVMValueRef it = LLVMGetFirstGlobal(from); it; it = LLVMGetNextGlobal(it))
		note_symbol(out, it, false);
	for (LLVMValueRef it = LLVMGetFirstGlobalAlias(from); it; it = LLVMGetNextGlobalAlias(it))
		note_symbol(out, it, LLVMGetTypeKind(LLVMGlobalGetValueType(it)) == LLVMFunctionTypeKind);
	for (LLVMValueRef it = LLVMGetFirstGlobalIFunc(from); it; it = LLVMGetNextGlobalIFunc(it))
		note_symbol(out, it, true);
}

/* A function or variable of this very name in the module's table. */
static LLVMValueRef find_exact(LLVMModuleRef module, const char *name)
{
	LLVMValueRef found = LLVMGetNamedFunction(module, name);

	return found ? found : LLVMGetNamedGlobal(module, name);
}

static bool is_declared_only(LLVMValueRef value)
{
	return LLVMIsDeclaration(value) || LLVMGetLinkage(value) == LLVMAvailableExternallyLinkage;
}

static void copy_attributes(LLVMValueRef to, LLVMValueRef from)
{
	unsigned parameters = LLVMCountParams(from);

	/* the function itself has the index -1, its result 0, its parameters 1 and up */
	for (unsigned i = 0; i <= parameters + 1; i++) {
		LLVMAttributeIndex index = i ? i - 1 : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
		unsigned count = LLVMGetAttributeCountAtIndex(from, index);
		LLVMAttributeRef *attributes = hr_calloc(count, sizeof(LLVMAttributeRef));

		LLVMGetAttributesAtIndex(from, index, attributes);
		for (unsigned k = 0; k < count; k++)
			LLVMAddAttributeAtIndex(to, index, attributes[k]);
		free(attributes);
	}
}

LLVMValueRef hr_module_declare_like(LLVMModuleRef module, LLVMValueRef old, const char *name)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(old);
	LLVMValueRef fresh;

	if (LLVMIsAFunction(old)) {
		fresh = LLVMAddFunction(module, name, type);
		LLVMSetFunctionCallConv(fresh, LLVMGetFunctionCallConv(old));
		copy_attributes(fresh, old);
	} else {
		fresh = LLVMAddGlobal(module, type, name);
		LLVMSetThreadLocalMode(fresh, LLVMGetThreadLocalMode(old));
		LLVMSetAlignment(fresh, LLVMGetAlignment(old));
	}
	if (LLVMGetLinkage(old) == LLVMExternalWeakLinkage)
		LLVMSetLinkage(fresh, LLVMExternalWeakLinkage);
	return fresh;
}

static void rename_one(LLVMModuleRef module, LLVMValueRef old, const char *to)
{
	LLVMValueRef fresh = find_exact(module, to);

	if (!fresh)
		fresh = hr_module_declare_like(module, old, to);
	LLVMReplaceAllUsesWith(old, fresh);
	if (LLVMIsAFunction(old))
		LLVMDeleteFunction(old);
	else
		LLVMDeleteGlobal(old);
}

void hr_module_rename(struct hr_module *module, const char *from, const char *to)
{
	struct hr_strbuf marked = HR_STRBUF_INIT;
	LLVMValueRef plain = find_exact(module->module, from);

	if (plain && is_declared_only(plain))
		rename_one(module->module, plain, to);
	hr_strbuf_addf(&marked, "\1%s", from);
	LLVMValueRef raw = find_exact(module->module, marked.data);
	if (raw && is_declared_only(raw))
		rename_one(module->module, raw, to);
	hr_strbuf_release(&marked);
}

void hr_module_keep_branches(struct hr_module *module)
{
	static const char name[] = "optforfuzzing";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(module->context, kind, 0);

	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it))
		if (!LLVMIsDeclaration(it))
			LLVMAddAttributeAtIndex(it, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

/* Local variables become registers: what is done to them does not count. */
static bool is_local_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address) != NULL;
}

static bool has_access(LLVMBasicBlockRef block)
{
	for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it)) {
		bool is_store = LLVMIsAStoreInst(it) != NULL;

		if ((is_store || LLVMIsALoadInst(it)) && !is_local_variable(LLVMGetOperand(it, is_store)))
			return true;
	}
	return false;
}

void hr_module_keep_lines(struct hr_module *module)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(module->context);

	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(it); block;
		     block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

			if (!end || !LLVMIsABranchInst(end) || !has_access(block))
				continue;
			LLVMPositionBuilderBefore(builder, end);
			/* no instruction, but no access is moved across it; an empty asm would do as well, if the memory checks
			 * did not leave out the use of variables after return wherever there is one */
			LLVMBuildFence(builder, LLVMAtomicOrderingSequentiallyConsistent, 1, "");
		}
	LLVMDisposeBuilder(builder);
}
