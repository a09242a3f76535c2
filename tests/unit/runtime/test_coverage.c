/* Edges and comparisons, told the way instrumented code tells them. */
#include "as_unit.h"

#include "runtime/coverage.h"

#include <string.h>

enum { EDGES = 1003 };

extern void __sanitizer_cov_8bit_counters_init(uint8_t *begin, uint8_t *end);
extern void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end);
extern void __sanitizer_cov_trace_cmp4(uint32_t left, uint32_t right);
extern void __sanitizer_cov_trace_const_cmp1(uint8_t left, uint8_t right);
extern void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);
extern void __sanitizer_cov_trace_div8(uint64_t divisor);

static uint8_t counters[2 + EDGES + 2]; /* begins at an odd address, with neighbours that must not count */
static uint8_t more_counters[5];
static uintptr_t places[2 * EDGES], more_places[2 * 5];

static int set_up(void **state)
{
	as_unit_set_up(state);
	for (unsigned i = 0; i < EDGES; i++)
		places[2 * i] = hr_runtime.unit_base + 16 * i;
	for (unsigned i = 0; i < 5; i++)
		more_places[2 * i] = hr_runtime.unit_base + 100000 + i;
	for (int i = 0; i < 3; i++) { /* each object file of the unit says it again */
		__sanitizer_cov_8bit_counters_init(counters + 1, counters + 1 + EDGES);
		__sanitizer_cov_pcs_init(places, places + 2 * EDGES);
	}
	__sanitizer_cov_8bit_counters_init(more_counters, more_counters + 5);
	__sanitizer_cov_pcs_init(more_places, more_places + 10);
	__sanitizer_cov_8bit_counters_init(more_counters + 1, more_counters + 1); /* nothing in it */
	return 0;
}

static void test_coverage__registered_once(void **state)
{
	(void)state;
	assert_int_equal(hr_coverage_edge_count(), EDGES + 5);
	struct hr_range ranges[4];
	assert_int_equal(hr_coverage_ranges(ranges, 4), 2);
	assert_int_equal(ranges[0].begin, (uintptr_t)(counters + 1));
	assert_int_equal(ranges[0].end, (uintptr_t)(counters + 1 + EDGES));
	assert_int_equal(hr_coverage_ranges(ranges, 1), 1);
	assert_int_equal(hr_coverage_pc(3), 48);
	assert_int_equal(hr_coverage_pc(EDGES + 4), 100004);
	assert_int_equal(hr_coverage_pc(EDGES + 5), 0);
}

static void test_coverage__collect(void **state)
{
	(void)state;
	static const uint32_t edges[] = { 0, 7, 8, 31, 32, 500, EDGES - 1, EDGES, EDGES + 4 };
	enum { COUNT = sizeof edges / sizeof edges[0] };
	counters[0] = counters[1 + EDGES] = 9;
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < COUNT; i++)
			*(edges[i] < EDGES ? &counters[1 + edges[i]] : &more_counters[edges[i] - EDGES]) =
				(uint8_t)(255 - i);
		uint32_t fresh[4] = { 0 }, all[COUNT + 1] = { 0 };
		struct hr_coverage_harvest harvest = hr_coverage_collect(fresh, 4, all, COUNT + 1, true);
		assert_int_equal(harvest.executed, COUNT);
		assert_int_equal(harvest.all_count, COUNT);
		assert_memory_equal(all, edges, sizeof edges);
		assert_int_equal(harvest.fresh_count, round == 0 ? COUNT : 0); /* also those that did not fit */
		assert_int_equal(fresh[3], round == 0 ? 31 : 0);
	}
	struct hr_coverage_harvest nothing = hr_coverage_collect(NULL, 0, NULL, 0, true);
	assert_int_equal(nothing.executed, 0);
	assert_int_equal(counters[0], 9);
	assert_int_equal(counters[1 + EDGES], 9);
}

/* What a run executed that did not end as it should is new to the one that does. */
static void test_coverage__new_until_it_counts(void **state)
{
	static const bool counts[] = { false, false, true, false, true };
	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		uint32_t fresh[2] = { 0 };
		counters[1 + 77] = 1;
		struct hr_coverage_harvest harvest = hr_coverage_collect(fresh, 2, NULL, 0, counts[i]);
		assert_int_equal(harvest.executed, 1);
		assert_int_equal(harvest.fresh_count, i <= 2 ? 1 : 0);
		assert_int_equal(fresh[0], i <= 2 ? 77 : 0);
	}
}

