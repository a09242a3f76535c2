/* Gates of the printf family: the same text as libc, arguments and destinations checked first. */
#include "gate_testing.h"

#include "runtime/format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#pragma GCC diagnostic ignored "-Wformat-truncation"

extern int hr_gate_sprintf(char *, const char *, ...);
extern int hr_gate_snprintf(char *, size_t, const char *, ...);
extern int hr_gate_vsnprintf(char *, size_t, const char *, va_list);
extern int hr_gate_asprintf(char **, const char *, ...);
extern int hr_gate___sprintf_chk(char *, int, size_t, const char *, ...);
extern int hr_gate___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int hr_gate_swprintf(wchar_t *, size_t, const wchar_t *, ...);

/* The same call to both, with room and without enough of it. */
#define SAME(...)                                                                                     \
	do {                                                                                          \
		char ours[1024], theirs[1024];                                                        \
		memset(ours, 1, sizeof ours);                                                         \
		memset(theirs, 1, sizeof theirs);                                                     \
		assert_int_equal(hr_gate_sprintf(ours, __VA_ARGS__), sprintf(theirs, __VA_ARGS__));   \
		assert_memory_equal(ours, theirs, sizeof ours);                                       \
		assert_int_equal(hr_gate_snprintf(ours, 5, __VA_ARGS__), snprintf(theirs, 5, __VA_ARGS__)); \
		assert_memory_equal(ours, theirs, sizeof ours);                                       \
		assert_int_equal(hr_gate_snprintf(NULL, 0, __VA_ARGS__), snprintf(NULL, 0, __VA_ARGS__)); \
	} while (0)

static void test_print__formats_as_libc_does(void **state)
{
	(void)state;
	SAME("");
	SAME("plain");
	SAME("100%%");
	SAME("%d %i %u %x %X %o", -1, 2, 3u, 0xabcu, 0xabcu, 8u);
	SAME("%hhd %hd %ld %lld %jd %zu %td", 300, 70000, 1L << 40, 1LL << 50, (intmax_t)-5, (size_t)7, (ptrdiff_t)-9);
	SAME("%5d|%-5d|%05d|%+d|% d|%'d", 1, 2, 3, 4, 5, 1234567);
	SAME("%*d %-*d %.*d", 6, 1, 6, 2, 3, 4);
	SAME("%s %10s %-10s| %.2s %.*s", "one", "two", "three", "four", 3, "fives");
	SAME("%.*s|%.-3s|%.s", -1, "all of it", "none", "empty");
	SAME("%c%c %lc", 'a', 'b', (wint_t)'c');
	SAME("%ls %.2ls %S", L"wide", L"wider", L"widest");
	SAME("%f %.2f %e %g %a %10.3f", 1.5, 2.25, 3e10, 1e-5, 0.5, 3.14159);
	SAME("%Lf %.3Le %d", 1.5L, 2.5e100L, 3);
	SAME("%p %p", (void *)0x1234, NULL);
	SAME("%s", (char *)NULL);
	SAME("%2$s %1$d", 5, "five");
	SAME("%2$*1$d|%3$.*1$s", 4, 7, "abcdefgh");
	SAME("%m %d", 1);
	SAME("%d %s %f %d %s %f %d %s %f %d %s", 1, "a", 1.5, 2, "b", 2.5, 3, "c", 3.5, 4, "d");
	SAME("%.0d|%#x|%#o|%+.3e", 0, 255u, 8u, 12345.678);
	SAME("%600d", 1);
	SAME("%700s|%d", "far", 2);
	SAME("%hhx %hx %lx", 0x1ff, 0x1ffff, 0x1ffffffffL);
	SAME("%y %d", 1);
}

static void test_print__counts(void **state)
{
	(void)state;
	char buffer[32];
	int count = 0;
	long wide_count = 0;
	signed char small[2] = { 1, 1 };
	assert_int_equal(hr_gate_sprintf(buffer, "abc%nde%ln%hhn", &count, &wide_count, small), 5);
	assert_int_equal(count, 3);
	assert_int_equal(wide_count, 5);
	assert_int_equal(small[0], 5);
	assert_int_equal(small[1], 1);
}

