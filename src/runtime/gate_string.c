/* Gates of the functions that copy, join and take apart strings (comparing and searching for texts: gate_compare.c).
 *
 * Invariants: a string is checked up to its NUL and no further; where C stops earlier (strchr, strspn, strnlen), so does the check; what is
 * written is checked as a whole before the first byte. */
#include "runtime/gate.h"
#include "runtime/coverage.h"
#include "runtime/gate_check.h"

#include <string.h>

static char *token_place; /* strtok's */

void hr_gate_string_reset(void)
{
	token_place = NULL;
}

size_t hr_gate_strlen(const char *text)
{
	const size_t length = hr_check_short_string(text);
	if (length != SIZE_MAX) {
		hr_work++;
		return length;
	}
	HR_GATE_ENTER("strlen");
	return hr_gate_string(site, text);
}

size_t hr_gate_strnlen(const char *text, size_t most)
{
	HR_GATE_ENTER("strnlen");
	return hr_gate_bounded_string(site, text, most);
}

/* ---- copying ------------------------------------------------------------------------------------------------------------------- */

/* strcpy; returns where the NUL is. */
static char *copy(const struct hr_gate_site *site, char *to, const char *from)
{
	const size_t length = hr_gate_string(site, from);
	hr_check_writes(site, to, length + 1);
	hr_check_no_overlap(site, to, length + 1, from, length + 1);
	memcpy(to, from, length + 1);
	return to + length;
}

char *hr_gate_strcpy(char *to, const char *from)
{
	HR_GATE_ENTER("strcpy");
	copy(site, to, from);
	return to;
}

char *hr_gate_stpcpy(char *to, const char *from)
{
	HR_GATE_ENTER("stpcpy");
	return copy(site, to, from);
}

/* strncpy: exactly `size` bytes, zeros after the text; returns the first of them, or the end. */
static char *copy_padded(const struct hr_gate_site *site, char *to, const char *from, size_t size)
{
	const size_t length = hr_gate_bounded_string(site, from, size);
	hr_check_writes(site, to, size);
	hr_check_no_overlap(site, to, size, from, length < size ? length + 1 : size);
	memcpy(to, from, length);
	memset(to + length, 0, size - length);
	return to + length;
}

char *hr_gate_strncpy(char *to, const char *from, size_t size)
{
	HR_GATE_ENTER("strncpy");
	copy_padded(site, to, from, size);
	return to;
}

char *hr_gate_stpncpy(char *to, const char *from, size_t size)
{
	HR_GATE_ENTER("stpncpy");
	return copy_padded(site, to, from, size);
}

size_t hr_gate_strlcpy(char *to, const char *from, size_t size)
{
	HR_GATE_ENTER("strlcpy");
	const size_t length = hr_gate_string(site, from);
	const size_t copied = length < size ? length : size - 1;
	if (!size)
		return length;
	hr_check_writes(site, to, copied + 1);
	hr_check_no_overlap(site, to, copied + 1, from, length + 1);
	memcpy(to, from, copied);
	to[copied] = 0;
	return length;
}

/* ---- joining ------------------------------------------------------------------------------------------------------------------- */

/* Appends `length` bytes and a NUL to the text of `old` bytes; `read` bytes of the source were looked at. */
static void append(const struct hr_gate_site *site, char *to, size_t old, const char *from, size_t length, size_t read)
{
	hr_check_writes(site, to + old, length + 1);
	hr_check_no_overlap(site, to, old + length + 1, from, read);
	memcpy(to + old, from, length);
	to[old + length] = 0;
}

char *hr_gate_strcat(char *to, const char *from)
{
	HR_GATE_ENTER("strcat");
	const size_t length = hr_gate_string(site, from);
	append(site, to, hr_gate_string(site, to), from, length, length + 1);
	return to;
}

char *hr_gate_strncat(char *to, const char *from, size_t most)
{
	HR_GATE_ENTER("strncat");
	const size_t length = hr_gate_bounded_string(site, from, most);
	append(site, to, hr_gate_string(site, to), from, length, length < most ? length + 1 : length);
	return to;
}

size_t hr_gate_strlcat(char *to, const char *from, size_t size)
{
	HR_GATE_ENTER("strlcat");
	const size_t length = hr_gate_string(site, from);
	const size_t old = hr_gate_bounded_string(site, to, size);
	if (old == size)
		return size + length;
	const size_t room = size - old - 1;
	append(site, to, old, from, length < room ? length : room, length + 1);
	return old + length;
}

/* ---- looking for characters ---------------------------------------------------------------------------------------------------- */

/* Nothing of `wanted` is where it was looked for, or nothing else is: what a generator must guess. */
static void looked_for(const struct hr_gate_site *site, const char *text, size_t length, const char *wanted,
		       size_t count)
{
	if (hr_runtime.wants & HR_WIRE_WANT_COMPARISONS)
		hr_comparison_search(text, length, wanted, count, site->pc);
}

/* The first place of the character or of the NUL, whichever comes first. */
static const char *find(const struct hr_gate_site *site, const char *text, int c)
{
	const char wanted = (char)c, *place = text;
	for (;;) {
		for (const char *end = place + hr_check_reads_some(site, place); place < end; place++) {
			if (*place == wanted)
				return place;
			if (!*place) {
				looked_for(site, text, (size_t)(place - text), &wanted, 1);
				return place;
			}
		}
	}
}

