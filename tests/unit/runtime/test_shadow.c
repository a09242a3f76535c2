/* The shadow: which bytes may be used. */
#include "memory_setup.h"

#include <sys/mman.h>

static uintptr_t fresh(size_t size)
{
	return (uintptr_t)hr_arena_allocate(size, 16, HR_BLOCK_UNIT);
}

static void test_shadow__tells_the_first_bad_byte(void **state)
{
	(void)state;
	/* every size, every beginning, every length across the end: short and long ranges alike */
	for (size_t size = 0; size < 200; size++) {
		uintptr_t block = fresh(size);
		for (size_t from = 0; from < size; from++) {
			assert_int_equal(hr_shadow_first_bad(block + from, size - from), 0);
			assert_int_equal(hr_shadow_first_bad(block + from, size - from + 1), block + size);
			assert_int_equal(hr_shadow_first_bad(block + from, 300), block + size);
		}
		assert_int_equal(hr_shadow_first_bad(block + size, 1), block + size);
		assert_int_equal(hr_shadow_first_bad(block - 1, 2), block - 1);
	}
}

static void test_shadow__no_bytes_are_always_fine(void **state)
{
	(void)state;
	assert_int_equal(hr_shadow_first_bad(0, 0), 0);
	assert_int_equal(hr_shadow_first_bad(UINTPTR_MAX, 0), 0);
	assert_false(hr_shadow_is_bad(NULL, 0));
}

static void test_shadow__null_pages_are_bad(void **state)
{
	(void)state;
	assert_true(hr_shadow_is_bad(NULL, 1));
	assert_int_equal(hr_shadow_first_bad(0, 8), 1); /* 0 says that all is well */
	assert_int_equal(hr_shadow_first_bad(1, 1), 1);
	assert_int_equal(hr_shadow_first_bad(0xffff, 4), 0xffff);
	assert_int_equal(*hr_shadow_of(0x1000), HR_SHADOW_NULL);
	assert_int_equal(*hr_shadow_of(0x10000), 0);
}

static void test_shadow__wild_addresses_are_bad(void **state)
{
	static const uintptr_t wild[] = {
		HR_SHADOW_LOW_END, HR_SHADOW_HIGH_BEGIN - 1, 0x8fff7000,      HR_SHADOW_HIGH_END, 0xdeadbeefdeadbeef,
		UINTPTR_MAX,       0xffff800000000000,       UINTPTR_MAX - 7,
	};
	(void)state;
	for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
		assert_int_equal(hr_shadow_first_bad(wild[i], 1), wild[i]);
		assert_int_equal(hr_shadow_first_bad(wild[i], SIZE_MAX), wild[i]);
		assert_int_equal(hr_shadow_readable(wild[i], 100), 0);
		assert_false(hr_memory_is_mapped(wild[i]));
	}
}

static void test_shadow__ranges_end_where_their_region_ends(void **state)
{
	(void)state;
	uintptr_t top = hr_runtime.unit_stack.end;
	assert_int_equal(hr_shadow_first_bad(top - 100, (size_t)1 << 40), top);
	assert_int_equal(hr_shadow_first_bad(top - 100, SIZE_MAX), top);
	assert_int_equal(hr_shadow_first_bad(HR_SHADOW_LOW_END - 8, 16), HR_SHADOW_LOW_END);
	assert_int_equal(hr_shadow_first_bad(HR_SHADOW_HIGH_END - 8, 16), HR_SHADOW_HIGH_END);
	uintptr_t block = fresh(200000);
	assert_int_equal(hr_shadow_first_bad(block, 200000), 0);
	assert_int_equal(hr_shadow_first_bad(block, SIZE_MAX), block + 200000);
}

