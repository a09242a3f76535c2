/**
 * @file quill.h
 * Texts and what programs keep in them: numbers, escapes, tokens, and settings in the manner of INI files.
 *
 *     quill_ini *settings;
 *     if (quill_ini_parse("[window]\nwidth = 80\n", &settings) == QUILL_OK) {
 *             puts(quill_ini_get(settings, "window", "width"));
 *             quill_ini_free(settings);
 *     }
 *
 * Texts are NUL-terminated and not NULL; handles are not NULL either, unless a function says so. A text that a function returns as `char *` is the
 * caller's, to be freed with free(); one that is returned as `const char *` belongs to the handle. A function that fails leaves its
 * handle and its out-parameters as they were.
 */
#ifndef QUILL_H
#define QUILL_H

#include <stdbool.h>
#include <stddef.h>

/** How an operation went. */
enum quill_error {
	QUILL_OK = 0,
	QUILL_NO_MEMORY = -1,
	QUILL_SYNTAX = -2, /**< the text is not what it should be */
	QUILL_RANGE = -3,  /**< a number is too large or too small */
	QUILL_MISSING = -4 /**< there is no such entry */
};

/** @name Numbers */
/** @{ */

/** Reads a decimal number with an optional sign and nothing else. @param[out] value  the number */
enum quill_error quill_parse_int(const char *text, int *value);

/** Writes a number as quill_parse_int() reads it. @return NULL when there is no memory */
char *quill_print_int(int value);

/**
 * Reads a size: a decimal number, perhaps with one of the letters K, M, G, T, P, E behind it, which stand for 1024, 1024 * 1024, and so on.
 * @param[out] bytes  the size; QUILL_RANGE if it does not fit
 */
enum quill_error quill_parse_size(const char *text, unsigned long long *bytes);
/** @} */

/** @name Texts */
/** @{ */

/** How often a part occurs in a text, without overlaps; the empty text never does. */
size_t quill_count(const char *text, const char *part);

/** A text with all occurrences of a part replaced, without overlaps. @return NULL when there is no memory */
char *quill_replace(const char *text, const char *part, const char *with);

/**
 * The order in which people sort: numbers (texts of digits alone) by their value and before all others, the others byte by byte.
 * Numbers of equal value are in the order of their bytes ("07" before "7").
 * @return below 0, 0 or above 0; 0 only for texts that are the same
 */
int quill_compare(const char *a, const char *b);

/** Writes a text with \\n, \\t, \\r, \\", \\\\, and \\xHH for all else that is not printable ASCII. @return NULL when there is no memory */
char *quill_escape(const char *text);

/** Reads what quill_escape() wrote. @return NULL for any other escape or "\x00", and when there is no memory */
char *quill_unescape(const char *text);

/** Writes a text for a query in an address: a blank as '+', what is not a letter, a digit or one of "-_.~" as %HH. @return NULL when there is no memory */
char *quill_percent_encode(const char *text);

/** Reads what quill_percent_encode() wrote. @return NULL if there is a '%' without two hexadecimal digits or "%00", and when there is no memory */
char *quill_percent_decode(const char *text);
/** @} */

/** @name Tokens */
/** @{ */

/** Takes a text apart. Made by quill_tokens_new(), ended by quill_tokens_free(). */
typedef struct quill_tokens quill_tokens;

/** What a token is. */
enum quill_token {
	QUILL_END,  /**< there are no more */
	QUILL_WORD, /**< a letter or '_', then letters, digits and '_' */
	QUILL_DIGITS,
	QUILL_QUOTED, /**< a text in double quotes, escaped as by quill_escape() */
	QUILL_SYMBOL, /**< any other character */
	QUILL_BROKEN  /**< quotes without an end, or with a wrong escape; the rest of the text is passed over */
};

/** Begins with a text, of which a copy is kept. @return NULL when there is no memory */
quill_tokens *quill_tokens_new(const char *text);

/** Frees tokens. NULL is fine. */
void quill_tokens_free(quill_tokens *tokens);

/** Goes on to the next token. Blanks and line ends are passed over. */
enum quill_token quill_tokens_next(quill_tokens *tokens);

/** The text of the token, for QUILL_QUOTED without quotes and escapes; valid until the next one. Empty before the first and at the end. */
const char *quill_tokens_text(const quill_tokens *tokens);

/** The line in which the token begins, counted from 1. */
unsigned quill_tokens_line(const quill_tokens *tokens);
/** @} */

/** @name Settings
 * Values have a key, which is unique in its section. Keys are not empty, sections may be (that is the one in front of all "[section]" lines); both consist of letters, digits and
 * "_-.". Values may be any text.
 */
/** @{ */
typedef struct quill_ini quill_ini;

/** Makes settings without entries. @return NULL when there is no memory; to be freed with quill_ini_free() */
quill_ini *quill_ini_new(void);

/**
 * Reads settings: lines "key = value" and "[section]"; '#' and ';' begin a comment outside of quotes. Values are in double quotes, escaped as by
 * quill_escape(), or plain; blanks around them do not count. A key that comes twice has its last value.
 * @param[out] settings  to be freed with quill_ini_free()
 */
enum quill_error quill_ini_parse(const char *text, quill_ini **settings);

/** Writes settings so that quill_ini_parse() reads the same. @return NULL when there is no memory */
char *quill_ini_print(const quill_ini *settings);

/** Settings of their own with the same entries. @return NULL when there is no memory */
quill_ini *quill_ini_copy(const quill_ini *settings);

/** Frees settings. NULL is fine. */
void quill_ini_free(quill_ini *settings);

/** The number of entries in all sections. */
size_t quill_ini_count(const quill_ini *settings);

/** Sets a value. QUILL_SYNTAX if section or key contain what they must not. */
enum quill_error quill_ini_set(quill_ini *settings, const char *section, const char *key, const char *value);

/** A value, valid until it is set again or removed. @return NULL if there is none */
const char *quill_ini_get(const quill_ini *settings, const char *section, const char *key);

/** A value that is a number. QUILL_MISSING if there is none, or what quill_parse_int() says. @param[out] value  the number */
enum quill_error quill_ini_get_int(const quill_ini *settings, const char *section, const char *key, int *value);

/** Removes an entry. QUILL_MISSING if there is none. */
enum quill_error quill_ini_remove(quill_ini *settings, const char *section, const char *key);

/** Have both the same entries, in whatever order? Either may be NULL, which is equal to NULL alone. */
bool quill_ini_equal(const quill_ini *a, const quill_ini *b);
/** @} */

#endif