char *hr_gate_strchr(const char *text, int c)
{
	HR_GATE_ENTER("strchr");
	const char *found = find(site, text, c);
	return *found == (char)c ? (char *)found : NULL;
}

char *hr_gate_index(const char *text, int c)
{
	HR_GATE_ENTER("index");
	const char *found = find(site, text, c);
	return *found == (char)c ? (char *)found : NULL;
}

char *hr_gate_strchrnul(const char *text, int c)
{
	HR_GATE_ENTER("strchrnul");
	return (char *)find(site, text, c);
}

static char *find_last(const struct hr_gate_site *site, const char *text, int c)
{
	const size_t length = hr_gate_string(site, text);
	char *found = strrchr(text, c);
	if (!found)
		looked_for(site, text, length, &(char){ (char)c }, 1);
	return found;
}

char *hr_gate_strrchr(const char *text, int c)
{
	HR_GATE_ENTER("strrchr");
	return find_last(site, text, c);
}

char *hr_gate_rindex(const char *text, int c)
{
	HR_GATE_ENTER("rindex");
	return find_last(site, text, c);
}

/* How many characters at the beginning are in the set, or are not. The NUL ends it either way. */
static size_t span(const struct hr_gate_site *site, const char *text, const char *set, bool in_set)
{
	const size_t count = hr_gate_string(site, set);
	bool stops[256];
	memset(stops, in_set, sizeof stops);
	for (size_t i = count; i > 0; i--)
		stops[(unsigned char)set[i - 1]] = !in_set;
	stops[0] = true;
	for (size_t length = 0;;) {
		for (size_t end = length + hr_check_reads_some(site, text + length); length < end; length++)
			if (stops[(unsigned char)text[length]]) {
				if (in_set && text[length])
					looked_for(site, text + length, 1, set, count);
				else if (!text[length] && length)
					looked_for(site, text + length - 1, 1, set, count);
				return length;
			}
	}
}

size_t hr_gate_strspn(const char *text, const char *set)
{
	HR_GATE_ENTER("strspn");
	return span(site, text, set, true);
}

size_t hr_gate_strcspn(const char *text, const char *set)
{
	HR_GATE_ENTER("strcspn");
	return span(site, text, set, false);
}

char *hr_gate_strpbrk(const char *text, const char *set)
{
	HR_GATE_ENTER("strpbrk");
	const char *found = text + span(site, text, set, false);
	return *found ? (char *)found : NULL;
}

/* ---- taking apart -------------------------------------------------------------------------------------------------------------- */

/* strtok from `text` on; *place is where the next one starts. */
static char *token(const struct hr_gate_site *site, char *text, const char *set, char **place)
{
	text += span(site, text, set, true);
	if (!*text) {
		*place = text;
		return NULL;
	}
	char *end = text + span(site, text, set, false);
	if (*end) {
		hr_check_writes(site, end, 1);
		*end++ = 0;
	}
	*place = end;
	return text;
}

char *hr_gate_strtok(char *text, const char *set)
{
	HR_GATE_ENTER("strtok");
	if (!text && !token_place)
		return NULL; /* as glibc, when there was no text yet */
	return token(site, text ? text : token_place, set, &token_place);
}

char *hr_gate_strtok_r(char *text, const char *set, char **place)
{
	HR_GATE_ENTER("strtok_r");
	hr_check_writes(site, place, sizeof *place);
	if (!text)
		text = *place;
	return text ? token(site, text, set, place) : NULL;
}

char *hr_gate_strsep(char **place, const char *set)
{
	HR_GATE_ENTER("strsep");
	hr_check_writes(site, place, sizeof *place);
	char *text = *place;
	if (!text)
		return NULL;
	char *end = text + span(site, text, set, false);
	if (*end) {
		hr_check_writes(site, end, 1);
		*end++ = 0;
		*place = end;
	} else {
		*place = NULL;
	}
	return text;
}

/* Locales are fixed to "C": the transformed text is the text. */
size_t hr_gate_strxfrm(char *to, const char *from, size_t size)
{
	HR_GATE_ENTER("strxfrm");
	const size_t length = hr_gate_string(site, from);
	const size_t copied = length < size ? length + 1 : size;
	hr_check_writes(site, to, copied);
	hr_check_no_overlap(site, to, copied, from, length + 1);
	memcpy(to, from, copied);
	return length;
}

HR_GATE_ALIAS(__strcpy_chk, strcpy);
HR_GATE_ALIAS(__stpcpy, stpcpy);
HR_GATE_ALIAS(__stpcpy_chk, stpcpy);
HR_GATE_ALIAS(__strncpy_chk, strncpy);
HR_GATE_ALIAS(__stpncpy, stpncpy);
HR_GATE_ALIAS(__stpncpy_chk, stpncpy);
HR_GATE_ALIAS(__strlcpy_chk, strlcpy);
HR_GATE_ALIAS(__strcat_chk, strcat);
HR_GATE_ALIAS(__strncat_chk, strncat);
HR_GATE_ALIAS(__strlcat_chk, strlcat);
HR_GATE_ALIAS(__strtok_r, strtok_r);
HR_GATE_ALIAS(__strsep, strsep);
HR_GATE_ALIAS(__strsep_g, strsep);
HR_GATE_ALIAS(strxfrm_l, strxfrm);
HR_GATE_ALIAS(__strxfrm_l, strxfrm);
