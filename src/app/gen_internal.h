/* The state of one `harrier gen`. */
#ifndef HR_APP_GEN_INTERNAL_H
#define HR_APP_GEN_INTERNAL_H

#include "app/allowance.h"
#include "app/analyse.h"
#include "app/campaign.h"
#include "app/certify.h"
#include "app/coverage.h"
#include "app/output.h"
#include "app/unit.h"
#include "suite/framework.h"
#include "suite/select.h"
#include "suite/test.h"

/* Assertions that were left out since they notice nothing that others do not. */
struct hr_assertion_choice {
	size_t tests;   /* that had more than one, and were run with mutants */
	size_t mutants; /* that there are */
	size_t runs;
	size_t all; /* assertions of these tests, before */
	size_t dropped;
	double seconds;
};

struct hr_gen {
	/* the command line: gen_options.c */
	struct hr_input input;
	const char *out;
	const char *contracts; /* file to read rules from; NULL: only what the output folder has */
	struct hr_campaign_options options;
	long jobs; /* 0: one per core */
	long most_tests;
	const struct hr_framework *framework;
	enum hr_certify_level certify;
	bool wants_kept; /* what all kept sequences cover is measured, too */
	bool is_resumed;
	bool list_contracts; /* instead of anything else */
	bool json;

	struct hr_output output;
	struct hr_app_library library; /* its model and recipe go to the unit: facts and code stay */
	struct hr_app_unit unit;
	struct hr_store *store;
	struct hr_live live;
	struct hr_campaign campaign;

	/* what came of it, for the summary */
	double reading, building;      /* seconds */
	struct hr_allowance allowance; /* what is left of the time for tests when failures are confirmed */
	size_t test_count;
	struct {
		size_t tests;                /* that keep objects at their end (suite/leave.h) */
		HR_VEC(const char *) losing; /* destroyers that would lose memory of them; names are the model's */
	} keeping;
	struct hr_assertion_choice choice; /* of assertions */
	struct hr_strbuf tests_problem;    /* why there are none, or what was not tried; lines, the first tells it */
	struct hr_strbuf tests_edited;     /* files that were left alone, since somebody changed them */
	struct hr_coverage coverage;       /* of the suite */
	struct hr_coverage kept;           /* of everything that was kept */
	double measuring;                  /* seconds */
	struct hr_certificate certificate; /* what was tried, and what was left out */
	const char *
		test_file; /* in the output folder, or the folder when there are several; NULL: no test was written. Owned. */
};

/* ---- gen_options.c ---- */

/* Defaults, then the command line. 0: go on; else the code to exit with, plus one: everything was said. */
int hr_gen_options(struct hr_gen *gen, int argc, char **argv);

/* ---- gen_choose.c ---- */

/* Of what the campaign kept, few small sequences that reach the same, as far as the number of tests and the time allow. The caller releases them. */
int hr_gen_choose(hr_selection *out, struct hr_gen *gen, struct hr_error *error);

/* ---- gen_confirm.c ---- */

/* Tries every failure outside of the worker, and writes those that fail there as well to failures/. */
int hr_gen_confirm(struct hr_gen *gen, struct hr_error *error);

/* ---- gen_store.c ---- */

/* What `harrier compare` needs to have this library again: the input, the model, and the shared object in the cache. */
int hr_gen_store_input(struct hr_gen *gen, struct hr_error *error);

/* Why a sequence that was selected came to no test before any was tried. */
const char *hr_gen_why_not_recorded(const struct hr_test *test);

/* The sequences of the tests, in place of those of an earlier run: the first `count` are there, the others of `total` were left out, as the certificate tells. */
int hr_gen_store_tests(struct hr_gen *gen, const struct hr_test *tests, size_t count, size_t total,
		       struct hr_error *error);

struct hr_suite_files;

/* The files of the suite; after the tests. */
int hr_gen_store_suite(struct hr_gen *gen, const struct hr_suite_files *suite, struct hr_error *error);

/* What time was spent on, but for the search. */
int hr_gen_store_times(struct hr_gen *gen, struct hr_error *error);

/* ---- gen_report.c ---- */

/* Writes the folder report/ from what is in the store now. */
int hr_gen_write_report(struct hr_gen *gen, struct hr_error *error);

/* ---- gen.c ---- */

/* All that the command does, but for telling of it; and giving back what it took, also after it failed. */
int hr_gen_run(struct hr_gen *gen, struct hr_error *error);
void hr_gen_release(struct hr_gen *gen);

/* ---- gen_tests.c ---- */

/* Turns sequences into tests, compiles and runs them, and leaves those that pass in the output folder. */
int hr_gen_write_tests(struct hr_gen *gen, const hr_selection *selection, struct hr_error *error);

/* ---- gen_coverage.c ---- */

/* What the tests of the suite cover; if it is wanted, also what all sequences that were kept cover when they are run as plain C. */
int hr_gen_measure(struct hr_gen *gen, const struct hr_test *tests, size_t count, struct hr_error *error);

/* ---- gen_assertions.c ---- */

/* Takes away assertions by which tests notice no mutant that they would not notice without. Tests whose programs cannot be made with mutants stay as they are. The tests of one area must stand together. */
int hr_gen_choose_assertions(struct hr_gen *gen, struct hr_test *tests, size_t count, struct hr_error *error);

/* ---- gen_makefile.c ---- */

/* Appends a Makefile that builds a program from each file of the suite and the sources of the unit, and runs them; the target `library` makes all but
 * the tests. */
void hr_gen_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite);

/* ---- gen_cmake.c, gen_meson.c ---- */

/* The same as CMakeLists.txt and meson.build; where the way from the tests to the current directory stands, it is "@way@". */
void hr_gen_cmake(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite);
void hr_gen_meson(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite);

/* ---- gen_summary.c ---- */

/* What was found, for a person; the same as JSON. */
void hr_gen_tell(const struct hr_gen *gen);
void hr_gen_tell_json(const struct hr_gen *gen);

/* ---- gen_counts.c ---- */

/* How far the search got with the operations. */
struct hr_gen_reach {
	size_t operations; /* that can be called */
	size_t normal;     /* returned normally at least once */
	double legal;      /* share of legal calls, averaged over the operations that were called */
};

struct hr_gen_reach hr_gen_reach_of(const struct hr_campaign *campaign);

/* An operation that can be called and never returned normally. */
bool hr_gen_is_unreached(const struct hr_campaign *campaign, size_t operation);

/* Failures that were not confirmed outside of the worker. */
size_t hr_gen_unconfirmed(const struct hr_campaign *campaign);

/* Operations that failed as an allocation did, where that is only counted. */
size_t hr_gen_breaks_without_memory(const struct hr_campaign *campaign);

/* Rules of that origin that hold. */
size_t hr_gen_rules(const struct hr_campaign *campaign, enum hr_rule_origin origin);

#endif
