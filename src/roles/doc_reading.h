/* What the rules that read documentation share: one parameter whose sentences are looked at, and the table of phrases. */
#ifndef HR_ROLES_DOC_READING_H
#define HR_ROLES_DOC_READING_H

#include "roles/doc_text.h"
#include "roles/inference.h"

struct hr_doc_reading {
	struct hr_inference *inference;
	struct hr_operation *operation;
	size_t param;
};

/* Claims for all phrases in a sentence that mentions the parameter. `own`: it is in what is written about this parameter alone; `trust`: how surely it is
 * about this one and no other (1: there is no other). */
void hr_doc_match_phrases(struct hr_doc_reading *reading, const struct hr_sentence *sentence, bool own, double trust);

/* "whether zero terminated or not", "need not be NUL-terminated": the phrase is there, at `at`, its meaning is not. */
bool hr_doc_is_denied(const char *text, const char *at, const char *phrase);

/* The word stands right before `at`: the name of the parameter ("if list is NULL"), the result ("the return value cannot be NULL"). */
bool hr_doc_stands_before(const char *text, const char *at, const char *word);

/* release(T **slot): "it is set to NO_THING". What is written there is nothing that the caller gets. */
bool hr_doc_is_left_empty(const struct hr_doc_reading *reading);

#endif
