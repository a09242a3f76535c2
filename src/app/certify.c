/* Certification: which steps, in which order, and what there is no time for.
 *
 * What decides most for the least time comes first, and is for all tests: one compiler and one run, which no test goes without; sanitizers, whose compiler is mostly the other one; the other compiler by itself; a second run, with
 * other contents of fresh memory. Then valgrind, which takes longest, for as many as there is time for, and more runs. A step is begun only when it will be over in time, as far as one can tell from those before it; when it is not,
 * tests that it did not come to stay, and those that failed in it go.
 *
 * Invariant: without a limit of time the same tests take the same steps. */
#include "app/certify_internal.h"

#include "app/allowance.h"
#include "app/confirm_internal.h"
#include "app/gen_suite.h"
#include "app/programs.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALL_SECONDS = 120, MUST_SECONDS = 60, FIRST_RUNS = 2 };

/* Guesses, in multiples of what was seen. */
#define SANITIZED_COMPILING 1.3

static const unsigned rounds[] = { [HR_CERTIFY_QUICK] = 3, [HR_CERTIFY_DEFAULT] = 10, [HR_CERTIFY_THOROUGH] = 20 };

void hr_certificate_release(struct hr_certificate *certificate)
{
	hr_vec_release(&certificate->left_out);
	hr_vec_release(&certificate->done);
	hr_vec_release(&certificate->not_done);
	hr_arena_release(&certificate->arena);
}

void hr_certify_leave_out(struct hr_certifying *certifying, const bool *fine, const char *const *why,
			  const char *reason)
{
	struct hr_certificate *out = certifying->out;
	size_t kept = 0;
	for (size_t i = 0; i < certifying->count; i++) {
		if (fine[i]) {
			hr_tests_swap(certifying->tests, kept++, i);
			continue;
		}
		const char *because = why && why[i] ? why[i] : reason;
		hr_vec_push(&out->left_out,
			    ((struct hr_left_out){ hr_arena_strdup(&out->arena, certifying->tests[i].name),
						   hr_arena_strdup(&out->arena, because) }));
	}
	certifying->count = kept;
}

/* ---- reasons, counted ---- */

struct counted {
	const char *why;
	size_t count;
};

static int by_count(const void *left, const void *right)
{
	const struct counted *a = left;
	const struct counted *b = right;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return strcmp(a->why, b->why);
}

void hr_certificate_reasons(struct hr_strbuf *out, const struct hr_certificate *certificate)
{
	HR_VEC(struct counted) reasons = HR_VEC_INIT;
	for (size_t i = 0; i < certificate->left_out.count; i++) {
		const char *why = certificate->left_out.data[i].why;
		size_t k = 0;
		while (k < reasons.count && strcmp(reasons.data[k].why, why) != 0)
			k++;
		if (k == reasons.count)
			hr_vec_push(&reasons, ((struct counted){ why, 0 }));
		reasons.data[k].count++;
	}
	if (reasons.count)
		qsort(reasons.data, reasons.count, sizeof *reasons.data, by_count);
	for (size_t i = 0; i < reasons.count; i++)
		hr_strbuf_addf(out, "%s%zu %s", i ? ", " : "", reasons.data[i].count, reasons.data[i].why);
	hr_vec_release(&reasons);
}

/* ---- time ---- */

const char hr_certify_no_time[] = "no time";

bool hr_certify_is_over(const struct hr_certifying *certifying)
{
	return hr_allowance_is_over(certifying->is_first ? certifying->must : certifying->until, hr_clock_seconds());
}

bool hr_certify_has_time(const struct hr_certifying *certifying, double seconds)
{
	return !hr_allowance_is_over(certifying->until, hr_clock_seconds() + seconds);
}

double hr_certify_whole(const struct hr_certifying *certifying)
{
	return certifying->compiled / 2 + certifying->ran;
}

struct hr_suite_trial *hr_certify_limit(const struct hr_certifying *certifying, struct hr_suite_trial *trial)
{
	trial->until = certifying->until;
	trial->is_late = false;
	return trial;
}

void hr_certify_done(struct hr_certifying *certifying, const char *what)
{
	hr_vec_push(&certifying->out->done, hr_arena_strdup(&certifying->out->arena, what));
}

