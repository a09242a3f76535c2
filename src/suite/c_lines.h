/* Long lines of C text. */
#ifndef HR_SUITE_C_LINES_H
#define HR_SUITE_C_LINES_H

#include "base/strbuf.h"

/* Appends text, statements each on a line of its own; in lines that are too long for a reader the fields of structs get lines of their own, and what is too long still goes on in the next line. */
void hr_c_wrap(struct hr_strbuf *out, const char *text);

/* Only the last of it: lines that are too long go on in the next, behind a comma or in the middle of a literal. */
void hr_c_fold(struct hr_strbuf *out, const char *text);

#endif
