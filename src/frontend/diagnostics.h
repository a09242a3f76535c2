/* The compiler's diagnostics as our users see them, and what we can add to them. */
#ifndef HR_FRONTEND_DIAGNOSTICS_H
#define HR_FRONTEND_DIAGNOSTICS_H

#include "frontend/reader.h"

/* Appends "file:line:column: error: text" and the source line. */
void hr_diagnostic_describe(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic);

/* Appends what to do about it, one line without a newline; nothing when we do not know. */
void hr_diagnostic_hint(struct hr_strbuf *out, struct hr_reader *reader, CXDiagnostic diagnostic);

#endif