void hr_certify_not_done(struct hr_certifying *certifying, const char *what, const char *why)
{
	struct hr_arena *arena = &certifying->out->arena;
	hr_vec_push(&certifying->out->not_done, hr_arena_printf(arena, "%s (%s)", what, why));
}

void hr_certify_tell(struct hr_certifying *certifying, const char *what, size_t seen)
{
	struct hr_arena *arena = &certifying->out->arena;
	size_t left = certifying->count - seen;
	if (seen || !left)
		hr_certify_done(certifying,
				left ? hr_arena_printf(arena, "%s for %zu of %zu tests", what, seen, certifying->count)
				     : what);
	if (left)
		hr_certify_not_done(certifying,
				    seen ? hr_arena_printf(arena, "%s for %zu test%s", what, left, left == 1 ? "" : "s")
					 : what,
				    hr_certify_no_time);
}

/* Tests that were seen to pass in the last round. */
static size_t count_seen(const struct hr_certifying *certifying)
{
	size_t count = 0;
	for (size_t i = 0; i < certifying->count; i++)
		count += certifying->tests[i].is_seen;
	return count;
}

/* ---- steps ---- */

/* The compilers that compile the library: at least one of them has to. */
static int step_compile(struct hr_certifying *certifying, size_t index, struct hr_error *error)
{
	const struct hr_compiler *compiler = &certifying->compilers.list[index];
	struct hr_suite_trial *trial = &certifying->plain[index];
	struct hr_strbuf said = HR_STRBUF_INIT;
	bool is_first = certifying->is_first;
	if (!is_first && !hr_certify_has_time(certifying, certifying->compiled + certifying->ran)) {
		hr_certify_not_done(certifying, compiler->family, hr_certify_no_time);
		return 0;
	}
	trial->compiler = compiler->command;
	trial->is_flat = true;
	trial->until = is_first ? certifying->must : certifying->until;
	int status = hr_suite_trial_open(trial, certifying->unit, error);
	bool *ready = &certifying->is_plain_ready[index];
	if (!status)
		status = hr_certify_compile(ready, certifying, trial, compiler->family, &said, error);
	if (!status && *ready && is_first && index > 0)
		certifying->out->compiler = hr_arena_strdup(&certifying->out->arena, compiler->command);
	if (!status && !*ready)
		hr_certify_not_done(certifying, compiler->family,
				    trial->is_late ? hr_certify_no_time : "it does not compile the library");
	if (!status && !*ready && index + 1 == certifying->compilers.count && is_first) {
		status = hr_fail(error, HR_ERROR_INPUT,
				 trial->is_late ? "there is no time to compile the tests"
						: "the library does not compile with the system's compiler");
		hr_strbuf_addstr(&error->details, said.data);
	}
	if (!status && *ready) {
		struct hr_strbuf with = HR_STRBUF_INIT;
		hr_strbuf_addf(&with, "with %s", compiler->family);
		status = hr_certify_run(certifying, trial, 0, with.data, error);
		hr_strbuf_release(&with);
		if (!status && !is_first)
			hr_certify_tell(certifying, compiler->family, count_seen(certifying));
		else
			hr_certify_done(certifying, compiler->family);
	}
	hr_strbuf_release(&said);
	return status;
}

struct hr_suite_trial *hr_certify_first_ready(struct hr_certifying *certifying)
{
	for (size_t i = 0; i < certifying->compilers.count; i++)
		if (certifying->is_plain_ready[i])
			return &certifying->plain[i];
	return NULL;
}

/* `*works` unless this compiler has no sanitizers that compile the library, or not in time (trial->is_late). */
static int sanitize(bool *works, struct hr_certifying *certifying, const struct hr_compiler *compiler,
		    struct hr_suite_trial *trial, struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	struct hr_strbuf with = HR_STRBUF_INIT;
	hr_strbuf_addf(&with, "with the sanitizers of %s", compiler->family);
	trial->compiler = compiler->command;
	trial->flags = hr_sanitizer_flags(compiler);
	trial->is_flat = true;
	trial->link_flags = "leak-check.o";
	int status = hr_suite_trial_open(hr_certify_limit(certifying, trial), certifying->unit, error);
	if (!status)
		status = hr_compiler_has_sanitizers(works, compiler, trial->directory, error);
	if (!status && *works)
		status = hr_leak_check_compile(works, trial->compiler, trial->directory, NULL, error);
	if (!status && *works)
		status = hr_certify_compile(works, certifying, trial, with.data + strlen("with "), &said, error);
	if (!status && *works)
		status = hr_certify_sanitized(certifying, trial, with.data, error);
	hr_strbuf_release(&with);
	hr_strbuf_release(&said);
	return status;
}

