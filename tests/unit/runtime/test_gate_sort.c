/* Gates of sorting and searching: the same results as libc, comparisons that leave, arrays that go away under way. */
#include "gate_testing.h"

#include <search.h>
#include <stdlib.h>

GATE(qsort);
GATE(qsort_r);
GATE(bsearch);
GATE(lfind);
GATE(lsearch);
GATE(tsearch);
GATE(tfind);
GATE(tdelete);
GATE(twalk);
GATE(tdestroy);
GATE(hcreate);
GATE(hsearch);
GATE(hdestroy);

struct pair {
	int key;
	int order;
};

static int by_key(const void *left, const void *right)
{
	const struct pair *a = left, *b = right;
	return (a->key > b->key) - (a->key < b->key);
}

static int by_key_counted(const void *left, const void *right, void *count)
{
	++*(size_t *)count;
	return by_key(left, right);
}

static int by_number(const void *left, const void *right)
{
	const int a = *(const int *)left, b = *(const int *)right;
	return (a > b) - (a < b);
}

static void test_sort__is_stable_and_right(void **state)
{
	(void)state;
	unsigned seed = 1;
	for (size_t count = 0; count < 200; count += count < 20 ? 1 : 17) {
		struct pair ours[200] = { { 0, 0 } }, theirs[200];
		for (size_t i = 0; i < count; i++) {
			seed = seed * 1103515245u + 12345u;
			ours[i] = (struct pair){ (int)(seed >> 16 & 15), (int)i };
		}
		memcpy(theirs, ours, sizeof ours);
		size_t our_count = 0, their_count = 0;
		hr_gate_qsort_r(ours, count, sizeof *ours, by_key_counted, &our_count);
		qsort_r(theirs, count, sizeof *theirs, by_key_counted, &their_count);
		for (size_t i = 1; i < count; i++) {
			assert_true(ours[i - 1].key <= ours[i].key);
			if (ours[i - 1].key == ours[i].key)
				assert_true(ours[i - 1].order < ours[i].order);
		}
		for (size_t i = 0; i < count; i++)
			assert_int_equal(ours[i].key, theirs[i].key);
	}
	char single = 'x';
	hr_gate_qsort(&single, 1, 1, by_number);
	void *volatile nothing = NULL;
	hr_gate_qsort(nothing, 0, 4, by_number);
}

static void test_sort__searches_as_libc_does(void **state)
{
	(void)state;
	const int numbers[] = { 1, 3, 3, 7, 9, 20, 20, 41 };
	for (size_t count = 0; count <= COUNT(numbers); count++)
		for (int key = 0; key < 43; key++) {
			assert_ptr_equal(hr_gate_bsearch(&key, numbers, count, sizeof key, by_number),
					 bsearch(&key, numbers, count, sizeof key, by_number));
			size_t size = count;
			assert_ptr_equal(hr_gate_lfind(&key, numbers, &size, sizeof key, by_number),
					 lfind(&key, numbers, &size, sizeof key, by_number));
		}
	int list[4] = { 5, 6 };
	size_t count = 2;
	const int fresh = 9;
	assert_ptr_equal(hr_gate_lsearch(&fresh, list, &count, sizeof fresh, by_number), list + 2);
	assert_int_equal(count, 3);
	assert_int_equal(list[2], 9);
	assert_ptr_equal(hr_gate_lsearch(&fresh, list, &count, sizeof fresh, by_number), list + 2);
	assert_int_equal(count, 3);
}

static int seen[32];
static size_t seen_count;

static void see(const void *node, VISIT which, int depth)
{
	(void)depth;
	if (which == postorder || which == leaf)
		seen[seen_count++] = **(const int *const *)node;
}

static void forget(void *key)
{
	(void)key;
	seen_count++;
}

