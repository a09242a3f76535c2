/* What went wrong, for the person at the command line.
 *
 * A fallible function returns 0, or -1 with the error set. The caller owns the object; NULL is not allowed.
 * Messages: lower case, the problem first, the subject in quotes. */
#ifndef HR_BASE_ERROR_H
#define HR_BASE_ERROR_H

#include "base/strbuf.h"

enum hr_error_kind {
	HR_ERROR_NONE,
	HR_ERROR_USAGE,       /* the command line asks for something that cannot be */
	HR_ERROR_INPUT,       /* the code or the files under test cannot be used */
	HR_ERROR_INTERNAL,    /* the machine or Harrier itself failed */
	HR_ERROR_INTERRUPTED, /* a signal asked us to end (base/interrupt.h) */
};

struct hr_error {
	enum hr_error_kind kind;
	struct hr_strbuf message; /* one line */
	struct hr_strbuf details; /* zero or more lines, the compiler's diagnostics for example */
	struct hr_strbuf hint;    /* what to do about it, when we know; one line */
};

#define HR_ERROR_INIT { HR_ERROR_NONE, HR_STRBUF_INIT, HR_STRBUF_INIT, HR_STRBUF_INIT }

/* Sets kind and message (details and hint are cleared); always returns -1, so that callers write `return hr_fail(…)`.
 * The arguments may be the error's own texts; line breaks in the message become spaces. */
int hr_fail(struct hr_error *error, enum hr_error_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void hr_error_release(struct hr_error *error); /* the error is HR_ERROR_NONE and usable again */

#endif
