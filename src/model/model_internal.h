/* What saving and loading share: how the facts and the types are written down. */
#ifndef HR_MODEL_MODEL_INTERNAL_H
#define HR_MODEL_MODEL_INTERNAL_H

#include "model/model.h"
#include "model/words.h"

/* What `of` counts in a claim of some fact. */
enum hr_pool {
	HR_POOL_SIBLINGS, /* the parameters or fields that the item is one of, a result's parameters */
	HR_POOL_TYPES,
	HR_POOL_OPERATIONS,
	HR_POOL_CONSTANTS,
};

struct hr_fact_form {
	const struct hr_words *values; /* NULL: the value is the name of what `of` counts */
	enum hr_pool pool;
};

extern const struct hr_fact_form hr_fact_forms[]; /* indexed by enum hr_fact */

/* Stands for libc's free where an operation is named. */
#define HR_LIBC_FREE "free"

/* Which parts of struct hr_type a kind of type uses; the others are not saved. */
struct hr_type_form {
	bool has_target;
	bool has_count;
	bool has_fields; /* and completeness */
	bool has_enumerators;
	bool has_params;
};

extern const struct hr_type_form hr_type_forms[]; /* indexed by enum hr_type_kind */

/* The booleans of a type, as their keys in JSON; `offset` is that of the member. */
struct hr_flag_form {
	const char *key;
	size_t offset;
};

extern const struct hr_flag_form hr_type_flags[]; /* both end with a NULL key */
extern const struct hr_flag_form hr_operation_flags[];

/* How numbers that JSON does not have are written: constants may be infinite. */
extern const struct hr_words hr_infinite_words; /* "nan", "inf", "-inf" */

#endif
