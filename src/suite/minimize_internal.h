/* What the steps of minimising share. */
#ifndef HR_SUITE_MINIMIZE_INTERNAL_H
#define HR_SUITE_MINIMIZE_INTERNAL_H

#include "suite/minimize.h"

struct hr_minimizer {
	const struct hr_runner *runner;
	const struct hr_minimize_options *options;
	struct hr_run_wants wants;
	struct hr_strbuf cause; /* of the failing sequence, and more; unless options->is_same */
	size_t nulls;           /* that the failing sequence passes where NULL may not be passed, as far as is known */
	size_t least_callbacks; /* so often callbacks have to be called still */
	unsigned runs_left;
	struct hr_sequence *current; /* the smallest so far */
};

typedef HR_VEC(struct hr_sequence *) hr_candidates;

/* Runs them (as many as may still be run, and only legal ones) and sets `same` for those that fail the same way. */
int hr_minimizer_try(bool *same, struct hr_minimizer *minimizer, const hr_candidates *candidates,
		     struct hr_error *error);

/* The first of them that fails the same way becomes the current one, `*taken` tells whether there is one. The candidates are the callee's; the list is empty afterwards. */
int hr_minimizer_take_first(bool *taken, struct hr_minimizer *minimizer, hr_candidates *candidates,
			    struct hr_error *error);

void hr_candidates_free(hr_candidates *candidates);

/* minimize_remove.c: leaves statements out, in chunks that become smaller and smaller; one by one, and as many of these at once as can be. */
int hr_minimize_remove_chunks(struct hr_minimizer *minimizer, struct hr_error *error);
int hr_minimize_remove_singles(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error);

/* The current one without some of its statements, if that fails the same way. */
int hr_minimize_without(bool *taken, struct hr_minimizer *minimizer, const bool *removed, struct hr_error *error);

/* minimize_replace.c: takes what comes from a long way from a short one, from the last statement to the first. */
int hr_minimize_replace(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error);

/* minimize_literals.c: shrinks operands, from the last statement to the first. */
int hr_minimize_literals(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error);

/* minimize_numbers.c: all large numbers at once become small ones in the same order, if that does; else those that a byte cannot hold what it can. Later there may be no time for each, and numbers that go together get smaller only together. */
int hr_minimize_numbers(struct hr_minimizer *minimizer, struct hr_error *error);

/* Numbers that objects are made with, the first ones first: it may take many calls only because something is large. */
int hr_minimize_sizes(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error);

/* minimize_ties.c: buffers and what tells their length. */

/* A literal in a sequence: operand `operand` of a statement, or, below it, the part that `path` leads to. */
struct hr_place {
	size_t statement;
	size_t operand;
	size_t path[4];
	size_t depth;
};

struct hr_operand *hr_place_operand(const struct hr_sequence *sequence, const struct hr_place *place);

/* The item that the operand stands for: a parameter, a field; NULL when there is none. And its type. */
const struct hr_item *hr_place_item(const struct hr_sequence *sequence, const struct hr_place *place);
struct hr_type_ref hr_place_type(const struct hr_sequence *sequence, const struct hr_place *place);

/* A literal at the place has `before` elements now, and will have `after`: everything that tells its length is changed with it. False when that cannot be done: then it has to keep its
 * length, and the sequence is not to be used. `elements` of `size` bytes each. */
bool hr_ties_adjust(struct hr_sequence *sequence, const struct hr_place *place, size_t before, size_t after,
		    size_t size, bool is_terminated);

/* Whether nobody tells the length of a literal that a call is given: no other argument, and no declaration. */
bool hr_ties_are_none(const struct hr_sequence *sequence, const struct hr_place *place);

/* hr_ties_adjust() for the object that a NEW or a LITERAL yields, wherever it is used. */
bool hr_ties_adjust_value(struct hr_sequence *sequence, size_t value, size_t before, size_t after, size_t size,
			  bool is_terminated);

/* Whether the number at the place tells the whole length of a literal: then it changes with that one, not by itself. */
bool hr_ties_hold(const struct hr_sequence *sequence, const struct hr_place *place);

#endif
