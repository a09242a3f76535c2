/* Beside each function with mutants in it, the one that was written: code that could change at every step is slow, and only one function of a program has the mutant that is real.
 *
 * The function that is called decides between the two once. The originals come from the same bitcode before the mutants were put in; both use the same variables.
 *
 * Invariants: a function has one address; a name has one definition, but for the time of linking, in which what is static can be seen; a function that cannot stand twice (places in it have addresses, or its
 * arguments are not known) has its mutants only. */
#include "ir/mutants.h"

#include "base/memory.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/module_internal.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>

#include <stdio.h>
#include <string.h>

/* What was hidden before linking. */
struct hidden {
	LLVMValueRef global;
	LLVMLinkage linkage;
	LLVMVisibility visibility;
};

struct apart {
	LLVMContextRef context;
	LLVMModuleRef mutated, originals;
	HR_VEC(struct hidden) hidden;
	size_t doubled; /* how many functions stand twice */
};

typedef HR_VEC(LLVMValueRef) hr_values;

/* The names of the two that a function becomes. */
#define ORIGINAL "__harrier_original_%zu"
#define MUTANTS "__harrier_mutants_%zu"

/* The points of a function. */
struct points {
	uint64_t first, last;
	bool any;
};

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static bool is_special(LLVMValueRef global)
{
	return strncmp(name_of(global), "llvm.", 5) == 0;
}

static bool is_defined(LLVMValueRef global)
{
	return !LLVMIsDeclaration(global);
}

static LLVMValueRef find_defined(LLVMModuleRef module, const char *name, LLVMValueRef like)
{
	LLVMValueRef found =
		LLVMIsAFunction(like) ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);

	return found && is_defined(found) && LLVMGlobalGetValueType(found) == LLVMGlobalGetValueType(like) ? found
													   : NULL;
}

/* The same function or variable in the module with mutants; NULL: there is none that is defined. What was set aside there left its name to something else. */
static LLVMValueRef find_same(LLVMModuleRef mutated, LLVMValueRef original)
{
	struct hr_strbuf aside = HR_STRBUF_INIT;

	if (!*name_of(original))
		return NULL;
	hr_strbuf_addf(&aside, "%s" HR_MODULE_ASIDE, name_of(original));
	LLVMValueRef found = find_defined(mutated, aside.data, original);
	hr_strbuf_release(&aside);
	return found ? found : find_defined(mutated, name_of(original), original);
}

static void note_points(struct points *points, LLVMValueRef instruction, LLVMValueRef at)
{
	if (!LLVMIsACallInst(instruction) || LLVMGetCalledValue(instruction) != at)
		return;
	uint64_t point = LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 0));
	points->first = points->any && points->first < point ? points->first : point;
	points->last = points->any && points->last > point ? points->last : point;
	points->any = true;
}

/* Whether the function can stand twice; `points` gets those in it. */
static bool look_at(struct points *points, LLVMValueRef function, LLVMValueRef at)
{
	*points = (struct points){ 0 };
	if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		return false;
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it)) {
			LLVMOpcode opcode = LLVMGetInstructionOpcode(it);
			if (opcode == LLVMIndirectBr || opcode == LLVMCallBr)
				return false;
			note_points(points, it, at);
		}
	return points->any;
}

/* Until all is linked it can be seen by its name. */
static void show(struct apart *apart, LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
		return;
	hr_vec_push(&apart->hidden, (struct hidden){ global, linkage, LLVMGetVisibility(global) });
	LLVMSetLinkage(global, LLVMExternalLinkage);
	LLVMSetVisibility(global, LLVMHiddenVisibility);
}

static void hide_again(const struct apart *apart)
{
	for (size_t i = 0; i < apart->hidden.count; i++) {
		const struct hidden *hidden = &apart->hidden.data[i];
		LLVMSetVisibility(hidden->global, hidden->visibility);
		LLVMSetLinkage(hidden->global, hidden->linkage);
	}
}

static void rename_like(LLVMValueRef global, LLVMValueRef other)
{
	const char *name = name_of(other);

	if (strcmp(name_of(global), name) != 0)
		LLVMSetValueName2(global, name, strlen(name));
}

/* A declaration in its place; what was there is left without a user. */
static LLVMValueRef declare_instead(LLVMModuleRef module, LLVMValueRef global, const char *aside)
{
	char *name = hr_strdup(name_of(global));

	LLVMSetValueName2(global, aside, strlen(aside));
	LLVMValueRef fresh = hr_module_declare_like(module, global, name);
	LLVMReplaceAllUsesWith(global, fresh);
	free(name);
	return fresh;
}

