/* The state of one `harrier compare`: compare.c (the command), compare_options.c (its command line), compare_version.c (the two versions), compare_cases.c (what is run), compare_pairs.c (running it
 * with both), compare_find.c (differences, small), compare_confirm.c (in plain C), compare_write.c (differences/), compare_tell.c (for a person and as JSON). */
#ifndef HR_APP_COMPARE_INTERNAL_H
#define HR_APP_COMPARE_INTERNAL_H

#include "app/analyse.h"
#include "app/confirm.h"
#include "app/output.h"
#include "app/runner.h"
#include "app/unit.h"
#include "model/api_changes.h"
#include "oracle/investigate.h"
#include "suite/behaviour.h"

enum { HR_OLD, HR_NEW, HR_VERSIONS };

/* One version of the library. */
struct hr_compare_version {
	struct hr_arena arena;
	const char *directory; /* relative paths of the input count from here */
	const char *base;      /* names of headers in programs count from here */
	struct hr_input input;
	struct hr_app_library library; /* its code stays there */
	struct hr_app_unit unit;
	struct hr_app_runner runner;
	struct hr_confirm *confirm;
	bool is_bare; /* its sources are others now: it is there as it was built, and cannot be compiled again */
	bool runs;    /* the runner is set up */
};

/* ---- compare_headers.c ---- */

/* Gives the headers of both versions the same names, and says where they count from (`base`) or are to be looked for (flags). What is made lives in the arena. */
void hr_compare_name_headers(struct hr_compare_version *versions, struct hr_arena *arena);

/* A sequence to be run with both versions. */
struct hr_compare_case {
	struct hr_sequence *sequence; /* of the old version */
	bool is_salvaged;             /* calls were left out that the new version does not have */
	bool is_failure;              /* that the old version had */
};

/* A difference that was found. Does not move. */
struct hr_compare_found {
	struct hr_arena arena;
	char *key;
	size_t seen;                        /* cases that show it */
	struct hr_sequence *sequence;       /* the shortest; minimal later */
	struct hr_sequence *after_sequence; /* the same for the new version */
	struct hr_behaviour behaviours[HR_VERSIONS];
	struct hr_difference difference; /* of them */
	struct hr_sequence *shown;       /* with names for a person */
	const char *told[HR_VERSIONS];   /* what each version did */
	HR_VEC(const char *)
	functions; /* of the library, that are others in the new version and that it passes through */
	HR_VEC(const char *) operations; /* others that show the same */
	struct hr_strbuf test;           /* C text */
	struct hr_strbuf report;         /* of the sanitizers */
	bool is_confirmed;
	struct hr_strbuf why; /* it is, or is not */
	const char *folder;   /* NULL: not written */
};

struct hr_compare {
	/* the command line: compare_options.c */
	struct hr_input input;
	HR_VEC(const char *) folders;      /* an output folder of gen; or the trees of both versions */
	const char *out;                   /* NULL: by default */
	const char *budget, *calls, *seed; /* for gen, as given; or NULL */
	long jobs;
	bool json;

	const char *home; /* the current directory at first */
	struct hr_arena arena;
	struct hr_output output;
	struct hr_compare_version versions[HR_VERSIONS];
	struct hr_rules *rules; /* of the old version's API */
	HR_VEC(struct hr_compare_case) cases;
	size_t tests, kept, failures, misuses; /* of the cases */
	size_t unfit; /* cases that cannot be run with the new version, as its API is another */
	struct hr_api_changes api;
	struct hr_map changed; /* functions of the library that are others in the new version, or only in one */
	HR_VEC(struct hr_compare_found *) found;
	bool is_interrupted;
};

/* ---- compare_options.c ---- */

/* Defaults, then the command line. 0: go on; else the code to exit with, plus one: everything was said. */
int hr_compare_options(struct hr_compare *compare, int argc, char **argv);

/* ---- compare_version.c ---- */

/* Reads and builds both, and starts workers. The old one is that of the campaign in `folder`. */
int hr_compare_versions(struct hr_compare *compare, const char *folder, struct hr_error *error);
void hr_compare_version_release(struct hr_compare_version *version);

/* Makes the directory that its paths count from the current one. */
int hr_compare_enter(const char *directory, struct hr_error *error);

/* ---- compare_cases.c ---- */

/* Everything that the campaign in the folder kept: tests, sequences, failures; and the rules. */
int hr_compare_cases(struct hr_compare *compare, const char *folder, struct hr_error *error);

/* ---- compare_pairs.c ---- */

/* A sequence with what both versions make of it. */
struct hr_compare_pair {
	const struct hr_sequence *sequence; /* of the old version; borrowed */
	struct hr_sequence *after_sequence; /* of the new one; NULL: it cannot be written there */
	struct hr_behaviour behaviours[HR_VERSIONS];
};

/* Fills in all but the sequences, which the caller has set. The caller releases them. */
int hr_compare_run(struct hr_compare_pair *pairs, size_t count, struct hr_compare *compare, struct hr_error *error);
void hr_compare_pair_release(struct hr_compare_pair *pair);

/* The same sequence for the new version; NULL: it does not have what it needs. */
struct hr_sequence *hr_compare_translate(const struct hr_compare *compare, const struct hr_sequence *sequence);

/* ---- compare_salvage.c ---- */

/* Leaves calls out of the cases that the new version does not have. */
int hr_compare_salvage(struct hr_compare *compare, struct hr_error *error);

/* ---- compare_changed.c ---- */

/* Fills in `changed`; empty where the code of one version is not there. */
void hr_compare_changed(struct hr_compare *compare);

/* Which of them the difference passes through. */
int hr_compare_trace(struct hr_compare *compare, struct hr_compare_found *found, struct hr_error *error);

/* Differences of one kind that pass through the same changed functions are one: the shortest is kept, with the operations of the others. */
void hr_compare_group(struct hr_compare *compare);

/* ---- compare_find.c ---- */

/* Runs all cases and keeps the differences, each once, made small. */
int hr_compare_find(struct hr_compare *compare, struct hr_error *error);
void hr_compare_found_free(struct hr_compare_found *found);

/* ---- compare_confirm.c ---- */

/* Writes them as C and tries them with both versions. */
int hr_compare_confirm(struct hr_compare *compare, struct hr_error *error);

/* ---- compare_write.c ---- */

/* Those that were confirmed go to differences/, in place of those of before. */
int hr_compare_write(struct hr_compare *compare, struct hr_error *error);

/* ---- compare_tell.c ---- */

void hr_compare_tell(const struct hr_compare *compare);
void hr_compare_tell_json(const struct hr_compare *compare);

/* Differences that count: confirmed ones, and breaks of the API. */
size_t hr_compare_count(const struct hr_compare *compare);

#endif
