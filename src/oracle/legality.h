/* Whether a sequence kept the rules of the API, by what is known: the model's claims, rules, and what the run showed of its objects. */
#ifndef HR_ORACLE_LEGALITY_H
#define HR_ORACLE_LEGALITY_H

#include "oracle/failure.h"
#include "oracle/rules.h"

enum hr_legality_grade {
	HR_LEGAL_BROKEN,   /* a rule that is known was broken */
	HR_LEGAL_DOUBTFUL, /* something was done that an API may well not allow */
	HR_LEGAL_LIKELY,   /* kept, by rules that are only inferred */
	HR_LEGAL_CERTAIN, /* all objects come from the unit, live, have one owner and are not aliased; lengths are true */
};

struct hr_legality {
	enum hr_legality_grade grade;
	HR_VEC(const char *) texts; /* why it is no better, then what was kept: a sentence each */
	size_t doubts;              /* so many of them are the former */
	/* NULL was passed where it is not allowed, as far as anybody knows: only siblings can excuse that. (size_t)-1: no. */
	size_t null_operation;
	int null_parameter;
	bool is_broken_otherwise; /* BROKEN: not by that alone */
};

/* Looks at the statements up to `end`, included. Texts live in the arena; the vector is the caller's to release. */
void hr_legality_look(struct hr_legality *out, struct hr_arena *arena, const struct hr_rules *rules,
		      const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t end);

#endif
