/* All that a report tells of a campaign, read from its store alone: the page, SARIF, JUnit, lcov and the summary are written from this.
 *
 * Texts may have any bytes but NUL in them, also such as are no UTF-8: who writes them escapes and mends. What is not known is NULL, 0, -1 or empty, as it says there. */
#ifndef HR_REPORT_CAMPAIGN_H
#define HR_REPORT_CAMPAIGN_H

#include "base/arena.h"
#include "base/vec.h"
#include "store/store.h"

#define HR_REPORT_FINGERPRINT 17 /* room for 16 hexadecimal digits: stable from run to run, and the same in every file */

typedef HR_VEC(const char *) hr_report_texts;

struct hr_report_point {
	double at; /* seconds of search */
	uint64_t sequences, calls;
	uint32_t edges;
	uint32_t failures;
};

/* What time was spent on; one that is `part_of` another is counted in that as well. */
struct hr_report_phase {
	const char *name;    /* "reading", "building", "search", "investigating", …: in order */
	const char *part_of; /* name of a phase, or NULL */
	double seconds;
};

struct hr_report_covered {
	uint64_t covered, count;
};

struct hr_report_operation {
	const char *name;
	const char *kind;      /* "maker", "destroyer", …; "" */
	const char *signature; /* as C declares it; "" */
	const char *place;     /* "file:line" of its declaration; "" */
	bool is_callable;
	const char *why_not; /* callable; NULL: it is */
	uint64_t calls, normal, refused, illegal, failures, hangs;
	const char *why; /* it never returned normally; NULL: it did, or cannot be called */
};

struct hr_report_failure {
	char fingerprint[HR_REPORT_FINGERPRINT];
	int64_t id; /* as `harrier replay` takes it */
	const char *cause;
	const char *class; /* "certain", "likely", "deviant", "portability" */
	const char *way;   /* "null", "overflow", … */
	const char *operation;
	const char *summary; /* one line */
	hr_report_texts reasons;
	const char *sequence, *original;
	const char *neighbour;                   /* its sequence, or NULL */
	const char *difference;                  /* what the neighbour has instead, or NULL */
	const char *report;                      /* of the stock sanitizers, or NULL */
	const char *idiom, *property, *contract; /* of a broken contract of values, or NULL */
	bool is_confirmed;
	const char *confirmed;      /* with what, or why not; or NULL */
	const char *test;           /* C text, or NULL */
	const char *neighbour_test; /* C text, or NULL */
	const char *folder;         /* "failures/01-…", or NULL */
	const char *function;       /* innermost one of the library, or "" */
	const char *file;           /* where, as hr_report_file.path has it; or NULL */
	unsigned line;              /* from 1; 0: not known */
	uint64_t seen;
	double at;
};

struct hr_report_rule {
	char fingerprint[HR_REPORT_FINGERPRINT];
	const char *text;
	const char *evidence, *crashing, *passing; /* each may be NULL */
	bool is_dropped;
};

/* A test of the suite, or one that was left out. */
struct hr_report_test {
	const char *name;
	const char *sequence;
	const char *why;                /* it was left out; NULL: it is there */
	const char *file;               /* in tests/, or NULL */
	unsigned line;                  /* of its function in that file; 0: not known */
	const char *text;               /* that function as C text, or NULL */
	struct hr_report_covered lines; /* that it covers by itself, of all; count 0: not known */
};

struct hr_report_line {
	unsigned line;
	uint64_t count; /* executions */
};

/* A condition that goes two ways, as llvm-cov has it. */
struct hr_report_branch {
	unsigned line, column, last_line, last_column;
	uint64_t taken[2]; /* how often it was true, and false */
};

/* Lines of a file that a test executes, without gaps but for those that have no code. */
struct hr_report_run {
	uint32_t test; /* index among the tests */
	unsigned first, last;
};

struct hr_report_function {
	char fingerprint[HR_REPORT_FINGERPRINT];
	const char *name;
	unsigned first, last; /* lines */
	uint64_t count;       /* calls */
	struct hr_report_covered lines, branches;
};

/* A file of the library that has code in it. */
struct hr_report_file {
	const char *path; /* relative to `root` of the campaign where it is below that, else absolute */
	const char *text; /* as it was measured, or NULL: not stored */
	struct hr_report_covered lines, functions, branches;
	HR_VEC(struct hr_report_function) function; /* by first line */
	HR_VEC(struct hr_report_line) line;         /* that have code, in order */
	HR_VEC(struct hr_report_branch) branch;     /* by line and column */
	HR_VEC(struct hr_report_run) run;           /* by test and line; empty: not known */
};

/* Types of objects and what makes, takes and ends them. */
struct hr_report_type {
	const char *name;
};

enum hr_report_edge_kind { HR_REPORT_TAKES, HR_REPORT_MAKES, HR_REPORT_ENDS };

struct hr_report_edge {
	enum hr_report_edge_kind kind;
	uint32_t operation, type; /* indices */
	const char *label;        /* name of the parameter; "" */
};

struct hr_report_mutant {
	const char *file; /* as hr_report_file.path */
	unsigned line, column;
	const char *function;
	const char *what;  /* "a < b becomes a <= b" */
	const char *state; /* "survived", "unreached" */
};

struct hr_report_mutation {
	bool is_known;
	uint64_t all, run, killed, survived, unreached;
	HR_VEC(struct hr_report_mutant) survivors; /* and those that are not reached, as many as were stored */
};

struct hr_report_campaign {
	struct hr_arena arena; /* has all texts */
	const char *unit, *version;
	const char *root; /* the directory that `gen` was run in, or NULL */
	const char *seed; /* as text */
	uint64_t runs;    /* 1 and one for each --resume */
	uint64_t sequences, calls, edges, edge_count;
	double seconds; /* of search */
	bool is_finished;
	bool is_counted; /* operations have counts, and rules are told: that is written when a run ends, so it is of when one last did */
	hr_report_texts headers, sources;
	HR_VEC(struct hr_report_phase) phases;
	HR_VEC(struct hr_report_point) points;
	HR_VEC(struct hr_report_operation) operations;
	HR_VEC(struct hr_report_failure) failures; /* confirmed ones first, the most certain first of them */
	size_t confirmed;                          /* so many of them are */
	HR_VEC(struct hr_report_rule) rules;
	HR_VEC(struct hr_report_test) tests;
	struct hr_report_covered
		read_tests; /* of how many of the suite it is known which lines they execute: there is a limit of time */
	bool is_measured;   /* coverage is known; by file only where there are files */
	struct hr_report_covered lines, functions, branches, kept_branches; /* count 0: not known */
	HR_VEC(struct hr_report_file) files;                                /* by path */
	HR_VEC(struct hr_report_type) types;
	HR_VEC(struct hr_report_edge) edges_of_types;
	struct hr_report_mutation mutation;
	const char *contracts; /* text of contracts.h, or NULL */
};

/* Reads all of it. Also while a campaign writes: then it is what was written last. Fails as hr_store_open, and with HR_ERROR_INTERNAL where the file cannot be read on. The caller releases `out`, whatever comes of it. */
int hr_report_campaign_read(struct hr_report_campaign *out, struct hr_store *store, struct hr_error *error);

#define HR_REPORT_CAMPAIGN_INIT { .arena = HR_ARENA_INIT }

void hr_report_campaign_release(struct hr_report_campaign *campaign);

/* 16 hexadecimal digits of the texts, which count one by one; NULL ends them. */
void hr_report_fingerprint(char out[HR_REPORT_FINGERPRINT], const char *first, ...) __attribute__((sentinel));

#endif
