/* What is told to the store, a row each. */
#include "store/store_internal.h"

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
	/* Texts live until the statement was run; NULL stays NULL. */
	sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

int hr_store_set(struct hr_store *store, const char *key, const char *value, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_SET, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, key);
	bind_text(statement, 2, value);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_sequence(struct hr_store *store, const struct hr_stored_sequence *sequence, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_SEQUENCE, error);
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, (int64_t)sequence->hash);
	bind_text(statement, 2, sequence->text);
	bind_text(statement, 3, sequence->outcome);
	sqlite3_bind_int64(statement, 4, sequence->new_edges);
	sqlite3_bind_double(statement, 5, sequence->at);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_progress(struct hr_store *store, const struct hr_stored_progress *progress, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_PROGRESS, error);
	if (!statement)
		return -1;
	sqlite3_bind_double(statement, 1, progress->at);
	sqlite3_bind_int64(statement, 2, (int64_t)progress->sequences);
	sqlite3_bind_int64(statement, 3, (int64_t)progress->calls);
	sqlite3_bind_int64(statement, 4, progress->edges);
	sqlite3_bind_int64(statement, 5, progress->failures);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_put_rule(struct hr_store *store, const struct hr_stored_rule *rule, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_PUT_RULE, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, rule->text);
	bind_text(statement, 2, rule->evidence);
	bind_text(statement, 3, rule->crashing);
	bind_text(statement, 4, rule->passing);
	sqlite3_bind_int(statement, 5, rule->is_dropped);
	return hr_store_write(store, statement, NULL, error);
}

/* The row of that id becomes the one of this cause, in place of another: numbers may be given anew, so what was written of the other one goes, too. */
static int rename_failure(struct hr_store *store, int64_t id, const char *cause, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_RENAME_FAILURE, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, cause);
	sqlite3_bind_int64(statement, 2, id);
	int status = hr_store_write(store, statement, NULL, error);
	if (status || !sqlite3_changes(store->database))
		return status;
	return hr_store_change(store, "DELETE FROM failure_texts WHERE failure NOT IN (SELECT id FROM failures)",
			       error);
}

int hr_store_put_failure(struct hr_store *store, const struct hr_stored_failure *failure, int64_t *id,
			 struct hr_error *error)
{
	if (id && *id && rename_failure(store, *id, failure->cause, error))
		return -1;
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_PUT_FAILURE, error);
	if (!statement)
		return -1;
	const char *const texts[] = { failure->cause,     failure->class,      failure->way,      failure->operation,
				      failure->summary,   failure->reasons,    failure->sequence, failure->original,
				      failure->neighbour, failure->difference, failure->report,   failure->idiom,
				      failure->property,  failure->contract };
	for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++)
		bind_text(statement, i + 1, texts[i]);
	sqlite3_bind_int(statement, 15, failure->is_confirmed);
	sqlite3_bind_int64(statement, 16, (int64_t)failure->seen);
	sqlite3_bind_double(statement, 17, failure->at);
	return hr_store_write(store, statement, id, error);
}

int hr_store_put_operation(struct hr_store *store, const struct hr_stored_operation *operation, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_PUT_OPERATION, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, operation->name);
	for (int i = 0; i < 6; i++)
		sqlite3_bind_int64(statement, i + 2, (int64_t)operation->reach[i]);
	bind_text(statement, 8, operation->why);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_test(struct hr_store *store, const struct hr_stored_test *test, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_TEST, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, test->name);
	bind_text(statement, 2, test->text);
	sqlite3_bind_int64(statement, 3, test->focus);
	sqlite3_bind_int64(statement, 4, test->looks);
	bind_text(statement, 5, test->why);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_forget_tests(struct hr_store *store, struct hr_error *error)
{
	return hr_store_change(
		store,
		"DELETE FROM tests; DELETE FROM coverage; DELETE FROM suite_files; DELETE FROM covered_files;"
		"DELETE FROM covered_runs; DELETE FROM mutants; DELETE FROM campaign WHERE key = 'mutation'",
		error);
}

int hr_store_put_coverage(struct hr_store *store, const struct hr_stored_coverage *coverage, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_PUT_COVERAGE, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, coverage->kind);
	sqlite3_bind_int64(statement, 2, (int64_t)coverage->covered);
	sqlite3_bind_int64(statement, 3, (int64_t)coverage->count);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_put_failure_text(struct hr_store *store, const struct hr_stored_failure_text *text, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_PUT_FAILURE_TEXT, error);
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, text->failure);
	bind_text(statement, 2, text->confirmed);
	bind_text(statement, 3, text->folder);
	bind_text(statement, 4, text->test);
	bind_text(statement, 5, text->neighbour);
	bind_text(statement, 6, text->function);
	bind_text(statement, 7, text->file);
	sqlite3_bind_int64(statement, 8, text->line);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_suite_file(struct hr_store *store, const struct hr_stored_suite_file *file, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_SUITE_FILE, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, file->name);
	bind_text(statement, 2, file->text);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_covered_file(struct hr_store *store, const struct hr_stored_covered_file *file, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_COVERED_FILE, error);
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, file->id);
	bind_text(statement, 2, file->path);
	bind_text(statement, 3, file->text);
	bind_text(statement, 4, file->totals);
	bind_text(statement, 5, file->lines);
	bind_text(statement, 6, file->branches);
	bind_text(statement, 7, file->functions);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_run(struct hr_store *store, const struct hr_stored_run *run, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_RUN, error);
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, run->file);
	sqlite3_bind_int64(statement, 2, run->test);
	bind_text(statement, 3, run->lines);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_add_mutant(struct hr_store *store, const struct hr_stored_mutant *mutant, struct hr_error *error)
{
	sqlite3_stmt *statement = hr_store_statement(store, HR_STORE_ADD_MUTANT, error);
	if (!statement)
		return -1;
	bind_text(statement, 1, mutant->file);
	sqlite3_bind_int64(statement, 2, mutant->line);
	sqlite3_bind_int64(statement, 3, mutant->column);
	bind_text(statement, 4, mutant->function);
	bind_text(statement, 5, mutant->what);
	bind_text(statement, 6, mutant->state);
	return hr_store_write(store, statement, NULL, error);
}

int hr_store_forget_mutants(struct hr_store *store, struct hr_error *error)
{
	return hr_store_change(store, "DELETE FROM mutants; DELETE FROM campaign WHERE key = 'mutation'", error);
}
