/* A thin layer over llvm-c, its only user: modules of bitcode, their symbols, and the few changes that the build makes. */
#ifndef HR_IR_IR_H
#define HR_IR_IR_H

#include "base/error.h"
#include "base/vec.h"

#include <stdbool.h>

struct hr_module;

/* Reads a bitcode file. Fails with HR_ERROR_INTERNAL and LLVM's reason. */
int hr_module_read(struct hr_module **out, const char *path, struct hr_error *error);

/* Writes it; not atomically. Fails with HR_ERROR_INTERNAL. */
int hr_module_write(const struct hr_module *module, const char *path, struct hr_error *error);
void hr_module_free(struct hr_module *module); /* NULL is fine */

struct hr_symbol {
	const char *name; /* as the object file will have it; lives until the symbol is renamed or the module freed */
	bool is_function;
	bool is_defined;
	bool is_local; /* static */
};

typedef HR_VEC(struct hr_symbol) hr_symbols;

/* Functions, variables and aliases, intrinsics left out. The caller releases the vector. */
void hr_module_symbols(hr_symbols *out, const struct hr_module *module);

/* Gives every reference to a symbol that is only declared here another name; a declaration that has the new name
 * already becomes one with it. Does nothing when there is no declaration `from`: a definition, static or not, keeps its
 * name. The new declaration is visible to others, whatever the old one said. */
void hr_module_rename(struct hr_module *module, const char *from, const char *to);

/* Marks every defined function so that optimisation keeps its branches apart (clang's optforfuzzing). */
void hr_module_keep_branches(struct hr_module *module);

/* Gives each way out of `&&` and `||` a branch of its own. */
void hr_module_keep_conditions(struct hr_module *module);

/* Keeps optimisation from making one access to memory of those at the ends of several blocks: what is merged has no line. */
void hr_module_keep_lines(struct hr_module *module);

/* What the memory checks will not see of a module that clang made for them. */
struct hr_unchecked {
	bool assembly;  /* there is some that does something */
	bool functions; /* some are not to be instrumented */
};
struct hr_unchecked hr_module_unchecked(const struct hr_module *module);

/* In a module that has its coverage: takes out the counters of checks for undefined behaviour that pass, and traces of addresses. */
void hr_module_trim_coverage(struct hr_module *module);

/* Makes the code count in that variable (64 bits, defined elsewhere) how often it enters a function or goes round a loop. For modules that
 * nothing is optimised in any more. */
void hr_module_count_work(struct hr_module *module, const char *variable);

#endif