static void test_print__allocates(void **state)
{
	(void)state;
	char *made = NULL;
	assert_int_equal(hr_gate_asprintf(&made, "%d-%s", 42, "x"), 4);
	assert_string_equal(made, "42-x");
	assert_true(hr_shadow_is_bad(made, 6));
	assert_false(hr_shadow_is_bad(made, 5));
	assert_int_equal(hr_gate_asprintf(&made, "%2000d", 42), 2000);
	assert_int_equal(strlen(made), 2000);
	hr_arena_fail(1); /* what libc allocates itself does not */
	assert_int_equal(hr_gate_asprintf(&made, "%d", 42), 2);
	assert_null(hr_arena_allocate(1, 16, HR_BLOCK_UNIT));
	after_case();
}

static void test_print__fortified_names(void **state)
{
	(void)state;
	char buffer[32];
	assert_int_equal(hr_gate___sprintf_chk(buffer, 1, sizeof buffer, "%s!", "hi"), 3);
	assert_string_equal(buffer, "hi!");
	assert_int_equal(hr_gate___snprintf_chk(buffer, 3, 1, sizeof buffer, "%s!", "hi"), 3);
	assert_string_equal(buffer, "hi");
}

static int give(struct hr_formatted *out, const char *format, ...)
{
	const struct hr_gate_site site = { "printf", NULL, NULL };
	va_list args;
	va_start(args, format);
	const int length = hr_format(&site, out, format, args);
	va_end(args);
	return length;
}

static void test_print__hands_out_the_text(void **state)
{
	(void)state;
	struct hr_formatted out;
	assert_int_equal(give(&out, "%d %s", 1, "two"), 5);
	assert_string_equal(out.text, "1 two");
	hr_formatted_release(&out);
	assert_int_equal(give(&out, "%1000d|", 1), 1001);
	assert_int_equal(out.length, 1001);
	assert_int_equal(out.text[1000], '|');
	hr_formatted_release(&out);
	errno = 0;
	assert_int_equal(give(&out, "%lc", (wint_t)0x20ac), -1);
	assert_int_equal(errno, EILSEQ);
	hr_formatted_release(&out);
}

