/* From files of bitcode to one module with its local variables as values.
 *
 * Invariants: what is linked later never replaces what is there; no pass runs that joins branches, folds conditions or moves code: only variables
 * of the frame whose address nobody takes are turned into values. */
#include "ir/code_internal.h"
#include "ir/module_internal.h"

#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

/* Changes no block: a load through one of two addresses stays where it is. */
#define PASSES "function(sroa<preserve-cfg>)"

static LLVMValueRef find_global(LLVMModuleRef module, const char *name)
{
	LLVMValueRef found = LLVMGetNamedFunction(module, name);

	if (!found)
		found = LLVMGetNamedGlobal(module, name);
	if (!found)
		found = LLVMGetNamedGlobalAlias(module, name, strlen(name));
	return found;
}

/* A definition that yields to one that is there already; those of inline functions are kept, whoever calls them. Both become weak in a way that C has no
 * word for: what the source itself calls weak can still be told. */
static void soften(LLVMModuleRef into, LLVMValueRef global, size_t *passed_over)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);
	size_t length;

	if (LLVMIsDeclaration(global) || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
	    linkage == LLVMAppendingLinkage)
		return;
	const char *name = LLVMGetValueName2(global, &length);
	LLVMValueRef there = into ? find_global(into, name) : NULL;
	bool is_inline = linkage == LLVMAvailableExternallyLinkage || linkage == LLVMLinkOnceAnyLinkage ||
			 linkage == LLVMLinkOnceODRLinkage;
	if (is_inline) {
		LLVMSetLinkage(global, LLVMWeakODRLinkage);
	} else if (there && !LLVMIsDeclaration(there)) {
		LLVMLinkage other = LLVMGetLinkage(there);
		/* a tentative definition is no second one */
		if (other == LLVMExternalLinkage && linkage == LLVMExternalLinkage) {
			LLVMSetLinkage(global, LLVMWeakODRLinkage);
			*passed_over += LLVMIsAFunction(global) != NULL;
		}
	}
}

static void soften_all(LLVMModuleRef into, LLVMModuleRef module, size_t *passed_over)
{
	for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
		soften(into, it, passed_over);
	for (LLVMValueRef it = LLVMGetFirstGlobal(module); it; it = LLVMGetNextGlobal(it))
		soften(into, it, passed_over);
	for (LLVMValueRef it = LLVMGetFirstGlobalAlias(module); it; it = LLVMGetNextGlobalAlias(it))
		soften(into, it, passed_over);
}

/* Functions that ask not to be optimised keep their variables in memory: they are read like the others. */
static void drop_refusals(LLVMModuleRef module)
{
	static const char *const names[] = { "optnone", "noinline" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
		for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
			LLVMRemoveEnumAttributeAtIndex(it, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	}
}

static int run_passes(LLVMModuleRef module, struct hr_error *error)
{
	drop_refusals(module);
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failure = LLVMRunPasses(module, PASSES, NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (!failure)
		return 0;
	char *reason = LLVMGetErrorMessage(failure);
	hr_fail(error, HR_ERROR_INTERNAL, "the code cannot be prepared: %s", reason);
	LLVMDisposeErrorMessage(reason);
	return -1;
}

int hr_code_link(LLVMModuleRef *out, LLVMContextRef context, const char *const *paths, size_t count,
		 size_t *passed_over, struct hr_error *error)
{
	LLVMModuleRef whole = NULL;

	for (size_t i = 0; i < count; i++) {
		LLVMModuleRef module;
		if (hr_module_parse(&module, context, paths[i], error))
			goto fail;
		soften_all(whole, module, passed_over);
		if (!whole) {
			whole = module;
		} else if (LLVMLinkModules2(whole, module)) {
			hr_fail(error, HR_ERROR_INTERNAL, "'%s' does not fit the sources before it", paths[i]);
			goto fail;
		}
	}
	if (!whole)
		whole = LLVMModuleCreateWithNameInContext("empty", context);
	if (run_passes(whole, error))
		goto fail;
	*out = whole;
	return 0;
fail:
	if (whole)
		LLVMDisposeModule(whole);
	return -1;
}
