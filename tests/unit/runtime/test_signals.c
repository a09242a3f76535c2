/* What the processor finds, and the clock. */
#include "as_unit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct hr_wire_fault *const fault = &hr_runtime.fault;

/* cmocka puts its own handlers in place before each test, so this stands in each. */
static void set_handlers(void)
{
	assert_int_equal(hr_signals_install(), 0);
}

static void AS_UNIT read_there(void **arguments, void *result)
{
	*(char *)result = **(volatile char **)arguments[0];
}

static void AS_UNIT write_there(void **arguments, void *result)
{
	(void)result;
	**(volatile char **)arguments[0] = 1;
}

static void AS_UNIT call_there(void **arguments, void *result)
{
	(void)result;
	(*(void (**)(void))arguments[0])();
	__asm__ volatile("nop");
}

static void expect_at(void (*stub)(void **, void *), uintptr_t address, enum hr_wire_fault_kind kind,
		      enum hr_wire_access access)
{
	void *arguments[] = { &address };
	as_unit_expect(stub, arguments, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, kind);
	assert_int_equal(fault->access, access);
	assert_int_equal(hr_runtime.suspicion, 0);
	assert_int_equal(fault->stack.count, 1);
	assert_true(as_unit_frame_is_in(&fault->stack, 0, (uintptr_t)stub));
}

static void test_signals__bad_accesses(void **state)
{
	(void)state;
	set_handlers();
	expect_at(read_there, 0, HR_FAULT_NULL, HR_ACCESS_READ);
	expect_at(write_there, 8, HR_FAULT_NULL, HR_ACCESS_WRITE);
	assert_int_equal(fault->address, 8);
	assert_int_equal(fault->code, SIGSEGV);
	expect_at(read_there, 0x123456789000, HR_FAULT_WILD, HR_ACCESS_READ);
	assert_int_equal(fault->address, 0x123456789000);
	expect_at(write_there, 0x123456789000, HR_FAULT_WILD, HR_ACCESS_WRITE);
	expect_at(read_there, 0x4141414141414141, HR_FAULT_WILD, HR_ACCESS_NONE);
	static const char constant[] = "read only";
	expect_at(write_there, (uintptr_t)constant, HR_FAULT_READ_ONLY, HR_ACCESS_WRITE);
}

static void test_signals__calls_through_bad_pointers(void **state)
{
	(void)state;
	set_handlers();
	expect_at(call_there, 0, HR_FAULT_NULL, HR_ACCESS_READ);
	expect_at(call_there, 0x123456789000, HR_FAULT_WILD, HR_ACCESS_READ);
	static int data;
	expect_at(call_there, (uintptr_t)&data, HR_FAULT_WILD, HR_ACCESS_READ);
}

static void test_signals__shadow_of_a_wild_address(void **state)
{
	(void)state;
	set_handlers();
	/* instrumented code would look here for an address within the shadow itself: the gap */
	uintptr_t wild = (uintptr_t)hr_shadow_of(0x600000000000);
	expect_at(read_there, (uintptr_t)hr_shadow_of(wild), HR_FAULT_WILD, HR_ACCESS_READ);
	assert_int_equal(fault->address, wild & ~(uintptr_t)7);
}

static void AS_UNIT divide(void **arguments, void *result)
{
	(void)arguments;
	int zero = 0, one = 1;
	__asm__ volatile("" : "+r"(zero), "+r"(one));
	*(int *)result = one / zero;
}

static void AS_UNIT trap(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	__builtin_trap();
}

static void test_signals__other_signals(void **state)
{
	(void)state;
	set_handlers();
	as_unit_expect(divide, NULL, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, HR_FAULT_UB_DIVISION);
	assert_int_equal(fault->code, SIGFPE);
	as_unit_expect(trap, NULL, HR_WIRE_FAULT);
	assert_int_equal(fault->kind, HR_FAULT_SIGNAL);
	assert_int_equal(fault->code, SIGILL);
	assert_int_equal(hr_runtime.suspicion, 0);
}

static unsigned AS_UNIT recurse(unsigned depth)
{
	char frame[200];
	__asm__ volatile("" : "=m"(frame));
	unsigned sum = depth == 0 ? 0 : recurse(depth - 1) + 1;
	__asm__ volatile("" : "+m"(frame));
	return sum;
}

static void AS_UNIT recurse_for_ever(void **arguments, void *result)
{
	*(unsigned *)result = recurse(*(unsigned *)arguments[0]);
}

static void test_signals__exhausted_stack(void **state)
{
	(void)state;
	set_handlers();
	unsigned depth = UINT32_MAX;
	void *arguments[] = { &depth };
	for (int i = 0; i < 3; i++) {
		as_unit_expect(recurse_for_ever, arguments, HR_WIRE_FAULT);
		assert_int_equal(fault->kind, HR_FAULT_STACK_EXHAUSTED);
		assert_int_equal(fault->stack.count, HR_WIRE_FRAMES);
		hr_stack_refill(0);
	}
	depth = 10000; /* a deep one that ends */
	as_unit_expect(recurse_for_ever, arguments, HR_WIRE_NORMAL);
	hr_stack_refill(0);
}

