/* A unit with much static memory: its pages are watched, and come back. */
#include "programs.h"

static int load_large(void **state)
{
	(void)state;
	load_fixture("unit_fixture_large.so");
	return 0;
}

/* Writes `count` bytes of the array, `step` apart from `first`; all must have been zero. */
static void write_bytes(uint32_t first, uint32_t step, uint32_t count)
{
	uint32_t slots[32];

	assert_in_range(count, 1, 32);
	program_begin(0);
	uint32_t value = slot_of(4, 9);
	for (uint32_t i = 0; i < count; i++)
		slots[i] = call(STUB_BIG, 4, 2, slot_of(4, first + i * step), value);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(int_in(result, slots[i]), 0);
}

static void test_snapshot__pages_written_to_come_back(void **state)
{
	(void)state;
	take_signals();
	for (int i = 0; i < 3; i++) {
		write_bytes(0, 4096, 32);
		write_bytes(4095, 4096, 32);
		write_bytes(HR_FIXTURE_BIG - 1, 1, 1);
	}
}

static void test_snapshot__a_long_list_is_forgotten_and_grows_again(void **state)
{
	struct hr_range roots[1024];

	(void)state;
	take_signals();
	for (uint32_t i = 0; i < 8; i++) /* all 256 pages */
		write_bytes(i * 32 * 4096, 4096, 32);
	size_t before = 0;
	uint32_t count = hr_snapshot_roots(roots, 1024);
	for (uint32_t i = 0; i < count; i++)
		before += roots[i].end - roots[i].begin;
	assert_true(before >= HR_FIXTURE_BIG);
	for (int i = 0; i < 10000; i++)
		write_bytes(4096, 4096, 2);
	size_t after = 0;
	count = hr_snapshot_roots(roots, 1024);
	for (uint32_t i = 0; i < count; i++)
		after += roots[i].end - roots[i].begin;
	assert_true(after < 16 * 4096);
	write_bytes(0, 4096, 32);
	write_bytes(0, 4096, 32);
}

static void test_snapshot__pages_can_be_opened_for_the_kernel(void **state)
{
	struct hr_range roots[1024];

	(void)state;
	hr_snapshot_touch(0x1000, 10); /* somebody else's memory: nothing happens */
	hr_snapshot_touch(hr_runtime.unit_image.end - 3 * 4096, 2 * 4096);
	uint32_t count = hr_snapshot_roots(roots, 1024);
	bool found = false;
	for (uint32_t i = 0; i < count; i++)
		found |= hr_range_has(roots[i], hr_runtime.unit_image.end - 2 * 4096);
	assert_true(found);
	*(volatile char *)(hr_runtime.unit_image.end - 2 * 4096) = 1;
	hr_snapshot_restore();
	assert_int_equal(*(volatile char *)(hr_runtime.unit_image.end - 2 * 4096), 0);
}

static void test_snapshot__other_faults_are_not_its_business(void **state)
{
	(void)state;
	assert_false(hr_snapshot_fault(0));
	assert_false(hr_snapshot_fault(hr_runtime.unit_text.begin));
	assert_false(hr_snapshot_fault(HR_ARENA_BASE));
}

static void test_snapshot__everything_else_comes_back_too(void **state)
{
	(void)state;
	take_signals();
	for (int i = 0; i < 3; i++) {
		program_begin(0);
		uint32_t one = slot_of(4, 1);
		uint32_t bumped = call(STUB_BUMP, 4, 1, one, 0);
		uint32_t thread = call(STUB_THREAD, 4, 0, 0, 0);
		uint32_t built = call(STUB_BUILT, 4, 0, 0, 0);
		const struct hr_wire_result *result = run_written();
		assert_int_equal(int_in(result, bumped), 6);
		assert_int_equal(int_in(result, thread), 8);
		assert_int_equal(int_in(result, built), 40);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot__pages_written_to_come_back),
		cmocka_unit_test(test_snapshot__a_long_list_is_forgotten_and_grows_again),
		cmocka_unit_test(test_snapshot__pages_can_be_opened_for_the_kernel),
		cmocka_unit_test(test_snapshot__other_faults_are_not_its_business),
		cmocka_unit_test(test_snapshot__everything_else_comes_back_too),
	};
	leave(cmocka_run_group_tests(tests, load_large, NULL));
}
