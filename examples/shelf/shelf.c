/* A shelf of named texts, as a singly linked list: shelves are small, and order matters. */
#define _POSIX_C_SOURCE 200809L

#include "shelf.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct item {
	struct item *next;
	char *name;
	char *text;
};

struct shelf {
	struct item *first;
	struct item **end; /* where the next item is linked in: the last `next`, or `first` */
	size_t count;
	struct shelf_options options;
};

void shelf_options_init(struct shelf_options *options)
{
	memset(options, 0, sizeof *options);
	options->separator = '=';
}

shelf *shelf_new(const struct shelf_options *options)
{
	shelf *s = calloc(1, sizeof *s);
	if (!s)
		return NULL;
	s->end = &s->first;
	if (options)
		s->options = *options;
	else
		shelf_options_init(&s->options);
	return s;
}

static void item_free(struct item *item)
{
	free(item->name);
	free(item->text);
	free(item);
}

void shelf_free(shelf *s)
{
	if (!s)
		return;
	for (struct item *item = s->first, *next; item; item = next) {
		next = item->next;
		item_free(item);
	}
	free(s);
}

size_t shelf_count(const shelf *s)
{
	return s ? s->count : 0;
}

size_t shelf_size(const shelf *s)
{
	size_t size = 0;
	for (const struct item *item = s->first; item; item = item->next)
		size += strlen(item->text);
	return size;
}

static bool same_name(const shelf *s, const char *a, const char *b)
{
	return (s->options.ignore_case ? strcasecmp(a, b) : strcmp(a, b)) == 0;
}

/* The link that leads to an item, so that it can be changed; NULL if there is no such item. */
static struct item **find_link(shelf *s, const char *name)
{
	for (struct item **link = &s->first; *link; link = &(*link)->next)
		if (same_name(s, (*link)->name, name))
			return link;
	return NULL;
}

static struct item *find_item(const shelf *s, const char *name)
{
	struct item *item = s ? s->first : NULL;
	while (item && !same_name(s, item->name, name))
		item = item->next;
	return item;
}

static bool is_valid(const shelf *s, const char *name, const char *text)
{
	return *name && !strchr(name, '\n') && !strchr(name, s->options.separator) && !strchr(text, '\n');
}

/* Adds an item that is known to be new; takes `text` over on success. */
static enum shelf_error add(shelf *s, const char *name, char *text, bool in_front)
{
	if (s->options.limit && s->count >= s->options.limit)
		return SHELF_FULL;
	struct item *item = calloc(1, sizeof *item);
	if (!item || !(item->name = strdup(name))) {
		free(item);
		return SHELF_NO_MEMORY;
	}
	item->text = text;
	if (in_front) {
		item->next = s->first;
		s->first = item;
		if (!item->next)
			s->end = &item->next;
	} else {
		*s->end = item;
		s->end = &item->next;
	}
	s->count++;
	return SHELF_OK;
}

enum shelf_error shelf_put(shelf *s, const char *name, const char *text, unsigned flags)
{
	if (!is_valid(s, name, text))
		return SHELF_INVALID;
	struct item *item = find_item(s, name);
	if (item && !(flags & SHELF_REPLACE))
		return SHELF_EXISTS;
	char *copy = strdup(text);
	if (!copy)
		return SHELF_NO_MEMORY;
	if (item) {
		free(item->text);
		item->text = copy;
		return SHELF_OK;
	}
	enum shelf_error error = add(s, name, copy, (flags & SHELF_FRONT) != 0);
	if (error)
		free(copy);
	return error;
}

enum shelf_error shelf_put_owned(shelf *s, const char *name, char *text)
{
	if (!is_valid(s, name, text))
		return SHELF_INVALID;
	if (find_item(s, name))
		return SHELF_EXISTS;
	return add(s, name, text, false);
}

enum shelf_error shelf_putf(shelf *s, const char *name, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = length < 0 ? NULL : malloc((size_t)length + 1);
	if (text)
		vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	if (!text)
		return length < 0 ? SHELF_INVALID : SHELF_NO_MEMORY;
	return shelf_put_owned(s, name, text);
}

shelf *shelf_copy(const shelf *source)
{
	shelf *copy = source ? shelf_new(NULL) : NULL;
	if (!copy)
		return NULL;
	copy->options.limit = source->options.limit;
	copy->options.separator = source->options.separator;
	for (const struct item *item = source->first; item; item = item->next) {
		if (shelf_put(copy, item->name, item->text, 0) != SHELF_OK) {
			shelf_free(copy);
			return NULL;
		}
	}
	return copy;
}

