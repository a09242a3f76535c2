/* The text form of a sequence (docs/sequences.md): readable, diffable, stable. */
#ifndef HR_SEQ_TEXT_H
#define HR_SEQ_TEXT_H

#include "base/error.h"
#include "seq/sequence.h"

/* Reads it. Names are resolved and types checked against the model. Fails with HR_ERROR_INPUT and "NAME:line:column: reason", the line itself
 * and a caret in the details, and a hint where a name is nearly right. Any text is safe to read. */
int hr_sequence_read(struct hr_sequence **out, const struct hr_model *model, const char *text, size_t length,
		     const char *name, struct hr_error *error);

/* Writes it, a line a statement; reading that again gives the same sequence, and writing that the same text. */
void hr_sequence_write(struct hr_strbuf *out, const struct hr_sequence *sequence);
void hr_statement_write(struct hr_strbuf *out, const struct hr_sequence *sequence,
			size_t statement); /* without the line break */

/* One operand as the text has it, for an item of this type. */
void hr_operand_write(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_operand *operand,
		      struct hr_type_ref type);

#endif
