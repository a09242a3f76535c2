/* The words in a C name: "AddItemToArray", "dest_size", "nByte", "gzopen64". */
#ifndef HR_ROLES_NAME_WORDS_H
#define HR_ROLES_NAME_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum { HR_NAME_WORDS = 12, HR_NAME_WORD_LENGTH = 31 };

struct hr_name_words {
	size_t count;
	char words[HR_NAME_WORDS][HR_NAME_WORD_LENGTH + 1]; /* lower case, without digits at the end */
};

/* Splits at underscores and where upper and lower case meet; what does not fit is left out. */
void hr_name_split(struct hr_name_words *out, const char *name);

/* True when `word` is one of `list` (ends with NULL). */
bool hr_word_is_in(const char *word, const char *const *list);

/* True when one of the words is one of `list`. */
bool hr_name_has(const struct hr_name_words *name, const char *const *list);

/* As hr_name_has, and also when a word ends with one of the list after a prefix of at most four letters ("gzopen" has "open"), or eight for a size ("chunksize"). */
bool hr_name_has_loosely(const struct hr_name_words *name, const char *const *list);

/* The position of the first word of `list` in the name; HR_NAME_WORDS when there is none. */
size_t hr_name_find(const struct hr_name_words *name, const char *const *list);

#endif
