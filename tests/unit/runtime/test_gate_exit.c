/* Gates of exit and its kin, of exit handlers, abort and assertions, and of messages that end the process. */
#include "gate_testing.h"

#include "runtime/gate_state.h"

#include <err.h>
#include <error.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

GATE(exit);
GATE(_exit);
GATE(_Exit);
GATE(quick_exit);
GATE(atexit);
GATE(at_quick_exit);
GATE(on_exit);
GATE(abort);
GATE(signal);
GATE(errx);
GATE(warn);
GATE(error);
extern void hr_gate___assert_fail(const char *, const char *, unsigned, const char *);
extern void hr_gate___cxa_atexit(void (*)(void *), void *, void *);

/* What the handlers did, in order. */
static char trace[16];

static void note(char what)
{
	const size_t length = strlen(trace);
	trace[length] = what;
	trace[length + 1] = '\0';
}

static void note_a(void)
{
	note('a');
}

static void note_b(void)
{
	note('b');
}

static void note_more(void)
{
	note('m');
	hr_gate_atexit(note_a);
}

static void note_argument(void *argument)
{
	note(*(char *)argument);
}

static void note_status(int code, void *argument)
{
	note((char)('0' + code));
	note_argument(argument);
}

/* Runs it as the unit, which must end with that status and code. */
static void expect_end(void (*body)(void), enum hr_wire_status status, enum hr_wire_fault_kind kind, int code)
{
	assert_true(leaves(body));
	assert_int_equal(hr_runtime.status, status);
	assert_int_equal(hr_runtime.fault.kind, kind);
	assert_int_equal(hr_runtime.fault.code, code);
}

CASE(exit_three)
{
	hr_gate_atexit(note_a);
	hr_gate_atexit(note_b);
	hr_gate_exit(3);
}

CASE(exit_large)
{
	hr_gate_exit(-1);
}

CASE(exit_at_once)
{
	hr_gate_atexit(note_a);
	hr_gate__exit(4);
}

CASE(exit_of_c11)
{
	hr_gate_atexit(note_a);
	hr_gate__Exit(5);
}

CASE(exit_quickly)
{
	hr_gate_atexit(note_a);
	hr_gate_at_quick_exit(note_b);
	hr_gate_quick_exit(6);
}

static void test_exit__leaves_with_the_code(void **state)
{
	(void)state;
	expect_end(exit_three, HR_WIRE_EXIT, HR_FAULT_EXIT, 3);
	assert_string_equal(hr_runtime.fault.function, "exit");
	after_case();
	expect_end(exit_large, HR_WIRE_EXIT, HR_FAULT_EXIT, 255);
	after_case();
	expect_end(exit_at_once, HR_WIRE_EXIT, HR_FAULT_EXIT, 4);
	assert_int_equal(hr_gate_atexit_count(), 0);
	after_case();
	expect_end(exit_of_c11, HR_WIRE_EXIT, HR_FAULT_EXIT, 5);
	assert_int_equal(hr_gate_atexit_count(), 0);
	after_case();
	trace[0] = '\0';
	expect_end(exit_quickly, HR_WIRE_EXIT, HR_FAULT_EXIT, 6);
	hr_gate_run_atexit();
	assert_string_equal(trace, "b");
	after_case();
}

static void test_exit__handlers_run_backwards_and_once(void **state)
{
	(void)state;
	static char letter = 'x';
	trace[0] = '\0';
	hr_gate_atexit(note_b);
	hr_gate_atexit(note_more);
	hr_gate_on_exit(note_status, &letter);
	hr_gate___cxa_atexit(note_argument, &letter, NULL);
	assert_int_equal(hr_gate_atexit_count(), 4);
	hr_gate_run_atexit();
	assert_string_equal(trace, "x0xmab");
	assert_int_equal(hr_gate_atexit_count(), 0);
	hr_gate_run_atexit();
	assert_string_equal(trace, "x0xmab");
	after_case();
}

