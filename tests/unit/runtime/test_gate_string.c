/* Gates of strings, comparisons, numbers and messages: the same results as libc, and faults before anything is written. */
#include "gate_testing.h"

#include "runtime/coverage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

GATE(strlen);
GATE(strnlen);
GATE(strcpy);
GATE(stpcpy);
GATE(strncpy);
GATE(stpncpy);
GATE(strcat);
GATE(strncat);
GATE(memchr);
GATE(strchr);
GATE(strrchr);
GATE(strchrnul);
GATE(strspn);
GATE(strcspn);
GATE(strpbrk);
GATE(strtok);
GATE(strtok_r);
GATE(strsep);
GATE(strcmp);
GATE(strncmp);
GATE(strcasecmp);
GATE(strncasecmp);
GATE(strcoll);
GATE(strverscmp);
GATE(strstr);
GATE(strcasestr);
GATE(strxfrm);
GATE(strerror);
GATE(strerror_r);
GATE(strsignal);
GATE(basename);
GATE(strtol);
GATE(strtoul);
GATE(strtoll);
GATE(strtoull);
GATE(strtod);
GATE(strtof);
GATE(strtold);
GATE(atoi);
GATE(atol);
GATE(atof);
GATE(gcvt);
extern size_t hr_gate_strlcpy(char *to, const char *from, size_t size);
extern size_t hr_gate_strlcat(char *to, const char *from, size_t size);
extern int hr_gate___xpg_strerror_r(int number, char *to, size_t size);
extern int __xpg_strerror_r(int number, char *to, size_t size);

static const char *const texts[] = {
	"",
	"a",
	"b",
	"ab",
	"abc",
	"ABC",
	"Abd",
	"abcdefg",
	"abcdefgh",
	"abcdefghi",
	"the quick brown fox jumps over the lazy dog, and over again, until it is tired of it all",
	"the quick brown fox jumps over the lazy dog, and over again, until it is tired of it aLL",
	"  leading, and trailing  ",
	"file10.txt",
	"file9.txt",
	"\xff\xfe\x80 high bytes \x7f",
	"/usr/lib/",
	"a,b,,c;d",
};

#define EACH(left) for (size_t left = 0; left < COUNT(texts); left++)

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static void test_string__measures_and_finds_as_libc_does(void **state)
{
	(void)state;
	EACH(i)
	{
		const char *s = texts[i];
		assert_int_equal(hr_gate_strlen(s), strlen(s));
		assert_ptr_equal(hr_gate_basename(s), basename(s));
		for (size_t most = 0; most < 12; most++)
			assert_int_equal(hr_gate_strnlen(s, most), strnlen(s, most));
		for (int c = 0; c < 256; c++) {
			assert_ptr_equal(hr_gate_strchr(s, c), strchr(s, c));
			assert_ptr_equal(hr_gate_strrchr(s, c), strrchr(s, c));
			assert_ptr_equal(hr_gate_strchrnul(s, c), strchrnul(s, c));
		}
		EACH(j)
		{
			const char *t = texts[j];
			assert_int_equal(hr_gate_strspn(s, t), strspn(s, t));
			assert_int_equal(hr_gate_strcspn(s, t), strcspn(s, t));
			assert_ptr_equal(hr_gate_strpbrk(s, t), strpbrk(s, t));
			assert_ptr_equal(hr_gate_strstr(s, t), strstr(s, t));
			assert_ptr_equal(hr_gate_strcasestr(s, t), strcasestr(s, t));
		}
	}
	char *large = malloc(5001);
	memset(large, 'a', 5000);
	memcpy(large + 4000, "needle", 6);
	large[5000] = 0;
	assert_ptr_equal(hr_gate_strstr(large, "needle"), large + 4000);
	assert_ptr_equal(hr_gate_strcasestr(large, "NEEDLE"), large + 4000);
	assert_null(hr_gate_strstr(large, "needles"));
	assert_int_equal(hr_gate_strlen(large), 5000);
	free(large);
}

