/* What the files of this folder share: LLVM's own module behind ours. */
#ifndef HR_IR_MODULE_INTERNAL_H
#define HR_IR_MODULE_INTERNAL_H

#include <llvm-c/Core.h>

struct hr_module {
	LLVMContextRef context;
	LLVMModuleRef module;
};

#endif
