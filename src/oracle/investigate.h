/* From a run that did not end well to a judgement: whose fault it is, how sure we are, and why; or the rule of the API that the sequence broke, learned.
 * Works by experiments: small changes of the failing call, run through the runner. */
#ifndef HR_ORACLE_INVESTIGATE_H
#define HR_ORACLE_INVESTIGATE_H

#include "oracle/failure.h"
#include "oracle/rules.h"
#include "seq/runner.h"

enum hr_class {
	HR_CLASS_MISUSE, /* ours: a rule was broken, known or learned now */
	HR_CLASS_UNSURE, /* nothing can be said; not reported, but counted */
	HR_CLASS_PORTABILITY,
	HR_CLASS_DEVIANT,
	HR_CLASS_LIKELY,
	HR_CLASS_CERTAIN,
	HR_CLASS_COUNT
};

const char *hr_class_name(enum hr_class class); /* "misuse", "certain", … */

/* Arguments that a careful function accepts or refuses, and a careless one crashes on. */
enum hr_odd { HR_ODD_NULL, HR_ODD_EMPTY, HR_ODD_ZERO, HR_ODD_LARGE, HR_ODD_NEGATIVE, HR_ODD_COUNT };

struct hr_judgement {
	struct hr_arena arena;
	enum hr_class class;
	enum hr_way way;
	HR_VEC(const char *) reasons; /* a sentence each: what was kept, what was tried, what a maintainer sees first */
	HR_VEC(struct hr_rule) learned; /* rules that the experiments taught; texts in the arena */
	struct hr_sequence *neighbour;  /* passes, and differs in one value or call; NULL: none was found. Owned. */
	const char *difference;         /* what the neighbour has instead, one line; or NULL */
	size_t odd_operation; /* the call was given something odd that only siblings can excuse (NULL, …): by whom; (size_t)-1: no */
	int odd_parameter;
	enum hr_odd odd;
};

#define HR_JUDGEMENT_INIT { .class = HR_CLASS_UNSURE, .odd_operation = (size_t)-1 }
void hr_judgement_release(struct hr_judgement *judgement);

/* What other operations of the unit did with odd arguments (NULL, 0, empty), for the class "deviant". Filled by hr_siblings_try. */
struct hr_siblings;
struct hr_siblings *hr_siblings_new(const struct hr_model *model);
void hr_siblings_free(struct hr_siblings *siblings);

/* A clear majority (at least 3, and 75 %) of the comparable parameters of other operations accept it: same type, same role. Tells which in `who` (appends; may be NULL). What is
 * written in documentation or attributes about this very parameter settles it: then false. */
bool hr_siblings_accept(const struct hr_siblings *siblings, size_t operation, int parameter, enum hr_odd odd,
			struct hr_strbuf *who);

/* The operation was seen to return normally. */
bool hr_siblings_returned(const struct hr_siblings *siblings, size_t operation);

/* Judges a failing sequence, best after minimising it. `outcome` is that of `failing`, symbolized (of a leak: run with leaks wanted). Rules that were learned are in the
 * judgement, for the caller to add (hr_rules_add). `siblings` may be NULL. */
int hr_investigate(struct hr_judgement *out, const struct hr_rules *rules, const struct hr_siblings *siblings,
		   const struct hr_sequence *failing, const struct hr_outcome *outcome, const struct hr_runner *runner,
		   struct hr_error *error);

/* The first rule that a sequence breaks and that nothing excuses, or NULL. NULL that siblings accept is excused: that a function crashes on it is deviant. */
const struct hr_rule *hr_unexcused_rule(const struct hr_rules *rules, const struct hr_siblings *siblings,
					const struct hr_sequence *sequence);

/* Looks at an earlier judgement again, without running anything, after rules were learned or siblings were tried: a failure whose sequence breaks a rule that is known now is misuse; a crash on something odd
 * that siblings turn out to accept is deviant. True when the class changed. */
bool hr_rejudge(struct hr_judgement *judgement, const struct hr_rules *rules, const struct hr_siblings *siblings,
		const struct hr_sequence *failing);

/* Tries an odd argument (NULL, 0, empty text) in the calls of a sequence that returned normally (`outcome`: its run; or NULL), the last above all, and hardly in those that were refused: they may not come to look at it, for each parameter where it was not tried often enough; outcomes are remembered, and crashes handed to
 * `found` (a sequence of the callee's own, to be investigated with class "deviant" in view) once it is known that siblings accept it: at once, or in a later call. At most `most` runs. */
typedef void hr_found_fn(void *context, struct hr_sequence *failing);
int hr_siblings_try(struct hr_siblings *siblings, const struct hr_sequence *normal, const struct hr_outcome *outcome,
		    const struct hr_runner *runner, unsigned most, hr_found_fn *found, void *context,
		    struct hr_error *error);

#endif
