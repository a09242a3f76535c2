/* Is a sequence on its own in a worker, whatever ran before it?
 *
 *     isolation [OPTION…] --header FILE.h… SOURCE.c… [-- FLAGS]
 *
 * Makes random sequences on the library, runs them once in order, and then again in every way that may make a difference: other orders, other
 * batches, other workers, after faults, in fresh processes. Everything that a run tells has to be the same each time. Runs with another
 * fill byte may differ where the library reads what nobody wrote: those reads are told by the operation that shows them first, and have to be
 * the ones that --planted names, all of them and no others but those that --known names. What takes long the first time is left out from then on: where a run
 * that hangs is stopped is chance. Prints TAP. */
#include "app/arguments.h"
#include "base/memory.h"
#include "isolation.h"
#include "search/naive.h"
#include "seq/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPTION_SEQUENCES = HR_OPTION_OWN, OPTION_CALLS, OPTION_SEED, OPTION_PLANTED, OPTION_KNOWN, OPTION_VERBOSE };

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "sequences", required_argument, NULL, OPTION_SEQUENCES },
	{ "calls", required_argument, NULL, OPTION_CALLS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "planted", required_argument, NULL, OPTION_PLANTED },
	{ "known", required_argument, NULL, OPTION_KNOWN },
	{ "verbose", no_argument, NULL, OPTION_VERBOSE },
	{ NULL, 0, NULL, 0 },
};

const struct variant base_variant = { .name = "in order, in one worker", .workers = 1, .batch = 1024 };

/* The same in all of these. */
static const struct variant variants[] = {
	{ .name = "reversed", .order = REVERSED, .workers = 1 },
	{ .name = "shuffled, in batches of 7", .order = SHUFFLED, .workers = 1, .batch = 7 },
	{ .name = "in batches of 1", .workers = 1, .batch = 1 },
	{ .name = "each after one that faults", .order = AFTER_FAULTS, .workers = 1 },
	{ .name = "shuffled, in four workers", .order = SHUFFLED, .workers = 4 },
	{ .name = "reversed, in workers replaced after 50", .order = REVERSED, .workers = 2, .recycle = 50 },
	{ .name = "each in a fresh process",
	  .order = SHUFFLED,
	  .workers = 1,
	  .batch = 1,
	  .recycle = 1,
	  .sample = FRESH_SAMPLE },
};

static const struct variant fresh_variant = { .name = "fresh stack for each call", .workers = 2, .fresh_stack = true };

/* ---- running ---- */

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void keep_digest(void *context, size_t index, struct hr_outcome *outcome)
{
	struct run *run = context;
	size_t sequence = run->index_of[index];
	run->beginnings += outcome->new_edges.count > 0;
	if (sequence == SIZE_MAX)
		return;
	digest_outcome(&run->digests[sequence], run->test->sequences[sequence], outcome, run->fills);
	run->is_run[sequence] = true;
}

struct hr_run_wants wants_of(const struct variant *variant)
{
	return (struct hr_run_wants){
		.leaks = true,
		.heap = true,
		.edges = true,
		.output = true,
		.descriptions = true,
		.fingerprints = true,
		.fill = variant->fill,
		.fresh_stack = variant->fresh_stack,
	};
}

static void shuffle(size_t *numbers, size_t count, struct hr_random *random)
{
	for (size_t i = count; i > 1; i--) {
		size_t other = hr_random_below(random, i);
		size_t number = numbers[i - 1];
		numbers[i - 1] = numbers[other];
		numbers[other] = number;
	}
}

/* Sequences that do not end normally, to be put before the others. */
static size_t list_faults(const struct test *test, size_t *out)
{
	size_t count = 0;
	for (size_t i = 0; i < (size_t)test->count; i++)
		if (test->base[i].status != HR_OUTCOME_NORMAL && test->base[i].status != HR_OUTCOME_HANG)
			out[count++] = i;
	return count;
}

/* The programs of a variant in their order: numbers of sequences; those with the top bit set are run and not looked at. */
#define UNSEEN ((size_t)1 << 63)

