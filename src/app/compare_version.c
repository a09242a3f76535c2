/* The two versions of the library, from what the user named or a campaign remembers to workers that run them.
 *
 * The old version is read from where the campaign read it. When it is another one there by now, it is taken as it was built then: the shared object is still in the cache, the model in the
 * database. Then it can be run, but not be compiled again. */
#include "app/compare_internal.h"

#include "app/arguments.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hr_compare_enter(const char *directory, struct hr_error *error)
{
	if (chdir(directory) == 0)
		return 0;
	return hr_fail(error, HR_ERROR_INPUT, "cannot use the directory '%s': %s", directory, strerror(errno));
}

void hr_compare_version_release(struct hr_compare_version *version)
{
	hr_confirm_free(version->confirm);
	if (version->runs)
		hr_app_runner_release(&version->runner);
	hr_app_unit_release(&version->unit);
	hr_app_library_release(&version->library);
	hr_input_release(&version->input);
	hr_arena_release(&version->arena);
}

/* ---- what a campaign remembers ---- */

struct stored {
	const char *input, *model, *object;
};

static void take_list(hr_strings *out, const struct hr_json *json, const char *key, struct hr_arena *arena)
{
	const struct hr_json *list = hr_json_get(json, key);
	for (const struct hr_json *word = list ? list->first : NULL; word; word = word->next)
		if (word->kind == HR_JSON_STRING)
			hr_vec_push(out, hr_arena_strdup(arena, word->text));
}

static const char *take_word(const struct hr_json *json, const char *key, struct hr_arena *arena)
{
	const char *text = hr_json_get_string(json, key, NULL);
	return text ? hr_arena_strdup(arena, text) : NULL;
}

static int read_input(struct hr_compare_version *out, const char *text, struct hr_error *error)
{
	struct hr_arena *arena = &out->arena;
	struct hr_json *json = NULL;
	if (hr_json_read(&json, text, strlen(text), "campaign.db", arena, error))
		return -1;
	take_list(&out->input.headers, json, "headers", arena);
	take_list(&out->input.sources, json, "sources", arena);
	take_list(&out->input.trees, json, "trees", arena);
	take_list(&out->input.flags, json, "flags", arena);
	out->input.database = take_word(json, "database", arena);
	out->input.with = take_word(json, "with", arena);
	out->directory = take_word(json, "directory", arena);
	return out->directory ? 0 : hr_fail(error, HR_ERROR_INPUT, "campaign.db does not tell its input");
}

static int read_stored(struct stored *out, struct hr_arena *arena, const char *folder, struct hr_error *error)
{
	struct hr_store *store = NULL;
	char *path = hr_path_join(folder, "campaign.db");
	int status = hr_store_open(&store, path, true, error);
	if (!status) {
		out->input = hr_store_get(store, arena, "input");
		out->model = hr_store_get(store, arena, "model");
		out->object = hr_store_get(store, arena, "object");
		if (!out->input || !out->model) {
			status = hr_fail(error, HR_ERROR_INPUT, "the campaign in '%s' has not begun", folder);
			hr_strbuf_addstr(&error->hint, "'harrier gen' with the old version makes one");
		}
	}
	hr_store_close(store);
	free(path);
	return status;
}

/* ---- reading and building ---- */

static int read_version(struct hr_compare_version *version, struct hr_error *error)
{
	int status = hr_compare_enter(version->directory, error);
	if (!status)
		status = hr_app_library_read(&version->library, &version->input, true, error);
	if (!status) {
		hr_app_unit_take(&version->unit, &version->library);
		status = hr_app_unit_build(&version->unit, error);
	}
	return status;
}

static void forget(struct hr_compare_version *version)
{
	hr_app_unit_release(&version->unit);
	hr_app_library_release(&version->library);
}

/* The old version as it was built by the campaign. */
static int read_bare(struct hr_compare_version *version, const struct stored *stored, struct hr_error *error)
{
	if (!stored->object || !hr_path_is_file(stored->object) || version->input.with) {
		hr_fail(error, HR_ERROR_INPUT, "the old version is not there any more: its sources have changed since");
		hr_strbuf_addstr(&error->hint, "name both source trees instead: harrier compare OLD NEW --header …");
		return -1;
	}
	version->is_bare = true;
	int status = hr_model_load(&version->unit.model, stored->model, strlen(stored->model), "campaign.db", error);
	if (status)
		return status;
	hr_callables_list(&version->unit.callables, version->unit.model);
	version->unit.built.object = hr_arena_strdup(&version->unit.built.arena, stored->object);
	return 0;
}

static int read_before(struct hr_compare_version *version, const struct stored *stored, struct hr_error *error)
{
	struct hr_error trouble = HR_ERROR_INIT;
	int status = read_input(version, stored->input, error);
	if (status)
		return status;
	bool is_there = !read_version(version, &trouble);
	if (is_there && stored->object && strcmp(version->unit.built.object, stored->object) != 0)
		is_there = false;
	if (!is_there && trouble.kind != HR_ERROR_INTERRUPTED) {
		forget(version);
		status = read_bare(version, stored, error);
	} else if (!is_there) {
		status = hr_fail(error, HR_ERROR_INTERRUPTED, "interrupted");
	}
	hr_error_release(&trouble);
	return status;
}

static void copy_input(struct hr_input *out, const struct hr_input *input)
{
	const hr_strings *from[] = { &input->headers, &input->sources, &input->trees, &input->flags };
	hr_strings *to[] = { &out->headers, &out->sources, &out->trees, &out->flags };
	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		for (size_t k = 0; k < from[i]->count; k++)
			hr_vec_push(to[i], from[i]->data[k]);
	out->database = input->database;
	out->with = input->with;
}

/* What the command line says; where it says nothing, what is now where the old version was. */
static int read_after(struct hr_compare *compare, struct hr_error *error)
{
	struct hr_compare_version *version = &compare->versions[HR_NEW];
	const struct hr_compare_version *before = &compare->versions[HR_OLD];
	bool has_input = compare->input.headers.count > 0;
	version->directory = compare->folders.count == 2 ? compare->folders.data[1]
			     : has_input                 ? compare->home
							 : before->directory;
	if (compare->folders.count == 2 && *version->directory != '/') {
		char *path = hr_path_join(compare->home, version->directory);
		version->directory = hr_arena_strdup(&version->arena, path);
		free(path);
	}
	copy_input(&version->input, has_input ? &compare->input : &before->input);
	return read_version(version, error);
}

/* ---- running ---- */

static int start(struct hr_compare *compare, struct hr_compare_version *version, struct hr_error *error)
{
	struct hr_workers_options workers = { .count = (unsigned)compare->jobs };
	int status = hr_app_unit_start(&version->unit, &workers, error);
	if (!status) {
		hr_app_runner_init(&version->runner, &version->unit);
		version->runs = true;
		version->confirm = hr_confirm_new(&version->unit, NULL);
	}
	return status;
}

int hr_compare_versions(struct hr_compare *compare, const char *folder, struct hr_error *error)
{
	struct stored stored = { NULL, NULL, NULL };
	int status = read_stored(&stored, &compare->arena, folder, error);
	if (!status)
		status = read_before(&compare->versions[HR_OLD], &stored, error);
	if (!status)
		status = read_after(compare, error);
	if (!status)
		hr_compare_name_headers(compare->versions, &compare->arena);
	for (int i = 0; i < HR_VERSIONS && !status; i++)
		status = start(compare, &compare->versions[i], error);
	return status;
}
