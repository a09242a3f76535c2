/* What the store has, a row each. */
#include "store/store_internal.h"

static const char *text_of(sqlite3_stmt *statement, int column)
{
	return (const char *)sqlite3_column_text(statement, column);
}

const char *hr_store_get(struct hr_store *store, struct hr_arena *arena, const char *key)
{
	struct hr_error error = HR_ERROR_INIT;
	const char *value = NULL;
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_GET, &error);
	if (statement) {
		sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
		if (sqlite3_step(statement) == SQLITE_ROW)
			value = hr_arena_strdup(arena, text_of(statement, 0));
		sqlite3_reset(statement);
	}
	hr_error_release(&error);
	return value;
}

/* Goes through the rows of a statement; `tell_row` returns false to stop. */
static int each_row(struct hr_store *store, enum hr_store_statement which, bool (*tell_row)(void *, sqlite3_stmt *),
		    void *context, struct hr_error *error)
{
	if (store->version < hr_store_since(which)) /* it was written before there was such a thing */
		return 0;
	sqlite3_stmt *statement = hr_store_statement(store, which, error);
	if (!statement)
		return -1;
	int code = sqlite3_step(statement);
	while (code == SQLITE_ROW && tell_row(context, statement))
		code = sqlite3_step(statement);
	int status = code == SQLITE_ROW || code == SQLITE_DONE ? 0 : hr_store_fail(store, "read", error);
	sqlite3_reset(statement);
	return status;
}

#define READER(name, type, which, ...)                                                                          \
	struct name##_reading {                                                                                \
		bool (*tell)(void *, const struct type *);                                                     \
		void *context;                                                                                 \
	};                                                                                                     \
	static bool tell_##name(void *context, sqlite3_stmt *row)                                              \
	{                                                                                                      \
		const struct name##_reading *reading = context;                                                \
		const struct type one = { __VA_ARGS__ };                                                       \
		return reading->tell(reading->context, &one);                                                  \
	}                                                                                                      \
	int hr_store_##name(struct hr_store *store, bool (*tell)(void *, const struct type *), void *context,  \
			    struct hr_error *error)                                                            \
	{                                                                                                      \
		struct name##_reading reading = { tell, context };                                             \
		return each_row(store, which, tell_##name, &reading, error);                                   \
	}

READER(sequences, hr_stored_sequence, HR_STORE_SEQUENCES, .id = sqlite3_column_int64(row, 0),
       .hash = (uint64_t)sqlite3_column_int64(row, 1), .text = text_of(row, 2), .outcome = text_of(row, 3),
       .new_edges = (uint32_t)sqlite3_column_int64(row, 4), .at = sqlite3_column_double(row, 5))

READER(progress, hr_stored_progress, HR_STORE_PROGRESS, .at = sqlite3_column_double(row, 0),
       .sequences = (uint64_t)sqlite3_column_int64(row, 1), .calls = (uint64_t)sqlite3_column_int64(row, 2),
       .edges = (uint32_t)sqlite3_column_int64(row, 3), .failures = (uint32_t)sqlite3_column_int64(row, 4))

READER(rules, hr_stored_rule, HR_STORE_RULES, .text = text_of(row, 0), .evidence = text_of(row, 1),
       .crashing = text_of(row, 2), .passing = text_of(row, 3), .is_dropped = sqlite3_column_int(row, 4) != 0)

READER(failures, hr_stored_failure, HR_STORE_FAILURES, .id = sqlite3_column_int64(row, 0), .cause = text_of(row, 1),
       .class = text_of(row, 2), .way = text_of(row, 3), .operation = text_of(row, 4), .summary = text_of(row, 5),
       .reasons = text_of(row, 6), .sequence = text_of(row, 7), .original = text_of(row, 8),
       .neighbour = text_of(row, 9), .difference = text_of(row, 10), .report = text_of(row, 11),
       .idiom = text_of(row, 12), .property = text_of(row, 13), .contract = text_of(row, 14),
       .is_confirmed = sqlite3_column_int(row, 15) != 0, .seen = (uint64_t)sqlite3_column_int64(row, 16),
       .at = sqlite3_column_double(row, 17))

READER(operations, hr_stored_operation, HR_STORE_OPERATIONS, .name = text_of(row, 0),
       .reach = { (uint64_t)sqlite3_column_int64(row, 1), (uint64_t)sqlite3_column_int64(row, 2),
		  (uint64_t)sqlite3_column_int64(row, 3), (uint64_t)sqlite3_column_int64(row, 4),
		  (uint64_t)sqlite3_column_int64(row, 5), (uint64_t)sqlite3_column_int64(row, 6) },
       .why = text_of(row, 7))

READER(tests, hr_stored_test, HR_STORE_TESTS, .id = sqlite3_column_int64(row, 0), .name = text_of(row, 1),
       .text = text_of(row, 2), .focus = (uint32_t)sqlite3_column_int64(row, 3),
       .looks = (uint32_t)sqlite3_column_int64(row, 4), .why = text_of(row, 5))

READER(coverage, hr_stored_coverage, HR_STORE_COVERAGE, .kind = text_of(row, 0),
       .covered = (uint64_t)sqlite3_column_int64(row, 1), .count = (uint64_t)sqlite3_column_int64(row, 2))

READER(failure_texts, hr_stored_failure_text, HR_STORE_FAILURE_TEXTS, .failure = sqlite3_column_int64(row, 0),
       .confirmed = text_of(row, 1), .folder = text_of(row, 2), .test = text_of(row, 3), .neighbour = text_of(row, 4),
       .function = text_of(row, 5), .file = text_of(row, 6), .line = (uint32_t)sqlite3_column_int64(row, 7))

READER(suite_files, hr_stored_suite_file, HR_STORE_SUITE_FILES, .name = text_of(row, 0), .text = text_of(row, 1))

READER(covered_files, hr_stored_covered_file, HR_STORE_COVERED_FILES, .id = sqlite3_column_int64(row, 0),
       .path = text_of(row, 1), .text = text_of(row, 2), .totals = text_of(row, 3), .lines = text_of(row, 4),
       .branches = text_of(row, 5), .functions = text_of(row, 6))

READER(runs, hr_stored_run, HR_STORE_RUNS, .file = sqlite3_column_int64(row, 0), .test = sqlite3_column_int64(row, 1),
       .lines = text_of(row, 2))

READER(mutants, hr_stored_mutant, HR_STORE_MUTANTS, .file = text_of(row, 0),
       .line = (uint32_t)sqlite3_column_int64(row, 1), .column = (uint32_t)sqlite3_column_int64(row, 2),
       .function = text_of(row, 3), .what = text_of(row, 4), .state = text_of(row, 5))
