/* What mutants came to, in the database of the campaign that wrote the suite: for `harrier report`. */
#include "app/mutate_internal.h"

#include "base/file.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_STORED = 2000 };

static const char *const names[] = { [HR_MUTATE_UNREACHED] = "unreached", [HR_MUTATE_SURVIVED] = "survived" };

static int store_counts(struct hr_store *store, const struct hr_mutation *mutation, struct hr_error *error)
{
	size_t counts[] = {
		[HR_MUTATE_UNREACHED] = 0, [HR_MUTATE_SURVIVED] = 0, [HR_MUTATE_KILLED] = 0, [HR_MUTATE_NOT_RUN] = 0
	};
	char text[128];
	for (size_t i = 0; i < mutation->results.count; i++)
		counts[mutation->results.data[i].state]++;
	snprintf(text, sizeof text, "%zu %zu %zu %zu %zu", mutation->results.count,
		 mutation->results.count - counts[HR_MUTATE_NOT_RUN], counts[HR_MUTATE_KILLED],
		 counts[HR_MUTATE_SURVIVED], counts[HR_MUTATE_UNREACHED]);
	return hr_store_set(store, "mutation", text, error);
}

/* Those that tests come to first, as they are told. */
static int store_survivors(struct hr_store *store, const struct hr_mutation *mutation, struct hr_error *error)
{
	static const enum hr_mutate_state order[] = { HR_MUTATE_SURVIVED, HR_MUTATE_UNREACHED };
	size_t stored = 0;
	int status = 0;
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < mutation->results.count && stored < MOST_STORED && !status; i++) {
			const struct hr_mutant *mutant = &mutation->mutants.list.data[i];
			struct hr_stored_mutant row = { mutant->file,     mutant->line, mutant->column,
							mutant->function, mutant->what, names[order[pass]] };
			if (mutation->results.data[i].state != order[pass])
				continue;
			status = hr_store_add_mutant(store, &row, error);
			stored++;
		}
	return status;
}

int hr_mutation_store(const struct hr_mutation *mutation, struct hr_error *error)
{
	struct hr_store *store = NULL;
	char *parent = mutation->suite ? hr_path_parent(mutation->suite) : NULL;
	char *path = parent ? hr_path_join(parent, "campaign.db") : NULL;
	int status = 0;
	if (path && hr_path_is_file(path)) {
		status = hr_store_open(&store, path, false, error);
		if (!status)
			status = hr_store_forget_mutants(store, error);
		if (!status)
			status = store_counts(store, mutation, error);
		if (!status)
			status = store_survivors(store, mutation, error);
		if (!status)
			status = hr_store_flush(store, 0, error);
		hr_store_close(store);
	}
	free(parent);
	free(path);
	return status;
}
