/* What a library does with a sequence, as far as that can be seen from outside and means something in another process; and where two versions of it differ. */
#ifndef HR_SUITE_BEHAVIOUR_H
#define HR_SUITE_BEHAVIOUR_H

#include "oracle/failure.h"
#include "suite/test.h"

/* Something that was seen right after a statement. */
struct hr_observed {
	size_t statement;
	struct hr_assertion check;
	bool is_stable; /* the same in all runs */
};

struct hr_behaviour {
	struct hr_arena arena;
	const struct hr_sequence *sequence; /* borrowed */
	enum hr_outcome_status status;
	bool is_stable; /* all runs ended the same way, at the same statement */
	size_t end;     /* statements that came to their end */
	enum hr_way way;
	const char *function; /* innermost one where it failed; "" */
	const char *group;    /* hr_cause_group, when it failed; else "" */
	const char *fault;    /* one line about the failure; else "" */
	HR_VEC(struct hr_observed) observed;
};

/* Records a run, which must have had descriptions and leaks. `sequence` must stay as long as what is recorded. */
void hr_behaviour_record(struct hr_behaviour *out, const struct hr_sequence *sequence,
			 const struct hr_outcome *outcome);
void hr_behaviour_release(struct hr_behaviour *behaviour);

/* Another run of the same, with other contents of fresh memory: what is not the same is not believed any more. */
void hr_behaviour_again(struct hr_behaviour *behaviour, const struct hr_outcome *outcome);

enum hr_difference_kind {
	HR_DIFFERENCE_NONE,
	HR_DIFFERENCE_VALUE, /* something that is seen is another */
	HR_DIFFERENCE_FAILS, /* only the new version fails */
	HR_DIFFERENCE_FIXED, /* only the old version fails */
	HR_DIFFERENCE_KIND_COUNT
};

const char *hr_difference_name(enum hr_difference_kind kind); /* "value", "fails", "fixed" */

/* One thing that is another: all borrowed from the behaviours. */
struct hr_difference_value {
	const struct hr_assertion *before;
	const struct hr_assertion *after;
};

enum { HR_MOST_DIFFERING = 8 };

/* The first statement that the versions differ in: what comes later may follow from it. */
struct hr_difference {
	enum hr_difference_kind kind;
	size_t statement;
	struct hr_difference_value values[HR_MOST_DIFFERING]; /* VALUE */
	size_t value_count;
	const struct hr_behaviour *failing; /* FAILS, FIXED: the one that does; borrowed */
};

/* Both are of the same sequence, each as its own model has it. */
void hr_difference_find(struct hr_difference *out, const struct hr_behaviour *before, const struct hr_behaviour *after);

/* What differences are grouped by: the operation, what of it differs, and how. Appends "value|list_pop|result|number to null"; the sequence is that of the old version. */
void hr_difference_key(struct hr_strbuf *out, const struct hr_difference *difference,
		       const struct hr_sequence *sequence);

/* The operation that it is about; "" when the statement calls none. */
const char *hr_difference_operation(const struct hr_difference *difference, const struct hr_sequence *sequence);

/* What was seen as a C expression: NULL, 3, RED, "text"; "something" for a pointer that is not NULL. */
void hr_assertion_value(struct hr_strbuf *out, const struct hr_model *model, const struct hr_assertion *check);

/* What was looked at as a C expression: item, item->type. */
void hr_assertion_subject(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_assertion *check);

/* A line for a person: "returned NULL", "item->type was 8", "failed: …", "did not fail". `is_before`: of the old version. Names are those of the sequence. */
void hr_difference_tell(struct hr_strbuf *out, const struct hr_difference *difference,
			const struct hr_sequence *sequence, bool is_before);

#endif