static void test_string__compares_as_libc_does(void **state)
{
	(void)state;
	EACH(i)
	EACH(j)
	{
		const char *s = texts[i], *t = texts[j];
		assert_int_equal(sign(hr_gate_strcmp(s, t)), sign(strcmp(s, t)));
		assert_int_equal(sign(hr_gate_strcoll(s, t)), sign(strcoll(s, t)));
		assert_int_equal(sign(hr_gate_strcasecmp(s, t)), sign(strcasecmp(s, t)));
		assert_int_equal(sign(hr_gate_strverscmp(s, t)), sign(strverscmp(s, t)));
		for (size_t most = 0; most < 100; most += 3) {
			assert_int_equal(sign(hr_gate_strncmp(s, t, most)), sign(strncmp(s, t, most)));
			assert_int_equal(sign(hr_gate_strncasecmp(s, t, most)), sign(strncasecmp(s, t, most)));
		}
	}
}

static void test_string__copies_as_libc_does(void **state)
{
	(void)state;
	EACH(i)
	EACH(j)
	{
		char ours[256], theirs[256];
		memset(ours, 1, sizeof ours);
		memset(theirs, 1, sizeof theirs);
		assert_ptr_equal(hr_gate_strcpy(ours, texts[i]), ours);
		strcpy(theirs, texts[i]);
		assert_ptr_equal(hr_gate_strcat(ours, texts[j]), ours);
		strcat(theirs, texts[j]);
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_int_equal(hr_gate_stpcpy(ours, texts[j]) - ours, stpcpy(theirs, texts[j]) - theirs);
		for (size_t size = 0; size < 30; size++) {
			assert_int_equal(hr_gate_stpncpy(ours, texts[i], size) - ours,
					 stpncpy(theirs, texts[i], size) - theirs);
			assert_memory_equal(ours, theirs, sizeof ours);
			assert_ptr_equal(hr_gate_strncpy(ours, texts[j], size), ours);
			strncpy(theirs, texts[j], size);
			assert_memory_equal(ours, theirs, sizeof ours);
			strcpy(ours, texts[i]);
			strcpy(theirs, texts[i]);
			assert_ptr_equal(hr_gate_strncat(ours, texts[j], size), ours);
			strncat(theirs, texts[j], size);
			assert_memory_equal(ours, theirs, sizeof ours);
			assert_int_equal(hr_gate_strxfrm(ours, texts[j], size), strxfrm(theirs, texts[j], size));
		}
	}
}

static void test_string__bounded_copies_of_bsd(void **state)
{
	(void)state;
	char buffer[8] = "?";
	assert_int_equal(hr_gate_strlcpy(buffer, "abc", 0), 3);
	assert_string_equal(buffer, "?");
	assert_int_equal(hr_gate_strlcpy(buffer, "abc", 8), 3);
	assert_string_equal(buffer, "abc");
	assert_int_equal(hr_gate_strlcat(buffer, "def", 8), 6);
	assert_string_equal(buffer, "abcdef");
	assert_int_equal(hr_gate_strlcat(buffer, "ghi", 8), 9);
	assert_string_equal(buffer, "abcdefg");
	assert_int_equal(hr_gate_strlcat(buffer, "x", 3), 4);
	assert_int_equal(hr_gate_strlcpy(buffer, "0123456789", 8), 10);
	assert_string_equal(buffer, "0123456");
}

static void test_string__tokens(void **state)
{
	(void)state;
	EACH(i)
	{
		char ours[128], theirs[128], *our_place = NULL, *their_place = NULL;
		strcpy(ours, texts[i]);
		strcpy(theirs, texts[i]);
		char *our = hr_gate_strtok_r(ours, ", ;", &our_place);
		char *their = strtok_r(theirs, ", ;", &their_place);
		for (; their;
		     our = hr_gate_strtok_r(NULL, ", ;", &our_place), their = strtok_r(NULL, ", ;", &their_place)) {
			assert_string_equal(our, their);
			assert_int_equal(our - ours, their - theirs);
		}
		assert_null(our);
		our_place = ours;
		their_place = theirs;
		for (int round = 0; round < 6; round++) {
			our = hr_gate_strsep(&our_place, ",;e");
			their = strsep(&their_place, ",;e");
			assert_int_equal(our ? our - ours : -1, their ? their - theirs : -1);
		}
		assert_memory_equal(ours, theirs, strlen(texts[i]) + 1);
	}
}

