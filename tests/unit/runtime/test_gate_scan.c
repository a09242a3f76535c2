/* Gates of the scanf family: the same results as libc on every pair of a format and a text, and destinations checked first. */
#include "gate_testing.h"

#include "runtime/format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

extern int hr_gate_sscanf(const char *, const char *, ...);
extern int hr_gate_swscanf(const wchar_t *, const wchar_t *, ...);

static const char *const inputs[] = {
	"",
	"   ",
	"42",
	"42 17 -3",
	"-",
	"+",
	"0x1F rest",
	"0xg",
	"0x",
	"077",
	"abc",
	"abc def",
	" abc def",
	"a,b;c",
	"1.5",
	"1.5e3 x",
	"1e",
	"1e+",
	"1e+5",
	".5",
	".",
	"-.5",
	"inf",
	"infinity1",
	"infin",
	"nan",
	"nanx",
	"na",
	"0x1.8p3",
	"0x1.8p",
	"(nil)",
	"(nix)",
	"0x1234",
	"12345678901234567890",
	"99999999999",
	"x=5, y=7",
	"x = 5 , y = 7",
	"key: value",
	"%5",
	"100%",
	"2024-02-30",
	"a]b",
	"[x]",
	"a-z",
	"\n\t 7",
	"--5",
	"+-5",
	"08",
	"1,234",
	"3.14.15",
	"1.e5",
	"e5",
	"0e",
	"00012",
	"   x",
	"-0x10",
	"\xff\xfe",
	"-inf",
	"+nan(1)",
	"0x.p1",
};

static const char *const formats[] = {
	"%d",
	"%i",
	"%x",
	"%o",
	"%u",
	"%p",
	"%d %d %d",
	"%d%n",
	"%n%d",
	"%*d%d",
	"%1d%2d",
	"%hhd",
	"%hd",
	"%ld",
	"%lld",
	"%3i%d",
	"%2x%d",
	"%s",
	"%s%s",
	"%3s%s",
	"%*s %s",
	"%c",
	"%3c",
	" %c%c",
	"%[abc]",
	"%[^,]",
	"%[^,],%s",
	"%[a-c]",
	"%[]a]%n",
	"%[^]]",
	"%2[a-z]",
	"%[z-a]",
	"%[a-]",
	"%*[a-z]%s",
	"%f",
	"%lf",
	"%Lf",
	"%3f%f",
	"%e%n",
	"%a",
	"%5f",
	"%1f",
	"%2f%n",
	"%4f%n",
	"abc",
	"abc%n",
	"x=%d, y=%d",
	"%%",
	"%d%%",
	" ",
	"",
	"%",
	"%d-%d-%d",
	"%2$d %1$d",
	"%s: %s",
	"%*c%d",
	"x",
	" %n",
	"%ls",
	"%lc%n",
	"%4d-%2d-%2d%n",
	"%[0-9]%[.,]%[0-9]",
	"%d,%d",
	"%0d",
	"%y",
	"%5p%n",
	"%6[^\n]",
	"%hi%hu",
	"%jd%zd%td",
};

struct targets {
	_Alignas(16) char memory[4][160];
};

/* Each destination is large enough for anything a format of the table can put there. */
static void test_scan__every_format_on_every_text(void **state)
{
	(void)state;
	for (size_t f = 0; f < COUNT(formats); f++)
		for (size_t i = 0; i < COUNT(inputs); i++) {
			struct targets ours, theirs;
			memset(&ours, 0x5a, sizeof ours);
			memset(&theirs, 0x5a, sizeof theirs);
			errno = 0;
			const int expected = sscanf(inputs[i], formats[f], theirs.memory[0], theirs.memory[1],
						    theirs.memory[2], theirs.memory[3]);
			const int expected_errno = errno;
			errno = 0;
			const int result = hr_gate_sscanf(inputs[i], formats[f], ours.memory[0], ours.memory[1],
							  ours.memory[2], ours.memory[3]);
			if (result != expected || memcmp(&ours, &theirs, sizeof ours) != 0 || errno != expected_errno) {
				const int saved_errno = errno;
				print_error("format \"%s\", text \"%s\": %d and not %d, errno %d and not %d\n",
					    formats[f], inputs[i], result, expected, errno, expected_errno);
				errno = saved_errno;
			}
			assert_int_equal(result, expected);
			assert_int_equal(errno, expected_errno);
			assert_memory_equal(&ours, &theirs, sizeof ours);
		}
}

/* A stream in memory, to see how much was read. */
struct stream {
	const char *text;
	size_t place;
};

static int next(void *context)
{
	struct stream *stream = context;
	return stream->text[stream->place] ? (unsigned char)stream->text[stream->place++] : -1;
}

static void back(void *context)
{
	((struct stream *)context)->place--;
}

static int scan_stream(struct stream *stream, const char *format, ...)
{
	const struct hr_gate_site site = { "fscanf", NULL, NULL };
	const struct hr_scan_source source = { next, back, stream };
	va_list args;
	va_start(args, format);
	const int result = hr_scan(&site, &source, format, args);
	va_end(args);
	return result;
}

static void test_scan__reads_as_much_as_libc_does(void **state)
{
	(void)state;
	for (size_t f = 0; f < COUNT(formats); f++)
		for (size_t i = 0; i < COUNT(inputs); i++) {
			if (!*inputs[i])
				continue;
			struct targets ours, theirs;
			struct stream stream = { inputs[i], 0 };
			FILE *file = fmemopen((void *)inputs[i], strlen(inputs[i]), "r");
			const int expected = fscanf(file, formats[f], theirs.memory[0], theirs.memory[1],
						    theirs.memory[2], theirs.memory[3]);
			const long place = ftell(file);
			fclose(file);
			const int result = scan_stream(&stream, formats[f], ours.memory[0], ours.memory[1],
						       ours.memory[2], ours.memory[3]);
			if (result != expected || place != (long)stream.place)
				print_error("format \"%s\", text \"%s\": read %zu and not %ld\n", formats[f], inputs[i],
					    stream.place, place);
			assert_int_equal(result, expected);
			assert_int_equal(stream.place, place);
		}
}

