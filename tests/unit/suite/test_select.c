/* Choosing tests: with a runner that decides by the text of a sequence which edges it reaches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/select.h"

/* The pretended unit: opaque_new reaches edge 0, each put_color edge 1 and, when there were two before it, edge 2; stream_run edge 3, tiny edge 4, half edge 5. Numbers are returned as they were given. */
static bool calls(const struct hr_sequence *sequence, size_t statement, const char *name)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->kind == HR_STATEMENT_CALL && strcmp(sequence->model->operations.data[it->operation].name, name) == 0;
}

static bool half_needs_color; /* half reaches its edge only after put_color */
static bool
	colors_matter; /* behind three colors half reaches edge 6 as well; so does tiny, which reaches nothing before */

static void reach(struct hr_outcome *outcome, const struct hr_sequence *sequence)
{
	static const struct {
		const char *name;
		uint32_t edge;
	} edges[] = { { "opaque_new", 0 }, { "put_color", 1 }, { "stream_run", 3 }, { "tiny", 4 }, { "half", 5 } };
	size_t colors = 0;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
			if (calls(sequence, i, edges[k].name) && (edges[k].edge != 5 || colors || !half_needs_color) &&
			    (edges[k].edge != 4 || colors >= 3 || !colors_matter))
				hr_vec_push(&outcome->edges, edges[k].edge);
		if (colors_matter && colors >= 3 && (calls(sequence, i, "half") || calls(sequence, i, "tiny")))
			hr_vec_push(&outcome->edges, 6);
		colors += calls(sequence, i, "put_color");
		if (colors == 3)
			hr_vec_push(&outcome->edges, 2);
	}
}

static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	(void)context;
	(void)wants;
	(void)error;
	for (size_t i = 0; i < count; i++) {
		struct hr_outcome outcome;
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_NORMAL;
		for (size_t k = 0; k < sequences[i]->statements.count; k++)
			if (calls(sequences[i], k, "anything"))
				outcome.status = HR_OUTCOME_FAULT;
		reach(&outcome, sequences[i]);
		tell(tell_context, i, &outcome);
		hr_outcome_release(&outcome);
	}
	return 0;
}

/* Selects from these texts; NULL ends them. */
static void select_from(hr_selection *out, const struct hr_model *model, const char *const *texts,
			struct hr_select_options *options)
{
	struct hr_runner runner = { .run = run_pretended };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_sequence *sequences[8] = { NULL };
	size_t count = 0;
	for (; texts[count]; count++) {
		sequences[count] = read_sequence(model, texts[count]);
		assert_non_null(sequences[count]);
	}
	options->edge_count = 7;
	assert_int_equal(hr_select(out, (const struct hr_sequence *const *)sequences, count, &runner, options, &error),
			 0);
	for (size_t i = 0; i < count; i++)
		hr_sequence_free(sequences[i]);
}

static const char *focus_name(const struct hr_selected *test)
{
	return test->sequence->model->operations.data[test->sequence->statements.data[test->focus].operation].name;
}

static size_t call_count(const struct hr_selected *test)
{
	size_t count = 0;
	for (size_t i = 0; i < test->sequence->statements.count; i++)
		count += test->sequence->statements.data[i].kind == HR_STATEMENT_CALL;
	return count;
}

static void test_select__each_call_that_adds_something_gets_a_test_of_its_own(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { 0 };
	static const char *const texts[] = { "tiny(1, 2)\nhalf(1.0, 2.0)\n", NULL };

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 2);
	assert_string_equal(focus_name(&tests.data[0]), "tiny");
	assert_string_equal(focus_name(&tests.data[1]), "half");
	assert_int_equal(call_count(&tests.data[1]), 1); /* what it does not need is gone */
	hr_selection_release(&tests);
	hr_model_free(model);
}

static void test_select__keeps_what_the_focus_needs(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { 0 };
	static const char *const texts[] = { "put_color(RED, true)\n",
					     "put_color(RED, true)\ntiny(1, 2)\nput_color(RED, true)\n"
					     "put_color(RED, true)\n",
					     NULL };

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 2); /* one for the third color, which needs all three; the first color is in it */
	assert_string_equal(focus_name(&tests.data[0]), "tiny");
	assert_string_equal(focus_name(&tests.data[1]), "put_color");
	assert_int_equal(call_count(&tests.data[1]), 3);
	hr_selection_release(&tests);
	hr_model_free(model);
}