static void test_string__strtok_forgets_between_sequences(void **state)
{
	(void)state;
	char buffer[] = "a b";
	assert_string_equal(hr_gate_strtok(buffer, " "), "a");
	hr_gates_reset();
	assert_null(hr_gate_strtok(NULL, " "));
	char again[] = "c d";
	assert_string_equal(hr_gate_strtok(again, " "), "c");
	assert_string_equal(hr_gate_strtok(NULL, " "), "d");
	assert_null(hr_gate_strtok(NULL, " "));
	hr_gates_reset();
}

static void test_string__numbers_as_libc(void **state)
{
	(void)state;
	static const char *const numbers[] = {
		"",    "0",     "  42 rest", "-17",   "+0x1fz",  "0x",    "0777", "zz",      "9223372036854775807",
		"  -", "9e9",   "1.5e-3x",   "-inf",  "nan(12)", "1e",    "1e+",  "0x1.8p3", "99999999999999999999999",
		".5",  "12abc", "infinity",  "1e400", "-.e1",    "\t\n7", "08",   "1e-400",  "0x.8p-1",
		"--1",
	};
	for (size_t i = 0; i < COUNT(numbers); i++) {
		const char *s = numbers[i];
		char *ours, *theirs;
		for (int base = 0; base <= 36; base += base == 0 ? 2 : 1) {
			errno = 0;
			assert_int_equal(hr_gate_strtol(s, &ours, base), strtol(s, &theirs, base));
			assert_ptr_equal(ours, theirs);
			assert_int_equal(hr_gate_strtoul(s, &ours, base), strtoul(s, &theirs, base));
			assert_int_equal(hr_gate_strtoll(s, NULL, base), strtoll(s, NULL, base));
			assert_int_equal(hr_gate_strtoull(s, NULL, base), strtoull(s, NULL, base));
		}
		double our = hr_gate_strtod(s, &ours), their = strtod(s, &theirs);
		assert_memory_equal(&our, &their, sizeof our);
		assert_ptr_equal(ours, theirs);
		const float our_single = hr_gate_strtof(s, &ours), their_single = strtof(s, &theirs);
		assert_memory_equal(&our_single, &their_single, sizeof our_single);
		const long double our_great = hr_gate_strtold(s, &ours), their_great = strtold(s, &theirs);
		assert_memory_equal(&our_great, &their_great, 10);
		assert_ptr_equal(ours, theirs);
		assert_int_equal(hr_gate_atoi(s), atoi(s));
		assert_int_equal(hr_gate_atol(s), atol(s));
		our = hr_gate_atof(s);
		assert_memory_equal(&our, &their, sizeof our);
	}
	errno = 0;
	hr_gate_strtol("99999999999999999999999", NULL, 10);
	assert_int_equal(errno, ERANGE);
}

