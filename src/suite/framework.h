/* Frameworks that tests are written for: how each says what must hold, and how it is told which tests there are. */
#ifndef HR_SUITE_FRAMEWORK_H
#define HR_SUITE_FRAMEWORK_H

#include "base/strbuf.h"
#include "suite/test.h"

/* What must hold, as C text. */
struct hr_check_text {
	enum hr_assertion_kind kind;
	const char *subject;  /* an expression */
	const char *expected; /* another; NULL when the kind says it all */
	size_t size;          /* HR_ASSERT_BYTES: how many are compared */
	bool is_truth;        /* the subject is a bool, and `expected` "true" or "false" */
	bool is_signed;
	bool is_wide;      /* more than 32 bits */
	const char *label; /* an expression for the name of the row of a table; NULL: there is no table */
};

/* A function of the file: one test, or a table of tests that differ in literals. */
struct hr_test_entry {
	const char *function;
	const char *name;        /* of the test; each row of a table is called NAME__ROW */
	const char *const *rows; /* names of rows; none: it is one test */
	size_t row_count;
};

struct hr_framework {
	const char *name;     /* as --framework has it */
	const char *includes; /* lines for the top of a file */

	/* a header beside the tests */
	const char *shared_name;
	const char *shared_text;

	/* what compiling and linking take, in a Makefile */
	const char *makefile; /* lines with variables and rules, or "" */
	const char *compile;  /* flags, each with a space in front, or "" */
	const char *link;
	const char *objects; /* that each program is linked with */

	/* names for CMake and meson: a pkg-config module; NULL: none is needed or known */
	const char *module;
	const char *wrap;  /* meson: a dependency that a project wraps, where there is no module; NULL: none */
	const char *cmake; /* lines that make a target `framework`, where there is no module; NULL: none is needed */

	/* how a program is brought to say which tests passed: a setting of the environment, or NULL */
	const char *environment;

	bool isolates;      /* each test has a process of its own */
	bool needs_freedom; /* sockets, or files in the system's directories: it cannot be run behind the fence */

	const char *behind_focus; /* a statement between what a test is about and what looks at it; NULL: none */

	void (*check)(struct hr_strbuf *out, const struct hr_check_text *check);
	/* The head of a function, up to its first statement. Rows of a table are `struct FUNCTION_case` in the array FUNCTION_cases, which stands before it;
	 * the statements know the row as `it`. */
	void (*open)(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry);
	void (*close)(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry);
	/* The end of the file: what registers tests, and main(). */
	void (*finish)(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entries, size_t count);
};

extern const struct hr_framework hr_framework_plain;
extern const struct hr_framework hr_framework_cmocka;
extern const struct hr_framework hr_framework_check;
extern const struct hr_framework hr_framework_criterion;
extern const struct hr_framework hr_framework_unity;

/* Ours, in no list: goes on behind what does not hold, and tells its line (suite/kills.h). */
extern const struct hr_framework hr_framework_recorder;
#define HR_RECORDER_OPEN "static void "
#define HR_RECORDER_CHECK "RECORD_CHECK("

/* The framework of that name; NULL when there is none. */
const struct hr_framework *hr_framework_named(const char *name);

/* All of them, the first is the default. */
extern const struct hr_framework *const hr_frameworks[];
extern const size_t hr_framework_count;

/* Whether a program's output says of a test that it passed, in the form of any of the frameworks. */
bool hr_framework_tells_passed(const char *output, const char *name);

/* ---- for the frameworks ---- */

/* fixture.h: each test in a directory of its own, for frameworks that leave that to us. */
#define HR_FIXTURE_FILE "fixture.h"
extern const char hr_fixture_text[];

/* The end of a function, and nothing more. */
void hr_framework_close(struct hr_strbuf *out, const char *unit, const struct hr_test_entry *entry);

/* "SUBJECT == EXPECTED" and the like, as a condition. */
void hr_framework_condition(struct hr_strbuf *out, const struct hr_check_text *check);

#endif
