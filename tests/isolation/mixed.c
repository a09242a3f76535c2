/* Does a campaign on a library come to the same when one sequence in eleven is hostile?
 *
 *     mixed [OPTION…] --hostile FILE --header FILE.h… SOURCE.c… [-- FLAGS]
 *     mixed [OPTION…] --load FILE --header FILE.h… SOURCE.c… [-- FLAGS]
 *
 * The first form is for a unit of the library's sources and those of examples/hostile: random sequences on the library run alone, then
 * with a sequence of FILE after every ten of them, in one worker, in two, in small batches; everything that is told of the random ones has to
 * be the same. --save FILE keeps them with what they came to; the second form, for a unit of the library alone, runs those again and
 * compares what does not depend on the rest of the unit. Prints TAP. To be run in namespaces: tests/e2e/mixed.sh. */
#include "app/arguments.h"
#include "app/unit.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "digest.h"
#include "search/naive.h"
#include "seq/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_SEQUENCES = HR_OPTION_OWN, OPTION_CALLS, OPTION_SEED, OPTION_HOSTILE, OPTION_SAVE, OPTION_LOAD };
/* Real sequences get more time: one that is near the limit, with 20 times as much, would differ by chance. */
enum { EVERY = 10, HOSTILE_MS = 10, REAL_MS = 100, MOST_SHOWN = 3 };

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "sequences", required_argument, NULL, OPTION_SEQUENCES },
	{ "calls", required_argument, NULL, OPTION_CALLS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "hostile", required_argument, NULL, OPTION_HOSTILE },
	{ "save", required_argument, NULL, OPTION_SAVE },
	{ "load", required_argument, NULL, OPTION_LOAD },
	{ NULL, 0, NULL, 0 },
};

/* What two builds of a library have in common: no addresses, no numbers of edges. */
static const enum part common_parts[] = { PART_STATUS, PART_CALLS, PART_VALUES, PART_HEAP, PART_LEAKS, PART_OUTPUT };
#define COMMON_COUNT (sizeof common_parts / sizeof *common_parts)

typedef HR_VEC(struct hr_sequence *) sequences;

struct test {
	struct hr_input input;
	struct hr_app_unit unit;
	long count;
	long calls;
	long seed;
	const char *hostile_path;
	const char *save_path;
	const char *load_path;
	sequences real;
	sequences hostile;
	struct digest *clean; /* by real sequence */
	int number;           /* of the TAP line */
	int failed;
};

struct way {
	const char *name;
	unsigned workers;
	unsigned batch;
	bool is_mixed;
	unsigned part; /* 1: all sequences; n: the first n-th part of them */
};

static const struct way clean_way = { "clean", 2, 512, false, 1 };
static const struct way mixed_ways[] = {
	{ "mixed 1:10, in two workers", 2, 512, true, 1 },
	{ "mixed 1:10, in one worker, in batches of 64", 1, 64, true, 5 },
};

/* ---- sequences ---- */

static bool is_hostile(const char *name)
{
	return hr_text_starts_with(name, "hostile_") || hr_text_starts_with(name, "innocent_");
}

/* Of the library alone: what is hostile cannot be called meanwhile. */
static void make_real(struct test *test)
{
	struct hr_model *model = test->unit.model;
	bool *was_callable = hr_calloc(model->operations.count, sizeof *was_callable);
	struct hr_random random;
	hr_random_seed(&random, (uint64_t)test->seed);
	for (size_t i = 0; i < model->operations.count; i++) {
		was_callable[i] = model->operations.data[i].callable;
		if (is_hostile(model->operations.data[i].name))
			model->operations.data[i].callable = false;
	}
	for (long i = 0; i < test->count; i++)
		hr_vec_push(&test->real, hr_naive_sequence(model, &random, (size_t)test->calls));
	for (size_t i = 0; i < model->operations.count; i++)
		model->operations.data[i].callable = was_callable[i];
	free(was_callable);
}

