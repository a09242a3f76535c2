/* Questions about strings: all arguments are NUL-terminated unless a length stands beside them. */
#ifndef HR_BASE_TEXT_H
#define HR_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

bool hr_text_equal(const char *a, const char *b); /* NULL equals only NULL */
bool hr_text_starts_with(const char *text, const char *prefix);
bool hr_text_ends_with(const char *text, const char *suffix);

/* Finds `word` in `text` where neither neighbour is a letter, a digit or an underscore; NULL when absent.
 * With `any_case` ASCII letters match in both cases. */
const char *hr_text_find_word(const char *text, const char *word, bool any_case);

/* The first run of letters, digits and underscores at or after `text`, with its length; NULL when there is none. */
const char *hr_text_next_word(const char *text, size_t *length);

/* Finds `needle` anywhere, ASCII letters in both cases; NULL when absent. */
const char *hr_text_find_any_case(const char *text, const char *needle);

/* Takes one UTF-8 character from the beginning: returns how many bytes it has, 0 only for a length of 0. When they are
 * malformed, `*valid` is false and one U+FFFD stands for all of them. */
size_t hr_text_utf8_take(const char *bytes, size_t length, bool *valid);

#endif