static void test_scan__long_items(void **state)
{
	(void)state;
	char *large = malloc(3001), *got = malloc(3001);
	memset(large, 'a', 3000);
	large[3000] = 0;
	assert_int_equal(hr_gate_sscanf(large, "%s", got), 1);
	assert_string_equal(got, large);
	free(large);
	free(got);
}

static void test_scan__allocates(void **state)
{
	(void)state;
	char *word = NULL, *set = NULL;
	wchar_t *wide = NULL;
	assert_int_equal(hr_gate_sscanf("hello world wide", "%ms %m[a-z] %mls", &word, &set, &wide), 3);
	assert_string_equal(word, "hello");
	assert_string_equal(set, "world");
	assert_int_equal(wcscmp(wide, L"wide"), 0);
	assert_true(hr_shadow_is_bad(word, 7));
	assert_false(hr_shadow_is_bad(word, 6));
	hr_arena_fail(1);
	assert_int_equal(hr_gate_sscanf("hello", "%ms", &word), 1);
	after_case();
}

static void test_scan__wide(void **state)
{
	(void)state;
	int number = 0;
	wchar_t word[16];
	char narrow[16];
	assert_int_equal(hr_gate_swscanf(L" 42 w\u00f6rd end", L"%d %ls %s", &number, word, narrow), 3);
	assert_int_equal(number, 42);
	assert_int_equal(wcscmp(word, L"w\u00f6rd"), 0);
	assert_string_equal(narrow, "end");
	assert_int_equal(hr_gate_swscanf(L"", L"%d", &number), -1);
	assert_int_equal(hr_gate_swscanf(L"\u00f6\u00f6x", L"%l[\u00f6]%n", word, &number), 1);
	assert_int_equal(number, 2);
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

CASE(word_too_long)
{
	hr_gate_sscanf("12345678", "%s", room(8));
}
CASE(word_fits)
{
	hr_gate_sscanf("12345678", "%s", room(9));
}
CASE(word_of_bounded_width)
{
	hr_gate_sscanf("12345678", "%7s", room(8));
}
CASE(set_too_long)
{
	hr_gate_sscanf("12345678", "%[0-9]", room(8));
}
CASE(characters_have_no_nul)
{
	hr_gate_sscanf("12345678", "%8c", room(8));
}
CASE(characters_too_many)
{
	hr_gate_sscanf("12345678", "%8c", room(7));
}
CASE(integer_too_large)
{
	hr_gate_sscanf("1", "%ld", room(4));
}
CASE(integer_fits)
{
	hr_gate_sscanf("1", "%hhd", room(1));
}
CASE(double_too_large)
{
	hr_gate_sscanf("1", "%lf", room(4));
}
CASE(count_too_large)
{
	hr_gate_sscanf("1", "%n", room(2));
}
CASE(allocation_to_nowhere)
{
	hr_gate_sscanf("1", "%ms", room(4));
}
CASE(unmatched_is_not_written)
{
	hr_gate_sscanf("x", "%d", room(1));
}
CASE(text_is_read_as_far_as_needed)
{
	hr_gate_sscanf(bytes("12,", 3), "%d", room(4));
}
CASE(text_without_nul)
{
	hr_gate_sscanf(bytes("123", 3), "%d", room(4));
}
CASE(format_without_nul)
{
	hr_gate_sscanf("1", bytes("%d", 2), room(4));
}
CASE(position_is_checked)
{
	hr_gate_sscanf("1 2", "%2$ld", room(16), bytes("1234", 4));
}

static void test_scan__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "word too long", word_too_long, HR_FAULT_HEAP_OVERFLOW },
		{ "word fits", word_fits, HR_FAULT_NONE },
		{ "word of bounded width", word_of_bounded_width, HR_FAULT_NONE },
		{ "set too long", set_too_long, HR_FAULT_HEAP_OVERFLOW },
		{ "characters have no NUL", characters_have_no_nul, HR_FAULT_NONE },
		{ "characters too many", characters_too_many, HR_FAULT_HEAP_OVERFLOW },
		{ "integer too large", integer_too_large, HR_FAULT_HEAP_OVERFLOW },
		{ "integer fits", integer_fits, HR_FAULT_NONE },
		{ "double too large", double_too_large, HR_FAULT_HEAP_OVERFLOW },
		{ "count too large", count_too_large, HR_FAULT_HEAP_OVERFLOW },
		{ "allocation to nowhere", allocation_to_nowhere, HR_FAULT_HEAP_OVERFLOW },
		{ "unmatched is not written", unmatched_is_not_written, HR_FAULT_NONE },
		{ "text is read as far as needed", text_is_read_as_far_as_needed, HR_FAULT_NONE },
		{ "text without NUL", text_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "format without NUL", format_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "position is checked", position_is_checked, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scan__every_format_on_every_text),
		cmocka_unit_test(test_scan__reads_as_much_as_libc_does),
		cmocka_unit_test(test_scan__long_items),
		cmocka_unit_test(test_scan__allocates),
		cmocka_unit_test(test_scan__wide),
		cmocka_unit_test(test_scan__faults_come_first),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
