/* Documentation as sentences: which of them speak of which parameter. */
#ifndef HR_ROLES_DOC_TEXT_H
#define HR_ROLES_DOC_TEXT_H

#include "base/strbuf.h"
#include "model/operation.h"

/* Collects into `out`, in lower case, all that is written about one parameter alone: its own comment, its @param or @name: entry. */
void hr_doc_own_text(struct hr_strbuf *out, const struct hr_operation *operation, size_t param);

/* Calls `visit` for each sentence of the operation's documentation that mentions the parameter, by name or ("the second argument") by
 * number; the text is in lower case, `others` counts the further parameters that it mentions. */
typedef void hr_sentence_fn(void *context, const char *sentence, size_t others);
void hr_doc_each_sentence(const struct hr_operation *operation, size_t param, hr_sentence_fn *visit, void *context);

#endif