#define COLORS "put_color(RED, true)\nput_color(RED, true)\nput_color(RED, true)\n"

/* half was met first behind three colors, and reached something there that tiny needs them for. */
static void test_select__what_others_reach_by_now_needs_no_calls(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { 0 };
	static const char *const texts[] = { COLORS "v0 = half(1.0, 2.0)\n",
					     COLORS "put_color(RED, true)\nv0 = tiny(1, 2)\n", NULL };

	colors_matter = true;
	select_from(&tests, model, texts, &options);
	colors_matter = false;

	assert_int_equal(tests.count, 2);
	assert_string_equal(focus_name(&tests.data[0]), "half");
	assert_int_equal(call_count(&tests.data[0]), 1);
	assert_string_equal(focus_name(&tests.data[1]), "tiny");
	assert_int_equal(call_count(&tests.data[1]), 4);
	assert_true(hr_target_set_has(&tests.data[0].targets, 5));
	assert_true(hr_target_set_has(&tests.data[1].targets, 6));
	hr_selection_release(&tests);
	hr_model_free(model);
}

/* put_color returns nothing and is given no object: there is nothing to assert. What it reaches, the test of half does in passing where that needs it. */
static void test_select__what_shows_nothing_is_only_there_for_what_no_other_reaches(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { 0 };
	static const char *const texts[] = { "put_color(RED, true)\n", "put_color(RED, true)\nv0 = half(1.0, 2.0)\n",
					     NULL };

	half_needs_color = true;
	select_from(&tests, model, texts, &options);
	half_needs_color = false;
	assert_int_equal(tests.count, 1);
	assert_string_equal(focus_name(&tests.data[0]), "half");
	hr_selection_release(&tests);

	select_from(&tests, model, texts, &options);
	assert_int_equal(tests.count, 2);
	assert_string_equal(focus_name(&tests.data[1]), "put_color");
	assert_true(tests.data[1].is_mute);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static void test_select__passes_over_what_does_not_end_normally(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { 0 };
	static const char *const texts[] = { "anything(NULL)\n", "tiny(1, 2)\nanything(NULL)\n", NULL };

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 0);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static void test_select__makes_no_more_than_asked(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { .most = 1 };
	static const char *const texts[] = { "tiny(1, 2)\n", "half(1.0, 2.0)\n", "v0 = opaque_new()\n", NULL };

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 1);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static bool always(void *context)
{
	(void)context;
	return true;
}

static void test_select__without_time_nothing_is_lost_but_smallness(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { .is_over = always };
	static const char *const texts[] = {
		"put_color(RED, true)\ntiny(1, 2)\nput_color(RED, true)\nput_color(RED, true)\n", NULL
	};

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 1); /* the last one has everything */
	assert_int_equal(call_count(&tests.data[0]), 4);
	hr_selection_release(&tests);
	hr_model_free(model);
}

#define FIVE "tiny(1, 2)\ntiny(1, 2)\ntiny(1, 2)\ntiny(1, 2)\ntiny(1, 2)\n"