static void test_print__wide(void **state)
{
	(void)state;
	wchar_t ours[64], theirs[64];
	wmemset(ours, 1, 64);
	wmemset(theirs, 1, 64);
	assert_int_equal(hr_gate_swprintf(ours, 64, L"%d %ls %s %5.1f", 1, L"two", "three", 4.0),
			 swprintf(theirs, 64, L"%d %ls %s %5.1f", 1, L"two", "three", 4.0));
	assert_memory_equal(ours, theirs, 16 * sizeof *ours);
	assert_int_equal(hr_gate_swprintf(ours, 4, L"%ls", L"too long"), -1);
	assert_int_equal(hr_gate_swprintf(ours, 4, L"%500d", 1), -1);
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

CASE(sprintf_writes_too_much)
{
	hr_gate_sprintf(room(8), "%d", 12345678);
}
CASE(sprintf_fits)
{
	hr_gate_sprintf(room(9), "%d", 12345678);
}
CASE(snprintf_is_bounded)
{
	hr_gate_snprintf(room(8), 8, "%d", 123456789);
}
CASE(snprintf_trusts_what_it_writes)
{
	hr_gate_snprintf(room(4), 100, "%s", "abc");
}
CASE(snprintf_with_too_large_a_bound)
{
	hr_gate_snprintf(room(4), 100, "%s", "abcd");
}
CASE(format_without_nul)
{
	hr_gate_sprintf(room(64), bytes("abc", 3));
}
CASE(string_without_nul)
{
	hr_gate_sprintf(room(64), "%s", (char *)bytes("abc", 3));
}
CASE(string_with_precision)
{
	hr_gate_sprintf(room(64), "%.3s %.*s", (char *)bytes("abc", 3), 2, (char *)bytes("de", 2));
}
CASE(string_with_too_large_a_precision)
{
	hr_gate_sprintf(room(64), "%.4s", (char *)bytes("abc", 3));
}
CASE(string_at_a_position)
{
	hr_gate_sprintf(room(64), "%3$d %2$s %1$d", 1, (char *)bytes("abc", 3), 3);
}
CASE(string_after_floats)
{
	hr_gate_sprintf(room(512), "%f %Lf %f %d %f %f %f %f %f %f %s", 1.0, 2.0L, 3.0, 4, 5.0, 6.0, 7.0, 8.0, 9.0,
			10.0, (char *)bytes("abc", 3));
}
CASE(string_is_wild)
{
	hr_gate_sprintf(room(64), "%s", (char *)8);
}
CASE(wide_string_without_nul)
{
	hr_gate_sprintf(room(64), "%ls", (wchar_t *)bytes(L"ab", 8));
}
CASE(count_to_nowhere)
{
	hr_gate_sprintf(room(64), "%n", (int *)bytes("abc", 3));
}
CASE(count_to_a_byte)
{
	char buffer[8];
	hr_gate_sprintf(buffer, "%hhn", (signed char *)bytes("a", 1));
}
CASE(sprintf_overlaps)
{
	char *block = hr_arena_allocate(32, 16, HR_BLOCK_UNIT);
	strcpy(block, "abc");
	hr_gate_sprintf(block, "%s%d", block, 1);
}
CASE(snprintf_overlaps_in_part)
{
	char *block = hr_arena_allocate(32, 16, HR_BLOCK_UNIT);
	strcpy(block, "abc");
	hr_gate_snprintf(block, 32, "%d%s", 1, block + 1);
}
CASE(asprintf_to_nowhere)
{
	hr_gate_asprintf(room(7), "x");
}
CASE(swprintf_writes_too_much)
{
	hr_gate_swprintf(room(8), 100, L"%d", 12);
}
CASE(too_many_arguments)
{
	hr_gate_sprintf(room(64), "%99$d", 1);
}

static void test_print__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "sprintf writes too much", sprintf_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "sprintf fits", sprintf_fits, HR_FAULT_NONE },
		{ "snprintf is bounded", snprintf_is_bounded, HR_FAULT_NONE },
		{ "snprintf trusts what it writes", snprintf_trusts_what_it_writes, HR_FAULT_NONE },
		{ "snprintf with too large a bound", snprintf_with_too_large_a_bound, HR_FAULT_HEAP_OVERFLOW },
		{ "format without NUL", format_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "string without NUL", string_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "string with precision", string_with_precision, HR_FAULT_NONE },
		{ "string with too large a precision", string_with_too_large_a_precision, HR_FAULT_HEAP_OVERFLOW },
		{ "string at a position", string_at_a_position, HR_FAULT_HEAP_OVERFLOW },
		{ "string after floats", string_after_floats, HR_FAULT_HEAP_OVERFLOW },
		{ "string is wild", string_is_wild, HR_FAULT_NULL },
		{ "wide string without NUL", wide_string_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "count to nowhere", count_to_nowhere, HR_FAULT_HEAP_OVERFLOW },
		{ "count to a byte", count_to_a_byte, HR_FAULT_NONE },
		{ "sprintf overlaps", sprintf_overlaps, HR_FAULT_OVERLAP },
		{ "snprintf overlaps in part", snprintf_overlaps_in_part, HR_FAULT_OVERLAP },
		{ "asprintf to nowhere", asprintf_to_nowhere, HR_FAULT_HEAP_OVERFLOW },
		{ "swprintf writes too much", swprintf_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "too many arguments", too_many_arguments, HR_FAULT_REFUSED_CALL },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print__formats_as_libc_does),
		cmocka_unit_test(test_print__counts),
		cmocka_unit_test(test_print__allocates),
		cmocka_unit_test(test_print__fortified_names),
		cmocka_unit_test(test_print__hands_out_the_text),
		cmocka_unit_test(test_print__wide),
		cmocka_unit_test(test_print__faults_come_first),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
