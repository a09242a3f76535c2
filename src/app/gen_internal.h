/* The state of one `harrier gen`. */
#ifndef HR_APP_GEN_INTERNAL_H
#define HR_APP_GEN_INTERNAL_H

#include "app/output.h"
#include "app/unit.h"

struct hr_gen {
	struct hr_input input;
	const char *out;
	struct hr_output output;
	long sequence_count;
	long calls;
	long seed;
	long most_tests;
	struct hr_app_unit unit;
	bool *is_covered; /* by edge */
	unsigned *called; /* by operation: how often, in what was kept; only where there are no edges */
	uint32_t edge_count;
	size_t covered;
	size_t calls_made;
	size_t passed_over; /* sequences that could not be encoded */
	size_t outcomes[HR_OUTCOME_STATUS_COUNT];
	HR_VEC(struct hr_sequence *) kept; /* worth a test */
};

/* Turns what was kept into tests, compiles and runs them, and leaves those that pass in the output folder. */
int hr_gen_write_tests(struct hr_gen *gen, struct hr_error *error);

/* Appends a Makefile that builds NAME.c with the sources of the unit into the program `tests`, and runs it; the target
 * `library` makes all but the tests. */
void hr_gen_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *name);

#endif
