/* Documentation as sentences: which of them speak of which parameter. */
#ifndef HR_ROLES_DOC_TEXT_H
#define HR_ROLES_DOC_TEXT_H

#include "base/strbuf.h"
#include "model/operation.h"

/* Collects into `out`, on one line, all that is written about one parameter alone: its own comment, its @param or @name: entry. */
void hr_doc_own_text(struct hr_strbuf *out, const struct hr_operation *operation, size_t param);

/* The same for a field in the comment of its struct ("@param name text", "@name: text"), without the name. */
void hr_doc_field_text(struct hr_strbuf *out, const char *doc, const char *name);

/* A sentence: as it is written, on one line, and the same in lower case (so that a position in one is a position in the other). */
struct hr_sentence {
	const char *text;
	const char *lower;
	size_t others; /* how many further parameters it mentions */
};

/* Calls `visit` for each sentence of the operation's documentation that mentions the parameter, by name or ("the second argument") by
 * number. */
typedef void hr_sentence_fn(void *context, const struct hr_sentence *sentence);
void hr_doc_each_sentence(const struct hr_operation *operation, size_t param, hr_sentence_fn *visit, void *context);

/* "0 = none, 1: fast, 2 - best": does the text (NULL: no) say what each of at least three numbers means? */
bool hr_doc_lists_values(const char *text);

/* "FOO_NONE = 0, FOO_FAST = 1, FOO_BEST = 2": does the text (NULL: no) say so of at least three constants, of the API or not? */
bool hr_doc_lists_constants(const char *text);

/* "@name: (integer, modify, optional)", "name - [input/output]": which ways the brackets at the beginning of what is written about a parameter (in lower case) tell. */
struct hr_doc_ways {
	bool in, out;
	bool is_boolean; /* it is called a truth value there */
};
struct hr_doc_ways hr_doc_ways(const char *own);

/* Appends the text in lower case. */
void hr_doc_add_lower(struct hr_strbuf *out, const char *text);

#endif
