/* Which assertions are worth their line. Tests with several are written once more so that they go on behind what does not hold (suite/kills.h), and linked with a library that has all its mutants in
 * it (build/mutants.h); each is run with some of those that it reaches. What fails only together with others is left out.
 *
 * Invariants: where calls are the budget, what comes of it does not depend on time; what goes wrong here leaves tests as they are. */
#include "app/gen_internal.h"

#include "app/gen_suite.h"
#include "app/mutate_internal.h"
#include "app/suite_trial.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "suite/areas.h"
#include "suite/kills.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_MUTANTS = 48,  /* for a test */
	LEAST_MUTANTS = 12, /* with fewer nothing is known */
	CHUNK = 512,        /* runs for one start of a program */
	CPU_MS = 100,
	WALL_MS = 3000,
};

/* Of the time that there is, for building. Where that takes longer, the rest is too short to learn anything, and better spent on trying the tests. */
#define BUILDING (1.0 / 3)

/* A test with more than one assertion. */
struct candidate {
	size_t test;           /* in the caller's list */
	size_t file;           /* that it is written to */
	HR_VEC(size_t) sample; /* mutants that make a difference in it, in the order of chance */
	hr_kills kills;
	size_t tried; /* of the sample: it is known what came of them */
};

struct file {
	size_t first, end; /* its candidates */
	char *program;     /* path */
	hr_check_places places;
};

struct choosing {
	struct hr_gen *gen;
	struct hr_mutation mutation;
	struct hr_suite_trial trial;
	struct hr_test *tests; /* borrowed copies of the candidates' tests */
	struct candidate *candidates;
	size_t count;
	HR_VEC(struct file) files;
};

static bool is_over(const struct choosing *choosing)
{
	return hr_allowance_is_over(choosing->mutation.end, hr_clock_seconds());
}

/* ---- building ---- */

/* Where the shim is, and what it changes. False: there is nothing to be gained here. */
static bool build(struct choosing *choosing, struct hr_error *error)
{
	struct hr_mutation *mutation = &choosing->mutation;
	struct hr_suite_trial *trial = &choosing->trial;
	struct hr_strbuf wants = HR_STRBUF_INIT;
	bool made = false;
	trial->framework = &hr_framework_recorder;
	trial->is_flat = true;
	int status = hr_suite_trial_open(trial, &choosing->gen->unit, error);
	if (!status)
		status = hr_directory_temporary(&mutation->directory, error);
	if (!status) {
		char *real = hr_path_real(trial->directory);
		mutation->work = real ? real : hr_strdup(trial->directory);
		hr_mutation_want_all(&wants, mutation->work);
		trial->compiler = hr_arena_printf(&trial->arena, "%s/bin/cc", mutation->directory);
		trial->until = hr_allowance_part(mutation->end, BUILDING, hr_clock_seconds());
		status = hr_mutate_prepare(mutation->directory, wants.data, error);
	}
	if (!status)
		status = hr_suite_trial_write(trial, choosing->tests, choosing->count, error);
	if (!status)
		status = hr_suite_trial_make(&made, NULL, trial, "tests", error);
	if (!status && made)
		status = hr_mutation_read(mutation, error);
	hr_strbuf_release(&wants);
	return !status && made && mutation->mutants.list.count;
}

static int list_files(struct choosing *choosing, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0, end; first < choosing->count && !status; first = end) {
		const char *area = choosing->tests[first].area;
		end = hr_tests_area_end(choosing->tests, choosing->count, first);
		char *name = hr_suite_program_name(&choosing->gen->unit, area);
		struct file *file = hr_vec_add(&choosing->files);
		struct hr_strbuf path = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
		file->program = hr_path_join(choosing->mutation.work, name);
		file->first = first;
		file->end = end;
		hr_strbuf_addf(&path, "%s.c", file->program);
		status = hr_file_read(&text, path.data, error);
		if (!status)
			hr_kills_places(&file->places, choosing->tests + first, end - first, text.data);
		for (size_t i = first; i < end; i++) {
			choosing->candidates[i].file = choosing->files.count - 1;
			hr_vec_push(&choosing->mutation.tests, (struct hr_mutate_test){ .name = choosing->tests[i].name,
											.program = file->program });
		}
		hr_strbuf_release(&path);
		hr_strbuf_release(&text);
		free(name);
	}
	return status;
}

/* ---- running ---- */

