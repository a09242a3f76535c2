/* Sequences as C text: what a whole program and single tests share. */
#ifndef HR_SUITE_C_TEXT_H
#define HR_SUITE_C_TEXT_H

#include "base/error.h"
#include "seq/sequence.h"
#include "suite/c_names.h"

/* Helper functions that the text needs; written once, before it. */
enum {
	HR_NEEDS_STREAM = 1,
	HR_NEEDS_PATH = 2,
	HR_NEEDS_DESCRIPTOR = 4,
	HR_NEEDS_MATH = 8,
	HR_NEEDS_FAIL_ALLOC = 16,
	HR_NEEDS_GNU = 32,          /* what is behind _GNU_SOURCE */
	HR_NEEDS_EMPTY_FORMAT = 64, /* compilers warn of formats with nothing in them */
	HR_NEEDS_DEPRECATED = 128,  /* and of what is deprecated */
	HR_NEEDS_FILL = 256,
	HR_NEEDS_CALLS = 512, /* callbacks tell what they are called with */
	HR_NEEDS_ERRNO = 1024,
	HR_NEEDS_FORGET = 2048, /* what callbacks told before does not count */
	HR_NEEDS_NOISE = 4096,
	HR_NEEDS_WRITTEN = 8192,  /* what was written to a stream */
	HR_NEEDS_MISSING = 16384, /* a path to nothing */
	HR_NEEDS_CHECKSUM = 32768,
	HR_NEEDS_LEAVE = 65536, /* what is not given back stays reachable */
	HR_NEEDS_SMALL_STREAM = 131072,
	HR_NEEDS_CONTENTS = 262144, /* what stands in a file */
	HR_NEEDS_SIZE = 524288,     /* how much that is */
};

struct hr_c_slots;
struct hr_c_telling;

struct hr_c_text {
	const struct hr_sequence *sequence;
	struct hr_strbuf functions;  /* callbacks and constants, before the body; what is there already is used again */
	struct hr_strbuf body;       /* statements, each indented by one tab */
	unsigned needs;              /* HR_NEEDS_… */
	struct hr_strbuf endings;    /* what closes the streams and descriptors of the body: the last statements */
	const char *role;            /* what is being written is for: a parameter, a field; NULL: nobody knows */
	const struct hr_item *param; /* the parameter that an argument is written for; NULL: it is none */
	bool is_lent;                /* what is being written is still there when the call is over, and nobody else's */
	struct hr_c_slots *slots;    /* suite/tables.h; NULL: literals are written as they are */
	const struct hr_c_telling *telling; /* callbacks that tell what they are called with; NULL: none does */
	const bool *is_used;                /* by value */
	bool is_static; /* variables that can hold pointers are static, so that what they point to is not lost at the end */
	bool is_isolated; /* each test has a process of its own: what a function remembers is not there in the next */
	bool is_relaxed; /* bytes that are only read may have a NUL behind them, and long ones stand in front of the body */
};

/* The statement of that index. */
int hr_c_statement(struct hr_c_text *text, size_t index, struct hr_error *error);

/* The helper functions that were needed. */
void hr_c_helpers(struct hr_strbuf *out, unsigned needs);

/* The #include lines: `first`, the usual ones, what the helpers need, and the public headers as users of the library name them: by the way from the nearest -I directory, else as they were given. */
void hr_c_includes(struct hr_strbuf *out, const struct hr_model *model, unsigned needs, const char *first);

/* Behind them: of the operations that the body names, those that have checks of the user's get them. */
void hr_c_checks(struct hr_strbuf *out, const struct hr_model *model, const char *body);

/* A declaration `type name`, arrays and pointers to functions in their places; ends without a semicolon. */
void hr_c_declare(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref, const char *name);

/* The name of a value's variable: as the sequence has it, unless that means something in C. */
const char *hr_c_name(const struct hr_sequence *sequence, size_t value);

/* Bytes as a C string literal, in pieces that compilers read the same way. */
void hr_c_string(struct hr_strbuf *out, const char *bytes, size_t length);

/* A number that a C compiler reads as this value, of any integer type. */
void hr_c_number(struct hr_strbuf *out, int64_t number, bool is_unsigned);

/* The same for one of a type that is known, as a person would write it: "(size_t)-21" for what wraps around, by its name where it has one. */
void hr_c_integer(struct hr_strbuf *out, const struct hr_model *model, int64_t number, struct hr_type_ref ref,
		  bool may_be_error);

/* The same for a real number; sets HR_NEEDS_MATH for infinities and not-a-number. */
void hr_c_real(struct hr_strbuf *out, double real, unsigned *needs);
void hr_c_float(struct hr_strbuf *out, float number, unsigned *needs); /* the shortest that is this very number */

/* An operand as an expression for something of this type. */
int hr_c_operand(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		 struct hr_type_ref type, struct hr_error *error);

/* A part as an lvalue: "s.next_in", "v0->name", "b[3]", "*p". */
void hr_c_access(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_access *access);

/* "(type)", without its own qualifiers; nothing for a type that is not known. */
void hr_c_cast(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type);

/* A struct or a list in braces, as an initialiser; `type` is that of the struct, or of an element of the list. */
int hr_c_parts(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand, struct hr_type_ref ref,
	       struct hr_error *error);

/* Whether text or bytes stand as a literal where this type is wanted. */
bool hr_c_is_literal(const struct hr_c_text *text, const struct hr_operand *operand, struct hr_type_ref type);

/* ---- c_files.c ---- */

/* Whether a call leaves a stream or a descriptor to who passes it: it does not close it, and keeps it nowhere, as far as the model knows. */
bool hr_c_is_lent(const struct hr_operation *operation, size_t parameter);

/* At the very end of the body: closes what was lent only, behind a blank line when that is wanted. */
void hr_c_endings(struct hr_c_text *text, bool is_apart);

/* ---- c_define.c ---- */

/* Whether a definition that is there already is used again. */
enum hr_c_sharing {
	HR_SHARED,
	HR_SHARED_BY_TESTS, /* but for what this test uses already: it remembers something */
	HR_NOT_SHARED
};

/* Defines HEAD NAME TAIL in front of the body, with a name made of `word`, and writes that name. */
void hr_c_define(struct hr_strbuf *out, struct hr_c_text *text, const char *word, const char *head, const char *tail,
		 enum hr_c_sharing sharing);

/* A name for a variable in the body: the word, or with a number behind it. */
void hr_c_variable_name(struct hr_strbuf *out, const struct hr_c_text *text, const char *word);

/* A name for an array in the body, by what it is for. */
void hr_c_array_name(struct hr_strbuf *out, const struct hr_c_text *text, const char *suffix);

/* The length of what is repeated to make these bytes; 0: nothing short is, or there are zeros in it. */
size_t hr_c_period(const char *bytes, size_t length);

/* A long literal in front of the body: writes its name. */
void hr_c_long_text(struct hr_strbuf *out, struct hr_c_text *text, const char *bytes, size_t length);

/* A synthesised callback; a function by its name, where a well-known one is written out first. */
int hr_c_callback(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		  struct hr_type_ref pointer, struct hr_error *error);
void hr_c_function(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		   struct hr_type_ref pointer);

#endif
