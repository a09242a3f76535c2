/* Conditions about values in an outcome: which hold, also when the sequence has become shorter in front of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle/idioms.h"

#include "../frontend/reading.h"
#include "seq/text.h"

#include <string.h>

/* A run of two calls that returned these numbers. */
struct run {
	struct hr_model *model;
	struct hr_sequence *sequence;
	struct hr_outcome outcome;
	int results[2];
	size_t slots[2];
};

static void make_run(struct run *run, const char *directory, int first, int second)
{
	static const char calls[] = "v0 = f(1)\nv1 = f(2)\n";
	struct hr_error error = HR_ERROR_INIT;
	*run = (struct run){ .model = read_text(directory, "int f(int number);\n", NULL),
			     .results = { first, second },
			     .slots = { 0, sizeof(int) } };
	if (hr_sequence_read(&run->sequence, run->model, calls, strlen(calls), "t", &error))
		fail_msg("%s", error.message.data);
	hr_outcome_init(&run->outcome);
	run->outcome.status = HR_OUTCOME_NORMAL;
	run->outcome.area = (const unsigned char *)run->results;
	run->outcome.area_size = sizeof run->results;
	run->outcome.slot_of = run->slots;
	run->outcome.slot_count = 2;
}

static void drop_run(struct run *run)
{
	hr_outcome_release(&run->outcome);
	hr_sequence_free(run->sequence);
	hr_model_free(run->model);
}

/* The contract is of a sequence with so many values, of which the run has the last. */
static bool is_broken(const struct run *run, size_t value_count, struct hr_condition premise,
		      struct hr_condition conclusion)
{
	struct hr_contract contract = { .premises = { premise },
					.premise_count = 1,
					.conclusion = conclusion,
					.tail = 2,
					.value_count = value_count };
	return hr_contract_is_broken(&contract, run->sequence, &run->outcome);
}

static struct hr_condition same(size_t value, size_t other)
{
	return (struct hr_condition){ .expectation = HR_EXPECT_EQUAL, .value = value, .other = other };
}

static struct hr_condition equal(size_t value, int64_t number)
{
	return (struct hr_condition){
		.expectation = HR_EXPECT_EQUAL, .value = value, .other = HR_NO_VALUE, .number = number
	};
}

static void test_conditions__values_are_counted_from_the_end(void **state)
{
	struct run run;
	make_run(&run, *state, 5, 6);
	for (size_t more = 0; more < 3; more++) {
		assert_true(is_broken(&run, 2 + more, equal(more, 5), same(more + 1, more)));
		assert_true(is_broken(&run, 2 + more, same(more, more), equal(more + 1, 7)));
		assert_false(is_broken(&run, 2 + more, equal(more, 5), equal(more + 1, 6)));
		assert_false(is_broken(&run, 2 + more, same(more + 1, more), equal(more + 1, 7)));
	}
	drop_run(&run);
}

/* Whoever edits a campaign may write any numbers into a contract. */
static void test_conditions__values_that_are_not_there(void **state)
{
	static const size_t others[] = { 0, 1, 4, 1000, HR_NO_VALUE - 1 }; /* of 4 values the run has the last two */
	struct run run;
	make_run(&run, *state, 5, 6);
	assert_true(is_broken(&run, 4, equal(2, 5), equal(3, 7)));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_false(is_broken(&run, 4, equal(2, 5), equal(others[i], 7)));
		assert_false(is_broken(&run, 4, equal(2, 5), same(3, others[i])));
		assert_false(is_broken(&run, 4, equal(others[i], 0), equal(3, 7)));
		assert_false(is_broken(&run, 4, same(2, others[i]), equal(3, 7)));
	}
	assert_false(is_broken(&run, 4, equal(2, 5), equal(HR_NO_VALUE, 7)));
	assert_false(is_broken(&run, 4, equal(HR_NO_VALUE, 0), equal(3, 7)));
	/* nor are there fewer values in the contract than in the run */
	assert_false(is_broken(&run, 1, equal(0, 5), equal(0, 7)));
	drop_run(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_conditions__values_are_counted_from_the_end),
		IN_SCRATCH(test_conditions__values_that_are_not_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
