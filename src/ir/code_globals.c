/* Functions and variables of the unit, without bodies: their names, what is known about them at once, and who stands for whom.
 *
 * Invariant: an alias is the same as what it stands for, under a further name. */
#include "ir/code_internal.h"

#include <llvm-c/DebugInfo.h>

#include <ctype.h>
#include <string.h>

static bool has_attribute(LLVMValueRef function, LLVMAttributeIndex index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	return LLVMGetEnumAttributeAtIndex(function, index, kind) != NULL;
}

static bool is_local(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);
	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* ---- parameters ---- */

/* What clang adds to the name of a parameter that it passes in another shape. */
static size_t source_length(const char *name, bool *is_part)
{
	const char *mark = strstr(name, ".coerce");

	*is_part = mark && isdigit((unsigned char)mark[7]);
	return mark ? (size_t)(mark - name) : strlen(name);
}

static void list_parameters(struct hr_code_reader *reader, struct hr_code_function *out, LLVMValueRef function)
{
	uint32_t number = 0;
	const char *last = NULL; /* of a struct whose further parts may follow */
	unsigned count = LLVMCountParams(function);

	for (unsigned i = 0; i < count; i++) {
		size_t length;
		bool is_part;
		const char *name = LLVMGetValueName2(LLVMGetParam(function, i), &length);
		struct hr_code_parameter parameter = { .source = HR_CODE_NONE, .is_whole = true };

		parameter.name = hr_arena_strndup(&reader->code->arena, name, length = source_length(name, &is_part));
		parameter.is_whole = !is_part;
		parameter.is_by_value = has_attribute(function, i + 1, "byval");
		if (has_attribute(function, i + 1, "sret")) {
			parameter.name = "";
		} else if (is_part && last && strcmp(last, parameter.name) == 0) {
			parameter.source = number - 1;
			last = NULL; /* two at the most */
		} else {
			parameter.source = number++;
			last = is_part ? parameter.name : NULL;
		}
		hr_vec_push(&out->parameters, parameter);
	}
}

/* ---- functions ---- */

static bool is_address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGlobalAlias(user))
			continue;
		if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
			return true;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetOperand(user, i) == function)
				return true;
	}
	return false;
}

/* What the source called it: glibc's headers give some functions other symbols. */
static const char *declared_name(struct hr_code_reader *reader, const char *symbol)
{
	static const char *const prefixes[] = { "__isoc99_", "__isoc23_", "__xpg_" };
	static const char *const wide[] = { "fopen64",  "freopen64", "fseeko64",   "ftello64",    "lseek64", "open64",
					    "openat64", "creat64",   "truncate64", "ftruncate64", "stat64",  "fstat64",
					    "lstat64",  "tmpfile64", "mkstemp64",  "readdir64",   "pread64", "pwrite64",
					    "mmap64",   "fgetpos64", "fsetpos64" };

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (strncmp(symbol, prefixes[i], strlen(prefixes[i])) == 0)
			return hr_arena_strdup(&reader->code->arena, symbol + strlen(prefixes[i]));
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		if (strcmp(symbol, wide[i]) == 0)
			return hr_arena_strndup(&reader->code->arena, symbol, strlen(symbol) - 2);
	if (strcmp(symbol, "_setjmp") == 0)
		return "setjmp";
	return hr_arena_strdup(&reader->code->arena, symbol);
}

static void place_function(struct hr_code_reader *reader, struct hr_code_function *out, LLVMValueRef function)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function);

	out->file = HR_CODE_NONE;
	if (!subprogram || !out->is_defined)
		return;
	out->file = hr_code_file_index(reader, LLVMDIScopeGetFile(subprogram));
	out->line = LLVMDISubprogramGetLine(subprogram);
}

bool hr_code_has_body(LLVMValueRef function)
{
	return !LLVMIsDeclaration(function) && LLVMGetLinkage(function) != LLVMWeakAnyLinkage;
}

static void list_function(struct hr_code_reader *reader, LLVMValueRef function)
{
	struct hr_code *code = reader->code;
	const char *symbol = hr_code_symbol(function);
	LLVMTypeRef type = LLVMGlobalGetValueType(function);

	if (strncmp(symbol, "llvm.", 5) == 0)
		return;
	struct hr_code_function fresh = {
		.name = hr_arena_strdup(&code->arena, symbol),
		.is_defined = hr_code_has_body(function),
		.is_local = is_local(function),
		.is_variadic = LLVMIsFunctionVarArg(type),
		.is_noreturn = has_attribute(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noreturn"),
		.is_address_taken = is_address_taken(function),
		.returns_pointer = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMPointerTypeKind,
		.signature = hr_code_signature_index(reader, type),
	};
	fresh.source_name = fresh.is_defined ? hr_arena_strndup(&code->arena, symbol, strcspn(symbol, "."))
					     : declared_name(reader, symbol);
	place_function(reader, &fresh, function);
	list_parameters(reader, &fresh, function);
	hr_pointer_map_put(&reader->functions, function, (uint32_t)code->functions.count);
	hr_map_put(&code->function_by_name, fresh.name, code->functions.count);
	hr_vec_push(&code->functions, fresh);
}

uint32_t hr_code_function_named(struct hr_code_reader *reader, const char *name, const char *signature)
{
	struct hr_code *code = reader->code;
	size_t known;

	if (hr_map_get(&code->function_by_name, name, &known))
		return (uint32_t)known;
	known = code->functions.count;
	hr_map_put(&code->function_by_name, name, known);
	hr_vec_push(&code->functions, (struct hr_code_function){
					      .name = hr_arena_strdup(&code->arena, name),
					      .source_name = hr_arena_strdup(&code->arena, name),
					      .file = HR_CODE_NONE,
					      .signature = hr_code_signature_text(reader, signature),
					      .is_noreturn = strcmp(name, "abort") == 0,
					      .returns_pointer = *signature == 'p',
				      });
	return (uint32_t)known;
}

/* ---- variables ---- */

static bool is_number(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isdigit((unsigned char)text[i]))
			return false;
	return length > 0;
}

