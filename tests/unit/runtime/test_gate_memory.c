/* Gates of memcpy and its kin: the same results as libc, and faults before anything moves. */
#include "gate_testing.h"

#include <strings.h>
#include <unistd.h>

GATE(memcpy);
GATE(memmove);
GATE(mempcpy);
GATE(memset);
GATE(memchr);
GATE(memrchr);
GATE(rawmemchr);
GATE(memccpy);
GATE(memcmp);
GATE(memmem);
GATE(bcmp);
GATE(bcopy);
GATE(bzero);
GATE(swab);

static const char sample[] = "one two\0three one, and \xff\x80 the end";

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static void test_memory__moves_as_libc_does(void **state)
{
	(void)state;
	for (size_t size = 0; size < sizeof sample; size++) {
		char ours[128], theirs[128];
		memset(ours, 1, sizeof ours);
		memset(theirs, 1, sizeof theirs);
		assert_ptr_equal(hr_gate_memcpy(ours, sample, size), ours);
		assert_ptr_equal(hr_gate_mempcpy(ours + 64, sample, size), ours + 64 + size);
		memcpy(theirs, sample, size);
		memcpy(theirs + 64, sample, size);
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_ptr_equal(hr_gate_memmove(ours + 3, ours, size), ours + 3);
		memmove(theirs + 3, theirs, size);
		hr_gate_bcopy(ours + 70, ours + 68, size);
		memmove(theirs + 68, theirs + 70, size);
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_ptr_equal(hr_gate_memset(ours + 1, 0x1ff, size), ours + 1);
		memset(theirs + 1, 0x1ff, size);
		hr_gate_bzero(ours + 80, size);
		bzero(theirs + 80, size);
		assert_memory_equal(ours, theirs, sizeof ours);
		hr_gate_swab(sample, ours, (ssize_t)size);
		swab(sample, theirs, (ssize_t)size);
		assert_memory_equal(ours, theirs, sizeof ours);
	}
}

static void test_memory__searches_as_libc_does(void **state)
{
	(void)state;
	for (size_t size = 0; size <= sizeof sample; size++)
		for (int byte = -1; byte < 300; byte++) {
			assert_ptr_equal(hr_gate_memchr(sample, byte, size), memchr(sample, byte, size));
			assert_ptr_equal(hr_gate_memrchr(sample, byte, size), memrchr(sample, byte, size));
			char ours[64] = "", theirs[64] = "";
			const char *end = hr_gate_memccpy(ours, sample, byte, size);
			const char *expected = memccpy(theirs, sample, byte, size);
			assert_int_equal(end ? end - ours : -1, expected ? expected - theirs : -1);
			assert_memory_equal(ours, theirs, sizeof ours);
		}
	assert_ptr_equal(hr_gate_rawmemchr(sample, 'e'), sample + 2);
	for (size_t at = 0; at < sizeof sample; at++)
		for (size_t size = 0; size < 6 && at + size <= sizeof sample; size++)
			assert_ptr_equal(hr_gate_memmem(sample, sizeof sample, sample + at, size),
					 memmem(sample, sizeof sample, sample + at, size));
}

static void test_memory__compares_as_libc_does(void **state)
{
	(void)state;
	for (size_t left = 0; left < sizeof sample; left++)
		for (size_t right = 0; right < sizeof sample; right++) {
			const size_t most = sizeof sample - (left > right ? left : right);
			for (size_t size = 0; size <= most; size += 3) {
				const int expected = sign(memcmp(sample + left, sample + right, size));
				assert_int_equal(sign(hr_gate_memcmp(sample + left, sample + right, size)), expected);
				assert_int_equal(hr_gate_bcmp(sample + left, sample + right, size) != 0, expected != 0);
			}
		}
}

static volatile size_t minus_one = (size_t)-1;
static void *volatile null;

CASE(memcpy_reads_too_much)
{
	hr_gate_memcpy(room(16), bytes("12345678", 8), 9);
}
CASE(memcpy_writes_too_much)
{
	hr_gate_memcpy(room(8), bytes("1234567890123456", 16), 9);
}
CASE(memcpy_fits)
{
	hr_gate_memcpy(room(9), bytes("123456789", 9), 9);
}
CASE(memcpy_of_nothing)
{
	hr_gate_memcpy(null, null, 0);
}
CASE(memcpy_of_itself)
{
	char *block = room(8);
	hr_gate_memcpy(block, block, 8);
}
CASE(memcpy_overlaps)
{
	char *block = room(16);
	hr_gate_memcpy(block + 1, block, 4);
}
CASE(memcpy_of_negative_size)
{
	hr_gate_memcpy(room(8), bytes("12345678", 8), minus_one);
}
CASE(memcpy_from_null)
{
	hr_gate_memcpy(room(8), null, 1);
}
CASE(memcpy_before_the_block)
{
	char *block = bytes("12345678", 8);
	hr_gate_memcpy(room(8), block - 1, 2);
}
CASE(memcpy_from_freed)
{
	char *block = bytes("12345678", 8);
	hr_arena_free(block, "free");
	hr_gate_memcpy(room(8), block, 1);
}
CASE(memmove_writes_too_much)
{
	hr_gate_memmove(room(100), bytes(sample, 30), 31);
}
CASE(memset_writes_too_much)
{
	hr_gate_memset(room(100), 0, 101);
}
CASE(memset_of_negative_size)
{
	hr_gate_memset(room(100), 0, minus_one);
}
CASE(memchr_stops_at_the_byte)
{
	assert_non_null(hr_gate_memchr(bytes("12345678", 8), '8', 100));
}
CASE(memchr_reads_too_much)
{
	hr_gate_memchr(bytes("12345678", 8), '9', 9);
}
CASE(memrchr_reads_all)
{
	hr_gate_memrchr(bytes("12345678", 8), '8', 9);
}
CASE(memccpy_stops_at_the_byte)
{
	hr_gate_memccpy(room(3), bytes("12345678", 8), '3', 100);
}
CASE(memccpy_writes_too_much)
{
	hr_gate_memccpy(room(2), bytes("12345678", 8), '3', 100);
}
CASE(memcmp_reads_all)
{
	hr_gate_memcmp(bytes("a2345678", 8), bytes("b23", 3), 8);
}
CASE(memmem_reads_all)
{
	hr_gate_memmem(bytes("12345678", 8), 9, bytes("1", 1), 1);
}
CASE(bcopy_writes_too_much)
{
	hr_gate_bcopy(bytes("12345678", 8), room(7), 8);
}
CASE(swab_writes_too_much)
{
	hr_gate_swab(bytes("12345678", 8), room(7), 8);
}
CASE(swab_leaves_the_odd_one)
{
	hr_gate_swab(bytes("1234567", 7), room(6), 7);
}

