/* Certification: whom compilers blame, why a test fails, what is told of it. */
#include "app/certify_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char file[] = "#include <assert.h>\n"
			   "static int callback1(void)\n"
			   "{\n"
			   "\treturn 1;\n"
			   "}\n"
			   "static void test_a(void)\n"
			   "{\n"
			   "\tassert(a() == 1);\n"
			   "}\n"
			   "\n"
			   "static void test_ab(void)\n"
			   "{\n"
			   "\tassert(b() == 1);\n"
			   "}\n";

static const struct hr_test tests[] = { { .name = "test_a" }, { .name = "test_ab" } };

/* Expects that so many are blamed: bits by test. */
static void assert_blames(const char *said, unsigned expected, bool is_clean)
{
	bool is_blamed[2] = { false, false };
	bool found = true;
	hr_certify_blame(is_blamed, &found, tests, 2, said, "test_x.c", file);
	assert_int_equal(is_blamed[0] | is_blamed[1] << 1, expected);
	assert_int_equal(found, is_clean);
}

static void test_certify__lines_tell_who_is_to_blame(void **state)
{
	(void)state;
	assert_blames("", 0, true);
	assert_blames("test_x.c:8:9: error: 'a' undeclared\n", 1, false);
	assert_blames("test_x.c:13:9: warning: unused variable 'b' [-Wunused]\n", 2, false);
	assert_blames("x\ntest_x.c:8:9: warning: a\n  8 | text\ntest_x.c:13:1: error: b\n", 3, false);
	/* a helper's line, or that of a blank between two tests, is nobody's, but something is wrong */
	assert_blames("test_x.c:4:9: error: no\n", 0, false);
	assert_blames("test_x.c:10:1: error: no\n", 0, false);
	/* of another file, or a remark only */
	assert_blames("test_y.c:8:9: error: 'a' undeclared\n", 0, true);
	assert_blames("/usr/include/lib.h:8:9: warning: strange\n", 0, true);
	assert_blames("test_x.c:8:9: note: declared here\n", 0, true);
	assert_blames("test_x.c: In function 'test_a':\n", 0, true);
}

static void test_certify__what_headers_are_the_reason_for_is_nobodys(void **state)
{
	(void)state;
	assert_blames("test_x.c:8:9: warning: 'a' is deprecated [-Wdeprecated-declarations]\n", 0, true);
	assert_blames("test_x.c:8:9: warning: comparison\n"
		      "    8 |   A();\n"
		      "lib.h:3:1: note: expanded from macro 'A'\n",
		      0, true);
	/* the note belongs to the second one */
	assert_blames("test_x.c:8:9: warning: comparison\n"
		      "test_x.c:13:9: warning: comparison\n"
		      "lib.h:3:1: note: expanded from macro 'A'\n",
		      1, false);
	assert_blames("test_x.c:8:9: warning: comparison\n"
		      "test_x.c:1:1: note: expanded from macro 'OURS'\n",
		      1, false);
}

/* gcc: the error stands where the macro is written, and a note where it is used. */
static void test_certify__errors_in_macros(void **state)
{
	(void)state;
	static const char error[] = "/usr/include/lib.h:8:50: error: lvalue required as left operand of assignment\n"
				    "    8 | #define A(x)  ((x) |= 1)\n"
				    "test_x.c:13:2: note: in expansion of macro 'A'\n";
	static const char warning[] = "/usr/include/lib.h:8:50: warning: strange\n"
				      "test_x.c:13:2: note: in expansion of macro 'A'\n";
	assert_blames(error, 2, false);
	assert_blames(warning, 0, true);
	assert_blames("/usr/include/lib.h:8:50: error: no\n/usr/include/lib.h:9:1: note: declared here\n", 0, true);
}

static void test_certify__linkers_name_functions(void **state)
{
	(void)state;
	assert_blames("/usr/bin/ld: test_x.o: in function `test_ab':\n"
		      "test_x.c:(.text+0x13): undefined reference to `b'\n",
		      2, false);
	assert_blames("/usr/bin/ld: 1-lib.o: in function `test_abc':\n", 0, true);
}

static const char *reason_of(const char *errors, int exit_code, bool timed_out)
{
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	hr_strbuf_addstr(&result.errors, errors);
	result.exit_code = exit_code;
	result.timed_out = timed_out;
	const char *why = hr_certify_reason(&result);
	hr_process_result_release(&result);
	return why;
}

