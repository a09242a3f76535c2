/* What the files of the store share: store.c (the file itself), write.c and read.c (what is in it). */
#ifndef HR_STORE_STORE_INTERNAL_H
#define HR_STORE_STORE_INTERNAL_H

#include "store/store.h"

#include <sqlite3.h>

enum hr_store_statement {
	HR_STORE_SET,
	HR_STORE_GET,
	HR_STORE_ADD_SEQUENCE,
	HR_STORE_ADD_PROGRESS,
	HR_STORE_PUT_RULE,
	HR_STORE_RENAME_FAILURE,
	HR_STORE_PUT_FAILURE,
	HR_STORE_PUT_OPERATION,
	HR_STORE_ADD_TEST,
	HR_STORE_PUT_FAILURE_TEXT,
	HR_STORE_ADD_SUITE_FILE,
	HR_STORE_ADD_COVERED_FILE,
	HR_STORE_ADD_RUN,
	HR_STORE_ADD_MUTANT,
	HR_STORE_PUT_COVERAGE,
	HR_STORE_COVERAGE,
	HR_STORE_SEQUENCES,
	HR_STORE_PROGRESS,
	HR_STORE_RULES,
	HR_STORE_FAILURES,
	HR_STORE_OPERATIONS,
	HR_STORE_TESTS,
	HR_STORE_FAILURE_TEXTS,
	HR_STORE_SUITE_FILES,
	HR_STORE_COVERED_FILES,
	HR_STORE_RUNS,
	HR_STORE_MUTANTS,
	HR_STORE_STATEMENT_COUNT
};

struct hr_store {
	sqlite3 *database;
	char *path;
	bool is_read_only;
	int version;                                        /* of the file */
	bool is_open;                                       /* a transaction */
	double begun_at;                                    /* the transaction, on the monotonic clock */
	sqlite3_stmt *statements[HR_STORE_STATEMENT_COUNT]; /* NULL until used for the first time */
};

/* "cannot write 'PATH': REASON", always -1. */
int hr_store_fail(struct hr_store *store, const char *doing, struct hr_error *error);

/* The statement, made when it was not yet, without bindings; NULL after an error. */
sqlite3_stmt *hr_store_statement(struct hr_store *store, enum hr_store_statement which, struct hr_error *error);

/* Since which version of the file its table is there. */
int hr_store_since(enum hr_store_statement which);

/* Runs statements that write, given as text, in the transaction that is open or begins now. */
int hr_store_change(struct hr_store *store, const char *text, struct hr_error *error);

/* Runs a statement that writes, in the transaction that is open or begins now. `*id` (unless NULL) is set to what it returns. */
int hr_store_write(struct hr_store *store, sqlite3_stmt *statement, int64_t *id, struct hr_error *error);

#endif
