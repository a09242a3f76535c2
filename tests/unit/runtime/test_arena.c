/* The unit's heap. */
#include "memory_setup.h"

#include <errno.h>

static unsigned char *fresh(size_t size)
{
	return hr_arena_allocate(size, 16, HR_BLOCK_UNIT);
}

static void free_it(void **arguments, void *result)
{
	(void)result;
	hr_arena_free(arguments[0], "free");
}

static void test_arena__blocks_are_filled_aligned_and_apart(void **state)
{
	(void)state;
	uintptr_t end = HR_ARENA_BASE;
	for (size_t size = 0; size < 40000; size = size * 3 / 2 + 1) {
		for (size_t align = 1; align <= 4096; align *= 2) {
			unsigned char *block = hr_arena_allocate(size, align, HR_BLOCK_UNIT);
			assert_non_null(block);
			assert_int_equal((uintptr_t)block % align, 0);
			assert_int_equal((uintptr_t)block % 16, 0);
			size_t redzone = size / 4 < 32 ? 32 : size / 4 > 4096 ? 4096 : size / 4;
			assert_true((uintptr_t)block - end >= redzone);
			end = (uintptr_t)block + size;
			for (size_t i = 0; i < size; i++)
				assert_int_equal(block[i], FILL);
		}
	}
}

/* What is behind an object of the sequence's own is far from the next one, whichever of them came first. */
static void test_arena__objects_are_farther_apart(void **state)
{
	(void)state;
	char *object = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	char *behind = hr_arena_allocate(4, 4, HR_BLOCK_UNIT);
	char *next = hr_arena_allocate(4, 4, HR_BLOCK_UNIT);
	assert_true(behind - object >= 256);
	assert_true(next - behind < 256);
	/* an index into the largest is found out with each of the others */
	hr_arena_allocate(3000, 4, HR_BLOCK_OBJECT);
	object = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	next = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	assert_true(next - object >= 3000);
	assert_int_equal(hr_shadow_first_bad((uintptr_t)object, 3000), (uintptr_t)object + 4);
	hr_arena_allocate(50000, 4, HR_BLOCK_OBJECT); /* as far as that goes */
	object = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	next = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	assert_true(next - object >= 4096 && next - object < 8192);
	hr_arena_reset();
	object = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	next = hr_arena_allocate(4, 4, HR_BLOCK_OBJECT);
	assert_true(next - object < 1000);
}

static void test_arena__zeroed_blocks_are_zero_where_others_were(void **state)
{
	static const size_t sizes[] = { 1, 17, 129, 5000, 3 << 20, 20 << 20 };
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		memset(fresh(sizes[i]), 0xff, sizes[i]);
		hr_arena_reset();
		unsigned char *block = hr_arena_allocate_zero(sizes[i], 16, HR_BLOCK_UNIT);
		for (size_t at = 0; at < sizes[i]; at++)
			if (block[at] != 0)
				fail_msg("byte %zu of %zu is %#x", at, sizes[i], block[at]);
		hr_arena_reset();
	}
}

static void test_arena__large_blocks_repeat_exactly(void **state)
{
	(void)state;
	const size_t size = 30 << 20;
	unsigned char *block = fresh(size);
	unsigned char seen[3] = { block[0], block[size / 2], block[size - 1] };
	assert_int_equal(seen[0], FILL);
	memset(block, 0x77, size);
	hr_arena_reset();
	assert_ptr_equal(fresh(size), block);
	assert_int_equal(block[0], seen[0]);
	assert_int_equal(block[size / 2], seen[1]);
	assert_int_equal(block[size - 1], seen[2]);
	assert_int_equal(hr_shadow_first_bad((uintptr_t)block, size + 1), (uintptr_t)block + size);
}

