/* What the files of this folder share: LLVM's own module behind ours. */
#ifndef HR_IR_MODULE_INTERNAL_H
#define HR_IR_MODULE_INTERNAL_H

#include "base/error.h"

#include <llvm-c/Core.h>

struct hr_module {
	LLVMContextRef context;
	LLVMModuleRef module;
};

/* Behind the names of static functions and variables that are called as something that is linked to them. */
#define HR_MODULE_ASIDE ".aside"

/* Reads a file of bitcode; the caller disposes of the module. Fails with HR_ERROR_INTERNAL and LLVM's reason. */
int hr_module_parse(LLVMModuleRef *out, LLVMContextRef context, const char *path, struct hr_error *error);

/* A fresh declaration like `old`, attributes of functions included, but visible: one that was hidden would be linked as if it were our own. LLVM gives it another name where this one is taken. */
LLVMValueRef hr_module_declare_like(LLVMModuleRef module, LLVMValueRef old, const char *name);

#endif