/* With one compiler that has them; thoroughly with each. clang's know more. */
static int step_sanitizers(struct hr_certifying *certifying, struct hr_error *error)
{
	size_t wanted = certifying->options.level == HR_CERTIFY_THOROUGH ? HR_COMPILERS_MOST : 1;
	size_t had = 0;
	bool is_late = false;
	int status = 0;
	for (size_t i = certifying->compilers.count; i-- > 0 && had < wanted && !status && !is_late;) {
		struct hr_suite_trial trial = HR_SUITE_TRIAL_INIT;
		const struct hr_compiler *compiler = &certifying->compilers.list[i];
		bool works = false;
		/* it counts for those that it comes to: nothing is kept back for what is less worth */
		is_late =
			!hr_certify_has_time(certifying, SANITIZED_COMPILING * certifying->compiled + certifying->ran);
		if (is_late)
			break;
		status = sanitize(&works, certifying, compiler, &trial, error);
		is_late = trial.is_late && !works;
		for (size_t k = 0; k < certifying->count && works; k++)
			certifying->tests[k].is_sanitized |= certifying->tests[k].is_seen;
		if (works && !status)
			hr_certify_tell(certifying,
					hr_arena_printf(&certifying->out->arena, "sanitizers of %s", compiler->family),
					count_seen(certifying));
		had += works;
		hr_suite_trial_close(&trial);
	}
	if (!status && is_late)
		hr_certify_not_done(certifying, "sanitizers", hr_certify_no_time);
	else if (!status && !had)
		hr_certify_not_done(certifying, "sanitizers", "no compiler here has any that compile the library");
	return status;
}

/* More runs, until there were so many in all. */
static int step_repeat(struct hr_certifying *certifying, unsigned wanted, struct hr_error *error)
{
	int status = 0;
	while (certifying->runs < wanted && certifying->count && !status) {
		unsigned number = certifying->runs;
		size_t index = number % certifying->compilers.count;
		if (!hr_certify_has_time(certifying, certifying->ran + hr_certify_whole(certifying)))
			break;
		struct hr_suite_trial *trial = certifying->is_plain_ready[index] ? &certifying->plain[index]
										 : hr_certify_first_ready(certifying);
		status = hr_certify_run(certifying, hr_certify_limit(certifying, trial), number, "from run to run",
					error);
		if (trial->is_late)
			break;
		certifying->runs++;
	}
	return status;
}

static void tell_runs(struct hr_certifying *certifying)
{
	struct hr_arena *arena = &certifying->out->arena;
	unsigned left = rounds[certifying->options.level] - certifying->runs;
	hr_certify_done(certifying,
			hr_arena_printf(arena, "%u run%s", certifying->runs, certifying->runs == 1 ? "" : "s"));
	if (left && certifying->count)
		hr_certify_not_done(certifying, hr_arena_printf(arena, "%u run%s more", left, left == 1 ? "" : "s"),
				    hr_certify_no_time);
}

/* Whether all of them pass as they are now; `*fine` is only taken away. */
static int try_programs(bool *fine, struct hr_certifying *certifying, struct hr_suite_trial *trial,
			struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < certifying->count && !status && *fine; i++) {
		if (i && strcmp(certifying->tests[i].area, certifying->tests[i - 1].area) == 0)
			continue;
		char *program = hr_suite_program_name(certifying->unit, certifying->tests[i].area);
		struct hr_suite_trial_run run = { .program = program, .seconds = ALL_SECONDS };
		struct hr_process_result result = HR_PROCESS_RESULT_INIT;
		status = hr_suite_trial_run(&result, trial, &run, error);
		*fine = !status && result.exit_code == 0 && !result.timed_out;
		hr_process_result_release(&result);
		free(program);
	}
	return status;
}

