/* The words for the model's enumerations, as they stand in JSON, in text output and in the documentation. */
#ifndef HR_MODEL_WORDS_H
#define HR_MODEL_WORDS_H

#include <stdbool.h>

struct hr_words {
	int count;
	const char *const *words; /* indexed by the enumeration's value; lower case, '_' between words */
};

extern const struct hr_words hr_role_words;
extern const struct hr_words hr_fact_words;
extern const struct hr_words hr_source_words;
extern const struct hr_words hr_unit_words;
extern const struct hr_words hr_kind_words;
extern const struct hr_words hr_refused_words; /* enum hr_error_convention */
extern const struct hr_words hr_type_kind_words;
extern const struct hr_words hr_completeness_words;
extern const struct hr_words hr_form_words;
extern const struct hr_words hr_definition_words;
extern const struct hr_words hr_constant_kind_words;
extern const struct hr_words hr_answer_words;

/* The word for a value; a value out of range is an HR_BUG. */
const char *hr_word(const struct hr_words *words, int value);

/* The other way: true, and `*value` set, when `word` (NULL allowed) is one of them. */
bool hr_word_find(int *value, const struct hr_words *words, const char *word);

#endif