static void test_shadow__finds_one_bad_byte_in_a_long_range(void **state)
{
	(void)state;
	uintptr_t block = fresh(4096);
	for (size_t at = 0; at < 4096; at += 8) {
		*hr_shadow_of(block + at) = 5;
		assert_int_equal(hr_shadow_first_bad(block, 4096), block + at + 5);
		*hr_shadow_of(block + at) = HR_SHADOW_USER;
		assert_int_equal(hr_shadow_first_bad(block, 4096), block + at);
		*hr_shadow_of(block + at) = 0;
	}
}

static void test_shadow__reserve_reads_as_the_value_and_comes_back(void **state)
{
	(void)state;
	uintptr_t far = HR_ARENA_BASE + HR_ARENA_SIZE - HR_SHADOW_UNIT * 4;
	assert_int_equal(*hr_shadow_of(far), HR_SHADOW_HEAP_REDZONE);
	assert_int_equal(*hr_shadow_of(HR_ARENA_BASE + HR_ARENA_SIZE - 1), HR_SHADOW_HEAP_REDZONE);
	assert_int_equal(*hr_shadow_of(HR_ARENA_BASE + HR_ARENA_SIZE), 0);
	static const size_t sizes[] = { 1000, 100000, HR_SHADOW_UNIT + 12344, HR_SHADOW_UNIT * 3 };
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		hr_shadow_open(far + 80, sizes[i]);
		assert_int_equal(hr_shadow_first_bad(far + 80, sizes[i]), 0);
		hr_shadow_recycle(far + 80, sizes[i], HR_SHADOW_HEAP_REDZONE);
		for (uintptr_t at = far; at < far + 160 + sizes[i]; at += 8)
			assert_int_equal(*hr_shadow_of(at), HR_SHADOW_HEAP_REDZONE);
	}
}

static void test_shadow__readable_ends_at_redzones(void **state)
{
	(void)state;
	uintptr_t block = fresh(21);
	assert_int_equal(hr_shadow_readable(block, 21), 21);
	assert_int_equal(hr_shadow_readable(block, 1000), 21);
	assert_int_equal(hr_shadow_readable(block + 20, 1000), 1);
	assert_int_equal(hr_shadow_readable(block + 21, 1000), 0);
	assert_int_equal(hr_shadow_readable(0, 1000), 0);
}

static void test_shadow__readable_never_faults(void **state)
{
	(void)state;
	char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(pages != MAP_FAILED);
	assert_int_equal(munmap(pages + 8192, 4096), 0);
	uintptr_t address = (uintptr_t)pages;
	assert_int_equal(hr_shadow_readable(address + 10, 100000), 8192 - 10);
	assert_int_equal(hr_shadow_readable(address + 8191, 2), 1);
	assert_int_equal(hr_shadow_readable(address + 8192, 2), 0);
	assert_int_equal(mprotect(pages + 4096, 4096, PROT_NONE), 0);
	assert_int_equal(hr_shadow_readable(address, 8192), 4096);
	assert_true(hr_memory_is_mapped(address));
	assert_false(hr_memory_is_mapped(address + 4096));
	munmap(pages, 8192);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_shadow__tells_the_first_bad_byte, reset_memory),
		cmocka_unit_test_teardown(test_shadow__no_bytes_are_always_fine, reset_memory),
		cmocka_unit_test_teardown(test_shadow__null_pages_are_bad, reset_memory),
		cmocka_unit_test_teardown(test_shadow__wild_addresses_are_bad, reset_memory),
		cmocka_unit_test_teardown(test_shadow__ranges_end_where_their_region_ends, reset_memory),
		cmocka_unit_test_teardown(test_shadow__finds_one_bad_byte_in_a_long_range, reset_memory),
		cmocka_unit_test_teardown(test_shadow__reserve_reads_as_the_value_and_comes_back, reset_memory),
		cmocka_unit_test_teardown(test_shadow__readable_ends_at_redzones, reset_memory),
		cmocka_unit_test_teardown(test_shadow__readable_never_faults, reset_memory),
	};
	return cmocka_run_group_tests_name("runtime/shadow", tests, map_memory, NULL);
}
