/* Gates of the functions that format into memory: sprintf, snprintf, asprintf, swprintf and their kin; what prints to streams uses hr_format.
 *
 * Invariants: formatting happens in memory of the runtime, by the real libc; the unit gets a copy once all of its memory was checked. Only
 * %n is written by libc itself, to a checked place. */
#include "runtime/format.h"
#include "runtime/arena.h"
#include "runtime/gate_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDE_MOST ((size_t)1 << 24) /* characters of a wide result */

static int format_checked(struct hr_formatted *out, const char *format, va_list args)
{
	out->text = out->small;
	out->small[0] = 0;
	out->length = 0;
	va_list again;
	va_copy(again, args);
	const int length = vsnprintf(out->small, sizeof out->small, format, args);
	if (length >= 0) {
		out->length = (size_t)length;
		if (out->length >= sizeof out->small) {
			out->text = hr_scratch_take(out->length + 1);
			vsnprintf(out->text, out->length + 1, format, again);
		}
	}
	va_end(again);
	return length;
}

int hr_format(const struct hr_gate_site *site, struct hr_formatted *out, const char *format, va_list args)
{
	struct hr_format_plan plan;
	hr_gate_string(site, format);
	hr_format_check(site, &plan, format, args);
	return format_checked(out, format, args);
}

void hr_formatted_release(struct hr_formatted *out)
{
	if (out->text != out->small)
		hr_scratch_release(out->text);
}

/* ---- into the unit's memory ---------------------------------------------------------------------------------------------------- */

static int print(const struct hr_gate_site *site, char *to, size_t size, const char *format, va_list args)
{
	struct hr_format_plan plan;
	struct hr_formatted out;
	hr_gate_string(site, format);
	hr_format_check(site, &plan, format, args);
	const int length = format_checked(&out, format, args);
	if (length >= 0 && size) {
		const size_t written = out.length < size ? out.length + 1 : size;
		hr_gate_writes(site, to, written);
		hr_format_no_overlap(site, &plan, to, written);
		memcpy(to, out.text, written - 1);
		to[written - 1] = 0;
	}
	hr_formatted_release(&out);
	return length;
}

static int print_new(const struct hr_gate_site *site, char **to, const char *format, va_list args)
{
	struct hr_formatted out;
	hr_gate_writes(site, to, sizeof *to);
	int length = hr_format(site, &out, format, args);
	if (length >= 0) {
		char *memory = hr_arena_lend(out.length + 1, 16);
		if (memory) {
			memcpy(memory, out.text, out.length + 1);
			*to = memory;
		} else {
			length = -1;
		}
	}
	hr_formatted_release(&out);
	return length;
}

/* The body of a function with `...`: the value of `call`, which uses `args`. */
#define VARIADIC(name, last, call)    \
	HR_GATE_ENTER(name);          \
	va_list args;                 \
	va_start(args, last);         \
	const int result = call;      \
	va_end(args);                 \
	return result

int hr_gate_vsprintf(char *to, const char *format, va_list args)
{
	HR_GATE_ENTER("vsprintf");
	return print(site, to, SIZE_MAX, format, args);
}

int hr_gate_vsnprintf(char *to, size_t size, const char *format, va_list args)
{
	HR_GATE_ENTER("vsnprintf");
	return print(site, to, size, format, args);
}

int hr_gate_vasprintf(char **to, const char *format, va_list args)
{
	HR_GATE_ENTER("vasprintf");
	return print_new(site, to, format, args);
}

int hr_gate_sprintf(char *to, const char *format, ...)
{
	VARIADIC("sprintf", format, print(site, to, SIZE_MAX, format, args));
}

int hr_gate_snprintf(char *to, size_t size, const char *format, ...)
{
	VARIADIC("snprintf", format, print(site, to, size, format, args));
}

int hr_gate_asprintf(char **to, const char *format, ...)
{
	VARIADIC("asprintf", format, print_new(site, to, format, args));
}

/* The fortified ones know the size of the buffer as far as the compiler does; the shadow knows better. */
int hr_gate___sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
	(void)flag;
	(void)room;
	VARIADIC("sprintf", format, print(site, to, SIZE_MAX, format, args));
}

int hr_gate___vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args)
{
	(void)flag;
	(void)room;
	HR_GATE_ENTER("vsprintf");
	return print(site, to, SIZE_MAX, format, args);
}

int hr_gate___snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
	(void)flag;
	(void)room;
	VARIADIC("snprintf", format, print(site, to, size, format, args));
}

