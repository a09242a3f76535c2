/* Gates of longjmp: jumps that are allowed, and those to where nobody waits. */
#include "gate_testing.h"

#include <signal.h>
#include <ucontext.h>

GATE(longjmp);
GATE(siglongjmp);
GATE(signal);
GATE(raise);
extern void hr_gate_getcontext(void);

static jmp_buf target;
static sigjmp_buf signal_target;
static volatile int landed;

static __attribute__((noinline)) void jump_from_below(int depth)
{
	volatile char room_on_the_stack[256];
	room_on_the_stack[0] = (char)depth;
	if (depth > 0)
		jump_from_below(depth - 1);
	hr_gate_longjmp(target, 5 + room_on_the_stack[0]);
}

CASE(jump_up)
{
	landed = setjmp(target);
	if (!landed)
		jump_from_below(10);
}

CASE(jump_within_the_frame)
{
	landed = setjmp(target);
	if (!landed)
		hr_gate_longjmp(target, 0);
}

CASE(jump_with_mask)
{
	landed = sigsetjmp(signal_target, 1);
	if (!landed)
		hr_gate_siglongjmp(signal_target, 9);
}

static void test_jump__lands_where_setjmp_was(void **state)
{
	(void)state;
	landed = 0;
	assert_false(leaves(jump_up));
	assert_int_equal(landed, 5);
	after_case();
	assert_false(leaves(jump_within_the_frame));
	assert_int_equal(landed, 1); /* 0 becomes 1 */
	after_case();
	assert_false(leaves(jump_with_mask));
	assert_int_equal(landed, 9);
	after_case();
}

static volatile int left;

static void leave_handler(int number)
{
	hr_gate_siglongjmp(signal_target, number);
}

static void raise_thrice(int saves_mask)
{
	hr_gate_signal(SIGUSR1, leave_handler);
	for (volatile int i = 0; i < 3; i++) {
		if (sigsetjmp(signal_target, saves_mask))
			left++;
		else
			hr_gate_raise(SIGUSR1);
	}
}

CASE(leave_handlers_with_mask)
{
	raise_thrice(1);
}

CASE(leave_handlers_without_mask)
{
	raise_thrice(0);
}

static void test_jump__out_of_a_handler_lets_its_signal_through(void **state)
{
	(void)state;
	left = 0;
	assert_false(leaves(leave_handlers_with_mask));
	assert_int_equal(left, 3);
	after_case();
	left = 0;
	assert_false(leaves(leave_handlers_without_mask));
	assert_int_equal(left, 1); /* it stays blocked */
	after_case();
}

static volatile uintptr_t poisoned_low;

static __attribute__((noinline)) void poison_and_jump(void)
{
	char array[64] __attribute__((aligned(32)));
	hr_shadow_close((uintptr_t)array, sizeof array, HR_SHADOW_STACK_LEFT);
	poisoned_low = (uintptr_t)array;
	hr_gate_longjmp(target, 1);
}

CASE(jump_over_redzones)
{
	if (!setjmp(target))
		poison_and_jump();
}

static void test_jump__clears_the_shadow_of_what_is_left(void **state)
{
	(void)state;
	assert_false(leaves(jump_over_redzones));
	assert_false(hr_shadow_is_bad((const void *)poisoned_low, 64));
	after_case();
}

static __attribute__((noinline)) int fill_and_return(void)
{
	volatile char room_on_the_stack[512];
	room_on_the_stack[0] = 0;
	return setjmp(target) + room_on_the_stack[0];
}

CASE(jump_to_a_frame_below)
{
	fill_and_return();
	hr_gate_longjmp(target, 1);
}

static __attribute__((noinline)) void jump_from_deep(int depth)
{
	volatile char room_on_the_stack[4096];
	room_on_the_stack[0] = (char)depth;
	hr_gate_longjmp(target, 1 + room_on_the_stack[0]);
}

CASE(jump_to_a_frame_that_is_gone)
{
	fill_and_return();
	jump_from_deep(1);
}

CASE(jump_to_nothing)
{
	memset(target, 0, sizeof target);
	hr_gate_longjmp(target, 1);
}

CASE(jump_to_fill)
{
	hr_gate_longjmp(room(sizeof(jmp_buf)), 1);
}

CASE(jump_through_a_small_buffer)
{
	hr_gate_longjmp(room(64), 1);
}

CASE(jump_through_null)
{
	struct __jmp_buf_tag *volatile nowhere = NULL;
	hr_gate_longjmp(nowhere, 1);
}

static void test_jump__reports_bad_ones(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "into a frame below", jump_to_a_frame_below, HR_FAULT_BAD_JUMP },
		{ "into a frame that is gone", jump_to_a_frame_that_is_gone, HR_FAULT_BAD_JUMP },
		{ "through zeros", jump_to_nothing, HR_FAULT_BAD_JUMP },
		{ "through fresh memory", jump_to_fill, HR_FAULT_BAD_JUMP },
		{ "through a buffer that is too small", jump_through_a_small_buffer, HR_FAULT_HEAP_OVERFLOW },
		{ "through NULL", jump_through_null, HR_FAULT_NULL },
	};
	check_cases(cases, COUNT(cases));
}

CASE(get_a_context)
{
	hr_gate_getcontext();
}

static void test_jump__contexts_are_refused(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "getcontext", get_a_context, HR_FAULT_REFUSED_CALL },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_jump__lands_where_setjmp_was),
		cmocka_unit_test(test_jump__out_of_a_handler_lets_its_signal_through),
		cmocka_unit_test(test_jump__clears_the_shadow_of_what_is_left),
		cmocka_unit_test(test_jump__reports_bad_ones),
		cmocka_unit_test(test_jump__contexts_are_refused),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