static void test_coverage__clear(void **state)
{
	(void)state;
	memset(counters + 1, 1, EDGES);
	hr_coverage_clear();
	assert_int_equal(hr_coverage_collect(NULL, 0, NULL, 0, true).executed, 0);
	assert_int_equal(counters[1 + EDGES], 9);
}

static void AS_UNIT compare(void **arguments, void *result)
{
	(void)result;
	static const uint64_t cases[] = { 2, 16, 100, 200 };
	for (volatile int i = 0; i < 5; i++) { /* not unrolled: each comparison stays at one place */
		__sanitizer_cov_trace_cmp4(0xdeadbeef, *(uint32_t *)arguments[0]);
		__sanitizer_cov_trace_const_cmp1('x', 'y');
		__sanitizer_cov_trace_switch(7, cases);
		__sanitizer_cov_trace_div8(1ull << 40);
	}
}

static void run_compare(uint32_t number)
{
	void *arguments[] = { &number };
	as_unit_expect(compare, arguments, HR_WIRE_NORMAL);
}

static uint64_t number_of(const uint8_t *bytes)
{
	uint64_t number;
	memcpy(&number, bytes, sizeof number);
	return number;
}

static void test_comparisons__recorded_once_while_on(void **state)
{
	(void)state;
	uint32_t count = 9;
	bool is_truncated = true;
	hr_comparisons_record(true);
	hr_comparisons_record(false);
	run_compare(1);
	hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 0);
	assert_false(is_truncated);

	hr_comparisons_record(true);
	run_compare(1);
	run_compare(1);
	const struct hr_wire_comparison *list = hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 5);
	assert_int_equal(list[0].kind, HR_COMPARED_NUMBERS);
	assert_int_equal(list[0].size, 4);
	assert_int_equal(number_of(list[0].left), 0xdeadbeef);
	assert_int_equal(number_of(list[0].right), 1);
	assert_true(list[0].pc < hr_runtime.unit_text.end - hr_runtime.unit_base);
	assert_int_equal(list[1].size, 1);
	assert_int_equal(list[2].size, 2);
	assert_int_equal(number_of(list[3].left), 7);
	assert_int_equal(number_of(list[3].right), 200);
	assert_int_equal(list[4].size, 8);
	run_compare(2);
	hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 6);
	hr_comparisons_record(true); /* the next program */
	hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 0);
	hr_comparisons_record(false);
}

static void test_comparisons__bounded(void **state)
{
	(void)state;
	uint32_t count = 0;
	bool is_truncated = false;
	hr_comparisons_record(true);
	for (uint32_t i = 0; i < 5000; i++)
		run_compare(i);
	hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 4096);
	assert_true(is_truncated);
	hr_comparisons_record(false);
}

static void test_comparisons__bytes(void **state)
{
	(void)state;
	void *in_unit = (void *)(hr_runtime.unit_base + 8);
	static const char longer[] = "a word that is longer than what is told of it";
	uint32_t count = 0;
	bool is_truncated = false;
	hr_comparisons_record(true);
	hr_comparison_bytes("ab", 3, "abcd", 5, in_unit);
	hr_comparison_bytes("ab", 3, "abcd", 5, in_unit);
	hr_comparison_bytes(longer, sizeof longer, "", 1, in_unit);
	hr_comparison_bytes("ab", 3, "abcd", 5, &count); /* not the unit's */
	const struct hr_wire_comparison *list = hr_comparisons(&count, &is_truncated);
	assert_int_equal(count, 2);
	assert_int_equal(list[0].kind, HR_COMPARED_BYTES);
	assert_int_equal(list[0].pc, 7);
	assert_int_equal(list[0].size, 5);
	assert_memory_equal(list[0].left, "ab\0\0\0", 5);
	assert_memory_equal(list[0].right, "abcd", 5);
	assert_int_equal(list[1].size, 32);
	hr_comparisons_record(false);
	hr_comparison_bytes(NULL, 3, NULL, 5, in_unit); /* off: not even looked at */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_coverage__registered_once),
		cmocka_unit_test(test_coverage__collect),
		cmocka_unit_test(test_coverage__new_until_it_counts),
		cmocka_unit_test(test_coverage__clear),
		cmocka_unit_test(test_comparisons__recorded_once_while_on),
		cmocka_unit_test(test_comparisons__bounded),
		cmocka_unit_test(test_comparisons__bytes),
	};
	return cmocka_run_group_tests(tests, set_up, NULL);
}