/* "last" of "insert.last.3" and of "__const.insert.last"; "counter" of "counter.2"; "" of ".str.7". */
static const char *variable_name(struct hr_code_reader *reader, const char *symbol)
{
	const char *best = symbol;
	size_t best_length = strcspn(symbol, ".");
	const char *part = symbol + best_length;

	while (*part == '.') {
		size_t length = strcspn(++part, ".");
		if (best_length == 0)
			return "";
		if (!is_number(part, length) && strncmp(best, "__func__", 8) != 0 &&
		    strncmp(best, "__PRETTY_FUNCTION__", 19) != 0) {
			best = part;
			best_length = length;
		}
		part += length;
	}
	return hr_arena_strndup(&reader->code->arena, best, best_length);
}

static bool is_text(LLVMValueRef variable)
{
	const char *name = hr_code_symbol(variable);
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);

	return LLVMGetLinkage(variable) == LLVMPrivateLinkage && strncmp(name, ".str", 4) == 0 &&
	       LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsGlobalConstant(variable);
}

static void list_variable(struct hr_code_reader *reader, LLVMValueRef variable)
{
	struct hr_code *code = reader->code;
	const char *symbol = hr_code_symbol(variable);
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);
	unsigned directory_length = 0, length = 0;

	if (strncmp(symbol, "llvm.", 5) == 0)
		return;
	struct hr_code_variable fresh = {
		.name = hr_arena_strdup(&code->arena, symbol),
		.source_name = variable_name(reader, symbol),
		.is_defined = !LLVMIsDeclaration(variable),
		.is_local = is_local(variable),
		.is_constant = LLVMIsGlobalConstant(variable),
		.is_text = is_text(variable),
		.type = hr_code_type_index(reader, type),
		.size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(reader->layout, type) : 0,
		.line = LLVMGetDebugLocLine(variable),
	};
	const char *directory = LLVMGetDebugLocDirectory(variable, &directory_length);
	const char *file = LLVMGetDebugLocFilename(variable, &length);
	fresh.file = file ? hr_code_file_named(reader, directory, directory_length, file, length) : HR_CODE_NONE;
	hr_pointer_map_put(&reader->variables, variable, (uint32_t)code->variables.count);
	hr_map_put(&code->variable_by_name, fresh.name, code->variables.count);
	hr_vec_push(&code->variables, fresh);
}

/* ---- further names ---- */

static void list_alias(struct hr_code_reader *reader, LLVMValueRef alias)
{
	const char *symbol = hr_code_symbol(alias);
	struct hr_constant_address target;

	if (!hr_code_constant_address(&target, reader, LLVMAliasGetAliasee(alias)) || target.bytes)
		return;
	if (target.is_function) {
		hr_pointer_map_put(&reader->functions, alias, target.index);
		hr_map_put(&reader->code->function_by_name, symbol, target.index);
	} else {
		hr_pointer_map_put(&reader->variables, alias, target.index);
		hr_map_put(&reader->code->variable_by_name, symbol, target.index);
	}
}

/* Chosen at run time: a function that nothing is known about. */
static void list_ifunc(struct hr_code_reader *reader, LLVMValueRef ifunc)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(ifunc);
	uint32_t index = hr_code_function_named(reader, hr_code_symbol(ifunc), "void()");

	reader->code->functions.data[index].signature = hr_code_signature_index(reader, type);
	hr_pointer_map_put(&reader->functions, ifunc, index);
}

void hr_code_list_globals(struct hr_code_reader *reader)
{
	LLVMModuleRef module = reader->module;

	for (LLVMValueRef it = LLVMGetFirstFunction(module); it; it = LLVMGetNextFunction(it))
		list_function(reader, it);
	for (LLVMValueRef it = LLVMGetFirstGlobal(module); it; it = LLVMGetNextGlobal(it))
		list_variable(reader, it);
	for (LLVMValueRef it = LLVMGetFirstGlobalIFunc(module); it; it = LLVMGetNextGlobalIFunc(it))
		list_ifunc(reader, it);
	for (LLVMValueRef it = LLVMGetFirstGlobalAlias(module); it; it = LLVMGetNextGlobalAlias(it))
		list_alias(reader, it);
}
