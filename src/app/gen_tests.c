/* From sequences worth keeping to tests that have passed: recorded twice with different fill bytes, named, tried, written. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"
#include "suite/test_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND_FILL = 0x5a, MUCH_MEMORY = 1 << 26 };

struct recording {
	const hr_selection *selection;
	struct hr_test *tests;
	bool *is_good;
	bool again;
	struct hr_targets targets;
	struct hr_idle_candidate *candidates;
};

/* More memory was asked for than there is here. Elsewhere there may be more, and the call goes another way. */
static bool lacks_memory(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	bool is_made_to_fail = hr_sequence_fails_alloc(sequence);
	for (size_t i = 0; i < outcome->heap.count; i++)
		if (outcome->heap.data[i].kind == HR_ALLOCATION_REFUSED &&
		    (!is_made_to_fail || outcome->heap.data[i].size >= MUCH_MEMORY))
			return true;
	/* what is larger than all that a sequence may have is refused before it comes to an event */
	for (size_t i = 0; i < outcome->calls.count && !is_made_to_fail; i++)
		if (outcome->calls.data[i].error_number == ENOMEM)
			return true;
	return false;
}

static void record(void *context, size_t index, struct hr_outcome *outcome)
{
	struct recording *recording = context;
	struct hr_test *test = &recording->tests[index];
	const struct hr_selected *selected = &recording->selection->data[index];
	if (!recording->again) {
		hr_test_record(test, selected->sequence, selected->focus, selected->looks, outcome);
		test->left_by = selected->leaving.destroyer;
		if (selected->leaving.is_left)
			hr_leave_values(&test->left, selected->sequence, selected->focus + selected->looks + 1,
					outcome);
	} else if (recording->is_good[index])
		hr_test_keep_stable(test, outcome);
	if (!recording->again)
		hr_targets_of(&recording->candidates[index].targets, &recording->targets, selected->sequence, outcome);
	test->is_untidy = selected->is_untidy;
	if (!recording->again && lacks_memory(selected->sequence, outcome))
		test->doubt = "asks for more memory than there may be";
	recording->is_good[index] = (!recording->again || recording->is_good[index]) && !test->doubt &&
				    outcome->status == HR_OUTCOME_NORMAL;
}

static int record_all(struct recording *recording, const struct hr_runner *runner, struct hr_error *error)
{
	size_t count = recording->selection->count;
	const struct hr_sequence **sequences = hr_calloc(count, sizeof *sequences);
	int status = 0;
	for (size_t i = 0; i < count; i++)
		sequences[i] = recording->selection->data[i].sequence;
	for (int pass = 0; pass < 2 && !status; pass++) {
		struct hr_run_wants wants = { .descriptions = true,
					      .whole = true,
					      .heap = pass == 0,
					      .edges = pass == 0,
					      .fresh_stack = pass == 1 };
		wants.fill = pass ? SECOND_FILL : 0;
		recording->again = pass == 1;
		status = runner->run(runner->context, sequences, count, &wants, record, recording, error);
	}
	free(sequences);
	return status;
}

static const char idle[] = "asserts nothing, and others reach as much";

/* What asserts nothing is there only for what no other test reaches, looks included. Which of the others will hold is not known yet. */
static void drop_idle(struct recording *recording)
{
	size_t count = recording->selection->count;
	for (size_t i = 0; i < count; i++) {
		recording->candidates[i].is_there = recording->is_good[i];
		recording->candidates[i].is_mute = !recording->tests[i].checks.count;
		recording->candidates[i].length = recording->selection->data[i].sequence->statements.count;
	}
	hr_drop_idle(recording->candidates, count, hr_targets_count(&recording->targets));
	for (size_t i = 0; i < count; i++) {
		if (recording->is_good[i] && !recording->candidates[i].is_there) {
			recording->tests[i].doubt = idle;
			recording->is_good[i] = false;
		}
		hr_vec_release(&recording->candidates[i].targets);
	}
}

/* Tests that keep what giving back would lose, and who would lose it. */
static void note_kept(struct hr_gen *gen, const struct hr_test *tests, size_t count)
{
	gen->keeping.tests = 0;
	gen->keeping.losing.count = 0;
	for (size_t i = 0; i < count; i++) {
		if (!tests[i].left.count)
			continue;
		gen->keeping.tests++;
		if (tests[i].left_by == HR_LEFT_BY_NOBODY)
			continue;
		const char *name = tests[i].sequence->model->operations.data[tests[i].left_by].name;
		bool is_new = true;
		for (size_t k = 0; k < gen->keeping.losing.count; k++)
			is_new = is_new && strcmp(gen->keeping.losing.data[k], name) != 0;
		if (is_new)
			hr_vec_push(&gen->keeping.losing, name);
	}
}

static int write_suite(struct hr_gen *gen, const struct hr_test *tests, size_t count, bool is_flat,
		       struct hr_error *error)
{
	struct hr_suite_files suite = HR_SUITE_FILES_INIT;
	hr_output_files files = HR_VEC_INIT;
	suite.framework = gen->framework;
	suite.is_flat = is_flat;
	suite.compiler = gen->certificate.compiler;
	char *place = hr_path_join(gen->output.path, "tests");
	suite.directory = place;
	int status = hr_suite_files(&suite, tests, count, &gen->unit, error);
	hr_suite_list(&files, &suite);
	if (!status)
		status = hr_output_update(&gen->output, "tests", files.data, files.count, &gen->tests_edited, error);
	if (!status)
		status = hr_gen_store_suite(gen, &suite, error);
	if (!status) {
		char *directory = hr_path_join(gen->out, "tests");
		gen->test_file = suite.files.count == 1 ? hr_path_join(directory, suite.files.data[0].name)
							: hr_strdup(directory);
		gen->test_count = count;
		note_kept(gen, tests, count);
		free(directory);
	}
	hr_vec_release(&files);
	hr_suite_files_release(&suite);
	free(place);
	return status;
}

