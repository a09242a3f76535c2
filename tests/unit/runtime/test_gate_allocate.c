/* Gates of the allocating functions: blocks of the arena, as glibc would give them, bad frees reported. */
#include "gate_testing.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <wchar.h>

GATE(malloc);
GATE(calloc);
GATE(realloc);
GATE(reallocarray);
GATE(free);
GATE(memalign);
GATE(aligned_alloc);
GATE(posix_memalign);
GATE(valloc);
GATE(pvalloc);
GATE(malloc_usable_size);
GATE(strdup);
GATE(strndup);
GATE(wcsdup);

static volatile size_t huge = SIZE_MAX / 2 + 2;

static void test_allocate__blocks_are_exact(void **state)
{
	(void)state;
	for (size_t size = 1; size < 100; size++) {
		unsigned char *block = hr_gate_malloc(size);
		assert_false(hr_shadow_is_bad(block, size));
		assert_true(hr_shadow_is_bad(block, size + 1));
		assert_int_equal(block[size - 1], FILL);
		assert_int_equal(hr_gate_malloc_usable_size(block), size);
		hr_gate_free(block);
		assert_true(hr_shadow_is_bad(block, 1));
	}
	char *first = hr_gate_malloc(0), *second = hr_gate_malloc(0);
	assert_non_null(first);
	assert_ptr_not_equal(first, second);
	assert_int_equal(hr_gate_malloc_usable_size(first), 0);
	assert_non_null(first = hr_gate_realloc(first, 8));
	assert_false(hr_shadow_is_bad(first, 8));
	hr_gate_free(first);
	hr_gate_free(second);
	hr_gate_free(NULL);
	assert_int_equal(hr_arena_live_count(), 0);
	after_case();
}

static void test_allocate__zeroes_and_refuses(void **state)
{
	(void)state;
	unsigned char *block = hr_gate_calloc(3, 7);
	for (size_t i = 0; i < 21; i++)
		assert_int_equal(block[i], 0);
	assert_true(hr_shadow_is_bad(block, 22));
	errno = 0;
	assert_null(hr_gate_calloc(huge, 4));
	assert_int_equal(errno, ENOMEM);
	errno = 0;
	assert_null(hr_gate_malloc(huge));
	assert_int_equal(errno, ENOMEM);
	assert_null(hr_gate_reallocarray(block, huge, 4));
	assert_false(hr_shadow_is_bad(block, 21));
	after_case();
}

static void test_allocate__moves_on_realloc(void **state)
{
	(void)state;
	char *block = hr_gate_realloc(NULL, 4);
	memcpy(block, "abcd", 4);
	char *larger = hr_gate_realloc(block, 8);
	assert_ptr_not_equal(larger, block);
	assert_memory_equal(larger, "abcd\xab\xab\xab\xab", 8);
	assert_true(hr_shadow_is_bad(block, 1));
	char *smaller = hr_gate_reallocarray(larger, 1, 2);
	assert_memory_equal(smaller, "ab", 2);
	assert_true(hr_shadow_is_bad(smaller, 3));
	hr_arena_fail(1);
	assert_null(hr_gate_realloc(smaller, 100));
	assert_false(hr_shadow_is_bad(smaller, 2));
	assert_null(hr_gate_realloc(smaller, 0));
	assert_true(hr_shadow_is_bad(smaller, 1));
	assert_int_equal(hr_arena_live_count(), 0);
	after_case();
}

