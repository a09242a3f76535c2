/* Scanning: the input items of each conversion, from any source of characters to the unit's memory.
 *
 * Invariants: an item is collected in memory of the runtime; its destination is checked as a whole before the first byte of it is written.
 * What is read, pushed back and converted is what glibc reads, pushes back and converts, also when an item breaks off in the middle
 * ("0xg", "1e+"). */
#include "runtime/gate_scan.h"
#include "runtime/arena.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

/* ---- characters ---------------------------------------------------------------------------------------------------------------- */

bool hr_scan_is_space(const struct hr_scan_state *scan, int c)
{
	return scan->wide ? iswspace((wint_t)c) : isspace(c);
}

int hr_scan_read(struct hr_scan_state *scan)
{
	if (scan->has_ended) { /* glibc: errno is as it was when the end was met, whatever happened since */
		errno = scan->end_errno;
		scan->current = HR_SCAN_END;
		return HR_SCAN_END;
	}
	scan->current = scan->source->next(scan->source->context);
	scan->consumed += scan->current != HR_SCAN_END;
	if (scan->current == HR_SCAN_END) {
		scan->has_ended = true;
		scan->end_errno = errno;
	}
	return scan->current;
}

void hr_scan_unread(struct hr_scan_state *scan)
{
	if (scan->current == HR_SCAN_END)
		return;
	scan->source->back(scan->source->context);
	scan->consumed--;
}

void hr_scan_skip_space(struct hr_scan_state *scan)
{
	while (hr_scan_read(scan) != HR_SCAN_END && hr_scan_is_space(scan, scan->current))
		;
	hr_scan_unread(scan);
}

static void hr_scan_add(struct hr_scan_state *scan, int c)
{
	if (scan->length == scan->room) {
		wchar_t *larger = hr_scratch_take(scan->room * 4 * sizeof *larger);
		memcpy(larger, scan->item, scan->length * sizeof *larger);
		scan->item = larger; /* the old one goes with all the rest when the scan is over */
		scan->room *= 4;
	}
	scan->item[scan->length++] = (wchar_t)c;
}

/* ---- destinations -------------------------------------------------------------------------------------------------------------- */

/* All arguments of scanf are pointers, so any of them can be counted to. */
static void *hr_scan_destination(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	const unsigned wanted = directive->position >= 0 ? (unsigned)directive->position : scan->next_argument++;
	va_list args;
	va_copy(args, scan->args);
	void *pointer = va_arg(args, void *);
	for (unsigned i = 0; i < wanted; i++)
		pointer = va_arg(args, void *);
	va_end(args);
	return pointer;
}

static void hr_scan_store_integer(struct hr_scan_state *scan, const struct hr_scan_directive *directive,
				  long long value)
{
	void *to = hr_scan_destination(scan, directive);
	hr_gate_writes(scan->site, to, directive->size);
	memcpy(to, &value, directive->size); /* little-endian */
}

/* Adds the current character, as the destination wants it, to an item of characters; false when there is none that means the same ("C"
 * locale). */
static bool add_character(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	int c = scan->current;
	if (scan->wide && !directive->is_long)
		c = wctob((wint_t)c);
	else if (!scan->wide && directive->is_long)
		c = (int)btowc(c);
	if (c == EOF) { /* WEOF too */
		errno = EILSEQ;
		return false;
	}
	hr_scan_add(scan, c);
	return true;
}

/* Characters to the buffer that the argument is, or to a fresh block for %m. */
static enum hr_scan_outcome store_characters(struct hr_scan_state *scan, const struct hr_scan_directive *directive,
					     bool is_terminated)
{
	const bool is_wide = directive->is_long;
	const size_t unit = is_wide ? sizeof(wchar_t) : 1;
	const size_t size = (scan->length + is_terminated) * unit;
	char *bytes = hr_scratch_take(size);
	memset(bytes, 0, size);
	for (size_t i = 0; i < scan->length; i++)
		if (is_wide)
			((wchar_t *)bytes)[i] = scan->item[i];
		else
			bytes[i] = (char)scan->item[i];
	void *to = hr_scan_destination(scan, directive);
	if (directive->is_allocating) {
		hr_gate_writes(scan->site, to, sizeof(void *));
		void *memory = hr_arena_lend(size, 16);
		if (!memory)
			return HR_SCAN_FAILED;
		*(void **)to = memory;
		to = memory;
	}
	hr_gate_writes(scan->site, to, size);
	memcpy(to, bytes, size);
	hr_scratch_release(bytes);
	scan->assigned++;
	return HR_SCAN_MATCHED;
}

/* ---- conversions: characters --------------------------------------------------------------------------------------------------- */

