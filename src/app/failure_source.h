/* The lines of the library's source that a failure happens in. */
#ifndef HR_APP_FAILURE_SOURCE_H
#define HR_APP_FAILURE_SOURCE_H

#include "base/strbuf.h"

/* Appends a paragraph with the line and its neighbours, the line itself marked; nothing where the file cannot be read or has no such line. `function` may be NULL or "". */
void hr_failure_source(struct hr_strbuf *out, const char *file, unsigned line, const char *function);

#endif
