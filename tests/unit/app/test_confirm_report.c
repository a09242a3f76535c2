/* What is kept of a sanitizer's report. */
#include "app/confirm_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_becomes(const char *text, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_confirm_normalise(&out, text, "/tmp/harrier-x");
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_confirm_report__addresses_and_paths(void **state)
{
	(void)state;
	assert_becomes(
		"==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x5649f89c549e\n"
		"    #0 0x5649f89c549d in helper /src/unit.c:9\n"
		"    #1 0x5649f89c549d in main /tmp/harrier-x/with-gcc/test.c:20:2\n"
		"    #2 0x55 in _start (/tmp/harrier-x/with-gcc/test+0x8330) (BuildId: 7c2ed2170e0b)\n",
		"ERROR: AddressSanitizer: heap-buffer-overflow on address 0x… at pc 0x…\n"
		"    #0 0x… in helper /src/unit.c:9\n"
		"    #1 0x… in main test.c:20:2\n"
		"    #2 0x55 in _start (test+0x8330)\n");
	/* numbers that are none of ours stay */
	assert_becomes("load of value 0x12, 12==34==56\n", "load of value 0x12, 12==34==56\n");
}

static void test_confirm_report__dumps_go(void **state)
{
	(void)state;
	assert_becomes("=================================================================\n"
		       "SUMMARY: x\n"
		       "Shadow bytes around the buggy address:\n"
		       "  0x0c047fff7fb0: 00 00 00\n"
		       "=>0x0c047fff8000: fa[fa]04\n"
		       "Shadow byte legend (one shadow byte represents 8 application bytes):\n"
		       "  Addressable:           00\n"
		       "  Partially addressable: 01 02 03\n"
		       "  Heap left redzone:       fa\n"
		       "==2==Register values:\n"
		       "rax = 0x0000000000000000  rbx = 0x0000000000000002\n"
		       "==2==ABORTING\n",
		       "SUMMARY: x\n");
	assert_becomes("\n\na\n\n\n\nb\n\n\n", "a\n\nb\n");
	assert_becomes("", "");
	assert_becomes("no line end", "no line end\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_confirm_report__addresses_and_paths),
		cmocka_unit_test(test_confirm_report__dumps_go),
	};
	return cmocka_run_group_tests_name("confirm_report", tests, NULL, NULL);
}