static size_t *order_of(const struct test *test, const struct variant *variant, size_t *count)
{
	size_t total = 0;
	size_t *order = hr_calloc(2 * (size_t)test->count, sizeof *order);
	struct hr_random random;
	hr_random_seed(&random, (uint64_t)test->seed + 1);
	for (size_t i = 0; i < (size_t)test->count; i++) {
		size_t sequence = variant->order == REVERSED ? (size_t)test->count - 1 - i : i;
		if (!test->base || test->base[sequence].status != HR_OUTCOME_HANG)
			order[total++] = sequence;
	}
	*count = total;
	if (variant->order == SHUFFLED)
		shuffle(order, total, &random);
	if (variant->order == AFTER_FAULTS) {
		size_t *faults = hr_calloc((size_t)test->count, sizeof *faults);
		size_t fault_count = list_faults(test, faults);
		for (size_t i = total; i-- > 0 && fault_count;) {
			order[2 * i + 1] = order[i];
			order[2 * i] = faults[i % fault_count] | UNSEEN;
			*count = 2 * total;
		}
		free(faults);
	}
	if (variant->sample && *count > variant->sample)
		*count = variant->sample;
	return order;
}

static int run_programs(struct run *run, struct hr_program *const *programs, double *seconds, struct hr_error *error)
{
	struct hr_workers_options workers_options = {
		.unit = run->test->unit.built.object,
		.count = run->variant->workers,
		.cpu_ms = run->test->base ? LONG_MS : SHORT_MS,
		.recycle = run->variant->recycle,
		.batch = run->variant->batch,
	};
	struct hr_workers *workers = NULL;
	if (hr_workers_start(&workers, &workers_options, error))
		return -1;
	double began = now();
	int status = hr_workers_run(workers, programs, run->count, keep_digest, run, error);
	*seconds = now() - began;
	hr_workers_stop(workers);
	return status;
}

int run_variant(struct run *run, double *seconds, struct hr_error *error)
{
	struct test *test = run->test;
	size_t *order = order_of(test, run->variant, &run->count);
	struct hr_program **programs = hr_calloc((size_t)test->count, sizeof *programs);
	struct hr_program **ordered = hr_calloc(run->count, sizeof *ordered);
	struct hr_run_wants wants = wants_of(run->variant);
	int status = 0;
	run->index_of = hr_calloc(run->count, sizeof *run->index_of);
	run->digests = hr_calloc((size_t)test->count, sizeof *run->digests);
	run->is_run = hr_calloc((size_t)test->count, sizeof *run->is_run);
	for (size_t i = 0; i < run->count && !status; i++) {
		size_t sequence = order[i] & ~UNSEEN;
		if (!programs[sequence])
			status = hr_program_new(&programs[sequence], test->sequences[sequence], &test->unit.callables,
						&wants, error);
		ordered[i] = programs[sequence];
		run->index_of[i] = order[i] & UNSEEN ? SIZE_MAX : sequence;
	}
	if (!status)
		status = run_programs(run, ordered, seconds, error);
	for (size_t i = 0; i < (size_t)test->count; i++)
		hr_program_free(programs[i]);
	free(programs);
	free(ordered);
	free(order);
	return status;
}

void release_run(struct run *run)
{
	free(run->index_of);
	free(run->digests);
	free(run->is_run);
}

/* ---- telling ---- */

void tell(struct test *test, bool is_good, const char *what, const char *detail)
{
	test->number++;
	test->failed += !is_good;
	printf("%s %d - %s%s%s\n", is_good ? "ok" : "not ok", test->number, what, *detail ? ": " : "", detail);
	fflush(stdout);
}

static void print_sequence(const struct test *test, size_t index)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, test->sequences[index]);
	for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
		printf("#   %s\n", line);
	hr_strbuf_release(&text);
}

bool is_same(const struct digest *a, const struct digest *b, int part_count)
{
	return memcmp(a->parts, b->parts, (size_t)part_count * sizeof *a->parts) == 0;
}

void show_difference(const struct test *test, size_t index, const struct digest *a, const struct digest *b)
{
	printf("# sequence %zu differs in", index);
	for (int i = 0; i < PART_COUNT; i++)
		if (a->parts[i] != b->parts[i])
			printf(" %s", part_name((enum part)i));
	printf(" (%s, %s)\n", hr_outcome_status_name((enum hr_outcome_status)a->status),
	       hr_outcome_status_name((enum hr_outcome_status)b->status));
	print_sequence(test, index);
}

/* Runs the variant and holds every sequence against the first run. */
static int compare(struct test *test, const struct variant *variant, struct hr_error *error)
{
	struct run run = { .test = test, .variant = variant };
	double seconds = 0;
	size_t different = 0;
	size_t compared = 0;
	char detail[128];
	int status = run_variant(&run, &seconds, error);
	for (size_t i = 0; i < (size_t)test->count && !status; i++) {
		if (!run.is_run[i])
			continue;
		compared++;
		if (is_same(&test->base[i], &run.digests[i], PART_COUNT))
			continue;
		if (different++ < MOST_SHOWN || test->is_verbose)
			show_difference(test, i, &test->base[i], &run.digests[i]);
	}
	if (!status) {
		snprintf(detail, sizeof detail, "%zu of %zu differ, %.0f a second", different, compared,
			 (double)run.count / seconds);
		/* a few may have died before they found anything */
		bool is_recycled = !variant->recycle || run.beginnings * variant->recycle >= run.count / 10 * 9;
		if (!is_recycled)
			printf("# the processes were not replaced\n");
		tell(test, different == 0 && compared > 0 && is_recycled, variant->name, detail);
	}
	release_run(&run);
	return status;
}