/* For each test the mutants that make a difference in it, in the order of chance. */
static void draw(struct choosing *choosing)
{
	struct hr_mutation *mutation = &choosing->mutation;
	struct hr_random random;
	for (size_t i = 0; i < mutation->results.count; i++)
		for (size_t j = 0; j < mutation->results.data[i].moved.count; j++) {
			size_t test = mutation->results.data[i].moved.data[j];
			hr_vec_push(&choosing->candidates[test].sample, i);
		}
	hr_random_seed(&random, choosing->gen->options.seed);
	for (size_t i = 0; i < choosing->count; i++) {
		struct candidate *candidate = &choosing->candidates[i];
		size_t count = candidate->sample.count;
		for (size_t j = 0; j + 1 < count && j < MOST_MUTANTS; j++) {
			size_t other = j + hr_random_below(&random, count - j);
			size_t kept = candidate->sample.data[j];
			candidate->sample.data[j] = candidate->sample.data[other];
			candidate->sample.data[other] = kept;
		}
		if (count > MOST_MUTANTS)
			candidate->sample.count = MOST_MUTANTS;
	}
}

static struct hr_kill *find_kill(struct candidate *candidate, uint64_t id)
{
	for (size_t i = 0; i < candidate->kills.count; i++)
		if (candidate->kills.data[i].id == id)
			return &candidate->kills.data[i];
	return NULL;
}

static size_t find_candidate(const struct choosing *choosing, const struct file *file, const char *name)
{
	for (size_t i = file->first; i < file->end; i++)
		if (strcmp(choosing->tests[i].name, name) == 0)
			return i;
	return file->end;
}

/* Lines "ID TEST LINE". */
static void take_failed(struct choosing *choosing, const struct file *file, const char *directory)
{
	struct hr_error unread = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *path = hr_path_join(directory, "results.failed");
	if (hr_path_is_file(path))
		hr_file_read(&text, path, &unread);
	for (const char *line = text.data ? text.data : ""; *line;) {
		const char *begin = line;
		line += strcspn(line, "\n");
		line += *line == '\n';
		uint64_t id;
		char name[512];
		unsigned number;
		if (sscanf(begin, "%" SCNx64 " %511s %u", &id, name, &number) != 3)
			continue;
		size_t index = find_candidate(choosing, file, name);
		const struct hr_check_place *place = hr_kills_place(&file->places, number);
		struct hr_kill *kill = index < file->end ? find_kill(&choosing->candidates[index], id) : NULL;
		if (kill && place && place->test == index - file->first && place->check < HR_KILLS_CHECKS)
			kill->failed |= (uint64_t)1 << place->check;
	}
	free(path);
	hr_strbuf_release(&text);
	hr_error_release(&unread);
}

/* One run: a test with a mutant. */
struct pair {
	size_t candidate;
	uint64_t id;
};

typedef HR_VEC(struct pair) hr_pairs;

/* Runs these pairs, all of one file. */
static int run_pairs(struct choosing *choosing, const struct file *file, const hr_pairs *pairs, struct hr_error *error)
{
	struct hr_strbuf jobs = HR_STRBUF_INIT;
	hr_mutate_lines lines = HR_VEC_INIT;
	char *directory = NULL;
	for (size_t i = 0; i < pairs->count; i++) {
		struct candidate *candidate = &choosing->candidates[pairs->data[i].candidate];
		hr_strbuf_addf(&jobs, "%016" PRIx64 " %d %d 1 %s\n", pairs->data[i].id, CPU_MS, WALL_MS,
			       choosing->tests[pairs->data[i].candidate].name);
		/* noticed until we know: of what was not run to its end nothing is concluded */
		hr_vec_push(&candidate->kills, (struct hr_kill){ .id = pairs->data[i].id, .is_noticed = true });
	}
	int status =
		hr_mutation_run_jobs(&lines, NULL, &choosing->mutation, file->program, &jobs, 1, &directory, error);
	for (size_t i = 0; i < lines.count && i < pairs->count && !status; i++) {
		const struct pair *pair = &pairs->data[i];
		struct hr_kill *kill = find_kill(&choosing->candidates[pair->candidate], pair->id);
		if (!kill || lines.data[i].id != pair->id)
			continue;
		kill->is_noticed = lines.data[i].status != 0;
		choosing->candidates[pair->candidate].tried++;
	}
	if (!status)
		take_failed(choosing, file, directory);
	choosing->gen->choice.runs += lines.count;
	if (directory)
		hr_directory_remove(directory);
	free(directory);
	hr_vec_release(&lines);
	hr_strbuf_release(&jobs);
	return status;
}

