/* Gates of wide and multibyte strings: the same results as libc, and faults before anything is written. */
#include "gate_testing.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

GATE(wcslen);
GATE(wcsnlen);
GATE(wcscpy);
GATE(wcpcpy);
GATE(wcsncpy);
GATE(wcscat);
GATE(wcsncat);
GATE(wcscmp);
GATE(wcsncmp);
GATE(wcscasecmp);
GATE(wcschr);
GATE(wcsrchr);
GATE(wcsspn);
GATE(wcscspn);
GATE(wcspbrk);
GATE(wcsstr);
GATE(wcstok);
GATE(wmemcpy);
GATE(wmemmove);
GATE(wmemset);
GATE(wmemchr);
GATE(wmemcmp);
GATE(wcstol);
GATE(wcstod);
GATE(mblen);
GATE(mbtowc);
GATE(wctomb);
GATE(mbstowcs);
GATE(wcstombs);
GATE(mbrtowc);
GATE(wcrtomb);
GATE(mbsrtowcs);

static const wchar_t *const texts[] = { L"",         L"a",        L"abc",           L"ABC", L"abd",
					L"one, two", L"-12.5e1x", L"\u00e4\u20acz", L"a,b" };

#define EACH(index) for (size_t index = 0; index < COUNT(texts); index++)

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

static void test_wide__looks_as_libc_does(void **state)
{
	(void)state;
	EACH(i)
	EACH(j)
	{
		const wchar_t *s = texts[i], *t = texts[j];
		assert_int_equal(hr_gate_wcslen(s), wcslen(s));
		assert_int_equal(hr_gate_wcsnlen(s, 2), wcsnlen(s, 2));
		assert_int_equal(sign(hr_gate_wcscmp(s, t)), sign(wcscmp(s, t)));
		assert_int_equal(sign(hr_gate_wcsncmp(s, t, 2)), sign(wcsncmp(s, t, 2)));
		assert_int_equal(sign(hr_gate_wcscasecmp(s, t)), sign(wcscasecmp(s, t)));
		assert_int_equal(hr_gate_wcsspn(s, t), wcsspn(s, t));
		assert_int_equal(hr_gate_wcscspn(s, t), wcscspn(s, t));
		assert_ptr_equal(hr_gate_wcspbrk(s, t), wcspbrk(s, t));
		assert_ptr_equal(hr_gate_wcsstr(s, t), wcsstr(s, t));
		for (size_t k = 0; k <= wcslen(t); k++) {
			assert_ptr_equal(hr_gate_wcschr(s, t[k]), wcschr(s, t[k]));
			assert_ptr_equal(hr_gate_wcsrchr(s, t[k]), wcsrchr(s, t[k]));
			assert_ptr_equal(hr_gate_wmemchr(s, t[k], wcslen(s)), wmemchr(s, t[k], wcslen(s)));
		}
		wchar_t *ours, *theirs;
		assert_int_equal(hr_gate_wcstol(s, &ours, 0), wcstol(s, &theirs, 0));
		assert_ptr_equal(ours, theirs);
		assert_true(hr_gate_wcstod(s, &ours) == wcstod(s, &theirs));
		assert_ptr_equal(ours, theirs);
	}
}

static void test_wide__copies_as_libc_does(void **state)
{
	(void)state;
	EACH(i)
	EACH(j)
	{
		wchar_t ours[64], theirs[64];
		wmemset(ours, L'?', 64);
		hr_gate_wmemset(theirs, L'?', 64);
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_ptr_equal(hr_gate_wcscpy(ours, texts[i]), ours);
		wcscpy(theirs, texts[i]);
		assert_ptr_equal(hr_gate_wcscat(ours, texts[j]), ours);
		wcscat(theirs, texts[j]);
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_int_equal(hr_gate_wcpcpy(ours, texts[j]) - ours, wcpcpy(theirs, texts[j]) - theirs);
		for (size_t count = 0; count < 12; count += 2) {
			hr_gate_wcsncpy(ours, texts[i], count);
			wcsncpy(theirs, texts[i], count);
			wcscpy(ours + 20, texts[j]);
			wcscpy(theirs + 20, texts[j]);
			hr_gate_wcsncat(ours + 20, texts[i], count);
			wcsncat(theirs + 20, texts[i], count);
			hr_gate_wmemmove(ours + 1, ours, count);
			wmemmove(theirs + 1, theirs, count);
			hr_gate_wmemcpy(ours + 40, ours, count);
			wmemcpy(theirs + 40, theirs, count);
			assert_memory_equal(ours, theirs, sizeof ours);
			assert_int_equal(hr_gate_wmemcmp(ours, theirs, 64), 0);
		}
	}
}

static void test_wide__tokens(void **state)
{
	(void)state;
	wchar_t list[] = L"one,,two", *place = NULL;
	assert_int_equal(wcscmp(hr_gate_wcstok(list, L",", &place), L"one"), 0);
	assert_int_equal(wcscmp(hr_gate_wcstok(NULL, L",", &place), L"two"), 0);
	assert_null(hr_gate_wcstok(NULL, L",", &place));
}

