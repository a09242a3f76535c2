/* `harrier compare`: what a new version of a library does otherwise than the old one. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/compare_internal.h"
#include "app/gen_internal.h"
#include "base/file.h"
#include "base/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_option(hr_strings *words, const char *option, const char *argument)
{
	if (!argument)
		return;
	hr_vec_push(words, option);
	hr_vec_push(words, argument);
}

/* A campaign on the old version, as `harrier gen` in its source tree. */
static int search_old(struct hr_compare *compare, const char *out, struct hr_error *error)
{
	hr_strings words = HR_VEC_INIT;
	char jobs[32];
	snprintf(jobs, sizeof jobs, "%ld", compare->jobs);
	add_option(&words, "--out", out);
	add_option(&words, "--budget", compare->budget);
	add_option(&words, "--calls", compare->calls);
	add_option(&words, "--seed", compare->seed);
	add_option(&words, "--jobs", compare->jobs ? jobs : NULL);
	for (size_t i = 0; i < compare->input.headers.count; i++)
		add_option(&words, "--header", compare->input.headers.data[i]);
	for (size_t i = 0; i < compare->input.trees.count; i++)
		add_option(&words, "--tree", compare->input.trees.data[i]);
	add_option(&words, "--build", compare->input.database);
	add_option(&words, "--with", compare->input.with);
	for (size_t i = 0; i < compare->input.sources.count; i++)
		hr_vec_push(&words, compare->input.sources.data[i]);
	hr_vec_push(&words, "--");
	for (size_t i = 0; i < compare->input.flags.count; i++)
		hr_vec_push(&words, compare->input.flags.data[i]);
	struct hr_gen gen;
	int status = hr_compare_enter(compare->folders.data[0], error);
	bool is_there = !status;
	if (is_there && hr_gen_options(&gen, (int)words.count, (char **)words.data))
		status = hr_fail(error, HR_ERROR_USAGE, "the old version cannot be searched");
	if (!status)
		status = hr_gen_run(&gen, error);
	if (!status)
		compare->is_interrupted = gen.campaign.is_interrupted;
	if (!status)
		status = hr_compare_enter(compare->home, error);
	if (is_there)
		hr_gen_release(&gen);
	hr_vec_release(&words);
	return status;
}

/* The folder of the campaign, and where differences go; both absolute. */
static const char *absolute(struct hr_compare *compare, const char *path)
{
	char *whole = hr_path_join(compare->home, path);
	const char *copy = hr_arena_strdup(&compare->arena, whole);
	free(whole);
	return copy;
}

static int compare_all(struct hr_compare *compare, struct hr_error *error)
{
	bool has_trees = compare->folders.count == 2;
	const char *shown = compare->out ? compare->out : has_trees ? "harrier-out" : compare->folders.data[0];
	const char *campaign = absolute(compare, has_trees ? shown : compare->folders.data[0]);
	int status = has_trees ? search_old(compare, campaign, error) : 0;
	if (status || compare->is_interrupted)
		return status;
	compare->out = shown;
	status = hr_output_open(&compare->output, absolute(compare, shown), error);
	if (!status)
		status = hr_compare_versions(compare, campaign, error);
	if (!status) {
		hr_api_changes_find(&compare->api, compare->versions[HR_OLD].unit.model,
				    compare->versions[HR_NEW].unit.model);
		status = hr_compare_cases(compare, campaign, error);
	}
	if (!status)
		status = hr_compare_find(compare, error);
	if (!status)
		status = hr_compare_confirm(compare, error);
	if (!status)
		status = hr_compare_write(compare, error);
	return status;
}

static void release(struct hr_compare *compare)
{
	for (size_t i = 0; i < compare->found.count; i++)
		hr_compare_found_free(compare->found.data[i]);
	hr_vec_release(&compare->found);
	for (size_t i = 0; i < compare->cases.count; i++)
		hr_sequence_free(compare->cases.data[i].sequence);
	hr_vec_release(&compare->cases);
	hr_api_changes_release(&compare->api);
	hr_map_release(&compare->changed);
	hr_rules_free(compare->rules);
	for (int i = 0; i < HR_VERSIONS; i++)
		hr_compare_version_release(&compare->versions[i]);
	hr_output_close(&compare->output);
	hr_vec_release(&compare->folders);
	hr_input_release(&compare->input);
	hr_arena_release(&compare->arena);
}

int hr_command_compare(int argc, char **argv)
{
	struct hr_compare compare;
	struct hr_error error = HR_ERROR_INIT;
	int code = hr_compare_options(&compare, argc, argv);
	if (code) {
		code--;
	} else {
		char *home = getcwd(NULL, 0);
		compare.home = hr_arena_strdup(&compare.arena, home ? home : ".");
		free(home);
		if (compare_all(&compare, &error)) {
			code = hr_report_error(&error);
		} else if (compare.is_interrupted) {
			code = HR_EXIT_SIGNAL + hr_interrupt_postponed();
		} else {
			(compare.json ? hr_compare_tell_json : hr_compare_tell)(&compare);
			code = hr_compare_count(&compare) ? HR_EXIT_FAILURES : HR_EXIT_FINE;
		}
	}
	hr_error_release(&error);
	release(&compare);
	return code;
}