enum hr_scan_outcome hr_scan_characters(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	long left = directive->width < 0 ? 1 : directive->width;
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	do
		if (!add_character(scan, directive))
			return HR_SCAN_MISMATCH;
	while (--left > 0 && hr_scan_read(scan) != HR_SCAN_END);
	return directive->is_suppressed ? HR_SCAN_MATCHED : store_characters(scan, directive, false);
}

enum hr_scan_outcome hr_scan_word(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	hr_scan_skip_space(scan);
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	long left = directive->width;
	do {
		if (hr_scan_is_space(scan, scan->current)) {
			hr_scan_unread(scan);
			break;
		}
		if (!add_character(scan, directive))
			return HR_SCAN_MISMATCH;
	} while ((left < 0 || --left > 0) && hr_scan_read(scan) != HR_SCAN_END);
	return directive->is_suppressed ? HR_SCAN_MATCHED : store_characters(scan, directive, true);
}

/* "a-z" is a range unless '-' comes first or last, or the range runs backwards. */
static bool set_has(const struct hr_scan_state *scan, const struct hr_scan_directive *directive, int c)
{
	for (size_t at = directive->set; at < directive->set_end; at++) {
		const int member = hr_scan_format_at(scan, at);
		if (member == '-' && at > directive->set && at + 1 < directive->set_end) {
			const int low = hr_scan_format_at(scan, at - 1), high = hr_scan_format_at(scan, at + 1);
			if (low <= high) {
				if (c >= low && c <= high)
					return true;
				continue;
			}
		}
		if (member == c)
			return true;
	}
	return false;
}

enum hr_scan_outcome hr_scan_set(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	long left = directive->width;
	do {
		if (set_has(scan, directive, scan->current) == directive->is_inverted) {
			hr_scan_unread(scan);
			break;
		}
		if (!add_character(scan, directive))
			return HR_SCAN_MISMATCH;
	} while ((left < 0 || --left > 0) && hr_scan_read(scan) != HR_SCAN_END);
	if (!scan->length)
		return HR_SCAN_MISMATCH;
	return directive->is_suppressed ? HR_SCAN_MATCHED : store_characters(scan, directive, true);
}

/* ---- conversions: numbers ------------------------------------------------------------------------------------------------------ */

