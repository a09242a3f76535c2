/* Gates of the functions on wide strings: wcscpy, wmemcpy, wcstol and their kin.
 *
 * The same rules as for narrow ones (gate_string.c): checked as far as C lets libc read, and no further; written when all of it was
 * checked. */
#include "runtime/gate.h"
#include "runtime/arena.h"
#include "runtime/gate_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

/* Bytes of so many characters; a count that no memory can have stays one. */
static size_t bytes_of(size_t count)
{
	return count > PTRDIFF_MAX / sizeof(wchar_t) ? SIZE_MAX : count * sizeof(wchar_t);
}

/* Reads one character that was checked. */
static inline wchar_t at(const struct hr_gate_site *site, const wchar_t *place)
{
	hr_gate_reads(site, place, sizeof *place);
	return *place;
}

/* The place of `wanted` or of the NUL, within `most` characters. */
static size_t find(const struct hr_gate_site *site, const wchar_t *text, wchar_t wanted, size_t most)
{
	size_t length = 0;
	for (; length < most; length++) {
		const wchar_t c = at(site, text + length);
		if (c == wanted || !c)
			break;
	}
	return length;
}

static size_t length_of(const struct hr_gate_site *site, const wchar_t *text)
{
	return find(site, text, 0, SIZE_MAX);
}

static void check_copy(const struct hr_gate_site *site, const wchar_t *to, const wchar_t *from, size_t count)
{
	hr_gate_reads(site, from, bytes_of(count));
	hr_gate_writes(site, to, bytes_of(count));
	if (to != from)
		hr_gate_no_overlap(site, to, bytes_of(count), from, bytes_of(count));
}

size_t hr_gate_wcslen(const wchar_t *text)
{
	HR_GATE_ENTER("wcslen");
	return length_of(site, text);
}

size_t hr_gate_wcsnlen(const wchar_t *text, size_t most)
{
	HR_GATE_ENTER("wcsnlen");
	return find(site, text, 0, most);
}

/* ---- copying ------------------------------------------------------------------------------------------------------------------- */

static wchar_t *copy(const struct hr_gate_site *site, wchar_t *to, const wchar_t *from)
{
	const size_t length = length_of(site, from);
	hr_gate_writes(site, to, bytes_of(length + 1));
	hr_gate_no_overlap(site, to, bytes_of(length + 1), from, bytes_of(length + 1));
	wmemcpy(to, from, length + 1);
	return to + length;
}

wchar_t *hr_gate_wcscpy(wchar_t *to, const wchar_t *from)
{
	HR_GATE_ENTER("wcscpy");
	copy(site, to, from);
	return to;
}

wchar_t *hr_gate_wcpcpy(wchar_t *to, const wchar_t *from)
{
	HR_GATE_ENTER("wcpcpy");
	return copy(site, to, from);
}

static wchar_t *copy_padded(const struct hr_gate_site *site, wchar_t *to, const wchar_t *from, size_t count)
{
	const size_t length = find(site, from, 0, count);
	hr_gate_writes(site, to, bytes_of(count));
	hr_gate_no_overlap(site, to, bytes_of(count), from, bytes_of(length < count ? length + 1 : count));
	wmemcpy(to, from, length);
	wmemset(to + length, 0, count - length);
	return to + length;
}

wchar_t *hr_gate_wcsncpy(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wcsncpy");
	copy_padded(site, to, from, count);
	return to;
}

wchar_t *hr_gate_wcpncpy(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wcpncpy");
	return copy_padded(site, to, from, count);
}

static wchar_t *append(const struct hr_gate_site *site, wchar_t *to, const wchar_t *from, size_t most)
{
	const size_t length = find(site, from, 0, most);
	const size_t old = length_of(site, to);
	hr_gate_writes(site, to + old, bytes_of(length + 1));
	hr_gate_no_overlap(site, to, bytes_of(old + length + 1), from, bytes_of(length < most ? length + 1 : length));
	wmemcpy(to + old, from, length);
	to[old + length] = 0;
	return to;
}

wchar_t *hr_gate_wcscat(wchar_t *to, const wchar_t *from)
{
	HR_GATE_ENTER("wcscat");
	return append(site, to, from, SIZE_MAX);
}

wchar_t *hr_gate_wcsncat(wchar_t *to, const wchar_t *from, size_t most)
{
	HR_GATE_ENTER("wcsncat");
	return append(site, to, from, most);
}

wchar_t *hr_gate_wcsdup(const wchar_t *text)
{
	HR_GATE_ENTER("wcsdup");
	const size_t length = length_of(site, text);
	wchar_t *memory = hr_arena_lend(bytes_of(length + 1), 16);
	return memory ? wmemcpy(memory, text, length + 1) : NULL;
}