static void test_allocate__aligns(void **state)
{
	(void)state;
	for (size_t align = 8; align <= 8192; align *= 2) {
		void *block = NULL;
		assert_int_equal((uintptr_t)hr_gate_memalign(align, 10) % align, 0);
		assert_int_equal((uintptr_t)hr_gate_aligned_alloc(align, 10) % align, 0);
		assert_int_equal(hr_gate_posix_memalign(&block, align, 10), 0);
		assert_int_equal((uintptr_t)block % align, 0);
		hr_gate_free(block);
	}
	void *untouched_pointer = state;
	assert_int_equal(hr_gate_posix_memalign(&untouched_pointer, 24, 1), EINVAL);
	assert_int_equal(hr_gate_posix_memalign(&untouched_pointer, 4, 1), EINVAL);
	errno = 0;
	assert_int_equal(hr_gate_posix_memalign(&untouched_pointer, 16, huge), ENOMEM);
	assert_int_equal(errno, 0);
	assert_ptr_equal(untouched_pointer, state);
	assert_int_equal((uintptr_t)hr_gate_valloc(1) % 4096, 0);
	assert_int_equal(hr_gate_malloc_usable_size(hr_gate_pvalloc(1)), 4096);
	after_case();
}

static void test_allocate__texts(void **state)
{
	(void)state;
	char *copy = hr_gate_strdup("hello");
	assert_string_equal(copy, "hello");
	assert_true(hr_shadow_is_bad(copy, 7));
	assert_string_equal(hr_gate_strndup("hello", 3), "hel");
	assert_string_equal(hr_gate_strndup("he", 3), "he");
	assert_int_equal(wcscmp(hr_gate_wcsdup(L"wide"), L"wide"), 0);
	hr_arena_fail(1);
	errno = 0;
	assert_null(hr_gate_strdup("hello"));
	assert_int_equal(errno, ENOMEM);
	after_case();
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

CASE(free_twice)
{
	char *block = hr_gate_malloc(8);
	hr_gate_free(block);
	hr_gate_free(block);
}
CASE(free_inside)
{
	char *block = hr_gate_malloc(8);
	hr_gate_free(block + 1);
}
CASE(free_of_a_literal)
{
	hr_gate_free(hr_arena_allocate(8, 16, HR_BLOCK_OBJECT));
}
CASE(free_of_wild)
{
	static char not_allocated[8];
	char *volatile place = not_allocated;
	hr_gate_free(place);
}
CASE(realloc_of_freed)
{
	char *block = hr_gate_malloc(8);
	hr_gate_free(block);
	assert_null(hr_gate_realloc(block, 16));
}
CASE(realloc_inside)
{
	char *block = hr_gate_malloc(8);
	assert_null(hr_gate_realloc(block + 1, 16));
}
CASE(usable_size_of_freed)
{
	char *block = hr_gate_malloc(8);
	hr_gate_free(block);
	hr_gate_malloc_usable_size(block);
}
CASE(strdup_without_nul)
{
	hr_gate_strdup(bytes("12345678", 8));
}
CASE(strndup_stops)
{
	hr_gate_strndup(bytes("12345678", 8), 8);
}
CASE(memalign_to_nowhere)
{
	hr_gate_posix_memalign(room(7), 16, 8);
}

static void test_allocate__faults(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "free twice", free_twice, HR_FAULT_DOUBLE_FREE },
		{ "free inside", free_inside, HR_FAULT_INVALID_FREE },
		{ "free of a literal", free_of_a_literal, HR_FAULT_INVALID_FREE },
		{ "free of wild memory", free_of_wild, HR_FAULT_INVALID_FREE },
		{ "realloc of a freed block", realloc_of_freed, HR_FAULT_DOUBLE_FREE },
		{ "realloc inside", realloc_inside, HR_FAULT_INVALID_FREE },
		{ "usable size of a freed block", usable_size_of_freed, HR_FAULT_DOUBLE_FREE },
		{ "strdup without NUL", strdup_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "strndup stops", strndup_stops, HR_FAULT_NONE },
		{ "posix_memalign to nowhere", memalign_to_nowhere, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_allocate__blocks_are_exact),
		cmocka_unit_test(test_allocate__zeroes_and_refuses),
		cmocka_unit_test(test_allocate__moves_on_realloc),
		cmocka_unit_test(test_allocate__aligns),
		cmocka_unit_test(test_allocate__texts),
		cmocka_unit_test(test_allocate__faults),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
