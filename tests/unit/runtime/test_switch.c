/* The way onto the unit's stack and back, and what is left of a sequence on it. */
#include "as_unit.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>

static void AS_UNIT add(void **arguments, void *result)
{
	*(long *)result = *(long *)arguments[0] + *(long *)arguments[1];
}

static void test_switch__call_passes_arguments_and_result(void **state)
{
	(void)state;
	long left = 40, right = 2, result = 0;
	void *arguments[] = { &left, &right };
	assert_int_equal(hr_switch_call(add, arguments, &result), 0);
	assert_int_equal(result, 42);
}

static uintptr_t seen_stack;
static bool was_inside;

static void AS_UNIT look(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	char local = 0;
	seen_stack = (uintptr_t)&local;
	was_inside = hr_runtime.inside;
}

static void test_switch__unit_runs_on_its_own_stack(void **state)
{
	(void)state;
	as_unit_expect(look, NULL, HR_WIRE_NORMAL);
	assert_true(hr_range_has(hr_runtime.unit_stack, seen_stack));
	assert_true(was_inside);
	assert_false(hr_runtime.inside);
}

static volatile bool is_done = true;

static void AS_UNIT leave_from_deep(unsigned depth)
{
	char frame[100];
	__asm__ volatile("" : "=m"(frame));
	if (depth > 0)
		leave_from_deep(depth - 1);
	else if (is_done)
		hr_leave(HR_WIRE_EXIT);
	__asm__ volatile("" : "+m"(frame)); /* no tail call */
}

static void AS_UNIT leave(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	leave_from_deep(20);
}

static void test_switch__leave_restores_registers(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		/* values that the compiler keeps in callee-saved registers over the call */
		register long a __asm__("rbx") = 1 + i;
		register long b __asm__("r12") = 2 + i;
		register long c __asm__("r15") = 3 + i;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c));
		as_unit_expect(leave, NULL, HR_WIRE_EXIT);
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c));
		assert_int_equal(a + b + c, 6 + 3 * i);
	}
}

/* Rounding, in both units: 0 to nearest, 1 down, 2 up. */
static void AS_UNIT set_rounding(unsigned mode)
{
	uint32_t mxcsr = 0x1f80 | mode << 13;
	uint16_t x87 = (uint16_t)(0x37f | mode << 10);
	__asm__ volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(mxcsr), "m"(x87));
}

static void assert_usual_modes(void)
{
	uint32_t mxcsr;
	uint16_t x87;
	unsigned long flags;
	__asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(x87));
	__asm__ volatile("pushfq\n\tpopq %0" : "=r"(flags));
	assert_int_equal(mxcsr & 0xffc0, 0x1f80);
	assert_int_equal(x87, 0x37f);
	assert_int_equal(flags & 0x40500, 0); /* direction, alignment checks, single steps */
}

static void AS_UNIT disturb(void **arguments, void *result)
{
	(void)result;
	set_rounding(2);
	__asm__ volatile("fldpi\n\tfldpi\n\tfldpi\n\tstd");
	if (arguments)
		hr_leave(HR_WIRE_EXIT);
	__asm__ volatile("cld\n\tfninit");
	set_rounding(1);
}

static void AS_UNIT flush_to_zero(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	uint32_t mxcsr = 0x9fc0;
	__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
}

/* As assembly that is wrong leaves them: no compiler would. */
static void AS_UNIT return_with_flags(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	__asm__ volatile("pushfq\n\torq $0x40400, (%%rsp)\n\tpopfq" : : : "memory", "cc");
}

static void AS_UNIT return_with_full_registers(void **arguments, void *result)
{
	(void)arguments;
	(void)result;
	__asm__ volatile("fld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1");
}

static void test_switch__flags_and_registers_of_the_processor_come_back(void **state)
{
	(void)state;
	volatile long double one = 1.0L;
	as_unit_expect(return_with_flags, NULL, HR_WIRE_NORMAL);
	assert_usual_modes();
	as_unit_expect(return_with_full_registers, NULL, HR_WIRE_NORMAL);
	hr_stack_restart(0);
	assert_true(one + one == 2.0L);
}

static void test_switch__floating_point_modes_come_back(void **state)
{
	(void)state;
	void *arguments[1] = { NULL };
	for (int i = 0; i < 8; i++) { /* often enough to fill the x87 stack, were it not emptied */
		as_unit_expect(disturb, arguments, HR_WIRE_EXIT);
		assert_usual_modes();
	}
	as_unit_expect(disturb, NULL, HR_WIRE_NORMAL);
	assert_usual_modes();
	as_unit_expect(flush_to_zero, NULL, HR_WIRE_NORMAL);
	hr_stack_restart(0);
	assert_usual_modes();
	volatile long double one = 1.0L;
	assert_true(one + one == 2.0L);
}