size_t hr_gate_wcsxfrm(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wcsxfrm");
	const size_t length = length_of(site, from);
	const size_t copied = length < count ? length + 1 : count;
	hr_gate_writes(site, to, bytes_of(copied));
	hr_gate_no_overlap(site, to, bytes_of(copied), from, bytes_of(length + 1));
	wmemcpy(to, from, copied);
	return length;
}

wchar_t *hr_gate_wmemcpy(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wmemcpy");
	check_copy(site, to, from, count);
	return wmemcpy(to, from, count);
}

wchar_t *hr_gate_wmempcpy(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wmempcpy");
	check_copy(site, to, from, count);
	return wmemcpy(to, from, count) + count;
}

wchar_t *hr_gate_wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
	HR_GATE_ENTER("wmemmove");
	hr_gate_reads(site, from, bytes_of(count));
	hr_gate_writes(site, to, bytes_of(count));
	return wmemmove(to, from, count);
}

wchar_t *hr_gate_wmemset(wchar_t *to, wchar_t c, size_t count)
{
	HR_GATE_ENTER("wmemset");
	hr_gate_writes(site, to, bytes_of(count));
	return wmemset(to, c, count);
}

/* ---- comparing and searching --------------------------------------------------------------------------------------------------- */

static wchar_t folded(wchar_t c)
{
	return (wchar_t)towlower((wint_t)c);
}

static int compare(const struct hr_gate_site *site, const wchar_t *left, const wchar_t *right, size_t most, bool folds)
{
	for (size_t i = 0; i < most; i++) {
		wchar_t a = at(site, left + i), b = at(site, right + i);
		if (folds) {
			a = folded(a);
			b = folded(b);
		}
		if (a != b)
			return a < b ? -1 : 1;
		if (!a)
			break;
	}
	return 0;
}

int hr_gate_wcscmp(const wchar_t *left, const wchar_t *right)
{
	HR_GATE_ENTER("wcscmp");
	return compare(site, left, right, SIZE_MAX, false);
}

int hr_gate_wcsncmp(const wchar_t *left, const wchar_t *right, size_t most)
{
	HR_GATE_ENTER("wcsncmp");
	return compare(site, left, right, most, false);
}

int hr_gate_wcscoll(const wchar_t *left, const wchar_t *right)
{
	HR_GATE_ENTER("wcscoll");
	return compare(site, left, right, SIZE_MAX, false);
}

int hr_gate_wcscasecmp(const wchar_t *left, const wchar_t *right)
{
	HR_GATE_ENTER("wcscasecmp");
	return compare(site, left, right, SIZE_MAX, true);
}

int hr_gate_wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t most)
{
	HR_GATE_ENTER("wcsncasecmp");
	return compare(site, left, right, most, true);
}

int hr_gate_wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
	HR_GATE_ENTER("wmemcmp");
	hr_gate_reads(site, left, bytes_of(count));
	hr_gate_reads(site, right, bytes_of(count));
	return wmemcmp(left, right, count);
}

wchar_t *hr_gate_wmemchr(const wchar_t *text, wchar_t c, size_t count)
{
	HR_GATE_ENTER("wmemchr");
	for (size_t i = 0; i < count; i++)
		if (at(site, text + i) == c)
			return (wchar_t *)text + i;
	return NULL;
}

wchar_t *hr_gate_wcschr(const wchar_t *text, wchar_t c)
{
	HR_GATE_ENTER("wcschr");
	text += find(site, text, c, SIZE_MAX);
	return *text == c ? (wchar_t *)text : NULL;
}

wchar_t *hr_gate_wcschrnul(const wchar_t *text, wchar_t c)
{
	HR_GATE_ENTER("wcschrnul");
	return (wchar_t *)text + find(site, text, c, SIZE_MAX);
}

wchar_t *hr_gate_wcsrchr(const wchar_t *text, wchar_t c)
{
	HR_GATE_ENTER("wcsrchr");
	length_of(site, text);
	return wcsrchr(text, c);
}

size_t hr_gate_wcsspn(const wchar_t *text, const wchar_t *set)
{
	HR_GATE_ENTER("wcsspn");
	length_of(site, text);
	length_of(site, set);
	return wcsspn(text, set);
}

size_t hr_gate_wcscspn(const wchar_t *text, const wchar_t *set)
{
	HR_GATE_ENTER("wcscspn");
	length_of(site, text);
	length_of(site, set);
	return wcscspn(text, set);
}

wchar_t *hr_gate_wcspbrk(const wchar_t *text, const wchar_t *set)
{
	HR_GATE_ENTER("wcspbrk");
	length_of(site, text);
	length_of(site, set);
	return wcspbrk(text, set);
}

