/* Gates of the functions that compare and search texts and memory: strcmp, memcmp, strstr and their kin.
 *
 * Invariants: a comparison checks no byte beyond the first difference or the NUL; whoever asked for comparisons gets both sides of each,
 * as far as they can be read, because they are what a generator must guess. */
#include "runtime/gate.h"
#include "runtime/coverage.h"
#include "runtime/gate_check.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define RECORDED 32u /* bytes of an operand that a record has room for */

static size_t readable(const void *from, size_t most)
{
	const size_t bounded = most < RECORDED ? most : RECORDED;
	return hr_check_quick((uintptr_t)from, RECORDED) ? bounded : hr_shadow_readable((uintptr_t)from, bounded);
}

static void record_memory(const struct hr_gate_site *site, const void *left, const void *right, size_t size)
{
	if (size && hr_runtime.wants & HR_WIRE_WANT_COMPARISONS)
		hr_comparison_bytes(left, readable(left, size), right, readable(right, size), site->pc);
}

static void record_texts(const struct hr_gate_site *site, const char *left, const char *right, size_t most)
{
	if (!most || !(hr_runtime.wants & HR_WIRE_WANT_COMPARISONS))
		return;
	hr_comparison_bytes(left, strnlen(left, readable(left, most)), right, strnlen(right, readable(right, most)),
			    site->pc);
}

static int same(int c)
{
	return c;
}

/* Eight bytes that are the same in both, and no NUL among them. */
static inline bool are_same(const char *left, const char *right)
{
	uint64_t a, b;
	__builtin_memcpy(&a, left, sizeof a);
	__builtin_memcpy(&b, right, sizeof b);
	return a == b && !((a - 0x0101010101010101u) & ~a & 0x8080808080808080u);
}

/* Walks both in steps that the shadow allows, to the first difference, NUL or bound. */
static inline int compare(const struct hr_gate_site *site, const char *left, const char *right, size_t most,
			  int (*fold)(int))
{
	size_t done = 0;
	while (done < most) {
		const size_t left_step = hr_check_reads_some(site, left + done);
		const size_t right_step = hr_check_reads_some(site, right + done);
		size_t step = left_step < right_step ? left_step : right_step;
		if (step > most - done)
			step = most - done;
		const size_t end = done + step;
		while (fold == same && end - done >= 8 && are_same(left + done, right + done))
			done += 8;
		for (; done < end; done++) {
			const int a = fold((unsigned char)left[done]), b = fold((unsigned char)right[done]);
			if (a != b || !a)
				return a - b;
		}
	}
	return 0;
}

int hr_gate_strcmp(const char *left, const char *right)
{
	HR_GATE_ENTER("strcmp");
	record_texts(site, left, right, SIZE_MAX);
	return compare(site, left, right, SIZE_MAX, same);
}

int hr_gate_strncmp(const char *left, const char *right, size_t most)
{
	HR_GATE_ENTER("strncmp");
	record_texts(site, left, right, most);
	return compare(site, left, right, most, same);
}

int hr_gate_strcasecmp(const char *left, const char *right)
{
	HR_GATE_ENTER("strcasecmp");
	record_texts(site, left, right, SIZE_MAX);
	return compare(site, left, right, SIZE_MAX, tolower);
}

int hr_gate_strncasecmp(const char *left, const char *right, size_t most)
{
	HR_GATE_ENTER("strncasecmp");
	record_texts(site, left, right, most);
	return compare(site, left, right, most, tolower);
}

/* Locales are fixed to "C": collation is strcmp. */
int hr_gate_strcoll(const char *left, const char *right)
{
	HR_GATE_ENTER("strcoll");
	record_texts(site, left, right, SIZE_MAX);
	return compare(site, left, right, SIZE_MAX, same);
}

int hr_gate_strverscmp(const char *left, const char *right)
{
	HR_GATE_ENTER("strverscmp");
	hr_gate_string(site, left);
	hr_gate_string(site, right);
	record_texts(site, left, right, SIZE_MAX);
	return strverscmp(left, right);
}

int hr_gate_memcmp(const void *left, const void *right, size_t size)
{
	HR_GATE_ENTER("memcmp");
	hr_check_reads(site, left, size);
	hr_check_reads(site, right, size);
	record_memory(site, left, right, size);
	return memcmp(left, right, size);
}

int hr_gate_bcmp(const void *left, const void *right, size_t size)
{
	HR_GATE_ENTER("bcmp");
	hr_check_reads(site, left, size);
	hr_check_reads(site, right, size);
	record_memory(site, left, right, size);
	return memcmp(left, right, size);
}

/* The first place of the needle, its letters taken as the same in both cases if so asked. */
static const char *find_inside(const char *hay, size_t size, const char *needle, size_t length, bool folds)
{
	if (!folds)
		return memmem(hay, size, needle, length);
	for (size_t at = 0; at + length <= size; at++)
		if (strncasecmp(hay + at, needle, length) == 0)
			return hay + at;
	return NULL;
}

/* The needle is checked as a whole, the hay in windows that double, no further than the one that has the needle: a parser that looks for the
 * next word of a long text would otherwise pay for all of it each time. */
static char *find_text(const struct hr_gate_site *site, const char *hay, const char *needle, bool folds)
{
	const size_t length = hr_gate_string(site, needle);
	if (!length)
		return (char *)hay;
	record_texts(site, hay, needle, SIZE_MAX);
	size_t usable = 0, searched = 0;
	const char *nul = NULL;
	for (size_t window = 256;; window *= 2) {
		size_t step = 1;
		while (usable < window && !nul && (step = hr_check_step((uintptr_t)hay + usable)) > 0) {
			nul = memchr(hay + usable, 0, step);
			usable = nul ? (size_t)(nul - hay) : usable + step;
		}
		const char *found = find_inside(hay + searched, usable - searched, needle, length, folds);
		if (found || nul)
			return (char *)found;
		if (!step)
			hr_check_reads(site, hay + usable, 1); /* leaves */
		searched = usable >= length ? usable - length + 1 : 0;
	}
}

char *hr_gate_strstr(const char *hay, const char *needle)
{
	HR_GATE_ENTER("strstr");
	return find_text(site, hay, needle, false);
}

char *hr_gate_strcasestr(const char *hay, const char *needle)
{
	HR_GATE_ENTER("strcasestr");
	return find_text(site, hay, needle, true);
}

void *hr_gate_memmem(const void *hay, size_t hay_size, const void *needle, size_t size)
{
	HR_GATE_ENTER("memmem");
	hr_check_reads(site, hay, hay_size);
	hr_check_reads(site, needle, size);
	if (size && hr_runtime.wants & HR_WIRE_WANT_COMPARISONS)
		hr_comparison_bytes(hay, readable(hay, hay_size), needle, readable(needle, size), site->pc);
	return memmem(hay, hay_size, needle, size);
}

/* The `_l` forms take a locale at the end, which is always "C". */
HR_GATE_ALIAS(strcasecmp_l, strcasecmp);
HR_GATE_ALIAS(strncasecmp_l, strncasecmp);
HR_GATE_ALIAS(strcoll_l, strcoll);
HR_GATE_ALIAS(__strcasecmp, strcasecmp);
HR_GATE_ALIAS(__strcasestr, strcasestr);
HR_GATE_ALIAS(__strcasecmp_l, strcasecmp);
HR_GATE_ALIAS(__strncasecmp_l, strncasecmp);
HR_GATE_ALIAS(__strcoll_l, strcoll);
HR_GATE_ALIAS(__strverscmp, strverscmp);
HR_GATE_ALIAS(__memcmpeq, memcmp);
