/* The file of a campaign: opening, transactions, what is wrong with it.
 *
 * Invariants: at most one transaction is open, and it is ours; between transactions the file is whole. While a campaign runs, what is new stands in a
 * log beside the file (SQLite's WAL), so that others can read; closing brings everything into the one file. */
#include "store/store_internal.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { APPLICATION = 0x48617272 /* "Harr" */, VERSION = 4, OLDEST_VERSION = 2, BUSY_MS = 5000 };

/* What came with version 3: the suite. Tests with a reason were left out. */
#define SUITE_TABLES                                                                                                \
	"CREATE TABLE IF NOT EXISTS tests (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, focus INTEGER NOT NULL," \
	" looks INTEGER NOT NULL, why TEXT);"                                                                        \
	"CREATE TABLE IF NOT EXISTS coverage (id INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE, covered INTEGER NOT NULL,"        \
	" count INTEGER NOT NULL);"

/* What came with version 4: what reports tell. */
#define REPORT_TABLES                                                                                                \
	"CREATE TABLE IF NOT EXISTS failure_texts (failure INTEGER PRIMARY KEY, confirmed TEXT, folder TEXT, test TEXT,"  \
	" neighbour TEXT, function TEXT, file TEXT, line INTEGER NOT NULL);"                                              \
	"CREATE TABLE IF NOT EXISTS suite_files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT NOT NULL);" \
	"CREATE TABLE IF NOT EXISTS covered_files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, text TEXT,"         \
	" totals TEXT NOT NULL, lines TEXT NOT NULL, branches TEXT NOT NULL, functions TEXT NOT NULL);"                   \
	"CREATE TABLE IF NOT EXISTS covered_runs (file INTEGER NOT NULL, test INTEGER NOT NULL, lines TEXT NOT NULL,"     \
	" PRIMARY KEY (file, test)) WITHOUT ROWID;"                                                                       \
	"CREATE TABLE IF NOT EXISTS mutants (id INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL,"          \
	" column_number INTEGER NOT NULL, function TEXT NOT NULL, what TEXT NOT NULL, state TEXT NOT NULL);"

static const char schema[] =
	"CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE sequences (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, text TEXT NOT NULL, outcome TEXT NOT NULL,"
	" new_edges INTEGER NOT NULL, at REAL NOT NULL);"
	"CREATE TABLE progress (id INTEGER PRIMARY KEY, at REAL NOT NULL, sequences INTEGER NOT NULL,"
	" calls INTEGER NOT NULL, edges INTEGER NOT NULL, failures INTEGER NOT NULL);"
	"CREATE TABLE rules (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, evidence TEXT, crashing TEXT, passing TEXT,"
	" dropped INTEGER NOT NULL);"
	"CREATE TABLE failures (id INTEGER PRIMARY KEY, cause TEXT NOT NULL UNIQUE, class TEXT NOT NULL, way TEXT NOT NULL,"
	" operation TEXT NOT NULL, summary TEXT NOT NULL, reasons TEXT NOT NULL, sequence TEXT NOT NULL,"
	" original TEXT NOT NULL, neighbour TEXT, difference TEXT, report TEXT, idiom TEXT, property TEXT, contract TEXT,"
	" confirmed INTEGER NOT NULL, seen INTEGER NOT NULL, at REAL NOT NULL);"
	"CREATE TABLE operations (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, calls INTEGER NOT NULL,"
	" normal INTEGER NOT NULL, refused INTEGER NOT NULL, illegal INTEGER NOT NULL, failures INTEGER NOT NULL,"
	" hangs INTEGER NOT NULL, why TEXT);" SUITE_TABLES REPORT_TABLES;

