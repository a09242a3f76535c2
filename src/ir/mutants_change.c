/* The changes of each kind of instruction.
 *
 * All are values that are chosen: what is computed instead of it, what is stored (what is there already), who is called (a function that does
 * nothing). So no change needs a branch. What would be computed must not trap: it is computed always. */
#include "ir/mutants_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CASES = 32 };

/* A value and what takes its place. */
struct chain {
	LLVMValueRef first; /* the choice that has the original in it; NULL: none yet */
	LLVMValueRef last;
};

/* `instead` when `when` holds; a NULL `when` is a change that was not added. */
static void choose(struct hr_mutate_pass *pass, struct chain *chain, LLVMValueRef when, LLVMValueRef instead)
{
	if (!when)
		return;
	LLVMValueRef choice = LLVMBuildSelect(pass->builder, when, instead, chain->last, "");
	if (!chain->first)
		chain->first = choice;
	chain->last = choice;
}

static const char *name_of(LLVMValueRef value)
{
	size_t length;
	return LLVMGetValueName2(value, &length);
}

/* All who use the original use what was chosen, which has the same name, for those who go by that. */
static void replace(const struct chain *chain, LLVMValueRef original)
{
	if (!chain->first)
		return;
	LLVMReplaceAllUsesWith(original, chain->last);
	LLVMSetOperand(chain->first, 2, original);
	LLVMSetValueName2(chain->last, name_of(original), strlen(name_of(original)));
}

/* Clang's name for it, with nothing or a number behind. */
static bool is_named(LLVMValueRef value, const char *name)
{
	const char *own = name_of(value);
	size_t length = strlen(name);

	if (strncmp(own, name, length) != 0)
		return false;
	for (own += length; isdigit((unsigned char)*own); own++)
		;
	return *own == '\0';
}

