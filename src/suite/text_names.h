/* Texts in words, for names. Private to this folder. */
#ifndef HR_SUITE_TEXT_NAMES_H
#define HR_SUITE_TEXT_NAMES_H

#include "base/strbuf.h"

#include <stdbool.h>

/* Appends letters in lower case, digits, and single underscores for everything else, set off from what is there. */
void hr_name_part(struct hr_strbuf *out, const char *text);

/* The same for a name that may be written LikeThis: "like_this". */
void hr_name_words(struct hr_strbuf *out, const char *name);

/* Appends a text in words, its signs included: "not_found", "slash_a", "a_in_brackets"; "text_null" where the words alone would mean
 * something else than a text. False, and nothing is appended: it is too long for a name, or has too many signs. */
bool hr_name_text(struct hr_strbuf *out, const char *bytes, size_t length);

/* Appends a number with a fraction: "minus_1_point_5", "1e30". */
void hr_name_real(struct hr_strbuf *out, double real);

#endif
