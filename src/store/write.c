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

int hr_store_put_failure(struct hr_store *store, const struct hr_stored_failure *failure, int64_t *id,
			 struct hr_error *error)
{
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
	sqlite3_stmt *tests = hr_store_statement(store, HR_STORE_FORGET_TESTS, error);
	sqlite3_stmt *coverage = tests ? hr_store_statement(store, HR_STORE_FORGET_COVERAGE, error) : NULL;
	if (!coverage || hr_store_write(store, tests, NULL, error))
		return -1;
	return hr_store_write(store, coverage, NULL, error);
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
