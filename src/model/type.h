/* Types of the unit, as plain data. A type is known by its number, its index in the model's vector of types. */
#ifndef HR_MODEL_TYPE_H
#define HR_MODEL_TYPE_H

#include "model/item.h"

typedef HR_VEC(size_t) hr_indices;

enum hr_type_kind {
	HR_TYPE_VOID,
	HR_TYPE_BOOL,
	HR_TYPE_INT, /* characters included */
	HR_TYPE_FLOAT,
	HR_TYPE_ENUM,
	HR_TYPE_POINTER,
	HR_TYPE_ARRAY,
	HR_TYPE_STRUCT,
	HR_TYPE_UNION,
	HR_TYPE_FUNCTION,
	HR_TYPE_TYPEDEF,
	HR_TYPE_VA_LIST,
	HR_TYPE_OTHER, /* vectors, complex numbers, …: known by spelling and size alone */
	HR_TYPE_KIND_COUNT
};

/* Where the members of a struct or union are known from. */
enum hr_completeness { HR_OPAQUE, HR_COMPLETE, HR_COMPLETED_FROM_SOURCE, HR_COMPLETENESS_COUNT };

struct hr_field {
	struct hr_item item; /* an anonymous member has the name "" and a struct or union type */
	int64_t offset_bits; /* -1: not known */
	int bit_width;       /* -1: not a bit-field */
};

struct hr_enumerator {
	const char *name;
	int64_t value;
	const char *doc; /* or NULL */
};

struct hr_type {
	enum hr_type_kind kind;
	const char *spelling; /* as C writes it, without qualifiers: "struct point", "size_t", "char *" */
	int64_t size;         /* bytes; -1: not known or not fixed */
	int64_t align;
	bool is_signed;   /* integers */
	bool is_public;   /* declared by a public header */
	bool is_system;   /* declared by a header of the system */
	bool is_unnamed;  /* has no name that C code could use */
	bool is_flags;    /* an enum whose enumerators are bits to be combined */
	bool is_variadic; /* functions */
	enum hr_completeness completeness;
	struct hr_type_ref target; /* pointee, element, what a typedef stands for, a function's result */
	int64_t count;             /* arrays: number of elements, -1: not given */
	HR_VEC(struct hr_field) fields;
	HR_VEC(struct hr_enumerator) enumerators;
	HR_VEC(struct hr_item) params; /* functions */
	const char *at;                /* "file:line" of the declaration, or NULL */
	const char *doc;               /* or NULL */
};

#endif
