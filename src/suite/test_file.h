/* Tests as a C file that needs nothing but a compiler: one function a test, asserts, and a main() that runs them all. */
#ifndef HR_SUITE_TEST_FILE_H
#define HR_SUITE_TEST_FILE_H

#include "base/error.h"
#include "seq/outcome.h"
#include "seq/sequence.h"

enum hr_assertion_kind {
	HR_ASSERT_NUMBER, /* the value equals `number` */
	HR_ASSERT_REAL,
	HR_ASSERT_NULL,
	HR_ASSERT_NOT_NULL,
	HR_ASSERT_TEXT, /* it points to this text */
};

/* What must hold right after the statement that yields the value. */
struct hr_assertion {
	size_t value;
	enum hr_assertion_kind kind;
	int64_t number;
	double real;
	const char *text; /* in the test's arena */
	size_t length;
};

struct hr_test {
	struct hr_arena arena;
	const char *name;
	const struct hr_sequence *sequence; /* borrowed */
	HR_VEC(struct hr_assertion) checks;
};

/* The checks that record what the run showed: scalars, texts, whether pointers are NULL. The run must have had descriptions. */
void hr_test_record(struct hr_test *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome);
void hr_test_release(struct hr_test *test);

/* Takes away checks that do not hold in another run of the same sequence. */
void hr_test_keep_stable(struct hr_test *test, const struct hr_outcome *outcome);

/* The file. */
int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count, struct hr_error *error);

#endif