static void test_arena__finds_owners(void **state)
{
	enum { COUNT = 1000 };
	unsigned char *blocks[COUNT];
	(void)state;
	assert_null(hr_arena_find(HR_ARENA_BASE));
	assert_null(hr_arena_nearest(HR_ARENA_BASE));
	for (uint32_t i = 0; i < COUNT; i++) {
		hr_runtime.statement = i;
		blocks[i] = fresh(i % 50);
	}
	for (uint32_t i = 0; i < COUNT; i++) {
		uintptr_t begin = (uintptr_t)blocks[i];
		size_t size = i % 50;
		struct hr_block *block = hr_arena_find(begin);
		assert_non_null(block);
		assert_int_equal(hr_arena_number(block), i);
		assert_ptr_equal(hr_arena_block(i), block);
		assert_int_equal(block->size, size);
		assert_int_equal(block->allocated_by, i);
		if (size > 0)
			assert_ptr_equal(hr_arena_find(begin + size - 1), block);
		assert_null(hr_arena_find(begin - 1));
		assert_null(hr_arena_find(begin + (size ? size : 1)));
		assert_ptr_equal(hr_arena_nearest(begin - 1), block);
		assert_ptr_equal(hr_arena_nearest(begin + size), block);
	}
	assert_null(hr_arena_block(COUNT));
	assert_null(hr_arena_find((uintptr_t)blocks));
	assert_null(hr_arena_nearest((uintptr_t)blocks));
	hr_runtime.statement = 0;
}

static void test_arena__freed_blocks_are_poisoned_and_not_reused(void **state)
{
	(void)state;
	unsigned char *block = fresh(100);
	block[99] = 7;
	hr_runtime.statement = 4;
	assert_null(run(free_it, block));
	hr_runtime.statement = 0;
	assert_int_equal(hr_shadow_first_bad((uintptr_t)block, 100), (uintptr_t)block);
	assert_int_equal(*hr_shadow_of((uintptr_t)block), HR_SHADOW_HEAP_FREED);
	assert_int_equal(block[99], 7);
	struct hr_block *found = hr_arena_find((uintptr_t)block + 50);
	assert_true(found->is_freed);
	assert_int_equal(found->freed_by, 4);
	assert_true(fresh(100) > block + 100);
	assert_int_equal(hr_arena_freed_count(), 1);
	assert_int_equal(hr_arena_live_count(), 1);
	assert_int_equal(hr_arena_count(), 2);
}

static void test_arena__reset_forgets_all(void **state)
{
	(void)state;
	unsigned char *block = fresh(100);
	fresh(5000);
	hr_arena_free(block, "free");
	hr_arena_reset();
	assert_int_equal(hr_arena_count(), 0);
	assert_int_equal(hr_arena_live_count(), 0);
	assert_int_equal(hr_arena_freed_count(), 0);
	assert_null(hr_arena_find((uintptr_t)block));
	for (uintptr_t at = HR_ARENA_BASE; at < HR_ARENA_BASE + 10000; at += 8)
		assert_int_equal(*hr_shadow_of(at), HR_SHADOW_HEAP_REDZONE);
	assert_ptr_equal(fresh(100), block);
}

static void test_arena__null_can_be_freed(void **state)
{
	(void)state;
	assert_null(run(free_it, NULL));
}

static void expect_bad_free(void *pointer, enum hr_wire_fault_kind kind)
{
	const struct hr_wire_fault *fault = run(free_it, pointer);
	assert_non_null(fault);
	assert_int_equal(fault->kind, kind);
	assert_int_equal(fault->access, HR_ACCESS_FREE);
	assert_int_equal(fault->address, (uintptr_t)pointer);
	assert_string_equal(fault->function, "free");
}

static void test_arena__bad_frees_are_faults(void **state)
{
	static int variable;
	(void)state;
	unsigned char *block = fresh(100);
	expect_bad_free(block + 1, HR_FAULT_INVALID_FREE);
	expect_bad_free(block - 1, HR_FAULT_INVALID_FREE);
	expect_bad_free(&variable, HR_FAULT_INVALID_FREE);
	expect_bad_free(hr_arena_allocate(8, 16, HR_BLOCK_OBJECT), HR_FAULT_INVALID_FREE);
	expect_bad_free(hr_arena_allocate(8, 16, HR_BLOCK_STREAM), HR_FAULT_INVALID_FREE);
	assert_false(hr_arena_find((uintptr_t)block)->is_freed);
	assert_null(run(free_it, block));
	expect_bad_free(block, HR_FAULT_DOUBLE_FREE);
	assert_int_equal(hr_runtime.fault.owner.is_freed, 1);
}

