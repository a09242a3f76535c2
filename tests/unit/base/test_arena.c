/* Memory that lives and dies together. */
#include "base/arena.h"
#include "expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void test_arena__pieces_are_zeroed_aligned_and_apart(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	unsigned char *pieces[2000];

	(void)state;
	for (size_t i = 0; i < 2000; i++) {
		pieces[i] = hr_arena_alloc(&arena, i);
		assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < i; k++)
			assert_int_equal(pieces[i][k], 0);
		memset(pieces[i], (int)(i % 251), i);
	}
	for (size_t i = 0; i < 2000; i++)
		for (size_t k = 0; k < i; k++)
			assert_int_equal(pieces[i][k], i % 251);
	hr_arena_release(&arena);
}

static void test_arena__nothing_is_a_piece_of_its_own(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	void *a = hr_arena_alloc(&arena, 0), *b = hr_arena_alloc(&arena, 0);

	(void)state;
	assert_non_null(a);
	assert_ptr_not_equal(a, b);
	hr_arena_release(&arena);
}

static void test_arena__big_pieces_first_between_and_last(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	size_t big = 3000000;
	char *first = hr_arena_alloc(&arena, big), *small = hr_arena_strdup(&arena, "small");
	char *second = hr_arena_alloc(&arena, big), *other = hr_arena_strdup(&arena, "other");

	(void)state;
	memset(first, 1, big);
	memset(second, 2, big);
	assert_string_equal(small, "small");
	assert_string_equal(other, "other");
	assert_int_equal(first[big - 1], 1);
	hr_arena_release(&arena);
}

static void test_arena__strings(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const char unterminated[] = { 'a', 'b' };

	(void)state;
	assert_null(hr_arena_strdup(&arena, NULL));
	assert_string_equal(hr_arena_strdup(&arena, ""), "");
	assert_string_equal(hr_arena_strdup(&arena, "text"), "text");
	assert_string_equal(hr_arena_strndup(&arena, "text", 2), "te");
	assert_string_equal(hr_arena_strndup(&arena, "text", 0), "");
	assert_string_equal(hr_arena_strndup(&arena, "text", SIZE_MAX), "text");
	assert_string_equal(hr_arena_strndup(&arena, unterminated, 2), "ab");
	assert_string_equal(hr_arena_printf(&arena, "%s-%d", "x", -1), "x--1");
	assert_string_equal(hr_arena_printf(&arena, "%s", ""), "");
	assert_int_equal(strlen(hr_arena_printf(&arena, "%0100000d", 1)), 100000);
	hr_arena_release(&arena);
}

static void test_arena__release_leaves_it_usable(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;

	(void)state;
	hr_arena_release(&arena);
	hr_arena_strdup(&arena, "x");
	hr_arena_release(&arena);
	assert_null(arena.newest);
	assert_string_equal(hr_arena_strdup(&arena, "y"), "y");
	hr_arena_release(&arena);
}

static void test_arena__clear_keeps_zeroed_room(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;

	(void)state;
	hr_arena_clear(&arena);
	char *before = hr_arena_alloc(&arena, 100);
	memset(before, 'x', 100);
	hr_arena_alloc(&arena, 100000); /* a block of its own */
	hr_arena_clear(&arena);
	char *after = hr_arena_alloc(&arena, 100);
	assert_ptr_equal(before, after);
	for (size_t i = 0; i < 100; i++)
		assert_int_equal(after[i], 0);
	hr_arena_release(&arena);
	hr_arena_alloc(&arena, 100000); /* nothing but one big piece: no room to keep */
	hr_arena_clear(&arena);
	assert_null(arena.newest);
}

static void ask_for_too_much(void *arena)
{
	volatile size_t size = SIZE_MAX - 3;

	hr_arena_alloc(arena, size);
}

static void test_arena__overflow_is_a_bug(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;

	(void)state;
	assert_true(ends_in_bug(ask_for_too_much, &arena));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arena__pieces_are_zeroed_aligned_and_apart),
		cmocka_unit_test(test_arena__nothing_is_a_piece_of_its_own),
		cmocka_unit_test(test_arena__big_pieces_first_between_and_last),
		cmocka_unit_test(test_arena__strings),
		cmocka_unit_test(test_arena__release_leaves_it_usable),
		cmocka_unit_test(test_arena__clear_keeps_zeroed_room),
		cmocka_unit_test(test_arena__overflow_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
