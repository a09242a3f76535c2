/* The code of a whole unit as plain data, for analysis: functions, blocks, instructions and values, read from bitcode once and owned by nobody
 * else. It is what clang wrote before any optimisation, with local variables turned into values (mem2reg, sroa): control flow is that of the
 * source, one branch for each condition.
 *
 * Everything is found by index. Inside a function values are numbered: its parameters come first, in order, then constants and instructions
 * as they appear. Lists (operands, targets, …) are slices of one array of the function: first index and count.
 *
 * All sources are linked into one piece: a function or variable is there once, statics of the same name in two files are two. Statics that nobody refers to
 * are there of the first file only. */
#ifndef HR_IR_CODE_H
#define HR_IR_CODE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define HR_CODE_NONE UINT32_MAX

/* ---- values ---- */

enum hr_value_kind {
	HR_VALUE_PARAMETER,   /* index: which, as the machine passes them (see hr_code_parameter) */
	HR_VALUE_INSTRUCTION, /* index: the instruction that yields it */
	HR_VALUE_INTEGER,     /* number, sign-extended from its bits */
	HR_VALUE_REAL,        /* real */
	HR_VALUE_NULL,
	HR_VALUE_FUNCTION,  /* index: the function's address */
	HR_VALUE_VARIABLE,  /* index: the global variable's address; number: bytes added to it */
	HR_VALUE_UNDEFINED, /* undef, poison */
	HR_VALUE_OTHER,     /* a constant of another sort: an expression, an aggregate */
};

struct hr_code_value {
	uint8_t kind; /* enum hr_value_kind */
	bool is_pointer;
	bool is_real;
	uint16_t bits; /* of integers; 64 for pointers; 0 for anything else */
	uint32_t index;
	union {
		int64_t number;
		double real;
	};
};

/* ---- instructions ---- */

enum hr_code_op {
	HR_CODE_LOAD,    /* [pointer]; size */
	HR_CODE_STORE,   /* [value, pointer]; size */
	HR_CODE_ADDRESS, /* [base, variable index…]: base + bytes + sum of index * element size; see hr_code_address */
	HR_CODE_LOCAL, /* a variable of the frame that stayed in memory (its address escapes, or it is an aggregate): size, HR_CODE_NONE
	                        when not known; [count] when it is a VLA or alloca */
	HR_CODE_CALL, /* [callee, argument…]: callee is a HR_VALUE_FUNCTION, or anything else for a call through a pointer; memcpy, memmove and
	                        memset are such calls too, under these names, whatever the compiler made of them */
	HR_CODE_ASSEMBLY,     /* [argument…]: inline assembly */
	HR_CODE_RETURN,       /* [] or [value] */
	HR_CODE_BRANCH,       /* [] with one target, or [condition] with two: then, else */
	HR_CODE_SWITCH,       /* [condition, case value…]; targets: default first, then one for each case */
	HR_CODE_JUMP,         /* computed goto: [address], targets */
	HR_CODE_UNREACHABLE,  /* behind a call that never returns, or undefined */
	HR_CODE_COMPARE,      /* [left, right]; detail: enum hr_compared. Of integers and pointers */
	HR_CODE_COMPARE_REAL, /* [left, right] */
	HR_CODE_PHI,          /* [value…]; targets: the block that each comes from */
	HR_CODE_SELECT,       /* [condition, then, else] */
	HR_CODE_CAST,         /* [value]; detail: enum hr_cast */
	HR_CODE_BINARY,       /* [left, right]; detail: enum hr_binary */
	HR_CODE_VA_ARG,       /* [list] */
	HR_CODE_EXTRACT,      /* [aggregate]; number: which member (the first level) */
	HR_CODE_INSERT,       /* [aggregate, value]; number: which member */
	HR_CODE_ATOMIC,       /* [pointer, value…]: read-modify-write, compare-exchange */
	HR_CODE_OTHER,        /* [operand…]: anything else; yields something that nothing is known about */
	HR_CODE_OP_COUNT
};

