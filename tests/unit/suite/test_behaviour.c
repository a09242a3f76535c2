/* What two versions of a library do with one sequence: what is seen, what is believed, what differs first; and the program that shows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/difference_test.h"

enum { MOST_VALUES = 8 };

/* A run that is pretended: numbers by value; how many statements it came to. */
struct run {
	int64_t numbers[MOST_VALUES];
	size_t end; /* 0: all of them */
	bool leaks;
};

static void pretend(struct hr_behaviour *out, const struct hr_sequence *sequence, const struct run *run, bool again)
{
	struct hr_outcome outcome;
	unsigned char area[8 * MOST_VALUES];
	size_t slots[MOST_VALUES];
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < MOST_VALUES; i++) {
		slots[i] = 8 * i;
		memcpy(area + 8 * i, &run->numbers[i], 8);
	}
	outcome.status = run->end ? HR_OUTCOME_FAULT : HR_OUTCOME_NORMAL;
	outcome.statement = (uint32_t)run->end;
	outcome.fault.statement = (uint32_t)run->end;
	outcome.fault.kind = run->end ? HR_KIND_HEAP_OVERFLOW : HR_KIND_NONE;
	outcome.fault.file = outcome.fault.function = outcome.fault.text = outcome.fault.owner.name = "";
	if (run->leaks) {
		struct hr_owner lost = { .size = 4, .name = "" };
		hr_vec_push(&outcome.leaks, lost);
	}
	outcome.area = area;
	outcome.area_size = sizeof area;
	outcome.slot_of = slots;
	outcome.slot_count = sequence->values.count;
	if (again)
		hr_behaviour_again(out, &outcome);
	else
		hr_behaviour_record(out, sequence, &outcome);
	hr_outcome_release(&outcome);
}

/* Holds two versions against each other, each run twice; `key` is what comes of it, `told` what is said of both. */
static void expect(const struct hr_model *model, const char *text, const struct run before[2],
		   const struct run after[2], const char *key, const char *told)
{
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_behaviour behaviours[2];
	struct hr_difference difference;
	struct hr_strbuf got = HR_STRBUF_INIT;
	for (int pass = 0; pass < 2; pass++) {
		pretend(&behaviours[0], sequence, &before[pass], pass == 1);
		pretend(&behaviours[1], sequence, &after[pass], pass == 1);
	}
	hr_difference_find(&difference, &behaviours[0], &behaviours[1]);
	hr_difference_key(&got, &difference, sequence);
	assert_string_equal(got.data, key);
	if (told) {
		hr_strbuf_clear(&got);
		hr_difference_tell(&got, &difference, sequence, true);
		hr_strbuf_addstr(&got, " / ");
		hr_difference_tell(&got, &difference, sequence, false);
		assert_string_equal(got.data, told);
	}
	hr_strbuf_release(&got);
	hr_behaviour_release(&behaviours[0]);
	hr_behaviour_release(&behaviours[1]);
	hr_sequence_free(sequence);
}

static const char two_calls[] = "a = tiny(1, 2)\nb = opaque_new()\nc = tiny(3, 4)\n";

static void test_behaviour__the_same_is_no_difference(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct run same[2] = { { .numbers = { 1, 4096, 7 } }, { .numbers = { 1, 8192, 7 } } };
	expect(model, two_calls, same, same, "none|", NULL);
	hr_model_free(model);
}

static void test_behaviour__the_first_value_that_differs_counts(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct run before[2] = { { .numbers = { 1, 4096, 7 } }, { .numbers = { 1, 4096, 7 } } };
	const struct run after[2] = { { .numbers = { 1, 0, 8 } }, { .numbers = { 1, 0, 8 } } };
	expect(model, two_calls, before, after, "value|opaque_new|result|something to null",
	       "returned something / returned NULL");
	hr_model_free(model);
}

