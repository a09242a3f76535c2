/* Gates of the conversions between multibyte and wide characters.
 *
 * The locale is always "C", in which a character is a byte and nothing is kept between two of them; that is what the checks count on. The
 * real functions do the work. */
#include "runtime/gate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static void check_state(const struct hr_gate_site *site, const mbstate_t *state)
{
	if (state)
		hr_gate_writes(site, state, sizeof *state);
}

/* One character is read, one written. */
static void check_one(const struct hr_gate_site *site, const void *to, size_t to_size, const char *from, size_t most)
{
	if (!from)
		return;
	hr_gate_reads(site, from, most ? 1 : 0);
	if (to)
		hr_gate_writes(site, to, to_size);
}

static size_t wide_length(const struct hr_gate_site *site, const wchar_t *text, size_t most)
{
	size_t length = 0;
	for (; length < most; length++) {
		hr_gate_reads(site, text + length, sizeof *text);
		if (!text[length])
			break;
	}
	return length;
}

int hr_gate_mblen(const char *from, size_t most)
{
	HR_GATE_ENTER("mblen");
	check_one(site, NULL, 0, from, most);
	return mblen(from, most);
}

int hr_gate_mbtowc(wchar_t *to, const char *from, size_t most)
{
	HR_GATE_ENTER("mbtowc");
	check_one(site, to, sizeof *to, from, most);
	return mbtowc(to, from, most);
}

int hr_gate_wctomb(char *to, wchar_t c)
{
	HR_GATE_ENTER("wctomb");
	if (!to)
		return wctomb(NULL, c);
	char bytes[MB_LEN_MAX];
	const int length = wctomb(bytes, c);
	if (length > 0) {
		hr_gate_writes(site, to, (size_t)length);
		memcpy(to, bytes, (size_t)length);
	}
	return length;
}

int hr_gate_mbsinit(const mbstate_t *state)
{
	HR_GATE_ENTER("mbsinit");
	if (state)
		hr_gate_reads(site, state, sizeof *state);
	return mbsinit(state);
}

size_t hr_gate_mbrlen(const char *from, size_t most, mbstate_t *state)
{
	HR_GATE_ENTER("mbrlen");
	check_one(site, NULL, 0, from, most);
	check_state(site, state);
	return mbrlen(from, most, state);
}

/* mbrtowc and its likes for the characters of C11. */
#define ONE_TO_WIDE(name, pointer)                                                                \
	size_t hr_gate_##name(pointer to, const char *from, size_t most, mbstate_t *state)       \
	{                                                                                      \
		HR_GATE_ENTER(#name);                                                          \
		check_one(site, to, sizeof *to, from, most);                                   \
		check_state(site, state);                                                      \
		return name(to, from, most, state);                                            \
	}
#define ONE_FROM_WIDE(name, type)                                      \
	size_t hr_gate_##name(char *to, type c, mbstate_t *state)      \
	{                                                              \
		HR_GATE_ENTER(#name);                                  \
		check_state(site, state);                              \
		if (!to)                                               \
			return name(NULL, c, state);                   \
		char bytes[MB_LEN_MAX];                                \
		const size_t length = name(bytes, c, state);           \
		if (length <= sizeof bytes) {                          \
			hr_gate_writes(site, to, length);              \
			memcpy(to, bytes, length);                     \
		}                                                      \
		return length;                                         \
	}

ONE_TO_WIDE(mbrtowc, wchar_t *)
ONE_TO_WIDE(mbrtoc16, char16_t *)
ONE_TO_WIDE(mbrtoc32, char32_t *)
ONE_FROM_WIDE(wcrtomb, wchar_t)
ONE_FROM_WIDE(c16rtomb, char16_t)
ONE_FROM_WIDE(c32rtomb, char32_t)

wint_t hr_gate_btowc(int c)
{
	return btowc(c);
}

int hr_gate_wctob(wint_t c)
{
	return wctob(c);
}

/* ---- strings ------------------------------------------------------------------------------------------------------------------- */

/* As many characters as there is room for, or up to the NUL, which is written too. */
static void check_to_wide(const struct hr_gate_site *site, const wchar_t *to, const char *from, size_t most_bytes,
			  size_t room)
{
	if (to && room < most_bytes)
		most_bytes = room;
	const size_t length = hr_gate_bounded_string(site, from, most_bytes);
	if (to)
		hr_gate_writes(site, to, (length < most_bytes ? length + 1 : length) * sizeof *to);
}

static void check_from_wide(const struct hr_gate_site *site, const char *to, const wchar_t *from, size_t most,
			    size_t room)
{
	if (to && room < most)
		most = room;
	const size_t length = wide_length(site, from, most);
	if (to)
		hr_gate_writes(site, to, length < most ? length + 1 : length);
}

size_t hr_gate_mbstowcs(wchar_t *to, const char *from, size_t room)
{
	HR_GATE_ENTER("mbstowcs");
	check_to_wide(site, to, from, SIZE_MAX, room);
	return mbstowcs(to, from, room);
}

size_t hr_gate_wcstombs(char *to, const wchar_t *from, size_t room)
{
	HR_GATE_ENTER("wcstombs");
	check_from_wide(site, to, from, SIZE_MAX, room);
	return wcstombs(to, from, room);
}

size_t hr_gate_mbsrtowcs(wchar_t *to, const char **from, size_t room, mbstate_t *state)
{
	HR_GATE_ENTER("mbsrtowcs");
	hr_gate_writes(site, from, sizeof *from);
	check_state(site, state);
	check_to_wide(site, to, *from, SIZE_MAX, room);
	return mbsrtowcs(to, from, room, state);
}

size_t hr_gate_mbsnrtowcs(wchar_t *to, const char **from, size_t most, size_t room, mbstate_t *state)
{
	HR_GATE_ENTER("mbsnrtowcs");
	hr_gate_writes(site, from, sizeof *from);
	check_state(site, state);
	check_to_wide(site, to, *from, most, room);
	return mbsnrtowcs(to, from, most, room, state);
}

size_t hr_gate_wcsrtombs(char *to, const wchar_t **from, size_t room, mbstate_t *state)
{
	HR_GATE_ENTER("wcsrtombs");
	hr_gate_writes(site, from, sizeof *from);
	check_state(site, state);
	check_from_wide(site, to, *from, SIZE_MAX, room);
	return wcsrtombs(to, from, room, state);
}

size_t hr_gate_wcsnrtombs(char *to, const wchar_t **from, size_t most, size_t room, mbstate_t *state)
{
	HR_GATE_ENTER("wcsnrtombs");
	hr_gate_writes(site, from, sizeof *from);
	check_state(site, state);
	check_from_wide(site, to, *from, most, room);
	return wcsnrtombs(to, from, most, room, state);
}

HR_GATE_ALIAS(__mbrlen, mbrlen);
HR_GATE_ALIAS(__mbrtowc, mbrtowc);
HR_GATE_ALIAS(__wcrtomb_chk, wcrtomb);
HR_GATE_ALIAS(__wctomb_chk, wctomb);
HR_GATE_ALIAS(__mbstowcs_chk, mbstowcs);
HR_GATE_ALIAS(__wcstombs_chk, wcstombs);
HR_GATE_ALIAS(__mbsrtowcs_chk, mbsrtowcs);
HR_GATE_ALIAS(__mbsnrtowcs_chk, mbsnrtowcs);
HR_GATE_ALIAS(__wcsrtombs_chk, wcsrtombs);
HR_GATE_ALIAS(__wcsnrtombs_chk, wcsnrtombs);
