/* Formats of the printf and scanf families: checked, and carried out on memory of the runtime. For every gate function that takes a format,
 * whatever it reads from or writes to. */
#ifndef HR_RUNTIME_FORMAT_H
#define HR_RUNTIME_FORMAT_H

#include "runtime/gate.h"

#include <stdarg.h>
#include <wchar.h>

/* What a format produced. The memory is the runtime's: copy it out, then release it. */
struct hr_formatted {
	char *text;      /* NUL-terminated */
	size_t length;   /* without the NUL */
	char small[512]; /* where most of them are */
};

/* Checks the format string, every string argument (no further than its precision) and every %n target, then formats. Returns the length, or
 * -1 with errno as libc would; `out` is to be released in both cases. `args` is used up. */
int hr_format(const struct hr_gate_site *site, struct hr_formatted *out, const char *format, va_list args);
void hr_formatted_release(struct hr_formatted *out);

/* The same for wide formats. */
struct hr_formatted_wide {
	wchar_t *text;
	size_t length;
	wchar_t small[256];
};
int hr_format_wide(const struct hr_gate_site *site, struct hr_formatted_wide *out, const wchar_t *format, va_list args);
void hr_formatted_wide_release(struct hr_formatted_wide *out);

/* Where scanning reads from: characters one after the other. `next` returns a byte (or a wide character), or -1 at the end; `back` undoes the
 * last `next`; never called twice in a row, nor after -1. */
struct hr_scan_source {
	int (*next)(void *context);
	void (*back)(void *context);
	void *context;
};

/* Checks the format, then reads: each destination is checked before it is written. Returns what scanf does: the number of
 * assignments, or -1 when the input ended before the first. */
int hr_scan(const struct hr_gate_site *site, const struct hr_scan_source *source, const char *format, va_list args);
int hr_scan_wide(const struct hr_gate_site *site, const struct hr_scan_source *source, const wchar_t *format,
		 va_list args);

#endif