static LLVMValueRef only_user(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static bool is_small_integer(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

static bool is_bit(LLVMValueRef value)
{
	return is_small_integer(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
}

static LLVMValueRef bit(struct hr_mutate_pass *pass, bool value)
{
	return LLVMConstInt(LLVMInt1TypeInContext(pass->module->context), value, 0);
}

static bool is_before_end(LLVMValueRef value)
{
	return LLVMGetNextInstruction(value) != NULL;
}

/* ---- constants ---- */

/* 0 and 1 are often truths: they change places. There is nothing above the largest number. */
static int64_t other_number(int64_t number, unsigned width)
{
	if (number == 1)
		return 0;
	return width > 1 && number == INT64_MAX >> (64 - width) ? number - 1 : number + 1;
}

/* Another number for an operand, `where` being "" or what it is; the builder stands before the instruction. */
static void change_constant(struct hr_mutate_pass *pass, unsigned operand, const char *where)
{
	LLVMValueRef constant = LLVMGetOperand(pass->instruction, operand);

	if (!LLVMIsAConstantInt(constant) || !is_small_integer(constant))
		return;
	bool is_truth = is_bit(constant);
	int64_t number =
		is_truth ? (int64_t)LLVMConstIntGetZExtValue(constant) : (int64_t)LLVMConstIntGetSExtValue(constant);
	int64_t other = other_number(number, LLVMGetIntTypeWidth(LLVMTypeOf(constant)));
	struct chain chain = { NULL, constant };
	LLVMValueRef when =
		hr_mutate_add(pass, HR_MUTANT_CONSTANT, "%s%" PRId64 " became %" PRId64, where, number, other);
	choose(pass, &chain, when, LLVMConstInt(LLVMTypeOf(constant), (uint64_t)other, 1));
	LLVMSetOperand(pass->instruction, operand, chain.last);
}

/* ---- comparisons and conditions ---- */

struct comparison {
	unsigned predicate;
	unsigned other;
	enum hr_mutant_kind kind;
	const char *text;
	const char *other_text;
};

static const struct comparison integers[] = {
	{ LLVMIntEQ, LLVMIntNE, HR_MUTANT_NEGATED, "==", "!=" },
	{ LLVMIntNE, LLVMIntEQ, HR_MUTANT_NEGATED, "!=", "==" },
	{ LLVMIntUGT, LLVMIntUGE, HR_MUTANT_BOUNDARY, ">", ">=" },
	{ LLVMIntSGT, LLVMIntSGE, HR_MUTANT_BOUNDARY, ">", ">=" },
	{ LLVMIntUGE, LLVMIntUGT, HR_MUTANT_BOUNDARY, ">=", ">" },
	{ LLVMIntSGE, LLVMIntSGT, HR_MUTANT_BOUNDARY, ">=", ">" },
	{ LLVMIntULT, LLVMIntULE, HR_MUTANT_BOUNDARY, "<", "<=" },
	{ LLVMIntSLT, LLVMIntSLE, HR_MUTANT_BOUNDARY, "<", "<=" },
	{ LLVMIntULE, LLVMIntULT, HR_MUTANT_BOUNDARY, "<=", "<" },
	{ LLVMIntSLE, LLVMIntSLT, HR_MUTANT_BOUNDARY, "<=", "<" },
};

static const struct comparison reals[] = {
	{ LLVMRealOEQ, LLVMRealUNE, HR_MUTANT_NEGATED, "==", "!=" },
	{ LLVMRealUNE, LLVMRealOEQ, HR_MUTANT_NEGATED, "!=", "==" },
	{ LLVMRealOGT, LLVMRealOGE, HR_MUTANT_BOUNDARY, ">", ">=" },
	{ LLVMRealOGE, LLVMRealOGT, HR_MUTANT_BOUNDARY, ">=", ">" },
	{ LLVMRealOLT, LLVMRealOLE, HR_MUTANT_BOUNDARY, "<", "<=" },
	{ LLVMRealOLE, LLVMRealOLT, HR_MUTANT_BOUNDARY, "<=", "<" },
};

static const struct comparison *find_comparison(LLVMValueRef compare)
{
	bool is_integer = LLVMGetInstructionOpcode(compare) == LLVMICmp;
	const struct comparison *table = is_integer ? integers : reals;
	size_t count = is_integer ? sizeof integers / sizeof *integers : sizeof reals / sizeof *reals;
	unsigned predicate =
		is_integer ? (unsigned)LLVMGetICmpPredicate(compare) : (unsigned)LLVMGetFCmpPredicate(compare);

	for (size_t i = 0; i < count; i++)
		if (table[i].predicate == predicate)
			return &table[i];
	return NULL;
}

/* Where the branch goes when its condition is this. */
static LLVMBasicBlockRef way(LLVMValueRef branch, bool condition)
{
	return LLVMGetSuccessor(branch, condition ? 0 : 1);
}

/* A condition that always holds would never leave the loop. */
static bool stays_in_loop(LLVMValueRef branch, bool condition)
{
	const char *name = LLVMGetBasicBlockName(way(branch, condition));

	return hr_text_starts_with(name, "for.body") || hr_text_starts_with(name, "while.body") ||
	       hr_text_starts_with(name, "do.body");
}

static bool is_branch(LLVMValueRef user)
{
	return LLVMIsABranchInst(user) != NULL;
}

static void fix_condition(struct hr_mutate_pass *pass, struct chain *chain, LLVMValueRef user)
{
	static const char *const texts[] = { "condition is always false", "condition is always true" };

	for (int value = 1; value >= 0; value--) {
		if (is_branch(user) && stays_in_loop(user, value))
			continue;
		choose(pass, chain, hr_mutate_add(pass, value ? HR_MUTANT_TRUE : HR_MUTANT_FALSE, "%s", texts[value]),
		       bit(pass, value));
	}
}

/* Whoever decides by this value: a branch, `&&` and `||` (phi), `?:` (select); NULL: nobody. */
static LLVMValueRef decider(LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_branch(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
			return user;
	}
	return NULL;
}

static void change_comparison(struct hr_mutate_pass *pass)
{
	LLVMValueRef compare = pass->instruction;
	const struct comparison *comparison = find_comparison(compare);
	bool is_integer = LLVMGetInstructionOpcode(compare) == LLVMICmp;
	bool is_truth = hr_text_starts_with(name_of(compare), "tobool");

	if (!comparison || LLVMGetTypeKind(LLVMTypeOf(compare)) != LLVMIntegerTypeKind)
		return;
	LLVMValueRef user = decider(compare);
	LLVMPositionBuilderBefore(pass->builder, compare);
	if (comparison->kind == HR_MUTANT_NEGATED && !is_truth) /* of the others the boundary is the same change */
		change_constant(pass, 1, "");
	LLVMPositionBuilderBefore(pass->builder, LLVMGetNextInstruction(compare));
	struct chain chain = { NULL, compare };
	LLVMValueRef when = is_truth ? hr_mutate_add(pass, HR_MUTANT_NEGATED, "condition negated")
				     : hr_mutate_add(pass, comparison->kind, "%s became %s", comparison->text,
						     comparison->other_text);
	LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
	if (when)
		choose(pass, &chain, when,
		       is_integer
			       ? LLVMBuildICmp(pass->builder, (LLVMIntPredicate)comparison->other, left, right, "")
			       : LLVMBuildFCmp(pass->builder, (LLVMRealPredicate)comparison->other, left, right, ""));
	if (user)
		fix_condition(pass, &chain, user);
	replace(&chain, compare);
}

/* A condition that is no comparison: a truth that was loaded, or that a function returned. */
static void change_branch(struct hr_mutate_pass *pass)
{
	LLVMValueRef branch = pass->instruction;

	if (!LLVMIsConditional(branch))
		return;
	LLVMValueRef condition = LLVMGetCondition(branch);
	if (LLVMIsAConstantInt(condition) || LLVMIsAPHINode(condition) || LLVMIsASelectInst(condition) ||
	    LLVMIsAICmpInst(condition) || LLVMIsAFCmpInst(condition))
		return;
	LLVMPositionBuilderBefore(pass->builder, branch);
	struct chain chain = { NULL, condition };
	LLVMValueRef when = hr_mutate_add(pass, HR_MUTANT_NEGATED, "condition negated");
	if (when)
		choose(pass, &chain, when, LLVMBuildNot(pass->builder, condition, ""));
	fix_condition(pass, &chain, branch);
	LLVMSetCondition(branch, chain.last);
}

/* The least number that is no case. */
static uint64_t find_free_number(LLVMValueRef choice, unsigned count)
{
	for (uint64_t number = 0;; number++) {
		bool is_taken = false;
		for (unsigned i = 0; i < count && !is_taken; i++)
			is_taken = LLVMConstIntGetZExtValue(LLVMGetOperand(choice, 2 + 2 * i)) == number;
		if (!is_taken)
			return number;
	}
}

static void change_switch(struct hr_mutate_pass *pass)
{
	LLVMValueRef choice = pass->instruction;
	LLVMValueRef value = LLVMGetOperand(choice, 0);
	unsigned count = LLVMGetNumSuccessors(choice) - 1;

	if (!is_small_integer(value) || is_bit(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 8 || count > 250)
		return;
	LLVMPositionBuilderBefore(pass->builder, choice);
	struct chain chain = { NULL, value };
	LLVMValueRef other = LLVMConstInt(LLVMTypeOf(value), find_free_number(choice, count), 0);
	for (unsigned i = 0; i < count && i < MOST_CASES; i++) {
		LLVMValueRef number = LLVMGetOperand(choice, 2 + 2 * i);
		if (LLVMGetSuccessor(choice, i + 1) == LLVMGetSwitchDefaultDest(choice))
			continue;
		LLVMValueRef when = hr_mutate_add(pass, HR_MUTANT_CASE, "case %" PRId64 " is never taken",
						  (int64_t)LLVMConstIntGetSExtValue(number));
		if (!when)
			continue;
		LLVMValueRef is_it = LLVMBuildICmp(pass->builder, LLVMIntEQ, value, number, "");
		choose(pass, &chain, LLVMBuildAnd(pass->builder, when, is_it, ""), other);
	}
	LLVMSetOperand(choice, 0, chain.last);
}

/* ---- arithmetic ---- */

struct arithmetic {
	LLVMOpcode opcode;
	LLVMOpcode other;
	const char *text;
	const char *other_text;
};

static const struct arithmetic operators[] = {
	{ LLVMAdd, LLVMSub, "+", "-" },    { LLVMSub, LLVMAdd, "-", "+" },    { LLVMMul, LLVMAdd, "*", "+" },
	{ LLVMUDiv, LLVMMul, "/", "*" },   { LLVMSDiv, LLVMMul, "/", "*" },   { LLVMURem, LLVMUDiv, "%", "/" },
	{ LLVMSRem, LLVMSDiv, "%", "/" },  { LLVMShl, LLVMLShr, "<<", ">>" }, { LLVMLShr, LLVMShl, ">>", "<<" },
	{ LLVMAShr, LLVMShl, ">>", "<<" }, { LLVMAnd, LLVMOr, "&", "|" },     { LLVMOr, LLVMAnd, "|", "&" },
	{ LLVMXor, LLVMAnd, "^", "&" },    { LLVMFAdd, LLVMFSub, "+", "-" },  { LLVMFSub, LLVMFAdd, "-", "+" },
	{ LLVMFMul, LLVMFDiv, "*", "/" },  { LLVMFDiv, LLVMFMul, "/", "*" },
};

static const struct arithmetic *find_arithmetic(LLVMOpcode opcode)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (operators[i].opcode == opcode)
			return &operators[i];
	return NULL;
}

/* `-x` and `~x`: the operand that stays when the sign goes; NULL: no such thing. */
static LLVMValueRef unary_operand(LLVMValueRef instruction, LLVMOpcode opcode)
{
	LLVMValueRef left = LLVMGetOperand(instruction, 0);

	if (opcode == LLVMFNeg)
		return left;
	LLVMValueRef right = LLVMGetOperand(instruction, 1);
	if (opcode == LLVMSub && LLVMIsAConstantInt(left) && LLVMIsNull(left))
		return right;
	if (opcode == LLVMXor && LLVMIsAConstantInt(right) && LLVMConstIntGetSExtValue(right) == -1)
		return left;
	return NULL;
}

static void change_arithmetic(struct hr_mutate_pass *pass, LLVMOpcode opcode)
{
	LLVMValueRef instruction = pass->instruction;
	const struct arithmetic *arithmetic = find_arithmetic(opcode);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
	bool is_step = is_named(instruction, "inc") || is_named(instruction, "dec");

	/* differences of pointers, and bits that stand for truths: nobody wrote these operators; bit-fields are taken apart with them */
	if (is_bit(instruction) || hr_text_starts_with(name_of(instruction), "sub.ptr") ||
	    hr_text_starts_with(name_of(instruction), "bf.") ||
	    (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind))
		return;
	LLVMValueRef operand = unary_operand(instruction, opcode);
	LLVMPositionBuilderBefore(pass->builder, instruction);
	for (unsigned i = 0; i < 2 && !operand && !is_step; i++)
		change_constant(pass, i, "");
	LLVMPositionBuilderBefore(pass->builder, LLVMGetNextInstruction(instruction));
	struct chain chain = { NULL, instruction };
	LLVMValueRef when = NULL;
	LLVMValueRef instead = operand;
	if (operand)
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR, "%s removed", opcode == LLVMXor ? "~" : "-");
	else if (is_step)
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR,
				     is_named(instruction, "inc") ? "++ became --" : "-- became ++");
	else
		when = hr_mutate_add(pass, HR_MUTANT_OPERATOR, "%s became %s", arithmetic->text,
				     arithmetic->other_text);
	if (when && !operand)
		instead = LLVMBuildBinOp(pass->builder, arithmetic->other, LLVMGetOperand(instruction, 0),
					 LLVMGetOperand(instruction, 1), "");
	choose(pass, &chain, when, instead);
	replace(&chain, instruction);
}

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
	return LLVMIsAAllocaInst(pointer) && is_named(pointer, "retval");
}

