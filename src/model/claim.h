/* Claims: what we believe about an item or an operation, and why.
 *
 * A fact about a subject (its role, whether NULL is allowed, …) is never stored bare: every source that has something to say
 * adds a claim, contradictions included, and the fact is what hr_claims_decide makes of them. */
#ifndef HR_MODEL_CLAIM_H
#define HR_MODEL_CLAIM_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum hr_role {
	HR_ROLE_UNKNOWN,
	/* parameters and fields */
	HR_ROLE_CONSUMED,
	HR_ROLE_RECEIVER,
	HR_ROLE_CALLBACK,
	HR_ROLE_USER_DATA,
	HR_ROLE_FILE,
	HR_ROLE_DESCRIPTOR,
	HR_ROLE_PATH,
	HR_ROLE_FORMAT,
	HR_ROLE_STRING,
	HR_ROLE_LENGTH,
	HR_ROLE_CAPACITY,
	HR_ROLE_BUFFER,
	HR_ROLE_ARRAY,
	HR_ROLE_OUT,
	HR_ROLE_INOUT,
	HR_ROLE_FLAGS,
	HR_ROLE_ENUM,
	HR_ROLE_SIZE,
	HR_ROLE_IN,
	HR_ROLE_PRIVATE, /* fields only */
	/* results */
	HR_ROLE_NONE,
	HR_ROLE_OWNED,
	HR_ROLE_BORROWED,
	HR_ROLE_STATUS,
	HR_ROLE_VALUE,
	HR_ROLE_COUNT
};

enum hr_fact {
	HR_FACT_ROLE,      /* value: enum hr_role; `of` and `unit` as docs/roles.md says */
	HR_FACT_NULLABLE,  /* value: 1 allowed, 0 against the rules */
	HR_FACT_KEPT,      /* value: 1, the callee keeps the pointer after it returned */
	HR_FACT_FREED_BY,  /* of: index of the operation that ends its life; -1 with `text` when it is libc's free */
	HR_FACT_MINUS_ONE, /* value: 1, a negative length means "up to the NUL" */
	HR_FACT_SENTINEL,  /* of: index of a constant that stands for a special pointer; several may hold */
	HR_FACT_BOUND_BY,  /* of: index of the operation that tells the least capacity */
	HR_FACT_KIND,      /* of operations; value: enum hr_kind; of: the type it concerns */
	HR_FACT_ERROR, /* of operations; value: enum hr_error_convention; of: constant index of the good value or -1 */
	HR_FACT_ERRNO, /* of operations; value: 1, it tells by errno why it refused */
	HR_FACT_COUNT
};

/* Who says so, from the weakest to the strongest. */
enum hr_source {
	HR_SOURCE_NAME,          /* how things are called */
	HR_SOURCE_TYPE,          /* what the C type suggests */
	HR_SOURCE_SHAPE,         /* the rest of the API: siblings, makers, destroyers */
	HR_SOURCE_DOCUMENTATION, /* comments beside the declaration or the definition */
	HR_SOURCE_ATTRIBUTE,     /* compiler attributes and qualifiers: declared */
	HR_SOURCE_CODE,          /* proved from the code */
	HR_SOURCE_LEARNED,       /* seen at run time */
	HR_SOURCE_USER,          /* a person said so */
	HR_SOURCE_COUNT
};

enum hr_unit { HR_UNIT_NONE, HR_UNIT_BYTES, HR_UNIT_ELEMENTS, HR_UNIT_COUNT };

enum hr_kind { HR_KIND_OTHER, HR_KIND_MAKER, HR_KIND_DESTROYER, HR_KIND_OBSERVER, HR_KIND_MUTATOR, HR_KIND_COUNT };

/* Which result means that the operation refused. */
enum hr_error_convention {
	HR_REFUSED_NEVER,    /* it cannot, or it cannot say */
	HR_REFUSED_NULL,     /* NULL */
	HR_REFUSED_NEGATIVE, /* below zero */
	HR_REFUSED_NONZERO,  /* anything but zero (or but the named good value) */
	HR_REFUSED_ZERO,     /* zero, false */
	HR_REFUSED_SHORT,    /* less than a length that was passed */
	HR_REFUSED_OUT,      /* it says so through an out parameter */
	HR_REFUSED_COUNT
};

struct hr_claim {
	enum hr_fact fact;
	int64_t value;
	int of; /* -1: nothing */
	enum hr_unit unit;
	enum hr_source source;
	double weight;    /* 0 < weight < 1: how often a claim like this is right */
	const char *text; /* the reason, for a person; never NULL */
	const char *at;   /* "file:line", or NULL */
};

typedef HR_VEC(struct hr_claim) hr_claims;

/* What the claims add up to. */
struct hr_decision {
	bool decided;
	int64_t value;
	int of;
	enum hr_unit unit;
	double confidence;     /* 0..1 */
	enum hr_source source; /* the strongest that supports it */
};

/* The rule for which claim wins. A fact that a user states beats one learned at run time, that beats one proved from code, that
 * beats a declared one (attribute). Below these, claims for the same (value, of) add up as independent evidence
 * (1 - the product of (1 - weight)) and the strongest sum wins; the first made wins a tie. Competing values lower the confidence. A
 * claim whose `unit` is HR_UNIT_NONE supports any unit of the same (value, of). */
struct hr_decision hr_claims_decide(const hr_claims *claims, enum hr_fact fact);

#endif