size_t hr_gate_strlen(const char *text);

static size_t AS_UNIT recurse_with_gate(const char *text)
{
	char frame[200];
	__asm__ volatile("" : "=m"(frame));
	size_t sum = hr_gate_strlen(text) == 0 ? 0 : recurse_with_gate(text);
	__asm__ volatile("" : "+m"(frame));
	return sum;
}

static void AS_UNIT ask_for_ever(void **arguments, void *result)
{
	*(size_t *)result = recurse_with_gate(arguments[0]);
}

/* A gate function is not left half done: it does not begin where the stack ends, and the worker can go on. */
static void test_signals__exhausted_stack_in_gate(void **state)
{
	(void)state;
	char text[] = "text";
	void *arguments[] = { text };
	set_handlers();
	hr_runtime.suspicion = 0;
	for (int i = 0; i < 3; i++) {
		as_unit_expect(ask_for_ever, arguments, HR_WIRE_FAULT);
		assert_int_equal(fault->kind, HR_FAULT_STACK_EXHAUSTED);
		assert_int_equal(hr_runtime.suspicion, 0);
		hr_stack_refill(0);
	}
}

static void in_libc(void **arguments, void *result)
{
	(void)result;
	memset(arguments[0], 0, 1 << 20);
}

static void test_signals__outside_the_unit_is_suspect(void **state)
{
	(void)state;
	set_handlers();
	void *arguments[] = { (void *)0x123456789000 };
	as_unit_expect(in_libc, arguments, HR_WIRE_FAULT);
	assert_true(hr_runtime.suspicion);
	assert_int_equal(fault->kind, HR_FAULT_WILD);
	assert_int_equal(fault->access, HR_ACCESS_WRITE);
}

static void test_signals__not_inside_ends_the_worker(void **state)
{
	(void)state;
	pid_t child = fork();
	if (child == 0) {
		set_handlers();
		close(STDERR_FILENO);
		*(volatile char *)0x123456789000 = 1;
		_exit(0);
	}
	int status = 0;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 70);
}

static void test_signals__mask_and_errno_are_kept(void **state)
{
	(void)state;
	set_handlers();
	for (int i = 0; i < 3; i++) /* a blocked SIGSEGV would kill */
		expect_at(read_there, 0, HR_FAULT_NULL, HR_ACCESS_READ);
	sigset_t mask;
	assert_int_equal(sigprocmask(SIG_SETMASK, NULL, &mask), 0);
	assert_false(sigismember(&mask, SIGSEGV));
	hr_stack_refill(0);
	errno = EDOM;
	unsigned depth = 10000;
	void *arguments[] = { &depth };
	as_unit_expect(recurse_for_ever, arguments, HR_WIRE_NORMAL);
	assert_int_equal(errno, EDOM);
}

static void AS_UNIT spin(void **arguments, void *result)
{
	(void)result;
	volatile bool *stop = arguments[0];
	while (!*stop)
		;
}

static void test_signals__hang(void **state)
{
	(void)state;
	set_handlers();
	bool stop = false;
	void *arguments[] = { &stop };
	for (int i = 0; i < 2; i++) {
		hr_signals_limit(20);
		as_unit_expect(spin, arguments, HR_WIRE_HANG);
		assert_int_equal(hr_runtime.suspicion, 0);
		assert_int_equal(fault->kind, HR_FAULT_NONE);
		assert_true(as_unit_frame_is_in(&fault->stack, 0, (uintptr_t)spin));
	}
	hr_signals_limit(0);
}

static __attribute__((noinline)) void spin_outside(void **arguments, void *result)
{
	(void)result;
	for (volatile long i = 0; i < *(long *)arguments[0]; i++)
		;
}

static void test_signals__hang_outside_is_suspect_after_a_grace(void **state)
{
	(void)state;
	set_handlers();
	long most = 1L << 60;
	void *arguments[] = { &most };
	hr_signals_limit(10);
	as_unit_expect(spin_outside, arguments, HR_WIRE_HANG);
	assert_true(hr_runtime.suspicion);
	hr_signals_limit(0);
	most = 100000000;
	as_unit_expect(spin_outside, arguments, HR_WIRE_NORMAL); /* no limit */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signals__bad_accesses),
		cmocka_unit_test(test_signals__calls_through_bad_pointers),
		cmocka_unit_test(test_signals__shadow_of_a_wild_address),
		cmocka_unit_test(test_signals__other_signals),
		cmocka_unit_test(test_signals__exhausted_stack),
		cmocka_unit_test(test_signals__exhausted_stack_in_gate),
		cmocka_unit_test(test_signals__outside_the_unit_is_suspect),
		cmocka_unit_test(test_signals__not_inside_ends_the_worker),
		cmocka_unit_test(test_signals__mask_and_errno_are_kept),
		cmocka_unit_test(test_signals__hang),
		cmocka_unit_test(test_signals__hang_outside_is_suspect_after_a_grace),
	};
	return cmocka_run_group_tests(tests, as_unit_set_up, NULL);
}
