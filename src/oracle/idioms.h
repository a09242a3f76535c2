/* Contracts that follow from the shape of an API: a compare function is an order, a copy equals its original and outlives it, what is set can be got,
 * print and parse, encode and decode are inverse, out-parameters stay untouched on error, equal values have equal hashes, two runs of the same agree, nothing depends on memory that was never set.
 * An idiom is tried by a probe: a sequence that kept the rules, a few calls more, and what must hold then. */
#ifndef HR_ORACLE_IDIOMS_H
#define HR_ORACLE_IDIOMS_H

#include "base/random.h"
#include "oracle/investigate.h"

enum hr_idiom_kind {
	HR_IDIOM_BALANCE, /* what makers make, destroyers end: no leak once all is destroyed */
	HR_IDIOM_SET_GET,
	HR_IDIOM_COMPARE,
	HR_IDIOM_EQUALITY,
	HR_IDIOM_HASH,
	HR_IDIOM_COPY,
	HR_IDIOM_ROUND_TRIP, /* print/parse, encode/decode, write/read */
	HR_IDIOM_UNTOUCHED,  /* out-parameters on error */
	HR_IDIOM_SIZE,       /* a count or emptiness test agrees with what was added and removed */
	HR_IDIOM_OBSERVER,   /* what only looks gives the same twice */
	HR_IDIOM_DETERMINISM,
	HR_IDIOM_UNINITIALISED,
	HR_IDIOM_USER, /* harrier_post_…, harrier_invariant_… */
	HR_IDIOM_KIND_COUNT
};

#define HR_IDIOMS_ALL ((1u << HR_IDIOM_KIND_COUNT) - 1)

const char *hr_idiom_name(enum hr_idiom_kind kind); /* "set-get", … as switches on the command line have it */
bool hr_idiom_find_name(enum hr_idiom_kind *out,
			const char *name); /* the other way; false: there is none of that name */

struct hr_idiom {
	enum hr_idiom_kind kind;
	size_t operations[4]; /* as the kind says; (size_t)-1: none */
	const char *text;     /* "cJSON_Duplicate copies what cJSON_Compare compares" */
	enum hr_class class;  /* what a violation counts as at most */
};

struct hr_idioms;
struct hr_idioms *hr_idioms_find(const struct hr_model *model, unsigned enabled /* bits 1 << kind */);
void hr_idioms_free(struct hr_idioms *idioms);
size_t hr_idioms_count(const struct hr_idioms *idioms);
const struct hr_idiom *hr_idioms_at(const struct hr_idioms *idioms, size_t index);

/* What a value should be, by itself or beside another one. */
enum hr_expectation {
	HR_EXPECT_NOTHING, /* of no value: the run as a whole leaks, or differs from run to run (see the way) */
	HR_EXPECT_EQUAL,   /* to `number`, or to the value `other`: as the next five, numbers */
	HR_EXPECT_NOT_EQUAL,
	HR_EXPECT_BELOW,
	HR_EXPECT_ABOVE,
	HR_EXPECT_AT_MOST,
	HR_EXPECT_AT_LEAST,
	HR_EXPECT_REAL, /* equal to `real` or `other` */
	HR_EXPECT_TEXT, /* points to `text`, or to the same text as `other` */
	HR_EXPECT_NULL,
	HR_EXPECT_NOT_NULL,
	HR_EXPECTATION_COUNT
};

struct hr_condition {
	enum hr_expectation expectation;
	size_t value;
	size_t other; /* HR_NO_VALUE: compared with what follows */
	int64_t number;
	double real;
	const char *text;
	size_t length;
};

#define HR_MOST_PREMISES 4

/* A sequence breaks it when it ends normally, all premises hold and the conclusion does not. Its values are all yielded by the last `tail` statements, so that it is
 * also about sequences that end in the same statements and are shorter before them. */
struct hr_contract {
	struct hr_condition premises[HR_MOST_PREMISES];
	size_t premise_count;
	struct hr_condition conclusion;
	size_t tail;        /* statements at the end that have to stay */
	size_t value_count; /* of the sequence that the values are numbered in */
};

/* Whether a sequence (the violating one, or one that was made from it by changes in front of the tail) breaks the contract in this run, for which descriptions were wanted. A contract
 * about values that the sequence does not have is not broken. */
bool hr_contract_is_broken(const struct hr_contract *contract, const struct hr_sequence *sequence,
			   const struct hr_outcome *outcome);

/* Told when a contract does not hold: the sequence (the callee's own from now on) with what was seen; `statement`s and values named in `text` are those of the sequence. Texts live in the sequence's arena. */
struct hr_violation {
	const struct hr_idiom *idiom;
	struct hr_sequence *sequence;
	enum hr_way
		way; /* HR_WAY_PROPERTY; or HR_WAY_LEAK or HR_WAY_UNSTABLE, where there is no contract about values */
	enum hr_class class;  /* at most that of the idiom */
	size_t operation;     /* to blame, as far as one can tell */
	const char *property; /* which of the idiom's: a short word that is part of the cause ("antisymmetric") */
	struct hr_contract contract;
	size_t value; /* HR_WAY_PROPERTY: the conclusion's; HR_WAY_UNSTABLE: that differs; HR_NO_VALUE: none alone */
	int64_t expected; /* the number that the value should be, where the conclusion is that two are equal */
	const char *text; /* one line: "cJSON_Compare(a, cJSON_Duplicate(a)) is false" */
};
typedef void hr_violation_fn(void *context, struct hr_violation *violation);

/* Probes a sequence that returned normally. About `most` runs: what was begun is ended. Of each property of an idiom one violation is told, and only when the idiom held often
 * enough to be believed by then; so one may be told with a later sequence than the one it was found with. An idiom that is contradicted too often is none: it is given up,
 * and violations of it that were told before are to be withdrawn (hr_idioms_is_believed). */
int hr_idioms_probe(struct hr_idioms *idioms, const struct hr_sequence *normal, struct hr_random *random,
		    const struct hr_runner *runner, unsigned most, hr_violation_fn *tell, void *context,
		    struct hr_error *error);
bool hr_idioms_is_believed(const struct hr_idioms *idioms, const struct hr_idiom *idiom);

#endif