static const char *const statement_texts[HR_STORE_STATEMENT_COUNT] = {
	[HR_STORE_SET] = "INSERT INTO campaign VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
	[HR_STORE_GET] = "SELECT value FROM campaign WHERE key = ?1",
	[HR_STORE_ADD_SEQUENCE] =
		"INSERT INTO sequences (hash, text, outcome, new_edges, at) VALUES (?1, ?2, ?3, ?4, ?5)",
	[HR_STORE_ADD_PROGRESS] =
		"INSERT INTO progress (at, sequences, calls, edges, failures) VALUES (?1, ?2, ?3, ?4, ?5)",
	[HR_STORE_PUT_RULE] =
		"INSERT INTO rules (text, evidence, crashing, passing, dropped) VALUES (?1, ?2, ?3, ?4, ?5)"
		" ON CONFLICT (text) DO UPDATE SET evidence = ?2, crashing = ?3, passing = ?4, dropped = ?5",
	[HR_STORE_RENAME_FAILURE] = "UPDATE OR REPLACE failures SET cause = ?1 WHERE id = ?2 AND cause <> ?1",
	[HR_STORE_PUT_FAILURE] =
		"INSERT INTO failures (cause, class, way, operation, summary, reasons, sequence, original, neighbour,"
		" difference, report, idiom, property, contract, confirmed, seen, at)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"
		" ON CONFLICT (cause) DO UPDATE SET class = ?2, way = ?3, operation = ?4, summary = ?5, reasons = ?6,"
		" sequence = ?7, original = ?8, neighbour = ?9, difference = ?10, report = ?11, idiom = ?12,"
		" property = ?13, contract = ?14, confirmed = ?15, seen = ?16, at = ?17 RETURNING id",
	[HR_STORE_PUT_OPERATION] =
		"INSERT INTO operations (name, calls, normal, refused, illegal, failures, hangs, why)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (name) DO UPDATE"
		" SET calls = ?2, normal = ?3, refused = ?4, illegal = ?5, failures = ?6,"
		" hangs = ?7, why = ?8",
	[HR_STORE_ADD_TEST] = "INSERT INTO tests (name, text, focus, looks, why) VALUES (?1, ?2, ?3, ?4, ?5)",
	[HR_STORE_PUT_COVERAGE] = "INSERT INTO coverage (kind, covered, count) VALUES (?1, ?2, ?3)"
				  " ON CONFLICT (kind) DO UPDATE SET covered = ?2, count = ?3",
	[HR_STORE_COVERAGE] = "SELECT kind, covered, count FROM coverage ORDER BY id",
	[HR_STORE_SEQUENCES] = "SELECT id, hash, text, outcome, new_edges, at FROM sequences ORDER BY id",
	[HR_STORE_PROGRESS] = "SELECT at, sequences, calls, edges, failures FROM progress ORDER BY id",
	[HR_STORE_RULES] = "SELECT text, evidence, crashing, passing, dropped FROM rules ORDER BY id",
	[HR_STORE_FAILURES] =
		"SELECT id, cause, class, way, operation, summary, reasons, sequence, original, neighbour, difference,"
		" report, idiom, property, contract, confirmed, seen, at FROM failures ORDER BY id",
	[HR_STORE_TESTS] = "SELECT id, name, text, focus, looks, why FROM tests ORDER BY id",
	[HR_STORE_PUT_FAILURE_TEXT] =
		"INSERT OR REPLACE INTO failure_texts (failure, confirmed, folder, test, neighbour, function, file, line)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
	[HR_STORE_ADD_SUITE_FILE] = "INSERT OR REPLACE INTO suite_files (name, text) VALUES (?1, ?2)",
	[HR_STORE_ADD_COVERED_FILE] =
		"INSERT OR REPLACE INTO covered_files (id, path, text, totals, lines, branches, functions)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	[HR_STORE_ADD_RUN] = "INSERT OR REPLACE INTO covered_runs (file, test, lines) VALUES (?1, ?2, ?3)",
	[HR_STORE_ADD_MUTANT] = "INSERT INTO mutants (file, line, column_number, function, what, state)"
				" VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	[HR_STORE_FAILURE_TEXTS] =
		"SELECT failure, confirmed, folder, test, neighbour, function, file, line FROM failure_texts ORDER BY failure",
	[HR_STORE_SUITE_FILES] = "SELECT name, text FROM suite_files ORDER BY id",
	[HR_STORE_COVERED_FILES] =
		"SELECT id, path, text, totals, lines, branches, functions FROM covered_files ORDER BY id",
	[HR_STORE_RUNS] = "SELECT file, test, lines FROM covered_runs ORDER BY file, test",
	[HR_STORE_MUTANTS] = "SELECT file, line, column_number, function, what, state FROM mutants ORDER BY id",
	[HR_STORE_OPERATIONS] =
		"SELECT name, calls, normal, refused, illegal, failures, hangs, why FROM operations ORDER BY id",
};

