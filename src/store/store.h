/* The campaign on disk: everything that later commands need, in one SQLite file (docs/campaign.md tells its tables). What is told is written in
 * transactions that the caller ends (hr_store_flush), so that a kill loses what came since the last one and nothing else. Others may read while a
 * campaign writes. */
#ifndef HR_STORE_STORE_H
#define HR_STORE_STORE_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct hr_store;

/* Opens `path`, and makes it when it is not there, unless read-only; one of a version before ours is brought up to date, or (read-only) read as if what it lacks were empty. Fails with HR_ERROR_INPUT when the file is another program's, or of another version of
 * ours, or (read-only) not there; with HR_ERROR_INTERNAL when it cannot be read or written. */
int hr_store_open(struct hr_store **out, const char *path, bool read_only, struct hr_error *error);

/* NULL is fine. What was told is written as far as that works: whoever wants to know flushes first. */
void hr_store_close(struct hr_store *store);

/* Writes what was told when the first of that was told more than `seconds` ago (0: at once). */
int hr_store_flush(struct hr_store *store, double seconds, struct hr_error *error);

/* Forgets everything; the next flush makes it so on disk. */
int hr_store_clear(struct hr_store *store, struct hr_error *error);

/* Facts about the campaign by name: "unit", "seed", "calls", "version", "finished", … */
int hr_store_set(struct hr_store *store, const char *key, const char *value, struct hr_error *error);
const char *hr_store_get(struct hr_store *store, struct hr_arena *arena, const char *key); /* NULL: not there */

/* A sequence that was kept. */
struct hr_stored_sequence {
	int64_t id; /* given by the store, from 1 */
	uint64_t hash;
	const char *text;    /* docs/sequences.md */
	const char *outcome; /* status name */
	uint32_t new_edges;
	double at; /* seconds of search */
};

struct hr_stored_progress {
	double at; /* seconds of search */
	uint64_t sequences, calls;
	uint32_t edges;
	uint32_t failures;
};

struct hr_stored_rule {
	const char *text; /* for a person; the key */
	const char *evidence, *crashing, *passing;
	bool is_dropped;
};

struct hr_stored_failure {
	int64_t id; /* given by the store, from 1, as `harrier replay` takes it */
	const char *cause;
	const char *class, *way, *operation, *summary, *reasons; /* reasons: one a line */
	const char *sequence;                                    /* minimal, text form */
	const char *original;
	const char *neighbour; /* or NULL */
	const char *difference;
	const char *report;                      /* of the stock sanitizers, or NULL */
	const char *idiom, *property, *contract; /* of a broken contract of values: which; or NULL */
	bool is_confirmed;
	uint64_t seen; /* how often */
	double at;
};

/* By operation: calls, normal, refused, illegal, failures, and how many of those were hangs. */
struct hr_stored_operation {
	const char *name;
	uint64_t reach[6];
	const char *why; /* it never returned normally; NULL: it did, or cannot be called */
};

/* A test of the suite that was written last, or one that was left out of it. */
struct hr_stored_test {
	int64_t id; /* given by the store, from 1 */
	const char *name;
	const char *text; /* its sequence */
	uint32_t focus;   /* statement that it is about */
	uint32_t looks;   /* statements right behind it that only look */
	const char *why;  /* it was left out; NULL: it is there */
};

/* What `gen` wrote about a failure, and where it happens. */
struct hr_stored_failure_text {
	int64_t failure;              /* its id */
	const char *confirmed;        /* with what, or why not; all texts may be NULL */
	const char *folder;           /* "failures/01-…" */
	const char *test, *neighbour; /* C texts */
	const char *function;         /* innermost one of the library */
	const char *file;             /* and its place: absolute */
	uint32_t line;                /* 0: not known */
};

/* A file of the suite that was written last. */
struct hr_stored_suite_file {
	const char *name;
	const char *text;
};

