/* Coverage of tests: programs with counters, run, merged, summed up.
 *
 * Invariant: all tests are run, whatever became of others; a test that crashes counts for nothing, as its counters are lost. */
#include "app/coverage_internal.h"

#include "app/allowance.h"
#include "app/gen_suite.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "suite/areas.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RUN_SECONDS = 60, TOOL_SECONDS = 60 };
/* To find out what each of them executes; the last one where nothing else is limited by time, for a machine that is busy. */
enum { LEAST_TESTS_SECONDS = 2, TESTS_SECONDS = 10, MOST_TESTS_SECONDS = 60 };

static const char no_time[] = "no time";

/* The library's headers are system headers for the tests: their warnings are not our business, their code is. */
static const char flags[] = "-O0 -g1 -w -fprofile-instr-generate -fcoverage-mapping -mllvm -system-headers-coverage";

void hr_coverage_release(struct hr_coverage *coverage)
{
	hr_strbuf_release(&coverage->why);
}

int hr_measuring_run_tool(bool *fine, struct hr_process_result *result, struct hr_measuring *measuring,
			  const char *const *argv, struct hr_error *error)
{
	/* of what is counted already nothing is given away for a few seconds */
	struct hr_process process = { .argv = argv,
				      .directory = measuring->trial.directory,
				      .timeout_seconds = TOOL_SECONDS };
	int status = hr_process_run(result, &process, error);
	*fine = !status && result->exit_code == 0 && !result->timed_out;
	if (status && error->kind != HR_ERROR_INTERRUPTED) {
		hr_strbuf_addstr(&measuring->out->why, error->message.data);
		hr_error_release(error);
		status = 0;
	} else if (!status && !*fine) {
		hr_strbuf_addf(&measuring->out->why, "%s: %.*s", argv[0], (int)strcspn(result->errors.data, "\n"),
			       result->errors.data);
	}
	return status;
}

static void list_programs(struct hr_measuring *measuring, const struct hr_test *tests, size_t count)
{
	for (size_t first = 0; first < count;) {
		char *name = hr_suite_program_name(measuring->trial.unit, tests[first].area);
		char *path = hr_path_join(measuring->trial.directory, name);
		size_t end = hr_tests_area_end(tests, count, first);
		hr_vec_push(
			&measuring->programs,
			((struct hr_covered_program){ hr_arena_strdup(&measuring->arena, name),
						      hr_arena_strdup(&measuring->arena, path), first, end - first }));
		first = end;
		free(path);
		free(name);
	}
}

static int compile(bool *fine, struct hr_measuring *measuring, const struct hr_test *tests, size_t count,
		   const char *profiles, struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	measuring->trial.compiler = "clang-19";
	measuring->trial.flags = flags;
	int status = hr_suite_trial_write(&measuring->trial, tests, count, error);
	list_programs(measuring, tests, count);
	if (!status && measuring->detail)
		status = hr_measuring_separate(measuring, profiles, error);
	if (!status)
		status = hr_suite_trial_make(fine, &said, &measuring->trial, "tests", error);
	if (!status && measuring->trial.is_late) {
		*fine = false;
		hr_strbuf_addstr(&measuring->out->why, no_time);
	} else if (!status && !*fine) {
		const char *found = strstr(said.data, "error: ");
		hr_strbuf_addstr(&measuring->out->why, "does not compile with clang-19");
		if (found)
			hr_strbuf_addf(&measuring->out->why, ": %.*s", (int)strcspn(found + 7, "\n"), found + 7);
	}
	hr_strbuf_release(&said);
	return status;
}

/* The counters of every process are added to one file for each program, but for those of tests that have a place of their own. Its name is in that of the file: %m alone is
 * the same for programs of the same sizes. */
static int run_all(bool *fine, struct hr_measuring *measuring, const char *profiles, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < measuring->programs.count && !status && *fine; i++) {
		const struct hr_covered_program *program = &measuring->programs.data[i];
		const char *environment[] = { hr_arena_printf(&measuring->arena,
							      "LLVM_PROFILE_FILE=%s/raw/%s-%%m.profraw", profiles,
							      program->name),
					      hr_measuring_separate_setting(measuring, profiles, program), NULL };
		struct hr_suite_trial_run run = { .program = program->name,
						  .environment = environment,
						  .directory = profiles,
						  .seconds = RUN_SECONDS,
						  .is_unlimited = true };
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		status = hr_suite_trial_run(&result, &measuring->trial, &run, error);
		hr_process_result_release(&result);
		if (measuring->trial.is_late || (i + 1 < measuring->programs.count &&
						 hr_allowance_is_over(measuring->trial.until, hr_clock_seconds()))) {
			hr_strbuf_addstr(&measuring->out->why, no_time);
			*fine = false;
		}
	}
	return status;
}

/* A directory as a regular expression for everything below it. */
static void add_below(struct hr_strbuf *out, const char *directory)
{
	hr_strbuf_addch(out, '^');
	for (; *directory; directory++) {
		if (!isalnum((unsigned char)*directory) && *directory != '/')
			hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, *directory);
	}
	hr_strbuf_addch(out, '/');
}

