/* HR_BUG: says where and why, and aborts. The only place of this folder that prints.
 *
 * Invariant: allocates nothing itself, because running out of memory ends here. */
#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void hr_bug(const char *file, int line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "harrier: bug at %s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
