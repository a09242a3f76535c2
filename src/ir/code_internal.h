/* What the files that turn bitcode into plain data share: LLVM's module on one side, the code that is being filled on the other. */
#ifndef HR_IR_CODE_INTERNAL_H
#define HR_IR_CODE_INTERNAL_H

#include "ir/code.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* From LLVM's objects to our numbers. All zero is a valid, empty one. */
struct hr_pointer_map {
	const void **keys;
	uint32_t *values;
	size_t count;
	size_t capacity; /* 0 or a power of two */
};

void hr_pointer_map_put(struct hr_pointer_map *map, const void *key, uint32_t value);
bool hr_pointer_map_get(const struct hr_pointer_map *map, const void *key, uint32_t *value);
void hr_pointer_map_clear(struct hr_pointer_map *map); /* keeps its room */
void hr_pointer_map_release(struct hr_pointer_map *map);

struct hr_code_reader {
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMTargetDataRef layout; /* the module's own */
	struct hr_code *code;
	struct hr_pointer_map functions, variables, types, signatures, files;
	struct hr_map type_by_name; /* name and layout */
	struct hr_map file_by_name;
	struct hr_map signature_by_text;
	/* of the function that is being read */
	struct hr_pointer_map values, blocks;
};

/* ---- code_link.c ---- */

/* Reads all files into one module of `context` and turns local variables into values. */
int hr_code_link(LLVMModuleRef *out, LLVMContextRef context, const char *const *paths, size_t count,
		 size_t *passed_over, struct hr_error *error);

/* ---- code_names.c: types, signatures, files ---- */

uint32_t hr_code_type_index(struct hr_code_reader *reader, LLVMTypeRef type); /* HR_CODE_NONE for no struct */
uint32_t hr_code_signature_index(struct hr_code_reader *reader, LLVMTypeRef type);
uint32_t hr_code_signature_text(struct hr_code_reader *reader, const char *text);
uint32_t hr_code_file_index(struct hr_code_reader *reader, LLVMMetadataRef file);
uint32_t hr_code_file_named(struct hr_code_reader *reader, const char *directory, size_t directory_length,
			    const char *name, size_t length);

/* The symbol as an object file has it. */
const char *hr_code_symbol(LLVMValueRef global);

/* ---- code_globals.c: functions and variables, without bodies ---- */

void hr_code_list_globals(struct hr_code_reader *reader);

/* False for what is only declared, and for what the source calls weak: the linker may choose another one. */
bool hr_code_has_body(LLVMValueRef function);

/* A function by symbol, declared now when there is none. */
uint32_t hr_code_function_named(struct hr_code_reader *reader, const char *name, const char *signature);

/* ---- code_contents.c ---- */

void hr_code_fill_variables(struct hr_code_reader *reader);

/* What a constant address comes to: a function or variable plus bytes. False when it is something else. */
struct hr_constant_address {
	bool is_function;
	uint32_t index;
	int64_t bytes;
};
bool hr_code_constant_address(struct hr_constant_address *out, const struct hr_code_reader *reader,
			      LLVMValueRef constant);

/* ---- code_address.c ---- */

/* The parts of one getelementptr, an instruction or a constant. */
struct hr_address_steps {
	LLVMValueRef base;
	int64_t bytes;
	LLVMTypeRef type; /* the first struct whose member is selected, or NULL */
	int64_t offset;   /* constant bytes from its beginning on */
	uint64_t element;
	HR_VEC(LLVMValueRef) indices; /* variable ones */
	HR_VEC(int64_t) strides;
};

void hr_code_address_steps(struct hr_address_steps *out, const struct hr_code_reader *reader, LLVMValueRef address);
void hr_code_address_release(struct hr_address_steps *steps);

/* ---- code_values.c ---- */

/* The number of a value inside of `function`, which is being read; made when it is a constant that was not seen before. */
uint32_t hr_code_value_index(struct hr_code_reader *reader, struct hr_code_function *function, LLVMValueRef value);

/* Fills kind-independent parts from the type. */
struct hr_code_value hr_code_value_of_type(LLVMTypeRef type);

/* ---- code_intrinsics.c ---- */

enum hr_intrinsic {
	HR_INTRINSIC_NOT,      /* a call like any other */
	HR_INTRINSIC_LEFT_OUT, /* means nothing here */
	HR_INTRINSIC_OPERAND,  /* yields its first operand */
	HR_INTRINSIC_CALL,     /* a call of a libc function */
	HR_INTRINSIC_BINARY,   /* arithmetic that also tells of its overflow */
	HR_INTRINSIC_OTHER,
};

struct hr_intrinsic_meaning {
	enum hr_intrinsic kind;
	const char *callee;    /* CALL */
	const char *signature; /* CALL */
	unsigned arguments;    /* CALL: how many of them count */
	enum hr_binary binary; /* BINARY */
};

struct hr_intrinsic_meaning hr_code_intrinsic(LLVMValueRef instruction);

/* ---- code_blocks.c ---- */

/* Fills in the blocks that can be reached, and their numbers in the reader. */
void hr_code_list_blocks(struct hr_code_reader *reader, struct hr_code_function *function, LLVMValueRef source);

/* Each predecessor once, in order; all instructions are there. */
void hr_code_list_predecessors(struct hr_code_function *function);

/* A trap ends the program, though clang goes on behind it: nothing comes after. */
bool hr_code_is_trap(LLVMValueRef instruction);
bool hr_code_ends_early(LLVMBasicBlockRef block);

/* ---- code_function.c ---- */

void hr_code_fill_function(struct hr_code_reader *reader, uint32_t index, LLVMValueRef source);

#endif