static void test_arena__retire_ends_any_block_once(void **state)
{
	(void)state;
	struct hr_block *stream = hr_arena_find((uintptr_t)hr_arena_allocate(8, 16, HR_BLOCK_STREAM));
	assert_int_equal(hr_arena_live_count(), 1);
	hr_arena_retire(stream);
	hr_arena_retire(stream);
	assert_int_equal(hr_arena_live_count(), 0);
	assert_int_equal(hr_arena_freed_count(), 1);
	assert_true(hr_shadow_is_bad((void *)stream->address, 1));
}

static void test_arena__objects_are_not_live_blocks_of_the_unit(void **state)
{
	(void)state;
	assert_non_null(hr_arena_allocate(8, 16, HR_BLOCK_OBJECT));
	assert_int_equal(hr_arena_live_count(), 0);
	assert_int_equal(hr_arena_count(), 1);
}

static void test_arena__absurd_sizes_are_refused(void **state)
{
	static const size_t sizes[] = { SIZE_MAX, SIZE_MAX / 2, SIZE_MAX - 4096, HR_ARENA_SIZE, (size_t)1 << 40 };
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		errno = 0;
		assert_null(fresh(sizes[i]));
		assert_int_equal(errno, ENOMEM);
	}
	assert_null(hr_arena_allocate(8, (size_t)1 << 62, HR_BLOCK_UNIT));
	assert_false(hr_arena_was_full());
	assert_int_equal(hr_arena_count(), 0);
	assert_non_null(fresh(1));
}

static void test_arena__the_limit_holds_for_one_sequence(void **state)
{
	(void)state;
	hr_arena_limit(1 << 20);
	assert_null(fresh(2 << 20));
	assert_true(hr_arena_was_full());
	hr_arena_reset();
	assert_false(hr_arena_was_full());
	unsigned got = 0;
	while (fresh(10000))
		got++;
	assert_in_range(got, 70, 104);
	assert_true(hr_arena_was_full());
	hr_arena_reset();
	assert_non_null(fresh(10000));
	hr_arena_limit((size_t)256 << 20);
	assert_non_null(fresh(200 << 20));
	assert_null(fresh(100 << 20));
}

static void test_arena__the_nth_allocation_fails(void **state)
{
	(void)state;
	hr_arena_fail(3);
	assert_non_null(fresh(1));
	assert_non_null(hr_arena_allocate(1, 16, HR_BLOCK_OBJECT)); /* not the unit's: does not count */
	assert_non_null(fresh(1));
	errno = 0;
	assert_null(fresh(1));
	assert_int_equal(errno, ENOMEM);
	assert_false(hr_arena_was_full());
	assert_non_null(fresh(1));
	hr_arena_fail(1);
	hr_arena_fail(0);
	assert_non_null(fresh(1));
	hr_arena_fail(1);
	hr_arena_reset();
	assert_non_null(fresh(1));
}

static void allocate_and_free(void **arguments, void *result)
{
	unsigned char **out = arguments[0];
	(void)result;
	out[0] = hr_arena_allocate(1, 16, HR_BLOCK_UNIT);
	out[1] = hr_arena_allocate(1, 16, HR_BLOCK_UNIT);
	hr_arena_free(out[1], "free");
}

static void test_arena__stacks_are_kept_on_request(void **state)
{
	struct hr_block_stacks stacks;
	unsigned char *blocks[2];
	(void)state;
	/* this program stands for the unit */
	hr_runtime.unit_text = (struct hr_range){ 0x1000, HR_ARENA_BASE };
	if ((uintptr_t)allocate_and_free >= HR_ARENA_BASE)
		hr_runtime.unit_text = (struct hr_range){ HR_ARENA_BASE, UINTPTR_MAX };
	assert_null(run(allocate_and_free, blocks));
	assert_false(hr_block_stacks(hr_arena_find((uintptr_t)blocks[0]), &stacks));
	assert_int_equal(stacks.allocation.count, 0);
	hr_arena_reset();

	hr_runtime.wants = HR_WIRE_WANT_HEAP;
	assert_null(run(allocate_and_free, blocks));
	assert_true(hr_block_stacks(hr_arena_find((uintptr_t)blocks[0]), &stacks));
	assert_true(stacks.allocation.count > 0);
	assert_int_equal(stacks.release.count, 0);
	assert_true(hr_block_stacks(hr_arena_find((uintptr_t)blocks[1]), &stacks));
	assert_true(stacks.allocation.count > 0);
	assert_true(stacks.release.count > 0);
	hr_runtime.wants = 0;
	hr_runtime.unit_text = (struct hr_range){ 0, 0 };
}