/* Its result is returned, or decided by, and nothing else: changes of that are nearly the same. */
static bool is_passed_on(LLVMValueRef call)
{
	LLVMValueRef user = only_user(call);

	if (!user)
		return false;
	if (LLVMIsAStoreInst(user))
		return is_result_slot(LLVMGetOperand(user, 1));
	return LLVMIsAReturnInst(user) || is_branch(user) || hr_text_starts_with(name_of(user), "tobool");
}

static void change_call(struct hr_mutate_pass *pass)
{
	LLVMValueRef call = pass->instruction;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	LLVMValueRef function = LLVMIsAFunction(callee);
	const char *name = function ? name_of(function) : "a function pointer";
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
		if (!is_small_integer(argument) || LLVMGetIntTypeWidth(LLVMTypeOf(argument)) == 64)
			continue;
		snprintf(where, sizeof where, "argument %u: ", i + 1);
		change_constant(pass, i, where);
	}
	if (call_has(call, function, 1, "sret") || is_passed_on(call))
		return;
	bool is_void = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
	LLVMValueRef when = hr_mutate_add(
		pass, HR_MUTANT_CALL,
		is_void || !LLVMGetFirstUse(call) ? "call to %s removed" : "call to %s removed, its result is 0", name);
	struct chain chain = { NULL, callee };
	if (when)
		choose(pass, &chain, when, nothing_of(pass, type));
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
	struct chain chain = { NULL, result };

	LLVMPositionBuilderBefore(pass->builder, pass->instruction);
	if (kind == LLVMPointerTypeKind && !LLVMIsNull(result))
		choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns NULL"), LLVMConstNull(type));
	bool is_integer = kind == LLVMIntegerTypeKind;
	if (!is_integer && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) {
		LLVMSetOperand(pass->instruction, operand, chain.last);
		return;
	}
	if (!is_constant || !LLVMIsNull(result))
		choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns 0"), LLVMConstNull(type));
	if (!is_constant || LLVMIsNull(result))
		choose(pass, &chain, hr_mutate_add(pass, HR_MUTANT_RETURN, "returns 1"),
		       is_integer ? LLVMConstInt(type, 1, 0) : LLVMConstReal(type, 1));
	LLVMSetOperand(pass->instruction, operand, chain.last);
}

