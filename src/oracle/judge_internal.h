/* What the files that judge share. */
#ifndef HR_ORACLE_JUDGE_INTERNAL_H
#define HR_ORACLE_JUDGE_INTERNAL_H

#include "oracle/experiments.h"
#include "oracle/investigate.h"
#include "oracle/legality.h"

/* One failure on its way to a judgement. */
struct hr_inquiry {
	struct hr_judgement *out;
	const struct hr_rules *rules;
	const struct hr_siblings *siblings; /* NULL: there are none */
	const struct hr_runner *runner;
	struct hr_experiments experiments;
	struct hr_legality legality;
};

/* Sets the class, and adds a reason, which must live as long as the judgement; NULL: none is added. */
void hr_inquiry_decide(struct hr_inquiry *inquiry, enum hr_class class, const char *text);

/* Adds what is doubtful about the calls to the reasons. */
void hr_inquiry_tell_legality(struct hr_inquiry *inquiry);

/* True when it was decided: there is nothing to find out. */
bool hr_judge_at_once(struct hr_inquiry *inquiry);

/* What the experiments with numbers say. */
enum hr_number_verdict {
	HR_NUMBER_IRRELEVANT, /* no other number makes a difference */
	HR_NUMBER_CHECKED,    /* numbers further out are fine: the function knows its range, and gets this one wrong */
	HR_NUMBER_WRAPS,      /* only huge ones fail: arithmetic goes wrong */
	HR_NUMBER_ONE_SIDED,  /* too large is noticed, below zero is not */
	HR_NUMBER_WITH_DATA,  /* of an earlier call, which took it; and other bytes of the same length are fine */
	HR_NUMBER_LEGAL,      /* a true length, an enumerator, contents, 0: nobody can forbid it */
	HR_NUMBER_UNCHECKED,  /* everything further out fails too: the caller has to know */
};

struct hr_number_finding {
	enum hr_number_verdict verdict;
	size_t statement;
	size_t operand;
	size_t part;
	int64_t number; /* that fails */
	size_t nearest; /* experiment with the nearest number that does not; (size_t)-1 */
	bool has_range; /* UNCHECKED: the numbers that did not fail are these */
	int64_t least, most;
};

/* It tries a number that is none of the enumerators where one is expected: that it is passed over then says nothing of those. */
bool hr_number_is_foreign(const struct hr_experiments *experiments, const struct hr_experiment *it);

/* Whether another number that returned says anything: not where only huge ones do, between others that fail. */
bool hr_number_tells(const struct hr_experiments *experiments, const struct hr_experiment *it);

/* With nothing to do nothing goes wrong: what is empty is no neighbour of what is wrong with all else. */
bool hr_does_nothing(const struct hr_experiments *experiments, const struct hr_experiment *it);

/* The most telling of all numbers of the sequence; UNCHECKED wins. */
struct hr_number_finding hr_judge_numbers(const struct hr_experiments *experiments);

/* The first change of a value that returns; else the first with a statement less. (size_t)-1: none. */
size_t hr_find_neighbour(const struct hr_experiments *experiments, const struct hr_number_finding *numbers,
			 bool *is_value);

/* Memory of the sequence's own was overrun: false when the unit could not know its bounds. */
bool hr_bounds_are_known(const struct hr_experiments *experiments);

/* Memory that the failing call itself made was overrun, or an array right behind its last element, and nothing of the caller's can be the reason, as far as can be seen: no callback, no bytes that have to be trusted. */
bool hr_is_beyond_own(const struct hr_experiments *experiments);

/* The call gets bytes whose end nobody tells, and that are hardly a text. */
bool hr_gets_untold_bytes(const struct hr_sequence *failing, const struct hr_statement *call);

/* One of the calls gets a function of ours. */
bool hr_has_callback(const struct hr_sequence *sequence);

/* No function of the unit is to be seen: it happened in what a macro became in the caller's own code, with the types and numbers that the caller chose. */
bool hr_fault_is_in_macro(const struct hr_experiments *experiments);

/* Signed overflows and shifts: of text that was read wrong, or of numbers that are not large themselves, they are failures; huge numbers wrap everywhere, and where bits are
 * mixed on purpose. False for other faults. */
bool hr_overflow_is_portability(const struct hr_experiments *experiments, const struct hr_legality *legality,
				const struct hr_number_finding *numbers);

/* The class of what no rule explains. `is_value`: there is a neighbour that differs in a value; `is_call`: one that differs in a statement. */
enum hr_class hr_judge_class(const struct hr_experiments *experiments, const struct hr_legality *legality,
			     const struct hr_number_finding *numbers, bool is_value, bool is_call);

/* ABORT: the failed assertion is about an argument of the call, at its entry: the author's word for a rule. */
bool hr_assertion_is_precondition(const struct hr_experiments *experiments);

/* The same deep inside, of a number that the call hands on as it is: what was tried for it fails exactly where the assertion says so. Once numbers were tried. Sets `*found`, its range included. */
bool hr_assertion_is_handed_on(const struct hr_experiments *experiments, struct hr_number_finding *found);

#endif