static void take_one(struct hr_covered *out, const struct hr_json *totals, const char *key)
{
	const struct hr_json *kind = hr_json_get(totals, key);
	out->covered = (uint64_t)hr_json_get_int(kind, "covered", 0);
	out->count = (uint64_t)hr_json_get_int(kind, "count", 0);
}

static int take_totals(struct hr_measuring *measuring, const struct hr_strbuf *text, struct hr_error *error)
{
	struct hr_json *json = NULL;
	struct hr_coverage *out = measuring->out;
	if (hr_json_read(&json, text->data, text->length, "llvm-cov", &measuring->arena, error))
		return -1;
	const struct hr_json *data = hr_json_get(json, "data");
	const struct hr_json *totals = hr_json_get(data ? data->first : NULL, "totals");
	take_one(&out->lines, totals, "lines");
	take_one(&out->functions, totals, "functions");
	take_one(&out->branches, totals, "branches");
	out->is_measured = out->lines.count > 0;
	if (!out->is_measured)
		hr_strbuf_addstr(&out->why, "the library's sources are not known");
	if (data && out->is_measured && measuring->detail)
		hr_coverage_detail_take(measuring->detail, data->first);
	return 0;
}

static int sum_up(struct hr_measuring *measuring, const char *profiles, struct hr_error *error)
{
	const char *merged = hr_arena_printf(&measuring->arena, "%s/all.profdata", profiles);
	const char *raw = hr_arena_printf(&measuring->arena, "%s/raw", profiles);
	const char *merge[] = { "llvm-profdata-19", "merge", "-o", merged, raw, NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_strbuf ignored = HR_STRBUF_INIT;
	HR_VEC(const char *) export = HR_VEC_INIT;
	bool fine = false;
	char *real = hr_path_real(measuring->trial.directory); /* as clang names it, wherever TMPDIR leads */
	hr_strbuf_addstr(&ignored, "-ignore-filename-regex=");
	add_below(&ignored, real ? real : measuring->trial.directory);
	free(real);
	hr_strbuf_addstr(&ignored, "|^/usr/");
	measuring->ignored = hr_arena_strdup(&measuring->arena, ignored.data);
	const char *const words[] = {
		"llvm-cov-19",      "export",         measuring->detail ? "-skip-expansions" : "-summary-only",
		measuring->ignored, "-instr-profile", merged
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		hr_vec_push(&export, words[i]);
	for (size_t i = 0; i < measuring->programs.count; i++) {
		hr_vec_push(&export, "-object");
		hr_vec_push(&export, measuring->programs.data[i].path);
	}
	hr_vec_push(&export, NULL);
	int status = hr_measuring_run_tool(&fine, &result, measuring, merge, error);
	if (!status && fine)
		status = hr_measuring_run_tool(&fine, &result, measuring, export.data, error);
	if (!status && fine)
		status = take_totals(measuring, &result.output, error);
	hr_vec_release(&export);
	hr_strbuf_release(&ignored);
	hr_process_result_release(&result);
	return status;
}

/* When the tests have been looked at one by one long enough. */
static double end_of_tests(double until)
{
	double now = hr_clock_seconds();
	if (!(until > 0))
		return now + MOST_TESTS_SECONDS;
	if (until > now + TESTS_SECONDS)
		return now + TESTS_SECONDS;
	return until > now + LEAST_TESTS_SECONDS ? until : now + LEAST_TESTS_SECONDS;
}

int hr_coverage_measure(struct hr_coverage *out, const struct hr_test *tests, size_t count,
			const struct hr_app_unit *unit, double until, struct hr_coverage_detail *detail,
			struct hr_error *error)
{
	struct hr_measuring measuring = { .out = out,
					  .detail = detail,
					  .trial = HR_SUITE_TRIAL_INIT,
					  .arena = HR_ARENA_INIT,
					  .programs = HR_VEC_INIT };
	bool fine = true;
	if (hr_allowance_is_over(until, hr_clock_seconds())) {
		hr_strbuf_addstr(&out->why, no_time);
		return 0;
	}
	measuring.trial.until = until;
	int status = hr_suite_trial_open(&measuring.trial, unit, error);
	char *profiles = status ? NULL : hr_path_join(measuring.trial.directory, "profiles");
	if (!status && mkdir(profiles, 0700) != 0)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", profiles,
				 strerror(errno));
	if (!status)
		status = compile(&fine, &measuring, tests, count, profiles, error);
	if (!status && fine)
		status = run_all(&fine, &measuring, profiles, error);
	if (!status && fine)
		status = sum_up(&measuring, profiles, error);
	if (!status && out->is_measured && detail)
		status = hr_measuring_tests(&measuring, tests, profiles, end_of_tests(until), error);
	free(profiles);
	hr_vec_release(&measuring.programs);
	hr_arena_release(&measuring.arena);
	hr_suite_trial_close(&measuring.trial);
	return status;
}