/* ---- the whole ---- */

static int run_base(struct test *test, struct hr_error *error)
{
	struct run run = { .test = test, .variant = &base_variant };
	double seconds = 0;
	size_t endings[HR_OUTCOME_STATUS_COUNT] = { 0 };
	int status = run_variant(&run, &seconds, error);
	if (status) {
		release_run(&run);
		return status;
	}
	for (size_t i = 0; i < (size_t)test->count; i++)
		endings[run.digests[i].status]++;
	printf("# %s: %zu operations, %ld sequences:", test->unit.model->unit, test->unit.model->operations.count,
	       test->count);
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
		if (endings[i])
			printf(" %zu %s", endings[i], hr_outcome_status_name((enum hr_outcome_status)i));
	printf("; %.0f a second\n", (double)test->count / seconds);
	test->base = run.digests;
	run.digests = NULL;
	release_run(&run);
	return 0;
}

static void make_sequences(struct test *test)
{
	struct hr_random random;
	hr_random_seed(&random, (uint64_t)test->seed);
	test->sequences = hr_calloc((size_t)test->count, sizeof(struct hr_sequence *));
	for (size_t i = 0; i < (size_t)test->count; i++)
		test->sequences[i] = hr_naive_sequence(test->unit.model, &random, (size_t)test->calls);
}

static int run_test(struct test *test, struct hr_error *error)
{
	int status = hr_app_unit_read(&test->unit, &test->input, error);
	if (!status)
		status = hr_app_unit_build(&test->unit, error);
	if (status)
		return status;
	for (size_t i = 0; i < test->unit.built.refused.count; i++)
		printf("# refused: %s\n", test->unit.built.refused.data[i]);
	make_sequences(test);
	status = run_base(test, error);
	for (size_t i = 0; i < sizeof variants / sizeof *variants && !status; i++)
		status = compare(test, &variants[i], error);
	/* a fresh stack hides what earlier calls left there: where no read of that is planted, nothing may change */
	if (!status && !test->planted.count)
		status = compare(test, &fresh_variant, error);
	return status ? status : compare_fills(test, error);
}

static bool take_option(void *context, int option, const char *argument)
{
	struct test *test = context;
	switch (option) {
	case OPTION_SEQUENCES:
		return hr_argument_number(&test->count, "isolation", "--sequences", argument, 1, 10000000);
	case OPTION_CALLS:
		return hr_argument_number(&test->calls, "isolation", "--calls", argument, 1, 1000);
	case OPTION_SEED:
		return hr_argument_number(&test->seed, "isolation", "--seed", argument, 0, 1000000000);
	case OPTION_PLANTED:
		hr_vec_push(&test->planted, argument);
		return true;
	case OPTION_KNOWN:
		hr_vec_push(&test->known, argument);
		return true;
	default:
		test->is_verbose = true;
		return true;
	}
}

static void release(struct test *test)
{
	for (size_t i = 0; test->sequences && i < (size_t)test->count; i++)
		hr_sequence_free(test->sequences[i]);
	free(test->sequences);
	free(test->base);
	hr_vec_release(&test->planted);
	hr_vec_release(&test->known);
	hr_app_unit_release(&test->unit);
	hr_input_release(&test->input);
}

int main(int argc, char **argv)
{
	struct test test;
	memset(&test, 0, sizeof test);
	test.count = 10000;
	test.calls = 8;
	test.seed = 1;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arguments arguments = {
		.command = "isolation", .options = options, .input = &test.input, .take = take_option, .context = &test
	};
	if (hr_arguments_parse(&arguments, argc - 1, argv + 1) != HR_PARSED)
		return 2;
	int status = run_test(&test, &error);
	if (status) {
		printf("not ok %d - %s\n%s\n", ++test.number, error.message.data,
		       error.details.data ? error.details.data : "");
		test.failed++;
	}
	printf("1..%d\n", test.number);
	hr_error_release(&error);
	release(&test);
	return test.failed ? 1 : 0;
}