static void test_arena__marked_blocks_come_back(void **state)
{
	(void)state;
	hr_runtime.statement = 77;
	unsigned char *kept = fresh(21);
	unsigned char *gone = fresh(300);
	hr_arena_free(gone, "free");
	hr_runtime.statement = 0;
	memset(kept, 5, 21);
	assert_int_equal(hr_arena_set_mark(), 0);
	assert_int_equal(hr_arena_live_count(), 0);
	assert_int_equal(hr_arena_find((uintptr_t)kept)->allocated_by, HR_WIRE_NO_STATEMENT);
	for (int round = 0; round < 3; round++) {
		unsigned char *more = fresh(50);
		assert_true(more > gone + 300);
		assert_int_equal(hr_arena_live_count(), 1);
		kept[20] = 9;
		hr_arena_free(kept, "free");
		assert_int_equal(hr_arena_live_count(), 1); /* those below the mark do not count */
		hr_arena_reset();
		assert_int_equal(hr_arena_count(), 2);
		assert_int_equal(kept[20], 5);
		assert_false(hr_arena_find((uintptr_t)kept)->is_freed);
		assert_int_equal(hr_shadow_first_bad((uintptr_t)kept, 22), (uintptr_t)kept + 21);
		assert_true(hr_arena_find((uintptr_t)gone)->is_freed);
		assert_int_equal(*hr_shadow_of((uintptr_t)gone), HR_SHADOW_HEAP_FREED);
		assert_int_equal(*hr_shadow_of((uintptr_t)more), HR_SHADOW_HEAP_REDZONE);
	}
}

static void test_arena__a_large_mark_comes_back(void **state)
{
	(void)state;
	const size_t size = 12 << 20;
	unsigned char *kept = fresh(size);
	memset(kept, 3, size);
	assert_int_equal(hr_arena_set_mark(), 0);
	unsigned char *more = fresh(2 << 20);
	memset(more, 0x99, 2 << 20);
	memset(kept, 4, size);
	hr_arena_reset();
	assert_int_equal(kept[0], 3);
	assert_int_equal(kept[size - 1], 3);
	more = hr_arena_allocate_zero(2 << 20, 16, HR_BLOCK_UNIT);
	for (size_t i = 0; i < 2 << 20; i++)
		if (more[i] != 0)
			fail_msg("byte %zu is %#x", i, more[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_arena__blocks_are_filled_aligned_and_apart, reset_memory),
		cmocka_unit_test_teardown(test_arena__objects_are_farther_apart, reset_memory),
		cmocka_unit_test_teardown(test_arena__zeroed_blocks_are_zero_where_others_were, reset_memory),
		cmocka_unit_test_teardown(test_arena__large_blocks_repeat_exactly, reset_memory),
		cmocka_unit_test_teardown(test_arena__finds_owners, reset_memory),
		cmocka_unit_test_teardown(test_arena__freed_blocks_are_poisoned_and_not_reused, reset_memory),
		cmocka_unit_test_teardown(test_arena__reset_forgets_all, reset_memory),
		cmocka_unit_test_teardown(test_arena__null_can_be_freed, reset_memory),
		cmocka_unit_test_teardown(test_arena__bad_frees_are_faults, reset_memory),
		cmocka_unit_test_teardown(test_arena__retire_ends_any_block_once, reset_memory),
		cmocka_unit_test_teardown(test_arena__objects_are_not_live_blocks_of_the_unit, reset_memory),
		cmocka_unit_test_teardown(test_arena__absurd_sizes_are_refused, reset_memory),
		cmocka_unit_test_teardown(test_arena__the_limit_holds_for_one_sequence, reset_memory),
		cmocka_unit_test_teardown(test_arena__the_nth_allocation_fails, reset_memory),
		cmocka_unit_test_teardown(test_arena__stacks_are_kept_on_request, reset_memory),
		/* these leave a mark, so they come last */
		cmocka_unit_test_teardown(test_arena__marked_blocks_come_back, reset_memory),
		cmocka_unit_test_teardown(test_arena__a_large_mark_comes_back, reset_memory),
	};
	return cmocka_run_group_tests_name("runtime/arena", tests, map_memory, NULL);
}
