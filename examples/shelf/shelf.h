/**
 * @file shelf.h
 * A shelf holds named texts: settings, labels, small notes. Names are unique, items keep the order in which they were
 * put, and a shelf can be saved to a file and loaded again.
 *
 *     shelf *s = shelf_new(NULL);
 *     shelf_put(s, "title", "A Field Guide to Raptors", 0);
 *     shelf_putf(s, "pages", "%d", 372);
 *     printf("%s\n", shelf_get(s, "title"));
 *     shelf_free(s);
 *
 * Texts are NUL-terminated. The shelf keeps copies, unless a function says that it takes something over. A shelf must
 * not be used by two threads at once.
 */
#ifndef SHELF_H
#define SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A shelf. Made by shelf_new() and shelf_copy(), ended by shelf_free(). */
typedef struct shelf shelf;

/** How an operation went. Everything but SHELF_OK is negative and leaves the shelf as it was. */
enum shelf_error {
	SHELF_OK = 0,
	SHELF_NO_MEMORY = -1,
	SHELF_NOT_FOUND = -2, /**< no item has that name */
	SHELF_EXISTS = -3,    /**< an item has that name already */
	SHELF_FULL = -4,      /**< the limit of the shelf is reached */
	SHELF_INVALID = -5,   /**< a name is empty, or a name or text cannot be saved */
	SHELF_TOO_SMALL = -6, /**< the buffer has not enough room */
	SHELF_IO = -7         /**< a file cannot be read or written */
};

/** What shelf_put() may do; to be combined with |. */
enum shelf_flags {
	SHELF_REPLACE = 1 << 0, /**< replace the text of an item that is there already */
	SHELF_FRONT = 1 << 1    /**< put a new item before all others, not behind them */
};

/** How a shelf behaves. Set it up with shelf_options_init(), then change what should be different. */
struct shelf_options {
	size_t limit;     /**< most items that the shelf will hold; 0: any number */
	bool ignore_case; /**< "Title" and "TITLE" are the same name */
	char separator;   /**< stands between name and text in files; not allowed in names */
};

/**
 * Sets all options to their defaults: no limit, names differ by case, '=' as separator.
 * @param[out] options  memory of the caller's
 */
void shelf_options_init(struct shelf_options *options);

/**
 * Makes an empty shelf.
 * @param options  how it should behave, or NULL for the defaults; not needed any more after the call
 * @return the new shelf, to be freed with shelf_free(), or NULL if there is no memory
 */
shelf *shelf_new(const struct shelf_options *options);

/**
 * Makes a shelf with the same items, in the same order, that behaves the same way.
 * @return the new shelf, to be freed with shelf_free(), or NULL if there is no memory or @p source is NULL
 */
shelf *shelf_copy(const shelf *source);

/** Frees a shelf and all that is on it. NULL is fine. */
void shelf_free(shelf *s);

/** @return the number of items; a NULL shelf has none */
size_t shelf_count(const shelf *s);

/** @return the length of all texts together, in bytes */
size_t shelf_size(const shelf *s);

/**
 * Puts a copy of a text on the shelf.
 * @param s      the shelf
 * @param name   the item's name; not empty, without newline and without the shelf's separator
 * @param text   the text; without newline
 * @param flags  any of enum shelf_flags, or 0
 * @return SHELF_OK; SHELF_EXISTS without SHELF_REPLACE if the name is taken; SHELF_FULL, SHELF_INVALID, SHELF_NO_MEMORY
 */
enum shelf_error shelf_put(shelf *s, const char *name, const char *text, unsigned flags);

/**
 * Puts a formatted text behind all others, as printf() would write it. The name must be new.
 * @param format  a printf format, with its arguments behind it
 */
enum shelf_error shelf_putf(shelf *s, const char *name, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/**
 * Like shelf_put() without flags, but takes the text over instead of copying it.
 * @param text  allocated with malloc(). On SHELF_OK the shelf owns it and will free it; on any error it stays the
 *              caller's.
 */
enum shelf_error shelf_put_owned(shelf *s, const char *name, char *text);

/**
 * Looks an item up.
 * @return its text, which belongs to the shelf and is valid until the item is replaced or removed; NULL if there is no
 *         such item or @p s is NULL
 */
const char *shelf_get(const shelf *s, const char *name);

/**
 * Looks an item up and tells more about it.
 * @param[out] text    the text, still the shelf's; may be NULL if it is not wanted
 * @param[out] length  the length of the text in bytes; may be NULL if it is not wanted
 * @return SHELF_OK, or SHELF_NOT_FOUND (nothing is written then), also when @p s is NULL
 */
enum shelf_error shelf_find(const shelf *s, const char *name, const char **text, size_t *length);

/** Removes an item. @return SHELF_OK or SHELF_NOT_FOUND, also when @p s is NULL */
enum shelf_error shelf_remove(shelf *s, const char *name);

/**
 * Removes an item and hands its text over.
 * @return the text, which the caller must free with free(); NULL if there is no such item or @p s is NULL
 */
char *shelf_take(shelf *s, const char *name);

/**
 * Called for each item by shelf_each().
 * @param user_data  what was passed to shelf_each()
 * @return true to go on, false to stop
 */
typedef bool shelf_visitor(shelf *s, const char *name, const char *text, void *user_data);

/**
 * Visits the items in order. The visitor may look items up, and may remove the one that it is called for.
 * @param visitor    called for each item
 * @param user_data  passed on to the visitor; may be NULL
 * @return the number of items visited; 0 when @p s is NULL
 */
size_t shelf_each(shelf *s, shelf_visitor *visitor, void *user_data);

/**
 * Writes all names into a buffer, with a text between each two of them, and a NUL at the end.
 * @param between        what stands between two names, ", " for example
 * @param[out] buffer    where to write; may be NULL when @p capacity is 0
 * @param capacity       room in @p buffer, in bytes
 * @param[out] required  the room that is needed, in bytes, the NUL included; may be NULL
 * @return SHELF_OK, or SHELF_TOO_SMALL (only @p required is written then)
 */
enum shelf_error shelf_names(const shelf *s, const char *between, char *buffer, size_t capacity, size_t *required);

/** Writes the shelf to a stream, one item a line. @return SHELF_OK or SHELF_IO */
enum shelf_error shelf_write(const shelf *s, FILE *stream);

/** Writes the shelf to a file, which is replaced if it exists. @return SHELF_OK or SHELF_IO */
enum shelf_error shelf_save(const shelf *s, const char *path);

/**
 * Makes a shelf from a file that shelf_save() wrote.
 * @param[out] out  the new shelf, to be freed with shelf_free(); untouched on error
 * @param path      the file's name
 * @param options   as for shelf_new(); the separator must be that of the file
 */
enum shelf_error shelf_load(shelf **out, const char *path, const struct shelf_options *options);

/** @return what an error means, in English; a static text, never NULL */
const char *shelf_error_text(enum shelf_error error);

#ifdef __cplusplus
}
#endif

#endif