/* A file of the library, as the suite covers it: docs/campaign.md has the form of the lists. */
struct hr_stored_covered_file {
	int64_t id;         /* from 1, given by the caller */
	const char *path;   /* absolute */
	const char *text;   /* or NULL: too large */
	const char *totals; /* lines, functions, branches: "covered/count" each */
	const char *lines, *branches, *functions;
};

/* Which of its lines a test executes. */
struct hr_stored_run {
	int64_t file, test; /* ids */
	const char *lines;
};

/* A mutant that no test of the suite noticed. */
struct hr_stored_mutant {
	const char *file;
	uint32_t line, column;
	const char *function, *what, *state;
};

/* What the suite covers, as llvm-cov counts it: "lines", "functions", "branches"; "kept branches" are those of all sequences that were kept. */
struct hr_stored_coverage {
	const char *kind;
	uint64_t covered, count;
};

int hr_store_add_sequence(struct hr_store *store, const struct hr_stored_sequence *sequence, struct hr_error *error);
int hr_store_add_progress(struct hr_store *store, const struct hr_stored_progress *progress, struct hr_error *error);
int hr_store_put_rule(struct hr_store *store, const struct hr_stored_rule *rule, struct hr_error *error);
/* By `*id`, unless that is 0 or `id` NULL: what cause it had before does not matter, and another one of its cause now gives way. Else by cause: one
 * that is there keeps its id. `*id` (unless NULL) is set to it. */
int hr_store_put_failure(struct hr_store *store, const struct hr_stored_failure *failure, int64_t *id,
			 struct hr_error *error);
int hr_store_put_operation(struct hr_store *store, const struct hr_stored_operation *operation, struct hr_error *error);
int hr_store_add_test(struct hr_store *store, const struct hr_stored_test *test, struct hr_error *error);
int hr_store_forget_tests(struct hr_store *store,
			  struct hr_error *error); /* and what they cover, their files, and mutants */
int hr_store_put_coverage(struct hr_store *store, const struct hr_stored_coverage *coverage, struct hr_error *error);

int hr_store_put_failure_text(struct hr_store *store, const struct hr_stored_failure_text *text,
			      struct hr_error *error);
int hr_store_add_suite_file(struct hr_store *store, const struct hr_stored_suite_file *file, struct hr_error *error);
int hr_store_add_covered_file(struct hr_store *store, const struct hr_stored_covered_file *file,
			      struct hr_error *error);
int hr_store_add_run(struct hr_store *store, const struct hr_stored_run *run, struct hr_error *error);
int hr_store_add_mutant(struct hr_store *store, const struct hr_stored_mutant *mutant, struct hr_error *error);
int hr_store_forget_mutants(struct hr_store *store, struct hr_error *error);

/* All reading from here on sees the store as it is now, also when somebody writes meanwhile. Only for a store that was opened to read. */
int hr_store_hold(struct hr_store *store, struct hr_error *error);

/* Reading: called with each, in the order in which they were first told; texts are the callee's only for the time of the call. Stops when it returns false. */
int hr_store_sequences(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_sequence *), void *context,
		       struct hr_error *error);
int hr_store_progress(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_progress *), void *context,
		      struct hr_error *error);
int hr_store_rules(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_rule *), void *context,
		   struct hr_error *error);
int hr_store_failures(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_failure *), void *context,
		      struct hr_error *error);
int hr_store_coverage(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_coverage *), void *context,
		      struct hr_error *error);
int hr_store_operations(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_operation *), void *context,
			struct hr_error *error);
int hr_store_tests(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_test *), void *context,
		   struct hr_error *error);

int hr_store_failure_texts(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_failure_text *),
			   void *context, struct hr_error *error);
int hr_store_suite_files(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_suite_file *),
			 void *context, struct hr_error *error);
int hr_store_covered_files(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_covered_file *),
			   void *context, struct hr_error *error);
int hr_store_runs(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_run *), void *context,
		  struct hr_error *error);
int hr_store_mutants(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_mutant *), void *context,
		     struct hr_error *error);

#endif
