/* The words for the model's enumerations.
 *
 * Invariants:
 * 1. Every value of an enumeration has a word, and no two values of it share one: the array's length is checked against
 *    the enumeration's count when this is compiled, the words themselves by the unit tests.
 * 2. Words stand in saved models: changing one is a change of the schema (docs/model.md). */
#include "model/words.h"

#include "base/bug.h"
#include "model/model.h"

#include <string.h>

/* Defines the array and its description; a missing word is an error of the compiler. */
#define WORDS(name, length, ...)                                                                          \
	static const char *const name##_table[] = { __VA_ARGS__ };                                        \
	_Static_assert(sizeof name##_table / sizeof *name##_table == (length), "a word for every value"); \
	const struct hr_words name = { (length), name##_table }

WORDS(hr_role_words, HR_ROLE_COUNT, "unknown", "consumed", "receiver", "callback", "user_data", "file", "descriptor",
      "path", "format", "string", "length", "capacity", "buffer", "array", "out", "inout", "flags", "enum", "size",
      "in", "private", "none", "owned", "borrowed", "status", "value");

WORDS(hr_fact_words, HR_FACT_COUNT, "role", "nullable", "kept", "freed_by", "minus_one", "sentinel", "bound_by", "kind",
      "error", "errno");

WORDS(hr_source_words, HR_SOURCE_COUNT, "name", "type", "shape", "documentation", "attribute", "code", "learned",
      "user");

WORDS(hr_unit_words, HR_UNIT_COUNT, "none", "bytes", "elements");

WORDS(hr_kind_words, HR_KIND_COUNT, "other", "maker", "destroyer", "observer", "mutator");

WORDS(hr_refused_words, HR_REFUSED_COUNT, "never", "null", "negative", "nonzero", "zero", "short", "out");

WORDS(hr_type_kind_words, HR_TYPE_KIND_COUNT, "void", "bool", "int", "float", "enum", "pointer", "array", "struct",
      "union", "function", "typedef", "va_list", "other");

WORDS(hr_completeness_words, HR_COMPLETENESS_COUNT, "opaque", "complete", "completed_from_source");

WORDS(hr_form_words, HR_FORM_COUNT, "function", "inline", "macro");

WORDS(hr_definition_words, HR_DEFINED_COUNT, "unknown", "header", "source", "library", "nowhere");

WORDS(hr_constant_kind_words, HR_CONSTANT_KIND_COUNT, "int", "float", "string", "pointer");

WORDS(hr_answer_words, HR_ANSWER_COUNT, "not_known", "no", "yes");

const char *hr_word(const struct hr_words *words, int value)
{
	if (value < 0 || value >= words->count)
		HR_BUG("no word for %d: the values of this enumeration are 0 to %d", value, words->count - 1);
	return words->words[value];
}

bool hr_word_find(int *value, const struct hr_words *words, const char *word)
{
	for (int i = 0; word != NULL && i < words->count; i++) {
		if (strcmp(words->words[i], word) == 0) {
			*value = i;
			return true;
		}
	}
	return false;
}
