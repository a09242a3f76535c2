/* `harrier mutate`: optimised objects, where tests take long enough for it.
 *
 * Objects are compiled without optimising first: most tests run for a moment, and then compiling is what takes the time. What the tests take is known
 * once it was noted what they reach. Where it is much, the bitcode that the shims kept is compiled once more.
 *
 * Invariant: an object is replaced by one that is whole, or not at all; points and mutants are the same in both. */
#include "app/mutate_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "build/jobs.h"
#include "build/mutants.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of the processor: what it costs for each mutant in the code, and what of a run is a process and not the library's code, which alone it makes quicker. What part of the rest it
 * saves: tests end with the first that fails, and the code runs in a half of the time. All read off bzip2, argtable2, libcsv and libavl. */
static const double COST = 0.001, PROCESS = 0.001, SAVED = 0.2;
/* The part of a budget that may go into compiling. */
static const double MOST_OF_BUDGET = 0.5;

struct object {
	const char *path, *fresh;
};

struct optimising {
	struct hr_jobs jobs;
	HR_VEC(struct hr_job) list;
	HR_VEC(struct object) objects;
};

/* Seconds of the library's code if each mutant to be run were run with all tests in which it makes a difference. */
static double expected_seconds(const struct hr_mutation *mutation)
{
	double seconds = 0;
	size_t all = mutation->results.count;
	for (size_t i = 0; i < all; i++) {
		const struct hr_mutate_result *result = &mutation->results.data[i];
		for (size_t j = 0; j < result->moved.count; j++) {
			double test = mutation->tests.data[result->moved.data[j]].seconds - PROCESS;
			seconds += test > 0 ? test : 0;
		}
	}
	if (mutation->most && (size_t)mutation->most < all)
		seconds *= (double)mutation->most / (double)all;
	return seconds;
}

static bool is_worth_it(const struct hr_mutation *mutation)
{
	double cost = COST * (double)mutation->mutants.list.count;
	unsigned lanes = mutation->lanes ? mutation->lanes : 1;
	if (mutation->budget > 0 && cost > MOST_OF_BUDGET * mutation->budget * lanes)
		return false;
	return SAVED * expected_seconds(mutation) > cost;
}

static int is_bitcode(const struct dirent *entry)
{
	return hr_text_ends_with(entry->d_name, ".bc");
}

static void add_object(struct optimising *optimising, struct hr_mutation *mutation, const char *kept, const char *name)
{
	struct hr_error unread = HR_ERROR_INIT;
	struct hr_strbuf path = HR_STRBUF_INIT;
	const char *bitcode = hr_arena_printf(&mutation->arena, "%s/%s", kept, name);
	const char *begin = hr_arena_printf(&mutation->arena, "%.*s", (int)(strlen(bitcode) - strlen(".bc")), bitcode);
	if (!hr_file_read(&path, hr_arena_printf(&mutation->arena, "%s.object", begin), &unread) && path.length) {
		struct object object = { hr_arena_strdup(&mutation->arena, path.data),
					 hr_arena_printf(&mutation->arena, "%s.o", begin) };
		struct hr_job job = { .output = hr_arena_printf(&mutation->arena, "%s.said", begin) };
		hr_mutants_object_command(&job.command, object.fresh, bitcode, NULL, true);
		hr_vec_push(&optimising->objects, object);
		hr_vec_push(&optimising->list, job);
	}
	hr_strbuf_release(&path);
	hr_error_release(&unread);
}

/* What does not compile stays as it is. */
static int take_object(void *context, size_t index, struct hr_error *error)
{
	const struct optimising *optimising = context;
	const struct object *object = &optimising->objects.data[index];
	(void)error;
	if (!optimising->list.data[index].exit_code)
		(void)rename(object->fresh, object->path);
	return 0;
}

static int compile_all(struct optimising *optimising, unsigned lanes, struct hr_error *error)
{
	optimising->jobs = (struct hr_jobs){
		.jobs = optimising->list.data,
		.count = optimising->list.count,
		.limit = lanes ? lanes : 1,
		.context = optimising,
		.finished = take_object,
	};
	return hr_jobs_run(&optimising->jobs, error);
}

int hr_mutation_optimise(struct hr_mutation *mutation, struct hr_error *error)
{
	struct optimising optimising = { .jobs = { 0 } };
	struct dirent **entries = NULL;
	double began = hr_clock_seconds();
	char *kept = hr_path_join(mutation->directory, HR_MUTATE_KEPT);
	int count = mutation->suite && is_worth_it(mutation) ? scandir(kept, &entries, is_bitcode, alphasort) : 0;
	int status = 0;
	for (int i = 0; i < count; i++) {
		add_object(&optimising, mutation, kept, entries[i]->d_name);
		free(entries[i]);
	}
	if (optimising.list.count)
		status = compile_all(&optimising, mutation->lanes, error);
	if (optimising.list.count && !status)
		status = hr_mutation_link(mutation, error);
	for (size_t i = 0; i < optimising.list.count; i++)
		hr_vec_release(&optimising.list.data[i].command);
	hr_vec_release(&optimising.list);
	hr_vec_release(&optimising.objects);
	free(entries);
	free(kept);
	mutation->building += hr_clock_seconds() - began;
	return status;
}
