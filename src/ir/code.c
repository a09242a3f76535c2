/* The code of a unit: from bitcode to plain data.
 *
 * Invariant: nothing of LLVM's outlives hr_code_read. */
#include "ir/code.h"
#include "ir/code_internal.h"

#include "base/memory.h"

#include <string.h>

/* LLVM ends the process on diagnostics that nobody handles; what matters of them comes back as a result as well. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
	(void)info;
	(void)context;
}

static void convert(struct hr_code_reader *reader)
{
	hr_code_list_globals(reader);
	hr_code_fill_variables(reader);
	for (LLVMValueRef it = LLVMGetFirstFunction(reader->module); it; it = LLVMGetNextFunction(it)) {
		uint32_t index;
		if (hr_code_has_body(it) && hr_pointer_map_get(&reader->functions, it, &index))
			hr_code_fill_function(reader, index, it);
	}
}

static void release_reader(struct hr_code_reader *reader)
{
	hr_pointer_map_release(&reader->functions);
	hr_pointer_map_release(&reader->variables);
	hr_pointer_map_release(&reader->types);
	hr_pointer_map_release(&reader->signatures);
	hr_pointer_map_release(&reader->files);
	hr_pointer_map_release(&reader->values);
	hr_pointer_map_release(&reader->blocks);
	hr_map_release(&reader->type_by_name);
	hr_map_release(&reader->file_by_name);
	hr_map_release(&reader->signature_by_text);
}

int hr_code_read(struct hr_code **out, const char *const *paths, size_t count, size_t *passed_over,
		 struct hr_error *error)
{
	size_t ignored;
	struct hr_code_reader reader = { .context = LLVMContextCreate() };

	if (!passed_over)
		passed_over = &ignored;
	*passed_over = 0;
	LLVMContextSetDiagnosticHandler(reader.context, ignore_diagnostic, NULL);
	int status = hr_code_link(&reader.module, reader.context, paths, count, passed_over, error);
	if (!status) {
		reader.layout = LLVMGetModuleDataLayout(reader.module);
		reader.code = hr_calloc(1, sizeof *reader.code);
		convert(&reader);
		*out = reader.code;
		LLVMDisposeModule(reader.module);
	}
	release_reader(&reader);
	LLVMContextDispose(reader.context);
	return status;
}

static void release_function(struct hr_code_function *function)
{
	hr_vec_release(&function->parameters);
	hr_vec_release(&function->blocks);
	hr_vec_release(&function->instructions);
	hr_vec_release(&function->values);
	hr_vec_release(&function->operands);
	hr_vec_release(&function->targets);
	hr_vec_release(&function->strides);
	hr_vec_release(&function->addresses);
}

void hr_code_free(struct hr_code *code)
{
	if (!code)
		return;
	for (size_t i = 0; i < code->functions.count; i++)
		release_function(&code->functions.data[i]);
	for (size_t i = 0; i < code->variables.count; i++)
		hr_vec_release(&code->variables.data[i].references);
	for (size_t i = 0; i < code->types.count; i++)
		hr_vec_release(&code->types.data[i].fields);
	hr_vec_release(&code->functions);
	hr_vec_release(&code->variables);
	hr_vec_release(&code->types);
	hr_vec_release(&code->files);
	hr_vec_release(&code->signatures);
	hr_map_release(&code->function_by_name);
	hr_map_release(&code->variable_by_name);
	hr_arena_release(&code->arena);
	free(code);
}
