/* What `harrier replay` and `harrier minimize` are given: a file, standard input, or a failure of a campaign by its number. */
#include "app/replay_internal.h"

#include "base/file.h"
#include "base/text.h"
#include "seq/text.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

static bool is_number(const char *word)
{
	return *word && word[strspn(word, "0123456789")] == '\0';
}

bool hr_replay_is_input(const char *word)
{
	return hr_text_ends_with(word, ".seq") || strcmp(word, "-") == 0 || is_number(word);
}

/* ---- of a campaign ---- */

struct search {
	int64_t last;
	struct hr_replay_input *out;
	const char *text; /* of the sequence; NULL: not found yet */
};

static bool take_failure(void *context, const struct hr_stored_failure *row)
{
	struct search *search = context;
	struct hr_replay_input *out = search->out;
	search->last = row->id;
	if (row->id != out->failure)
		return true;
	search->text = hr_arena_strdup(&out->arena, row->sequence);
	out->class = hr_arena_strdup(&out->arena, row->class);
	out->way = hr_arena_strdup(&out->arena, row->way);
	out->summary = hr_arena_strdup(&out->arena, row->summary);
	return false;
}

static int read_failure(struct hr_replay_input *out, const struct hr_model *model, const char *folder,
			const char *number, struct hr_error *error)
{
	struct hr_store *store = NULL;
	struct search search = { .out = out };
	char *path = hr_path_join(folder, "campaign.db");
	out->failure = strtoll(number, NULL, 10);
	int status = hr_store_open(&store, path, true, error);
	if (!status)
		status = hr_store_failures(store, take_failure, &search, error);
	if (!status && search.text) {
		status =
			hr_sequence_read(&out->sequence, model, search.text, strlen(search.text), "campaign.db", error);
	} else if (!status) {
		status = hr_fail(error, HR_ERROR_INPUT, "the campaign in '%s' has no failure %s", folder, number);
		if (search.last)
			hr_strbuf_addf(&error->hint, "they are numbered from 1 to %lld", (long long)search.last);
		else
			hr_strbuf_addstr(&error->hint, "it found none");
	}
	hr_store_close(store);
	free(path);
	return status;
}

/* ---- of a file ---- */

static int read_file(struct hr_replay_input *out, const struct hr_model *model, const char *path,
		     struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	bool is_stdin = strcmp(path, "-") == 0;
	int status = hr_file_read(&text, is_stdin ? "/dev/stdin" : path, error);
	if (!status)
		status = hr_sequence_read(&out->sequence, model, text.data, text.length,
					  is_stdin ? "standard input" : path, error);
	hr_strbuf_release(&text);
	return status;
}

int hr_replay_read(struct hr_replay_input *out, const struct hr_model *model, const char *folder, const char *word,
		   struct hr_error *error)
{
	memset(out, 0, sizeof *out);
	return is_number(word) ? read_failure(out, model, folder, word, error) : read_file(out, model, word, error);
}

void hr_replay_input_release(struct hr_replay_input *input)
{
	hr_sequence_free(input->sequence);
	hr_arena_release(&input->arena);
	memset(input, 0, sizeof *input);
}