/* Reads sequences with empty lines between them; "@ENGINE" is this process. A line that begins with "= " is not part of one and goes to `facts`. */
static int read_sequences(sequences *out, struct hr_strbuf *facts, struct test *test, const char *path,
			  struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_strbuf one = HR_STRBUF_INIT;
	int status = hr_file_read(&text, path, error);
	for (char *line = text.data; !status && line && *line;) {
		char *end = strchrnul(line, '\n');
		int length = (int)(end - line);
		char *engine = memmem(line, (size_t)length, "@ENGINE", 7);
		if (length >= 2 && memcmp(line, "= ", 2) == 0)
			hr_strbuf_addf(facts, "%.*s\n", length, line);
		else if (engine)
			hr_strbuf_addf(&one, "%.*s%ld%.*s\n", (int)(engine - line), line, (long)getpid(),
				       (int)(end - engine - 7), engine + 7);
		else if (length)
			hr_strbuf_addf(&one, "%.*s\n", length, line);
		line = *end ? end + 1 : end;
		if (one.length && (!length || !*line)) {
			struct hr_sequence *sequence = NULL;
			status = hr_sequence_read(&sequence, test->unit.model, one.data, one.length, path, error);
			if (!status)
				hr_vec_push(out, sequence);
			hr_strbuf_clear(&one);
		}
	}
	hr_strbuf_release(&text);
	hr_strbuf_release(&one);
	return status;
}

/* ---- running ---- */

struct run {
	const struct test *test;
	struct digest *digests; /* by real sequence */
	bool *is_told;
	size_t *index_of;                        /* by program: the real sequence; SIZE_MAX: hostile */
	size_t endings[HR_OUTCOME_STATUS_COUNT]; /* of the hostile ones */
	size_t hostile;
	size_t real; /* how many of the real sequences are run */
};

static void keep(void *context, size_t index, struct hr_outcome *outcome)
{
	struct run *run = context;
	size_t real = run->index_of[index];
	if (real == SIZE_MAX) {
		run->endings[outcome->status]++;
		run->hostile++;
		return;
	}
	run->is_told[real] = true;
	digest_outcome(&run->digests[real], run->test->real.data[real], outcome, (struct digest_fills){ 0, 0 });
}

static int add_program(struct hr_program **programs, size_t index, const struct test *test,
		       const struct hr_sequence *sequence, unsigned cpu_ms, struct hr_error *error)
{
	const struct hr_run_wants wants = {
		.leaks = true,
		.heap = true,
		.edges = true,
		.output = true,
		.descriptions = true,
		.fingerprints = true,
		.cpu_ms = cpu_ms,
	};
	return hr_program_new(&programs[index], sequence, &test->unit.callables, &wants, error);
}

static int run_programs(struct run *run, const struct way *way, struct hr_program *const *programs, size_t count,
			struct hr_error *error)
{
	struct hr_workers_options workers_options = {
		.unit = run->test->unit.built.object,
		.count = way->workers,
		.cpu_ms = HOSTILE_MS,
		.batch = way->batch,
		.confirm_all = true,
	};
	struct hr_workers *workers = NULL;
	int status = hr_workers_start(&workers, &workers_options, error);
	if (!status)
		status = hr_workers_run(workers, programs, count, keep, run, error);
	hr_workers_stop(workers);
	return status;
}

static int run_way(struct run *run, const struct way *way, struct hr_error *error)
{
	const struct test *test = run->test;
	size_t most = test->real.count + test->real.count / EVERY + 1;
	struct hr_program **programs = hr_calloc(most, sizeof(struct hr_program *));
	size_t count = 0;
	size_t hostile = 0;
	int status = 0;
	run->real = test->real.count / way->part;
	run->index_of = hr_calloc(most, sizeof *run->index_of);
	run->digests = hr_calloc(test->real.count, sizeof *run->digests);
	run->is_told = hr_calloc(test->real.count, sizeof *run->is_told);
	for (size_t i = 0; i < run->real && !status; i++) {
		run->index_of[count] = i;
		status = add_program(programs, count++, test, test->real.data[i], REAL_MS, error);
		if (status || !way->is_mixed || i % EVERY != EVERY - 1)
			continue;
		run->index_of[count] = SIZE_MAX;
		status = add_program(programs, count++, test, test->hostile.data[hostile++ % test->hostile.count],
				     HOSTILE_MS, error);
	}
	if (!status)
		status = run_programs(run, way, programs, count, error);
	for (size_t i = 0; i < most; i++)
		hr_program_free(programs[i]);
	free(programs);
	return status;
}

