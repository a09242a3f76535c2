/* What makes values equal and what makes them differ. */
#include "programs.h"

static int load_small(void **state)
{
	(void)state;
	load_fixture("unit_fixture_small.so");
	return 0;
}

enum shape { CHAIN, CIRCLE, DEAD };

/* The fingerprint of a box that holds `value` and links to one that holds `next`; `before` blocks are made first, so that all lies elsewhere. */
static uint64_t fingerprint_of(int value, int next, unsigned before, enum shape shape)
{
	program_begin(0);
	uint32_t first = slot_of(4, (uint32_t)value);
	uint32_t second = slot_of(4, (uint32_t)next);
	for (unsigned i = 0; i < before; i++)
		call(STUB_BOX_NEW, 8, 1, first, 0);
	uint32_t to = 0;
	if (before % 2)
		to = call(STUB_BOX_NEW, 8, 1, second, 0);
	uint32_t from = call(STUB_BOX_NEW, 8, 1, first, 0);
	if (before % 2 == 0)
		to = call(STUB_BOX_NEW, 8, 1, second, 0);
	call(STUB_BOX_LINK, 0, 2, from, to);
	if (shape == CIRCLE)
		call(STUB_BOX_LINK, 0, 2, to, from);
	if (shape == DEAD)
		call(STUB_BOX_FREE, 0, 1, to, 0);
	emit(HR_WIRE_FINGERPRINT, 2, from, 8u);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_NORMAL);
	const struct hr_wire_fingerprint *entry = ENTRY(result, fingerprints, 0, struct hr_wire_fingerprint);
	assert_int_equal(entry->slot, from);
	return entry->value;
}

static void test_fingerprint__addresses_do_not_count(void **state)
{
	(void)state;
	for (unsigned before = 1; before < 6; before++)
		assert_true(fingerprint_of(1, 2, 0, CHAIN) == fingerprint_of(1, 2, before, CHAIN));
	assert_true(fingerprint_of(1, 2, 0, CIRCLE) == fingerprint_of(1, 2, 3, CIRCLE));
}

static void test_fingerprint__contents_and_shape_count(void **state)
{
	(void)state;
	uint64_t chain = fingerprint_of(1, 2, 0, CHAIN);
	assert_true(chain != fingerprint_of(3, 2, 0, CHAIN));
	assert_true(chain != fingerprint_of(1, 3, 0, CHAIN));
	assert_true(chain != fingerprint_of(1, 2, 0, CIRCLE));
	assert_true(chain != fingerprint_of(1, 2, 0, DEAD));
}

static uint64_t fingerprint_of_object(uint32_t size, uint8_t byte)
{
	program_begin(0);
	uint32_t object = pointer_slot();
	emit(HR_WIRE_OBJECT, 6, object, size, 8u, data_of(&byte, 1), 1u, (uint32_t)HR_WIRE_OBJECT_ZERO);
	emit(HR_WIRE_FINGERPRINT, 2, object, 8u);
	return ENTRY(run_written(), fingerprints, 0, struct hr_wire_fingerprint)->value;
}

static void test_fingerprint__odd_bytes_count_and_huge_blocks_only_by_size(void **state)
{
	(void)state;
	assert_true(fingerprint_of_object(3, 1) != fingerprint_of_object(3, 2));
	assert_true(fingerprint_of_object(3, 1) != fingerprint_of_object(4, 1));
	assert_true(fingerprint_of_object(1 << 20, 1) == fingerprint_of_object(1 << 20, 2));
	assert_true(fingerprint_of_object(1 << 20, 1) != fingerprint_of_object(1 << 21, 1));
}

/* Each program has a file area of its own, and what the runtime keeps of streams tells them apart. */
static uint64_t fingerprint_of_stream(uint32_t mode)
{
	program_begin(0);
	uint32_t stream = pointer_slot();
	emit(HR_WIRE_FILE, 4, stream, data_of("abcdefgh", 8), 8u, mode);
	emit(HR_WIRE_FINGERPRINT, 2, stream, 8u);
	return ENTRY(run_written(), fingerprints, 0, struct hr_wire_fingerprint)->value;
}

static void test_fingerprint__streams_of_another_run_are_the_same(void **state)
{
	(void)state;
	uint64_t first = fingerprint_of_stream(HR_WIRE_STREAM_READ);
	assert_true(first == fingerprint_of_stream(HR_WIRE_STREAM_READ));
	assert_true(first == fingerprint_of_stream(HR_WIRE_STREAM_READ));
	assert_true(first != fingerprint_of_stream(HR_WIRE_STREAM_WRITE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fingerprint__addresses_do_not_count),
		cmocka_unit_test(test_fingerprint__contents_and_shape_count),
		cmocka_unit_test(test_fingerprint__streams_of_another_run_are_the_same),
		cmocka_unit_test(test_fingerprint__odd_bytes_count_and_huge_blocks_only_by_size),
	};
	leave(cmocka_run_group_tests(tests, load_small, NULL));
}