/* One more mutant for each test of a file, as often as fits into one start. */
static int run_rounds(struct choosing *choosing, const struct file *file, size_t from, size_t to,
		      struct hr_error *error)
{
	hr_pairs pairs = HR_VEC_INIT;
	int status = 0;
	for (size_t round = from; round < to && !status && !is_over(choosing); round++)
		for (size_t i = file->first; i < file->end && !status; i++) {
			const struct candidate *candidate = &choosing->candidates[i];
			if (round < candidate->sample.count) {
				size_t mutant = candidate->sample.data[round];
				hr_vec_push(&pairs,
					    (struct pair){ i, choosing->mutation.mutants.list.data[mutant].id });
			}
			if (pairs.count == CHUNK) {
				status = run_pairs(choosing, file, &pairs, error);
				hr_vec_clear(&pairs);
			}
		}
	if (pairs.count && !status)
		status = run_pairs(choosing, file, &pairs, error);
	hr_vec_release(&pairs);
	return status;
}

/* Round by round, so that all tests know as much when the time is over. */
static int run_all(struct choosing *choosing, struct hr_error *error)
{
	enum { STEP = 6 };
	int status = 0;
	for (size_t round = 0; round < MOST_MUTANTS && !status && !is_over(choosing); round += STEP)
		for (size_t i = 0; i < choosing->files.count && !status; i++)
			status = run_rounds(choosing, &choosing->files.data[i], round, round + STEP, error);
	return status;
}

/* ---- choosing ---- */

static void choose(struct choosing *choosing, struct hr_test *tests)
{
	struct hr_assertion_choice *choice = &choosing->gen->choice;
	for (size_t i = 0; i < choosing->count; i++) {
		struct candidate *candidate = &choosing->candidates[i];
		struct hr_test *test = &tests[candidate->test];
		const struct file *file = &choosing->files.data[candidate->file];
		size_t places = 0;
		for (size_t j = 0; j < file->places.count; j++)
			places += file->places.data[j].test == i - file->first;
		if (places != test->checks.count || candidate->tried < LEAST_MUTANTS)
			continue;
		choice->tests++;
		choice->all += test->checks.count;
		choice->dropped += hr_kills_apply(test, hr_kills_choose(test, &candidate->kills));
	}
	choice->mutants = choosing->mutation.mutants.list.count;
}

static void release(struct choosing *choosing)
{
	for (size_t i = 0; i < choosing->count; i++) {
		hr_vec_release(&choosing->candidates[i].sample);
		hr_vec_release(&choosing->candidates[i].kills);
	}
	for (size_t i = 0; i < choosing->files.count; i++) {
		free(choosing->files.data[i].program);
		hr_vec_release(&choosing->files.data[i].places);
	}
	hr_vec_release(&choosing->files);
	hr_suite_trial_close(&choosing->trial);
	hr_mutation_release(&choosing->mutation);
	free(choosing->candidates);
	free(choosing->tests);
}

int hr_gen_choose_assertions(struct hr_gen *gen, struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct choosing choosing = { .gen = gen,
				     .mutation = HR_MUTATION_INIT,
				     .trial = HR_SUITE_TRIAL_INIT,
				     .tests = hr_calloc(count, sizeof *choosing.tests),
				     .candidates = hr_calloc(count, sizeof *choosing.candidates) };
	double began = hr_clock_seconds();
	struct hr_error failed = HR_ERROR_INIT;
	choosing.mutation.end = hr_allowance_end(&gen->allowance, HR_ALLOWED_ASSERTIONS);
	for (size_t i = 0; i < count; i++)
		if (tests[i].checks.count > 1) {
			choosing.candidates[choosing.count].test = i;
			choosing.tests[choosing.count++] = tests[i];
		}
	int status = 0;
	if (choosing.count && gen->unit.built.sources.count && build(&choosing, &failed)) {
		status = list_files(&choosing, &failed);
		if (!status)
			status = hr_mutation_reach(&choosing.mutation, &failed);
		if (!status) {
			draw(&choosing);
			status = run_all(&choosing, &failed);
		}
		if (!status)
			choose(&choosing, tests);
	}
	if (choosing.count > gen->choice.tests && (is_over(&choosing) || choosing.trial.is_late))
		hr_vec_push(&gen->certificate.not_done,
			    hr_arena_printf(&gen->certificate.arena,
					    "the assertions of %zu tests with mutants (no time)",
					    choosing.count - gen->choice.tests));
	status = 0;
	if (failed.kind == HR_ERROR_INTERRUPTED) /* else tests are as good as they were */
		status = hr_fail(error, failed.kind, "%s", failed.message.data);
	gen->choice.seconds = hr_clock_seconds() - began;
	hr_error_release(&failed);
	release(&choosing);
	return status;
}