static void release_run(struct run *run)
{
	free(run->index_of);
	free(run->digests);
	free(run->is_told);
}

/* ---- telling ---- */

static void tell(struct test *test, bool is_good, const char *what, const char *detail)
{
	test->number++;
	test->failed += !is_good;
	printf("%s %d - %s: %s\n", is_good ? "ok" : "not ok", test->number, what, detail);
	fflush(stdout);
}

static void show(const struct test *test, size_t index, const struct digest *a, const struct digest *b)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	printf("# sequence %zu differs in", index);
	for (int i = 0; i < PART_COUNT; i++)
		if (a->parts[i] != b->parts[i])
			printf(" %s", part_name((enum part)i));
	printf(" (%s, %s)\n", hr_outcome_status_name((enum hr_outcome_status)a->status),
	       hr_outcome_status_name((enum hr_outcome_status)b->status));
	hr_sequence_write(&text, test->real.data[index]);
	for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
		printf("#   %s\n", line);
	hr_strbuf_release(&text);
}

static int compare_way(struct test *test, const struct way *way, struct hr_error *error)
{
	struct run run = { .test = test };
	size_t different = 0;
	size_t untold = 0;
	char detail[160];
	double began = hr_clock_seconds();
	int status = run_way(&run, way, error);
	for (size_t i = 0; i < run.real && !status; i++) {
		untold += !run.is_told[i];
		if (memcmp(test->clean[i].parts, run.digests[i].parts, sizeof run.digests[i].parts) == 0)
			continue;
		/* where a run that hangs is stopped is chance */
		if (test->clean[i].status == HR_OUTCOME_HANG && run.digests[i].status == HR_OUTCOME_HANG)
			continue;
		if (different++ < MOST_SHOWN)
			show(test, i, &test->clean[i], &run.digests[i]);
	}
	if (!status) {
		snprintf(detail, sizeof detail, "%zu of %zu differ, %zu hostile between them, %.1f s", different,
			 run.real, run.hostile, hr_clock_seconds() - began);
		printf("# hostile ones:");
		for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
			if (run.endings[i])
				printf(" %zu %s", run.endings[i], hr_outcome_status_name((enum hr_outcome_status)i));
		printf("\n");
		tell(test, !different && !untold && !run.endings[HR_OUTCOME_NOT_RUN], way->name, detail);
	}
	release_run(&run);
	return status;
}

/* ---- the two forms ---- */

static int run_clean(struct test *test, struct hr_error *error)
{
	struct run run = { .test = test };
	int status = run_way(&run, &clean_way, error);
	test->clean = run.digests;
	run.digests = NULL;
	release_run(&run);
	return status;
}

static void add_facts(struct hr_strbuf *out, const struct digest *digest)
{
	hr_strbuf_addstr(out, "=");
	for (size_t i = 0; i < COMMON_COUNT; i++)
		hr_strbuf_addf(out, " %016" PRIx64, digest->parts[common_parts[i]]);
	hr_strbuf_addstr(out, "\n");
}

static int save(const struct test *test, struct hr_error *error)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	for (size_t i = 0; i < test->real.count; i++) {
		if (test->clean[i].status == HR_OUTCOME_HANG)
			continue;
		add_facts(&out, &test->clean[i]);
		hr_sequence_write(&out, test->real.data[i]);
		hr_strbuf_addstr(&out, "\n");
	}
	int status = hr_file_write(test->save_path, out.data, out.length, error);
	hr_strbuf_release(&out);
	return status;
}

