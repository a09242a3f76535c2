/* Which test executes what.
 *
 * Each test leaves its counters in a directory of its own: the processes that it starts add theirs. Reading one takes LLVM's programs a while, so several are read at once: their counters are added with weights, each test having some bits of every count for itself. As what
 * llvm-cov computes of counters is sums and differences, and no count of a test needs more bits than that, the bits of the sum are those of the tests.
 *
 * Invariant: bits are enough for the most that anything was executed by all tests together. */
#include "app/coverage_internal.h"

#include "base/clock.h"
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_AT_ONCE = 16, USABLE_BITS = 63 /* llvm-cov writes no larger number */ };

#define SETTING "HARRIER_PROFILES"

/* What is put into the process of a test, before it begins. */
static const char place[] = "\tif (child == 0) {\n";
static const char declaration[] = "void __llvm_profile_set_filename(const char *name);\n";
static const char statements[] =
	"\t\tchar profile[4096];\n"
	"\t\tsnprintf(profile, sizeof profile, \"%s/%s%s%s/%%m.profraw\", getenv(\"" SETTING "\"),\n"
	"\t\t\t test->name, row ? \"__\" : \"\", row ? *(const char *const *)row : \"\");\n"
	"\t\t__llvm_profile_set_filename(profile);\n";

static int make_directory(const char *path, struct hr_error *error)
{
	if (mkdir(path, 0700) == 0 || errno == EEXIST)
		return 0;
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", path, strerror(errno));
}

int hr_measuring_separate(struct hr_measuring *measuring, const char *profiles, struct hr_error *error)
{
	struct hr_arena *arena = &measuring->arena;
	struct hr_strbuf old = HR_STRBUF_INIT;
	struct hr_strbuf new = HR_STRBUF_INIT;
	const char *harness =
		hr_arena_printf(arena, "%s/%s", measuring->trial.directory, hr_framework_plain.shared_name);
	int status = make_directory(hr_arena_printf(arena, "%s/raw", profiles), error);
	for (size_t i = 0; i < measuring->programs.count && !status; i++)
		status = make_directory(hr_arena_printf(arena, "%s/raw/%s", profiles, measuring->programs.data[i].name),
					error);
	if (!status)
		status = hr_file_read(&old, harness, error);
	const char *found = status ? NULL : strstr(old.data, place);
	if (found) {
		found += strlen(place);
		hr_strbuf_addstr(&new, declaration);
		hr_strbuf_add(&new, old.data, (size_t)(found - old.data));
		hr_strbuf_addstr(&new, statements);
		hr_strbuf_addstr(&new, found);
		status = hr_file_write(harness, new.data, new.length, error);
	}
	hr_strbuf_release(&old);
	hr_strbuf_release(&new);
	return status;
}

const char *hr_measuring_separate_setting(struct hr_measuring *measuring, const char *profiles,
					  const struct hr_covered_program *program)
{
	return hr_arena_printf(&measuring->arena, SETTING "=%s/raw/%s", profiles, program->name);
}

/* Tests that are read at once. */
struct batch {
	size_t tests[MOST_AT_ONCE];
	const char *inputs[MOST_AT_ONCE]; /* with their weights */
	size_t count;
	unsigned bits;
	const struct hr_covered_program *program;
};

/* Runs the two programs, and takes what the second one says. */
static int read_batch(bool *fine, struct hr_measuring *measuring, const struct batch *batch, const char *profiles,
		      struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const char *merged = hr_arena_printf(&arena, "%s/some.profdata", profiles);
	const char *merge[MOST_AT_ONCE + 6] = { "llvm-profdata-19", "merge", "-o", merged };
	const char *const export[] = {
		"llvm-cov-19",    "export", "-skip-expansions", "-skip-functions",    measuring->ignored,
		"-instr-profile", merged,   "-object",          batch->program->path, NULL
	};
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_json *json = NULL;
	for (size_t i = 0; i < batch->count; i++)
		merge[4 + i] = batch->inputs[i];
	int status = hr_measuring_run_tool(fine, &result, measuring, merge, error);
	if (!status && *fine)
		status = hr_measuring_run_tool(fine, &result, measuring, export, error);
	if (!status && *fine)
		status = hr_json_read(&json, result.output.data, result.output.length, "llvm-cov", &arena, error);
	if (!status && *fine) {
		const struct hr_json *data = hr_json_get(json, "data");
		hr_coverage_detail_take_tests(measuring->detail, data ? data->first : NULL, batch->tests, batch->count,
					      batch->bits);
	}
	hr_process_result_release(&result);
	hr_arena_release(&arena);
	return status;
}

static unsigned bits_for(uint64_t number)
{
	unsigned bits = 1;
	while (bits < 64 && number >> bits)
		bits++;
	return bits;
}

static void add_test(struct batch *batch, struct hr_measuring *measuring, const char *profiles, size_t test,
		     const char *name)
{
	const char *path = hr_arena_printf(&measuring->arena, "%s/raw/%s/%s", profiles, batch->program->name, name);
	if (!hr_path_is_directory(path)) /* it crashed, or nothing ran it */
		return;
	batch->tests[batch->count] = test;
	batch->inputs[batch->count] =
		hr_arena_printf(&measuring->arena, "-weighted-input=%llu,%s", 1ull << batch->bits * batch->count, path);
	batch->count++;
}

int hr_measuring_tests(struct hr_measuring *measuring, const struct hr_test *tests, const char *profiles, double end,
		       struct hr_error *error)
{
	unsigned bits = bits_for(measuring->detail->most);
	size_t most = bits >= USABLE_BITS ? 1 : USABLE_BITS / bits;
	bool fine = true;
	int status = 0;
	if (most > MOST_AT_ONCE)
		most = MOST_AT_ONCE;
	for (size_t i = 0; i < measuring->programs.count && !status && fine; i++) {
		const struct hr_covered_program *program = &measuring->programs.data[i];
		struct batch batch = { .bits = bits, .program = program };
		for (size_t k = 0; k < program->count && !status && fine; k++) {
			if (hr_clock_seconds() > end)
				return 0;
			size_t test = program->first + k;
			add_test(&batch, measuring, profiles, test, tests[test].name);
			measuring->detail->attempted++;
			if (batch.count == most || (k + 1 == program->count && batch.count)) {
				status = read_batch(&fine, measuring, &batch, profiles, error);
				batch.count = 0;
			}
		}
	}
	hr_strbuf_clear(&measuring->out->why); /* the totals are known all the same */
	return status;
}