static void test_certify__reasons(void **state)
{
	(void)state;
	assert_string_equal(
		reason_of("==1== 5 bytes in 1 blocks are definitely lost in loss record 1 of 1\n", 1, false), "leaks");
	assert_string_equal(reason_of("==1== Invalid read of size 1\n", 1, false), "invalid use of memory");
	assert_string_equal(reason_of("==1== Conditional jump depends on uninitialised value(s)\n", 1, false),
			    "uses memory before anything is written there");
	assert_string_equal(reason_of("test_x: a.c:3: f: Assertion `a == 1' failed.\n", 1, false), "differs");
	assert_string_equal(reason_of("", 1, false), "fails");
	assert_string_equal(reason_of("", 0, false), "differs now and then");
	assert_string_equal(reason_of("", 1, true), "takes too long");
}

static void test_certify__tap(void **state)
{
	(void)state;
	const char *output = "ok 1 - test_a\nnot ok 2 - test_ab\n1..2\n";
	assert_int_equal(hr_tap_tells(output, "test_a"), HR_TAP_PASSED);
	assert_int_equal(hr_tap_tells(output, "test_ab"), HR_TAP_FAILED);
	assert_int_equal(hr_tap_tells(output, "test_b"), HR_TAP_NOTHING);
	assert_int_equal(hr_tap_tells(output, "a"), HR_TAP_NOTHING);
	assert_int_equal(hr_tap_tells("", "test_a"), HR_TAP_NOTHING);
}

/* Who is ended together with the others has not failed. */
static void test_certify__what_was_ended_is_not_known(void **state)
{
	(void)state;
	static const char *const names[] = { "test_a", "test_b", "test_c", "test_d" };
	const char *output = "ok 1 - test_a\nnot ok 2 - test_b\nnot ok 3 - test_c\n";
	enum hr_tap told[4];
	hr_tap_take(told, output, names, 4, false);
	assert_int_equal(told[0], HR_TAP_PASSED);
	assert_int_equal(told[1], HR_TAP_FAILED);
	assert_int_equal(told[2], HR_TAP_FAILED);
	assert_int_equal(told[3], HR_TAP_NOTHING);
	hr_tap_take(told, output, names, 4, true);
	assert_int_equal(told[1], HR_TAP_FAILED);
	assert_int_equal(told[2], HR_TAP_NOTHING);
	hr_tap_take(told, "ok 1 - test_a\n", names, 4, true);
	assert_int_equal(told[0], HR_TAP_PASSED);
	assert_int_equal(told[1], HR_TAP_NOTHING);
}

static void test_certify__a_step_for_some_tests_is_told_as_such(void **state)
{
	(void)state;
	struct hr_certificate certificate = HR_CERTIFICATE_INIT;
	struct hr_certifying certifying = { .count = 600, .out = &certificate };
	hr_certify_tell(&certifying, "valgrind", 96);
	hr_certify_tell(&certifying, "sanitizers of clang", 600);
	hr_certify_tell(&certifying, "clang", 599);
	hr_certify_tell(&certifying, "gcc", 0);
	assert_int_equal(certificate.done.count, 3);
	assert_string_equal(certificate.done.data[0], "valgrind for 96 of 600 tests");
	assert_string_equal(certificate.done.data[1], "sanitizers of clang");
	assert_string_equal(certificate.done.data[2], "clang for 599 of 600 tests");
	assert_int_equal(certificate.not_done.count, 3);
	assert_string_equal(certificate.not_done.data[0], "valgrind for 504 tests (no time)");
	assert_string_equal(certificate.not_done.data[1], "clang for 1 test (no time)");
	assert_string_equal(certificate.not_done.data[2], "gcc (no time)");
	hr_certificate_release(&certificate);
}

static void test_certify__left_out_is_counted_by_reason(void **state)
{
	(void)state;
	struct hr_test three[] = {
		{ .name = "test_a" }, { .name = "test_b" }, { .name = "test_c" }, { .name = "test_d" }
	};
	const char *why[] = { "leaks", NULL, "fails", "leaks" };
	const bool fine[] = { false, true, false, false };
	struct hr_certificate certificate = HR_CERTIFICATE_INIT;
	struct hr_certifying certifying = { .tests = three, .count = 4, .out = &certificate };
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_certificate_reasons(&text, &certificate);
	assert_string_equal(text.data, "");
	hr_certify_leave_out(&certifying, fine, why, "differs");
	assert_int_equal(certifying.count, 1);
	assert_string_equal(three[0].name, "test_b");
	assert_int_equal(certificate.left_out.count, 3);
	hr_certificate_reasons(&text, &certificate);
	assert_string_equal(text.data, "2 leaks, 1 fails");
	hr_strbuf_release(&text);
	hr_certificate_release(&certificate);
}

