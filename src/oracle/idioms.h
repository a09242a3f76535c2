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
	HR_IDIOM_DETERMINISM,
	HR_IDIOM_UNINITIALISED,
	HR_IDIOM_USER, /* harrier_post_…, harrier_invariant_… */
	HR_IDIOM_KIND_COUNT
};

const char *hr_idiom_name(enum hr_idiom_kind kind); /* "set-get", … as switches on the command line have it */

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

/* Told when a contract does not hold: the sequence (the callee's own from now on) with what was seen; `statement`s and values named in `text` are those of the sequence. */
struct hr_violation {
	const struct hr_idiom *idiom;
	struct hr_sequence *sequence;
	size_t value; /* whose content contradicts, and what it should be: for the assertion of a test */
	int64_t expected;
	const char *text; /* one line: "cJSON_Compare(a, cJSON_Duplicate(a)) is false" */
};
typedef void hr_violation_fn(void *context, struct hr_violation *violation);

/* Probes a sequence that returned normally (with its outcome: which values live). At most `most` runs. An idiom that is contradicted as often as it holds is none: it is given up,
 * and violations of it that were told before are to be withdrawn (hr_idioms_is_believed). */
int hr_idioms_probe(struct hr_idioms *idioms, const struct hr_sequence *normal, const struct hr_outcome *outcome,
		    struct hr_random *random, const struct hr_runner *runner, unsigned most, hr_violation_fn *tell,
		    void *context, struct hr_error *error);
bool hr_idioms_is_believed(const struct hr_idioms *idioms, const struct hr_idiom *idiom);

#endif