static void test_wide__converts_as_libc_does(void **state)
{
	(void)state;
	static const char *const narrow[] = { "", "a", "hello", "high \x80\xff" };
	for (size_t i = 0; i < COUNT(narrow); i++)
		for (size_t count = 0; count < 12; count++) {
			const char *s = narrow[i];
			wchar_t ours[16] = L"???", theirs[16] = L"???";
			assert_int_equal(hr_gate_mbstowcs(ours, s, count), mbstowcs(theirs, s, count));
			assert_memory_equal(ours, theirs, sizeof ours);
			assert_int_equal(hr_gate_mbstowcs(NULL, s, 0), mbstowcs(NULL, s, 0));
			assert_int_equal(hr_gate_mbtowc(ours, s, count), mbtowc(theirs, s, count));
			assert_int_equal(hr_gate_mblen(s, count), mblen(s, count));
			mbstate_t our_state = { 0 }, their_state = { 0 };
			assert_int_equal(hr_gate_mbrtowc(ours, s, count, &our_state),
					 mbrtowc(theirs, s, count, &their_state));
			const char *our_place = s, *their_place = s;
			assert_int_equal(hr_gate_mbsrtowcs(ours, &our_place, count, NULL),
					 mbsrtowcs(theirs, &their_place, count, NULL));
			assert_ptr_equal(our_place, their_place);
		}
	EACH(i)
	for (size_t count = 0; count < 12; count++) {
		char ours[16] = "???", theirs[16] = "???";
		assert_int_equal(hr_gate_wcstombs(ours, texts[i], count), wcstombs(theirs, texts[i], count));
		assert_memory_equal(ours, theirs, sizeof ours);
		assert_int_equal(hr_gate_wctomb(ours, texts[i][0]), wctomb(theirs, texts[i][0]));
		assert_int_equal(hr_gate_wcrtomb(ours, texts[i][0], NULL), wcrtomb(theirs, texts[i][0], NULL));
	}
}

/* ---- faults -------------------------------------------------------------------------------------------------------------------- */

CASE(wcslen_without_nul)
{
	hr_gate_wcslen(bytes(L"abc", 12));
}
CASE(wcsnlen_stops)
{
	hr_gate_wcsnlen(bytes(L"abc", 12), 3);
}
CASE(wcscpy_writes_too_much)
{
	hr_gate_wcscpy(room(12), bytes(L"abc", 16));
}
CASE(wcscpy_overlaps)
{
	wchar_t *block = bytes(L"abcdef", 28);
	hr_gate_wcscpy(block, block + 1);
}
CASE(wcsncpy_writes_all)
{
	hr_gate_wcsncpy(room(12), bytes(L"a", 8), 4);
}
CASE(wmemcpy_of_negative_size)
{
	volatile size_t count = SIZE_MAX / 4;
	hr_gate_wmemcpy(room(12), bytes(L"a", 8), count);
}
CASE(wcscmp_stops)
{
	hr_gate_wcscmp(bytes(L"abc", 12), bytes(L"abd", 12));
}
CASE(wcscmp_goes_too_far)
{
	hr_gate_wcscmp(bytes(L"abc", 12), bytes(L"abcd", 16));
}
CASE(mbstowcs_writes_too_much)
{
	hr_gate_mbstowcs(room(12), text("abc"), 10);
}
CASE(mbstowcs_is_bounded)
{
	hr_gate_mbstowcs(room(12), bytes("abc", 3), 3);
}
CASE(wcstombs_writes_too_much)
{
	hr_gate_wcstombs(room(3), bytes(L"abc", 16), 10);
}
static void test_wide__faults_come_first(void **state)
{
	(void)state;
	static const struct fault_case cases[] = {
		{ "wcslen without NUL", wcslen_without_nul, HR_FAULT_HEAP_OVERFLOW },
		{ "wcsnlen stops", wcsnlen_stops, HR_FAULT_NONE },
		{ "wcscpy writes too much", wcscpy_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "wcscpy overlaps", wcscpy_overlaps, HR_FAULT_OVERLAP },
		{ "wcsncpy writes all", wcsncpy_writes_all, HR_FAULT_HEAP_OVERFLOW },
		{ "wmemcpy of a negative size", wmemcpy_of_negative_size, HR_FAULT_NEGATIVE_SIZE },
		{ "wcscmp stops", wcscmp_stops, HR_FAULT_NONE },
		{ "wcscmp goes too far", wcscmp_goes_too_far, HR_FAULT_HEAP_OVERFLOW },
		{ "mbstowcs writes too much", mbstowcs_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
		{ "mbstowcs is bounded", mbstowcs_is_bounded, HR_FAULT_NONE },
		{ "wcstombs writes too much", wcstombs_writes_too_much, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wide__looks_as_libc_does),
		cmocka_unit_test(test_wide__copies_as_libc_does),
		cmocka_unit_test(test_wide__tokens),
		cmocka_unit_test(test_wide__converts_as_libc_does),
		cmocka_unit_test(test_wide__faults_come_first),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