static const char checked[] = "static void helper(void)\n"
			      "{\n"
			      "\tassert(0);\n"
			      "}\n"
			      "static void test_one(void)\n"
			      "{\n"
			      "\tint result = f(&x);\n"
			      "\tassert(result == 1);\n"
			      "\tassert(x == 2);\n"
			      "}\n";

/* What is left of a test with two checks when this is said; numbers as in the text. */
static void assert_left(const char *said, bool is_dropped, size_t count, int64_t first)
{
	struct hr_assertion checks[2] = { { .part = "", .number = 1 }, { .part = ".x", .number = 2 } };
	struct hr_value value = { .statement = 0 };
	struct hr_statement call = { .kind = HR_STATEMENT_CALL, .value = 0 };
	struct hr_sequence sequence = { .statements = { .data = &call, .count = 1 },
					.values = { .data = &value, .count = 1 } };
	struct hr_test test = { .name = "test_one", .sequence = &sequence, .checks = { .data = checks, .count = 2 } };
	assert_int_equal(hr_certify_drop_check(&test, 1, 0, "test_x.c", checked, said), is_dropped);
	assert_int_equal(test.checks.count, count);
	assert_int_equal(test.checks.data[0].number, first);
	if (is_dropped) { /* the last one stays: without it there is no test */
		assert_false(hr_certify_drop_check(&test, 1, 0, "test_x.c", checked, said));
		assert_int_equal(test.checks.count, 1);
	}
}

static void test_certify__what_loses_memory_is_looked_at_first(void **state)
{
	(void)state;
	struct hr_test some[] = { { .name = "a" },
				  { .name = "b", .is_untidy = true },
				  { .name = "c", .watched = 1 },
				  { .name = "d" },
				  { .name = "e", .is_untidy = true } };
	struct hr_certifying certifying = { .tests = some, .count = 5 };
	bool wanted[5];
	assert_int_equal(hr_certify_next(wanted, &certifying, 3), 3);
	assert_true(wanted[0] && wanted[1] && !wanted[2] && !wanted[3] && wanted[4]);
	assert_int_equal(hr_certify_next(wanted, &certifying, 1), 1);
	assert_true(wanted[1]);
	assert_int_equal(hr_certify_next(wanted, &certifying, 9), 4);
	assert_false(wanted[2]);
}

static void test_certify__what_loses_memory_stays_only_when_somebody_looked_on(void **state)
{
	(void)state;
	struct hr_test some[] = { { .name = "a" },
				  { .name = "b", .is_untidy = true },
				  { .name = "c", .is_untidy = true, .watched = 2 } };
	struct hr_certificate certificate = HR_CERTIFICATE_INIT;
	struct hr_certifying certifying = { .tests = some, .count = 3, .out = &certificate };
	hr_certify_leave_untidy(&certifying);
	assert_int_equal(certifying.count, 2);
	assert_string_equal(some[0].name, "a");
	assert_string_equal(some[1].name, "c");
	assert_int_equal(certificate.left_out.count, 1);
	assert_string_equal(certificate.left_out.data[0].test, "b");
	hr_certificate_release(&certificate);
}

static void test_certify__an_assertion_that_does_not_hold_goes_before_its_test(void **state)
{
	(void)state;
	assert_left("test_x: test_x.c:8: test_one: Assertion `result == 1' failed.\n", true, 1, 2);
	assert_left("noise\ntest_x: test_x.c:9: test_one: Assertion `x == 2' failed.\n", true, 1, 1);
	assert_left("test_x: test_x.c:3: helper: Assertion `0' failed.\n", false, 2, 1);
	assert_left("library.c:9: f: Assertion `x' failed.\n", false, 2, 1);
	assert_left("test_x.c:9: something else\n", false, 2, 1);
	assert_left("", false, 2, 1);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_certify__lines_tell_who_is_to_blame),
		cmocka_unit_test(test_certify__what_headers_are_the_reason_for_is_nobodys),
		cmocka_unit_test(test_certify__errors_in_macros),
		cmocka_unit_test(test_certify__linkers_name_functions),
		cmocka_unit_test(test_certify__reasons),
		cmocka_unit_test(test_certify__tap),
		cmocka_unit_test(test_certify__what_was_ended_is_not_known),
		cmocka_unit_test(test_certify__a_step_for_some_tests_is_told_as_such),
		cmocka_unit_test(test_certify__left_out_is_counted_by_reason),
		cmocka_unit_test(test_certify__what_loses_memory_is_looked_at_first),
		cmocka_unit_test(test_certify__what_loses_memory_stays_only_when_somebody_looked_on),
		cmocka_unit_test(test_certify__an_assertion_that_does_not_hold_goes_before_its_test),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