enum hr_compared {
	HR_EQUAL,
	HR_NOT_EQUAL,
	HR_UNSIGNED_GREATER,
	HR_UNSIGNED_GREATER_EQUAL,
	HR_UNSIGNED_LESS,
	HR_UNSIGNED_LESS_EQUAL,
	HR_SIGNED_GREATER,
	HR_SIGNED_GREATER_EQUAL,
	HR_SIGNED_LESS,
	HR_SIGNED_LESS_EQUAL,
};

enum hr_cast {
	HR_CAST_SAME,
	HR_CAST_TRUNCATE,
	HR_CAST_ZERO_EXTEND,
	HR_CAST_SIGN_EXTEND,
	HR_CAST_TO_POINTER,
	HR_CAST_TO_INTEGER,
	HR_CAST_REAL
};

enum hr_binary {
	HR_ADD,
	HR_SUBTRACT,
	HR_MULTIPLY,
	HR_DIVIDE_UNSIGNED,
	HR_DIVIDE_SIGNED,
	HR_REMAINDER_UNSIGNED,
	HR_REMAINDER_SIGNED,
	HR_SHIFT_LEFT,
	HR_SHIFT_RIGHT_UNSIGNED,
	HR_SHIFT_RIGHT_SIGNED,
	HR_AND,
	HR_OR,
	HR_EXCLUSIVE_OR,
	HR_BINARY_REAL, /* any on floating-point numbers */
};

struct hr_code_instruction {
	uint8_t op;     /* enum hr_code_op */
	uint8_t detail; /* as told there */
	bool is_volatile;
	uint32_t block;
	uint32_t value;    /* what it yields, or HR_CODE_NONE */
	uint32_t operands; /* slice of the function's `operands`: values */
	uint32_t operand_count;
	uint32_t targets; /* slice of the function's `targets`: blocks */
	uint32_t target_count;
	uint32_t size;      /* LOAD, STORE, LOCAL: bytes; else 0 */
	uint32_t address;   /* ADDRESS: index into the function's `addresses` */
	uint32_t number;    /* EXTRACT, INSERT */
	uint32_t signature; /* CALL: index into the code's signatures, of how it is called */
	uint32_t
		file; /* index into the code's files, or HR_CODE_NONE; that of an inlined call is not there: nothing is inlined */
	uint32_t line; /* 0: not known */
};

/* How an ADDRESS is made. `type` is the struct or union that the source spoke of, and `offset` the bytes from its beginning to the member:
 * for p->next that is (struct node, offsetof next), for p->items[i].size the *outermost* (struct list, offsetof items), with i among the variable indices.
 * For a plain p[i] or p + 3 the type is HR_CODE_NONE. */
struct hr_code_address {
	uint32_t type;  /* index into the code's types, or HR_CODE_NONE */
	int64_t bytes;  /* the constant part of the whole */
	int64_t offset; /* of the member in `type` (the constant part below it) */
	uint32_t
		strides; /* slice of the function's `strides`: bytes that each variable index is multiplied by; parallel to operands 1… */
	uint32_t element; /* size of what the base was taken to point to: p + i in elements of so many bytes */
};

struct hr_code_block {
	uint32_t first; /* instruction */
	uint32_t count;
	uint32_t predecessors; /* slice of the function's `targets` */
	uint32_t predecessor_count;
};

/* A parameter as the machine passes it. */
struct hr_code_parameter {
	const char *name; /* as in the source; "" when it has none */
	uint32_t
		source; /* number of the parameter in the C prototype; HR_CODE_NONE for the hidden one of a returned struct */
	bool is_whole;    /* false: a part of a struct that is passed by value in pieces */
	bool is_by_value; /* a pointer to a copy of a struct passed by value */
};

