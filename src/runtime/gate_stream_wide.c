/* Gate: wide characters through streams. They are converted by libc in the locale of the worker, which is C: what is not ASCII is EILSEQ, as in
 * a program that did not call setlocale. */
#include "runtime/format.h"
#include "runtime/stream.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

int hr_gate_fwide(FILE *of_unit, int mode)
{
	HR_GATE_ENTER("fwide");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	if (!stream->orientation && mode)
		stream->orientation = mode > 0 ? 1 : -1;
	return stream->orientation;
}

/* ---- reading ---- */

static wint_t get_wide(const struct hr_gate_site *site, struct hr_stream *stream)
{
	stream->orientation = stream->orientation ? stream->orientation : 1;
	mbstate_t state;
	memset(&state, 0, sizeof state);
	for (;;) {
		int byte = hr_stream_get(site, stream);
		if (byte == EOF)
			return WEOF;
		char one = (char)byte;
		wchar_t wide;
		size_t used = mbrtowc(&wide, &one, 1, &state);
		if (used == (size_t)-1) {
			errno = EILSEQ;
			stream->flags |= HR_STREAM_ERROR;
			return WEOF;
		}
		if (used != (size_t)-2)
			return (wint_t)wide;
	}
}

static wint_t push_wide(struct hr_stream *stream, wint_t wide)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state;
	memset(&state, 0, sizeof state);
	if (wide == WEOF)
		return WEOF;
	size_t count = wcrtomb(bytes, (wchar_t)wide, &state);
	if (count == (size_t)-1)
		return WEOF;
	while (count)
		if (hr_stream_push(stream, (unsigned char)bytes[--count]) == EOF)
			return WEOF;
	return wide;
}

wint_t hr_gate_fgetwc(FILE *of_unit)
{
	HR_GATE_ENTER("fgetwc");
	return get_wide(site, hr_stream_check(site, of_unit));
}
HR_GATE_ALIAS(getwc, fgetwc);
HR_GATE_ALIAS(fgetwc_unlocked, fgetwc);
HR_GATE_ALIAS(getwc_unlocked, fgetwc);

wint_t hr_gate_getwchar(void)
{
	HR_GATE_ENTER("getwchar");
	return get_wide(site, hr_stream_check(site, hr_gate_stdin));
}
HR_GATE_ALIAS(getwchar_unlocked, getwchar);

wint_t hr_gate_ungetwc(wint_t wide, FILE *of_unit)
{
	HR_GATE_ENTER("ungetwc");
	return push_wide(hr_stream_check(site, of_unit), wide);
}

wchar_t *hr_gate_fgetws(wchar_t *to, int size, FILE *of_unit)
{
	HR_GATE_ENTER("fgetws");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	if (size <= 0)
		return NULL;
	size_t done = 0;
	wint_t wide = L' ';
	while (done < (size_t)size - 1 && wide != L'\n') {
		wide = get_wide(site, stream);
		if (wide == WEOF)
			break;
		hr_gate_writes(site, to + done, sizeof *to);
		to[done++] = (wchar_t)wide;
	}
	if (wide == WEOF && (done == 0 || (stream->flags & HR_STREAM_ERROR)))
		return NULL;
	hr_gate_writes(site, to + done, sizeof *to);
	to[done] = L'\0';
	return to;
}
HR_GATE_ALIAS(fgetws_unlocked, fgetws);

/* ---- writing ---- */

static wint_t put_wide(const struct hr_gate_site *site, struct hr_stream *stream, wchar_t wide)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state;
	memset(&state, 0, sizeof state);
	stream->orientation = stream->orientation ? stream->orientation : 1;
	size_t count = wcrtomb(bytes, wide, &state);
	if (count == (size_t)-1) {
		stream->flags |= HR_STREAM_ERROR;
		return WEOF;
	}
	return hr_stream_write(site, stream, bytes, count) == count ? (wint_t)wide : WEOF;
}

static int put_all(const struct hr_gate_site *site, struct hr_stream *stream, const wchar_t *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (put_wide(site, stream, text[i]) == WEOF)
			return -1;
	return 0;
}