const char *shelf_get(const shelf *s, const char *name)
{
	const struct item *item = find_item(s, name);
	return item ? item->text : NULL;
}

enum shelf_error shelf_find(const shelf *s, const char *name, const char **text, size_t *length)
{
	const struct item *item = find_item(s, name);
	if (!item)
		return SHELF_NOT_FOUND;
	if (text)
		*text = item->text;
	if (length)
		*length = strlen(item->text);
	return SHELF_OK;
}

char *shelf_take(shelf *s, const char *name)
{
	struct item **link = s ? find_link(s, name) : NULL;
	if (!link)
		return NULL;
	struct item *item = *link;
	char *text = item->text;
	*link = item->next;
	if (!*link)
		s->end = link;
	s->count--;
	item->text = NULL;
	item_free(item);
	return text;
}

enum shelf_error shelf_remove(shelf *s, const char *name)
{
	char *text = shelf_take(s, name);
	free(text);
	return text ? SHELF_OK : SHELF_NOT_FOUND;
}

size_t shelf_each(shelf *s, shelf_visitor *visitor, void *user_data)
{
	size_t visited = 0;
	for (struct item *item = s ? s->first : NULL; item; item = item->next) {
		visited++;
		if (!visitor(s, item->name, item->text, user_data))
			break;
	}
	return visited;
}

enum shelf_error shelf_names(const shelf *s, const char *between, char *buffer, size_t capacity, size_t *required)
{
	size_t gap = strlen(between), length = 0;
	for (const struct item *item = s ? s->first : NULL; item; item = item->next)
		length += strlen(item->name) + (item->next ? gap : 0);
	if (required)
		*required = length + 1;
	if (!buffer || length > capacity)
		return SHELF_TOO_SMALL;
	for (const struct item *item = s ? s->first : NULL; item; item = item->next) {
		buffer = stpcpy(buffer, item->name);
		if (item->next)
			buffer = stpcpy(buffer, between);
	}
	*buffer = '\0';
	return SHELF_OK;
}

enum shelf_error shelf_write(const shelf *s, FILE *stream)
{
	for (const struct item *item = s ? s->first : NULL; item; item = item->next)
		if (fprintf(stream, "%s%c%s\n", item->name, s->options.separator, item->text) < 0)
			return SHELF_IO;
	return fflush(stream) == 0 ? SHELF_OK : SHELF_IO;
}

enum shelf_error shelf_save(const shelf *s, const char *path)
{
	FILE *stream = fopen(path, "w");
	if (!stream)
		return SHELF_IO;
	enum shelf_error error = shelf_write(s, stream);
	if (fclose(stream) != 0)
		error = SHELF_IO;
	return error;
}

static enum shelf_error read_items(shelf *s, FILE *stream)
{
	enum shelf_error error = SHELF_OK;
	char *line = NULL;
	size_t room = 0;
	while (!error && getline(&line, &room, stream) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		char *separator = strchr(line, s->options.separator);
		if (!separator || !*separator) {
			error = SHELF_INVALID;
			break;
		}
		*separator = '\0';
		error = shelf_put(s, line, separator + 1, 0);
	}
	if (ferror(stream))
		error = SHELF_IO;
	free(line);
	return error;
}

enum shelf_error shelf_load(shelf **out, const char *path, const struct shelf_options *options)
{
	FILE *stream = fopen(path, "r");
	if (!stream)
		return SHELF_IO;
	shelf *s = shelf_new(options);
	enum shelf_error error = s ? read_items(s, stream) : SHELF_NO_MEMORY;
	fclose(stream);
	if (error)
		shelf_free(s);
	else
		*out = s;
	return error;
}

const char *shelf_error_text(enum shelf_error error)
{
	static const char *const texts[] = {
		[-SHELF_OK] = "fine",
		[-SHELF_NO_MEMORY] = "out of memory",
		[-SHELF_NOT_FOUND] = "no such item",
		[-SHELF_EXISTS] = "the name is taken",
		[-SHELF_FULL] = "the shelf is full",
		[-SHELF_INVALID] = "a name or text that cannot be kept",
		[-SHELF_TOO_SMALL] = "the buffer is too small",
		[-SHELF_IO] = "cannot read or write the file",
	};
	bool known = error <= SHELF_OK && error >= SHELF_IO;
	return known ? texts[-error] : "unknown error";
}
