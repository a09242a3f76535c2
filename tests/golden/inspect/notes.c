#include "notes.h"

#include <stdlib.h>
#include <string.h>

struct notebook {
	struct note *first;
	size_t count;
};

int notes_verbose;

notebook *notes_open(const char *path, unsigned flags)
{
	(void)path;
	(void)flags;
	return calloc(1, sizeof(notebook));
}

void notes_close(notebook *book)
{
	free(book);
}

enum notes_status notes_add(notebook *book, const char *title, const void *data, size_t length, int *id)
{
	(void)title;
	(void)data;
	(void)length;
	if (id)
		*id = (int)book->count;
	book->count++;
	return NOTES_OK;
}

long notes_copy(const notebook *book, int id, char *buffer, size_t size)
{
	(void)book;
	(void)id;
	memset(buffer, 0, size);
	return -1;
}

size_t notes_count(const notebook *book)
{
	return book->count;
}

const char *notes_title(const notebook *book, int id)
{
	return book->count > (size_t)id ? book->first->title : NULL;
}

char *notes_export(const notebook *book, const char *format, ...)
{
	(void)book;
	return strdup(format);
}

int notes_each(const notebook *book, notes_visit *visit, void *user_data)
{
	return visit(book->first, user_data);
}

int notes_vlog(notebook *book, const char *format, va_list args)
{
	(void)book;
	(void)format;
	(void)args;
	return 0;
}

int notes_compare(const struct note *a, const struct note *b)
{
	return strcmp(a->title, b->title);
}

void notes_rename(notebook *book, const char *title)
{
	(void)book;
	(void)title;
}
