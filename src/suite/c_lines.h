/* Long lines of C text. */
#ifndef HR_SUITE_C_LINES_H
#define HR_SUITE_C_LINES_H

#include "base/strbuf.h"

/* Appends text, statements each on a line of its own; in lines that are too long for a reader the fields of structs get lines of their own. */
void hr_c_wrap(struct hr_strbuf *out, const char *text);

#endif
