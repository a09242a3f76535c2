/* What the files that put mutants into a module share. */
#ifndef HR_IR_MUTANTS_INTERNAL_H
#define HR_IR_MUTANTS_INTERNAL_H

#include "base/map.h"
#include "ir/module_internal.h"
#include "ir/mutants.h"

/* A source whose text was looked at. */
struct hr_mutate_file {
	const char *path; /* absolute */
	bool is_wanted;
	struct hr_strbuf text;
	HR_VEC(size_t) lines; /* where they begin */
};

/* A change of the instruction, and what would be there without it. */
struct hr_mutate_difference {
	unsigned change; /* from 1 */
	LLVMValueRef instead, original;
};

struct hr_mutate_pass {
	struct hr_module *module;
	const struct hr_mutate_options *options;
	struct hr_mutants *out;
	LLVMBuilderRef builder;
	LLVMTypeRef at_type, differs_type;
	LLVMValueRef at, differs;
	struct hr_map file_by_name;
	HR_VEC(struct hr_mutate_file) files;
	struct hr_map seen; /* ids of this module, as text */
	HR_VEC(unsigned) first;
	HR_VEC(uint64_t) ids;
	struct hr_map nothing_by_type; /* functions that do nothing */
	HR_VEC(LLVMValueRef) nothing;
	/* of the function that is being changed */
	const char *function;
	/* of the instruction that is being changed */
	LLVMValueRef instruction;
	size_t file; /* in `files` */
	unsigned line, column;
	LLVMValueRef chosen; /* which change; NULL: there is none yet */
	unsigned changes;
	HR_VEC(struct hr_mutate_difference) differences;
};

/* Where the instruction stands; false when nobody wrote it, or not in a file that is wanted. Changes that are added from now on are of it. */
bool hr_mutate_begin(struct hr_mutate_pass *pass, LLVMValueRef instruction);

/* Adds a change of the instruction. The result holds at run time when it is to be made real (i1, computed where the builder
 * stands, which must not be moved back before the next instruction is begun); NULL: there is such a one already. */
LLVMValueRef hr_mutate_add(struct hr_mutate_pass *pass, enum hr_mutant_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* All changes of the instruction are there: where the builder stands, a run can tell which of them would make a difference. */
void hr_mutate_end(struct hr_mutate_pass *pass);

/* Whether the text at the place of the instruction begins with this identifier: then it is a declaration that initialises. */
bool hr_mutate_declares(struct hr_mutate_pass *pass, const char *name);

/* ---- mutants_change.c ---- */

/* Adds all changes of one instruction. */
void hr_mutate_instruction(struct hr_mutate_pass *pass, LLVMValueRef instruction);

/* A value and what takes its place. */
struct hr_mutate_chain {
	LLVMValueRef first; /* the choice that has the original in it; NULL: none yet */
	LLVMValueRef last;
};

/* `instead` when `when` holds, of the change that was added last; a NULL `when` is one that was not added. */
void hr_mutate_choose(struct hr_mutate_pass *pass, struct hr_mutate_chain *chain, LLVMValueRef when,
		      LLVMValueRef instead);

/* All who use the original use what was chosen, which has the same name, for those who go by that. */
void hr_mutate_replace(const struct hr_mutate_chain *chain, LLVMValueRef original);

/* Another number for an operand of the instruction, `where` being "" or what it is; the builder stands before the instruction. */
void hr_mutate_constant(struct hr_mutate_pass *pass, unsigned operand, const char *where);

/* Clang's name for a value; whether it is this one, with nothing or a number behind. */
const char *hr_mutate_name(LLVMValueRef value);
bool hr_mutate_is_named(LLVMValueRef value, const char *name);

LLVMValueRef hr_mutate_only_user(LLVMValueRef value); /* NULL: there is none, or more than one */
bool hr_mutate_is_integer(LLVMValueRef value);        /* of at most 64 bits */
bool hr_mutate_is_bit(LLVMValueRef value);

/* ---- mutants_conditions.c: of the instruction that was begun ---- */

void hr_mutate_comparison(struct hr_mutate_pass *pass);
void hr_mutate_branch(struct hr_mutate_pass *pass);
void hr_mutate_switch(struct hr_mutate_pass *pass);

/* Whether it decides by a condition. */
bool hr_mutate_is_branch(LLVMValueRef user);

/* ---- mutants_effects.c: the same ---- */

void hr_mutate_call(struct hr_mutate_pass *pass);
void hr_mutate_store(struct hr_mutate_pass *pass);
void hr_mutate_return(struct hr_mutate_pass *pass);

#endif
