/* Experiments: small changes of a failing sequence, to see what the failure depends on. Shared by the files of oracle that investigate. */
#ifndef HR_ORACLE_EXPERIMENTS_H
#define HR_ORACLE_EXPERIMENTS_H

#include "oracle/failure.h"
#include "oracle/rules.h"
#include "seq/edit.h"
#include "seq/runner.h"

/* What a change is about. */
enum hr_change {
	HR_CHANGE_RULE,   /* makes the call keep a rule that APIs are known to have: `rule` */
	HR_CHANGE_MISUSE, /* the same, where rules have no word for it */
	HR_CHANGE_NUMBER, /* another number */
	HR_CHANGE_TEXT,   /* other text, bytes, reals */
	HR_CHANGE_CALL,   /* a statement less */
	HR_CHANGE_EVEN,   /* several numbers, huge ones among them, that are neither huge nor small */
	HR_CHANGE_BREACH, /* breaks `rule` in the plainest way: what returns then does not need it */
};

struct hr_experiment {
	enum hr_change change;
	struct hr_sequence *sequence; /* owned */
	size_t statement;             /* of the failing sequence: what is changed */
	size_t operand;
	size_t part;         /* NUMBER: of the operand, when that is a list or a struct; HR_NO_PART */
	int64_t number;      /* NUMBER: what is tried */
	bool is_terminated;  /* TEXT: the same bytes with a NUL */
	bool is_as_long;     /* TEXT: other bytes, as many */
	bool is_empty;       /* TEXT, NUMBER: nothing is left of a text, or of what a length counts */
	struct hr_rule rule; /* RULE */
	const char *text;    /* "'item' is not NULL", one line */
	/* What came of it: */
	enum hr_outcome_status status;
	enum hr_way way;
	unsigned line;      /* of the fault, as the compiler says; 0: none */
	bool is_normal;     /* it returned normally, and without a leak where that is the failure */
	bool is_refused;    /* it returned, but the call that failed before was refused */
	bool lacked_memory; /* some allocation was refused: that it returned says nothing of the numbers */
	bool made_object;   /* NUMBER: the call that is changed makes objects, and made one */
	bool lost_object;   /* an earlier call returned NULL that did not before: what failed was not really reached */
};

struct hr_experiments {
	struct hr_arena arena; /* texts */
	const struct hr_sequence *failing;
	const struct hr_outcome *outcome;
	size_t statement; /* where it failed */
	enum hr_way way;
	HR_VEC(struct hr_experiment) list;
	size_t run; /* how many of them were run */
};

void hr_experiments_begin(struct hr_experiments *experiments, const struct hr_sequence *failing,
			  const struct hr_outcome *outcome);
void hr_experiments_release(struct hr_experiments *experiments);

/* Appends changes that make the sequence keep a rule, the smallest first. */
void hr_experiments_for_rules(struct hr_experiments *experiments);
void hr_experiments_for_objects(struct hr_experiments *experiments); /* those about objects and their lives */
void hr_experiments_for_limits(struct hr_experiments *experiments);  /* … about limits that the API names */

/* Appends changes of numbers, texts and bytes, and sequences with a statement less. */
void hr_experiments_for_numbers(struct hr_experiments *experiments);
void hr_experiments_for_texts(struct hr_experiments *experiments);
void hr_experiments_for_calls(struct hr_experiments *experiments);

/* Runs those that were not run yet. */
int hr_experiments_run(struct hr_experiments *experiments, const struct hr_runner *runner, struct hr_error *error);

/* ---- for the files that make them ---- */

enum { HR_MOST_EXPERIMENTS = 160 };

/* A number that stands in the sequence: an operand, or a part of one. True, and both set, when there is one. */
#define HR_NO_PART ((size_t)-1)
bool hr_number_at(const struct hr_sequence *failing, size_t statement, size_t operand, size_t part, int64_t *number,
		  struct hr_type_ref *type);

/* Beyond it, and below minus that, a number is huge. */
enum { HR_NOT_HUGE = (1 << 24) - 1 };

/* A number stands in the sequence, up to this statement, also deep in lists and structs, that is less than one of these or more than the other. */
bool hr_has_number(const struct hr_sequence *failing, size_t statement, int64_t least, int64_t most);

/* How many parts of an operand are looked at. */
size_t hr_number_parts(const struct hr_operand *operand);

/* Appends one, unless there are enough; the sequence is taken over. One without a sequence is none. */
void hr_experiments_add(struct hr_experiments *experiments, const struct hr_experiment *experiment);

/* The failing sequence with another operand; `operand` names no values. NULL when that cannot be. */
struct hr_sequence *hr_with_operand(const struct hr_sequence *failing, size_t statement, size_t operand,
				    const struct hr_operand *by);

/* The failing sequence without a statement and what needs it. NULL when `needed` would go too. */
struct hr_sequence *hr_without(const struct hr_sequence *failing, size_t statement, size_t needed);

/* An operand for a parameter of this type: a fresh object, made in the way of the sequence's other values, or by the simplest maker, or zeroed. Adds what it needs to the edit. False
 * when it cannot be had. `before`: statements of the failing sequence from there on do not count. `outcome`: what is NULL in it is not made again. */
bool hr_fresh_operand(struct hr_edit *edit, struct hr_operand *out, const struct hr_item *item,
		      const struct hr_outcome *outcome, size_t before);

/* Plain arguments for a call that the failing sequence does not have. False when there are none. `object`: the value to give where an object of its type is wanted; HR_NO_VALUE. */
bool hr_plain_call(struct hr_edit *edit, struct hr_statement *out, size_t operation, size_t object,
		   struct hr_type_ref object_type, const struct hr_outcome *outcome, size_t before);

/* The operand for which the failing call's memory, which belongs to the sequence itself, is wrong; false when the memory is the unit's or nobody knows. */
bool hr_fault_operand(const struct hr_experiments *experiments, size_t *operand);

/* The fault happened in memory that the sequence made (objects, literals), not the unit. */
bool hr_fault_is_in_ours(const struct hr_sequence *sequence, const struct hr_outcome *outcome);

#endif
