/* Growable strings.
 *
 * Invariants: data[length] is NUL; capacity counts the NUL too, so length < capacity unless capacity is 0; with
 * capacity 0 the data is hr_strbuf_empty, which nobody writes to. Text that is added must not lie in the buffer
 * itself. */
#include "base/strbuf.h"

#include "base/bug.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 32

char hr_strbuf_empty[1] = "";

void hr_strbuf_init(struct hr_strbuf *buf)
{
	buf->data = hr_strbuf_empty;
	buf->length = 0;
	buf->capacity = 0;
}

void hr_strbuf_release(struct hr_strbuf *buf)
{
	if (buf->capacity)
		free(buf->data);
	hr_strbuf_init(buf);
}

void hr_strbuf_clear(struct hr_strbuf *buf)
{
	hr_strbuf_truncate(buf, 0);
}

void hr_strbuf_truncate(struct hr_strbuf *buf, size_t length)
{
	if (length >= buf->length)
		return;
	buf->length = length;
	buf->data[length] = '\0';
}

char *hr_strbuf_detach(struct hr_strbuf *buf)
{
	char *text = buf->capacity ? buf->data : hr_strdup("");

	hr_strbuf_init(buf);
	return text;
}

/* Makes room for `extra` more bytes and the NUL. */
static void reserve(struct hr_strbuf *buf, size_t extra)
{
	size_t needed, capacity;

	if (extra >= SIZE_MAX / 2 - buf->length)
		HR_BUG("string of %zu bytes cannot grow by %zu", buf->length, extra);
	needed = buf->length + extra + 1;
	if (needed <= buf->capacity)
		return;
	capacity = buf->capacity ? buf->capacity * 2 : FIRST_CAPACITY;
	if (capacity < needed)
		capacity = needed;
	buf->data = hr_reallocarray(buf->capacity ? buf->data : NULL, capacity, 1);
	buf->capacity = capacity;
	buf->data[buf->length] = '\0';
}

void hr_strbuf_add(struct hr_strbuf *buf, const char *bytes, size_t length)
{
	if (length == 0)
		return;
	reserve(buf, length);
	memcpy(buf->data + buf->length, bytes, length);
	buf->length += length;
	buf->data[buf->length] = '\0';
}

void hr_strbuf_addstr(struct hr_strbuf *buf, const char *text)
{
	hr_strbuf_add(buf, text, strlen(text));
}

void hr_strbuf_addch(struct hr_strbuf *buf, char c)
{
	hr_strbuf_add(buf, &c, 1);
}

void hr_strbuf_addf(struct hr_strbuf *buf, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(buf, format, args);
	va_end(args);
}

void hr_strbuf_vaddf(struct hr_strbuf *buf, const char *format, va_list args)
{
	va_list measure;
	int length;

	va_copy(measure, args);
	length = vsnprintf(NULL, 0, format, measure);
	va_end(measure);
	if (length < 0)
		HR_BUG("cannot format \"%s\"", format);
	if (length == 0)
		return;
	reserve(buf, (size_t)length);
	vsnprintf(buf->data + buf->length, (size_t)length + 1, format, args);
	buf->length += (size_t)length;
}