/* The item as a string for strtol and the like; in scratch memory. */
static char *item_text(const struct hr_scan_state *scan)
{
	char *text = hr_scratch_take(scan->length + 1);
	for (size_t i = 0; i < scan->length; i++)
		text[i] = (char)scan->item[i];
	text[scan->length] = 0;
	return text;
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool is_digit(int c, int base)
{
	if (c >= '0' && c <= '9')
		return c - '0' < base;
	return base == 16 && lower(c) >= 'a' && lower(c) <= 'f';
}

/* Takes the current character into the item and reads the next, which counts against the width. */
static void take(struct hr_scan_state *scan, long *left)
{
	hr_scan_add(scan, scan->current);
	if (*left > 0)
		--*left;
	hr_scan_read(scan);
}

/* A leading "0" or "0x"; the base that it means. */
static int take_prefix(struct hr_scan_state *scan, int base, long *left)
{
	if (*left == 0 || scan->current != '0')
		return base ? base : 10;
	take(scan, left);
	if (*left != 0 && lower(scan->current) == 'x' && (base == 0 || base == 16)) {
		if (*left > 0)
			--*left;
		hr_scan_read(scan);
		return 16;
	}
	return base ? base : 8;
}

/* The rest of a word that the item must be, its first character being the current one. */
static bool take_word(struct hr_scan_state *scan, const char *word, long *left)
{
	for (size_t i = 0; word[i]; i++) {
		if (i > 0) {
			if (*left == 0 || hr_scan_read(scan) == HR_SCAN_END)
				return false;
			if (*left > 0)
				--*left;
		}
		if (lower(scan->current) != word[i])
			return false;
		hr_scan_add(scan, scan->current);
	}
	return true;
}

static int base_of(char letter)
{
	static const struct {
		char letter;
		int base;
	} bases[] = { { 'd', 10 }, { 'u', 10 }, { 'i', 0 }, { 'o', 8 }, { 'x', 16 }, { 'X', 16 }, { 'p', 16 } };
	for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
		if (bases[i].letter == letter)
			return bases[i].base;
	return 10;
}

enum hr_scan_outcome hr_scan_integer(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	hr_scan_skip_space(scan);
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	long left = directive->width;
	bool has_sign = false;
	if (scan->current == '-' || scan->current == '+') {
		has_sign = true;
		take(scan, &left);
	}
	const int base = take_prefix(scan, base_of(directive->letter), &left);
	while (scan->current != HR_SCAN_END && left != 0 && is_digit(scan->current, base))
		take(scan, &left);
	if (scan->length > has_sign) {
		hr_scan_unread(scan);
	} else {
		const bool can_be_nil = directive->letter == 'p' && !has_sign && (left < 0 || left >= 5);
		if (!can_be_nil || !take_word(scan, "(nil)", &left)) {
			hr_scan_unread(scan);
			return HR_SCAN_MISMATCH;
		}
		scan->length = 0;
		hr_scan_add(scan, '0');
	}
	if (directive->is_suppressed)
		return HR_SCAN_MATCHED;
	char *text = item_text(scan);
	const bool is_signed = directive->letter == 'd' || directive->letter == 'i';
	hr_scan_store_integer(scan, directive,
			      is_signed ? strtoll(text, NULL, base) : (long long)strtoull(text, NULL, base));
	hr_scratch_release(text);
	scan->assigned++;
	return HR_SCAN_MATCHED;
}

static enum hr_scan_outcome store_number(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	char *text = item_text(scan), *end;
	union {
		float single;
		double usual;
		long double great;
	} value;
	size_t size = sizeof value.single;
	memset(&value, 0, sizeof value);
	if (directive->is_great) {
		value.great = strtold(text, &end);
		size = sizeof value.great;
	} else if (directive->is_long) {
		value.usual = strtod(text, &end);
		size = sizeof value.usual;
	} else {
		value.single = strtof(text, &end);
	}
	const bool is_number = end != text;
	hr_scratch_release(text);
	if (!is_number)
		return HR_SCAN_MISMATCH;
	if (directive->is_suppressed)
		return HR_SCAN_MATCHED;
	void *to = hr_scan_destination(scan, directive);
	hr_gate_writes(scan->site, to, size);
	memcpy(to, &value, size == sizeof value.great ? 10 : size); /* the padding stays as it is, as with libc */
	scan->assigned++;
	return HR_SCAN_MATCHED;
}

/* Digits, point and exponent, as far as they go; false when there is no number in them. */
static bool take_digits(struct hr_scan_state *scan, long *left, bool has_sign)
{
	bool is_hexadecimal = false, has_digit = false, has_point = false, has_exponent = false;
	if (*left != 0 && scan->current == '0') {
		take(scan, left);
		if (*left != 0 && lower(scan->current) == 'x') {
			take(scan, left);
			is_hexadecimal = true;
		} else {
			has_digit = true;
		}
	}
	const int exponent = is_hexadecimal ? 'p' : 'e';
	while (scan->current != HR_SCAN_END) {
		const int c = scan->current;
		if (is_digit(c, is_hexadecimal && !has_exponent ? 16 : 10)) {
			has_digit = true;
		} else if (has_exponent && scan->item[scan->length - 1] == exponent && (c == '-' || c == '+')) {
		} else if (has_digit && !has_exponent && lower(c) == exponent) {
			scan->current = exponent;
			has_exponent = has_point = true;
		} else if (!has_point && c == '.') {
			has_point = true;
		} else {
			hr_scan_unread(scan);
			break;
		}
		hr_scan_add(scan, scan->current);
		if (*left == 0 || hr_scan_read(scan) == HR_SCAN_END)
			break;
		if (*left > 0)
			--*left;
	}
	return scan->length > has_sign && !(is_hexadecimal && scan->length == 2u + has_sign);
}

enum hr_scan_outcome hr_scan_number(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	hr_scan_skip_space(scan);
	if (hr_scan_read(scan) == HR_SCAN_END)
		return HR_SCAN_INPUT_FAILED;
	long left = directive->width > 0 ? directive->width - 1 : directive->width;
	bool has_sign = false;
	if (scan->current == '-' || scan->current == '+') {
		has_sign = true;
		hr_scan_add(scan, scan->current);
		if (left == 0 || hr_scan_read(scan) == HR_SCAN_END)
			return HR_SCAN_MISMATCH;
		if (left > 0)
			left--;
	}
	if (lower(scan->current) == 'n') {
		if (!take_word(scan, "nan", &left))
			return HR_SCAN_MISMATCH;
	} else if (lower(scan->current) == 'i') {
		if (!take_word(scan, "inf", &left))
			return HR_SCAN_MISMATCH;
		if (left != 0 && hr_scan_read(scan) != HR_SCAN_END) {
			if (lower(scan->current) != 'i')
				hr_scan_unread(scan);
			else if (left > 0)
				left--;
			if (lower(scan->current) == 'i' && !take_word(scan, "inity", &left))
				return HR_SCAN_MISMATCH;
		}
	} else if (!take_digits(scan, &left, has_sign)) {
		return HR_SCAN_MISMATCH;
	}
	return store_number(scan, directive);
}

enum hr_scan_outcome hr_scan_count(struct hr_scan_state *scan, const struct hr_scan_directive *directive)
{
	if (!directive->is_suppressed)
		hr_scan_store_integer(scan, directive, scan->consumed);
	return HR_SCAN_MATCHED;
}
