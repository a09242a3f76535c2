/* What is compared: all that a campaign on the old version kept. */
#include "app/compare_internal.h"

#include "base/file.h"
#include "seq/text.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

/* What cannot be read is not of this library any more: the database was made by another version of Harrier. */
static void take(struct hr_compare *compare, const char *text, bool is_failure, size_t *count)
{
	struct hr_compare_case one = { .is_failure = is_failure };
	struct hr_error error = HR_ERROR_INIT;
	if (!hr_sequence_read(&one.sequence, compare->versions[HR_OLD].unit.model, text, strlen(text), "campaign.db",
			      &error)) {
		hr_vec_push(&compare->cases, one);
		++*count;
	}
	hr_error_release(&error);
}

static bool take_test(void *context, const struct hr_stored_test *row)
{
	struct hr_compare *compare = context;
	if (!row->why) /* what was left out is not the same in every run */
		take(compare, row->text, false, &compare->tests);
	return true;
}

static bool take_sequence(void *context, const struct hr_stored_sequence *row)
{
	struct hr_compare *compare = context;
	take(compare, row->text, false, &compare->kept);
	return true;
}

/* Contracts of values are not broken by a call that fails: there is nothing to be seen of them here. */
static bool take_failure(void *context, const struct hr_stored_failure *row)
{
	struct hr_compare *compare = context;
	if (row->is_confirmed && !row->contract)
		take(compare, row->sequence, true, &compare->failures);
	return true;
}

/* What taught a rule crashes the old version: the new one may be content with it. */
static bool take_rule(void *context, const struct hr_stored_rule *row)
{
	struct hr_compare *compare = context;
	if (row->crashing && !row->is_dropped)
		take(compare, row->crashing, true, &compare->misuses);
	return true;
}

/* A rule of the API that is broken by what is made smaller would be our fault. */
static void read_rules(struct hr_compare *compare, struct hr_store *store)
{
	struct hr_error error = HR_ERROR_INIT;
	const char *contracts = hr_store_get(store, &compare->arena, "contracts");
	struct hr_model *model = compare->versions[HR_OLD].unit.model;
	compare->rules = hr_rules_new(model);
	if (contracts)
		(void)hr_contracts_read(compare->rules, model, contracts, "campaign.db", &error);
	hr_error_release(&error);
}

int hr_compare_cases(struct hr_compare *compare, const char *folder, struct hr_error *error)
{
	struct hr_store *store = NULL;
	char *path = hr_path_join(folder, "campaign.db");
	int status = hr_store_open(&store, path, true, error);
	if (!status)
		read_rules(compare, store);
	if (!status)
		status = hr_store_tests(store, take_test, compare, error);
	if (!status)
		status = hr_store_failures(store, take_failure, compare, error);
	if (!status)
		status = hr_store_rules(store, take_rule, compare, error);
	if (!status)
		status = hr_store_sequences(store, take_sequence, compare, error);
	hr_store_close(store);
	free(path);
	return status;
}
