/* Which blocks count as lost. */
#include "programs.h"

static int load_small(void **state)
{
	(void)state;
	load_fixture("unit_fixture_small.so");
	return 0;
}

/* A box whose only pointer is overwritten. */
static uint32_t lost_box(uint32_t value)
{
	uint32_t box = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t zero = slot_of(8, 0);

	emit(HR_WIRE_COPY, 3, box, zero, 8u);
	return box;
}

static void test_leaks__lost_blocks_are_told(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_LEAKS);
	uint32_t value = slot_of(4, 1);
	lost_box(value);
	lost_box(value);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->live_blocks, 2);
	assert_int_equal(result->leaked_blocks, 2);
	assert_int_equal(result->leaked_bytes, 2 * sizeof(struct box));
	assert_int_equal(result->leaks.count, 2);
	assert_int_equal(ENTRY(result, leaks, 0, struct hr_wire_owner)->allocated_by, 0);
	assert_int_equal(ENTRY(result, leaks, 1, struct hr_wire_owner)->allocated_by, 2);
	assert_int_equal(ENTRY(result, leaks, 0, struct hr_wire_owner)->size, sizeof(struct box));
}

static void test_leaks__not_unless_wanted(void **state)
{
	(void)state;
	program_begin(0);
	lost_box(slot_of(4, 1));
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->live_blocks, 1);
	assert_int_equal(result->leaked_blocks, 0);
}

static void test_leaks__values_variables_and_blocks_lead_to_blocks(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_LEAKS);
	uint32_t value = slot_of(4, 1);
	uint32_t zero = slot_of(8, 0);
	uint32_t held = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t behind = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t last = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t global = call(STUB_BOX_NEW, 8, 1, value, 0);
	call(STUB_BOX_LINK, 0, 2, held, behind);
	call(STUB_BOX_LINK, 0, 2, behind, last);
	call(STUB_KEEP, 0, 1, global, 0);
	emit(HR_WIRE_COPY, 3, behind, zero, 8u);
	emit(HR_WIRE_COPY, 3, last, zero, 8u);
	emit(HR_WIRE_COPY, 3, global, zero, 8u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(result->live_blocks, 4);
	assert_int_equal(result->leaked_blocks, 0);
}

static void test_leaks__circles_and_the_dead_hold_nothing(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_LEAKS);
	uint32_t value = slot_of(4, 1);
	uint32_t zero = slot_of(8, 0);
	uint32_t left = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t right = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t dead = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t behind = call(STUB_BOX_NEW, 8, 1, value, 0);
	call(STUB_BOX_LINK, 0, 2, left, right);
	call(STUB_BOX_LINK, 0, 2, right, left);
	call(STUB_BOX_LINK, 0, 2, dead, behind);
	call(STUB_BOX_FREE, 0, 1, dead, 0);
	emit(HR_WIRE_COPY, 3, left, zero, 8u);
	emit(HR_WIRE_COPY, 3, right, zero, 8u);
	emit(HR_WIRE_COPY, 3, behind, zero, 8u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->leaked_blocks, 3);
}

static void test_leaks__interior_pointers_and_objects_count(void **state)
{
	(void)state;
	program_begin(HR_WIRE_WANT_LEAKS);
	uint32_t value = slot_of(4, 1);
	uint32_t zero = slot_of(8, 0);
	uint32_t object = pointer_slot();
	uint32_t box = call(STUB_BOX_NEW, 8, 1, value, 0);
	uint32_t other = call(STUB_BOX_NEW, 8, 1, value, 0);
	emit(HR_WIRE_OBJECT, 6, object, 16u, 8u, 0u, 0u, (uint32_t)HR_WIRE_OBJECT_ZERO);
	emit(HR_WIRE_STORE, 4, object, 8u, other, 8u);
	emit(HR_WIRE_OFFSET, 3, box, box, 4u);
	emit(HR_WIRE_COPY, 3, other, zero, 8u);
	emit(HR_WIRE_COPY, 3, object, zero, 8u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	assert_int_equal(result->live_blocks, 2);
	assert_int_equal(result->leaked_blocks, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_leaks__lost_blocks_are_told),
		cmocka_unit_test(test_leaks__not_unless_wanted),
		cmocka_unit_test(test_leaks__values_variables_and_blocks_lead_to_blocks),
		cmocka_unit_test(test_leaks__circles_and_the_dead_hold_nothing),
		cmocka_unit_test(test_leaks__interior_pointers_and_objects_count),
	};
	leave(cmocka_run_group_tests(tests, load_small, NULL));
}
