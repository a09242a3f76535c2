/* An item: a parameter, a result or a field. It has a type, one role, and the claims that both rest on. */
#ifndef HR_MODEL_ITEM_H
#define HR_MODEL_ITEM_H

#include "model/claim.h"

enum { HR_CONST = 1, HR_VOLATILE = 2, HR_RESTRICT = 4 };

#define HR_NO_TYPE ((size_t)-1)

struct hr_type_ref {
	size_t type;         /* index of the type, or HR_NO_TYPE */
	unsigned qualifiers; /* HR_CONST | HR_VOLATILE | HR_RESTRICT */
};

enum hr_answer { HR_NOT_KNOWN, HR_NO, HR_YES, HR_ANSWER_COUNT };

struct hr_item {
	const char *name; /* "" when it has none */
	struct hr_type_ref type;
	int64_t array_count; /* a parameter written as `T x[N]`: N; -1 otherwise */
	bool is_truth;       /* a number written with a macro for truth values: `Bool x` */
	const char *doc;     /* what is written about this item alone, or NULL */
	hr_claims claims;

	/* Decided from the claims (hr_model_decide): */
	enum hr_role role;
	int of; /* index of the related parameter or field; -1: none */
	enum hr_unit unit;
	enum hr_answer nullable;
	bool kept;
	bool minus_one;
	int freed_by;       /* index of an operation, or -1 */
	bool freed_by_libc; /* free() ends its life */
	int bound_by;       /* index of an operation, or -1 */
	double confidence;  /* of the role */
};

#endif