static int mix(struct test *test, struct hr_error *error)
{
	struct hr_strbuf facts = HR_STRBUF_INIT;
	int status = read_sequences(&test->hostile, &facts, test, test->hostile_path, error);
	hr_strbuf_release(&facts);
	make_real(test);
	if (!status)
		status = run_clean(test, error);
	if (!status && test->save_path)
		status = save(test, error);
	for (size_t i = 0; i < sizeof mixed_ways / sizeof *mixed_ways && !status; i++)
		status = compare_way(test, &mixed_ways[i], error);
	return status;
}

static int compare_builds(struct test *test, struct hr_error *error)
{
	struct hr_strbuf facts = HR_STRBUF_INIT;
	struct hr_strbuf one = HR_STRBUF_INIT;
	size_t different = 0;
	char detail[128];
	int status = read_sequences(&test->real, &facts, test, test->load_path, error);
	if (!status)
		status = run_clean(test, error);
	const char *line = facts.data;
	for (size_t i = 0; i < test->real.count && !status; i++) {
		hr_strbuf_clear(&one);
		add_facts(&one, &test->clean[i]);
		if (!line || strncmp(line, one.data, one.length) != 0) {
			if (different++ < MOST_SHOWN)
				printf("# sequence %zu: %.*s, was %.*s\n", i, (int)one.length - 1, one.data,
				       (int)one.length - 1, line ? line : "");
		}
		line = line ? strchr(line, '\n') : NULL;
		line = line ? line + 1 : NULL;
	}
	if (!status) {
		snprintf(detail, sizeof detail, "%zu of %zu differ", different, test->real.count);
		tell(test, !different && test->real.count, "the same in a build without the hostile functions", detail);
	}
	hr_strbuf_release(&facts);
	hr_strbuf_release(&one);
	return status;
}

static bool take_option(void *context, int option, const char *argument)
{
	struct test *test = context;
	switch (option) {
	case OPTION_SEQUENCES:
		return hr_argument_number(&test->count, "mixed", "--sequences", argument, 1, 10000000);
	case OPTION_CALLS:
		return hr_argument_number(&test->calls, "mixed", "--calls", argument, 1, 1000);
	case OPTION_SEED:
		return hr_argument_number(&test->seed, "mixed", "--seed", argument, 0, 1000000000);
	case OPTION_HOSTILE:
		test->hostile_path = argument;
		return true;
	case OPTION_SAVE:
		test->save_path = argument;
		return true;
	default:
		test->load_path = argument;
		return true;
	}
}

static void release(struct test *test)
{
	for (size_t i = 0; i < test->real.count; i++)
		hr_sequence_free(test->real.data[i]);
	for (size_t i = 0; i < test->hostile.count; i++)
		hr_sequence_free(test->hostile.data[i]);
	hr_vec_release(&test->real);
	hr_vec_release(&test->hostile);
	free(test->clean);
	hr_app_unit_release(&test->unit);
	hr_input_release(&test->input);
}

int main(int argc, char **argv)
{
	struct test test;
	memset(&test, 0, sizeof test);
	test.count = 5000;
	test.calls = 8;
	test.seed = 1;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arguments arguments = {
		.command = "mixed", .options = options, .input = &test.input, .take = take_option, .context = &test
	};
	if (hr_arguments_parse(&arguments, argc - 1, argv + 1) != HR_PARSED || !test.hostile_path == !test.load_path)
		return 2;
	int status = hr_app_unit_read(&test.unit, &test.input, &error);
	if (!status)
		status = hr_app_unit_build(&test.unit, &error);
	if (!status)
		status = test.load_path ? compare_builds(&test, &error) : mix(&test, &error);
	if (status) {
		printf("not ok %d - %s\n%s\n", ++test.number, error.message.data,
		       error.details.data ? error.details.data : "");
		test.failed++;
	}
	hr_error_release(&error);
	release(&test);
	return test.failed ? 1 : 0;
}