static unsigned char AS_UNIT peek_deep(unsigned depth)
{
	unsigned char frame[4096];
	__asm__ volatile("" : "=m"(frame)); /* it holds what it holds */
	if (depth > 0) {
		unsigned char below = peek_deep(depth - 1);
		__asm__ volatile("" : "+m"(frame));
		return below;
	}
	for (unsigned i = 1; i < sizeof frame; i++)
		if (frame[i] != frame[0])
			return 0;
	unsigned char same = frame[0];
	memset(frame, 0x77, sizeof frame);
	__asm__ volatile("" : "+m"(frame));
	return same;
}

/* arguments[0]: how deep; the byte that fills the lowest frame goes to the result, 0 when it is not the same all over */
static void AS_UNIT peek(void **arguments, void *result)
{
	*(long *)result = peek_deep((unsigned)*(long *)arguments[0]);
}

static long peeked(long depth)
{
	long result = 0;
	void *arguments[] = { &depth };
	assert_int_equal(hr_switch_call(peek, arguments, &result), 0);
	return result;
}

static void test_switch__refill_leaves_no_trace(void **state)
{
	(void)state;
	hr_stack_refill(0xbe);
	assert_int_equal(peeked(0), 0xbe);
	hr_stack_refill(0x41);
	assert_int_equal(peeked(0), 0x41);
	hr_stack_refill(0x41);
	assert_int_equal(peeked(0), 0x41);
}

static void test_switch__refill_reaches_what_grew(void **state)
{
	(void)state;
	assert_int_equal(hr_signals_install(), 0); /* here: cmocka puts its own handlers in place before each test */
	for (int i = 0; i < 100; i++) {            /* the window grows meanwhile */
		uint8_t fill = i & 1 ? 0xbe : 0x41;
		hr_stack_refill(fill);
		assert_int_equal(peeked(10), fill);
		hr_stack_refill(fill);
		assert_int_equal(peeked(300), fill); /* more than a megabyte */
	}
	hr_stack_refill(0xbe);
	assert_true(hr_runtime.unit_stack.end - hr_stack_lowest() <= 64 << 10);
}

static void test_switch__refill_and_leave_clear_the_shadow(void **state)
{
	(void)state;
	hr_stack_refill(0);
	uintptr_t at = hr_runtime.unit_stack.end - 1024;
	hr_shadow_close(at, 64, HR_SHADOW_STACK_LEFT);
	assert_true(hr_shadow_is_bad((void *)at, 1));
	hr_stack_refill(0);
	assert_false(hr_shadow_is_bad((void *)at, 64));

	hr_shadow_close(at, 64, HR_SHADOW_STACK_LEFT);
	as_unit_expect(leave, NULL, HR_WIRE_EXIT);
	assert_false(hr_shadow_is_bad((void *)at, 64));
}

static void test_switch__forget_spares_what_is_below(void **state)
{
	(void)state;
	uintptr_t at = hr_runtime.unit_stack.end - 1024;
	hr_shadow_close(at, 128, HR_SHADOW_STACK_LEFT);
	hr_stack_forget(at + 64);
	assert_true(hr_shadow_is_bad((void *)at, 1));
	assert_false(hr_shadow_is_bad((void *)(at + 64), 64));
	hr_stack_refill(0);
}

static void test_switch__leaving_what_was_not_entered_ends_the_worker(void **state)
{
	(void)state;
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		hr_leave(HR_WIRE_EXIT);
	}
	int status = 0;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 70);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_switch__call_passes_arguments_and_result),
		cmocka_unit_test(test_switch__unit_runs_on_its_own_stack),
		cmocka_unit_test(test_switch__leave_restores_registers),
		cmocka_unit_test(test_switch__floating_point_modes_come_back),
		cmocka_unit_test(test_switch__flags_and_registers_of_the_processor_come_back),
		cmocka_unit_test(test_switch__refill_leaves_no_trace),
		cmocka_unit_test(test_switch__refill_reaches_what_grew),
		cmocka_unit_test(test_switch__refill_and_leave_clear_the_shadow),
		cmocka_unit_test(test_switch__forget_spares_what_is_below),
		cmocka_unit_test(test_switch__leaving_what_was_not_entered_ends_the_worker),
	};
	return cmocka_run_group_tests(tests, as_unit_set_up, NULL);
}