/* What one problem keeps from being written: said in the summary, and no reason to end without one. */
static int excuse(struct hr_gen *gen, size_t *count, struct hr_error *error)
{
	if (error->kind != HR_ERROR_INPUT)
		return -1;
	hr_strbuf_addf(&gen->tests_problem, "%s\n%s", error->message.data, error->details.data);
	hr_error_release(error);
	*count = 0;
	return 0;
}

const char *hr_gen_why_not_recorded(const struct hr_test *test)
{
	return test->doubt ? test->doubt : "ended otherwise when recorded";
}

/* Sequences that ended otherwise when they were run once more, or are in doubt: they stand behind the good ones. */
static void note_unstable(struct hr_gen *gen, const struct recording *recording, size_t count, size_t total)
{
	struct hr_certificate *certificate = &gen->certificate;
	for (size_t i = count; i < total; i++) {
		const struct hr_test *test = &recording->tests[i];
		/* nothing is wrong with it: it is superfluous, as others that were not selected */
		if (test->doubt == idle)
			continue;
		const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
		const char *name = test->sequence->model->operations.data[focus->operation].name;
		hr_vec_push(&certificate->left_out, ((struct hr_left_out){ hr_arena_strdup(&certificate->arena, name),
									   hr_gen_why_not_recorded(test) }));
	}
}

/* Where calls are the budget, the same each time; thoroughly, however long it takes. */
static int certify(struct hr_gen *gen, struct hr_test *tests, size_t *count, struct hr_error *error)
{
	struct hr_certify_options options = { .level = gen->certify };
	if (gen->certify != HR_CERTIFY_THOROUGH)
		options.until = hr_allowance_end(&gen->allowance, HR_ALLOWED_CERTIFYING);
	int status = hr_certify(&gen->certificate, tests, count, &gen->unit, &options, error);
	if (!status && gen->certificate.dropped_checks) /* names tell what is asserted */
		hr_test_names(tests, *count);
	return status;
}

/* Tries the tests, first as plain programs, then with the framework that they are for. */
static int try_tests(struct hr_gen *gen, struct hr_test *tests, size_t *count, bool *is_flat, struct hr_error *error)
{
	struct hr_suite_fit fit = { .told = HR_STRBUF_INIT };
	int status = certify(gen, tests, count, error);
	if (status)
		return excuse(gen, count, error);
	size_t held = *count;
	if (gen->framework != &hr_framework_plain && *count) {
		double until = gen->certify == HR_CERTIFY_THOROUGH
				       ? 0
				       : hr_allowance_end(&gen->allowance, HR_ALLOWED_COVERAGE);
		status = hr_suite_fit(&fit, tests, count, &gen->unit, gen->framework, until, error);
		if (!status && !fit.is_tried)
			hr_strbuf_addf(&gen->tests_problem, "they were not tried with %s\n%s", gen->framework->name,
				       fit.told.data);
	}
	struct hr_certificate *certificate = &gen->certificate;
	for (size_t i = *count; i < held && !status; i++)
		hr_vec_push(&certificate->left_out,
			    ((struct hr_left_out){ hr_arena_strdup(&certificate->arena, tests[i].name),
						   hr_arena_printf(&certificate->arena, "does not hold with %s",
								   gen->framework->name) }));
	*is_flat = fit.is_flat || gen->certificate.is_flat;
	hr_strbuf_release(&fit.told);
	return status;
}

int hr_gen_write_tests(struct hr_gen *gen, const hr_selection *selection, struct hr_error *error)
{
	size_t total = selection->count;
	struct recording recording = { .selection = selection,
				       .tests = hr_calloc(total, sizeof *recording.tests),
				       .is_good = hr_calloc(total, sizeof *recording.is_good) };
	recording.candidates = hr_calloc(total, sizeof *recording.candidates);
	hr_targets_init(&recording.targets, gen->campaign.edge_count);
	int status = total ? record_all(&recording, &gen->campaign.runner.runner, error) : 0;
	drop_idle(&recording);
	size_t count = 0;
	for (size_t i = 0; i < total && !status; i++)
		if (recording.is_good[i])
			hr_tests_swap(recording.tests, count++, i);
	struct hr_strbuf unit = HR_STRBUF_INIT;
	hr_suite_unit(&unit, gen->unit.model);
	hr_test_areas(recording.tests, count, unit.data);
	hr_strbuf_release(&unit);
	hr_tests_sort(recording.tests, count);
	hr_test_names(recording.tests, count);
	bool is_flat = false;
	if (!status)
		note_unstable(gen, &recording, count, total);
	if (!status && count && gen->certify != HR_CERTIFY_QUICK)
		status = hr_gen_choose_assertions(gen, recording.tests, count, error);
	if (!status && count)
		status = try_tests(gen, recording.tests, &count, &is_flat, error);
	if (!status)
		status = hr_gen_store_tests(gen, recording.tests, count, total, error);
	if (!status && count)
		status = write_suite(gen, recording.tests, count, is_flat, error);
	if (!status && gen->certify != HR_CERTIFY_QUICK)
		status = hr_gen_measure(gen, recording.tests, count, error);
	for (size_t i = 0; i < total; i++)
		hr_test_release(&recording.tests[i]);
	hr_targets_release(&recording.targets);
	free(recording.candidates);
	free(recording.tests);
	free(recording.is_good);
	return status;
}