static void change_return(struct hr_mutate_pass *pass)
{
	LLVMValueRef result = LLVMGetNumOperands(pass->instruction) ? LLVMGetOperand(pass->instruction, 0) : NULL;

	if (!result || (LLVMIsALoadInst(result) && is_result_slot(LLVMGetOperand(result, 0))))
		return;
	change_result(pass, 0);
}

/* A variable that clang made for itself. */
static bool is_temporary(LLVMValueRef pointer)
{
	const char *name = name_of(pointer);
	const char *dot = strchr(name, '.');

	return LLVMIsAAllocaInst(pointer) &&
	       (!*name || (dot && !hr_text_starts_with(dot, ".addr")) || is_named(pointer, "tmp") ||
		is_named(pointer, "saved_stack") || hr_text_starts_with(name, "coerce"));
}

/* How to call what is stored to. */
static void name_target(char *out, size_t size, LLVMValueRef pointer)
{
	const char *name = name_of(pointer);
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

static void change_store(struct hr_mutate_pass *pass)
{
	LLVMValueRef store = pass->instruction;
	LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	if (is_result_slot(pointer)) {
		change_result(pass, 0);
		return;
	}
	if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic || LLVMIsAArgument(value) ||
	    is_temporary(pointer) || is_named(value, "inc") || is_named(value, "dec") || is_named(value, "incdec.ptr"))
		return;
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind &&
	    kind != LLVMDoubleTypeKind)
		return;
	char target[100];
	LLVMPositionBuilderBefore(pass->builder, store);
	change_constant(pass, 0, "");
	if (LLVMIsAAllocaInst(pointer) && hr_mutate_declares(pass, name_of(pointer)))
		return;
	struct chain chain = { NULL, LLVMGetOperand(store, 0) };
	name_target(target, sizeof target, pointer);
	LLVMValueRef when = hr_mutate_add(pass, HR_MUTANT_STORE, "store to %s removed", target);
	if (!when)
		return;
	LLVMValueRef before = LLVMBuildLoad2(pass->builder, LLVMTypeOf(value), pointer, "");
	LLVMSetAlignment(before, LLVMGetAlignment(store));
	choose(pass, &chain, when, before);
	LLVMSetOperand(store, 0, chain.last);
}

/* Clang says of what it added itself why it did. */
static bool is_annotated(LLVMValueRef instruction)
{
	static const char name[] = "annotation";

	return LLVMHasMetadata(instruction) &&
	       LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(
						    LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(
							    LLVMGetInstructionParent(instruction)))),
						    name, sizeof name - 1));
}

void hr_mutate_instruction(struct hr_mutate_pass *pass, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);

	if (is_annotated(instruction) || !hr_mutate_begin(pass, instruction) ||
	    (!LLVMIsATerminatorInst(instruction) && !is_before_end(instruction)))
		return;
	switch (opcode) {
	case LLVMICmp:
	case LLVMFCmp:
		change_comparison(pass);
		break;
	case LLVMBr:
		change_branch(pass);
		break;
	case LLVMSwitch:
		change_switch(pass);
		break;
	case LLVMCall:
		change_call(pass);
		break;
	case LLVMStore:
		change_store(pass);
		break;
	case LLVMRet:
		change_return(pass);
		break;
	default:
		if (find_arithmetic(opcode) || opcode == LLVMFNeg)
			change_arithmetic(pass, opcode);
	}
}
