/* What callbacks saw: the synthesised callbacks of a sequence, and their calls as a test can tell of them, "visit(3, name) done()". */
#ifndef HR_SUITE_CALLS_SEEN_H
#define HR_SUITE_CALLS_SEEN_H

#include "suite/test.h"

/* A synthesised callback of a sequence. All borrowed. */
struct hr_callback_place {
	const struct hr_operand *operand;
	const struct hr_type *function; /* its type */
	size_t statement;
	size_t type; /* number of the callback type, and which of that type: as struct hr_callback_call has them */
	unsigned instance;
	const char *word; /* what it is called: a parameter or a field; "callback" when nobody knows */
	size_t word_length;
};

typedef HR_VEC(struct hr_callback_place) hr_callback_places;

/* Lists them in the order in which they stand there. */
void hr_callback_places_find(hr_callback_places *out, const struct hr_sequence *sequence);

enum { HR_PARAMETER_NAME = 64 };

/* How an argument of a function of this type is told, as printf() does: appends the format and, behind a comma, what it takes; `name_of` says how the parameters are called. Nothing when
 * no argument of this type can be told. */
void hr_argument_print(struct hr_strbuf *format, struct hr_strbuf *arguments, const struct hr_model *model,
		       const struct hr_type *function, size_t index,
		       const char *(*name_of)(char room[HR_PARAMETER_NAME], const struct hr_model *model,
					      const struct hr_type *function, size_t index));

/* Sets what the focus' callbacks saw in a run: `calls` and `callbacks_told` of the test, and a check. Of a test without callbacks, nothing. */
void hr_calls_seen_record(struct hr_test *test, const struct hr_outcome *outcome);

/* The same run again: arguments that are not the same are not told any more. False: the calls themselves are others. */
bool hr_calls_seen_again(struct hr_test *test, const struct hr_outcome *outcome);

/* What the check says now, its text in the test's arena: the calls; only how many there were, where they are too long to read or nothing of their arguments is told. */
void hr_calls_seen_check(struct hr_assertion *out, struct hr_test *test);

/* Whether an argument of the test's callback of that number is told. */
bool hr_argument_is_told(const struct hr_test *test, size_t callback, size_t argument);

#endif
