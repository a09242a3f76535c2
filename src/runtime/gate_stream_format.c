/* Gate: the printf and scanf families on streams and descriptors. The formats themselves are carried out by format.c. */
#include "runtime/format.h"
#include "runtime/stream.h"

#include <errno.h>
#include <wchar.h>

/* ---- printing ---- */

static int print(const struct hr_gate_site *site, const FILE *of_unit, const char *format, va_list args)
{
	struct hr_stream *stream = hr_stream_check(site, of_unit);
	struct hr_formatted formatted;
	int length = hr_format(site, &formatted, format, args);
	if (length > 0 && hr_stream_write(site, stream, formatted.text, formatted.length) != formatted.length)
		length = -1;
	if (length == 0 && !stream->can_write) {
		errno = EBADF;
		length = -1;
	}
	hr_formatted_release(&formatted);
	return length;
}

static int print_to(const struct hr_gate_site *site, int descriptor, const char *format, va_list args)
{
	struct hr_formatted formatted;
	int length = hr_format(site, &formatted, format, args);
	if (length > 0 && hr_descriptor_write(descriptor, formatted.text, formatted.length, -1) != length)
		length = -1;
	hr_formatted_release(&formatted);
	return length;
}

/* The three shapes of a function that takes a format: with its arguments, and with a list of them. The fortified ones (__printf_chk) have a flag
 * in front of the format. */
#define WITH_ARGUMENTS(call)                    \
	va_list args;                           \
	va_start(args, format);                 \
	int result = call;                      \
	va_end(args);                           \
	return result

int hr_gate_printf(const char *format, ...)
{
	HR_GATE_ENTER("printf");
	WITH_ARGUMENTS(print(site, hr_gate_stdout, format, args));
}

int hr_gate___printf_chk(int flag, const char *format, ...)
{
	HR_GATE_ENTER("printf");
	(void)flag;
	WITH_ARGUMENTS(print(site, hr_gate_stdout, format, args));
}

int hr_gate_vprintf(const char *format, va_list args)
{
	HR_GATE_ENTER("vprintf");
	return print(site, hr_gate_stdout, format, args);
}

int hr_gate___vprintf_chk(int flag, const char *format, va_list args)
{
	HR_GATE_ENTER("vprintf");
	(void)flag;
	return print(site, hr_gate_stdout, format, args);
}

int hr_gate_fprintf(FILE *of_unit, const char *format, ...)
{
	HR_GATE_ENTER("fprintf");
	WITH_ARGUMENTS(print(site, of_unit, format, args));
}
HR_GATE_ALIAS(_IO_fprintf, fprintf);

int hr_gate___fprintf_chk(FILE *of_unit, int flag, const char *format, ...)
{
	HR_GATE_ENTER("fprintf");
	(void)flag;
	WITH_ARGUMENTS(print(site, of_unit, format, args));
}

int hr_gate_vfprintf(FILE *of_unit, const char *format, va_list args)
{
	HR_GATE_ENTER("vfprintf");
	return print(site, of_unit, format, args);
}
HR_GATE_ALIAS(_IO_vfprintf, vfprintf);

int hr_gate___vfprintf_chk(FILE *of_unit, int flag, const char *format, va_list args)
{
	HR_GATE_ENTER("vfprintf");
	(void)flag;
	return print(site, of_unit, format, args);
}

int hr_gate_dprintf(int descriptor, const char *format, ...)
{
	HR_GATE_ENTER("dprintf");
	WITH_ARGUMENTS(print_to(site, descriptor, format, args));
}

int hr_gate___dprintf_chk(int descriptor, int flag, const char *format, ...)
{
	HR_GATE_ENTER("dprintf");
	(void)flag;
	WITH_ARGUMENTS(print_to(site, descriptor, format, args));
}

int hr_gate_vdprintf(int descriptor, const char *format, va_list args)
{
	HR_GATE_ENTER("vdprintf");
	return print_to(site, descriptor, format, args);
}

int hr_gate___vdprintf_chk(int descriptor, int flag, const char *format, va_list args)
{
	HR_GATE_ENTER("vdprintf");
	(void)flag;
	return print_to(site, descriptor, format, args);
}

/* ---- scanning ---- */

struct source {
	const struct hr_gate_site *site;
	struct hr_stream *stream;
	int last;
};

static int source_next(void *context)
{
	struct source *source = context;
	source->last = hr_stream_get(source->site, source->stream);
	return source->last;
}

static void source_back(void *context)
{
	struct source *source = context;
	hr_stream_push(source->stream, source->last);
}

static int scan(const struct hr_gate_site *site, const FILE *of_unit, const char *format, va_list args)
{
	struct source context = { .site = site, .stream = hr_stream_check(site, of_unit) };
	const struct hr_scan_source source = { source_next, source_back, &context };
	return hr_scan(site, &source, format, args);
}

int hr_gate_scanf(const char *format, ...)
{
	HR_GATE_ENTER("scanf");
	WITH_ARGUMENTS(scan(site, hr_gate_stdin, format, args));
}
HR_GATE_ALIAS(__isoc99_scanf, scanf);
HR_GATE_ALIAS(__isoc23_scanf, scanf);

int hr_gate_vscanf(const char *format, va_list args)
{
	HR_GATE_ENTER("vscanf");
	return scan(site, hr_gate_stdin, format, args);
}
HR_GATE_ALIAS(__isoc99_vscanf, vscanf);
HR_GATE_ALIAS(__isoc23_vscanf, vscanf);

int hr_gate_fscanf(FILE *of_unit, const char *format, ...)
{
	HR_GATE_ENTER("fscanf");
	WITH_ARGUMENTS(scan(site, of_unit, format, args));
}
HR_GATE_ALIAS(__isoc99_fscanf, fscanf);
HR_GATE_ALIAS(__isoc23_fscanf, fscanf);

int hr_gate_vfscanf(FILE *of_unit, const char *format, va_list args)
{
	HR_GATE_ENTER("vfscanf");
	return scan(site, of_unit, format, args);
}
HR_GATE_ALIAS(__isoc99_vfscanf, vfscanf);
HR_GATE_ALIAS(__isoc23_vfscanf, vfscanf);
HR_GATE_ALIAS(_IO_vfscanf, vfscanf);
