/* Failures by their number: what a campaign kept, for `harrier replay`. */
#include "app/replay_internal.h"

#include "base/file.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

struct search {
	int64_t id;
	int64_t last;
	struct hr_replay_stored *out;
};

static bool take_failure(void *context, const struct hr_stored_failure *row)
{
	struct search *search = context;
	struct hr_replay_stored *out = search->out;
	search->last = row->id;
	if (row->id != search->id)
		return true;
	out->sequence = hr_arena_strdup(&out->arena, row->sequence);
	out->class = hr_arena_strdup(&out->arena, row->class);
	out->way = hr_arena_strdup(&out->arena, row->way);
	out->summary = hr_arena_strdup(&out->arena, row->summary);
	return false;
}

int hr_replay_stored_read(struct hr_replay_stored *out, const char *folder, int64_t id, struct hr_error *error)
{
	struct hr_store *store = NULL;
	struct search search = { id, 0, out };
	char *path = hr_path_join(folder, "campaign.db");
	int status = hr_store_open(&store, path, true, error);
	if (!status)
		status = hr_store_failures(store, take_failure, &search, error);
	if (!status && !out->sequence) {
		status = hr_fail(error, HR_ERROR_INPUT, "the campaign in '%s' has no failure %lld", folder,
				 (long long)id);
		if (search.last)
			hr_strbuf_addf(&error->hint, "they are numbered from 1 to %lld", (long long)search.last);
		else
			hr_strbuf_addstr(&error->hint, "it found none");
	}
	hr_store_close(store);
	free(path);
	return status;
}