struct hr_code_function {
	const char *name;        /* the symbol, unique */
	const char *source_name; /* as in the source: differs for statics that share a name */
	uint32_t file;           /* HR_CODE_NONE: only declared */
	uint32_t line;
	uint32_t signature; /* index into the code's signatures */
	bool is_defined;    /* not when it is weak: another one may take its place */
	bool is_local;      /* static */
	bool is_variadic;
	bool is_noreturn;
	bool is_address_taken; /* by something other than a direct call */
	bool returns_pointer;
	HR_VEC(struct hr_code_parameter) parameters;
	HR_VEC(struct hr_code_block) blocks;             /* the first is the entry */
	HR_VEC(struct hr_code_instruction) instructions; /* block after block */
	HR_VEC(struct hr_code_value) values;
	HR_VEC(uint32_t) operands;
	HR_VEC(uint32_t) targets;
	HR_VEC(int64_t) strides;
	HR_VEC(struct hr_code_address) addresses;
};

/* The operands and the targets of an instruction; NULL when it has none. */
static inline const uint32_t *hr_code_operands(const struct hr_code_function *function,
					       const struct hr_code_instruction *at)
{
	return at->operand_count ? &function->operands.data[at->operands] : NULL;
}
static inline const uint32_t *hr_code_targets(const struct hr_code_function *function,
					      const struct hr_code_instruction *at)
{
	return at->target_count ? &function->targets.data[at->targets] : NULL;
}

/* ---- the unit ---- */

/* An address inside the initial contents of a variable. */
struct hr_code_reference {
	uint64_t offset; /* where it stands */
	bool is_function;
	uint32_t index; /* of the function or variable */
	int64_t bytes;  /* added to it */
};

struct hr_code_variable {
	const char *name;
	const char *source_name; /* of a static in a function: without the function's name */
	bool is_defined;
	bool is_local;
	bool is_constant;
	bool is_text;  /* a string literal */
	uint32_t type; /* the struct it is or is an array of, or HR_CODE_NONE */
	uint64_t size;
	const unsigned char *
		contents; /* its initial bytes, `size` of them; NULL when all zero or only declared. References are zero in here */
	HR_VEC(struct hr_code_reference) references;
	uint32_t file;
	uint32_t line;
};

struct hr_code_field {
	uint64_t offset;
	uint64_t size;
	bool is_pointer;
	uint32_t type; /* the struct it is or is an array of, or HR_CODE_NONE */
};

struct hr_code_type {
	const char *name; /* "cJSON" for struct.cJSON; "" when it has none */
	bool is_union;
	uint64_t size;
	HR_VEC(struct hr_code_field) fields; /* the first level, as the compiler laid them out */
};

struct hr_code {
	struct hr_arena arena;
	HR_VEC(const char *) files;
	HR_VEC(const char *)
	signatures; /* "ptr(ptr, i64)": calls through pointers can reach functions of the same one */
	HR_VEC(struct hr_code_type) types;
	HR_VEC(struct hr_code_variable) variables;
	HR_VEC(struct hr_code_function) functions;
	struct hr_map function_by_name;
	struct hr_map variable_by_name;
};

/* Reads and links bitcode files. Fails with HR_ERROR_INTERNAL and LLVM's reason; a function that a second file defines again is passed over, and counted
 * in `passed_over` (may be NULL). */
int hr_code_read(struct hr_code **out, const char *const *paths, size_t count, size_t *passed_over,
		 struct hr_error *error);
void hr_code_free(struct hr_code *code); /* NULL is fine */

/* Whether two functions of two units do the same, instruction by instruction; where they stand in the source does not count. */
bool hr_code_is_same(const struct hr_code *code, const struct hr_code_function *function,
		     const struct hr_code *other_code, const struct hr_code_function *other);

/* One line an instruction, for people and for tests: appended to `out`. */
struct hr_strbuf;
void hr_code_print(struct hr_strbuf *out, const struct hr_code *code, const struct hr_code_function *function);

#endif