int hr_store_fail(struct hr_store *store, const char *doing, struct hr_error *error)
{
	const char *reason = store->database ? sqlite3_errmsg(store->database) : "out of memory";
	/* in the words that everybody else has for it */
	if (store->database &&
	    (sqlite3_errcode(store->database) == SQLITE_FULL || sqlite3_system_errno(store->database) == ENOSPC))
		reason = strerror(ENOSPC);
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot %s '%s': %s", doing, store->path, reason);
}

static int execute(struct hr_store *store, const char *text, struct hr_error *error)
{
	if (sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return hr_store_fail(store, store->is_read_only ? "read" : "write", error);
}

/* The number that a pragma tells. False when the file is no database at all, or cannot be read. */
static bool pragma_number(struct hr_store *store, const char *text, int *out)
{
	sqlite3_stmt *statement = NULL;
	bool fine = sqlite3_prepare_v2(store->database, text, -1, &statement, NULL) == SQLITE_OK &&
		    sqlite3_step(statement) == SQLITE_ROW;
	if (fine)
		*out = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return fine;
}

static int refuse(struct hr_store *store, const char *what, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INPUT, "'%s' %s", store->path, what);
	hr_strbuf_addstr(&error->hint, "move the file away, or choose another folder with --out");
	return -1;
}

/* An older file gets the tables that it lacks; who only reads does without them. */
static int upgrade(struct hr_store *store, struct hr_error *error)
{
	char text[64];
	if (store->is_read_only)
		return 0;
	snprintf(text, sizeof text, "PRAGMA user_version = %d; COMMIT", VERSION);
	int status = execute(store, "BEGIN IMMEDIATE", error);
	if (!status)
		status = execute(store, SUITE_TABLES REPORT_TABLES, error);
	store->version = VERSION;
	return status ? status : execute(store, text, error);
}

static int make_schema(struct hr_store *store, struct hr_error *error)
{
	char text[128];
	snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION,
		 VERSION);
	store->version = VERSION;
	int status = execute(store, "BEGIN IMMEDIATE", error);
	if (!status)
		status = execute(store, schema, error);
	return status ? status : execute(store, text, error);
}

/* Whose file it is; an empty one becomes ours. */
static int settle(struct hr_store *store, struct hr_error *error)
{
	int application = 0;
	int version = 0;
	int objects = 0;
	if (!pragma_number(store, "PRAGMA application_id", &application) ||
	    !pragma_number(store, "PRAGMA user_version", &version) ||
	    !pragma_number(store, "SELECT count(*) FROM sqlite_schema", &objects))
		return sqlite3_errcode(store->database) == SQLITE_NOTADB
			       ? refuse(store, "is no campaign: it is not a database", error)
			       : hr_store_fail(store, "read", error);
	if (!application && !objects)
		return store->is_read_only ? refuse(store, "is no campaign: there is nothing in it", error)
					   : make_schema(store, error);
	if (application != APPLICATION)
		return refuse(store, "is no campaign: another program made it", error);
	store->version = version;
	if (version == VERSION)
		return 0;
	if (version >= OLDEST_VERSION && version < VERSION)
		return upgrade(store, error);
	char text[128];
	snprintf(text, sizeof text, "was written by another version of harrier (format %d, ours is %d)", version,
		 VERSION);
	return refuse(store, text, error);
}