static void test_memory__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "memcpy reads too much", memcpy_reads_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memcpy writes too much", memcpy_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memcpy fits", memcpy_fits, HR_FAULT_NONE },
		{ "memcpy of nothing", memcpy_of_nothing, HR_FAULT_NONE },
		{ "memcpy of a block onto itself", memcpy_of_itself, HR_FAULT_NONE },
		{ "memcpy overlaps", memcpy_overlaps, HR_FAULT_OVERLAP },
		{ "memcpy of a negative size", memcpy_of_negative_size, HR_FAULT_NEGATIVE_SIZE },
		{ "memcpy from NULL", memcpy_from_null, HR_FAULT_NULL },
		{ "memcpy from before the block", memcpy_before_the_block, HR_FAULT_HEAP_UNDERFLOW },
		{ "memcpy from a freed block", memcpy_from_freed, HR_FAULT_USE_AFTER_FREE },
		{ "memmove reads too much", memmove_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memset writes too much", memset_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memset of a negative size", memset_of_negative_size, HR_FAULT_NEGATIVE_SIZE },
		{ "memchr stops at the byte", memchr_stops_at_the_byte, HR_FAULT_NONE },
		{ "memchr reads too much", memchr_reads_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memrchr reads all", memrchr_reads_all, HR_FAULT_HEAP_OVERFLOW },
		{ "memccpy stops at the byte", memccpy_stops_at_the_byte, HR_FAULT_NONE },
		{ "memccpy writes too much", memccpy_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "memcmp reads all", memcmp_reads_all, HR_FAULT_HEAP_OVERFLOW },
		{ "memmem reads all", memmem_reads_all, HR_FAULT_HEAP_OVERFLOW },
		{ "bcopy writes too much", bcopy_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "swab writes too much", swab_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "swab leaves the odd one", swab_leaves_the_odd_one, HR_FAULT_NONE },
	};
	check_cases(cases, COUNT(cases));
}

static void test_memory__report_names_the_function(void **state)
{
	(void)state;
	assert_true(leaves(memmove_writes_too_much));
	assert_string_equal(hr_runtime.fault.function, "memmove");
	assert_int_equal(hr_runtime.fault.access, HR_ACCESS_READ);
	assert_int_equal(hr_runtime.fault.size, 31);
	after_case();
	assert_true(leaves(memset_writes_too_much));
	assert_int_equal(hr_runtime.fault.access, HR_ACCESS_WRITE);
	after_case();
}

static void test_memory__scratch_is_taken_back(void **state)
{
	(void)state;
	char *first = hr_scratch_take(100);
	char *second = hr_scratch_take(1);
	assert_true(second >= first + 100);
	hr_scratch_release(second);
	assert_ptr_equal(hr_scratch_take(5), second);
	hr_gates_reset();
	assert_ptr_equal(hr_scratch_take(5), first);
	memset(hr_scratch_take(10 << 20), 1, 10 << 20);
	hr_gates_reset();
	assert_ptr_equal(hr_scratch_take(5), first);
	hr_gates_reset();
}

static void test_memory__static_lives_for_a_sequence(void **state)
{
	(void)state;
	static struct hr_gate_static slot;
	char *memory = hr_gate_static(&slot, 10);
	assert_int_equal(memory[9], 0);
	assert_ptr_equal(hr_gate_static(&slot, 10), memory);
	assert_true(hr_shadow_is_bad(memory, 11));
	strcpy(memory, "dirty");
	after_case();
	assert_int_equal(((char *)hr_gate_static(&slot, 10))[0], 0);
	after_case();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory__moves_as_libc_does),
		cmocka_unit_test(test_memory__searches_as_libc_does),
		cmocka_unit_test(test_memory__compares_as_libc_does),
		cmocka_unit_test(test_memory__faults_come_first),
		cmocka_unit_test(test_memory__report_names_the_function),
		cmocka_unit_test(test_memory__scratch_is_taken_back),
		cmocka_unit_test(test_memory__static_lives_for_a_sequence),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
