/* The compiler's diagnostics as our users see them, and what we can add to them. */
#ifndef HR_FRONTEND_DIAGNOSTICS_H
#define HR_FRONTEND_DIAGNOSTICS_H

#include "frontend/reader.h"

/* Where a diagnostic points to. */
struct hr_diagnosed {
	const struct hr_read_file *file; /* NULL: nowhere. Until the next file is entered */
	const char *text;                /* of that file; "" when it cannot be read */
	size_t length, offset;           /* offset <= length */
	unsigned line, column;
};

/* Errors that stand where our own file includes a header are shown at the beginning or the end of that header. */
struct hr_diagnosed hr_diagnostic_place(struct hr_reader *reader, CXDiagnostic diagnostic);

/* Appends "file:line:column: error: text", the source line and the notes to it. */
void hr_diagnostic_describe(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic);

/* Appends what to do about it, one line without a newline; nothing when we do not know. */
void hr_diagnostic_hint(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic);

/* The same for headers that declare no function. */
void hr_hint_no_function(struct hr_strbuf *out, struct hr_reader *reader);

#endif