static LLVMValueRef call_with_all(LLVMBuilderRef builder, LLVMValueRef from, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	unsigned count = LLVMCountParams(from);
	LLVMValueRef *arguments = hr_calloc(count + 1, sizeof(LLVMValueRef));

	LLVMGetParams(from, arguments);
	LLVMValueRef call = LLVMBuildCall2(builder, type, function, arguments, count, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	/* how arguments are passed is said at both ends */
	for (unsigned i = 0; i <= count; i++) {
		unsigned some = LLVMGetAttributeCountAtIndex(function, i);
		LLVMAttributeRef *attributes = hr_calloc(some + 1, sizeof(LLVMAttributeRef));
		LLVMGetAttributesAtIndex(function, i, attributes);
		for (unsigned k = 0; k < some; k++)
			LLVMAddCallSiteAttribute(call, i, attributes[k]);
		free(attributes);
	}
	free(arguments);
	return call;
}

static void return_from(LLVMBuilderRef builder, LLVMValueRef from, LLVMBasicBlockRef block, LLVMValueRef function)
{
	LLVMPositionBuilderAtEnd(builder, block);
	LLVMValueRef result = call_with_all(builder, from, function);
	if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, result);
}

/* if (chosen - first <= last - first) return mutants(…); return original(…); */
static void decide(struct apart *apart, LLVMValueRef function, LLVMValueRef mutants, LLVMValueRef original,
		   const struct points *points)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(apart->context);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(apart->context);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(apart->context, function, "");
	LLVMBasicBlockRef changed = LLVMAppendBasicBlockInContext(apart->context, function, "");
	LLVMBasicBlockRef plain = LLVMAppendBasicBlockInContext(apart->context, function, "");

	LLVMPositionBuilderAtEnd(builder, entry);
	LLVMValueRef chosen =
		LLVMBuildLoad2(builder, number, LLVMGetNamedGlobal(apart->mutated, HR_MUTANTS_CHOSEN), "");
	LLVMValueRef from_first = LLVMBuildSub(builder, chosen, LLVMConstInt(number, points->first, 0), "");
	LLVMValueRef is_here = LLVMBuildICmp(builder, LLVMIntULE, from_first,
					     LLVMConstInt(number, points->last - points->first, 0), "");
	LLVMBuildCondBr(builder, is_here, changed, plain);
	return_from(builder, function, changed, mutants);
	return_from(builder, function, plain, original);
	LLVMDisposeBuilder(builder);
}

static unsigned attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

/* Not to be optimised, whatever its author wanted: it is run now and then. */
static void leave_alone(const struct apart *apart, LLVMValueRef function)
{
	static const char *const wanted[] = { "noinline", "optnone" };
	static const char *const against[] = { "alwaysinline", "optsize", "minsize", "optdebug", "inlinehint" };
	const LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	for (size_t i = 0; i < sizeof against / sizeof *against; i++)
		LLVMRemoveEnumAttributeAtIndex(function, index, attribute_kind(against[i]));
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		LLVMAddAttributeAtIndex(function, index,
					LLVMCreateEnumAttribute(apart->context, attribute_kind(wanted[i]), 0));
}

/* Of a function with mutants: the one that decides, and a declaration of the original in both modules. */
static void double_function(struct apart *apart, LLVMValueRef mutants, LLVMValueRef original,
			    const struct points *points)
{
	char aside[64];
	rename_like(original, mutants);
	LLVMLinkage linkage = LLVMGetLinkage(mutants);
	LLVMVisibility visibility = LLVMGetVisibility(mutants);

	snprintf(aside, sizeof aside, ORIGINAL, apart->doubled);
	declare_instead(apart->originals, original, aside);
	LLVMSetLinkage(original, LLVMExternalLinkage);
	LLVMSetVisibility(original, LLVMHiddenVisibility);
	LLVMValueRef declared = hr_module_declare_like(apart->mutated, original, aside);
	LLVMSetVisibility(declared, LLVMHiddenVisibility);
	snprintf(aside, sizeof aside, MUTANTS, apart->doubled);
	LLVMValueRef function = declare_instead(apart->mutated, mutants, aside);
	LLVMSetLinkage(mutants, LLVMInternalLinkage);
	LLVMSetVisibility(mutants, LLVMDefaultVisibility);
	LLVMSetLinkage(function, linkage);
	LLVMSetVisibility(function, visibility);
	leave_alone(apart, mutants);
	decide(apart, function, mutants, declared, points);
	show(apart, function);
	apart->doubled++;
}

