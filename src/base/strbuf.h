/* A growable string that is always NUL-terminated: `data` is never NULL, from HR_STRBUF_INIT on. */
#ifndef HR_BASE_STRBUF_H
#define HR_BASE_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct hr_strbuf {
	char *data;
	size_t length;
	size_t capacity; /* 0 while `data` is the shared empty string */
};

extern char hr_strbuf_empty[];
#define HR_STRBUF_INIT { hr_strbuf_empty, 0, 0 }

void hr_strbuf_init(struct hr_strbuf *buf);
void hr_strbuf_release(struct hr_strbuf *buf); /* frees; the buffer is empty and usable again */
void hr_strbuf_clear(struct hr_strbuf *buf);   /* empties, keeps the storage */
char *hr_strbuf_detach(struct hr_strbuf *buf); /* the caller owns the text; the buffer is empty again */
void hr_strbuf_add(struct hr_strbuf *buf, const char *bytes, size_t length);
void hr_strbuf_addstr(struct hr_strbuf *buf, const char *text);
void hr_strbuf_addch(struct hr_strbuf *buf, char c);
void hr_strbuf_addf(struct hr_strbuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hr_strbuf_vaddf(struct hr_strbuf *buf, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
void hr_strbuf_truncate(struct hr_strbuf *buf, size_t length); /* to at most `length` */

#endif