wint_t hr_gate_fputwc(wchar_t wide, FILE *of_unit)
{
	HR_GATE_ENTER("fputwc");
	return put_wide(site, hr_stream_check(site, of_unit), wide);
}
HR_GATE_ALIAS(putwc, fputwc);
HR_GATE_ALIAS(fputwc_unlocked, fputwc);
HR_GATE_ALIAS(putwc_unlocked, fputwc);

wint_t hr_gate_putwchar(wchar_t wide)
{
	HR_GATE_ENTER("putwchar");
	return put_wide(site, hr_stream_check(site, hr_gate_stdout), wide);
}
HR_GATE_ALIAS(putwchar_unlocked, putwchar);

int hr_gate_fputws(const wchar_t *text, FILE *of_unit)
{
	HR_GATE_ENTER("fputws");
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	for (;; text++) {
		hr_gate_reads(site, text, sizeof *text);
		if (!*text)
			return 1;
		if (put_wide(site, stream, *text) == WEOF)
			return -1;
	}
}
HR_GATE_ALIAS(fputws_unlocked, fputws);

/* ---- formats ---- */

static int print_wide(const struct hr_gate_site *site, const FILE *of_unit, const wchar_t *format, va_list args)
{
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	struct hr_formatted_wide formatted;
	int length = hr_format_wide(site, &formatted, format, args);
	if (length > 0 && put_all(site, stream, formatted.text, formatted.length))
		length = -1;
	hr_formatted_wide_release(&formatted);
	return length;
}

struct source {
	const struct hr_gate_site *site;
	struct hr_stream *stream;
	wint_t last;
};

static int source_next(void *context)
{
	struct source *source = context;
	source->last = get_wide(source->site, source->stream);
	return source->last == WEOF ? -1 : (int)source->last;
}

static void source_back(void *context)
{
	struct source *source = context;
	push_wide(source->stream, source->last);
}

static int scan_wide(const struct hr_gate_site *site, const FILE *of_unit, const wchar_t *format, va_list args)
{
	struct source context = { .site = site, .stream = hr_stream_check(site, of_unit) };
	const struct hr_scan_source source = { source_next, source_back, &context };
	return hr_scan_wide(site, &source, format, args);
}

#define WITH_ARGUMENTS(call)                    \
	va_list args;                           \
	va_start(args, format);                 \
	int result = call;                      \
	va_end(args);                           \
	return result

int hr_gate_wprintf(const wchar_t *format, ...)
{
	HR_GATE_ENTER("wprintf");
	WITH_ARGUMENTS(print_wide(site, hr_gate_stdout, format, args));
}

int hr_gate_vwprintf(const wchar_t *format, va_list args)
{
	HR_GATE_ENTER("vwprintf");
	return print_wide(site, hr_gate_stdout, format, args);
}

int hr_gate_fwprintf(FILE *of_unit, const wchar_t *format, ...)
{
	HR_GATE_ENTER("fwprintf");
	WITH_ARGUMENTS(print_wide(site, of_unit, format, args));
}

int hr_gate_vfwprintf(FILE *of_unit, const wchar_t *format, va_list args)
{
	HR_GATE_ENTER("vfwprintf");
	return print_wide(site, of_unit, format, args);
}

int hr_gate_wscanf(const wchar_t *format, ...)
{
	HR_GATE_ENTER("wscanf");
	WITH_ARGUMENTS(scan_wide(site, hr_gate_stdin, format, args));
}
HR_GATE_ALIAS(__isoc99_wscanf, wscanf);
HR_GATE_ALIAS(__isoc23_wscanf, wscanf);

int hr_gate_fwscanf(FILE *of_unit, const wchar_t *format, ...)
{
	HR_GATE_ENTER("fwscanf");
	WITH_ARGUMENTS(scan_wide(site, of_unit, format, args));
}
HR_GATE_ALIAS(__isoc99_fwscanf, fwscanf);
HR_GATE_ALIAS(__isoc23_fwscanf, fwscanf);

int hr_gate_vfwscanf(FILE *of_unit, const wchar_t *format, va_list args)
{
	HR_GATE_ENTER("vfwscanf");
	return scan_wide(site, of_unit, format, args);
}
HR_GATE_ALIAS(__isoc99_vfwscanf, vfwscanf);
HR_GATE_ALIAS(__isoc23_vfwscanf, vfwscanf);