static void test_select__however_late_it_is_large_pieces_go(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { .is_over = always };
	static const char *const texts[] = {
		"put_color(RED, true)\nput_color(RED, true)\n" FIVE FIVE FIVE FIVE FIVE FIVE "put_color(RED, true)\n",
		NULL
	};

	select_from(&tests, model, texts, &options);

	assert_true(tests.count >= 1);
	for (size_t i = 0; i < tests.count; i++)
		assert_true(call_count(&tests.data[i]) <= 12);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static bool never(void *context, const struct hr_sequence *sequence)
{
	(void)context;
	(void)sequence;
	return false;
}

/* A rule that was learned since does not keep a test as long as it was met. */
static void test_select__what_breaks_a_rule_is_made_small_all_the_same(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	struct hr_select_options options = { .is_legal = never };
	static const char *const texts[] = { "put_color(RED, true)\nput_color(RED, true)\n" FIVE FIVE FIVE
					     "put_color(RED, true)\n",
					     NULL };

	select_from(&tests, model, texts, &options);

	assert_true(tests.count >= 1);
	for (size_t i = 0; i < tests.count; i++) {
		assert_true(tests.data[i].is_broken);
		assert_true(call_count(&tests.data[i]) <= 6);
	}
	hr_selection_release(&tests);
	hr_model_free(model);
}

/* A clock that strikes after so many questions. */
static bool strikes(void *context)
{
	unsigned *left = context;
	return !*left || !--*left;
}

static void test_select__what_there_is_no_time_for_is_counted(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	size_t passed_over = 0;
	struct hr_select_options options = { .is_late = always, .passed_over = &passed_over };
	static const char *const texts[] = { "tiny(1, 2)\n", "half(1.0, 2.0)\n", "anything(NULL)\n", NULL };

	select_from(&tests, model, texts, &options);

	assert_int_equal(tests.count, 0);
	assert_int_equal(passed_over, 2); /* the third one reaches nothing: it does not end normally */
	hr_selection_release(&tests);
	hr_model_free(model);
}

static void test_select__what_reaches_most_comes_first_when_time_is_short(void **state)
{
	struct hr_model *model = read_unit(*state);
	hr_selection tests = HR_VEC_INIT;
	size_t passed_over = 0;
	unsigned questions = 3; /* before the first candidate and its only call, and before the second candidate */
	struct hr_select_options options = {
		.is_over = always, .is_late = strikes, .passed_over = &passed_over, .context = &questions
	};
	static const char *const texts[] = { "tiny(1, 2)\n", "put_color(RED, true)\nhalf(1.0, 2.0)\ntiny(1, 2)\n",
					     NULL };

	select_from(&tests, model, texts, &options);

	assert_true(tests.count >= 1);
	assert_string_equal(focus_name(&tests.data[0]), "put_color");
	hr_selection_release(&tests);
	hr_model_free(model);
}

static struct hr_idle_candidate reaching(bool is_mute, size_t length, uint32_t first, uint32_t second)
{
	struct hr_idle_candidate test = { .is_there = true, .is_mute = is_mute, .length = length };
	hr_vec_push(&test.targets, first);
	if (second != first)
		hr_vec_push(&test.targets, second);
	return test;
}

static void test_select__what_asserts_nothing_goes_when_others_reach_as_much(void **state)
{
	(void)state;
	struct hr_idle_candidate tests[] = {
		reaching(false, 3, 0, 1), /* asserts something: stays, though others reach the same */
		reaching(true, 2, 0, 1),  /* brings nothing */
		reaching(true, 5, 2, 2),  /* two of a kind: the shorter one stays */
		reaching(true, 4, 2, 2),  reaching(true, 9, 0, 3), /* alone with 3 */
		reaching(true, 1, 4, 4),                           /* who is not there does not count */
		reaching(false, 1, 4, 4),
	};
	tests[6].is_there = false;
	hr_drop_idle(tests, 7, 5);
	assert_true(tests[0].is_there);
	assert_false(tests[1].is_there);
	assert_false(tests[2].is_there);
	assert_true(tests[3].is_there);
	assert_true(tests[4].is_there);
	assert_true(tests[5].is_there);
	for (size_t i = 0; i < 7; i++)
		hr_vec_release(&tests[i].targets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_select__each_call_that_adds_something_gets_a_test_of_its_own),
		IN_SCRATCH(test_select__keeps_what_the_focus_needs),
		cmocka_unit_test(test_select__what_asserts_nothing_goes_when_others_reach_as_much),
		IN_SCRATCH(test_select__what_others_reach_by_now_needs_no_calls),
		IN_SCRATCH(test_select__what_shows_nothing_is_only_there_for_what_no_other_reaches),
		IN_SCRATCH(test_select__passes_over_what_does_not_end_normally),
		IN_SCRATCH(test_select__makes_no_more_than_asked),
		IN_SCRATCH(test_select__without_time_nothing_is_lost_but_smallness),
		IN_SCRATCH(test_select__however_late_it_is_large_pieces_go),
		IN_SCRATCH(test_select__what_breaks_a_rule_is_made_small_all_the_same),
		IN_SCRATCH(test_select__what_there_is_no_time_for_is_counted),
		IN_SCRATCH(test_select__what_reaches_most_comes_first_when_time_is_short),
	};
	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