static void test_string__messages_are_stable(void **state)
{
	(void)state;
	for (int number = -2; number < 140; number++) {
		char ours[64] = "", theirs[64] = "";
		char expected[64];
		strcpy(expected, strerror(number));
		assert_string_equal(hr_gate_strerror(number), expected);
		assert_false(hr_shadow_is_bad(hr_gate_strerror(number), strlen(expected) + 1));
		assert_string_equal(hr_gate_strerror_r(number, ours, sizeof ours), expected);
		strcpy(ours, "old");
		strcpy(theirs, "old");
		for (size_t size = 0; size < sizeof ours; size += 5) {
			assert_int_equal(hr_gate___xpg_strerror_r(number, ours, size),
					 __xpg_strerror_r(number, theirs, size));
			assert_string_equal(ours, theirs);
		}
		strcpy(expected, strsignal(number));
		assert_string_equal(hr_gate_strsignal(number), expected);
	}
	after_case();
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

static volatile size_t minus_one = (size_t)-1;

CASE(strlen_without_nul)
{
	hr_gate_strlen(bytes("12345678", 8));
}
CASE(strlen_of_a_long_one)
{
	char *block = hr_arena_allocate(1000, 16, HR_BLOCK_UNIT);
	memset(block, 'a', 1000);
	hr_gate_strlen(block);
}
CASE(strlen_fits)
{
	hr_gate_strlen(text("1234567"));
	hr_gate_strlen(text("12345678"));
	hr_gate_strlen(text("1234567") + 7);
}
CASE(strnlen_stops)
{
	hr_gate_strnlen(bytes("12345678", 8), 8);
	hr_gate_strnlen(text("12345"), minus_one);
}
CASE(strnlen_goes_too_far)
{
	hr_gate_strnlen(bytes("12345678", 8), 9);
}
CASE(strcpy_writes_too_much)
{
	hr_gate_strcpy(room(8), text("12345678"));
}
CASE(strcpy_fits)
{
	hr_gate_strcpy(room(9), text("12345678"));
}
CASE(strcpy_overlaps)
{
	char *block = text("12345678");
	hr_gate_strcpy(block, block + 3);
}
CASE(strncpy_writes_all)
{
	hr_gate_strncpy(room(8), text("a"), 9);
}
CASE(strncpy_reads_no_further)
{
	hr_gate_strncpy(room(8), bytes("12345678", 8), 8);
	hr_gate_strncpy(room(16), text("a"), 16);
}
CASE(strncpy_of_negative_size)
{
	hr_gate_strncpy(room(8), text("a"), minus_one);
}
CASE(strcat_writes_too_much)
{
	char *block = hr_arena_allocate(8, 16, HR_BLOCK_UNIT);
	strcpy(block, "abcd");
	hr_gate_strcat(block, text("1234"));
}
CASE(strcat_to_no_string)
{
	hr_gate_strcat(room(8), text("1234"));
}
CASE(strcat_overlaps)
{
	char *block = hr_arena_allocate(32, 16, HR_BLOCK_UNIT);
	strcpy(block, "abcd");
	hr_gate_strcat(block, block);
}
CASE(strncat_reads_no_further)
{
	char *block = hr_arena_allocate(8, 16, HR_BLOCK_UNIT);
	strcpy(block, "abcd");
	hr_gate_strncat(block, bytes("123", 3), 3);
}
CASE(strncat_writes_too_much)
{
	char *block = hr_arena_allocate(8, 16, HR_BLOCK_UNIT);
	strcpy(block, "abcd");
	hr_gate_strncat(block, bytes("1234", 4), 4);
}
CASE(strlcpy_reads_all)
{
	hr_gate_strlcpy(room(4), bytes("12345678", 8), 4);
}
CASE(strlcat_of_a_full_one)
{
	hr_gate_strlcat(room(4), text("x"), 4);
}
CASE(strchr_stops)
{
	hr_gate_strchr(bytes("12345678", 8), '8');
}
CASE(strchr_goes_too_far)
{
	hr_gate_strchr(bytes("12345678", 8), '9');
}
CASE(strcmp_stops_at_the_difference)
{
	hr_gate_strcmp(bytes("12345678", 8), bytes("1234567x", 8));
	hr_gate_strncmp(bytes("12345678", 8), bytes("12345678", 8), 8);
}
CASE(strcmp_goes_too_far)
{
	hr_gate_strcmp(bytes("12345678", 8), text("123456789"));
}
CASE(strncmp_goes_too_far)
{
	hr_gate_strncmp(bytes("12345678", 8), bytes("12345678", 8), 9);
}
CASE(strcasecmp_goes_too_far)
{
	hr_gate_strcasecmp(bytes("abc", 3), text("ABCD"));
}
CASE(strstr_stops)
{
	hr_gate_strstr(bytes("12345678", 8), text("78"));
}
CASE(strstr_goes_too_far)
{
	hr_gate_strstr(bytes("12345678", 8), text("79"));
}
CASE(strstr_without_needle)
{
	hr_gate_strstr(text("12345678"), bytes("78", 2));
}
CASE(strspn_stops)
{
	hr_gate_strspn(bytes("aaab", 4), text("a"));
}
CASE(strspn_goes_too_far)
{
	hr_gate_strspn(bytes("aaaa", 4), text("a"));
}
CASE(strtok_without_nul)
{
	hr_gate_strtok(bytes("aaaa", 4), text(","));
}
CASE(strtol_stops)
{
	assert_int_equal(hr_gate_strtol(bytes("123,", 4), NULL, 10), 123);
}
CASE(strtol_goes_too_far)
{
	hr_gate_strtol(bytes("1234", 4), NULL, 10);
}
CASE(strtol_to_bad_end)
{
	hr_gate_strtol(text("1234"), room(7), 10);
}
CASE(strtod_goes_too_far)
{
	hr_gate_strtod(bytes("1.5e", 4), NULL);
}
CASE(gcvt_writes_too_much)
{
	hr_gate_gcvt(1.5, 5, room(3));
}
CASE(strerror_r_writes_too_much)
{
	hr_gate___xpg_strerror_r(1, room(8), 64);
}

static void test_string__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "strlen without NUL", strlen_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "strlen of a long one", strlen_of_a_long_one, HR_FAULT_HEAP_OVERFLOW },
		{ "strlen fits", strlen_fits, HR_FAULT_NONE },
		{ "strnlen stops", strnlen_stops, HR_FAULT_NONE },
		{ "strnlen goes too far", strnlen_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strcpy writes too much", strcpy_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "strcpy fits", strcpy_fits, HR_FAULT_NONE },
		{ "strcpy overlaps", strcpy_overlaps, HR_FAULT_OVERLAP },
		{ "strncpy writes all", strncpy_writes_all, HR_FAULT_HEAP_OVERFLOW },
		{ "strncpy reads no further", strncpy_reads_no_further, HR_FAULT_NONE },
		{ "strncpy of a negative size", strncpy_of_negative_size, HR_FAULT_NEGATIVE_SIZE },
		{ "strcat writes too much", strcat_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "strcat to no string", strcat_to_no_string, HR_FAULT_HEAP_OVERFLOW },
		{ "strcat overlaps", strcat_overlaps, HR_FAULT_OVERLAP },
		{ "strncat reads no further", strncat_reads_no_further, HR_FAULT_NONE },
		{ "strncat writes too much", strncat_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "strlcpy reads all", strlcpy_reads_all, HR_FAULT_HEAP_OVERFLOW },
		{ "strlcat of a full one", strlcat_of_a_full_one, HR_FAULT_NONE },
		{ "strchr stops", strchr_stops, HR_FAULT_NONE },
		{ "strchr goes too far", strchr_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strcmp stops at the difference", strcmp_stops_at_the_difference, HR_FAULT_NONE },
		{ "strcmp goes too far", strcmp_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strncmp goes too far", strncmp_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strcasecmp goes too far", strcasecmp_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strstr stops", strstr_stops, HR_FAULT_NONE },
		{ "strstr goes too far", strstr_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strstr without needle", strstr_without_needle, HR_FAULT_HEAP_OVERFLOW },
		{ "strspn stops", strspn_stops, HR_FAULT_NONE },
		{ "strspn goes too far", strspn_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strtok without NUL", strtok_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "strtol stops", strtol_stops, HR_FAULT_NONE },
		{ "strtol goes too far", strtol_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "strtol to a bad end", strtol_to_bad_end, HR_FAULT_HEAP_OVERFLOW },
		{ "strtod goes too far", strtod_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "gcvt writes too much", gcvt_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "strerror_r writes too much", strerror_r_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

static void test_string__comparisons_are_recorded(void **state)
{
	(void)state;
	const struct hr_range unit_text = hr_runtime.unit_text;
	hr_runtime.unit_text = (struct hr_range){ 0, UINTPTR_MAX }; /* all callers are the unit's */
	hr_runtime.wants = HR_WIRE_WANT_COMPARISONS;
	hr_comparisons_record(true);
	hr_gate_strcmp("left", "right side");
	hr_gate_strncmp("leftmost", "right", 4);
	uint32_t count;
	bool truncated;
	const struct hr_wire_comparison *records = hr_comparisons(&count, &truncated);
	assert_int_equal(count, 2);
	assert_int_equal(records[0].kind, HR_COMPARED_BYTES);
	assert_memory_equal(records[0].left, "left", 4);
	assert_memory_equal(records[0].right, "right side", 10);
	assert_memory_equal(records[1].left, "left", 4);
	assert_memory_equal(records[1].right, "righ\0", 5);
	hr_comparisons_record(false);
	hr_runtime.wants = 0;
	hr_runtime.unit_text = unit_text;
}

/* "L~W" for each pair of a byte of the text and one that was looked for, in the order in which they were told. */
static void tell_pairs(char *out)
{
	uint32_t count;
	bool truncated;
	const struct hr_wire_comparison *records = hr_comparisons(&count, &truncated);
	for (uint32_t i = 0; i < count; i++) {
		assert_int_equal(records[i].kind, HR_COMPARED_NUMBERS);
		assert_int_equal(records[i].size, 1);
		out += sprintf(out, "%s%c~%c", i ? " " : "", records[i].left[0], records[i].right[0]);
	}
	*out = 0;
}

static void test_string__what_was_looked_for_in_vain_is_recorded(void **state)
{
	(void)state;
	const struct hr_range unit_text = hr_runtime.unit_text;
	char told[400];
	static const char text[] = "twenty-one letters: z";
	hr_runtime.unit_text = (struct hr_range){ 0, UINTPTR_MAX }; /* all callers are the unit's */
	hr_runtime.wants = HR_WIRE_WANT_COMPARISONS;

	static const struct {
		const char *call, *pairs;
	} cases[] = {
		{ "memchr", "z~;" },      { "strchr", "z~;" },     { "strrchr", "z~;" }, { "found", "" },
		{ "strcspn", "z~; z~," }, { "strspn", "b~1 b~2" }, { "set", "+~5 -~5" },
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		hr_comparisons_record(true);
		switch (i) {
		case 0:
			assert_null(hr_gate_memchr(text, ';', sizeof text - 1));
			break;
		case 1:
			assert_null(hr_gate_strchr(text, ';'));
			break;
		case 2:
			assert_null(hr_gate_strrchr(text, ';'));
			break;
		case 3:
			assert_non_null(hr_gate_strchr(text, ':'));
			break;
		case 4:
			assert_int_equal(hr_gate_strcspn(text, ";,"), strlen(text));
			break;
		case 5:
			assert_int_equal(hr_gate_strspn("11b", "12"), 2);
			break;
		case 6:
			assert_null(hr_gate_strchr("+-", '5'));
			break; /* what is looked for may be the input */
		}
		tell_pairs(told);
		if (strcmp(told, cases[i].pairs) != 0)
			fail_msg("%s: \"%s\" instead of \"%s\"", cases[i].call, told, cases[i].pairs);
	}
	hr_comparisons_record(false);
	hr_runtime.wants = 0;
	hr_runtime.unit_text = unit_text;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_string__measures_and_finds_as_libc_does),
		cmocka_unit_test(test_string__compares_as_libc_does),
		cmocka_unit_test(test_string__copies_as_libc_does),
		cmocka_unit_test(test_string__bounded_copies_of_bsd),
		cmocka_unit_test(test_string__tokens),
		cmocka_unit_test(test_string__strtok_forgets_between_sequences),
		cmocka_unit_test(test_string__numbers_as_libc),
		cmocka_unit_test(test_string__messages_are_stable),
		cmocka_unit_test(test_string__faults_come_first),
		cmocka_unit_test(test_string__comparisons_are_recorded),
		cmocka_unit_test(test_string__what_was_looked_for_in_vain_is_recorded),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
