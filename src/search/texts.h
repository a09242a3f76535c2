/* Texts: composed of what the unit's code looks for (its words, its characters, brackets and quotes balanced), and earlier texts with small edits. No format of any library
 * is known here: what structure there is comes from the dictionary. */
#ifndef HR_SEARCH_TEXTS_H
#define HR_SEARCH_TEXTS_H

#include "search/dictionary.h"

/* A text in the making, with room that the caller has; what does not fit any more is left out. */
struct hr_text {
	char *data;
	size_t length, capacity;
};

struct hr_text_source {
	struct hr_dictionary *dictionary; /* NULL: the code's constants are not to be used */
	struct hr_random *random;
	size_t operation;      /* (size_t)-1: none in particular */
	unsigned *contributed; /* parts that something came from are added to it (search/parts.h); NULL: nobody asks */
};

/* What the dictionary knows, as hr_dictionary_number and its like; the constants are credited with it. */
bool hr_source_number(int64_t *out, const struct hr_text_source *source);
bool hr_source_real(double *out, const struct hr_text_source *source);
bool hr_source_token(struct hr_dictionary_word *out, const struct hr_text_source *source);
int hr_source_character(const struct hr_text_source *source);
size_t hr_source_punctuation(char *out, size_t most, const struct hr_text_source *source);

void hr_text_add(struct hr_text *text, const char *more, size_t length);

/* Appends: nothing, a character, a word, a number, several words, something long, something that is not ASCII. No NUL. */
void hr_text_plain(struct hr_text *text, const struct hr_text_source *source);

/* Appends a number as text: small, at a boundary, with a fraction or an exponent, hexadecimal. */
void hr_text_number(struct hr_text *text, const struct hr_text_source *source);

/* Appends items and lists of items, nested. No NUL. */
void hr_text_compose(struct hr_text *text, const struct hr_text_source *source);

/* Changes the text in one to three places: words, numbers and characters replaced, inserted, removed, spans doubled, removed, wrapped into brackets or quotes, the end exchanged
 * for that of `other` (NULL: there is none). `is_binary`: any byte goes, else no NUL is brought in. */
void hr_text_edit(struct hr_text *text, const struct hr_text_source *source, const char *other, size_t other_length,
		  bool is_binary);

/* The run of digits, letters or others, or the bracketed or quoted span, that begins at `at`: where it ends. */
size_t hr_text_span(const struct hr_text *text, size_t at);

/* Puts `more` where the span was; false, and nothing is changed, when there is no room. */
bool hr_text_replace(struct hr_text *text, size_t at, size_t length, const char *more, size_t more_length);

#endif