int hr_gate___vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list args)
{
	(void)flag;
	(void)room;
	HR_GATE_ENTER("vsnprintf");
	return print(site, to, size, format, args);
}

int hr_gate___asprintf_chk(char **to, int flag, const char *format, ...)
{
	(void)flag;
	VARIADIC("asprintf", format, print_new(site, to, format, args));
}

int hr_gate___vasprintf_chk(char **to, int flag, const char *format, va_list args)
{
	(void)flag;
	HR_GATE_ENTER("vasprintf");
	return print_new(site, to, format, args);
}

/* ---- wide ---------------------------------------------------------------------------------------------------------------------- */

/* Checks a wide format, and its arguments by its narrow image: conversions are made of ASCII alone. */
static void check_wide(const struct hr_gate_site *site, struct hr_format_plan *plan, const wchar_t *format,
		       va_list args)
{
	size_t length = 0;
	for (;; length++) {
		hr_gate_reads(site, format + length, sizeof *format);
		if (!format[length])
			break;
	}
	char *image = hr_scratch_take(length + 1);
	for (size_t i = 0; i <= length; i++)
		image[i] = (char)(format[i] >= 0 && format[i] < 128 ? format[i] : '?');
	hr_format_check(site, plan, image, args);
	hr_scratch_release(image);
}

/* There is no way to ask for the length: it is tried with more and more room. */
static int format_wide_checked(struct hr_formatted_wide *out, const wchar_t *format, va_list args)
{
	wchar_t *memory = NULL;
	size_t room = sizeof out->small / sizeof *out->small;
	out->text = out->small;
	out->small[0] = 0;
	out->length = 0;
	for (;;) {
		va_list again;
		va_copy(again, args);
		const int saved_errno = errno;
		errno = 0;
		const int length = vswprintf(memory ? memory : out->small, room, format, again);
		va_end(again);
		const bool is_wrong = errno == EILSEQ || errno == EINVAL || errno == ENOMEM;
		if (!is_wrong)
			errno = saved_errno;
		if (length >= 0) {
			out->text = memory ? memory : out->small;
			out->length = (size_t)length;
			return length;
		}
		if (memory)
			hr_scratch_release(memory);
		if (is_wrong || room >= WIDE_MOST)
			return -1;
		room *= 8;
		memory = hr_scratch_take(room * sizeof *memory);
	}
}

int hr_format_wide(const struct hr_gate_site *site, struct hr_formatted_wide *out, const wchar_t *format, va_list args)
{
	struct hr_format_plan plan;
	check_wide(site, &plan, format, args);
	return format_wide_checked(out, format, args);
}

void hr_formatted_wide_release(struct hr_formatted_wide *out)
{
	if (out->text != out->small)
		hr_scratch_release(out->text);
}

/* A result that does not fit is an error here, and what fits of it is written. */
static int print_wide(const struct hr_gate_site *site, wchar_t *to, size_t size, const wchar_t *format, va_list args)
{
	struct hr_format_plan plan;
	struct hr_formatted_wide out;
	check_wide(site, &plan, format, args);
	const int length = format_wide_checked(&out, format, args);
	if (length >= 0 && size) {
		const size_t written = out.length < size ? out.length + 1 : size;
		hr_gate_writes(site, to, written * sizeof *to);
		hr_format_no_overlap(site, &plan, to, written * sizeof *to);
		wmemcpy(to, out.text, written - 1);
		to[written - 1] = 0;
	}
	hr_formatted_wide_release(&out);
	return length >= 0 && (size_t)length >= size ? -1 : length;
}

int hr_gate_vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list args)
{
	HR_GATE_ENTER("vswprintf");
	return print_wide(site, to, size, format, args);
}

int hr_gate_swprintf(wchar_t *to, size_t size, const wchar_t *format, ...)
{
	VARIADIC("swprintf", format, print_wide(site, to, size, format, args));
}

int hr_gate___vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, va_list args)
{
	(void)flag;
	(void)room;
	HR_GATE_ENTER("vswprintf");
	return print_wide(site, to, size, format, args);
}

int hr_gate___swprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format, ...)
{
	(void)flag;
	(void)room;
	VARIADIC("swprintf", format, print_wide(site, to, size, format, args));
}

HR_GATE_ALIAS(_IO_sprintf, sprintf);
HR_GATE_ALIAS(_IO_vsprintf, vsprintf);
HR_GATE_ALIAS(__snprintf, snprintf);
HR_GATE_ALIAS(__vsnprintf, vsnprintf);
HR_GATE_ALIAS(__asprintf, asprintf);
