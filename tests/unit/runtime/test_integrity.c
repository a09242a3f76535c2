/* A wary worker: what unchecked code wrote over is noticed, told as the fault of that program, and touches no other. */
#include "programs.h"

#include "runtime/changing.h"
#include "runtime/growth.h"
#include "runtime/integrity.h"
#include "runtime/machine.h"
#include "runtime/suspicion.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

/* Ours, in the same program as the runtime's. */
HR_CHANGING(writing);
HR_CHANGING(answer);

static int load(void **state)
{
	(void)state;
	load_fixture("unit_fixture_small.so");
	take_signals();
	return hr_integrity_begin();
}

static void poke(void *address, unsigned char value)
{
	call(STUB_POKE, 0, 2, slot_of(8, (uintptr_t)address), slot_of(1, value));
}

static const struct hr_wire_result *run_poke(void *address, unsigned char value)
{
	program_begin(0);
	poke(address, value);
	return run_written();
}

static void test_integrity__holds_as_long_as_nobody_does_wrong(void **state)
{
	(void)state;
	take_signals();
	for (int i = 0; i < 1000; i++) {
		program_begin(i % 2 ? HR_WIRE_WANT_LEAKS | HR_WIRE_WANT_HEAP | HR_WIRE_WANT_COMPARISONS : 0);
		uint32_t box = call(STUB_BOX_NEW, 8, 1, slot_of(4, 9), 0);
		if (i % 3)
			call(STUB_BOX_FREE, 0, 1, box, 0);
		if (i % 5 == 0)
			call(STUB_OVERFLOW, 0, 1, box, 0);
		call(STUB_FAIL, 4, 1, slot_of(4, 3), 0);
		const struct hr_wire_result *result = run_written();
		assert_int_equal(result->suspicion, 0);
		const char *broken = hr_integrity_broken();
		if (broken)
			fail_msg("program %d: %s", i, broken);
	}
}

static void test_integrity__variables(void **state)
{
	(void)state;
	unsigned char *victim = (unsigned char *)&hr_unit.counts[3];
	unsigned char before = *victim;
	const struct hr_wire_result *result = run_poke(victim, (unsigned char)(before + 1));
	assert_int_equal(result->status, HR_WIRE_NORMAL); /* so far */
	const char *broken = hr_integrity_broken();
	assert_non_null(broken);
	assert_non_null(strstr(broken, "its variables"));
	*victim = before;
	assert_null(hr_integrity_broken());
}

/* Not only seen: the stack is as before, so that the interpreter can go on. */
static void test_integrity__stack_of_the_interpreter(void **state)
{
	unsigned char marker = 17; /* on the stack that the call is made from */
	(void)state;
	const struct hr_wire_result *result = run_poke(&marker, 18);
	assert_int_equal(*(volatile unsigned char *)&marker, 17);
	assert_int_equal(result->status, HR_WIRE_FAULT);
	assert_int_equal(result->fault.kind, HR_FAULT_FOREIGN);
	assert_non_null(strstr(result->fault.text, "its stack"));
	assert_int_equal(result->suspicion, HR_SUSPECT_INTEGRITY);
	hr_runtime.suspicion = 0;
	assert_null(hr_integrity_broken());
}

static void test_integrity__values(void **state)
{
	(void)state;
	program_begin(0);
	uint32_t value = slot_of(4, 7);
	poke(hr_machine.area + value, 8);
	const struct hr_wire_result *result = run_written();
	assert_int_equal(result->status, HR_WIRE_FAULT);
	assert_int_equal(result->fault.kind, HR_FAULT_FOREIGN);
	assert_non_null(strstr(result->fault.text, "values"));
	hr_runtime.suspicion = 0;
}

