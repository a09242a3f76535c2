/* Operations: what a sequence can call. */
#ifndef HR_MODEL_OPERATION_H
#define HR_MODEL_OPERATION_H

#include "model/type.h"

enum hr_form { HR_FORM_FUNCTION, HR_FORM_INLINE, HR_FORM_MACRO, HR_FORM_COUNT };

/* Where the code behind an operation was found. */
enum hr_definition {
	HR_DEFINED_UNKNOWN, /* no sources and no libraries were given */
	HR_DEFINED_HEADER,
	HR_DEFINED_SOURCE,
	HR_DEFINED_LIBRARY,
	HR_DEFINED_NOWHERE,
	HR_DEFINED_COUNT
};

/* A compiler attribute, kept as evidence. */
struct hr_attribute {
	const char *name; /* "nonnull", "malloc", "format", "access", … without underscores */
	const char *text; /* its arguments as written, "" when none */
};

struct hr_operation {
	const char *name;
	enum hr_form form;
	const char *at;  /* "file:line" */
	const char *doc; /* or NULL */
	HR_VEC(struct hr_attribute) attributes;
	struct hr_item result;
	HR_VEC(struct hr_item) params;
	bool is_variadic;
	bool has_prototype; /* false: `f()`, whose parameters nobody told */
	bool is_deprecated;
	bool is_noreturn;
	enum hr_definition definition;
	const char *
		expansion; /* macros, and functions that a macro of their name stands in front of: the replacement text; else NULL */
	hr_claims claims;

	/* Decided from the claims: */
	enum hr_kind kind;
	size_t subject; /* the type that the kind speaks of, or HR_NO_TYPE */
	enum hr_error_convention error;
	int error_good;  /* index of the constant that means success, or -1 */
	bool sets_errno; /* errno tells why it refused */

	bool callable;
	const char *reason; /* why not; NULL when callable */
	/* C text: a function that calls it with the user's checks around; NULL: there are none. Not saved */
	const char *checked;
};

#endif
