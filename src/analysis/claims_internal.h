/* What the writers of claims share. */
#ifndef HR_ANALYSIS_CLAIMS_INTERNAL_H
#define HR_ANALYSIS_CLAIMS_INTERNAL_H

#include "analysis/claims.h"

/* An operation and the function behind it. */
struct hr_claimer {
	struct hr_model *model;
	const struct hr_facts *facts;
	const struct hr_claim_options *options;
	struct hr_operation *operation;
	const struct hr_function_facts *function;
};

/* Calls `claim` for every operation that has code here. */
void hr_claimer_each(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options,
		     void (*claim)(struct hr_claimer *claimer));

/* A claim from code; `text` is a literal or lives as long as the model. */
void hr_claimer_add(struct hr_claimer *claimer, hr_claims *claims, struct hr_claim claim, struct hr_place at,
		    const char *text);
void hr_claimer_role(struct hr_claimer *claimer, struct hr_item *item, enum hr_role role, struct hr_place at,
		     const char *text);

/* What sort of pointer an item is, as far as claims go. */
enum hr_pointer_sort {
	HR_POINTER_NOT,
	HR_POINTER_FUNCTION,
	HR_POINTER_TEXT,   /* to char */
	HR_POINTER_BYTES,  /* to void and other bytes */
	HR_POINTER_OBJECT, /* to a struct or union */
	HR_POINTER_SLOT,   /* to a pointer */
	HR_POINTER_OTHER,  /* to numbers */
};
enum hr_pointer_sort hr_claimer_sort(const struct hr_model *model, struct hr_type_ref ref);

/* Fresh memory on one path, something that was there on another. */
bool hr_claimer_is_mixed(const struct hr_function_facts *function);

/* What is read before it is written: the caller's. */
bool hr_claimer_reads_first(const struct hr_parameter_facts *facts);

/* Filled, changed in place or only read: by who is first at it. For after the roles are inferred. */
void hr_settle_use(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts);

/* A number that says how much room there is, in something that is not only filled. After hr_settle_use for all. */
void hr_settle_limit(struct hr_claimer *claimer, struct hr_item *item);

/* A `void *` that comes first, and is followed: an object by another name. */
void hr_settle_handle(struct hr_claimer *claimer, struct hr_item *item, const struct hr_parameter_facts *facts);

/* What the unit as a whole does to the fields of public structs. For after the roles are inferred. */
void hr_settle_types(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options);

/* Structs whose direction code leaves open, by those of the same name. After the roles are decided; what it claims has to be decided anew. */
void hr_settle_siblings(struct hr_model *model);

/* Who sets up structs of the caller's, where no name tells. After hr_settle_types, and decided; what it claims has to be decided anew. */
void hr_settle_makers(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options);

/* A destroyer by its name that leaves its object alive by its code. For after all else is decided; what it claims has to be decided anew. */
void hr_settle_enders(struct hr_claimer *claimer);

/* What the operation's code says about fields of its arguments that are not private. */
void hr_claim_fields(struct hr_claimer *claimer);

#endif
