/* Values of a run, as a person reads them. */
#ifndef HR_APP_SHOW_VALUE_H
#define HR_APP_SHOW_VALUE_H

#include "seq/outcome.h"

/* A scalar or struct from its bytes: 3, 'a', true, Z_OK, {.x = 1, .y = 2.5}; pointers as "NULL" or "pointer". */
void hr_show_bytes(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type,
		   const unsigned char *bytes);

/* What a statement yielded, with what it points to: "\"text\"", "v0 + 8", "24 bytes (block 3)". */
void hr_show_value(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		   size_t value);

/* One argument that a callback of the type `function` was given; the text it points to ends where the length behind it says. */
void hr_show_callback_argument(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *function,
			       const struct hr_callback_call *call, size_t index);

/* Bytes as a C string literal. */
void hr_show_text(struct hr_strbuf *out, const unsigned char *bytes, size_t length);

#endif
