/* `harrier mutate`: optimised objects, where tests take long enough for it.
 *
 * Objects are compiled without optimising first: most tests run for a moment, and then compiling is what takes the time. What the tests take is known
 * once it was noted what they reach. Where it is much, the bitcode that the shims kept is compiled once more, with every function as it was written beside the one with mutants (ir/mutants_apart.c); it notes
 * nothing: what the tests reach is known.
 *
 * Invariants: an object of the copy is replaced by one that is whole, or not at all, and no other file is; points and mutants have the same ids in both; whatever is run with a mutant has
 * passed without one in the same programs. */
#include "app/mutate_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/jobs.h"
#include "build/mutants.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Seconds of the processor: what it costs for each mutant in the code and for all programs, and what of a run is a process and not the library's code, which alone it makes quicker. What part of the rest it
 * saves: tests end with the first that fails, and the code runs in a quarter of the time. All read off bzip2, zlib, argtable2, libcsv and libavl. */
static const double COST = 0.0005, COST_OF_ALL = 0.2, PROCESS = 0.001, SAVED = 0.45;
/* The part of a budget that may go into compiling. */
static const double MOST_OF_BUDGET = 0.5;

/* An object of the copy, and beside its bitcode the optimised one and, once that is in its place, what was there. */
struct object {
	const char *path, *fresh, *before;
	bool is_replaced;
};

struct optimising {
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
	double cost = COST_OF_ALL + COST * (double)mutation->mutants.list.count;
	unsigned lanes = mutation->lanes ? mutation->lanes : 1;
	if (mutation->runs.count) /* of programs whose tests have no names it is not known what they take */
		return false;
	if (mutation->budget > 0 && cost > MOST_OF_BUDGET * mutation->budget * lanes)
		return false;
	return SAVED * expected_seconds(mutation) > cost;
}

static int is_bitcode(const struct dirent *entry)
{
	return hr_text_ends_with(entry->d_name, ".bc");
}

/* The build says which object it is: only one of the copy is taken. */
static bool is_in_copy(const struct hr_mutation *mutation, const char *path)
{
	char *parent = hr_path_parent(path);
	char *real = hr_path_real(parent), *work = hr_path_real(mutation->work);
	bool is_there =
		real && work && (strcmp(real, work) == 0 || hr_path_is_below(real, work)) && hr_path_is_file(path);
	free(parent);
	free(real);
	free(work);
	return is_there;
}

static void add_object(struct optimising *optimising, struct hr_mutation *mutation, const char *kept, const char *name)
{
	struct hr_error unread = HR_ERROR_INIT;
	struct hr_strbuf path = HR_STRBUF_INIT;
	const char *bitcode = hr_arena_printf(&mutation->arena, "%s/%s", kept, name);
	const char *begin = hr_arena_printf(&mutation->arena, "%.*s", (int)(strlen(bitcode) - strlen(".bc")), bitcode);
	if (!hr_file_read(&path, hr_arena_printf(&mutation->arena, "%s.object", begin), &unread) &&
	    is_in_copy(mutation, path.data) && !hr_mutants_quicken(bitcode, &unread)) {
		struct object object = { .path = hr_arena_strdup(&mutation->arena, path.data),
					 .fresh = hr_arena_printf(&mutation->arena, "%s.o", begin),
					 .before = hr_arena_printf(&mutation->arena, "%s.before", begin) };
		struct hr_job job = { .output = hr_arena_printf(&mutation->arena, "%s.said", begin) };
		hr_mutants_optimise_command(&job.command, object.fresh, bitcode, NULL);
		hr_vec_push(&optimising->objects, object);
		hr_vec_push(&optimising->list, job);
	}
	hr_strbuf_release(&path);
	hr_error_release(&unread);
}

/* What does not compile stays as it is. */
static int take_object(void *context, size_t index, struct hr_error *error)
{
	struct optimising *optimising = context;
	struct object *object = &optimising->objects.data[index];
	(void)error;
	if (optimising->list.data[index].exit_code || rename(object->path, object->before) != 0)
		return 0;
	object->is_replaced = rename(object->fresh, object->path) == 0;
	if (!object->is_replaced)
		(void)rename(object->before, object->path);
	return 0;
}

/* How many are optimised now. */
static size_t compile_all(struct optimising *optimising, unsigned lanes)
{
	struct hr_error ignored = HR_ERROR_INIT;
	struct hr_jobs jobs = {
		.jobs = optimising->list.data,
		.count = optimising->list.count,
		.limit = lanes ? lanes : 1,
		.context = optimising,
		.finished = take_object,
	};
	size_t count = 0;
	(void)hr_jobs_run(&jobs, &ignored);
	for (size_t i = 0; i < optimising->objects.count; i++)
		count += optimising->objects.data[i].is_replaced;
	hr_error_release(&ignored);
	return count;
}

/* The objects that were there, and programs from them. */
static int put_back(struct optimising *optimising, struct hr_mutation *mutation, struct hr_error *error)
{
	for (size_t i = 0; i < optimising->objects.count; i++) {
		const struct object *object = &optimising->objects.data[i];
		if (object->is_replaced && rename(object->before, object->path) == 0)
			(void)utimensat(AT_FDCWD, object->path, NULL, 0); /* newer than what was linked */
	}
	return hr_mutation_link(mutation, error);
}

/* Whether the same tests pass as before. */
static bool passes_alike(const struct hr_mutation *mutation, const bool *passed)
{
	for (size_t i = 0; i < mutation->tests.count; i++)
		if (passed[i] != (mutation->tests.data[i].seconds >= 0))
			return false;
	return true;
}

/* Programs from the optimised objects, unless these cannot be linked, or some test does otherwise with them. */
static int use_objects(struct optimising *optimising, struct hr_mutation *mutation, struct hr_error *error)
{
	struct hr_error refused = HR_ERROR_INIT;
	bool *passed = hr_calloc(mutation->tests.count + 1, sizeof *passed);
	for (size_t i = 0; i < mutation->tests.count; i++)
		passed[i] = mutation->tests.data[i].seconds >= 0;
	bool is_linked = hr_mutation_link(mutation, &refused) == 0;
	int status = is_linked ? hr_mutation_time(mutation, error) : 0;
	if (!status && (!is_linked || !passes_alike(mutation, passed))) {
		status = put_back(optimising, mutation, error);
		if (!status)
			status = hr_mutation_time(mutation, error);
	}
	free(passed);
	hr_error_release(&refused);
	return status;
}

int hr_mutation_optimise(struct hr_mutation *mutation, struct hr_error *error)
{
	struct optimising optimising = { .list = HR_VEC_INIT };
	struct dirent **entries = NULL;
	double began = hr_clock_seconds();
	char *kept = hr_path_join(mutation->directory, HR_MUTATE_KEPT);
	int count = mutation->suite && is_worth_it(mutation) ? scandir(kept, &entries, is_bitcode, alphasort) : 0;
	int status = 0;
	for (int i = 0; i < count; i++) {
		add_object(&optimising, mutation, kept, entries[i]->d_name);
		free(entries[i]);
	}
	if (optimising.list.count && compile_all(&optimising, mutation->lanes))
		status = use_objects(&optimising, mutation, error);
	mutation->building += hr_clock_seconds() - began;
	for (size_t i = 0; i < optimising.list.count; i++)
		hr_vec_release(&optimising.list.data[i].command);
	hr_vec_release(&optimising.list);
	hr_vec_release(&optimising.objects);
	free(entries);
	free(kept);
	return status;
}
