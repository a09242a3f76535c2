/* Changes of comparisons, of what is decided by them, and of the cases of a switch.
 *
 * Invariant: no condition is changed so that a loop could never be left. */
#include "ir/mutants_internal.h"

#include "base/text.h"

#include <inttypes.h>

enum { MOST_CASES = 32 };

static LLVMValueRef bit(struct hr_mutate_pass *pass, bool value)
{
	return LLVMConstInt(LLVMInt1TypeInContext(pass->module->context), value, 0);
}

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

bool hr_mutate_is_branch(LLVMValueRef user)
{
	return LLVMIsABranchInst(user) != NULL;
}

static void fix_condition(struct hr_mutate_pass *pass, struct hr_mutate_chain *chain, LLVMValueRef user)
{
	static const char *const texts[] = { "condition is always false", "condition is always true" };

	for (int value = 1; value >= 0; value--) {
		if (hr_mutate_is_branch(user) && stays_in_loop(user, value))
			continue;
		hr_mutate_choose(pass, chain,
				 hr_mutate_add(pass, value ? HR_MUTANT_TRUE : HR_MUTANT_FALSE, "%s", texts[value]),
				 bit(pass, value));
	}
}

/* Whoever decides by this value: a branch, `&&` and `||` (phi), `?:` (select); NULL: nobody. */
static LLVMValueRef decider(LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (hr_mutate_is_branch(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
			return user;
	}
	return NULL;
}

void hr_mutate_comparison(struct hr_mutate_pass *pass)
{
	LLVMValueRef compare = pass->instruction;
	const struct comparison *comparison = find_comparison(compare);
	bool is_integer = LLVMGetInstructionOpcode(compare) == LLVMICmp;
	bool is_truth = hr_text_starts_with(hr_mutate_name(compare), "tobool");

	if (!comparison || LLVMGetTypeKind(LLVMTypeOf(compare)) != LLVMIntegerTypeKind)
		return;
	LLVMValueRef user = decider(compare);
	LLVMPositionBuilderBefore(pass->builder, compare);
	if (comparison->kind == HR_MUTANT_NEGATED && !is_truth) /* of the others the boundary is the same change */
		hr_mutate_constant(pass, 1, "");
	LLVMPositionBuilderBefore(pass->builder, LLVMGetNextInstruction(compare));
	struct hr_mutate_chain chain = { NULL, compare };
	LLVMValueRef when = is_truth ? hr_mutate_add(pass, HR_MUTANT_NEGATED, "condition negated")
				     : hr_mutate_add(pass, comparison->kind, "%s became %s", comparison->text,
						     comparison->other_text);
	LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
	if (when)
		hr_mutate_choose(
			pass, &chain, when,
			is_integer
				? LLVMBuildICmp(pass->builder, (LLVMIntPredicate)comparison->other, left, right, "")
				: LLVMBuildFCmp(pass->builder, (LLVMRealPredicate)comparison->other, left, right, ""));
	if (user)
		fix_condition(pass, &chain, user);
	hr_mutate_replace(&chain, compare);
}

/* A condition that is no comparison: a truth that was loaded, or that a function returned. */
void hr_mutate_branch(struct hr_mutate_pass *pass)
{
	LLVMValueRef branch = pass->instruction;

	if (!LLVMIsConditional(branch))
		return;
	LLVMValueRef condition = LLVMGetCondition(branch);
	if (LLVMIsAConstantInt(condition) || LLVMIsAPHINode(condition) || LLVMIsASelectInst(condition) ||
	    LLVMIsAICmpInst(condition) || LLVMIsAFCmpInst(condition))
		return;
	LLVMPositionBuilderBefore(pass->builder, branch);
	struct hr_mutate_chain chain = { NULL, condition };
	LLVMValueRef when = hr_mutate_add(pass, HR_MUTANT_NEGATED, "condition negated");
	if (when)
		hr_mutate_choose(pass, &chain, when, LLVMBuildNot(pass->builder, condition, ""));
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

void hr_mutate_switch(struct hr_mutate_pass *pass)
{
	LLVMValueRef choice = pass->instruction;
	LLVMValueRef value = LLVMGetOperand(choice, 0);
	unsigned count = LLVMGetNumSuccessors(choice) - 1;

	if (!hr_mutate_is_integer(value) || hr_mutate_is_bit(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 8 ||
	    count > 250)
		return;
	LLVMPositionBuilderBefore(pass->builder, choice);
	struct hr_mutate_chain chain = { NULL, value };
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
		hr_mutate_choose(pass, &chain, when, LLVMBuildSelect(pass->builder, is_it, other, value, ""));
	}
	LLVMSetOperand(choice, 0, chain.last);
}
