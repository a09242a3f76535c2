/* What the checks of oracle/legality*.c share: the failing call, and how the grade is lowered. */
#ifndef HR_ORACLE_LEGALITY_INTERNAL_H
#define HR_ORACLE_LEGALITY_INTERNAL_H

#include "oracle/legality.h"

struct hr_look {
	struct hr_legality *out;
	struct hr_arena *arena;
	const struct hr_rules *rules;
	const struct hr_sequence *sequence;
	const struct hr_outcome *outcome;
	enum hr_way way;                 /* hr_way_to_judge(outcome) */
	size_t end;                      /* the statement that fails, or the last one */
	const struct hr_statement *call; /* the one that is looked at: that one, but where each is (legality.c) */
	/* checks of one argument of `call` only */
	size_t statement;
	size_t number;
	const struct hr_operand *operand;
	const struct hr_item *item;
	const char *operation;
	const char *name;
};

/* A sentence for a person; each once, however many calls it is true of. */
void hr_look_keep(struct hr_look *look, const char *text);

/* It is no better than that, and why. Nothing raises a grade. */
void hr_look_lower(struct hr_look *look, enum hr_legality_grade grade, const char *text);

/* A rule that is known was broken, and nothing excuses it. */
void hr_look_break(struct hr_look *look, const char *text);

/* The name of what a call calls. */
const char *hr_look_name(const struct hr_look *look, const struct hr_statement *call);

/* The parts, each with the failing call in `look->call`. */
void hr_legality_look_at_states(
	struct hr_look *look); /* what calls destroyed or refused before, and what objects of the caller's lead to */
void hr_legality_look_at_iterators(
	struct hr_look *look); /* asked after their last step, or after what they go through was changed */
void hr_legality_look_at_counts(struct hr_look *look);  /* numbers that may count for more than one argument */
void hr_legality_look_at_lent(struct hr_look *look);    /* memory that belongs to somebody else, or is none at all */
void hr_legality_look_at_formats(struct hr_look *look); /* formats that the unit hands on */
void hr_legality_look_at_docs(struct hr_look *look);    /* what the documentation has words for */

#endif
