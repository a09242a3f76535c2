/* Rules of an API that types and roles do not tell: learned from experiments, or written by a person. A rule that was learned has its experiment as
 * evidence: the call that crashed, and the smallest change of it that did not. */
#ifndef HR_ORACLE_RULES_H
#define HR_ORACLE_RULES_H

#include "base/error.h"
#include "base/strbuf.h"
#include "seq/outcome.h"

enum hr_rule_kind {
	HR_RULE_NON_NULL,     /* the parameter is not NULL */
	HR_RULE_WITHIN,       /* a length or count is at most what buffer `other` has */
	HR_RULE_ELEMENTS,     /* a length of something else is at most as many elements as buffer `other` has */
	HR_RULE_CAPACITY,     /* buffer `parameter` has at least `least` bytes */
	HR_RULE_RANGE,        /* the number is between `least` and `most` */
	HR_RULE_ENUMERATOR,   /* one of the enumerators (flags: an or of them) */
	HR_RULE_TERMINATED,   /* text ends with a NUL */
	HR_RULE_APART,        /* two pointers do not overlap, or are not the same object */
	HR_RULE_INITIALISED,  /* the object went through operation `other` first */
	HR_RULE_NOT_AFTER,    /* the object did not go through operation `other` before */
	HR_RULE_SINGLE_OWNER, /* the object is not owned by another one already */
	HR_RULE_SAME_FAMILY,  /* two handles belong together: one made from the other */
	HR_RULE_BEFORE,       /* operation `other` is called before, for the unit as a whole */
	HR_RULE_NOT_BORROWED, /* a value that another one owns is not given away */
	HR_RULE_KIND_COUNT
};

enum hr_rule_origin { HR_RULE_INFERRED, HR_RULE_LEARNED, HR_RULE_USER };

struct hr_rule {
	enum hr_rule_kind kind;
	enum hr_rule_origin origin;
	size_t operation;
	int parameter; /* -1: the call itself */
	int other;     /* parameter or operation, as the kind says; -1: none (INITIALISED: by anything, zeros too) */
	int64_t least, most;
	bool is_denied;       /* a person said that it does not hold: never learned again */
	const char *evidence; /* for a person, one line */
	const char *crashing; /* the experiment as sequences in text form; NULL for others than learned ones */
	const char *passing;
	unsigned kept;           /* fresh sequences that kept it and did not fail this way */
	unsigned contradictions; /* calls that broke it and returned normally */
};

struct hr_rules; /* owns its rules */

struct hr_rules *hr_rules_new(const struct hr_model *model);
void hr_rules_free(struct hr_rules *rules);

/* Adds it unless it is there already (origin and evidence of the stronger one win); texts are copied. Returns its index. A rule that the model has words for (what may
 * be NULL, …) also becomes a claim of the model (HR_SOURCE_LEARNED or _USER), and is decided. `*changed` tells whether anything did. */
size_t hr_rules_add(struct hr_rules *rules, struct hr_model *model, const struct hr_rule *rule, bool *changed);
/* Contradicted: it does not hold any more. What was dropped once and is learned again stays. */
void hr_rules_drop(struct hr_rules *rules, struct hr_model *model, size_t index);
size_t hr_rules_count(const struct hr_rules *rules);
const struct hr_rule *hr_rules_at(const struct hr_rules *rules, size_t index); /* denied ones are among them */

/* False for what was denied or dropped: it is only kept to be known. */
bool hr_rules_holds(const struct hr_rules *rules, size_t index);

/* A person said that this very rule does not hold. */
bool hr_rules_is_denied(const struct hr_rules *rules, const struct hr_rule *rule);

/* Counts what a fresh run says about the rules: calls that kept one, calls that broke one and returned normally. A learned rule that was broken without harm three
 * times is dropped. Returns how many were dropped. */
unsigned hr_rules_note(struct hr_rules *rules, struct hr_model *model, const struct hr_sequence *sequence,
		       const struct hr_outcome *outcome);

/* The first rule that statement `statement` breaks, or NULL. Only what the sequence itself shows. */
const struct hr_rule *hr_rules_broken(const struct hr_rules *rules, const struct hr_sequence *sequence,
				      size_t statement);

/* Quick answers for the search (search/strategy.h). */
bool hr_rules_concern(const struct hr_rules *rules, size_t operation);
bool hr_rules_range(const struct hr_rules *rules, size_t operation, size_t parameter, int64_t *least, int64_t *most);
int64_t hr_rules_room(const struct hr_rules *rules, size_t operation, size_t parameter); /* bytes; 0: no rule */

const char *hr_rule_name(enum hr_rule_kind kind); /* "non_null", …, as contracts.h has it */

/* "cJSON_Foo: 'item' must not be NULL". Appends. */
void hr_rule_describe(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rule *rule);

/* contracts.h: reviewable declarations with their evidence, and back (docs/verdicts.md). HARRIER_LEARNED lines are what was learned, HARRIER_RULE lines what a person says; a
 * person denies a rule by `not` before its kind. Names that the model does not have are an error with the line (HR_ERROR_INPUT); what is not a rule is skipped. */
void hr_contracts_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rules *rules);
int hr_contracts_read(struct hr_rules *rules, struct hr_model *model, const char *text, const char *name,
		      struct hr_error *error);

#endif
