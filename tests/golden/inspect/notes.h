/* A notebook: the library of this transcript. */
#ifndef NOTES_H
#define NOTES_H

#include <stdarg.h>
#include <stddef.h>

#define NOTES_VERSION "1.2"
#define NOTES_MAX_TITLE 80

/** A notebook; its inside is nobody's business. */
typedef struct notebook notebook;

/** How a call ended. */
enum notes_status { NOTES_OK = 0, NOTES_NO_MEMORY = -1, NOTES_NOT_FOUND = -2 };

/** What to do on opening. */
enum notes_flags { NOTES_CREATE = 1, NOTES_READ_ONLY = 2, NOTES_SORTED = 4 };

/** One note. */
struct note {
	char *title;        /**< never NULL */
	unsigned char *data;
	size_t length;      /**< length of data in bytes */
	unsigned pinned : 1;
	union {
		long created;
		double stamp;
	};
	struct note *next;
};

/** Called for each note; a result other than 0 ends the walk. */
typedef int notes_visit(const struct note *note, void *user_data);

/**
 * Opens a notebook.
 *
 * @param path   where it is kept
 * @param flags  a combination of enum notes_flags
 * @return a new notebook, to be closed with notes_close(), or NULL
 */
notebook *notes_open(const char *path, unsigned flags) __attribute__((nonnull(1)));

/** Closes it and frees all memory. @param book may be NULL */
void notes_close(notebook *book);

/**
 * Adds a note.
 * @param data    its text
 * @param length  number of bytes in data
 * @param[out] id gets the number of the new note, may be NULL
 * @return NOTES_OK or an error
 */
enum notes_status notes_add(notebook *book, const char *title, const void *data, size_t length, int *id);

/** Copies the text of a note into buffer, at most size bytes. @return how many bytes it has, or -1 */
long notes_copy(const notebook *book, int id, char *buffer, size_t size);

size_t notes_count(const notebook *book);
const char *notes_title(const notebook *book, int id);
char *notes_export(const notebook *book, const char *format, ...) __attribute__((format(printf, 2, 3), malloc));
int notes_each(const notebook *book, notes_visit *visit, void *user_data);
int notes_vlog(notebook *book, const char *format, va_list args);
int notes_compare(const struct note *a, const struct note *b);
void notes_rename(notebook *book, const char *title) __attribute__((deprecated("use notes_add")));

/* Not to be called by tests: no prototype, no body, a type that nobody can make. */
int notes_old();
int notes_lost(int id);
int notes_plug(struct notes_plugin plugin);

static inline int notes_is_pinned(const struct note *note)
{
	return note->pinned;
}

#define notes_is_empty(book) (notes_count(book) == 0)
#define NOTES_FOR_EACH(note, first) for ((note) = (first); (note); (note) = (note)->next)

extern int notes_verbose;

#endif