static void test_sort__trees(void **state)
{
	(void)state;
	static const int numbers[] = { 5, 2, 8, 1, 9, 3, 7, 4, 6 };
	void *root = NULL;
	for (size_t i = 0; i < COUNT(numbers); i++) {
		const int *const *node = hr_gate_tsearch(&numbers[i], &root, by_number);
		assert_ptr_equal(*node, &numbers[i]);
		assert_ptr_equal(hr_gate_tsearch(&numbers[i], &root, by_number), node);
	}
	const int missing = 42, five = 5;
	assert_null(hr_gate_tfind(&missing, &root, by_number));
	assert_ptr_equal(*(const int *const *)hr_gate_tfind(&five, &root, by_number), &numbers[0]);
	assert_null(hr_gate_tdelete(&missing, &root, by_number));
	assert_non_null(hr_gate_tdelete(&five, &root, by_number));
	assert_null(hr_gate_tfind(&five, &root, by_number));
	seen_count = 0;
	hr_gate_twalk(root, see);
	assert_int_equal(seen_count, 8);
	for (size_t i = 1; i < seen_count; i++)
		assert_true(seen[i - 1] < seen[i]);
	seen_count = 0;
	assert_int_equal(hr_arena_live_count(), 8);
	hr_gate_tdestroy(root, forget);
	assert_int_equal(seen_count, 8);
	assert_int_equal(hr_arena_live_count(), 0);
	after_case();
}

static void test_sort__hash_table_is_gone_after_a_sequence(void **state)
{
	(void)state;
	ENTRY entry = { .key = "key", .data = &entry };
	assert_null(hr_gate_hsearch(entry, FIND));
	assert_true(hr_gate_hcreate(10));
	assert_non_null(hr_gate_hsearch(entry, ENTER));
	assert_ptr_equal(hr_gate_hsearch(entry, FIND)->data, &entry);
	hr_gates_reset();
	assert_null(hr_gate_hsearch(entry, FIND));
	assert_true(hr_gate_hcreate(10));
	assert_null(hr_gate_hsearch(entry, FIND));
	hr_gate_hdestroy();
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

static int leaving(const void *left, const void *right)
{
	(void)left;
	(void)right;
	hr_leave(HR_WIRE_EXIT);
}

static void *array;

static int freeing(const void *left, const void *right)
{
	(void)left;
	(void)right;
	if (array)
		hr_arena_free(array, "free");
	array = NULL;
	return 0;
}

CASE(sort_reads_too_much)
{
	hr_gate_qsort(room(15), 4, 4, by_number);
}
CASE(sort_of_negative_size)
{
	hr_gate_qsort(room(16), SIZE_MAX / 2, 4, by_number);
}
CASE(sort_of_freed)
{
	array = room(16);
	hr_gate_qsort(array, 4, 4, freeing);
}
CASE(search_reads_too_much)
{
	const int key = 1;
	hr_gate_bsearch(&key, room(15), 4, 4, by_number);
}
CASE(append_without_room)
{
	const int key = 1;
	size_t count = 2;
	hr_gate_lsearch(&key, room(8), &count, 4, by_number);
}
CASE(tree_is_wild)
{
	void *root = bytes("12345678", 8);
	const int key = 1;
	hr_gate_tfind(&key, &root, by_number);
}

static void test_sort__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "the array is too small", sort_reads_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "a negative size", sort_of_negative_size, HR_FAULT_NEGATIVE_SIZE },
		{ "freed by the comparison", sort_of_freed, HR_FAULT_USE_AFTER_FREE },
		{ "bsearch reads too much", search_reads_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "lsearch has no room", append_without_room, HR_FAULT_HEAP_OVERFLOW },
		{ "the tree is none", tree_is_wild, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

CASE(sort_that_leaves)
{
	hr_gate_qsort(room(4000), 1000, 4, leaving);
}

static void test_sort__comparisons_may_leave(void **state)
{
	(void)state;
	for (int round = 0; round < 1000; round++) {
		assert_true(leaves(sort_that_leaves));
		assert_int_equal(hr_runtime.status, HR_WIRE_EXIT);
		after_case();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sort__is_stable_and_right),
		cmocka_unit_test(test_sort__searches_as_libc_does),
		cmocka_unit_test(test_sort__trees),
		cmocka_unit_test(test_sort__hash_table_is_gone_after_a_sequence),
		cmocka_unit_test(test_sort__faults_come_first),
		cmocka_unit_test(test_sort__comparisons_may_leave),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