static void test_behaviour__what_is_not_stable_is_not_compared(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct run before[2] = { { .numbers = { 1, 4096, 7 } }, { .numbers = { 2, 4096, 7 } } };
	const struct run after[2] = { { .numbers = { 3, 4096, 9 } }, { .numbers = { 3, 4096, 9 } } };
	expect(model, two_calls, before, after, "value|tiny|result|number to number", "returned 7 / returned 9");
	expect(model, two_calls, after, before, "value|tiny|result|number to number", "returned 9 / returned 7");
	hr_model_free(model);
}

static void test_behaviour__only_one_may_fail(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct run fine[2] = { { .numbers = { 1, 4096, 7 } }, { .numbers = { 1, 4096, 7 } } };
	const struct run fails[2] = { { .numbers = { 1, 4096 }, .end = 2 }, { .numbers = { 1, 4096 }, .end = 2 } };
	const struct run sooner[2] = { { .numbers = { 1 }, .end = 1 }, { .numbers = { 1 }, .end = 1 } };
	const struct run shaky[2] = { { .numbers = { 1, 4096 }, .end = 2 }, { .numbers = { 1, 4096, 7 } } };
	expect(model, two_calls, fine, fails, "fails|overflow|tiny|0 0", NULL);
	expect(model, two_calls, fails, fine, "fixed|overflow|tiny|0 0", NULL);
	expect(model, two_calls, fails, fails, "none|", NULL);
	expect(model, two_calls, fails, sooner, "none|", NULL);
	expect(model, two_calls, fine, shaky, "none|", NULL);
	hr_model_free(model);
}

static void test_behaviour__memory_that_is_lost(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct run fine[2] = { { .numbers = { 1, 4096, 7 } }, { .numbers = { 1, 4096, 7 } } };
	const struct run leaks[2] = { { .numbers = { 1, 4096, 7 }, .leaks = true },
				      { .numbers = { 1, 4096, 7 }, .leaks = true } };
	struct hr_sequence *sequence = read_sequence(model, two_calls);
	struct hr_behaviour before;
	struct hr_behaviour after;
	struct hr_difference difference;
	pretend(&before, sequence, &fine[0], false);
	pretend(&after, sequence, &leaks[0], false);
	hr_difference_find(&difference, &before, &after);
	assert_int_equal(difference.kind, HR_DIFFERENCE_FAILS);
	assert_int_equal(difference.failing->way, HR_WAY_LEAK);
	assert_int_equal(difference.statement, 2);
	hr_behaviour_release(&before);
	hr_behaviour_release(&after);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_behaviour__as_a_program(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, two_calls);
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	const struct run first = { .numbers = { 1, 4096, 7 } };
	const struct run second = { .numbers = { 1, 4096, 9 } };
	struct hr_behaviour before;
	struct hr_behaviour after;
	struct hr_difference difference;
	pretend(&before, sequence, &first, false);
	pretend(&after, sequence, &second, false);
	hr_difference_find(&difference, &before, &after);
	struct hr_difference_test test = {
		.sequence = sequence, .difference = &difference, .before = "returned 7 */", .after = "returned 9"
	};
	assert_int_equal(hr_difference_test_write(&text, &test, &error), 0);
	assert_non_null(strstr(text.data, "Passes with the old version"));
	assert_non_null(strstr(text.data, " * old: returned 7 * /\n * new: returned 9\n"));
	assert_non_null(strstr(text.data, "c = tiny(3, 4);\n\tassert(c == 7);\n"));
	hr_strbuf_release(&text);
	hr_behaviour_release(&before);
	hr_behaviour_release(&after);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_behaviour__the_same_is_no_difference),
		IN_SCRATCH(test_behaviour__the_first_value_that_differs_counts),
		IN_SCRATCH(test_behaviour__what_is_not_stable_is_not_compared),
		IN_SCRATCH(test_behaviour__only_one_may_fail),
		IN_SCRATCH(test_behaviour__memory_that_is_lost),
		IN_SCRATCH(test_behaviour__as_a_program),
	};
	return cmocka_run_group_tests_name("behaviour", tests, NULL, NULL);
}
