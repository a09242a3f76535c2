/* Trying tests before anybody else does, and leaving out what does not hold (docs/suite.md). */
#ifndef HR_APP_CERTIFY_H
#define HR_APP_CERTIFY_H

#include "app/unit.h"
#include "suite/test.h"

enum hr_certify_level {
	HR_CERTIFY_QUICK,    /* one compiler, a few runs */
	HR_CERTIFY_DEFAULT,  /* gcc and clang, ten runs, sanitizers, valgrind */
	HR_CERTIFY_THOROUGH, /* twice as many runs, the sanitizers of both compilers; as long as it takes */
};

struct hr_certify_options {
	enum hr_certify_level level;
	double until; /* on the clock: about then it is over, but for what no test goes without: one compiler and one run; 0: as long as it takes, and so the same each time */
};

struct hr_left_out {
	const char *test;
	const char *why; /* "does not compile with clang" */
};

/* What was found out. Texts live in the arena. */
struct hr_certificate {
	struct hr_arena arena;
	HR_VEC(struct hr_left_out) left_out;
	HR_VEC(const char *) done;     /* "gcc", "valgrind", "10 runs" */
	HR_VEC(const char *) not_done; /* "valgrind (not installed)" */
	const char *compiler;          /* that compiles the library where the usual one does not; else NULL */
	bool is_flat;                  /* tables of tests do not hold where tests by themselves do, or were not tried */
	size_t dropped_checks;         /* assertions that did not hold everywhere: their tests are there without them */
	double seconds;
};

#define HR_CERTIFICATE_INIT { .arena = HR_ARENA_INIT, .left_out = HR_VEC_INIT, .done = HR_VEC_INIT, .not_done = HR_VEC_INIT }

void hr_certificate_release(struct hr_certificate *certificate);

/* Keeps the tests that hold, in their order: the others stand behind the first `*count` afterwards, and are told in `out`, which the caller releases. The tests of one area must stand together (hr_tests_sort). */
int hr_certify(struct hr_certificate *out, struct hr_test *tests, size_t *count, const struct hr_app_unit *unit,
	       const struct hr_certify_options *options, struct hr_error *error);

/* "1 does not compile with clang, 2 leak (valgrind)": how many there are for each reason, most first. */
void hr_certificate_reasons(struct hr_strbuf *out, const struct hr_certificate *certificate);

#endif
