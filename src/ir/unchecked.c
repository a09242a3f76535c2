/* Code of a module that the memory checks do not see: assembly, and functions that are not to be instrumented. */
#include "ir/ir.h"
#include "ir/module_internal.h"

#include <string.h>

/* Assembly that touches nothing: nothing at all (a barrier for the compiler), or one of some instructions. */
static bool is_harmless(const char *text, size_t length)
{
	static const char *const instructions[] = { "",        "nop",    "pause",  "rep; nop",
						    "rep nop", "lfence", "mfence", "sfence" };
	while (length > 0 && strchr(" \t\n;", text[length - 1]))
		length--;
	while (length > 0 && strchr(" \t\n;", *text)) {
		text++;
		length--;
	}
	for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
		if (strlen(instructions[i]) == length && memcmp(instructions[i], text, length) == 0)
			return true;
	return *text == '#' && !memchr(text, '\n', length);
}

static bool has_assembly(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef it = LLVMGetFirstInstruction(block); it; it = LLVMGetNextInstruction(it)) {
			LLVMOpcode opcode = LLVMGetInstructionOpcode(it);
			if (opcode != LLVMCall && opcode != LLVMInvoke && opcode != LLVMCallBr)
				continue;
			LLVMValueRef callee = LLVMGetCalledValue(it);
			size_t length;
			if (!LLVMIsAInlineAsm(callee))
				continue;
			const char *text = LLVMGetInlineAsmAsmString(callee, &length);
			if (!is_harmless(text, length))
				return true;
		}
	return false;
}

/* Of the lines outside of functions those count that are more than directives about names. */
static bool has_module_assembly(LLVMModuleRef module)
{
	size_t length;
	const char *text = LLVMGetModuleInlineAsm(module, &length);
	static const char *const directives[] = { ".symver", ".globl", ".global", ".weak",
						  ".hidden", ".type",  ".set",    ".ident" };
	for (const char *end = text + length; text < end;) {
		const char *line = text + strspn(text, " \t\n;");
		text = line + strcspn(line, "\n;");
		bool is_directive = line == text || *line == '#';
		for (size_t i = 0; i < sizeof directives / sizeof *directives && !is_directive; i++)
			is_directive = strncmp(line, directives[i], strlen(directives[i])) == 0;
		if (!is_directive)
			return true;
	}
	return false;
}

struct hr_unchecked hr_module_unchecked(const struct hr_module *module)
{
	static const char name[] = "sanitize_address";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	struct hr_unchecked found = { .assembly = has_module_assembly(module->module) };
	for (LLVMValueRef it = LLVMGetFirstFunction(module->module); it; it = LLVMGetNextFunction(it)) {
		if (LLVMIsDeclaration(it) || LLVMGetLinkage(it) == LLVMAvailableExternallyLinkage)
			continue;
		found.assembly = found.assembly || has_assembly(it);
		found.functions = found.functions || !LLVMGetEnumAttributeAtIndex(
							     it, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	}
	return found;
}
