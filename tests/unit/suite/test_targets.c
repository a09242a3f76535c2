/* Ways to return, as tests count them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/targets.h"

/* The one target of a run in which opaque_open() returned this. */
static uint32_t target_of(struct hr_targets *targets, const struct hr_sequence *sequence, int64_t number)
{
	static const size_t slots[] = { 0 };
	unsigned char area[8];
	struct hr_outcome outcome;
	hr_target_set set = HR_VEC_INIT;
	memcpy(area, &number, sizeof area);
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	outcome.area = area;
	outcome.area_size = sizeof area;
	outcome.slot_of = slots;
	outcome.slot_count = 1;
	hr_targets_of(&set, targets, sequence, &outcome);
	assert_int_equal(set.count, 1);
	uint32_t target = set.data[0];
	hr_vec_release(&set);
	hr_outcome_release(&outcome);
	return target;
}

/* Small negative numbers are codes, unless all of them mean the same. */
static void test_targets__refusals_are_one_way_to_return(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = opaque_open(\"a\", NULL)\n");
	struct hr_targets targets;
	hr_targets_init(&targets, 0);

	assert_int_not_equal(target_of(&targets, sequence, -5), target_of(&targets, sequence, -6));
	assert_int_equal(target_of(&targets, sequence, -144), target_of(&targets, sequence, -145));
	assert_int_equal(target_of(&targets, sequence, 5), target_of(&targets, sequence, 6));
	find_operation(model, "opaque_open")->error = HR_REFUSED_NEGATIVE;
	assert_int_equal(target_of(&targets, sequence, -5), target_of(&targets, sequence, -6));
	assert_int_not_equal(target_of(&targets, sequence, -1), target_of(&targets, sequence, -6));

	hr_targets_release(&targets);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_targets__refusals_are_one_way_to_return),
	};
	return cmocka_run_group_tests_name("targets", tests, NULL, NULL);
}
