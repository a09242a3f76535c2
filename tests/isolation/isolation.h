/* What the two halves of the comparison share: running the sequences in one way and telling what differs (isolation.c), and reads of memory that
 * nobody wrote (fills.c). */
#ifndef HR_TESTS_ISOLATION_H
#define HR_TESTS_ISOLATION_H

#include "app/unit.h"
#include "digest.h"

enum { DEFAULT_FILL = 0xbe, OTHER_FILL = 0x5a, MOST_SHOWN = 3, FRESH_SAMPLE = 200, SHORT_MS = 10, LONG_MS = 1000 };

struct test {
	struct hr_input input;
	struct hr_app_unit unit;
	long count; /* of sequences */
	long calls;
	long seed;
	bool is_verbose;
	hr_strings planted;
	hr_strings known; /* operations that show what nobody wrote, too, and need not be found */
	struct hr_sequence **sequences;
	struct digest *base; /* by sequence */
	int number;          /* of the TAP line */
	int failed;
};

enum order { IN_ORDER, REVERSED, SHUFFLED, AFTER_FAULTS };

/* A way to run them. */
struct variant {
	const char *name;
	enum order order;
	unsigned workers;
	unsigned batch;
	unsigned recycle;
	size_t sample; /* 0: all of them */
	unsigned char fill;
	bool fresh_stack;
};

extern const struct variant base_variant;

struct run {
	struct test *test;
	const struct variant *variant;
	size_t *index_of; /* by program: the sequence; SIZE_MAX: nobody looks */
	struct digest *digests;
	bool *is_run; /* by sequence */
	struct digest_fills fills;
	size_t count;      /* of programs */
	size_t beginnings; /* programs that found something new to their process: the first of each does */
};

struct hr_run_wants wants_of(const struct variant *variant);

/* Runs the sequences in the variant's way and fills in the digests; to be released in any case. */
int run_variant(struct run *run, double *seconds, struct hr_error *error);
void release_run(struct run *run);

/* A line of TAP. */
void tell(struct test *test, bool is_good, const char *what, const char *detail);

/* Whether the first parts are the same. */
bool is_same(const struct digest *a, const struct digest *b, int part_count);
void show_difference(const struct test *test, size_t index, const struct digest *a, const struct digest *b);

/* Runs with another fill byte: what differs, by the operation that shows it first. */
int compare_fills(struct test *test, struct hr_error *error);

#endif
