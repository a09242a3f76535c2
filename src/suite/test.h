/* A test: a sequence with a call that it is about, and what has to hold after it. */
#ifndef HR_SUITE_TEST_H
#define HR_SUITE_TEST_H

#include "seq/outcome.h"
#include "seq/sequence.h"
#include "suite/leave.h"

enum hr_assertion_kind {
	HR_ASSERT_NUMBER, /* it equals `number` */
	HR_ASSERT_REAL,
	HR_ASSERT_NULL,
	HR_ASSERT_NOT_NULL,
	HR_ASSERT_TEXT,  /* it is, or points to, this text */
	HR_ASSERT_BYTES, /* an array, or what it points to: it begins with these `length` bytes at `text` */
};

/* What is looked at. */
enum hr_assertion_about {
	HR_ABOUT_VALUE, /* a value, or a part of it */
	HR_ABOUT_SIGN,  /* the result of a comparison, `number` (-1 or 1): how far it is from 0 is nobody's business */
	HR_ABOUT_NAN,   /* a result that is no number; `number` is 1 */
	HR_ABOUT_ERRNO, /* errno: `text` is its name */
	HR_ABOUT_WRITTEN, /* a stream to write to, or the name of a file: what stands in it */
	HR_ABOUT_CALLS, /* calls of callbacks that the focus led to: what they were called with, or how many there were */
};

/* What must hold after the test's focus. */
struct hr_assertion {
	enum hr_assertion_about about;
	size_t value; /* HR_NO_VALUE: it is not about one */
	const char *
		part; /* of what the value points to, or of the object that it is: ".total_out"; "": the value itself */
	size_t offset;           /* of the part, in bytes */
	struct hr_type_ref type; /* of what is compared */
	enum hr_assertion_kind kind;
	int64_t number;
	double real;
	const char *text; /* in the test's arena */
	size_t length;
};

/* A call of a synthesised callback (suite/calls_seen.h). */
struct hr_call_seen {
	size_t callback;        /* which of the sequence's, in their order */
	const char **arguments; /* as texts; NULL: it cannot be told */
	size_t count;
};

typedef HR_VEC(struct hr_call_seen) hr_calls_seen;

struct hr_test {
	struct hr_arena arena;
	const char *name;
	const char *area;                   /* suite/areas.h */
	const struct hr_sequence *sequence; /* borrowed */
	size_t focus; /* statement: a call. What follows it looks at what became of it, or ends what was made */
	size_t looks; /* so many statements behind it are there to look: calls and parts that are only read to be compared */
	HR_VEC(struct hr_assertion) checks;
	hr_calls_seen calls;      /* that the focus led to */
	uint32_t *callbacks_told; /* by callback of the sequence: bit n, argument n is told */
	size_t callback_count;
	struct hr_left left;    /* kept at its end */
	size_t left_by;         /* operation that would lose memory of it, or HR_LEFT_BY_NOBODY */
	bool has_earlier_calls; /* of callbacks, before the focus */
	bool is_untidy;    /* it was seen to lose memory: it counts only when somebody looked on and found nothing */
	const char *doubt; /* why it is not to be written, static text; NULL: nothing is known against it */
	bool is_seen;      /* it was seen to pass in the last round of trying: there was time for it */
	bool is_sanitized; /* it passed with sanitizers that look for leaks */
	unsigned watched;  /* valgrind looked on: the round, from 1; 0: it did not */
};

/* Whether a statement reads a pointer that only the one behind it needs, which reads what it points to: together they look once. */
bool hr_look_is_way(const struct hr_sequence *sequence, size_t statement);

/* Sets up a test and records what the run showed right after the focus: the result, out parameters, objects that changed, what the looks yield; scalars, texts, whether pointers are NULL; errno
 * where the focus refused and is known to tell by it; what callbacks were called with. Never the value of a pointer. The run must have had descriptions. */
void hr_test_record(struct hr_test *out, const struct hr_sequence *sequence, size_t focus, size_t looks,
		    const struct hr_outcome *outcome);
void hr_test_release(struct hr_test *test);

/* Takes away checks that do not hold in another run of the same sequence. */
void hr_test_keep_stable(struct hr_test *test, const struct hr_outcome *outcome);

/* Whether the file whose name the value is (hr_value_is_path) is there after the statement, and was not, or was another one, when the sequence made the name. The run must have had descriptions. */
bool hr_file_is_changed(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value,
			size_t statement);

/* How many bytes a pointer leads to, as the call tells that it comes from: in a variable that it fills in besides, or by its result; 0: it does not. */
size_t hr_told_length(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value);

/* True when both demand the same of what they are about. */
bool hr_assertion_is_same(const struct hr_assertion *a, const struct hr_assertion *b);

/* What a run showed of `check->value` and `check->part` (at `check->offset`, of `check->type`) right after a statement; the rest is filled in, texts in the arena. False: nothing that can be told. */
bool hr_assertion_observe(struct hr_assertion *check, struct hr_arena *arena, const struct hr_sequence *sequence,
			  size_t statement, const struct hr_outcome *outcome);

#endif
