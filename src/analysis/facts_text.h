/* Facts as text, one a line and tab-separated: FUNCTION, ITEM, ATTRIBUTE, VALUE, in the words of tests/facts/README.md. What is not known is left out. */
#ifndef HR_ANALYSIS_FACTS_TEXT_H
#define HR_ANALYSIS_FACTS_TEXT_H

#include "analysis/facts.h"
#include "model/model.h"

/* Of the model's operations, in its order; with `all` of every other function with code behind them, under the names that the code has. */
void hr_facts_write(struct hr_strbuf *out, const struct hr_facts *facts, const struct hr_model *model, bool all);

/* Of one operation, for a person: a line a fact, with the place that shows it; files below `directory` (may be NULL) are told relative to it. */
void hr_facts_list(struct hr_strbuf *out, const struct hr_facts *facts, const struct hr_model *model,
		   const struct hr_operation *operation, const char *directory);

/* "file:line", appended; nothing for nowhere. */
void hr_facts_place(struct hr_strbuf *out, const struct hr_facts *facts, struct hr_place at, const char *directory);

/* The words, NULL for what is not known. */
const char *hr_effect_word(enum hr_effect effect);
const char *hr_freed_word(enum hr_freed freed);
const char *hr_null_word(enum hr_null null);
const char *hr_dereferenced_word(enum hr_dereferenced dereferenced);
const char *hr_purity_word(enum hr_purity purity);

/* The function behind an operation, HR_CODE_NONE when it has no code here or other parameters than the headers say. */
uint32_t hr_facts_function(const struct hr_facts *facts, const struct hr_operation *operation);

/* The name of the member that is `offset` bytes into a struct of the model ("" for none), with those it stands in: "in.next". */
void hr_facts_field_name(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref, uint64_t offset);

#endif