wchar_t *hr_gate_wcsstr(const wchar_t *hay, const wchar_t *needle)
{
	HR_GATE_ENTER("wcsstr");
	length_of(site, hay);
	length_of(site, needle);
	return wcsstr(hay, needle);
}

wchar_t *hr_gate_wcstok(wchar_t *text, const wchar_t *set, wchar_t **place)
{
	HR_GATE_ENTER("wcstok");
	hr_gate_writes(site, place, sizeof *place);
	length_of(site, set);
	if (text || *place)
		length_of(site, text ? text : *place);
	return wcstok(text, set, place);
}

int hr_gate_wcswidth(const wchar_t *text, size_t most)
{
	HR_GATE_ENTER("wcswidth");
	find(site, text, 0, most);
	return wcswidth(text, most);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------------------- */

static void check_number(const struct hr_gate_site *site, const wchar_t *text, wchar_t **end)
{
	length_of(site, text);
	if (end)
		hr_gate_writes(site, end, sizeof *end);
}

#define INTEGER(name, type)                                            \
	type hr_gate_##name(const wchar_t *text, wchar_t **end, int base) \
	{                                                              \
		HR_GATE_ENTER(#name);                                  \
		check_number(site, text, end);                         \
		return name(text, end, base);                          \
	}
#define NUMBER(name, type)                                      \
	type hr_gate_##name(const wchar_t *text, wchar_t **end) \
	{                                                       \
		HR_GATE_ENTER(#name);                           \
		check_number(site, text, end);                  \
		return name(text, end);                         \
	}

INTEGER(wcstol, long)
INTEGER(wcstoul, unsigned long)
INTEGER(wcstoll, long long)
INTEGER(wcstoull, unsigned long long)
INTEGER(wcstoimax, intmax_t)
INTEGER(wcstoumax, uintmax_t)
NUMBER(wcstod, double)
NUMBER(wcstof, float)
NUMBER(wcstold, long double)

/* One argument more at the end: a locale that is always "C", a grouping that is never used. */
#define ALIASES(name)                      \
	HR_GATE_ALIAS(name##_l, name);     \
	HR_GATE_ALIAS(__##name##_l, name); \
	HR_GATE_ALIAS(__##name##_internal, name)

ALIASES(wcstol);
ALIASES(wcstoul);
ALIASES(wcstoll);
ALIASES(wcstoull);
ALIASES(wcstod);
ALIASES(wcstof);
ALIASES(wcstold);
HR_GATE_ALIAS(__isoc23_wcstol, wcstol);
HR_GATE_ALIAS(__isoc23_wcstoul, wcstoul);
HR_GATE_ALIAS(__isoc23_wcstoll, wcstoll);
HR_GATE_ALIAS(__isoc23_wcstoull, wcstoull);
HR_GATE_ALIAS(__isoc23_wcstoimax, wcstoimax);
HR_GATE_ALIAS(__isoc23_wcstoumax, wcstoumax);
HR_GATE_ALIAS(wcstoq, wcstoll);
HR_GATE_ALIAS(wcstouq, wcstoull);
HR_GATE_ALIAS(wcswcs, wcsstr);
HR_GATE_ALIAS(wcscoll_l, wcscoll);
HR_GATE_ALIAS(wcsxfrm_l, wcsxfrm);
HR_GATE_ALIAS(wcscasecmp_l, wcscasecmp);
HR_GATE_ALIAS(wcsncasecmp_l, wcsncasecmp);
HR_GATE_ALIAS(__wcscpy_chk, wcscpy);
HR_GATE_ALIAS(__wcpcpy_chk, wcpcpy);
HR_GATE_ALIAS(__wcsncpy_chk, wcsncpy);
HR_GATE_ALIAS(__wcpncpy_chk, wcpncpy);
HR_GATE_ALIAS(__wcscat_chk, wcscat);
HR_GATE_ALIAS(__wcsncat_chk, wcsncat);
HR_GATE_ALIAS(__wmemcpy_chk, wmemcpy);
HR_GATE_ALIAS(__wmempcpy_chk, wmempcpy);
HR_GATE_ALIAS(__wmemmove_chk, wmemmove);
HR_GATE_ALIAS(__wmemset_chk, wmemset);
HR_GATE_ALIAS(__wcscoll_l, wcscoll);
HR_GATE_ALIAS(__wcsxfrm_l, wcsxfrm);
HR_GATE_ALIAS(__wcscasecmp_l, wcscasecmp);
HR_GATE_ALIAS(__wcsncasecmp_l, wcsncasecmp);
HR_GATE_ALIAS(wcstof32, wcstof);
HR_GATE_ALIAS(wcstof32x, wcstod);
HR_GATE_ALIAS(wcstof64, wcstod);
HR_GATE_ALIAS(wcstof64x, wcstold);