static void test_integrity__shadow(void **state)
{
	(void)state;
	unsigned char *shadow = hr_shadow_of(HR_AREA_BASE);
	run_poke(shadow, 0);
	const char *broken = NULL;
	for (int i = 0; i < 100000 && !broken; i++) /* one byte of much: by and by */
		broken = hr_integrity_broken();
	assert_non_null(broken);
	assert_non_null(strstr(broken, "the shadow"));
	*shadow = HR_SHADOW_FOREIGN;
	assert_null(hr_integrity_broken());
}

/* What the snapshot copies back from cannot be written to at all. */
static void test_integrity__copies_are_read_only(void **state)
{
	struct hr_range roots[8];
	(void)state;
	take_signals();
	assert_true(hr_snapshot_roots(roots, 8) > 0);
	const struct hr_wire_result *result = run_poke((void *)hr_snapshot_copy(roots[0].begin), 1);
	assert_int_equal(result->status, HR_WIRE_FAULT);
	assert_int_equal(result->fault.kind, HR_FAULT_FOREIGN);
	assert_int_equal(result->fault.access, HR_ACCESS_WRITE);
}

static void *wait_for_end(void *end)
{
	while (!__atomic_load_n((bool *)end, __ATOMIC_ACQUIRE))
		;
	return NULL;
}

static void test_integrity__threads(void **state)
{
	bool end = false;
	pthread_t thread;
	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, wait_for_end, &end), 0);
	const char *broken = hr_integrity_broken();
	__atomic_store_n(&end, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	assert_non_null(broken);
	assert_int_equal(hr_runtime.suspicion, HR_SUSPECT_THREADS);
	hr_runtime.suspicion = 0;
	assert_null(hr_integrity_broken());
}

static void *end_at_once(void *unused)
{
	return unused;
}

/* A thread that was joined may still be there for the kernel, for a moment. */
static void test_integrity__joined_threads_are_none(void **state)
{
	(void)state;
	for (int i = 0; i < 2000; i++) {
		pthread_t thread;
		assert_int_equal(pthread_create(&thread, NULL, end_at_once, NULL), 0);
		pthread_join(thread, NULL);
		assert_null(hr_integrity_broken());
	}
}

static void test_integrity__results_have_sums(void **state)
{
	(void)state;
	program_begin(0);
	call(STUB_BUMP, 4, 1, slot_of(4, 1), 0);
	run_written();
	uint32_t sum = hr_wire_sum(&answer.result, answer.result.size);
	assert_true(sum != 0);
	answer.result.sum = sum;
	assert_int_equal(hr_wire_sum(&answer.result, answer.result.size), sum);
	answer.bytes[answer.result.size - 1] ^= 1;
	assert_true(hr_wire_sum(&answer.result, answer.result.size) != sum);
}

/* The process's memory, as the kernel counts it. */
static void test_integrity__growth(void **state)
{
	enum { SIZE = 32 << 20 };
	(void)state;
	hr_growth_begin(SIZE / 2);
	assert_false(hr_growth_is_too_much(1));
	assert_false(hr_growth_is_old());
	void *memory = mmap(NULL, 2 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	assert_true(memory != MAP_FAILED);
	assert_true(hr_growth_is_too_much(1));
	assert_false(hr_growth_is_too_much(2)); /* not the fault of the next one */
	assert_true(hr_growth_is_old());
	munmap(memory, 2 * SIZE);
	hr_growth_begin(0);
	assert_false(hr_growth_is_too_much(2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_integrity__holds_as_long_as_nobody_does_wrong),
		cmocka_unit_test(test_integrity__variables),
		cmocka_unit_test(test_integrity__stack_of_the_interpreter),
		cmocka_unit_test(test_integrity__values),
		cmocka_unit_test(test_integrity__shadow),
		cmocka_unit_test(test_integrity__copies_are_read_only),
		cmocka_unit_test(test_integrity__threads),
		cmocka_unit_test(test_integrity__joined_threads_are_none),
		cmocka_unit_test(test_integrity__results_have_sums),
		cmocka_unit_test(test_integrity__growth),
	};
	leave(cmocka_run_group_tests_name("integrity", tests, load, NULL));
}
