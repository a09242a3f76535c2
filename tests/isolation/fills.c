/* Reads of memory that nobody wrote: runs with another fill byte differ there and nowhere else. Which operation does it is found by what is told
 * of each statement, and where nothing is (edges alone differ), by running ever longer beginnings of the sequence. */
#include "base/memory.h"
#include "isolation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not the same where something is read that was never written. */
static const struct variant filled[] = {
	{ .name = "other fill byte", .workers = 2, .fill = OTHER_FILL },
	{ .name = "other fill byte, fresh stack for each call", .workers = 2, .fill = OTHER_FILL, .fresh_stack = true },
};

/* The statements of one sequence, as two runs tell of them. */
struct telling {
	const struct hr_sequence *sequence;
	uint64_t *statements;
	uint64_t rest[2]; /* edges, output, notes and leaks, which are told of no statement */
};

static void keep_statements(void *context, size_t index, struct hr_outcome *outcome)
{
	struct telling *telling = context;
	(void)index;
	const struct digest_fills fills = { DEFAULT_FILL, OTHER_FILL };
	struct digest digest;
	digest_statements(telling->statements, telling->sequence, outcome, fills);
	digest_outcome(&digest, telling->sequence, outcome, fills);
	for (int i = 0; i < PART_FINGERPRINTS; i++)
		telling->rest[0] = telling->rest[0] * 31 + digest.parts[i];
}

/* Runs the first `length` statements of a sequence in the first variant and in this one; fills in what both tell. */
static int run_both(struct telling *telling, struct test *test, struct hr_workers *workers, size_t length,
		    const struct variant *variant, struct hr_error *error)
{
	const struct variant *both[2] = { &base_variant, variant };
	struct hr_sequence part = *telling->sequence; /* what it points to is the whole's */
	int status = 0;
	part.statements.count = length;
	while (part.values.count && part.values.data[part.values.count - 1].statement >= length)
		part.values.count--;
	for (int i = 0; i < 2 && !status; i++) {
		struct hr_run_wants wants = wants_of(both[i]);
		struct hr_program *program = NULL;
		struct telling one = { &part,
				       telling->statements + (size_t)i * telling->sequence->statements.count,
				       { 0 } };
		status = hr_program_new(&program, &part, &test->unit.callables, &wants, error);
		if (!status)
			status = hr_workers_run(workers, &program, 1, keep_statements, &one, error);
		telling->rest[i] = one.rest[0];
		hr_program_free(program);
	}
	return status;
}

/* The first statement that two variants tell differently of, or after which edges or endings differ: its operation's name, or "". */
static int first_to_differ(const char **name, struct test *test, struct hr_workers *workers, size_t index,
			   const struct variant *variant, struct hr_error *error)
{
	const struct hr_sequence *sequence = test->sequences[index];
	size_t count = sequence->statements.count;
	struct telling telling = { sequence, hr_calloc(2 * count + 1, sizeof(uint64_t)), { 0 } };
	size_t found = count;
	int status = run_both(&telling, test, workers, count, variant, error);
	for (size_t i = count; i-- > 0 && !status;)
		if (telling.statements[i] != telling.statements[count + i])
			found = i;
	for (size_t length = 1; length <= count && found == count && !status; length++) {
		status = run_both(&telling, test, workers, length, variant, error);
		if (telling.rest[0] != telling.rest[1])
			found = length - 1;
	}
	*name = "";
	if (found < count)
		*name = sequence->statements.data[found].kind == HR_STATEMENT_CALL
				? test->unit.model->operations.data[sequence->statements.data[found].operation].name
				: "not a call";
	free(telling.statements);
	return status;
}

static size_t find_name(const hr_strings *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->data[i], name) == 0)
			return i;
	return SIZE_MAX;
}

struct findings {
	size_t *counts; /* by planted read: how many sequences showed it first */
	size_t known;
	size_t unplanted; /* differences that are none of them */
	size_t different;
};

/* Says which operation shows each difference first. */
static int attribute(struct findings *out, struct test *test, const struct variant *variant, const struct run *run,
		     const struct digest *base, struct hr_error *error)
{
	struct hr_workers_options one = { .unit = test->unit.built.object, .count = 1, .cpu_ms = LONG_MS };
	struct hr_workers *workers = NULL;
	int status = hr_workers_start(&workers, &one, error);
	for (size_t i = 0; i < (size_t)test->count && !status; i++) {
		const char *name = "";
		if (!run->is_run[i] || is_same(&base[i], &run->digests[i], PART_FINGERPRINTS))
			continue;
		out->different++;
		status = first_to_differ(&name, test, workers, i, variant, error);
		size_t planted = find_name(&test->planted, name);
		if (planted != SIZE_MAX) {
			out->counts[planted]++;
			continue;
		}
		if (find_name(&test->known, name) != SIZE_MAX) {
			out->known++;
			continue;
		}
		if (out->unplanted++ < MOST_SHOWN || test->is_verbose) {
			printf("# '%s' shows memory that nobody wrote\n", name);
			show_difference(test, i, &base[i], &run->digests[i]);
		}
	}
	hr_workers_stop(workers);
	return status;
}

static void tell_findings(struct test *test, const struct variant *variant, const struct findings *findings,
			  double rate)
{
	char detail[192];
	size_t found = 0;
	for (size_t i = 0; i < test->planted.count; i++) {
		if (findings->counts[i])
			found++;
		else
			printf("# not found: the read in '%s'\n", test->planted.data[i]);
	}
	snprintf(detail, sizeof detail,
		 "%zu of %ld differ (%zu known), %zu of %zu planted reads found, %zu of other causes, %.0f a second",
		 findings->different, test->count, findings->known, found, test->planted.count, findings->unplanted,
		 rate);
	tell(test, found == test->planted.count && findings->unplanted == 0, variant->name, detail);
}

/* Another fill byte: only what reads memory that nobody wrote may differ. */
static int compare_filled(struct test *test, const struct variant *variant, const struct digest *base,
			  struct hr_error *error)
{
	struct run run = { .test = test, .variant = variant, .fills = { DEFAULT_FILL, OTHER_FILL } };
	struct findings findings = { .counts = hr_calloc(test->planted.count + 1, sizeof *findings.counts) };
	double seconds = 0;
	int status = run_variant(&run, &seconds, error);
	if (!status)
		status = attribute(&findings, test, variant, &run, base, error);
	if (!status)
		tell_findings(test, variant, &findings, (double)run.count / seconds);
	free(findings.counts);
	release_run(&run);
	return status;
}

int compare_fills(struct test *test, struct hr_error *error)
{
	const struct variant variant = { .name = "usual fill byte", .workers = 2 };
	struct run run = { .test = test, .variant = &variant, .fills = { DEFAULT_FILL, OTHER_FILL } };
	double seconds;
	int status = run_variant(&run, &seconds, error);
	for (size_t i = 0; i < sizeof filled / sizeof *filled && !status; i++)
		status = compare_filled(test, &filled[i], run.digests, error);
	release_run(&run);
	return status;
}