/* A function of the originals: beside the one with mutants, or only declared, so that there is one of it. */
static void take_function(struct apart *apart, LLVMValueRef original, LLVMValueRef at)
{
	LLVMValueRef mutated = find_same(apart->mutated, original);
	struct points points;

	if (look_at(&points, mutated, at)) {
		double_function(apart, mutated, original, &points);
		return;
	}
	show(apart, mutated);
	rename_like(original, mutated);
	declare_instead(apart->originals, original, "");
	LLVMDeleteFunction(original);
}

/* The variables are those of the module with mutants. */
static void take_variable(struct apart *apart, LLVMValueRef original)
{
	LLVMValueRef mutated = find_same(apart->mutated, original);

	show(apart, mutated);
	rename_like(original, mutated);
	declare_instead(apart->originals, original, "");
	LLVMDeleteGlobal(original);
}

/* All that is defined has to be found in the module with mutants; what has two names cannot be. */
static bool can_be_found(LLVMModuleRef module, LLVMModuleRef mutated)
{
	for (LLVMValueRef it = LLVMGetFirstGlobal(module); it; it = LLVMGetNextGlobal(it))
		if (!is_special(it) && is_defined(it) && !find_same(mutated, it))
			return false;
	for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
		if (is_defined(it) && !find_same(mutated, it))
			return false;
	return !LLVMGetFirstGlobalAlias(module) && !LLVMGetFirstGlobalIFunc(module);
}

/* What stands in the module now; what is added is not among it. */
static void list_variables(hr_values *out, LLVMModuleRef module, bool are_special)
{
	for (LLVMValueRef it = LLVMGetFirstGlobal(module); it; it = LLVMGetNextGlobal(it))
		if (is_special(it) == are_special && (are_special || is_defined(it)))
			hr_vec_push(out, it);
}

static void list_functions(hr_values *out, LLVMModuleRef module)
{
	for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
		if (is_defined(it))
			hr_vec_push(out, it);
}

static void take_all(struct apart *apart)
{
	LLVMValueRef at = LLVMGetNamedFunction(apart->mutated, HR_MUTANTS_AT);
	hr_values lists = HR_VEC_INIT, variables = HR_VEC_INIT, functions = HR_VEC_INIT;

	list_variables(&lists, apart->originals, true);
	list_variables(&variables, apart->originals, false);
	list_functions(&functions, apart->originals);
	for (size_t i = 0; i < lists.count; i++) /* of constructors and the like: the other module has them */
		LLVMDeleteGlobal(lists.data[i]);
	for (size_t i = 0; i < variables.count; i++)
		take_variable(apart, variables.data[i]);
	for (size_t i = 0; i < functions.count; i++)
		take_function(apart, functions.data[i], at);
	hr_vec_release(&lists);
	hr_vec_release(&variables);
	hr_vec_release(&functions);
}

static void hide_originals(const struct apart *apart)
{
	for (size_t i = 0; i < apart->doubled; i++) {
		char name[64];
		snprintf(name, sizeof name, ORIGINAL, i);
		LLVMValueRef original = LLVMGetNamedFunction(apart->mutated, name);
		if (original && is_defined(original)) {
			LLVMSetVisibility(original, LLVMDefaultVisibility);
			LLVMSetLinkage(original, LLVMInternalLinkage);
		}
	}
}

int hr_module_keep_originals(struct hr_module *module, const char *path, struct hr_error *error)
{
	struct apart apart = { .context = module->context, .mutated = module->module, .hidden = HR_VEC_INIT };
	int status = 0;

	if (!LLVMGetNamedGlobal(apart.mutated, HR_MUTANTS_CHOSEN))
		return 0;
	if (hr_module_parse(&apart.originals, module->context, path, error))
		return -1;
	if (!can_be_found(apart.originals, apart.mutated)) {
		LLVMDisposeModule(apart.originals);
		return 0;
	}
	LLVMStripModuleDebugInfo(apart.mutated);
	LLVMStripModuleDebugInfo(apart.originals);
	LLVMSetModuleInlineAsm2(apart.originals, "", 0); /* the other module has it */
	take_all(&apart);
	if (LLVMLinkModules2(apart.mutated, apart.originals))
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot link '%s' with what mutants are in", path);
	hide_originals(&apart);
	hide_again(&apart);
	char *reason = NULL;
	if (!status && LLVMVerifyModule(apart.mutated, LLVMReturnStatusAction, &reason))
		status = hr_fail(error, HR_ERROR_INTERNAL, "what comes of '%s' does not hold: %s", path, reason);
	LLVMDisposeMessage(reason);
	hr_vec_release(&apart.hidden);
	return status;
}
