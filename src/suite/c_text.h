/* Sequences as C text: what a whole program and single tests share. */
#ifndef HR_SUITE_C_TEXT_H
#define HR_SUITE_C_TEXT_H

#include "base/error.h"
#include "seq/sequence.h"

/* Helper functions that the text needs; written once, before it. */
enum {
	HR_NEEDS_STREAM = 1,
	HR_NEEDS_PATH = 2,
	HR_NEEDS_DESCRIPTOR = 4,
	HR_NEEDS_MATH = 8,
	HR_NEEDS_FAIL_ALLOC = 16,
	HR_NEEDS_GNU = 32,          /* what is behind _GNU_SOURCE */
	HR_NEEDS_EMPTY_FORMAT = 64, /* compilers warn of formats with nothing in them */
};

struct hr_c_text {
	const struct hr_sequence *sequence;
	struct hr_strbuf functions; /* callbacks, before the body */
	struct hr_strbuf body;      /* statements, each indented by one tab */
	unsigned needs;             /* HR_NEEDS_… */
	unsigned callbacks;         /* written so far */
	unsigned texts;             /* named arrays so far */
	const bool *is_used;        /* by value */
	bool is_static; /* variables that can hold pointers are static, so that what they point to is not lost at the end */
};

/* The statement of that index. */
int hr_c_statement(struct hr_c_text *text, size_t index, struct hr_error *error);

/* The helper functions that were needed. */
void hr_c_helpers(struct hr_strbuf *out, unsigned needs);

/* The #include lines: `first`, the usual ones, what the helpers need, and the public headers as the user named them. */
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

/* The same for a real number; sets HR_NEEDS_MATH for infinities and not-a-number. */
void hr_c_real(struct hr_strbuf *out, double real, unsigned *needs);

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

#endif