static int try_whole(bool *fine, struct hr_certifying *certifying, struct hr_suite_trial *trial, struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	bool is_clean = false;
	trial->is_flat = false;
	int status = hr_suite_trial_write(trial, certifying->tests, certifying->count, error);
	if (!status)
		status = hr_suite_trial_make(fine, &said, trial, "tests", error);
	if (!status && *fine)
		status = hr_certify_is_clean(&is_clean, certifying->tests, certifying->count, trial, said.data, error);
	*fine = *fine && is_clean;
	if (!status)
		status = try_programs(fine, certifying, trial, error);
	hr_strbuf_release(&said);
	return status;
}

/* Everything so far was about tests by themselves: lines and results belong to one of them. Now as they will be written, tables and all. */
static int step_whole(struct hr_certifying *certifying, struct hr_error *error)
{
	bool is_fine = true;
	size_t tried = 0;
	int status = 0;
	for (size_t i = 0; i < certifying->compilers.count && !status && is_fine; i++) {
		struct hr_suite_trial *trial = hr_certify_limit(certifying, &certifying->plain[i]);
		bool fine = true;
		if (!certifying->is_plain_ready[i])
			continue;
		if (!hr_certify_has_time(certifying, tried ? hr_certify_whole(certifying) : 0))
			break;
		status = try_whole(&fine, certifying, trial, error);
		if (trial->is_late)
			break;
		tried++;
		is_fine = fine;
	}
	certifying->out->is_flat = !is_fine || !tried;
	if (!status && !tried)
		hr_certify_not_done(certifying, "tables", hr_certify_no_time);
	return status;
}

static int take_steps(struct hr_certifying *certifying, struct hr_error *error)
{
	enum hr_certify_level level = certifying->options.level;
	int status = hr_compilers_find(&certifying->compilers, error);
	if (!status && !certifying->compilers.count)
		status = hr_fail(error, HR_ERROR_INTERNAL, "there is no C compiler here to try the tests with");
	size_t next = 0;
	while (next < certifying->compilers.count && !status && !hr_certify_first_ready(certifying))
		status = step_compile(certifying, next++, error);
	bool is_quick = level == HR_CERTIFY_QUICK;
	if (!status && certifying->count && !is_quick)
		status = step_sanitizers(certifying, error);
	for (; next < certifying->compilers.count && !status && certifying->count && !is_quick; next++)
		status = step_compile(certifying, next, error);
	if (!status && certifying->count)
		status = step_repeat(certifying, FIRST_RUNS, error);
	if (!status && certifying->count && !is_quick)
		status = hr_certify_watch(certifying, error);
	if (!status && !is_quick)
		hr_certify_leave_untidy(certifying);
	bool is_any = certifying->count > 0;
	if (!status && is_any)
		status = step_repeat(certifying, rounds[level], error);
	if (!status && is_any)
		tell_runs(certifying);
	if (!status && certifying->count)
		status = step_whole(certifying, error);
	return status;
}

int hr_certify(struct hr_certificate *out, struct hr_test *tests, size_t *count, const struct hr_app_unit *unit,
	       const struct hr_certify_options *options, struct hr_error *error)
{
	double began = hr_clock_seconds();
	struct hr_certifying certifying = { .tests = tests,
					    .count = *count,
					    .unit = unit,
					    .options = *options,
					    .out = out,
					    .until = options->until,
					    .is_first = true,
					    .runs = 1 };
	if (options->until > 0)
		certifying.must = options->until > began + MUST_SECONDS ? options->until : began + MUST_SECONDS;
	for (size_t i = 0; i < HR_COMPILERS_MOST; i++)
		certifying.plain[i] = (struct hr_suite_trial)HR_SUITE_TRIAL_INIT;
	int status = take_steps(&certifying, error);
	for (size_t i = 0; i < HR_COMPILERS_MOST; i++)
		hr_suite_trial_close(&certifying.plain[i]);
	*count = certifying.count;
	out->seconds = hr_clock_seconds() - began;
	return status;
}