int hr_store_open(struct hr_store **out, const char *path, bool read_only, struct hr_error *error)
{
	struct hr_store *store = hr_calloc(1, sizeof *store);
	store->path = hr_strdup(path);
	store->is_read_only = read_only;
	int status = 0;
	if (read_only && !hr_path_is_file(path)) {
		status = hr_fail(error, HR_ERROR_INPUT, "no campaign '%s'", path);
		hr_strbuf_addstr(&error->hint, "'harrier gen' leaves it in its output folder");
	} else if (sqlite3_open_v2(path, &store->database,
				   read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
				   NULL) != SQLITE_OK) {
		status = hr_store_fail(store, read_only ? "read" : "write", error);
	}
	if (!status)
		sqlite3_busy_timeout(store->database, BUSY_MS);
	if (!status)
		status = settle(store, error);
	/* Where there can be no log beside the file, readers wait for the writer: that is all. */
	if (!status && !read_only)
		status = execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", error);
	if (status)
		hr_store_close(store);
	else
		*out = store;
	return status;
}

void hr_store_close(struct hr_store *store)
{
	if (!store)
		return;
	for (int i = 0; i < HR_STORE_STATEMENT_COUNT; i++)
		sqlite3_finalize(store->statements[i]);
	if (store->is_open)
		(void)sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
	if (store->database &&
	    !store->is_read_only) /* one file, which can be copied, and read where nothing can be written */
		(void)sqlite3_exec(store->database, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
	sqlite3_close(store->database);
	free(store->path);
	free(store);
}

int hr_store_flush(struct hr_store *store, double seconds, struct hr_error *error)
{
	if (!store->is_open || (seconds > 0 && hr_clock_seconds() - store->begun_at < seconds))
		return 0;
	store->is_open = false;
	if (!execute(store, "COMMIT", error))
		return 0;
	(void)sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}

static int begin(struct hr_store *store, struct hr_error *error)
{
	if (store->is_read_only)
		HR_BUG("the store '%s' is only for reading", store->path);
	if (store->is_open)
		return 0;
	if (execute(store, "BEGIN IMMEDIATE", error))
		return -1;
	store->is_open = true;
	store->begun_at = hr_clock_seconds();
	return 0;
}

sqlite3_stmt *hr_store_statement(struct hr_store *store, enum hr_store_statement which, struct hr_error *error)
{
	sqlite3_stmt **statement = &store->statements[which];
	if (!*statement && sqlite3_prepare_v3(store->database, statement_texts[which], -1, SQLITE_PREPARE_PERSISTENT,
					      statement, NULL) != SQLITE_OK) {
		hr_store_fail(store, "read", error);
		return NULL;
	}
	sqlite3_reset(*statement);
	sqlite3_clear_bindings(*statement);
	return *statement;
}

int hr_store_write(struct hr_store *store, sqlite3_stmt *statement, int64_t *id, struct hr_error *error)
{
	if (begin(store, error))
		return -1;
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW && id)
		*id = sqlite3_column_int64(statement, 0);
	if (code == SQLITE_ROW)
		code = sqlite3_step(statement);
	int status = code == SQLITE_DONE ? 0 : hr_store_fail(store, "write", error);
	sqlite3_reset(statement);
	return status;
}

int hr_store_since(enum hr_store_statement which)
{
	if (which >= HR_STORE_FAILURE_TEXTS)
		return 4;
	return which == HR_STORE_TESTS || which == HR_STORE_COVERAGE ? 3 : OLDEST_VERSION;
}

int hr_store_change(struct hr_store *store, const char *text, struct hr_error *error)
{
	return begin(store, error) ? -1 : execute(store, text, error);
}

int hr_store_hold(struct hr_store *store, struct hr_error *error)
{
	if (!store->is_read_only)
		HR_BUG("the store '%s' is not for reading alone", store->path);
	return execute(store, "BEGIN; SELECT count(*) FROM campaign", error);
}

int hr_store_clear(struct hr_store *store, struct hr_error *error)
{
	return hr_store_change(store,
			       "DELETE FROM campaign; DELETE FROM sequences; DELETE FROM progress; DELETE FROM rules;"
			       "DELETE FROM failures; DELETE FROM operations; DELETE FROM tests; DELETE FROM coverage;"
			       "DELETE FROM failure_texts; DELETE FROM suite_files; DELETE FROM covered_files;"
			       "DELETE FROM covered_runs; DELETE FROM mutants",
			       error);
}