static void test_exit__handlers_are_forgotten(void **state)
{
	(void)state;
	hr_gate_atexit(note_a);
	hr_gates_reset();
	assert_int_equal(hr_gate_atexit_count(), 0);
	for (int i = 0; i < 64; i++)
		assert_int_equal(hr_gate_atexit(note_a), 0);
	assert_int_not_equal(hr_gate_atexit(note_a), 0);
	hr_gates_reset();
}

/* What a constructor of the unit registered comes back. */
static void test_exit__the_mark_stays(void **state)
{
	(void)state;
	hr_gate_atexit(note_a);
	hr_gate_states_mark();
	hr_gate_atexit(note_b);
	assert_int_equal(hr_gate_atexit_count(), 2);
	hr_gates_reset();
	assert_int_equal(hr_gate_atexit_count(), 1);
	trace[0] = '\0';
	hr_gate_run_atexit();
	assert_string_equal(trace, "a");
	hr_gate_states_mark();
}

static void note_signal(int number)
{
	note(number == SIGABRT ? 's' : '?');
}

CASE(abort_plainly)
{
	hr_gate_abort();
}

CASE(abort_with_handler)
{
	hr_gate_signal(SIGABRT, note_signal);
	hr_gate_abort();
}

CASE(abort_ignored)
{
	hr_gate_signal(SIGABRT, SIG_IGN);
	hr_gate_abort();
}

static void test_exit__abort_is_a_fault(void **state)
{
	(void)state;
	trace[0] = '\0';
	expect_end(abort_plainly, HR_WIRE_FAULT, HR_FAULT_ABORT, SIGABRT);
	assert_string_equal(trace, "");
	after_case();
	expect_end(abort_with_handler, HR_WIRE_FAULT, HR_FAULT_ABORT, SIGABRT);
	assert_string_equal(trace, "s");
	after_case();
	expect_end(abort_ignored, HR_WIRE_FAULT, HR_FAULT_ABORT, SIGABRT);
	after_case();
}

CASE(assert_something)
{
	hr_gate___assert_fail("left < right", "tree.c", 42, "insert");
}

CASE(assert_freed_text)
{
	char *expression = text("gone");
	hr_arena_free(expression, "free");
	hr_gate___assert_fail(expression, "tree.c", 42, "insert");
}

static void test_exit__assertions_tell_where(void **state)
{
	(void)state;
	expect_end(assert_something, HR_WIRE_FAULT, HR_FAULT_ASSERT, 0);
	assert_string_equal(hr_runtime.fault.text, "left < right");
	assert_string_equal(hr_runtime.fault.file, "tree.c");
	assert_int_equal(hr_runtime.fault.line, 42);
	after_case();
	expect_end(assert_freed_text, HR_WIRE_FAULT, HR_FAULT_USE_AFTER_FREE, 0);
	after_case();
}

CASE(end_with_message)
{
	hr_gate_errx(7, "%s", text("bad luck"));
}

CASE(end_with_bad_message)
{
	char *message = text("gone");
	hr_arena_free(message, "free");
	hr_gate_errx(7, "%s", message);
}

CASE(report_and_go_on)
{
	hr_gate_warn("%d", 1);
	hr_gate_error(0, 2, "%d", 3);
}

CASE(report_and_end)
{
	hr_gate_error(8, 0, "%d", 3);
}

static void test_exit__messages_end_with_their_code(void **state)
{
	(void)state;
	expect_end(end_with_message, HR_WIRE_EXIT, HR_FAULT_EXIT, 7);
	after_case();
	expect_end(end_with_bad_message, HR_WIRE_FAULT, HR_FAULT_USE_AFTER_FREE, 0);
	after_case();
	assert_false(leaves(report_and_go_on));
	after_case();
	expect_end(report_and_end, HR_WIRE_EXIT, HR_FAULT_EXIT, 8);
	after_case();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exit__leaves_with_the_code),
		cmocka_unit_test(test_exit__handlers_run_backwards_and_once),
		cmocka_unit_test(test_exit__handlers_are_forgotten),
		cmocka_unit_test(test_exit__the_mark_stays),
		cmocka_unit_test(test_exit__abort_is_a_fault),
		cmocka_unit_test(test_exit__assertions_tell_where),
		cmocka_unit_test(test_exit__messages_end_with_their_code),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
