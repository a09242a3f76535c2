/* Machine code of a module as it is, without a compiler of its own: starting clang takes longer than what it does for most sources.
 *
 * Invariant: the module's triple and the attributes of its functions decide what the code is for; code does not depend on where it is loaded. */
#include "ir/ir.h"
#include "ir/module_internal.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

static LLVMTargetMachineRef make_machine(const struct hr_module *module, char **reason)
{
	const char *triple = LLVMGetTarget(module->module);
	LLVMTargetRef target;

	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	LLVMInitializeX86AsmParser();
	if (LLVMGetTargetFromTriple(triple, &target, reason))
		return NULL;
	return LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocPIC,
				       LLVMCodeModelDefault);
}

/* What has to be done also without optimising: functions that are always to be inlined. */
static int lower(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *path, struct hr_error *error)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failed = LLVMRunPasses(module, "default<O0>", machine, options);
	int status = 0;

	LLVMDisposePassBuilderOptions(options);
	if (failed) {
		char *reason = LLVMGetErrorMessage(failed);
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", path, reason);
		LLVMDisposeErrorMessage(reason);
	}
	return status;
}

int hr_module_write_object(struct hr_module *module, const char *path, struct hr_error *error)
{
	char *reason = NULL;
	LLVMTargetMachineRef machine = make_machine(module, &reason);
	int status = machine ? lower(module->module, machine, path, error) : -1;

	if (!machine)
		hr_fail(error, HR_ERROR_INTERNAL, "cannot make '%s': %s", path, reason ? reason : "no such machine");
	else if (!status && LLVMTargetMachineEmitToFile(machine, module->module, path, LLVMObjectFile, &reason))
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s': %s", path, reason);
	if (reason)
		LLVMDisposeMessage(reason);
	if (machine)
		LLVMDisposeTargetMachine(machine);
	return status;
}
