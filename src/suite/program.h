/* A sequence as a plain C program. */
#ifndef HR_SUITE_PROGRAM_H
#define HR_SUITE_PROGRAM_H

#include "base/error.h"
#include "seq/sequence.h"

/* Writes a complete C file whose main() does what the sequence does, with objects of the same sizes, so that a compiler's own sanitizers see
 * what the worker sees. Fails with HR_ERROR_INPUT for what plain C has no words for. */
int hr_suite_program(struct hr_strbuf *out, const struct hr_sequence *sequence, struct hr_error *error);

/* What the linker has to be told for a program with this text, with a space in front; or "". */
const char *hr_suite_link_flags(const char *text);

#endif
