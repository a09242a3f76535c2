/* Gates of random numbers: glibc's sequences, the same in every sequence of calls. */
#include "gate_testing.h"

#include <stdlib.h>
#include <sys/random.h>

GATE(rand);
GATE(srand);
GATE(random);
GATE(initstate);
GATE(setstate);
GATE(rand_r);
GATE(drand48);
GATE(lrand48);
GATE(srand48);
GATE(seed48);
GATE(erand48);
GATE(getrandom);
GATE(getentropy);
extern uint32_t hr_gate_arc4random(void);
extern uint32_t hr_gate_arc4random_uniform(uint32_t);

static void test_random__is_glibcs(void **state)
{
	(void)state;
	hr_gates_reset();
	srand(1); /* what glibc starts with */
	for (int i = 0; i < 200; i++)
		assert_int_equal(hr_gate_rand(), rand());
	hr_gate_srand(77);
	srand(77);
	for (int i = 0; i < 200; i++)
		assert_int_equal(hr_gate_random(), random());
	hr_gates_reset();
	srand(1);
	assert_int_equal(hr_gate_rand(), rand());
	unsigned ours = 9, theirs = 9;
	assert_int_equal(hr_gate_rand_r(&ours), rand_r(&theirs));
	assert_int_equal(ours, theirs);
	after_case();
}

static void test_random__states_of_the_unit(void **state)
{
	(void)state;
	hr_gates_reset();
	srand(1);
	char ours[64], theirs[64];
	char *before = hr_gate_initstate(5, ours, sizeof ours);
	char *real = initstate(5, theirs, sizeof theirs);
	for (int i = 0; i < 50; i++)
		assert_int_equal(hr_gate_random(), random());
	assert_ptr_equal(hr_gate_setstate(before), ours);
	setstate(real);
	assert_int_equal(hr_gate_random(), random());
	assert_null(hr_gate_initstate(5, ours, 4));
	after_case();
}

static void test_random__drand48_is_glibcs(void **state)
{
	(void)state;
	hr_gates_reset();
	for (int round = 0; round < 2; round++) {
		hr_gate_srand48(42);
		srand48(42);
		for (int i = 0; i < 50; i++) {
			assert_true(hr_gate_drand48() == drand48());
			assert_int_equal(hr_gate_lrand48(), lrand48());
		}
		unsigned short ours[3] = { 1, 2, 3 }, theirs[3] = { 1, 2, 3 };
		assert_true(hr_gate_erand48(ours) == erand48(theirs));
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_memory_equal(hr_gate_seed48(ours), seed48(theirs), sizeof ours);
		hr_gates_reset();
	}
}

static void test_random__outside_is_fixed(void **state)
{
	(void)state;
	hr_gates_reset();
	unsigned char first[13], second[13];
	assert_int_equal(hr_gate_getrandom(first, sizeof first, 0), sizeof first);
	const uint32_t word = hr_gate_arc4random();
	hr_gates_reset();
	assert_int_equal(hr_gate_getentropy(second, sizeof second), 0);
	assert_memory_equal(first, second, sizeof first);
	assert_int_equal(hr_gate_arc4random(), word);
	assert_true(hr_gate_arc4random_uniform(10) < 10);
	assert_int_equal(hr_gate_arc4random_uniform(0), 0);
	static char large[300];
	assert_int_equal(hr_gate_getentropy(large, 257), -1);
	after_case();
}

CASE(state_too_small)
{
	hr_gate_initstate(1, room(16), 64);
}

CASE(state_gone)
{
	char *own = room(64);
	hr_gate_initstate(1, own, 64);
	untouched = NULL;
	hr_arena_free(own, "free");
	hr_gate_random();
}

CASE(too_many_bytes)
{
	hr_gate_getrandom(room(16), 17, 0);
}

static void test_random__reports_bad_memory(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "initstate", state_too_small, HR_FAULT_HEAP_OVERFLOW },
		{ "random", state_gone, HR_FAULT_USE_AFTER_FREE },
		{ "getrandom", too_many_bytes, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random__is_glibcs),          cmocka_unit_test(test_random__states_of_the_unit),
		cmocka_unit_test(test_random__drand48_is_glibcs),  cmocka_unit_test(test_random__outside_is_fixed),
		cmocka_unit_test(test_random__reports_bad_memory),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
